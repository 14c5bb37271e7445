"""Runs the blocks of docs/Integration.md: integration.py SOURCE FOLDER PLUGIN -- CC...

Commands that need nothing installed run with the build's plugin; test/Install has those
that install and build against it. The lines of C are made a program, which CC... compiles
and links, and the lines of C++ are those of examples/embed.
"""

import json
import pathlib
import re
import subprocess
import sys
import textwrap

C_PROGRAM = """#include "pad-c/Geometry.h"
#include "pad-c/Kernel.h"
#include <stdio.h>
static void onError(MlirStringRef message, void *data) {{
  (void)data;
  printf("%.*s", (int)message.length, message.data);
}}
int main(void) {{
  float source[4] = {{1, 2, 3, 4}}, result[10];
{0}
  for (int i = 0; i < padded; ++i)
    printf("%g ", result[i]);
  printf("\\n");
}}
"""
# What the tests of Install, of Python, and Tools/completion.test do.
INSTALLS = ("scripts/setup", "scripts/packages", "pip install", "source PREFIX")


def blocks(text, language):
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def main(source, folder, plugin, _, *compiler):
    source, folder = pathlib.Path(source), pathlib.Path(folder)
    text = (source / "docs/Integration.md").read_text()

    commands = 0
    (folder / "examples").symlink_to(source / "examples")
    (folder / "model.mlir").symlink_to(source / "examples/tensor.mlir")
    for block in blocks(text, "sh"):
        if block.startswith(INSTALLS):
            continue
        block = block.replace("PREFIX/lib/libPadPlugin.so", plugin).replace(
            "mlir-opt-22", "mlir-opt"
        )
        # The name stands for a file of the reader's.
        if "-o model.mlir" in block:
            (folder / "model.mlir").unlink()
        printed = subprocess.run(
            ["bash", "-e"],
            input=block,
            cwd=folder,
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        if "--load-pass-plugin" in block:
            assert "llvm.func" in printed and "tensor.pad" not in printed, printed
        commands += 1
    assert "llvm.func" in (folder / "lowered.mlir").read_text()
    assert json.loads((folder / "report.json").read_text())

    body = textwrap.indent("".join(blocks(text, "c")), "  ")
    (folder / "block.c").write_text(C_PROGRAM.format(body))
    subprocess.run([*compiler, "-o", "block"], cwd=folder, check=True)
    printed = subprocess.run(
        ["./block"], cwd=folder, check=True, capture_output=True, text=True
    )

    (block,) = blocks(text, "cpp")
    example = (source / "examples/embed/embed-opt.cpp").read_text()
    for line in block.splitlines():
        assert line.partition("//")[0].strip() in example, line
    print(f"{commands} commands; C prints {printed.stdout}")


main(*sys.argv[1:])
