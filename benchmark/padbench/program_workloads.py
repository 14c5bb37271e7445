"""Programs of several ops behind a pad, for scripts/bench --fusion --random: arithmetic on whole
tensors, each operation of which is an op, as array programs have it; an activation between a pad
and its convolution; layers as TOSA writes them; products of matrices that are padded to whole
tiles."""

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


def elementwise(name, sources, written, body, value="%m"):
    """The text of the op %`name` of four loops, into %`written`, of `sources`: names and types of
    tensors of its shape, or of its last axis. `body` computes `value` of %a0, %a1, ..."""
    loops, kinds = "(a, b, c, d)", ", ".join(['"parallel"'] * 4)
    maps = ", ".join(f"affine_map<{loops} -> {loops if type_.count('x') > 3 else '(d)'}>"
                     for _, type_ in (*sources, written))
    names, types = map(", ".join, zip(*sources))
    arguments = ", ".join(f"%a{n}: f32" for n in range(len(sources)))
    return (f"  %{name} = linalg.generic {{indexing_maps = [{maps}], iterator_types = [{kinds}]}} "
            f"ins({names} : {types}) outs(%{written[0]} : {written[1]}) {{\n"
            f"  ^bb0({arguments}, %o: f32):\n{body}    linalg.yield {value} : f32\n"
            f"  }} -> {written[1]}\n")


def activated(mode, image, filters):
    """A 3x3 convolution of what an activation makes of a padded image."""
    n, h, w, c = image
    pads = around((1, 2), 4)
    text, padded = pad_text(mode, image, pads, pads, "f32")
    weights, result = (3, 3, c, filters), (n, h, w, filters)
    made = tensor(result, "f32")
    text += zeros(made, "f32", "0.0", "") + f"  %e = tensor.empty() : {padded}\n"
    text += elementwise("a", [("%p", padded)], ("e", padded),
                        "    %m = arith.maximumf %a0, %zero : f32\n")
    text += (f"  %r = linalg.conv_2d_nhwc_hwcf ins(%a, %y : {padded}, {tensor(weights, 'f32')}) "
             f"outs(%init : {made}) -> {made}\n")
    return program(f"activated conv to {filters}", mode, (image, weights, result), (pads, pads),
                   text, "f32")


def layer(image, filters, stride):
    """A 3x3 convolution, with a bias and bounds, as the lowering of TOSA writes it: filters in the
    order fhwc; a depthwise one, if `filters` is None, has an axis of the one filter a channel."""
    n, h, w, c = image
    pads = around((1, 2), 4)
    text, padded = pad_text("constant", image, pads, pads, "f32")
    weights = (filters, 3, 3, c) if filters else (3, 3, c, 1)
    result = (n, (h - 1) // stride + 1, (w - 1) // stride + 1, filters or c)
    made, bias = tensor(result, "f32"), tensor(result[-1:], "f32")
    written = made if filters else tensor((*result, 1), "f32")
    text += zeros(written, "f32", "0.0", "") + f"  %e = tensor.empty() : {made}\n"
    start, sources = "init", [("%c", made), ("%z", bias)]
    if filters:
        text += elementwise("b", sources[1:], ("e", made), "", "%a0")
        start, sources = "b", [("%s", made)]
    op = "conv_2d_nhwc_fhwc" if filters else "depthwise_conv_2d_nhwc_hwcm"
    text += (f"  %s = linalg.{op} {{strides = dense<{stride}> : tensor<2xi64>}} ins(%p, %y : "
             f"{padded}, {tensor(weights, 'f32')}) outs(%{start} : {written}) -> {written}\n")
    added = "a0"
    if not filters:
        text += (f"  %c = tensor.collapse_shape %s [[0], [1], [2], [3, 4]] : {written} into "
                 f"{made}\n")
        added = "t"
    text += "  %six = arith.constant 6.0 : f32\n" + elementwise(
        "r", sources, ("e", made), "    %t = arith.addf %a0, %a1 : f32\n" * (not filters) +
        f"    %u = arith.minimumf %{added}, %six : f32\n    %m = arith.maximumf %u, %zero : f32\n")
    kind = f"layer to {filters}" if filters else "depthwise layer"
    return program(kind + (f" of stride {stride}" if stride > 1 else ""), "constant",
                   (image, weights, result[-1:], result), (pads, pads), text, "f32")
