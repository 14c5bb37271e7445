"""Programs of several ops behind a pad, for scripts/bench --fusion --random: arithmetic on whole
tensors, each operation of which is an op, as array programs have it; an activation between a pad
and its convolution; products of matrices that are padded to whole tiles."""

from .fusion_workloads import FusionWorkload, around, function, pad_text, tensor, zeros


def program(name, mode, shapes, pads, body, element):
    """The workload that `body` computes of its arguments, whose shapes are the first ones."""
    *sources, result = shapes
    size = "x".join(map(str, sources[0]))
    parameters = ", ".join(f"%{argument}: {tensor(shape, element)}"
                           for argument, shape in zip("xyz", sources))
    text = function(parameters, tensor(result, element),
                    body + f"  return %r : {tensor(result, element)}\n")
    return FusionWorkload(f"{name.replace(' ', '-')}-{element}-{size}-{mode}", mode,
                          f"{name}, {element}, {size}", element, sources[0], (), result,
                          *pads, text, "", None, is_linear=False, more=tuple(sources[1:]))


class Arithmetic:
    """Writes ops on whole tensors of the extents of the source %x, which it pads by 1."""

    def __init__(self, mode, shape, element):
        self.type_, self.lines, self.shape = tensor(shape, element), [], shape
        self.pads = ((1,) * len(shape),) * 2
        self.text, self.padded = pad_text(mode, shape, *self.pads, element)

    def line(self, text):
        self.lines.append(text)
        return f"%v{len(self.lines) - 1}"

    def slice(self, *steps):
        """What lies `steps` away from each element."""
        offsets = [1 + step for step in steps] + [1] * (len(self.shape) - len(steps))
        return self.line(f"tensor.extract_slice %p{offsets} {list(self.shape)} "
                         f"{[1] * len(self.shape)} : {self.padded} to {self.type_}")

    def number(self, value):
        return self.line(f"arith.constant dense<{value}> : {self.type_}")

    def op(self, name, *operands):
        return self.line(f"{name} {', '.join(operands)} : {self.type_}")

    def sum(self, first, *others):
        for other in others:
            first = self.op("arith.addf", first, other)
        return first

    def body(self):
        """The text, of which the last op is %r."""
        *lines, last = self.lines
        return self.text + "".join(f"  %v{n} = {line}\n" for n, line in enumerate(lines)) + \
            f"  %r = {last}\n"


def wave(mode, shape, element):
    """The next state of the wave equation of the state %x and the one before, %y."""
    a, rank = Arithmetic(mode, shape, element), len(shape)
    around_it = a.sum(*(a.slice(*(step if n == axis else 0 for n in range(rank)))
                        for axis in range(rank) for step in (-1, 1)))
    change = a.op("arith.subf", around_it, a.op("arith.mulf", "%x", a.number(2.0 * rank)))
    doubled = a.op("arith.mulf", "%x", a.number("2.0"))
    a.sum(a.op("arith.subf", doubled, "%y"), a.op("arith.mulf", change, a.number("0.1")))
    return program("wave", mode, (shape, shape, shape), a.pads, a.body(), element)


def magnitude(mode, shape, element):
    """The magnitude of Sobel's gradient."""
    a = Arithmetic(mode, shape, element)
    two = a.number("2.0")

    def side(step, along):
        """The weighted sum of three elements on one side."""
        middle, first, last = (a.slice(*((step, k) if along else (k, step))) for k in (0, -1, 1))
        return a.sum(first, a.op("arith.mulf", middle, two), last)

    slopes = [a.op("arith.subf", side(1, along), side(-1, along)) for along in (False, True)]
    a.op("math.sqrt", a.sum(*(a.op("arith.mulf", slope, slope) for slope in slopes)))
    return program("gradient magnitude", mode, (shape, shape), a.pads, a.body(), element)


def product(rows, terms, columns, tile, element):
    """The product of a matrix, padded to whole tiles, and one that has its rows."""
    high = (-rows % tile, -terms % tile)
    text, padded = pad_text("constant", (rows, terms), (0, 0), high, element)
    second, result = (terms + high[1], columns), (rows + high[0], columns)
    made = tensor(result, element)
    text += zeros(made, element, "0.0", "")
    text += (f"  %r = linalg.matmul ins(%p, %y : {padded}, {tensor(second, element)}) "
             f"outs(%init : {made}) -> {made}\n")
    return program(f"product to {columns}", "constant", ((rows, terms), second, result),
                   ((0, 0), high), text, element)


def activated(mode, image, filters):
    """A 3x3 convolution of what an activation makes of a padded image."""
    n, h, w, c = image
    pads = around((1, 2), 4)
    text, padded = pad_text(mode, image, pads, pads, "f32")
    weights, result = (3, 3, c, filters), (n, h, w, filters)
    same, made = "affine_map<(a, b, c, d) -> (a, b, c, d)>", tensor(result, "f32")
    kinds = ", ".join(['"parallel"'] * 4)
    text += zeros(made, "f32", "0.0", "")
    text += (f"  %e = tensor.empty() : {padded}\n"
             f"  %a = linalg.generic {{indexing_maps = [{same}, {same}], "
             f"iterator_types = [{kinds}]}} ins(%p : {padded}) outs(%e : {padded}) {{\n"
             "  ^bb0(%b: f32, %o: f32):\n    %m = arith.maximumf %b, %zero : f32\n"
             f"    linalg.yield %m : f32\n  }} -> {padded}\n"
             "  %r = linalg.conv_2d_nhwc_hwcf ins(%a, %y : "
             f"{padded}, {tensor(weights, 'f32')}) outs(%init : {made}) -> {made}\n")
    return program(f"activated conv to {filters}", mode, (image, weights, result), (pads, pads),
                   text, "f32")
