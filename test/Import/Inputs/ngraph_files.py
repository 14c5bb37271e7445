"""Writes every function of nGraph that the tests execute to a folder.

usage: ngraph_files.py FOLDER
"""

import sys
from pathlib import Path

from ngraph_models import cases

folder = Path(sys.argv[1])
folder.mkdir(parents=True, exist_ok=True)
for case in cases():
    case.model.write(folder)
