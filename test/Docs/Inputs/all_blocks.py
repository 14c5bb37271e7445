"""Every block of the pages has a test: all_blocks.py SOURCE REFERENCE. REFERENCE has the
pages that are generated.

The list says which test runs the blocks of a language; a page or language that is not in
it fails. A new kind of block needs a test first."""

import pathlib
import re
import sys

TESTS = {
    ("README.md", "mlir"): "examples",
    # padc; scripts/bench; use from other tools. scripts/check runs this.
    ("README.md", "sh"): "commands, bench-commands, ../Install/install",
    ("README.md", "c"): "commands",
    # The syntax of ops and the options of passes, from the .td files.
    ("Dialect.md", ""): "examples",
    ("Passes.md", ""): "examples",
    ("Dialect.md", "mlir"): "examples",
    ("FAQ.md", "mlir"): "examples, faq",
    ("FAQ.md", "python"): "faq-numpy, faq-torch",
    ("FAQ.md", "sh"): "faq",
    ("FAQ.md", "text"): "faq",
    ("FrontEnds.md", "sh"): "commands",
    # Tables of refusals, which the tests of imported pads write.
    ("FrontEnds.md", "text"): "../Import, ../Conversion",
    ("Integration.md", "c"): "integration",
    ("Integration.md", "cpp"): "integration, ../Install/install",
    ("Integration.md", "python"): "integration-python",
    ("Integration.md", "sh"): "integration, ../Install/install",
    ("Lowering.md", "mlir"): "examples",
    ("Passes.md", "mlir"): "examples",
    ("Proof.md", "text"): "../Verification/prove",
    ("Reliability.md", "sh"): "../IR/mutants",
    ("ScaleOut.md", "c"): "../Ranks/kernel, ../Ranks/fortran",
    ("ScaleOut.md", "fortran"): "../Ranks/fortran",
    ("ScaleOut.md", "mlir"): "../Target/scale-out",
    ("ScaleOut.md", "sh"): "../Target/plan, ../Target/scale-out, ../Ranks/kernel, "
    "../Target/weak-scaling",
    ("ScaleOut.md", "text"): "../Target/plan, ../Target/scale-out",
    ("Semantics.md", "mlir"): "examples",
    ("Stencils.md", "mlir"): "examples",
    ("TransformOps.md", ""): "examples",
    ("TransformOps.md", "mlir"): "examples",
    ("Tour.md", "c"): "tour",
    ("Tour.md", "mlir"): "examples, tour",
    ("Tour.md", "sh"): "tour",
    ("Tour.md", "text"): "tour",
    ("padc.md", "c"): "commands",
    ("padc.md", "mlir"): "examples, commands",
    ("padc.md", "sh"): "commands",
}

source, reference = map(pathlib.Path, sys.argv[1:])
found = set()
for page in [source / "README.md", *(source / "docs").glob("*.md"), *reference.glob("*.md")]:
    fences = re.findall(r"^\s*```(.*)$", page.read_text(), re.MULTILINE)
    # Every other fence ends a block.
    found |= {(page.name, language) for language in fences[::2]}
for page, language in sorted(found ^ TESTS.keys()):
    sys.exit(f"{page}: blocks of '{language}' and the list of this test differ")
for names in TESTS.values():
    for name in names.split(", "):
        path = source / "test/Docs" / name
        assert path.exists() or path.with_suffix(".test").exists(), name
print(f"{len(found)} kinds of blocks")
