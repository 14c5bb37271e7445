import os
import platform
import re
import shutil
import subprocess
import sys

import lit.formats

config.name = "Pad"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.test_source_root = os.path.dirname(__file__)
# GoogleTest has its own configuration, and lit finds it from here.
config.excludes = ["Inputs"]

config.environment["PATH"] = os.path.pathsep.join(
    [config.pad_tools_dir, config.llvm_tools_dir, config.environment["PATH"]]
)
config.environment["FILECHECK_OPTS"] = (
    "-enable-var-scope --allow-unused-prefixes=false"
)
if config.pad_sanitize:
    config.available_features.add("sanitize")
    # The MLIR library is not instrumented: it keeps objects until the process
    # ends, and uses arenas that the headers it shares with us have poisoned.
    config.environment["ASAN_OPTIONS"] = "detect_leaks=0:allow_user_poisoning=0"

# Tests with many cases take a part of them, unless the tier is `long` (scripts/check).
tier = lit_config.params.get("tier", "first")
if tier not in ("first", "long"):
    lit_config.fatal(f"tier={tier}: the tiers are first and long")
config.environment["PAD_TEST_TIER"] = tier
# tier.py. Tests that have a PYTHONPATH of their own, or use lit's diff, which sets another one,
# name it.
tier_path = os.path.join(config.test_source_root, "Inputs")
config.environment["PYTHONPATH"] = tier_path
if tier == "long":
    config.available_features.add("long")

# The modes of the dialect, for tests of them all.
with open(os.path.join(config.pad_source_dir, "include/Pad/IR/PadModes.def")) as table:
    config.environment["PAD_MODES"] = " ".join(
        re.findall(r'^PAD_MODE\(\w+, "(\w+)"', table.read(), re.MULTILINE)
    )

# The packages of Debian's Python that tests import, and their files: found and not imported, which
# would take seconds.
bench_python = os.environ.get("PAD_PYTHON", "/usr/bin/python3")
packages = {}
if os.path.exists(bench_python):
    finder = (
        "import importlib.util, sys\n"
        "for name in sys.argv[1:]:\n"
        "    spec = importlib.util.find_spec(name)\n"
        "    if spec and spec.origin:\n"
        "        print(name, spec.origin)"
    )
    names = ("cv2", "hypothesis", "numpy", "onnx", "scipy", "torch", "pip", "setuptools", "wheel")
    found = subprocess.run(
        [bench_python, "-c", finder, *names], stdout=subprocess.PIPE, text=True
    ).stdout
    packages = dict(line.split(" ", 1) for line in found.splitlines())
    config.available_features.update(packages.keys() - {"pip", "setuptools", "wheel"})

# The benchmark is tested where its Python has numpy.
bench_native = os.path.join(config.pad_lib_dir, "pad-bench-native.so")
if os.path.exists(bench_native) and "numpy" in packages:
    config.available_features.add("benchmark")

llvm_major = config.llvm_version.split(".")[0]
config.available_features.add("mlir-" + llvm_major)
if platform.machine() == "x86_64":
    config.available_features.add("x86-64")
if len(os.sched_getaffinity(0)) > 1:
    config.available_features.add("several-cpus")

# What padkernels.install() compiles with.
if (
    "torch" in packages
    and shutil.which("c++")
    and os.path.exists(
        os.path.join(os.path.dirname(packages["torch"]), "include/torch/library.h")
    )
):
    config.available_features.add("torch-headers")

# What `pip install` needs where there is no network.
if packages.keys() >= {"pip", "setuptools", "wheel"}:
    config.available_features.add("pip")

# Models with inputs and outputs, from Debian's libonnx-testdata.
onnx_testdata = "/usr/share/libonnx-testdata/data"
if os.path.isdir(onnx_testdata):
    config.available_features.add("onnx-testdata")

if all(shutil.which("qemu-" + target) for target in ("aarch64", "riscv64")):
    config.available_features.add("qemu")

# Those and the solvers of scripts/prove.
for tool in ("codespell", "shellcheck", "z3", "cvc5", "valgrind"):
    if shutil.which(tool):
        config.available_features.add(tool)
# Over what the last commit changes.
if shutil.which("clang-tidy-22") and shutil.which("git") and not subprocess.call(
        ["git", "-C", config.pad_source_dir, "rev-parse", "--quiet", "--verify", "HEAD^"],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL):
    config.available_features.add("clang-tidy")

# Pads across ranks.
if all(shutil.which(tool + ".mpich") for tool in ("mpicc", "mpiexec")):
    config.available_features.add("mpich")
    if all(shutil.which(tool) for tool in ("gfortran", "mpif90.mpich")):
        config.available_features.add("mpich-fortran")

# The documentation's site and its explorer page: what scripts/docs-site installs.
llvm_prefix = os.path.dirname(config.llvm_tools_dir)
if shutil.which("mkdocs"):
    config.available_features.add("mkdocs")
wasm_files = (
    "/usr/include/wasm32-wasi/stdlib.h",
    llvm_prefix + "/include/wasm32-wasi/c++/v1/optional",
    llvm_prefix + f"/lib/clang/{llvm_major}/lib/wasi/libclang_rt.builtins-wasm32.a",
)
if all(os.path.exists(path) for path in wasm_files):
    config.available_features.add("wasm")
if shutil.which("chromium"):
    config.available_features.add("chromium")

# Libraries that are no part of a sanitized build.
if not config.pad_sanitize:
    config.available_features.add("plugin")

# What cpack needs, and a build with MLIR's package.
if shutil.which("dpkg-shlibdeps") and config.llvm_lib_dir.startswith("/usr/lib/llvm-"):
    config.available_features.add("dpkg")

# Written where help2man is installed.
if os.path.exists(os.path.join(os.path.dirname(config.pad_lib_dir), "share/man/man1")):
    config.available_features.add("man-pages")

# The C API, and what a program needs to run with it.
libpadc = " ".join(
    [os.path.join(config.pad_lib_dir, "libPadC.so")]
    + ["-Wl,-rpath," + path for path in (config.pad_lib_dir, config.llvm_lib_dir)]
    # Kernels have no type in front of them for the sanitizer to compare.
    + ["-fsanitize=address,undefined -fno-sanitize=function"] * config.pad_sanitize
)

runner_libs = ",".join(
    os.path.join(config.llvm_lib_dir, name)
    for name in ("libmlir_runner_utils.so", "libmlir_c_runner_utils.so")
)
# Bytes from which on results are streamed: three eighths of the last-level cache, of
# which at most 32 MiB count on Intel's processors.
try:
    with open("/sys/devices/system/cpu/cpu0/cache/index3/size") as size:
        cache_kibibytes = int(size.read().strip().rstrip("K"))
except (OSError, ValueError):
    cache_kibibytes = 32 << 10
try:
    with open("/proc/cpuinfo") as processor:
        if "GenuineIntel" in processor.read():
            cache_kibibytes = min(cache_kibibytes, 32 << 10)
except OSError:
    pass
config.substitutions += [
    ("%host_streamed_bytes", str(cache_kibibytes * 1024 // 8 * 3)),
    ("%mlir_tblgen", os.path.join(config.llvm_tools_dir, "mlir-tblgen")),
    ("%mlir_include", config.mlir_include_dir),
    ("%python", sys.executable),
    ("%lit", config.pad_lit),
    ("%libpadc", libpadc),
    ("%pad_plugin", os.path.join(config.pad_lib_dir, "libPadPlugin.so")),
    ("%pad_build", os.path.dirname(config.pad_lib_dir)),
    ("%pad_lib", config.pad_lib_dir),
    ("%unit_tests", os.path.join(os.path.dirname(config.pad_lib_dir), "test/Unit/PadUnitTests")),
    ("%runner_libs", runner_libs),
    ("%cc", config.c_compiler),
    ("%cxx", config.cxx_compiler),
    ("%tier_path", tier_path),
    ("%bench_python", bench_python),
    ("%bench_native", bench_native),
    ("%onnx_testdata", onnx_testdata),
    ("%malformed_inputs", os.environ.get("PAD_MALFORMED_INPUTS", "300")),
    ("%pad_tools", config.pad_tools_dir),
    ("%llvm_tools", config.llvm_tools_dir),
    ("%llvm_version", config.llvm_version),
    ("%llvm_prefix", llvm_prefix),
    ("%pad_source", config.pad_source_dir),
    (
        "%count_allocations",
        "clang -O1 -Wno-override-module -Wl,--wrap=malloc -Wl,--wrap=free "
        + os.path.join(config.test_source_root, "Integration/Inputs")
        + "/count-allocations.c "
        + runner_libs.replace(",", " ")
        + " -Wl,-rpath,"
        + config.llvm_lib_dir,
    ),
    (
        "%run_main",
        "mlir-runner -e main -entry-point-result=void -shared-libs=" + runner_libs,
    ),
]
