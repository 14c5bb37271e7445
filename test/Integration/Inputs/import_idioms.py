"""Pads written with other ops: import_idioms.py print [perturbed],
check PREFIX [perturbed].

Extents are static or not, sources differ in every element; the index arithmetic
is that of each mode, written out.
"""

import random
import sys

from import_cases import (Case, join, numbers, pad, read_twice, result_shape, run,
                          tensor)

INSERTED = "`tensor.insert_slice` into a fill"
# What concatenates; `tensor.insert_slice` does one slice after the other.
JOINED = {"concat": "slices or fills joined by `tensor.concat`",
          "insert": "slices or fills joined by `tensor.insert_slice`",
          "concat insert": "slices or fills joined by both, axis by axis"}
COMPUTED = {"generate": "indices computed in `tensor.generate`",
            "generic": "indices computed in `linalg.generic`"}
IS_PERTURBED = sys.argv[-1] == "perturbed"
FORMS = [INSERTED, *JOINED.values(), *COMPUTED.values()]


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
        kind = rng.choice(["fill", "splat", "dense", "generate"])
        if kind == "dense":
            return self.add(f"arith.constant dense<{text}> : {type}")
        if kind == "generate":
            return self.add(
                f"tensor.generate {{\n  ^bb0({join(f'%g{self.names}_{k}: index' for k in range(len(shape)))}):\n"
                f"    %gv{self.names} = arith.constant {text} : {self.element}\n"
                f"    tensor.yield %gv{self.names} : {self.element}\n  }} : {type}")
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


def concatenation(rng, mode, way):
    """Slices of one element each, or longer where they are in order, joined axis
    by axis, or written one after the other into an empty tensor, as `way` says."""
    body, shape = Body("f32"), draw_shape(rng)
    value, source, now, ways = 6, "%x", list(shape), set()
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
        concats = way == "concat" or (way != "insert" and rng.random() < 0.5)
        ways.add("concat" if concats else "insert")
        if concats:
            source = body.concat(axis, parts, joined)
        else:
            target = body.add(f"tensor.empty() : {tensor(joined, body.element)}")
            offset = 0
            for name, sizes in parts:
                at = [0] * len(now)
                at[axis] = offset
                target = body.insert(name, sizes, target, joined, at, [1] * len(now))
                offset += sizes[axis]
            source = target
        now = joined
    if " ".join(sorted(ways)) != way:
        # Too few axes are padded.
        return concatenation(rng, mode, way)
    expected, extents = pad(numbers(shape), shape, mode, low, high, value)
    return body.case(source, shape, expected, extents, JOINED[way], mode)


def position_text(body, rng, mode, index, extent, low):
    """Index arithmetic of `mode` for the position that `index` reads."""
    j = index
    if low:
        j = body.op("subi", index, body.index(low))
    zero, last = body.index(0), body.index(extent - 1)
    if mode == "edge":
        if rng.random() < 0.5:
            return body.op("minsi", body.op("maxsi", j, zero), last)
        return body.op("maxsi", body.op("minsi", j, last), zero)
    if mode == "wrap":
        size = body.index(extent)
        if rng.random() < 0.5:
            return body.op("remsi", body.op("addi", body.op("remsi", j, size), size), size)
        shifted = body.op("addi", j, body.index(8 * extent))
        return body.op("remui", shifted, size)
    if rng.random() < 0.5:
        # By comparison, once on either side.
        start = 0 if mode == "reflect" else -1
        turn = 2 * (extent - 1) if mode == "reflect" else 2 * extent - 1
        below = body.add(f"arith.cmpi slt, {j}, {zero} : index")
        mirrored = body.op("subi", body.index(start), j)
        up = body.add(f"arith.select {below}, {mirrored}, {j} : index")
        above = body.add(f"arith.cmpi sgt, {up}, {last} : index")
        down = body.op("subi", body.index(turn), up)
        return body.add(f"arith.select {above}, {down}, {up} : index")
    return periodic_position(body, mode, j, extent)


def periodic_position(body, mode, j, extent):
    """The position that `j` reads in a mode that reflects for ever."""
    period = 2 * (extent - 1) if mode == "reflect" else 2 * extent
    turn = period if mode == "reflect" else period - 1
    shifted = body.op("addi", j, body.index(8 * period))
    m = body.op("remui", shifted, body.index(period))
    return body.op("minsi", m, body.op("subi", body.index(turn), m))


def arithmetic(rng, mode):
    """A body that extracts at indices it computes."""
    body, shape = Body("f32"), draw_shape(rng)
    value = 9
    limit = {"reflect": -1, "symmetric": 0}.get(mode, 2)
    low = [rng.randint(-1, extent + limit if extent + limit > 0 else 0) for extent in shape]
    high = [rng.randint(-1 if p >= 0 else 0, extent + limit if extent + limit > 0 else 0)
            for p, extent in zip(low, shape)]
    # A crop alone is no pad.
    if max(low + high) <= 0:
        low[0], high[0] = 1, 0
    extents = result_shape(shape, low, high)
    type, indices = tensor(extents, body.element), [f"%i{axis}" for axis in range(len(shape))]
    outer, body.lines = body.lines, []
    generic = rng.random() < 0.5
    if generic:
        for axis, name in enumerate(indices):
            body.lines.append(f"{name} = linalg.index {axis} : index")
    if mode == "constant":
        tests, reads = [], []
        for index, extent, p in zip(indices, shape, low):
            j = body.op("subi", index, body.index(p))
            reads.append(j)
            if rng.random() < 0.5:
                tests.append(body.add(f"arith.cmpi ult, {j}, {body.index(extent)} : index"))
            else:
                tests.append(body.add(f"arith.cmpi sge, {j}, {body.index(0)} : index"))
                tests.append(body.add(f"arith.cmpi sle, {j}, {body.index(extent - 1)} : index"))
        test = tests[0]
        for other in tests[1:]:
            test = body.add(f"arith.andi {test}, {other} : i1")
        fill = body.add(f"arith.constant {value}.0 : f32")
        element = body.add(
            f"scf.if {test} -> (f32) {{\n"
            f"      %e = tensor.extract %x[{join(reads)}] : {tensor(shape, 'f32')}\n"
            f"      scf.yield %e : f32\n    }} else {{\n      scf.yield {fill} : f32\n    }}")
    else:
        reads = [position_text(body, rng, mode, index, extent, p)
                 for index, extent, p in zip(indices, shape, low)]
        element = body.add(f"tensor.extract %x[{join(reads)}] : {tensor(shape, 'f32')}")
    inner, body.lines = body.lines, outer
    if generic:
        empty = body.add(f"tensor.empty() : {type}")
        dims = join(f"d{axis}" for axis in range(len(shape)))
        loops = join(['"parallel"'] * len(shape))
        head = (f"linalg.generic {{indexing_maps = [affine_map<({dims}) -> ({dims})>], "
                f"iterator_types = [{loops}]}} outs({empty} : {type}) {{\n  ^bb0(%o: f32):")
        tail = f"  linalg.yield {element} : f32\n  }} -> {type}"
    else:
        head = f"tensor.generate {{\n  ^bb0({join(f'{i}: index' for i in indices)}):"
        tail = f"  tensor.yield {element} : f32\n  }} : {type}"
    result = body.add("\n    ".join([head, *inner]) + "\n" + tail)
    expected, extents = pad(numbers(shape), shape, mode, low, high, value)
    return body.case(result, shape, expected, extents,
                     COMPUTED["generic" if generic else "generate"], mode,
                     "n" if min(low + high) < 0 else "")


def perturbed(rng):
    """A body with indices that may be those of a pad, and mostly are not."""
    body, extent, n = Body("f32"), rng.randint(2, 5), rng.randint(3, 9)
    factor, offset = rng.choice([1, 1, 1, -1, 2, 0]), rng.randint(-3, 4)
    least, most = rng.choice([0, 0, 1]), extent - rng.choice([1, 1, 2])
    outer, body.lines = body.lines, []
    scaled = body.op("muli", "%i", body.index(factor))
    moved = body.op("addi", scaled, body.index(offset))
    read = body.op("maxsi", body.op("minsi", moved, body.index(most)), body.index(least))
    element = body.add(f"tensor.extract %x[{read}] : {tensor([extent], 'f32')}")
    inner, body.lines = body.lines, outer
    result = body.add("tensor.generate {\n  ^bb0(%i: index):\n    " + "\n    ".join(inner) +
                      f"\n    tensor.yield {element} : f32\n  }} : {tensor([n], 'f32')}")
    expected = [1 + max(min(factor * i + offset, most), least) for i in range(n)]
    return body.case(result, [extent], expected, [n])


def nearly():
    """Ops that are those of a pad but for one number, each where nothing but that
    number tells."""
    made = []

    def add(body, result, seen, shape, expected, extents, arguments=()):
        shown = [None if extent is None else n for extent, n in zip(seen, extents)]
        made.append(body.case(result, shape, expected, extents, seen=seen, shown=shown,
                              arguments=arguments))

    # Rows that are joined, or inserted, have other columns than those before.
    body = Body("f32")
    first = body.slice("%x", [2, 3], [0, 0], [1, 2])
    others = body.slice("%x", [2, 3], [0, 1], [2, 2])
    joined = body.concat(0, [(first, [1, 2]), (others, [2, 2])], [3, 2])
    add(body, joined, [2, 3], [2, 3], [1, 2, 2, 3, 5, 6], [3, 2])
    body = Body("f32")
    first = body.slice("%x", [2, 3], [0, 0], [1, 2])
    others = body.slice("%x", [2, 3], [0, 1], [2, 2])
    target = body.concat(0, [(first, [1, 2])] * 3, [3, 2])
    inserted = body.insert(others, [2, 2], target, [3, 2], [1, 0], [1, 1])
    add(body, inserted, [2, 3], [2, 3], [1, 2, 2, 3, 5, 6], [3, 2])

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

    # Rows that are clamped to the number of columns, and elements to one below the last.
    for shape, axis, least, expected in (
            ([4, 2], 1, 1, [1, 2, 3, 4, 3, 4, 3, 4, 3, 4]),
            ([4], 0, 2, [1, 2, 3, 3, 3])):
        body, type = Body("f32"), tensor([None] * len(shape), "f32")
        dim = body.add(f"tensor.dim %x, {body.index(axis)} : {type}")
        last, zero = body.op("subi", dim, body.index(least)), body.index(0)
        extents = [5] + shape[1:]
        indices = [f"%i{k}" for k in range(len(shape))]
        arguments = [(f"%n{k}", "index", str(n)) for k, n in enumerate(extents)]
        outer, body.lines = body.lines, []
        read = body.op("minsi", body.op("maxsi", indices[0], zero), last)
        element = body.add(f"tensor.extract %x[{join([read] + indices[1:])}] : {type}")
        inner, body.lines = body.lines, outer
        result = body.add(
            f"tensor.generate {join(name for name, _, _ in arguments)} {{\n"
            f"  ^bb0({join(f'{i}: index' for i in indices)}):\n    " + "\n    ".join(inner) +
            f"\n    tensor.yield {element} : f32\n  }} : {type}")
        add(body, result, [None] * len(shape), shape, expected, extents, arguments)

    def generate(body, extents, make, dynamic=None):
        """A tensor.generate whose element `make` makes of its indices."""
        type = tensor(extents if dynamic is None else [None], "f32")
        indices = [f"%i{k}" for k in range(len(extents))]
        outer, body.lines = body.lines, []
        element = make(*indices)
        inner, body.lines = body.lines, outer
        return body.add(
            f"tensor.generate {dynamic or ''} {{\n  ^bb0({join(f'{i}: index' for i in indices)}):"
            "\n    " + "\n    ".join(inner) +
            f"\n    tensor.yield {element} : f32\n  }} : {type}")

    def select(body, condition, make_true, make_false):
        """An scf.if, so that only one of the two is computed."""
        branches = []
        for make in (make_true, make_false):
            outer, body.lines = body.lines, []
            value = make()
            branches.append("\n".join([*body.lines, f"scf.yield {value} : f32"]))
            body.lines = outer
        return body.add(f"scf.if {condition} -> (f32) {{\n{branches[0]}\n}} else {{\n"
                        f"{branches[1]}\n}}")

    def less(body, index, number):
        return body.add(f"arith.cmpi ult, {index}, {body.index(number)} : index")

    def scalar_of(body, number):
        return body.add(f"arith.constant {number}.0 : f32")

    def extract(body, type, *reads):
        return body.add(f"tensor.extract %x[{join(reads)}] : {type}")

    def clamp(body, index, last):
        return body.op("minsi", body.op("maxsi", index, body.index(0)), last)

    # Two fill values, one inside of the other; conditions of which one is enough.
    body, four = Body("f32"), tensor([4], "f32")
    add(body, generate(body, [6], lambda i: select(
        body, less(body, i, 1), lambda: scalar_of(body, 7), lambda: select(
            body, less(body, i, 5),
            lambda: extract(body, four, body.op("subi", i, body.index(1))),
            lambda: scalar_of(body, 8)))), [4], [4], [7, 1, 2, 3, 4, 8], [6])

    def either(i):
        j = body.op("subi", i, body.index(1))
        some = body.add(f"arith.ori {less(body, j, 4)}, {less(body, i, 6)} : i1")
        return select(body, some, lambda: extract(body, four, clamp(body, j, body.index(3))),
                      lambda: scalar_of(body, 9))
    body = Body("f32")
    add(body, generate(body, [6], either), [4], [4], [1, 1, 2, 3, 4, 4], [6])

    # A clamp under a condition.
    def guarded(i):
        read = clamp(body, body.op("subi", i, body.index(1)), last)
        return select(body, less(body, i, 2), lambda: extract(body, unknown, read),
                      lambda: scalar_of(body, 9))
    body = Body("f32")
    dim = body.add(f"tensor.dim %x, {body.index(0)} : {unknown}")
    last = body.op("subi", dim, body.index(1))
    add(body, generate(body, [5], guarded, "%n"), [None], [3], [1, 1, 9, 9, 9], [5],
        [("%n", "index", "5")])

    # Elements that count up in front.
    def count_up(i):
        number = body.add(f"arith.index_cast {i} : index to i32")
        return body.add(f"arith.sitofp {number} : i32 to f32")
    body = Body("f32")
    sequence = generate(body, [2], count_up)
    add(body, body.concat(0, [(sequence, [2]), ("%x", [3])], [5]), [3], [3],
        [0, 1, 1, 2, 3], [5])

    # A result that is written transposed.
    body, type = Body("f32"), tensor([3, 3], "f32")
    empty = body.add(f"tensor.empty() : {type}")
    outer, body.lines = body.lines, []
    reads = [body.op("minsi", body.add(f"linalg.index {k} : index"), body.index(1))
             for k in range(2)]
    element = extract(body, tensor([2, 2], "f32"), *reads)
    inner, body.lines = body.lines, outer
    result = body.add(
        "linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>], iterator_types = "
        f'["parallel", "parallel"]}} outs({empty} : {type}) {{\n  ^bb0(%o: f32):\n    '
        + "\n    ".join(inner) + f"\n    linalg.yield {element} : f32\n  }} -> {type}")
    add(body, result, [2, 2], [2, 2], [1, 3, 3, 2, 4, 4, 2, 4, 4], [3, 3])
    return made


def wide(rng, mode):
    """Reflections that are wider than their axis."""
    body, extent = Body("f32"), rng.randint(2, 4)
    low, high = extent + rng.randint(0, 5), rng.randint(0, 3 * extent)
    extents = result_shape([extent], [low], [high])
    outer, body.lines = body.lines, []
    read = periodic_position(body, mode, body.op("subi", "%i", body.index(low)), extent)
    element = body.add(f"tensor.extract %x[{read}] : {tensor([extent], 'f32')}")
    inner, body.lines = body.lines, outer
    result = body.add("tensor.generate {\n  ^bb0(%i: index):\n    " + "\n    ".join(inner) +
                      f"\n    tensor.yield {element} : f32\n  }} : {tensor(extents, 'f32')}")
    expected, extents = pad(numbers([extent]), [extent], mode, [low], [high])
    return body.case(result, [extent], expected, extents, COMPUTED["generate"], mode)


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

    def splat(amount):
        arguments.append((f"%n{len(arguments)}", "index", str(amount)))
        scalar = body.add(f"arith.constant {value}.0 : f32")
        return body.add(f"tensor.splat {scalar}[{arguments[-1][0]}] : {unknown}"), None

    mode = {"insert": "constant", "fills": "constant", "clamp": "edge",
            "clamp_added": "edge"}.get(kind, kind)
    form = {"insert": INSERTED, "clamp": COMPUTED["generate"],
            "clamp_added": COMPUTED["generate"]}.get(kind, JOINED["concat"])
    if kind == "insert":
        arguments = [("%n", "index", str(low + extent + high)), ("%o", "index", str(low))]
        scalar = body.add(f"arith.constant {value}.0 : f32")
        empty = body.add(f"tensor.empty(%n) : {unknown}")
        target = body.add(f"linalg.fill ins({scalar} : f32) outs({empty} : {unknown}) "
                          f"-> {unknown}")
        result = body.add(f"tensor.insert_slice %x into {target}[%o] [{dim}] [1] : {unknown} "
                          f"into {unknown}")
    elif kind == "fills":
        result = concat([splat(low), ("%x", None), splat(high)])
    elif kind == "wrap":
        low, high = max(low, 1), max(high, 1)
        start = body.op("subi", dim, body.index(low))
        result = concat([piece(start, low), ("%x", None), piece(0, high)])
    elif kind == "edge":
        low = high = 1
        last = body.op("subi", dim, body.index(1))
        result = concat([piece(0, 1), ("%x", None), piece(last, 1)])
    else:
        arguments = [("%n", "index", str(low + extent + high))]
        zero, last = body.index(0), body.op("subi", dim, body.index(1))
        shift, op = body.index(low), "subi"
        if kind == "clamp_added":
            shift, op = body.index(-low), "addi"
        result = body.add(
            f"tensor.generate %n {{\n  ^bb0(%i: index):\n    %j = arith.{op} %i, {shift} : index\n"
            f"    %k = arith.maxsi %j, {zero} : index\n    %m = arith.minsi {last}, %k : index\n"
            f"    %e = tensor.extract %x[%m] : {unknown}\n    tensor.yield %e : f32\n  }} : {unknown}")
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
        made += [concatenation(rng, mode, way) for way in JOINED for _ in range(3)]
        made += [arithmetic(rng, mode) for _ in range(8)]
    for kind in ("insert", "fills", "wrap", "edge", "clamp", "clamp_added"):
        made += [dynamic(rng, kind) for _ in range(3)]
    for mode in ("reflect", "symmetric"):
        made += [wide(rng, mode) for _ in range(3)]
    return made


run([] if IS_PERTURBED else FORMS, cases())
