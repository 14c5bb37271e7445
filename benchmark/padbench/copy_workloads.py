"""Windows that are copied, for scripts/bench --fusion --random: im2col, patches and frames."""

from .fusion_workloads import FusionWorkload, around, function, pad_text, tensor


def copied(mode, kind, source, result, low, high, reads, filter_=()):
    """The workload that copies what the map with results `reads` reads of the pad of `source`,
    times a filter along the last axis, if there is one."""
    text, padded = pad_text(mode, source, low, high, "f32")
    axes = [f"d{n}" for n in range(len(result))]
    maps = [", ".join(reads), *([axes[-1]] if filter_ else []), ", ".join(axes)]
    listed = ", ".join(f"affine_map<({', '.join(axes)}) -> ({m})>" for m in maps)
    kinds = ", ".join(['"parallel"'] * len(axes))
    type_ = tensor(result, "f32")
    operands, types = ["%p"], [padded]
    arguments = ["%a: f32"]
    parameters = f"%x: {tensor(source, 'f32')}"
    if filter_:
        operands.append("%k")
        types.append(tensor(filter_, "f32"))
        arguments.append("%b: f32")
        parameters += f", %k: {types[-1]}"
    body = (text + f"  %e = tensor.empty() : {type_}\n"
            f"  %r = linalg.generic {{indexing_maps = [{listed}], iterator_types = [{kinds}]}}\n"
            f"      ins({', '.join(operands)} : {', '.join(types)}) outs(%e : {type_}) {{\n"
            f"  ^bb0({', '.join(arguments)}, %o: f32):\n"
            + ("    %m = arith.mulf %a, %b : f32\n" if filter_ else "")
            + f"    linalg.yield {'%m' if filter_ else '%a'} : f32\n  }} -> {type_}\n"
            f"  return %r : {type_}\n")
    size = "x".join(map(str, source))
    return FusionWorkload(f"{kind.lower().replace(' ', '-')}-{size}-{mode}", mode,
                          f"{kind}, {size}", "f32", source, filter_, result, low, high,
                          function(parameters, type_, body), "",
                          lambda ops: ops.copy(reads, low, bool(filter_)))


def unfold(mode, image, layout, taps=3):
    """The windows of an image (im2col)."""
    n, h, w, c = image
    reach = taps // 2
    if layout == "NHWC":
        pads = tuple(reach * p for p in around((1, 2), 4))
        return copied(mode, f"{taps}x{taps} im2col NHWC", image, (n, h, w, taps, taps, c), pads,
                      pads, ("d0", "d1 + d3", "d2 + d4", "d5"))
    pads = tuple(reach * p for p in around((2, 3), 4))
    return copied(mode, f"{taps}x{taps} im2col NCHW", (n, c, h, w), (n, c, taps, taps, h, w), pads,
                  pads, ("d0", "d1", "d2 + d4", "d3 + d5"))


def patches(mode, image, size=16):
    """Squares cut from an image that is padded to a multiple of them."""
    h, w = image
    high = -h % size, -w % size
    return copied(mode, f"{size}x{size} patches", image,
                  ((h + high[0]) // size, (w + high[1]) // size, size, size), (0, 0), high,
                  (f"d0 * {size} + d2", f"d1 * {size} + d3"))


def frames(mode, samples, length=1024, hop=256, windowed=True):
    """The frames of an STFT, times a window."""
    pads = (length // 2,)
    return copied(mode, f"frames of {length} every {hop}", (samples,),
                  (samples // hop + 1, length), pads, pads, (f"d0 * {hop} + d1",),
                  (length,) if windowed else ())
