"""The modes of the dialect, in the order of their numbers."""

import re
from pathlib import Path

_TABLE = Path(__file__).resolve().parents[2] / "include/Pad/IR/PadModes.def"
MODES = tuple(re.findall(r'^PAD_MODE\(\w+, "(\w+)"', _TABLE.read_text(), re.MULTILINE))
