"""Runs a command that has to die of a trap: of the signal that the instruction
raises (SIGILL on x86, SIGTRAP on AArch64), and not of a wild access."""

import signal
import subprocess
import sys

status = subprocess.run(sys.argv[1:]).returncode
if status not in (-signal.SIGILL, -signal.SIGTRAP):
    sys.exit("expected a trap, got status %d" % status)
