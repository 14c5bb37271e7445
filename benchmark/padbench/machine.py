"""What the numbers were measured on."""

import json
import os
import platform
import subprocess
from pathlib import Path


def _read(path):
    try:
        return Path(path).read_text().strip()
    except OSError:
        return "unknown"


def _lscpu():
    try:
        output = subprocess.run(["lscpu", "-J"], capture_output=True, text=True).stdout
        fields = json.loads(output)["lscpu"]
    except (OSError, ValueError, KeyError):
        return {}
    flat = {}

    def visit(items):
        for item in items:
            flat[item["field"].rstrip(":")] = item.get("data") or ""
            visit(item.get("children", []))

    visit(fields)
    return flat


def revision():
    """The commit that the tree is at, with a mark if it is modified."""
    command = ["git", "describe", "--always", "--dirty", "--abbrev=12",
               "--exclude=*"]
    try:
        done = subprocess.run(command, capture_output=True, text=True,
                              cwd=Path(__file__).parent)
    except OSError:
        return "unknown"
    return done.stdout.strip() or "unknown"


def describe():
    cpu = _lscpu()
    flags = set(cpu.get("Flags", "").split())
    simd = [f for f in ("sse2", "avx", "avx2", "avx512f", "asimd", "sve", "rvv")
            if f in flags]
    memory = next((line.split()[1] for line in _read("/proc/meminfo").splitlines()
                   if line.startswith("MemTotal")), "0")
    return {
        "processor": cpu.get("Model name", platform.processor() or "unknown"),
        "architecture": platform.machine(),
        "family_model": f"{cpu.get('CPU family', '?')}/{cpu.get('Model', '?')}",
        "cpus": os.cpu_count(),
        "simd": " ".join(simd),
        "caches": {name: cpu[name].split(" (")[0]
                   for name in ("L1d cache", "L2 cache", "L3 cache")
                   if name in cpu},
        "memory_gib": round(int(memory) / (1 << 20), 1),
        "kernel": platform.release(),
        "libc": " ".join(platform.libc_ver()),
        "transparent_hugepages": _read("/sys/kernel/mm/transparent_hugepage/enabled"),
        "hypervisor": cpu.get("Hypervisor vendor", "none"),
    }
