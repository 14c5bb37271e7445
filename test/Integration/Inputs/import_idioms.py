"""Pads written with other ops: import_idioms.py print [perturbed],
check PREFIX [perturbed].

Extents are static or not, sources differ in every element.
"""

import random
import sys

from import_cases import (Case, join, numbers, pad, read_twice, result_shape, run,
                          tensor)

INSERTED = "`tensor.insert_slice` into a fill"
JOINED = "slices or fills joined by `tensor.concat`"
IS_PERTURBED = sys.argv[-1] == "perturbed"
FORMS = [INSERTED, JOINED]


class Body:
    """The lines of a function, and names for what they make."""

    def __init__(self, element):
        self.lines, self.names, self.element = [], 0, element

    def name(self):
        self.names += 1
        return f"%t{self.names}"

    def add(self, text):
        name = self.name()
        self.lines.append(f"{name} = {text}")
        return name

    def index(self, number):
        return self.add(f"arith.constant {number} : index")

    def op(self, op, lhs, rhs):
        return self.add(f"arith.{op} {lhs}, {rhs} : index")

    def fill(self, rng, shape, value):
        """A tensor of `value`, made by one of the ops that do so."""
        type, text = tensor(shape, self.element), f"{value}.0"
        kind = rng.choice(["fill", "splat", "dense"])
        if kind == "dense":
            return self.add(f"arith.constant dense<{text}> : {type}")
        scalar = self.add(f"arith.constant {text} : {self.element}")
        if kind == "splat":
            return self.add(f"tensor.splat {scalar} : {type}")
        empty = self.add(f"tensor.empty() : {type}")
        return self.add(f"linalg.fill ins({scalar} : {self.element}) "
                        f"outs({empty} : {type}) -> {type}")

    def slice(self, source, shape, offsets, sizes):
        ones = join([1] * len(shape))
        return self.add(f"tensor.extract_slice {source}[{join(offsets)}] [{join(sizes)}] "
                        f"[{ones}] : {tensor(shape, self.element)} to "
                        f"{tensor(sizes, self.element)}")

    def insert(self, source, sizes, target, shape, offsets, steps):
        return self.add(f"tensor.insert_slice {source} into {target}[{join(offsets)}] "
                        f"[{join(sizes)}] [{join(steps)}] : {tensor(sizes, self.element)} "
                        f"into {tensor(shape, self.element)}")

    def concat(self, axis, parts, shape):
        types = join(tensor(extents, self.element) for _, extents in parts)
        return self.add(f"tensor.concat dim({axis}) {join(name for name, _ in parts)} : "
                        f"({types}) -> {tensor(shape, self.element)}")

    def case(self, result, shape, expected, extents, form=None, mode="constant",
             traits="", seen=None, shown=None, arguments=()):
        """The function that returns `result`."""
        type = tensor(shown or extents, self.element)
        self.lines += read_twice(f"tensor.cast {result} : {type} to {type}", type)
        return Case(shape, seen or shape, self.element, self.lines, type, expected,
                    extents, arguments, form, mode, traits)


def draw_shape(rng):
    return [rng.randint(2, 4) for _ in range(rng.randint(1, 3))]


def insertion(rng):
    """A tensor, or a slice of one, inserted into a fill; with strides."""
    body, shape = Body("f32"), draw_shape(rng)
    low = [rng.randint(0, 2) for _ in shape]
    high = [rng.randint(0, 2) for _ in shape]
    steps = [rng.choice([1, 1, 2, 3]) for _ in shape]
    interior = [step - 1 for step in steps]
    extents = result_shape(shape, low, high, interior)
    target = body.fill(rng, extents, 5)
    result = body.insert("%x", shape, target, extents, low, steps)
    expected, extents = pad(numbers(shape), shape, "constant", low, high, 5, interior)
    traits = "i" if max(interior) else ""
    return body.case(result, shape, expected, extents, INSERTED, "constant", traits)


def concatenation(rng, mode):
    """Slices of one element each, or longer where they are in order, joined axis
    by axis."""
    body, shape = Body("f32"), draw_shape(rng)
    value, source, now, is_padded = 6, "%x", list(shape), False
    low, high = [0] * len(shape), [0] * len(shape)
    for axis, extent in enumerate(shape):
        limit = extent - 1 if mode == "reflect" else extent
        low[axis], high[axis] = rng.randint(0, limit), rng.randint(0, limit)

        def piece(j):
            at, sizes = [0] * len(now), list(now)
            sizes[axis] = 1
            if mode == "constant":
                return body.fill(rng, sizes, value), sizes
            expected, _ = pad(list(range(extent)), [extent], mode, [low[axis]], [high[axis]])
            at[axis] = expected[j + low[axis]]
            return body.slice(source, now, at, sizes), sizes

        before = [piece(j) for j in range(-low[axis], 0)]
        after = [piece(j) for j in range(extent, extent + high[axis])]
        if mode == "wrap" and rng.random() < 0.5:
            # Longer slices.
            before, after = [], []
            for pieces, count, start in ((before, low[axis], extent - low[axis]),
                                         (after, high[axis], 0)):
                if count:
                    at, sizes = [0] * len(now), list(now)
                    at[axis], sizes[axis] = start, count
                    pieces.append((body.slice(source, now, at, sizes), sizes))
        joined = list(now)
        joined[axis] += low[axis] + high[axis]
        parts = before + [(source, list(now))] + after
        if len(parts) == 1:
            continue
        source, now, is_padded = body.concat(axis, parts, joined), joined, True
    if not is_padded:
        return concatenation(rng, mode)
    expected, extents = pad(numbers(shape), shape, mode, low, high, value)
    return body.case(source, shape, expected, extents, JOINED, mode)


def perturbed(rng):
    """Slices of one element each that may be those of a pad, and mostly are not."""
    body, extent, count = Body("f32"), rng.randint(2, 5), rng.randint(1, 4)
    factor, offset = rng.choice([1, 1, 1, -1, 2, 0]), rng.randint(-3, 4)
    reads = [min(max(factor * i + offset, 0), extent - 1) for i in range(count)]
    place = rng.randint(0, count)
    parts = [(body.slice("%x", [extent], [read], [1]), [1]) for read in reads]
    parts.insert(place, ("%x", [extent]))
    result = body.concat(0, parts, [extent + count])
    expected = [1 + read for read in reads]
    expected[place:place] = numbers([extent])
    return body.case(result, [extent], expected, [extent + count])


def nearly():
    """Ops that are those of a pad but for one number, each where nothing but that
    number tells."""
    made = []

    def add(body, result, seen, shape, expected, extents, arguments=()):
        shown = [None if extent is None else n for extent, n in zip(seen, extents)]
        made.append(body.case(result, shape, expected, extents, seen=seen, shown=shown,
                              arguments=arguments))

    # Rows that are joined have other columns than those before.
    body = Body("f32")
    first = body.slice("%x", [2, 3], [0, 0], [1, 2])
    others = body.slice("%x", [2, 3], [0, 1], [2, 2])
    joined = body.concat(0, [(first, [1, 2]), (others, [2, 2])], [3, 2])
    add(body, joined, [2, 3], [2, 3], [1, 2, 2, 3, 5, 6], [3, 2])

    unknown = tensor([None], "f32")

    def part(body, offset, size, step=1):
        return body.add(f"tensor.extract_slice %x[{offset}] [{size}] [{step}] : {unknown} to "
                        f"{tensor([size], 'f32')}"), tensor([size], "f32")

    def join_parts(body, parts):
        return body.add(f"tensor.concat dim(0) {join(name for name, _ in parts)} : "
                        f"({join(type for _, type in parts)}) -> {unknown}")

    # Two elements in front that are not the last, nor copies of the first; every
    # second one behind.
    whole = ("%x", unknown)
    body = Body("f32")
    add(body, join_parts(body, [part(body, 0, 2), whole]), [None], [4],
        [1, 2, 1, 2, 3, 4], [6])
    body = Body("f32")
    add(body, join_parts(body, [part(body, 1, 2), whole, part(body, 0, 2)]), [None], [4],
        [2, 3, 1, 2, 3, 4, 1, 2], [8])
    body = Body("f32")
    add(body, join_parts(body, [whole, part(body, 0, 2, 2)]), [None], [4],
        [1, 2, 3, 4, 1, 3], [6])

    # An insertion with gaps.
    body = Body("f32")
    dim = body.add(f"tensor.dim %x, {body.index(0)} : {unknown}")
    scalar = body.add("arith.constant 9.0 : f32")
    empty = body.add(f"tensor.empty(%n) : {unknown}")
    target = body.add(f"linalg.fill ins({scalar} : f32) outs({empty} : {unknown}) -> {unknown}")
    inserted = body.add(f"tensor.insert_slice %x into {target}[1] [{dim}] [2] : {unknown} "
                        f"into {unknown}")
    add(body, inserted, [None], [3], [9, 1, 9, 2, 9, 3, 9, 9], [8], [("%n", "index", "8")])
    return made


def dynamic(rng, kind):
    """The forms of any extents."""
    body, extent = Body("f32"), rng.randint(2, 5)
    low, high, value = rng.randint(0, extent), rng.randint(0, extent), 4
    unknown, arguments = tensor([None], "f32"), []
    dim = body.add(f"tensor.dim %x, {body.index(0)} : {unknown}")

    def piece(offset, size):
        return body.add(f"tensor.extract_slice %x[{offset}] [{size}] [1] : {unknown} to "
                        f"{tensor([size], 'f32')}"), size

    def concat(parts):
        types = join(tensor([size], "f32") for _, size in parts)
        return body.add(f"tensor.concat dim(0) {join(name for name, _ in parts)} : ({types}) "
                        f"-> {unknown}")

    mode = "constant" if kind == "insert" else kind
    form = INSERTED if kind == "insert" else JOINED
    if kind == "insert":
        arguments = [("%n", "index", str(low + extent + high)), ("%o", "index", str(low))]
        scalar = body.add(f"arith.constant {value}.0 : f32")
        empty = body.add(f"tensor.empty(%n) : {unknown}")
        target = body.add(f"linalg.fill ins({scalar} : f32) outs({empty} : {unknown}) "
                          f"-> {unknown}")
        result = body.add(f"tensor.insert_slice %x into {target}[%o] [{dim}] [1] : {unknown} "
                          f"into {unknown}")
    elif kind == "wrap":
        low, high = max(low, 1), max(high, 1)
        start = body.op("subi", dim, body.index(low))
        result = concat([piece(start, low), ("%x", None), piece(0, high)])
    else:
        low = high = 1
        last = body.op("subi", dim, body.index(1))
        result = concat([piece(0, 1), ("%x", None), piece(last, 1)])
    expected, extents = pad(numbers([extent]), [extent], mode, [low], [high], value)
    traits = "r" if arguments else ""
    return body.case(result, [extent], expected, extents, form, mode, traits, [None],
                     [None], arguments)


def cases():
    rng, made = random.Random(5), []
    if IS_PERTURBED:
        return [perturbed(rng) for _ in range(40)] + nearly()
    made += [insertion(rng) for _ in range(10)]
    for mode in ("constant", "edge", "reflect", "symmetric", "wrap"):
        made += [concatenation(rng, mode) for _ in range(3)]
    for kind in ("insert", "wrap", "edge"):
        made += [dynamic(rng, kind) for _ in range(3)]
    return made


run([] if IS_PERTURBED else FORMS, cases())
