"""tensor.pad: import_tensor.py print|check PREFIX."""

import random

from import_cases import Case, join, numbers, hide, pad, result_shape, run, tensor

VALUE = 7
# Where the padding value comes from, and how the page calls that.
SOURCES = {"outside": "`tensor.pad` of a value from outside its body",
           "inside": "`tensor.pad` of a constant in its body",
           "computed": "`tensor.pad` of a value computed in its body",
           "poison": "`tensor.pad` of `ub.poison`, read as zero"}
NOFOLD = "`tensor.pad nofold`"


def draw(rng, element, source):
    rank = rng.randint(1, 3)
    shape = [rng.randint(0 if rng.random() < 0.1 else 1, 4) for _ in range(rank)]
    low = [rng.choice([0, 1, 2, 3, -1, -2]) for _ in shape]
    high = [rng.choice([0, 1, 2, 3, -1]) for _ in shape]
    # A negative extent has no meaning in tensor.pad.
    for axis, extent in enumerate(shape):
        if low[axis] + extent + high[axis] < 0:
            low[axis] = high[axis] = 0
    nofold = rng.random() < 0.2
    arguments = []

    def number(name, axis, amount):
        if rng.random() < 0.6 or (nofold and axis == 0):
            return amount
        arguments.append((f"%{name}{axis}", "index", str(amount)))
        return f"%{name}{axis}"

    if nofold:
        low[0], high[0] = low[0] or 1, max(high[0], 0) + 2
    traits = "n" if min(low + high) < 0 else ""
    low_text = [number("l", axis, amount) for axis, amount in enumerate(low)]
    high_text = [number("h", axis, amount) for axis, amount in enumerate(high)]
    traits += "r" if arguments else ""
    seen = hide(rng, shape)
    extents = result_shape(shape, low, high)
    inferred = [
        None if d is None or isinstance(p, str) or isinstance(q, str) else n
        for d, p, q, n in zip(seen, low_text, high_text, extents)
    ]
    # The declared type may know more than that, or less.
    result = [n if rng.random() < 0.3 or m is not None else None
              for m, n in zip(inferred, extents)]
    is_float = element.startswith("f")
    zero, one = ("0.0", "1.0") if is_float else ("0", "1")
    before, inside, value = [], [], VALUE
    if source == "outside":
        arguments.append(("%v", element, f"{VALUE}.0" if is_float else str(VALUE)))
    elif source == "inside":
        inside = [f"%v = arith.constant {VALUE}{'.0' if is_float else ''} : {element}"]
    elif source == "computed":
        arguments.append(("%u", element, f"{VALUE - 1}.0" if is_float else str(VALUE - 1)))
        inside = [f"%one = arith.constant {one} : {element}",
                  f"%v = arith.add{'f' if is_float else 'i'} %u, %one : {element}"]
    else:
        value = 0
        (before if rng.random() < 0.5 else inside).append(f"%v = ub.poison : {element}")
    indices = join(f"%i{axis}: index" for axis in range(rank))
    body = before + [
        f"%r = tensor.pad %x {'nofold ' if nofold else ''}"
        f"low[{join(low_text)}] high[{join(high_text)}] {{",
        f"^bb0({indices}):", *["  " + line for line in inside],
        f"  tensor.yield %v : {element}",
        f"}} : {tensor(seen, element)} to {tensor(result, element)}",
    ]
    traits += "v" if source in ("outside", "computed") else ""
    expected, extents = pad(numbers(shape), shape, "constant", low, high, value)
    return Case(shape, seen, element, body, tensor(result, element), expected, extents,
                arguments, NOFOLD if nofold else SOURCES[source], "constant", traits)


def stock_miscompiles():
    """Three pads that passes of MLIR 22 compile wrongly as tensor.pad."""

    def step(result, operand, low, high, sizes):
        return [f"{result} = tensor.pad {operand} low[{low}] high[{high}] {{",
                "^bb0(%i: index):", "  tensor.yield %v : i32",
                f"}} : tensor<{sizes[0]}xi32> to tensor<{sizes[1]}xi32>"]

    zero = ("%v", "i32", "0")
    yield Case([4], [4], "i32", step("%r", "%x", 1, -1, (4, 4)), "tensor<4xi32>",
               [0, 1, 2, 3], [4], [zero],
               SOURCES["outside"], "constant", "nv")
    yield Case([4], [4], "i32",
               step("%c", "%x", 0, -2, (4, 2)) + step("%r", "%c", 0, 3, (2, 5)),
               "tensor<5xi32>", [1, 2, 0, 0, 0], [5], [zero], SOURCES["outside"], "constant", "nv")
    yield Case([4], [4], "i32", step("%r", "%x", 2, 2, (4, 8)), "tensor<8xi32>",
               [0, 0, 1, 2, 3, 4, 0, 0], [8], [zero], SOURCES["outside"], "constant", "v")


def cases():
    rng = random.Random(1)
    made = list(stock_miscompiles())
    for source in ("outside", "inside", "computed", "poison"):
        for element in ("f32", "i32", "i8", "i64"):
            made += [draw(rng, element, source) for _ in range(5)]
    return made


run([*SOURCES.values(), NOFOLD], cases())
