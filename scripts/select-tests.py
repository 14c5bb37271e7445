"""Says what `scripts/check --filter REGEX` has to build and run.

Prints a line `target NAME` for each target that the matching tests need, `filter REGEX` for lit,
and `gtest FILTER` for GoogleTest. A regular expression matches the path of a file below test, or
the name of a unit test.
"""

import pathlib
import re
import sys

# What a test file, or a file of its Inputs, says where it needs a target.
TARGETS = {
    "pad-opt": r"\bpad-opt\b",
    "pad-translate": r"\bpad-translate\b",
    "padc": r"\bpadc\b",
    "pad-lsp-server": r"\bpad-lsp-server\b",
    "pad-reduce": r"\bpad-reduce\b",
    "pad-read-malformed": r"\bpad-read-malformed\b",
    "pad-run-ir": r"\bpad-run-ir\b",
    "pad-run-seeds": r"\bpad-run-seeds\b",
    "PadC": r"libpadc|libPadC",
    "PadPlugin": r"pad_plugin",
    "pad-bench-native": r"bench_native",
    "pad-man": r"man1",
}
# What installs or packs a whole build.
WHOLE = r"--install\b|\bcpack\b"

root = pathlib.Path(__file__).resolve().parent.parent / "test"
try:
    wanted = re.compile(sys.argv[1])
except re.error as error:
    sys.exit(f"error: --filter: '{sys.argv[1]}' is no regular expression: {error}")


def read(path, seen):
    """The text of a test, and of the files of tests that it names."""
    if path in seen or not path.is_file():
        return ""
    seen.add(path)
    text = path.read_text(errors="replace")
    for named in re.findall(r"(?:Inputs|[A-Z]\w+/Inputs)/[\w.-]+", text):
        text += read(path.parent / named, seen) + read(root / named, seen)
    for module in re.findall(r"^(?:import|from) (\w+)", text, re.MULTILINE):
        for folder in (path.parent, path.parent / "Inputs"):
            text += read(folder / f"{module}.py", seen)
    return text


files = [
    path
    for path in sorted(root.rglob("*"))
    if path.suffix in (".mlir", ".test")
    and "Inputs" not in path.parts
    and wanted.search("Pad :: " + str(path.relative_to(root)))
]
units = [
    f"{suite}.{name}"
    for path in sorted((root / "Unit").glob("*.cpp"))
    for suite, name in re.findall(r"^TEST(?:_[FP])?\((\w+),\s*(\w+)\)", path.read_text(), re.MULTILINE)
    if wanted.search(f"{suite}.{name}") or wanted.search(f"Unit/{path.name}")
]
if not files and not units:
    sys.exit(f"error: --filter: no test matches '{sys.argv[1]}'")

text = "".join(read(path, set()) for path in files)
targets = [target for target, words in TARGETS.items() if re.search(words, text)]
if re.search(WHOLE, text):
    targets = ["pad-tests"]
if units:
    targets.append("PadUnitTests")
for target in targets:
    print("target", target)
print("filter", f"({sys.argv[1]})" + "|PadUnitTests/" * bool(units))
print("gtest", ":".join(f"*{unit}*" for unit in units))
