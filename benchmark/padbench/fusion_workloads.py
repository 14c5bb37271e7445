"""Pads with the ops that read them, for scripts/bench --fusion."""

import dataclasses
import re
from typing import Callable, Optional

from .modes import MODES

IMAGES = ((1, 56, 56, 64), (8, 112, 112, 32))


@dataclasses.dataclass(frozen=True)
class FusionWorkload:
    """A function @kernel(source, filter, ...) of MLIR; the filter may be empty."""
    name: str
    # One, or one for each axis with commas.
    mode: str
    consumer: str
    type: str
    source: tuple
    filter: tuple
    result: tuple
    # Pads before and behind each axis.
    low: tuple
    high: tuple
    # Static, and with every extent `?`; "" where there is no such form.
    text: str
    dynamic: str
    # What an element of the result is, for Halide (see halide.py); None for no peer.
    element: Optional[Callable]
    # Of a chain of two, the pads and the elements of the first one; the others are those
    # of the second one.
    first: Optional[tuple] = None
    # Of a named op, the order of its axes, and of a pool what it computes.
    layout: str = ""
    pool: str = ""
    # Whether an element is a sum of elements times constants, as those of libraries are.
    is_linear: bool = True
    # The shapes of arguments behind the filter, and how many results there are of that shape.
    more: tuple = ()
    results: int = 1
    # Of a named op, with extents of images that are `?`, and channels and windows that are not.
    images: str = ""
    # The bytes behind a page at which the source, the filter and the result begin. More
    # arguments have the places of these two in turn.
    places: tuple = (0, 0, 0)


def tensor(shape, element):
    return f"tensor<{''.join(f'{d}x' for d in shape)}{element}>"


def function(parameters, result, body):
    return f"func.func @kernel({parameters}) -> {result} {{\n{body}}}\n"


def list_arguments(text, pointers, shapes):
    """What the function of `text` is called with: pointers to its operands, each followed by those
    extents that are `?`, and the pointer to its result."""
    made = []
    for pointer, shape, operand in zip(pointers, shapes, re.findall(r"%\w+: tensor<(.*?)>", text)):
        made += [pointer, *(n for n, extent in zip(shape, operand.split("x")) if extent == "?")]
    return [*made, pointers[-1]]


def pad_text(mode, source, low, high, element, name="%p", of="%x"):
    """The op that pads `of`, and its type."""
    padded = [d if d == "?" else d + a + b for d, a, b in zip(source, low, high)]
    type_ = tensor(padded, element)
    modes = f"[{mode}]" if "," in mode else mode
    return (f"  {name} = pad.pad {modes} {of} low{list(low)} high{list(high)} "
            f": {tensor(source, element)} to {type_}\n"), type_


class Body:
    """Writes the body of a linalg.generic whose operands are slices of one pad. A blur of
    i8 computes with numbers of 16 bits without sign."""

    def __init__(self, element, is_wide=False, constant="%k"):
        self.element, self.taps, self.lines, self.constants = element, [], [], []
        self.constant_name = constant
        self.is_integer, self.is_wide = element.startswith("i"), is_wide
        self.sum = "i16" if is_wide else element

    def tap(self, *offsets):
        if offsets not in self.taps:
            self.taps.append(offsets)
        tap = f"%t{self.taps.index(offsets)}"
        return self._line(f"arith.extui {tap} : {self.element} to {self.sum}"
                          ) if self.is_wide else tap

    def field(self):
        """The element of the second operand, of which each element of the result has one."""
        return "%f"

    def constant(self, value):
        self.constants.append(max(round(value), 1) if self.is_integer else value)
        return f"{self.constant_name}{len(self.constants) - 1}"

    def quotient(self, value, bits):
        """`value` by a power of two."""
        if not self.is_wide:
            return self.mul(value, self.constant(0.5 ** bits))
        self.constants.append(bits)
        moved = self._op("shru", value, f"{self.constant_name}{len(self.constants) - 1}")
        return self._line(f"arith.trunci {moved} : {self.sum} to {self.element}")

    def _line(self, text):
        self.lines.append(f"    %v{len(self.lines)} = {text}")
        return f"%v{len(self.lines) - 1}"

    def _op(self, name, *operands):
        name += "i" if self.is_integer else "f"
        return self._line(f"arith.{name} {', '.join(operands)} : {self.sum}")

    def add(self, a, b):
        return self._op("add", a, b)

    def sub(self, a, b):
        return self._op("sub", a, b)

    def mul(self, a, b):
        return self._op("mul", a, b)


def star(ops, rank):
    """The sum of the neighbours along each axis, less the element itself."""
    def neighbour(axis, step):
        return ops.tap(*(step * (n == axis) for n in range(rank)))
    total = None
    for axis in range(rank):
        pair = ops.add(neighbour(axis, -1), neighbour(axis, 1))
        total = pair if total is None else ops.add(total, pair)
    middle = ops.mul(ops.tap(*[0] * rank), ops.constant(2.0 * rank))
    return ops.sub(total, middle)


def square(ops):
    """The nine elements around one, those at the corners with a lower weight."""
    near = far = None
    for i, j in ((-1, 0), (0, -1), (0, 1), (1, 0)):
        tap = ops.tap(i, j)
        near = tap if near is None else ops.add(near, tap)
    for i, j in ((-1, -1), (-1, 1), (1, -1), (1, 1)):
        tap = ops.tap(i, j)
        far = tap if far is None else ops.add(far, tap)
    sides = ops.add(ops.mul(near, ops.constant(4.0)), far)
    return ops.sub(sides, ops.mul(ops.tap(0, 0), ops.constant(20.0)))


def box(ops, reach):
    """The mean of a square."""
    steps, total = range(-reach, reach + 1), None
    for i in steps:
        for j in steps:
            tap = ops.tap(i, j)
            total = tap if total is None else ops.add(total, tap)
    return ops.mul(total, ops.constant(1.0 / len(steps) ** 2))


def blur(ops):
    """The weights 1, 2, 1 along both axes."""
    total = None
    for i in (-1, 0, 1):
        for j in (-1, 0, 1):
            tap = ops.tap(i, j)
            if (i, j) == (0, 0) or i * j == 0:
                tap = ops.mul(tap, ops.constant(4.0 if (i, j) == (0, 0) else 2.0))
            total = tap if total is None else ops.add(total, tap)
    return ops.quotient(total, 4)


def gaussian(ops, axis):
    """Seven taps along an axis, with the weights of a power of 1 + x."""
    total = None
    for step, weight in zip(range(-3, 4), (1, 6, 15, 20, 15, 6, 1)):
        tap = ops.tap(*(step * (n == axis) for n in range(2)))
        if weight != 1:
            tap = ops.mul(tap, ops.constant(float(weight)))
        total = tap if total is None else ops.add(total, tap)
    return ops.quotient(total, 6)


def wide_star(ops, rank, radius):
    """The neighbours up to `radius` along each axis, those farther away with less weight."""
    total = ops.mul(ops.tap(*[0] * rank), ops.constant(-2.0 * rank))
    for axis in range(rank):
        for step in range(1, radius + 1):
            pair = ops.add(*(ops.tap(*(sign * step * (n == axis) for n in range(rank)))
                             for sign in (-1, 1)))
            total = ops.add(total, ops.mul(pair, ops.constant(1.0 / step)))
    return total


def sobel(ops):
    """The square of the gradient: differences across three rows, and across three columns."""
    total = None
    for axis in range(2):
        sums = []
        for end in (1, -1):
            line = [ops.tap(*((end, k) if axis == 0 else (k, end))) for k in (-1, 0, 1)]
            sums.append(ops.add(ops.add(line[0], line[2]), ops.mul(line[1], ops.constant(2.0))))
        slope = ops.sub(*sums)
        square_ = ops.mul(slope, slope)
        total = square_ if total is None else ops.add(total, square_)
    return total


def diffusion(ops):
    """A step of diffusion whose coefficient is a second operand."""
    return ops.add(ops.tap(0, 0), ops.mul(ops.field(), star(ops, 2)))


# How far each reads along each axis, and what it computes.
STENCILS = {
    "3-point stencil": ((1,), lambda ops: star(ops, 1)),
    "5-point stencil": ((1, 1), lambda ops: star(ops, 2)),
    "7-point stencil": ((1, 1, 1), lambda ops: star(ops, 3)),
    "9-point stencil": ((1, 1), square),
    "3x3 blur": ((1, 1), blur),
    "3x3 box": ((1, 1), lambda ops: box(ops, 1)),
    "7x7 box": ((3, 3), lambda ops: box(ops, 3)),
    "9-point star": ((2, 2), lambda ops: wide_star(ops, 2, 2)),
    "17-point star": ((4, 4), lambda ops: wide_star(ops, 2, 4)),
    "13-point star": ((2, 2, 2), lambda ops: wide_star(ops, 3, 2)),
    "25-point star": ((4, 4, 4), lambda ops: wide_star(ops, 3, 4)),
    "7-tap row pass": ((0, 3), lambda ops: gaussian(ops, 1)),
    "7-tap column pass": ((3, 0), lambda ops: gaussian(ops, 0)),
    "3x3 Sobel": ((1, 1), sobel),
    "diffusion": ((1, 1), diffusion),
}
# Stencils that multiply what they read by each other, and that with a second operand.
NOT_LINEAR, FIELD = ("3x3 Sobel", "diffusion"), "diffusion"
# Stencils of which each reads pads of the result of the one before.
CHAINS = {
    "7-tap Gaussian": ("7-tap row pass", "7-tap column pass"),
    "two 5-point stencils": ("5-point stencil", "5-point stencil"),
    "two 3x3 blurs": ("3x3 blur", "3x3 blur"),
}
# Those whose sums have more bits than the elements.
WIDE = ("3x3 blur", "7-tap row pass", "7-tap column pass")


def stencil_text(mode, kind, shape, element):
    """The stencil, or the chain of some, of tensors of `shape`, whose extents may be "?"."""
    rank, type_, lines = len(shape), tensor(shape, element), []
    extents = list(map(str, shape))
    if "?" in shape:
        extents = [f"%n{n}" for n in range(rank)]
        lines += [f"  %i{n} = arith.constant {n} : index\n"
                  f"  %n{n} = tensor.dim %x, %i{n} : {type_}" for n in range(rank)]
    empty = ", ".join(extents) if "?" in shape else ""
    source = "%x"
    for at, stage in zip("abc", CHAINS.get(kind, (kind,))):
        reach, emit = STENCILS[stage]
        body = Body(element, element == "i8" and stage in WIDE, f"%{at}k")
        made = emit(body)
        text, padded = pad_text(mode, shape, reach, reach, element, f"%{at}p", source)
        lines.append(text.rstrip("\n"))
        for n, offsets in enumerate(body.taps):
            begin = ", ".join(str(r + o) for r, o in zip(reach, offsets))
            lines.append(f"  %{at}s{n} = tensor.extract_slice %{at}p[{begin}] "
                         f"[{', '.join(extents)}] [{', '.join(['1'] * rank)}] "
                         f": {padded} to {type_}")
        lines += [f"  %{at}k{n} = arith.constant {value!r} : {body.sum}"
                  for n, value in enumerate(body.constants)]
        count, loops = len(body.taps), ", ".join(f"d{n}" for n in range(rank))
        kinds = ", ".join(['"parallel"'] * rank)
        operands = [f"%{at}s{n}" for n in range(count)] + ["%k"] * (stage == FIELD)
        arguments = [f"%t{n}" for n in range(count)] + ["%f"] * (stage == FIELD)
        maps = ", ".join([f"affine_map<({loops}) -> ({loops})>"] * (len(operands) + 1))
        lines += [f"  %{at}e = tensor.empty({empty}) : {type_}",
                  f"  %{at}r = linalg.generic {{indexing_maps = [{maps}], "
                  f"iterator_types = [{kinds}]}}",
                  f"      ins({', '.join(operands)} : "
                  f"{', '.join([type_] * len(operands))}) outs(%{at}e : {type_}) {{",
                  f"  ^bb0({', '.join(f'{name}: {element}' for name in [*arguments, '%o'])}):",
                  *body.lines, f"    linalg.yield {made} : {element}",
                  f"  }} -> {type_}"]
        source = f"%{at}r"
    lines.append(f"  return {source} : {type_}\n")
    parameters = f"%x: {type_}" + (f", %k: {type_}" if kind == FIELD else "")
    return function(parameters, type_, "\n".join(lines))


def stencil(mode, kind, shape, element):
    stages = [STENCILS[stage] for stage in CHAINS.get(kind, (kind,))]
    size, pads = "x".join(map(str, shape)), tuple(reach for reach, _ in stages)
    name = "-".join([kind.replace(" ", "-").lower(), element, size, *mode.split(", ")])
    return FusionWorkload(
        name, mode, f"{kind}, {element}, {size}", element,
        shape, shape if kind == FIELD else (), shape, pads[-1], pads[-1],
        stencil_text(mode, kind, shape, element),
        stencil_text(mode, kind, ("?",) * len(shape), element), stages[-1][1],
        stages[0] if len(stages) > 1 else None, is_linear=kind not in NOT_LINEAR)


def zeros(result, element, value, extents):
    return (f"  %zero = arith.constant {value} : {element}\n"
            f"  %empty = tensor.empty({extents}) : {result}\n"
            f"  %init = linalg.fill ins(%zero : {element}) outs(%empty : {result})"
            f" -> {result}\n")


def around(axes, rank):
    return tuple(int(axis in axes) for axis in range(rank))


def named_text(mode, op, source, window, result, low, high, init, behind, stride=1):
    """The named op that reads the pad of %x and the filter %k, which pools do without.
    Extents may be "?"."""
    text, padded = pad_text(mode, source, low, high, "f32")
    type_, source_type = tensor(result, "f32"), tensor(source, "f32")
    window_type = tensor(window, "f32")
    pools, extents, lines = op.startswith("pooling"), [], ""
    steps = f"{{strides = dense<{stride}> : tensor<2xi64>}} " if stride != 1 else ""
    for axis in (n for n, extent in enumerate(source) if extent == "?"):
        lines += (f"  %i{axis} = arith.constant {axis} : index\n"
                  f"  %n{axis} = tensor.dim %x, %i{axis} : {source_type}\n")
        name = f"%n{axis}"
        if stride != 1 and low[axis]:
            name = f"%r{axis}"
            lines += (f"  %s{axis} = arith.constant {stride} : index\n"
                      f"  {name} = arith.ceildivsi %n{axis}, %s{axis} : index\n")
        extents.append(name)
    shape = f"  %k = tensor.empty() : {window_type}\n" if pools else ""
    body = (text + lines + zeros(type_, "f32", init, ", ".join(extents)) + shape +
            f"  %s = linalg.{op} {steps}ins(%p, %k : {padded}, {window_type})"
            f" outs(%init : {type_}) -> {type_}\n{behind(result)}"
            f"  return %{'r' if behind(result) else 's'} : {type_}\n")
    return function(f"%x: {source_type}" + ("" if pools else f", %k: {window_type}"),
                    type_, body)


def named(mode, kind, op, layout, source, window, result, low, high, init="0.0",
          behind=lambda shape: "", element=None, pool="", stride=1):
    """The workload of a named op; not all of its extents are `?` if its result has others than
    the source."""
    size = "x".join(map(str, source))
    name = f"{kind} {layout}".strip().replace(" ", "-").lower()
    pools, any_ = op.startswith("pooling"), ("?",) * len(source)
    text = named_text(mode, op, source, window, result, low, high, init, behind, stride)
    channels = layout.index("C")
    images = named_text(mode, op, *(
        tuple(d if axis == channels else "?" for axis, d in enumerate(shape)) if n != 1 else shape
        for n, shape in enumerate((source, window, result))), low, high, init, behind, stride)
    return FusionWorkload(
        f"{name}-{size}-{mode}", mode, f"{kind}, {layout} {size}".replace(",  ", ", "),
        "f32", source, () if pools else window, result, low, high,
        text, "" if source != result else named_text(
            mode, op, any_, window if pools else ("?",) * len(window), any_, low, high, init,
            behind), element, None, layout, pool, images=images)


def convolution(mode, image, layout, taps=3, filters=None):
    n, h, w, c = image
    filters = filters or c
    nhwc = layout == "NHWC"
    source = image if nhwc else (n, c, h, w)
    window = (taps, taps, c, filters) if nhwc else (filters, c, taps, taps)
    result = (n, h, w, filters) if nhwc else (n, filters, h, w)
    pads = tuple(taps // 2 * n for n in around((1, 2) if nhwc else (2, 3), 4))
    return named(mode, f"{taps}x{taps} conv" + (f" to {filters}" if filters != c else ""),
                 "conv_2d_" + ("nhwc_hwcf" if nhwc else "nchw_fchw"), layout, source,
                 window, result, pads, pads)


def window_sum(term, join="add"):
    """The sum of `term(ops, i, j)` over a window of 3x3, in its order; or its maximum."""
    def emit(ops):
        total = None
        for i in range(3):
            for j in range(3):
                value = term(ops, i, j)
                total = value if total is None else getattr(ops, join)(total, value)
        return total
    return emit


def mean(shape):
    same, type_ = "affine_map<(a, b, c, d) -> (a, b, c, d)>", tensor(shape, "f32")
    kinds = ", ".join(['"parallel"'] * 4)
    return ("  %ninth = arith.constant 0.111111112 : f32\n"
            f"  %r = linalg.generic {{indexing_maps = [{same}], "
            f"iterator_types = [{kinds}]}} outs(%s : {type_}) {{\n"
            f"  ^bb0(%sum: f32):\n"
            f"    %mean = arith.mulf %sum, %ninth : f32\n"
            f"    linalg.yield %mean : f32\n  }} -> {type_}\n")


def pool(mode, image, layout, kind="average", stride=1):
    n, h, w, c = image
    nhwc = layout == "NHWC"
    source = image if nhwc else (n, c, h, w)
    pads = around((1, 2) if nhwc else (2, 3), 4)

    def tap(ops, i, j):
        return ops.tap(*((0, i - 1, j - 1, 0) if nhwc else (0, 0, i - 1, j - 1)))

    # Linalg's maximum of a NaN is NaN, and Halide's is not; none is drawn.
    if kind == "max":
        result = tuple((d - 1) // stride + 1 if p else d for d, p in zip(source, pads))
        return named(mode, "3x3 max pool" + (f" of stride {stride}" if stride > 1 else ""),
                     f"pooling_{layout.lower()}_max", layout, source, (3, 3), result, pads,
                     pads, init="0xFF800000", pool="max", stride=stride,
                     element=window_sum(tap, "max"))
    total = window_sum(tap)
    return named(mode, "3x3 average pool", f"pooling_{layout.lower()}_sum", layout,
                 source, (3, 3), source, pads, pads, behind=mean, pool="average",
                 element=lambda ops: ops.mul(total(ops), ops.constant(0.111111112)))


def depthwise(mode, image):
    channels = image[-1]
    pads = around((1, 2), 4)

    def term(ops, i, j):
        return ops.mul(ops.tap(0, i - 1, j - 1, 0), ops.weight(i, j, ops.index(3)))
    return named(mode, "3x3 depthwise conv", "depthwise_conv_2d_nhwc_hwc", "NHWC", image,
                 (3, 3, channels), image, pads, pads, element=window_sum(term))


def causal(mode, image):
    """A convolution of four steps of a sequence of channels, none of them later."""
    channels = image[-1]

    def emit(ops):
        total = None
        for i in range(4):
            value = ops.mul(ops.tap(0, i - 3, 0), ops.weight(i, ops.index(2)))
            total = value if total is None else ops.add(total, value)
        return total
    return named(mode, "causal conv", "depthwise_conv_1d_nwc_wc", "NWC", image,
                 (4, channels), image, (0, 3, 0), (0, 0, 0), element=emit)


def workloads():
    made = []
    for mode in MODES:
        for extent in ((64, 64), (256, 256), (1000, 1001), (1024, 1024), (4096, 4096)):
            made.append(stencil(mode, "5-point stencil", extent, "f64"))
        made += [stencil(mode, "5-point stencil", (1024, 1024), "f32"),
                 stencil(mode, "7-point stencil", (128, 128, 128), "f32"),
                 stencil(mode, "7-point stencil", (100, 100, 101), "f64"),
                 stencil(mode, "9-point stencil", (1000, 1001), "f64"),
                 stencil(mode, "3x3 blur", (1080, 1920), "i8"),
                 stencil(mode, "3x3 box", (512, 513), "f32"),
                 stencil(mode, "3x3 box", (2048, 2048), "f32"),
                 stencil(mode, "7x7 box", (128, 128), "f32"),
                 stencil(mode, "7x7 box", (1024, 1024), "f32"),
                 stencil(mode, "3x3 blur", (255, 333), "i8"),
                 stencil(mode, "5-point stencil", (8192, 8192), "f32")]
        for extent in ((1024, 1024), (4096, 4096)):
            made += [stencil(mode, "7-tap Gaussian", extent, "f32"),
                     stencil(mode, "two 5-point stencils", extent, "f64")]
        made.append(stencil(mode, "7-tap Gaussian", (1080, 1920), "i8"))
        for image in IMAGES:
            for layout in ("NHWC", "NCHW"):
                made += [pool(mode, image, layout), convolution(mode, image, layout)]
            made.append(pool(mode, image, "NHWC", "max"))
            made.append(depthwise(mode, image))
        made.append(causal(mode, (1, 4096, 512)))
    # A globe, a channel and a cylinder.
    return made + [stencil("edge, wrap", "9-point stencil", (1000, 1001), "f64"),
                   stencil("reflect, wrap", "5-point stencil", (1024, 1024), "f32"),
                   stencil("wrap, constant, edge", "7-point stencil", (100, 100, 101), "f64")]


def small_workloads():
    """One of each kind, for the tests."""
    return [stencil("reflect", "5-point stencil", (40, 41), "f64"),
            stencil("wrap", "3x3 box", (20, 33), "f32"),
            stencil("constant, reflect", "3x3 box", (20, 33), "f64"),
            stencil("reflect", "3x3 blur", (20, 133), "i8"),
            stencil("symmetric", "3-point stencil", (333,), "f16"),
            stencil("edge", "3x3 Sobel", (20, 41), "bf16"),
            stencil("constant", "diffusion", (20, 41), "f32"),
            stencil("edge", "7-tap Gaussian", (70, 133), "i8"),
            stencil("wrap", "two 5-point stencils", (70, 41), "f64"),
            pool("wrap", (1, 9, 10, 20), "NHWC", "max"),
            pool("edge", (1, 9, 10, 20), "NHWC"),
            convolution("constant", (1, 9, 10, 4), "NCHW"),
            depthwise("symmetric", (1, 9, 10, 20)), causal("constant", (1, 30, 24))]
