"""Consumers of several pads or with several results, for scripts/bench --fusion --random."""

from .fusion_workloads import FusionWorkload, around, function, pad_text, tensor, zeros


def taps(name, padded, type_, shape, steps):
    """Slices of a pad from each of `steps` on, of the shape of its source."""
    sizes, ones = ", ".join(map(str, shape)), ", ".join(["1"] * len(shape))
    return "".join(f"  %{name}{n} = tensor.extract_slice %{name}[{', '.join(map(str, step))}] "
                   f"[{sizes}] [{ones}] : {padded} to {type_}\n" for n, step in enumerate(steps))


def neighbours(rank, axis):
    """Where the neighbours of an element along `axis` are in a pad of 1 around it."""
    return [[step if n == axis else 1 for n in range(rank)] for step in (0, 2)]


def elementwise(operands, destinations, type_, rank, element, body, yielded):
    """The op that computes `yielded` of `operands`, whose elements are %a, %b and so on."""
    loops = ", ".join(f"d{n}" for n in range(rank))
    count = len(operands) + len(destinations)
    maps = ", ".join([f"affine_map<({loops}) -> ({loops})>"] * count)
    kinds = ", ".join(['"parallel"'] * rank)
    elements = ", ".join(f"%{'abcdefgh'[n]}: {element}" for n in range(count))
    types = ", ".join([type_] * len(destinations))
    return (f"linalg.generic {{indexing_maps = [{maps}], iterator_types = [{kinds}]}}\n"
            f"      ins({', '.join(operands)} : {', '.join([type_] * len(operands))}) "
            f"outs({', '.join(destinations)} : {types}) {{\n  ^bb0({elements}):\n"
            + "".join(f"    {line} : {element}\n" for line in body) +
            f"    linalg.yield {', '.join(yielded)} : {', '.join([element] * len(yielded))}\n"
            f"  }} -> ({types})\n")


def slopes(mode, shape, element):
    """The differences along the first two axes, which are two results."""
    rank, type_, size = len(shape), tensor(shape, element), "x".join(map(str, shape))
    pads = (1,) * rank
    text, padded = pad_text(mode, shape, pads, pads, element)
    text += taps("p", padded, type_, shape, neighbours(rank, 0) + neighbours(rank, 1))
    text += f"  %i = tensor.empty() : {type_}\n  %j = tensor.empty() : {type_}\n  %r:2 = "
    text += elementwise(["%p0", "%p1", "%p2", "%p3"], ["%i", "%j"], type_, rank, element,
                        ["%s = arith.subf %b, %a", "%t = arith.subf %d, %c"], ["%s", "%t"])
    text += f"  return %r#0, %r#1 : {type_}, {type_}\n"
    return FusionWorkload(f"slopes-{element}-{size}-{mode}", mode, f"slopes, {element}, {size}",
                          element, shape, (), shape, pads, pads,
                          function(f"%x: {type_}", f"({type_}, {type_})", text), "", None,
                          is_linear=False, results=2)


def divergence(modes, shape, element):
    """The divergence of a field of two components, whose pads have a mode each, times a third
    tensor."""
    type_, size, pads = tensor(shape, element), "x".join(map(str, shape)), (1, 1)
    text = ""
    for axis, (mode, source) in enumerate(zip(modes, "xy")):
        pad, padded = pad_text(mode, shape, pads, pads, element, f"%p{source}", f"%{source}")
        text += pad + taps(f"p{source}", padded, type_, shape, neighbours(2, axis))
    text += f"  %o = tensor.empty() : {type_}\n  %r = "
    text += elementwise(["%px0", "%px1", "%py0", "%py1", "%k"], ["%o"], type_, 2, element,
                        ["%s = arith.subf %b, %a", "%t = arith.subf %d, %c",
                         "%u = arith.addf %s, %t", "%v = arith.mulf %u, %e"], ["%v"])
    text += f"  return %r : {type_}\n"
    parameters = ", ".join(f"%{name}: {type_}" for name in "xyk")
    return FusionWorkload(f"divergence-{element}-{size}-{'-'.join(modes)}", modes[0],
                          f"divergence, {element}, {size}", element, shape, (), shape, pads,
                          pads, function(parameters, type_, text), "", None,
                          is_linear=False, more=(shape, shape))


def sum_of_two(mode, image, filters):
    """One sum of the 3x3 convolutions of two images, as of an image and a state."""
    n, h, w, c = image
    weights, result, pads = (3, 3, c, filters), (n, h, w, filters), around((1, 2), 4)
    type_, of_weights, made = (tensor(s, "f32") for s in (image, weights, result))
    text = ""
    for source in "xy":
        pad, padded = pad_text(mode, image, pads, pads, "f32", f"%p{source}", f"%{source}")
        text += pad
    loops = "(n, h, w, f, i, j, c)"
    maps = [f"affine_map<{loops} -> (n, i + h, j + w, c)>",
            f"affine_map<{loops} -> (i, j, c, f)>"] * 2
    kinds = ['"parallel"'] * 4 + ['"reduction"'] * 3
    text += zeros(made, "f32", "0.0", "")
    text += (f"  %r = linalg.generic {{indexing_maps = [{', '.join(maps)}, "
             f"affine_map<{loops} -> (n, h, w, f)>], iterator_types = [{', '.join(kinds)}]}}\n"
             f"      ins(%px, %k, %py, %l : {padded}, {of_weights}, {padded}, {of_weights}) "
             f"outs(%init : {made}) {{\n"
             "  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32, %o: f32):\n"
             "    %s = arith.mulf %a, %b : f32\n    %t = arith.mulf %c, %d : f32\n"
             "    %u = arith.addf %o, %s : f32\n    %v = arith.addf %u, %t : f32\n"
             f"    linalg.yield %v : f32\n  }} -> {made}\n  return %r : {made}\n")
    parameters = f"%x: {type_}, %k: {of_weights}, %y: {type_}, %l: {of_weights}"
    size = "x".join(map(str, image))
    return FusionWorkload(f"sum-of-two-to-{filters}-{size}-{mode}", mode,
                          f"sum of two 3x3 convs to {filters}, {size}", "f32", image, (), result,
                          pads, pads, function(parameters, made, text), "", None,
                          is_linear=False, more=(weights, image, weights))
