"""Writes modules of pads of tensors that lie on a grid of ranks, one with their shardings and one
without, whose functions end in _whole, and the table by which the driver (sharded_pads.c) compares
them.

    sharded_pads.py RANKS COUNT OUTPUT-DIR
"""

import pathlib
import random
import sys

MODES = ["constant", "edge", "reflect", "symmetric", "wrap"]
TYPES = {"i8": 1, "f16": 2, "i1": 1, "f32": 4, "index": 8, "f64": 8, "complex<f64>": 16}
VALUES = {"i8": "-7 : i8", "f16": "1.5 : f16", "i1": "true", "f32": "-2.5 : f32"}
VALUES |= {"index": "9 : index", "f64": "1.0e300 : f64"}
GRIDS = {1: [[1]], 2: [[2], [1, 2]], 4: [[4], [2, 2], [1, 4], [2, 1, 2]], 6: [[6], [2, 3], [3, 2]]}


def split(extent, parts):
    """Offsets of the even pieces, and of the end."""
    size, rest = divmod(extent, parts)
    return [i * size + min(i, rest) for i in range(parts + 1)]


def cut(extent, parts, draw):
    """Offsets of any pieces, and of the end."""
    return [0, *sorted(draw.randint(0, extent) for _ in range(parts - 1)), extent]


class Case:
    def __init__(self, number, draw, grids):
        self.name = f"c{number}"
        self.type = list(TYPES)[number % len(TYPES)]
        rank = draw.choice([1, 2, 2, 3])
        self.modes = [MODES[(number + 2 * axis * draw.randint(0, 1)) % 5] for axis in range(rank)]
        if "constant" in self.modes and self.type == "complex<f64>":
            self.type = "f32"
        self.grid_number = draw.randrange(len(grids))
        self.grid = grids[self.grid_number]
        # Each axis of the grid goes to an axis of the tensor, or to none.
        self.axes = [[] for _ in range(rank)]
        places = list(range(len(self.grid)))
        draw.shuffle(places)
        for place in places:
            axis = draw.randrange(rank + 1) if number % 3 == 0 else draw.randrange(rank)
            if axis < rank:
                self.axes[axis].append(place)
        self.parts = []
        for axes in self.axes:
            self.parts.append(1)
            for place in axes:
                self.parts[-1] *= self.grid[place]
        self.interior = [draw.randint(0, 2) if number % 7 == 3 else 0 for _ in range(rank)]
        self.extents, self.low, self.high = [], [], []
        for mode, interior in zip(self.modes, self.interior):
            extent = draw.choice([1, 2, 3, 5, 8, 12])
            dilated = (extent - 1) * (interior + 1) + 1
            most = draw.choice([2, 3, 2 * dilated + 3])
            self.extents.append(extent)
            self.low.append(draw.randint(-2, most))
            self.high.append(max(draw.randint(-2, most), -dilated - self.low[-1]))
        if number % 11 == 5:
            self.extents[0], self.low[0], self.high[0] = 0, 0, 0
            if self.modes[0] == "constant":
                self.low[0] = 3
        # Upstream takes no offsets if an axis lies on several axes of the grid.
        for axis, parts in enumerate(self.parts):
            if any(len(axes) > 1 for axes in self.axes):
                self.extents[axis] += -self.extents[axis] % parts
                self.high[axis] += -self.results()[axis] % parts
        # Some pieces are not the even ones.
        several = any(len(axes) > 1 for axes in self.axes)
        is_given = number % 5 == 2 and not several
        self.pieces = [
            tuple(cut(size, parts, draw) if is_given else split(size, parts) for size in sizes)
            for *sizes, parts in zip(self.extents, self.results(), self.parts)
        ]
        # Some extents are known at run time only. Then pieces have no offsets that are known.
        self.is_unknown = [number % 5 == 4 and draw.randint(0, 1) == 1 for _ in range(rank)]
        if any(self.is_unknown):
            for axis, parts in enumerate(self.parts):
                self.is_unknown[axis] |= self.extents[axis] % parts != 0
                if self.is_unknown[axis]:
                    self.pieces[axis] = (cut(self.extents[axis], parts, draw), self.pieces[axis][1])
        # Some pads are known at run time only, but offsets are of static extents.
        self.is_dynamic = [draw.randint(0, 3) == 0 for _ in range(2 * rank)]
        if any(x % p for x, p in zip(self.results(), self.parts)) and number % 2 or is_given:
            self.is_dynamic = [False] * (2 * rank)

    def results(self):
        sizes = []
        for extent, low, high, r in zip(self.extents, self.low, self.high, self.interior):
            dilated = (extent - 1) * (r + 1) + 1 if extent else 0
            sizes.append(max(0, low + dilated + high))
        return sizes

    def tensor(self, extents):
        return f"tensor<{''.join(f'{x}x' for x in extents)}{self.type}>"

    def sharding(self, extents, name, of_result):
        """The op, with offsets where the pieces are not alike."""
        pieces = [x[of_result] for x, axes in zip(self.pieces, self.axes) if axes]
        text = f"  {name} = shard.sharding @grid{self.grid_number} split_axes = {self.axes}"
        is_static = all(x != "?" for x, axes in zip(extents, self.axes) if axes)
        if is_static and any(x[1] * i != x[i] for x in pieces for i in range(len(x))):
            text += f" sharded_dims_offsets = {sum(pieces, [])}"
        return text + " : !shard.sharding\n"

    def function(self, is_whole):
        rank = len(self.modes)
        result = self.results()
        numbers = []
        for i, number in enumerate(self.low + self.high):
            numbers.append(f"%n{i}" if self.is_dynamic[i] else str(number))
        shown = list(result)
        extents = list(self.extents)
        for axis in range(rank):
            if self.is_dynamic[axis] or self.is_dynamic[rank + axis]:
                shown[axis] = "?"
            if self.is_unknown[axis] and not is_whole:
                shown[axis] = extents[axis] = "?"
        if "?" in shown:
            # Uneven pieces have no other description.
            shown = ["?" if x % p else y for x, y, p in zip(result, shown, self.parts)]
        arguments = "".join(f", %n{i}: index" for i in range(2 * rank))
        name = self.name + ("_whole" if is_whole else "")
        source, padded = self.tensor(extents), self.tensor(shown)
        text = f"func.func @{name}(%x: {source}{arguments}) -> {padded} {{\n"
        operand = "%x"
        if not is_whole:
            text += self.sharding(extents, "%s", False)
            text += f"  %a = shard.shard %x to %s annotate_for_users : {source}\n"
            operand = "%a"
        value = ""
        if "constant" in self.modes or any(self.interior):
            if self.type in VALUES:
                text += f"  %v = arith.constant {VALUES[self.type]}\n"
                value = " value(%v)"
        modes = [f"{m} periodic" if m in ("reflect", "symmetric") else m for m in self.modes]
        interior = f" interior{self.interior}" if any(self.interior) else ""
        low, high = ", ".join(numbers[:rank]), ", ".join(numbers[rank:])
        text += f"  %r = pad.pad [{', '.join(modes)}] {operand}{value} low[{low}] high[{high}]"
        text += f"{interior} : {source} to {padded}\n"
        if is_whole:
            return text + f"  return %r : {padded}\n}}\n"
        text += self.sharding(shown, "%t", True)
        text += f"  %b = shard.shard %r to %t : {padded}\n"
        text += f"  %c = shard.shard %b to %t annotate_for_users : {padded}\n"
        return text + f"  return %c : {padded}\n}}\n"

    def entry(self):
        def numbers(values):
            return "{" + ", ".join(map(str, values)) + "}"

        rank = len(self.modes)
        axes = numbers(numbers(list(x) + [-1]) for x in self.axes)
        lists = [numbers(x) for x in (self.extents, self.results(), self.low + self.high)]
        lists += [numbers(numbers(x[i]) for x in self.pieces) for i in (0, 1)]
        text = f"{','.join(self.modes)} {self.type} {self.extents} {self.low} {self.high}"
        text += f" {self.interior} on {self.grid} {self.axes}"
        functions = f"(void *)_mlir_ciface_{self.name}, (void *)_mlir_ciface_{self.name}_whole"
        return (
            f'{{"{text}", {rank}, {TYPES[self.type]}, {numbers(self.grid)}, {axes}, '
            f"{', '.join(lists)}, {functions}}},\n"
        )


ranks, count, output = int(sys.argv[1]), int(sys.argv[2]), pathlib.Path(sys.argv[3])
grids = GRIDS[ranks]
cases = [Case(number, random.Random(number), grids) for number in range(count)]
module = ""
for number, grid in enumerate(grids):
    module += f"shard.grid @grid{number}(shape = {'x'.join(map(str, grid))})\n"
sharded = module + "".join(case.function(False) for case in cases)
pathlib.Path(output, "sharded.mlir").write_text(sharded)
pathlib.Path(output, "whole.mlir").write_text("".join(case.function(True) for case in cases))
table = "".join(
    f"void _mlir_ciface_{case.name}{suffix}(void);\n" for case in cases for suffix in ("", "_whole")
)
table += "static const struct kernel kernels[] = {\n" + "".join(case.entry() for case in cases)
pathlib.Path(output, "kernels.h").write_text(table + "};\n")
