"""The explorer page, used in a browser as a reader uses it, against pad-opt:
explorer_test.py PAGE-DIR TOOLS LLVM-BIN RUNNER-LIBS OUTPUT-DIR.

For each case the form is filled in, and the op's text that the page shows is compiled
and run by pad-opt and mlir-runner; what it prints must be the grid of the page, cell by
cell. The page must report a fault exactly where pad-opt refuses its text. Pictures of
the page on a desktop and on a phone are left in OUTPUT-DIR.
"""

import itertools
import json
import os
import pathlib
import re
import subprocess
import sys

from browser import Browser

MODES = [*os.environ["PAD_MODES"].split(), "reflect periodic", "symmetric periodic"]
# Extent, low, high and interior of an axis.
NUMBERS = [(4, 2, 3, 0), (3, -1, 2, 0), (3, 2, -4, 0), (3, 7, 5, 0), (3, 1, 2, 1)]
NUMBERS += [(1, 1, 0, 2), (0, 1, 2, 0), (2, -9, 1, 0), (5, -2, -1, 3), (0, 0, 0, 0)]
# Beyond what the verifier accepts, or beyond what is drawn.
REFUSED = [
    ("wrap", 4, 1, 1, -1),
    ("edge", 2**62, 2**62, 2**62, 0),
    ("edge", 4, 0, -(2**63), 0),
]
REFUSED += [("constant", 2**62, 0, 0, 4), ("edge", 4, -(2**63), 0, 0)]

FILL = """
(([rank, axes, value]) => {
  const set = (id, text) => {
    const field = document.getElementById(id);
    if (field.type === 'checkbox') field.checked = text; else field.value = text;
    field.dispatchEvent(new Event('input', {bubbles: true}));
  };
  set('rank', rank);
  axes.forEach(([mode, periodic, ...numbers], axis) => {
    const options = [...document.getElementById(`mode${axis}`).options];
    set(`mode${axis}`, options.find((option) => option.text === mode).value);
    set(`periodic${axis}`, periodic);
    ['extent', 'low', 'high', 'interior'].forEach((name, i) => set(name + axis, numbers[i]));
  });
  set('value', value);
  const rows = (id) => [...document.getElementById(id).rows]
    .map((row) => [...row.cells].map((cell) => Number(cell.textContent)));
  return {
    text: document.getElementById('text').textContent,
    faults: [...document.getElementById('faults').children].map((item) => item.textContent),
    result: rows('result'), source: rows('source'), address: location.hash,
  };
})(%s)
"""


def cases():
    """All modes with all numbers on one axis, and pairs of them on two."""
    axes = [(mode, *numbers) for mode in MODES for numbers in NUMBERS]
    for axis in axes + REFUSED:
        yield [axis], 0
    yield [("constant", 3, 2, 2, 0)], -7
    # A step that is no divisor of the number of axes meets every pair of modes.
    for i, axis in enumerate(axes):
        for step in (1, 11, 23, 31):
            yield [axis, axes[(i * 3 + step) % len(axes)]], i % 3


def as_form(axes, value):
    def fields(axis):
        mode, _, periodic = axis[0].partition(" ")
        return [mode, periodic != "", *(str(number) for number in axis[1:])]

    return [len(axes), [fields(axis) for axis in axes], value]


def function(number, page):
    """The op of the page as a function of its source."""
    source = re.search(r"(tensor<\S*>) to (tensor<\S*>)", page["text"])
    return (
        f"func.func @pad{number}(%x: {source[1]}) -> {source[2]} {{\n"
        f"{page['text']}\nreturn %r : {source[2]}\n}}\n"
    )


def main_of(pages):
    """A function that calls each pad and prints what it gives."""
    text = "func.func private @printMemrefI32(tensor<*xi32>) attributes {llvm.emit_c_interface}\n"
    text += "func.func @main() {\n"
    for number, page in enumerate(pages):
        source, result = re.search(
            r"(tensor<\S*>) to (tensor<\S*>)", page["text"]
        ).groups()
        rows = page["source"]
        if source.count("x") == 1:
            rows = rows[0]
        elements = "" if re.search(r"\b0x|x0x", source) else json.dumps(rows)
        text += (
            f"%x{number} = arith.constant dense<{elements}> : {source}\n"
            f"%r{number} = call @pad{number}(%x{number}) : ({source}) -> {result}\n"
            f"%u{number} = tensor.cast %r{number} : {result} to tensor<*xi32>\n"
            f"call @printMemrefI32(%u{number}) : (tensor<*xi32>) -> ()\n"
        )
    return text + "return\n}\n"


def run(arguments, text):
    done = subprocess.run(arguments, input=text, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(arguments)}\n{done.stderr[:4000]}")
    return done.stdout


def accepts(tools, text):
    return not subprocess.run(
        [tools + "/pad-opt"], input=text, capture_output=True, text=True
    ).returncode


def printed_grids(output):
    """What printMemrefI32 printed, as lists of rows. Of an empty array it prints
    something."""
    for block in output.split("Unranked Memref")[1:]:
        head, data = block.split("data =", 1)
        if 0 in json.loads(re.search(r"sizes = (\[.*?\])", head)[1]):
            yield []
            continue
        rows = re.findall(r"\[([^\[\]]*)\]", data)
        yield [
            [int(number) for number in row.split(",") if number.strip()] for row in rows
        ]


def check_grids(tools, llvm, libs, pages):
    module = "".join(function(number, page) for number, page in enumerate(pages))
    lowered = run([tools + "/pad-opt", "--lower-pad-to-llvm"], module + main_of(pages))
    command = [llvm + "/mlir-runner", "-e", "main", "-entry-point-result=void"]
    output = run(command + ["-shared-libs=" + libs], lowered)
    cells = 0
    for page, grid in itertools.zip_longest(pages, printed_grids(output)):
        shown = [row for row in page["result"] if row]
        if shown != [row for row in grid if row]:
            sys.exit(f"{page['text']}\nthe page shows {shown}, run time {grid}")
        cells += sum(map(len, shown))
    print(f"{len(pages)} grids of {cells} cells equal what the op computes")


def check_widths(browser, page, folder):
    """Nothing is wider than the window, on a desktop and on a phone."""
    for name, width in (("desktop", 1280), ("phone", 390)):
        browser.open(
            page + "#2:edge:5,2,2,0:wrap:9,5,5,0:0", width, 900, name == "phone"
        )
        browser.screenshot(folder / f"{name}.png")
        actual = browser.evaluate("document.documentElement.scrollWidth")
        if actual != width:
            sys.exit(f"the page is {actual} pixels wide in a window of {width}")
        print(f"{name}: {actual} pixels")


def check_pointing(browser, page):
    """Pointing at a cell says what it reads; an address alone gives the pad."""
    browser.open(page + "#1:reflect:4,2,0,0:0", 1280)
    browser.evaluate("document.querySelector('#result td').click()")
    print(browser.evaluate("document.getElementById('reads').textContent"))
    print(
        browser.evaluate("document.querySelectorAll('#source td.marked').length"),
        "marked",
    )


def main(page_dir, tools, llvm, libs, output):
    page = (pathlib.Path(page_dir) / "index.html").resolve().as_uri()
    good, refused = [], 0
    with Browser() as browser:
        browser.open(page, 1280)
        for axes, value in cases():
            shown = browser.evaluate(FILL % json.dumps(as_form(axes, value)))
            if shown["faults"]:
                refused += 1
                if accepts(tools, function(0, shown)):
                    sys.exit(f"pad-opt accepts what the page refuses: {shown}")
            else:
                good.append(shown)
        check_pointing(browser, page)
        check_widths(browser, page, pathlib.Path(output))
    print(f"{refused} pads are refused by both")
    check_grids(tools, llvm, libs, good)


main(*sys.argv[1:])
