"""stablehlo.pad and stablehlo.dynamic_pad: import_stablehlo.py print|check PREFIX."""

import random

from import_cases import Case, dilated, hide, join, numbers, pad, result_shape, run, tensor

NAMES = ["edge_padding_low", "edge_padding_high", "interior_padding"]


def draw(rng, dynamic):
    element = rng.choice(["f32", "i32", "i8", "f64"])
    rank = rng.randint(1, 3)
    shape = [rng.randint(0 if rng.random() < 0.1 else 1, 4) for _ in range(rank)]
    interior = [rng.choice([0, 0, 1, 2]) for _ in shape]
    low = [rng.choice([0, 1, 2, -1, -2]) for _ in shape]
    high = [rng.choice([0, 1, 3, -1]) for _ in shape]
    for axis, extent in enumerate(shape):
        if low[axis] + dilated(extent, interior[axis]) + high[axis] < 0:
            low[axis] = high[axis] = 0
    extents = result_shape(shape, low, high, interior)
    seen = hide(rng, shape)
    value = rng.randint(-9, 9)
    text = f"{value}.0" if element.startswith("f") else str(value)
    lists, arguments, body = [low, high, interior], [], []
    traits = "n" if min(low + high) < 0 else ""
    traits += "i" if max(interior) > 0 else ""
    if rng.random() < 0.5:
        body.append(f'%v = "stablehlo.constant"() <{{value = dense<{text}> : '
                    f"tensor<{element}>}}> : () -> tensor<{element}>")
    else:
        traits += "v"
        arguments.append(("%v", f"tensor<{element}>", f"dense<{text}>"))
    if dynamic:
        index = rng.choice(["i64", "i32", "index"])
        type = f"tensor<{rank}x{index}>"
        known = True
        for n, amounts in enumerate(lists):
            dense = f"dense<[{join(amounts)}]>"
            if rng.random() < 0.4:
                body.append(f'%n{n} = "stablehlo.constant"() <{{value = {dense} : '
                            f"{type}}}> : () -> {type}")
            else:
                known = False
                traits += "r"
                arguments.append((f"%n{n}", type, dense))
        result = [n if rng.random() < 0.3 or (known and d is not None) else None
                  for d, n in zip(seen, extents)]
        operands, types = "%x, %v, %n0, %n1, %n2", f", {type}, {type}, {type}"
        name, attributes = "stablehlo.dynamic_pad", ""
    else:
        result = [None if d is None else n for d, n in zip(seen, extents)]
        spelled = []
        for name, amounts in zip(NAMES, lists):
            form = rng.choice(["array", "dense", "splat"])
            text = f"array<i64: {join(amounts)}>"
            if form == "dense":
                text = f"dense<[{join(amounts)}]> : tensor<{rank}xi64>"
            elif form == "splat" and len(set(amounts)) == 1:
                text = f"dense<{amounts[0]}> : tensor<{rank}xi64>"
            spelled.append(f"{name} = {text}")
        attributes = f"{{{join(spelled)}}}"
        if rng.random() < 0.6:
            attributes = f"<{attributes}>"
        operands, types, name = "%x, %v", "", "stablehlo.pad"
    body.append(f'%r = "{name}"({operands}) {attributes} : ({tensor(seen, element)}, '
                f"tensor<{element}>{types}) -> {tensor(result, element)}")
    expected, extents = pad(numbers(shape), shape, "constant", low, high, value, interior)
    return Case(shape, seen, element, body, tensor(result, element), expected, extents,
                arguments, f"`{name}`", "constant", traits)


def cases():
    rng = random.Random(3)
    return [draw(rng, dynamic) for dynamic in (False, True) for _ in range(40)]


run(["`stablehlo.pad`", "`stablehlo.dynamic_pad`"], cases())
