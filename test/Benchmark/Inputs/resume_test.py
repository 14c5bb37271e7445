"""A run that is killed goes on where it was."""

import os
import signal
import subprocess
import sys
from pathlib import Path

from padbench import results

command, out = sys.argv[1:], Path(sys.argv[sys.argv.index("--json") + 1])
run = subprocess.Popen(command, stdout=subprocess.PIPE, text=True,
                       start_new_session=True)
for line in run.stdout:
    if line.startswith("[1/3, 2 of 2]"):
        break
# The measuring process too, and without a warning.
os.killpg(run.pid, signal.SIGKILL)
run.communicate()
assert not out.exists(), "results of an unfinished run"
partial = Path(f"{out}.partial")
with partial.open("a") as file:
    file.write('{"threads": 1, "workload": "cut o')

other = subprocess.run([*command, "--rounds", "3", "--resume"], text=True,
                       capture_output=True)
assert other.returncode == 1 and "have changed: settings" in other.stderr, other

done = subprocess.run([*command, "--resume"], text=True, capture_output=True)
assert done.returncode == 0, done
assert "done before)" in done.stdout, done.stdout
made = results.load(out)
right = [r["workload"] for r in made["records"] if r["contender"] == "numpy"]
assert sorted(right) == ["dilated", "tiny", "tiny/shapes"], right
assert len(made["contenders"]) == len({c["name"] for c in made["contenders"]})
assert not partial.exists()

again = subprocess.run([*command, "--resume"], text=True, capture_output=True)
assert again.returncode == 1 and "there is no interrupted run" in again.stderr, again
print("resumed")
