"""Programs of ops that only move elements, in the syntax of a system, with what they
compute: tensors whose elements are the numbers of the elements of the source."""

import itertools

from import_cases import count, join, position, read_twice, strides, tensor

FILL = None
LAST = 2**63 - 1


class Moved:
    """A tensor: its name, its extents, those that its type shows, and the source's
    element of each of its own."""

    def __init__(self, name, shape, seen, data):
        self.name, self.shape, self.seen, self.data = name, shape, seen, data


class Program:
    """What all systems share: names, and what each op computes. A subclass has the text
    of ops: slice, reverse, join, gather, repeat, fill and pad; the element types that it
    takes; and the number of cases of each of its forms: pieces that are joined, loops as
    JAX writes them, gathers, slices of axes whose extents are unknown (open), gathers at
    indices that are computed of such an extent, and other ops that take slices."""

    form = loops = gathers = decomposed = opens = computed = compressed = None
    # The modes of computed indices, how often those of the whole axis are, and whether
    # pads are narrower than the axis.
    computed_modes, whole, is_narrow = ["edge", "reflect", "symmetric", "wrap"], 0.5, False
    # Whether slices end where the axis does.
    strict = False
    # Whether extents of axes that are not padded may be unknown.
    dynamic = False
    # The builtin types of element types that have another name.
    builtins = {}

    def __init__(self, element, rng):
        self.element, self.lines, self.names = element, [], 0
        # The types of names that are no tensors of elements.
        self.types = {}

    @property
    def stored(self):
        """The element type of the builtin tensors."""
        return self.builtins.get(self.element, self.element)

    def number(self, value):
        """The text of a constant element."""
        return f"{value}.0" if self.element.startswith("f") else str(value)

    def type(self, seen):
        return tensor(seen, self.element)

    def add(self, text):
        self.names += 1
        self.lines.append(f"%t{self.names} = {text}")
        return f"%t{self.names}"

    def moved(self, text, shape, seen, data):
        return Moved(self.add(text), shape, seen, data)

    def begin(self, name, shape, seen, first=1):
        """The argument `name`, as a tensor of the system."""
        return Moved(name, list(shape), list(seen),
                     list(range(first, first + count(shape))))

    def end(self, moved):
        """The lines that make `%r`, a builtin tensor, of `moved`."""
        type = tensor(moved.seen, self.stored)
        return self.lines + read_twice(f"tensor.cast {moved.name} : {type} to {type}", type)

    def filled(self, text, shape):
        return self.moved(text, shape, shape, [FILL] * count(shape))

    def taken(self, text, moved, axis, indices):
        """What the op `text` takes at `indices` of `axis`."""
        shape, seen = list(moved.shape), list(moved.seen)
        shape[axis] = len(indices)
        seen[axis] = None if seen[axis] is None else len(indices)
        steps = strides(moved.shape)
        lists = [indices if a == axis else range(n) for a, n in enumerate(moved.shape)]
        data = [moved.data[sum(i * s for i, s in zip(at, steps))]
                for at in itertools.product(*lists)]
        return self.moved(text.replace("RESULT", self.type(seen)), shape, seen, data)

    def joined(self, text, parts, axis):
        shape, seen = list(parts[0].shape), list(parts[0].seen)
        shape[axis] = sum(part.shape[axis] for part in parts)
        is_open = any(part.seen[axis] is None for part in parts)
        seen[axis] = None if is_open else shape[axis]
        inner = count(shape[axis + 1:])
        data = []
        for outer in range(count(shape[:axis])):
            for part in parts:
                size = part.shape[axis] * inner
                data += part.data[outer * size:(outer + 1) * size]
        return self.moved(text.replace("RESULT", self.type(seen)), shape, seen, data)

    def padded(self, text, moved, axis, low, high):
        shape = [low + high + n if a == axis else n for a, n in enumerate(moved.shape)]
        seen = [None if n is None else m for n, m in zip(moved.seen, shape)]
        data = []
        for at in itertools.product(*map(range, shape)):
            at = [i - low if a == axis else i for a, i in enumerate(at)]
            inside = 0 <= at[axis] < moved.shape[axis]
            data.append(moved.data[sum(i * s for i, s in zip(at, strides(moved.shape)))]
                        if inside else FILL)
        return self.moved(text.replace("RESULT", self.type(seen)), shape, seen, data)


def runs(rng, reads):
    """`reads` split into pieces that one slice makes: (first, count, step), where step is
    1, -1 or, for copies of one element, 0."""
    pieces, at = [], 0
    while at < len(reads):
        size, step = 1, rng.choice([1, -1, 0])
        if at + 1 < len(reads) and reads[at] is not FILL and reads[at + 1] is not FILL:
            step = reads[at + 1] - reads[at]
        if reads[at] is FILL:
            while at + size < len(reads) and reads[at + size] is FILL:
                size += 1
            step = FILL
        elif step in (1, -1, 0):
            while (at + size < len(reads) and reads[at + size] is not FILL and
                   reads[at + size] == reads[at] + size * step):
                size += 1
        else:
            step = 1
        if size > 2 and rng.random() < 0.15:
            size = rng.randint(1, size - 1)
        pieces.append((reads[at], size, step if size > 1 or step is FILL else 1))
        at += size
    if len(pieces) == 1:
        # Only what is joined is a pad.
        first, size, step = pieces[0]
        second = first if step is FILL else first + step
        pieces = [(first, 1, step), (second, size - 1, step)]
    return pieces


def make_piece(program, source, axis, piece, value):
    """The part of a concatenation that is `piece` of `source`."""
    first, size, step = piece
    if step is FILL:
        shape = [size if a == axis else n for a, n in enumerate(source.shape)]
        return program.fill(shape, value)
    if step == 1 and size == source.shape[axis]:
        return source
    if step == 1 or size == 1:
        return program.slice(source, axis, first, size)
    if step == -1 and size > 1:
        last = first - size + 1
        return program.reverse(program.slice(source, axis, last, size), axis)
    return program.repeat(program.slice(source, axis, first, 1), axis, size)


def join_pieces(program, axis, parts):
    return program.join(parts, axis) if len(parts) > 1 else parts[0]


def extend_in_loops(program, moved, axis, mode, low, high):
    """As JAX reflects: in front, then behind, and again where a pad exceeds the axis."""
    extent = moved.shape[axis]
    offset = 1 if mode == "reflect" and extent > 1 else 0
    for amount, is_front in ((low, True), (high, False)):
        while amount > 0:
            size = min(amount, extent - offset)
            amount -= size
            start = offset if is_front else moved.shape[axis] - size - offset
            part = program.reverse(program.slice(moved, axis, start, size), axis)
            moved = program.join([part, moved] if is_front else [moved, part], axis)
    return moved


def extend_open(program, moved, axis, mode, low, high):
    """A pad of an axis of any extent: where it is too short, slices have less elements."""
    def cut(start, end, times=1):
        indices = range(moved.shape[axis])[start:end]
        part = program.cut(moved, axis, start, LAST if end is None else end, indices)
        if mode in ("reflect", "symmetric"):
            part = program.reverse(part, axis)
        return [part] * times

    front, back = {"edge": ((0, 1, low), (-1, None, high)),
                   "reflect": ((1, low + 1), (-high - 1, -1)),
                   "symmetric": ((0, low), (-high, None)),
                   "wrap": ((-low, None), (0, high))}[mode]
    parts = (cut(*front) if low else []) + [moved] + (cut(*back) if high else [])
    return join_pieces(program, axis, parts)


def decompose(program, moved, axis, mode, low, high):
    """As PyTorch's decompositions compute the indices of reflections and replications."""
    last = moved.shape[axis] - 1
    indices = program.arange(-low, last + 1 + high)
    if mode == "reflect":
        indices = program.from_last(last, program.absolute(indices))
        indices = program.from_last(last, program.absolute(indices))
    else:
        indices = program.clamp(indices, last)
    return program.index(moved, axis, indices, get_reads(mode, last + 1, low, high))


def extend_computed(rng, program, moved, axis, mode, low, high):
    """A pad that gathers at positions which are computed of the extent: all of them, or
    those of the borders."""
    extent = program.extent(moved, axis)
    n = moved.shape[axis]
    reads = get_reads(mode, n, low, high)

    def gather(indices, first, last):
        return program.gather_at(moved, axis, program.read_at(mode, indices, extent),
                                 reads[first:last])

    if rng.random() < program.whole:
        return gather(program.range(-low, extent, high), 0, None)
    parts = [gather(program.indices(list(range(-low, 0))), 0, low)] if low else []
    parts.append(moved)
    if high:
        behind = program.add_to(program.indices(list(range(high))), extent)
        parts.append(gather(behind, low + n, None))
    return join_pieces(program, axis, parts)


def get_reads(mode, extent, low, high):
    return [position(mode, extent, i, low) for i in range(low + extent + high)]


def read_axes(moved, shape):
    """What each index of each axis of `moved` reads of a source of `shape`; None if that
    depends on other axes, or it reads something else."""
    steps, lists = strides(shape), []
    for axis, extent in enumerate(shape):
        reads = [set() for _ in range(moved.shape[axis])]
        for at, element in zip(itertools.product(*map(range, moved.shape)), moved.data):
            if element is FILL or not 1 <= element <= count(shape):
                return None
            reads[at[axis]].add((element - 1) // steps[axis] % extent)
        if any(len(read) != 1 for read in reads):
            return None
        lists.append([read.pop() for read in reads])
    return lists


def is_pad(lists, shape):
    """Whether some pad of a source of `shape`, which is no crop or rotation, reads what
    `lists` say."""
    extends = False
    for extent, reads in zip(shape, lists or []):
        n = len(reads)
        found = [low for mode in ("constant", "edge", "reflect", "symmetric", "wrap")
                 for low in range(-n - 2 * extent, n + 2 * extent + 1)
                 if [position(mode, extent, i, low) for i in range(n)] == reads]
        if not found:
            return False
        rotated = sorted(reads) == list(range(extent)) and all(
            (b - a) % extent == 1 % extent for a, b in zip(reads, reads[1:]))
        extends |= not rotated and reads != list(range(reads[0], reads[0] + n))
    return extends


def describe_types(parts, program):
    return join(program.type(part.seen) for part in parts)
