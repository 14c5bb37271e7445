"""Runs programs for limited seconds of a processor.

Seconds that other programs take do not count, so that a busy machine gives the verdicts of an idle one.
"""

import os
import subprocess
import tempfile
import threading

# How many times the limit a program may take by the clock: one that waits for ever takes no processor.
CLOCK_FACTOR = 30


def run(command, text, seconds):
    """What `command` writes for the input `text`, its status, which is negative where a signal such as
    that of the limit ended it, and the seconds of a processor that it took."""
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as written:
        given.write(text.encode())
        given.seek(0)
        process = subprocess.Popen(["sh", "-c", f'ulimit -t {seconds} && exec "$@"', "sh", *command],
                                   stdin=given, stdout=written, stderr=subprocess.STDOUT)
        clock = threading.Timer(seconds * CLOCK_FACTOR, process.kill)
        clock.start()
        _, status, usage = os.wait4(process.pid, 0)
        clock.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        written.seek(0)
        return written.read().decode(errors="replace"), process.returncode, usage.ru_utime + usage.ru_stime
