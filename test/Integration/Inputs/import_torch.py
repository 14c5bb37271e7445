"""The pads of torch.aten: import_torch.py print|check PREFIX."""

import itertools
import random

from import_cases import Case, count, hide, join, numbers, pad, result_shape, run, strides, tensor

MODES = {"constant": "constant", "reflect": "reflect", "replicate": "edge",
         "circular": "wrap"}
OPERATOR = "`torch.operator` of these names"
FORMS = ["pad", "_pad_enum", "constant_pad_nd", "_pad_circular"]
FORMS += [f"{kind}_pad{axes}d" for kind in ("reflection", "replication")
          for axes in (1, 2, 3)]
# The element types of torch, and those of MLIR's tensors.
ELEMENTS = {"f32": "f32", "f64": "f64", "si32": "i32", "si64": "i64", "si8": "i8",
            "i1": "i1"}


def pad_circular(data, shape, low, high):
    """What aten::_pad_circular does: crop, copy to the middle, then copy from the
    result itself, one axis after the other from the last."""
    extents = result_shape(shape, low, high)
    result = {}
    crops = [max(-p, 0) for p in low]
    middles = [max(p, 0) for p in low]
    kept = [d - max(-p, 0) - max(-q, 0) for d, p, q in zip(shape, low, high)]
    steps = strides(shape)
    for at in itertools.product(*map(range, kept)):
        source = sum((i + c) * s for i, c, s in zip(at, crops, steps))
        result[tuple(i + m for i, m in zip(at, middles))] = data[source]
    for axis in reversed(range(len(shape))):
        n, p, q = extents[axis], max(low[axis], 0), max(high[axis], 0)
        copies = [(i, n - p - q + i) for i in range(p)]
        copies += [(n - q + i, p + i) for i in range(q)]
        for to, source in copies:
            for at, number in list(result.items()):
                if at[axis] == source:
                    result[at[:axis] + (to,) + at[axis + 1:]] = number
    return [result[at] for at in itertools.product(*map(range, extents))], extents


def draw_pads(rng, mode, extent, signed):
    """Pads that PyTorch takes."""
    while True:
        low, high = (rng.choice([0, 1, 2, 3, -1, -2] if signed else [0, 1, 2, 3])
                     for _ in range(2))
        left = extent + min(low, 0) + min(high, 0)
        if low + extent + high < 1 or left < 0:
            continue
        limit = {"reflect": extent - 1, "circular": left}.get(mode, 9)
        if max(low, high) <= limit:
            return low, high


def draw(rng, form, mode, signed):
    kind = rng.choice(["f32", "si64"]) if rng.random() < 0.5 else rng.choice(list(ELEMENTS))
    element = ELEMENTS[kind]
    padded = rng.randint(1, 3)
    rank = padded + rng.randint(1, 2)
    if mode == "constant":
        rank = rng.randint(padded, 4)
    shape = [rng.randint(1, 2) for _ in range(rank - padded)]
    shape += [rng.randint(2, 4) for _ in range(padded)]
    low, high = [0] * rank, [0] * rank
    for axis in range(rank - padded, rank):
        low[axis], high[axis] = draw_pads(rng, mode, shape[axis], signed)
    if count(shape) > 127 and element == "i8":
        kind, element = "si32", "i32"
    seen = hide(rng, shape, 0.3)
    extents = result_shape(shape, low, high)
    result = [n if rng.random() < 0.6 else None for n in extents]
    arguments, names = [], []
    traits = "n" if min(low + high) < 0 else ""
    vtensor = f"!torch.vtensor<[{','.join('?' if e is None else str(e) for e in seen)}],{kind}>"
    type = f"!torch.vtensor<[{','.join('?' if e is None else str(e) for e in result)}],{kind}>"
    cast = "builtin.unrealized_conversion_cast"
    body = [f"%t = {cast} %x : {tensor(seen, element)} to {vtensor}"]
    # Low and high of an axis, from the last one backwards.
    amounts = [n for axis in reversed(range(rank - padded, rank))
               for n in (low[axis], high[axis])]
    for n, amount in enumerate(amounts):
        names.append(f"%p{n}")
        if rng.random() < 0.7:
            body.append(f'%p{n} = "torch.constant.int"() <{{value = {amount} : i64}}> '
                        ": () -> !torch.int")
        else:
            traits += "r"
            arguments.append((f"%n{n}", "i64", str(amount)))
            body.append(f"%p{n} = {cast} %n{n} : i64 to !torch.int")
    ints = join(["!torch.int"] * len(names))
    body.append(f'%l = "torch.prim.ListConstruct"({join(names)}) : ({ints}) -> '
                "!torch.list<int>")
    value, operands, types = 0, ["%t", "%l"], [vtensor, "!torch.list<int>"]
    if form == "pad":
        operands.append("%m")
        types.append("!torch.str")
        body.append(f'%m = "torch.constant.str"() <{{value = "{mode}"}}> : () -> !torch.str')
    elif form == "_pad_enum":
        operands.append("%m")
        types.append("!torch.int")
        body.append(f'%m = "torch.constant.int"() <{{value = {list(MODES).index(mode)} : '
                    "i64}> : () -> !torch.int")
    if form in ("pad", "_pad_enum", "constant_pad_nd"):
        operands.append("%v")
        given = rng.choice(["int", "float", "none", "run"])
        if mode != "constant":
            given = "none"
        if given == "run" and kind not in ("f32", "f64"):
            given = "int"
        if form == "constant_pad_nd" and given == "none":
            given = "float"
        types.append("!torch.float" if given == "run" else f"!torch.{given}")
        value = rng.randint(-9, 9)
        if given == "none":
            value = 0
            body.append('%v = "torch.constant.none"() : () -> !torch.none')
        elif given == "run":
            traits += "v"
            arguments.append(("%f", "f64", f"{value}.0"))
            body.append(f"%v = {cast} %f : f64 to !torch.float")
        else:
            # A fraction is cut off where the elements are integers.
            fraction = 0.5 if given == "float" and element.startswith("i") else 0.0
            number = value + (fraction if value >= 0 else -fraction)
            text = f"{value} : i64" if given == "int" else f"{number} : f64"
            body.append(f'%v = "torch.constant.{given}"() <{{value = {text}}}> : () -> '
                        f"!torch.{given}")
            if element == "i1":
                value = int(number != 0)
    name, attributes = f"torch.aten.{form}", ""
    spelled = f"`{name}`"
    if rng.random() < 0.2:
        spelled = OPERATOR
        name, attributes = "torch.operator", f' <{{name = "torch.aten.{form}"}}>'
    body.append(f'%o = "{name}"({join(operands)}){attributes} : ({join(types)}) -> {type}')
    body.append(f"%r = {cast} %o : {type} to {tensor(result, element)}")
    data = numbers(shape, element)
    if mode == "circular":
        expected, extents = pad_circular(data, shape, low, high)
    else:
        expected, extents = pad(data, shape, MODES[mode], low, high, value)
    return padded, Case(shape, seen, element, body, tensor(result, element), expected,
                        extents, arguments, spelled, MODES[mode], traits, kind)


def cropped_away():
    """Circular pads that run time crops by more than there is: nothing is left to
    copy, and what is extended all the same is zero."""
    seen, source = tensor([1, 3], "f32"), "!torch.vtensor<[1,3],f32>"
    type, cast = "!torch.vtensor<[1,?],f32>", "builtin.unrealized_conversion_cast"
    for low, high in ((-5, 2), (2, -5), (-2, -2), (-3, 1)):
        body = [f"%t = {cast} %x : {seen} to {source}",
                f"%p0 = {cast} %n0 : i64 to !torch.int",
                f"%p1 = {cast} %n1 : i64 to !torch.int",
                '%l = "torch.prim.ListConstruct"(%p0, %p1) : (!torch.int, !torch.int) -> '
                "!torch.list<int>",
                f'%o = "torch.aten._pad_circular"(%t, %l) : ({source}, !torch.list<int>) -> '
                f"{type}",
                f"%r = {cast} %o : {type} to {tensor([1, None], 'f32')}"]
        extended = max(low, 0) + max(high, 0)
        yield Case([1, 3], [1, 3], "f32", body, tensor([1, None], "f32"), [0] * extended,
                   [1, extended], [("%n0", "i64", str(low)), ("%n1", "i64", str(high))],
                   "`torch.aten._pad_circular`", "wrap", "nr")


def cases():
    rng = random.Random(4)
    made = list(cropped_away())

    def add(form, mode, axes=None):
        for signed in (False, True, True):
            padded = None
            while padded is None or (axes and padded != axes):
                padded, case = draw(rng, form, mode, signed)
            made.append(case)

    for mode in MODES:
        for form in ("pad", "pad", "pad", "_pad_enum"):
            add(form, mode)
    for _ in range(4):
        add("constant_pad_nd", "constant")
        add("_pad_circular", "circular")
    for axes in (1, 1, 2, 2, 3, 3):
        add(f"reflection_pad{axes}d", "reflect", axes)
        add(f"replication_pad{axes}d", "replicate", axes)
    return made


run([*(f"`torch.aten.{form}`" for form in FORMS), OPERATOR], cases())
