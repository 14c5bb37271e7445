"""Runs the examples of a tool's --help in a folder that has their files."""

import os
import re
import subprocess
import sys

tool, folder = sys.argv[1:]
text = subprocess.run([tool, "--help"], check=True, capture_output=True, text=True).stdout
examples = re.findall(rf"^  ({tool} .*)$", text.split("\nEXAMPLES:\n")[1], re.MULTILINE)
for example in examples:
    # Other models have other names.
    command = example.replace("--node NAME", "--node reflect")
    run = subprocess.run(command, shell=True, cwd=folder, capture_output=True, text=True)
    output = re.search(r" -o (\S+)", command)
    done = os.path.getsize(os.path.join(folder, output[1])) if output else len(run.stdout)
    if run.returncode or not done:
        sys.exit(f"failed: {command}\n{run.stderr}")
print("ran", len(examples), "of", tool)
