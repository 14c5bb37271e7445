#!/usr/bin/env python3
"""Writes a man page for each tool, by help2man, from what its --help prints.

  scripts/generate-man.py HELP2MAN VERSION OUTPUT-DIR TOOL...

help2man reads the style of GNU; this turns that of LLVM into it.
"""

import os
import re
import subprocess
import sys
import tempfile

# "  --name=<value>   - what it is", as llvm::cl prints options.
OPTION = re.compile(r"( +)(-\S+(?: <\S+>)?) +- +(.*)")
# "  --name VALUE what it is", as llvm::opt does.
TABLE_OPTION = re.compile(r"  (-\S+(?: [A-Z]+)?)(?: +|$)(.*)")
# "    =value   -   what it means".
VALUE = re.compile(r" +=(\S+)(?: +- +(.*))?$")


def read_help(text):
    """The synopsis, the overview, the examples and the rest of a help text, in GNU's style."""
    synopsis, overview, examples, options = [], [], [], []
    section = None
    parent = ""
    for line in text.splitlines():
        heading = re.match(r"(OVERVIEW|USAGE|EXAMPLES|OPTIONS):(?: (.*))?$", line)
        if heading:
            section = {"OVERVIEW": overview, "USAGE": synopsis, "EXAMPLES": examples,
                       "OPTIONS": options}[heading[1]]
            if heading[2]:
                section.append(heading[2])
        elif section is examples and line and not line.startswith(" "):
            # A paragraph behind the examples.
            section = overview
            overview += ["", line]
        elif section is not options and re.match(r"[A-Z].*:$", line) or section is None:
            section = options
            options += ["", line]
        elif section is not options:
            section.append(line)
        elif value := VALUE.match(line):
            meaning = f" ({value[2]})" if value[2] else ""
            options[-1] += (", " if " Values: " in options[-1] else ". Values: ") + value[1] + meaning
        elif option := OPTION.match(line):
            name = option[2]
            # The options of a pass are written behind its name.
            if len(option[1]) == 6:
                parent = name
            elif len(option[1]) == 8:
                name = f"{parent}={name.lstrip('-')}"
            options.append(f"  {name}  {option[3]}")
        elif option := TABLE_OPTION.match(line):
            options.append(f"  {option[1]}  {option[2]}")
        elif line.startswith(" " * 12):
            options[-1] += line.strip()
        elif re.match(r" +(Passes|Pass Pipelines):$", line):
            options += ["", line.strip()]
        elif not line.startswith("  "):
            options.append(line)
    return synopsis, overview, examples, options


def write_page(help2man, version, output, tool):
    name = os.path.basename(tool)
    text = subprocess.run([tool, "--help"], check=True, capture_output=True, text=True).stdout
    synopsis, overview, examples, options = read_help(text)
    usage = [line.strip() for line in synopsis if line.strip()]
    body = ["Usage: " + usage[0]] + ["  or:  " + line for line in usage[1:]]
    body += ["", *overview[1:], "", *options]
    with tempfile.TemporaryDirectory() as folder:
        include, program = os.path.join(folder, "include"), os.path.join(folder, name)
        with open(include, "w") as file:
            file.write("[EXAMPLES]\n")
            for line in filter(str.strip, examples):
                escaped = line.strip().replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")
                indent = len(line) - len(line.lstrip())
                file.write(f".TP\n.B {escaped}\n" if indent == 2 else escaped + "\n")
        with open(os.path.join(folder, "help"), "w") as file:
            file.write("\n".join(body) + "\n")
        with open(program, "w") as file:
            file.write('#!/bin/sh\ncat "$(dirname "$0")/help"\n')
        os.chmod(program, 0o755)
        included = ["--include", include] if examples else []
        subprocess.run([help2man, "--no-info", *included, "--name", overview[0].rstrip("."),
                        "--source", "Pad", "--version-string", f"{name} {version}",
                        "--output", os.path.join(output, name + ".1"), program], check=True)


def main():
    if len(sys.argv) < 5:
        sys.exit("usage: scripts/generate-man.py HELP2MAN VERSION OUTPUT-DIR TOOL...")
    help2man, version, output, *tools = sys.argv[1:]
    os.makedirs(output, exist_ok=True)
    for tool in tools:
        write_page(help2man, version, output, tool)


if __name__ == "__main__":
    main()
