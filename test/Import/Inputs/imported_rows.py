"""The rows of docs/FrontEnds.md for imported models: see scripts/front-ends."""

import json
import re
from pathlib import Path


def make_row(text, form, element, pads):
    """The row of a function: `text` is what was imported, and `pads` are the numbers
    that ran. Of several pads the first one counts."""
    pad = re.search(r"pad\.pad (\w+).*", text)
    operands, mode = pad.group().partition(" : ")[0], pad.group(1)
    source = re.search(r"@[\w$.-]+\(%\w+: tensor<([^>]*)", text).group(1)
    value = re.search(r"value\((%[\w-]+)\)", operands)
    # Constants of types with a sign are casts of those without.
    cast = value and re.search(
        value.group(1) + r" = builtin.unrealized_conversion_cast (%[\w-]+)", text)
    value = cast or value
    traits = {
        "n": min(pads, default=0) < 0,
        "i": "interior[" in operands,
        "u": "?" in source,
        "r": re.search(r"(?:low|high|interior)\[[^\]]*%", operands),
        "v": value and not re.search(value.group(1) + r" = \S+constant ", text),
    }
    return {"form": form, "mode": mode, "element": element,
            "traits": "".join(letter for letter, has in traits.items() if has)}


def write_rows(path, forms, rows):
    """`forms` are all those that rows have, in the order of the page."""
    Path(path).write_text(json.dumps({"forms": forms, "rows": rows}))
