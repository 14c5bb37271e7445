"""Pads with the ops that read them, for scripts/bench --fusion."""

import dataclasses

from .modes import MODES

IMAGES = ((1, 56, 56, 64), (8, 112, 112, 32))


@dataclasses.dataclass(frozen=True)
class FusionWorkload:
    """A function @kernel(source, filter) of MLIR, static; the filter may be empty."""
    name: str
    mode: str
    consumer: str
    type: str
    source: tuple
    filter: tuple
    result: tuple
    text: str


def tensor(shape, element):
    return f"tensor<{''.join(f'{d}x' for d in shape)}{element}>"


def pad(mode, source, axes, element):
    """Pads `axes` of %x by one on each side: the op and its type."""
    amounts = [int(axis in axes) for axis in range(len(source))]
    padded = [d + 2 * a for d, a in zip(source, amounts)]
    type_ = tensor(padded, element)
    return (f"  %p = pad.pad {mode} %x low{amounts} high{amounts} "
            f": {tensor(source, element)} to {type_}\n"), type_


def zeros(result, element):
    return (f"  %zero = arith.constant 0.0 : {element}\n"
            f"  %empty = tensor.empty() : {result}\n"
            f"  %init = linalg.fill ins(%zero : {element}) outs(%empty : {result})"
            f" -> {result}\n")


def function(parameters, result, body):
    return f"func.func @kernel({parameters}) -> {result} {{\n{body}}}\n"


def convolution(mode, image, layout):
    n, h, w, c = image
    nhwc = layout == "nhwc"
    source = image if nhwc else (n, c, h, w)
    window = (3, 3, c, c) if nhwc else (c, c, 3, 3)
    op = "linalg.conv_2d_" + ("nhwc_hwcf" if nhwc else "nchw_fchw")
    text, padded = pad(mode, source, (1, 2) if nhwc else (2, 3), "f32")
    result, window_type = tensor(source, "f32"), tensor(window, "f32")
    body = (text + zeros(result, "f32") +
            f"  %r = {op} ins(%p, %k : {padded}, {window_type}) outs(%init : {result})"
            f" -> {result}\n  return %r : {result}\n")
    parameters = f"%x: {tensor(source, 'f32')}, %k: {window_type}"
    shape = "x".join(map(str, source))
    return FusionWorkload(f"conv-{layout}-{shape}-{mode}", mode,
                          f"3x3 conv, {layout.upper()} {shape}", "f32", source, window,
                          source, function(parameters, result, body))


def pool(mode, image):
    text, padded = pad(mode, image, (1, 2), "f32")
    result = tensor(image, "f32")
    same = "affine_map<(n, h, w, c) -> (n, h, w, c)>"
    body = (text + zeros(result, "f32") +
            "  %k = tensor.empty() : tensor<3x3xf32>\n"
            f"  %s = linalg.pooling_nhwc_sum ins(%p, %k : {padded}, tensor<3x3xf32>)"
            f" outs(%init : {result}) -> {result}\n"
            "  %ninth = arith.constant 0.111111112 : f32\n"
            f"  %r = linalg.generic {{indexing_maps = [{same}], "
            'iterator_types = ["parallel", "parallel", "parallel", "parallel"]}'
            f" outs(%s : {result}) {{\n"
            "  ^bb0(%sum: f32):\n"
            "    %mean = arith.mulf %sum, %ninth : f32\n"
            f"    linalg.yield %mean : f32\n  }} -> {result}\n  return %r : {result}\n")
    shape = "x".join(map(str, image))
    return FusionWorkload(f"pool-{shape}-{mode}", mode, f"3x3 average pool, NHWC {shape}",
                          "f32", image, (), image,
                          function(f"%x: {tensor(image, 'f32')}", result, body))


def stencil(mode, extent):
    shape = (extent, extent)
    text, padded = pad(mode, shape, (0, 1), "f64")
    result = tensor(shape, "f64")
    same = "affine_map<(i, j) -> (i, j)>"
    slices = "".join(
        f"  %{name} = tensor.extract_slice %p[{i}, {j}] [{extent}, {extent}] [1, 1]"
        f" : {padded} to {result}\n"
        for name, i, j in (("c", 1, 1), ("u", 0, 1), ("d", 2, 1), ("l", 1, 0),
                           ("r", 1, 2)))
    body = (text + slices +
            f"  %empty = tensor.empty() : {result}\n"
            "  %four = arith.constant 4.0 : f64\n"
            f"  %y = linalg.generic {{indexing_maps = [{', '.join([same] * 6)}], "
            'iterator_types = ["parallel", "parallel"]}\n'
            f"      ins(%c, %u, %d, %l, %r : {', '.join([result] * 5)})"
            f" outs(%empty : {result}) {{\n"
            "  ^bb0(%m: f64, %n: f64, %s: f64, %w: f64, %e: f64, %o: f64):\n"
            "    %0 = arith.addf %n, %s : f64\n"
            "    %1 = arith.addf %w, %e : f64\n"
            "    %2 = arith.addf %0, %1 : f64\n"
            "    %3 = arith.mulf %m, %four : f64\n"
            "    %4 = arith.subf %2, %3 : f64\n"
            f"    linalg.yield %4 : f64\n  }} -> {result}\n  return %y : {result}\n")
    return FusionWorkload(f"stencil-{extent}x{extent}-{mode}", mode,
                          f"5-point stencil, {extent}x{extent}", "f64", shape, (), shape,
                          function(f"%x: {result}", result, body))


def workloads(images=IMAGES, extent=1024):
    made = []
    for image in images:
        for layout in ("nhwc", "nchw"):
            made += [convolution(mode, image, layout) for mode in MODES]
        made += [pool(mode, image) for mode in MODES]
    return [*made, *(stencil(mode, extent) for mode in MODES)]
