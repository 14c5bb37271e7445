"""The C functions that docs/padc.md shows are those of the function above them, and
README.md's those of its command: prototypes.py SOURCE PADC FOLDER. FOLDER has the
headers that the README's commands wrote."""

import pathlib
import re
import subprocess
import sys

source, padc, folder = sys.argv[1:]
source, folder = pathlib.Path(source), pathlib.Path(folder)


def blocks(page, language):
    text = (source / page).read_text()
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


(function,) = blocks("docs/padc.md", "mlir")
(folder / "block.mlir").write_text(function)
command = [padc, "block.mlir", "-o", "block.o", "--header", "block.h"]
subprocess.run(command, cwd=folder, check=True)
for page, header in (("docs/padc.md", "block.h"), ("README.md", "reflect.h")):
    # The header breaks long lines.
    made = " ".join((folder / header).read_text().split())
    (block,) = blocks(page, "c")
    for line in block.splitlines():
        assert line in made, f"{page}: {line}\nis not in\n{made}"
        print(line)
