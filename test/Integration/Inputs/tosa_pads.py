"""Prints a module of random pads that TOSA ops can take over, and a main that
prints the bits of every result: tosa_pads.py SEED COUNT."""

import random
import struct
import sys

SPECIAL = [float("nan"), float("inf"), float("-inf"), -0.0, 1e-45, 3.4028235e38]


def join(values):
    return ", ".join(str(value) for value in values)


def tensor(shape, element):
    return "tensor<" + "".join(f"{extent}x" for extent in shape) + element + ">"


def bits(value):
    return f"0x{struct.unpack('<I', struct.pack('<f', value))[0]:08X}"


def draw(rng, element, special):
    if element == "f32":
        odd = special and rng.random() < 0.1
        return bits(rng.choice(SPECIAL) if odd else rng.uniform(-4, 4))
    return rng.randint(-128, 127) if element == "i8" else rng.randint(-999, 999)


def constant(rng, name, shape, element, special=False):
    count = 1
    for extent in shape:
        count *= extent
    numbers = [draw(rng, element, special) for _ in range(count)]

    def nest(numbers, shape):
        if not shape:
            return str(numbers[0])
        step = len(numbers) // shape[0]
        return f"[{join(nest(numbers[i * step:][:step], shape[1:]) for i in range(shape[0]))}]"

    type = tensor(shape, element)
    return f"  {name} = arith.constant dense<{nest(numbers, shape)}> : {type}"


def print_case(rng, name):
    op = rng.choice(
        ["conv2d", "conv3d", "depthwise_conv2d", "transpose_conv2d", "max_pool2d"]
    )
    element = rng.choice(["f32", "i8"])
    axes = 3 if op == "conv3d" else 2
    window = [rng.randint(1, 3) for _ in range(axes)]
    pool, transpose = op == "max_pool2d", op == "transpose_conv2d"
    if pool or op == "depthwise_conv2d":
        # MLIR 22 has no code for a padded depthwise_conv2d of bytes by 1x1.
        window = [extent + 1 for extent in window]
    stride = [rng.randint(1, 2) for _ in range(axes)]
    dilation = [1 if pool or transpose else rng.randint(1, 2) for _ in range(axes)]

    def draw_pads():
        most = [extent - 1 for extent in window] if pool else [2] * axes
        return [rng.randint(0, m) for m in most for _ in range(2)]

    pads = draw_pads()
    own = [0] * (2 * axes) if pool else [rng.randint(0, 1) for _ in pads]
    spatial, output = [], []
    for k in range(axes):
        sides = pads[2 * k] + pads[2 * k + 1], own[2 * k] + own[2 * k + 1]
        if transpose:
            spatial.append(rng.randint(1, 4))
            padded = spatial[-1] + sides[0]
            output.append((padded - 1) * stride[k] + sides[1] + window[k])
            continue
        output.append(rng.randint(1, 4))
        reach = (output[-1] - 1) * stride[k] + (window[k] - 1) * dilation[k] + 1
        while reach - sum(sides) < 1:
            output[-1] += 1
            reach += stride[k]
        spatial.append(reach - sum(sides))

    batch, channels, made = rng.randint(1, 2), rng.randint(1, 3), rng.randint(1, 3)
    source = [batch, *spatial, channels]
    padded = [s + pads[2 * k] + pads[2 * k + 1] for k, s in enumerate(spatial)]
    padded = [batch, *padded, channels]
    result_element = element if pool or element == "f32" else "i32"
    if pool:
        made = channels
    elif op == "depthwise_conv2d":
        weights, made = [*window, channels, made], channels * made
    else:
        weights = [made, *window, channels]
    result = tensor([batch, *output, made], result_element)

    zero = rng.randint(-9, 9) if element == "i8" else bits(0.0)
    least = -128 if element == "i8" else bits(float("-inf"))
    low, high = join([0, *pads[::2], 0]), join([0, *pads[1::2], 0])
    source_type, padded_type = tensor(source, element), tensor(padded, element)
    print(f"func.func private @{name}(%x: {source_type}) -> {result} {{")
    print(f"  %v = arith.constant {least if pool else zero} : {element}")
    print(f"  %p = pad.pad constant %x value(%v) low[{low}] high[{high}]")
    print(f"      : {source_type} to {padded_type}")
    if pool:
        print(f"  %r = tosa.max_pool2d %p {{kernel = array<i64: {join(window)}>,")
        print(f"      pad = array<i64: {join(own)}>, stride = array<i64: {join(stride)}>}}")
        print(f"      : ({padded_type}) -> {result}")
    else:
        print(constant(rng, "%w", weights, element))
        print(constant(rng, "%b", [made], result_element))
        scalar, zero_weight = tensor([1], element), 0 if element == "i8" else bits(0.0)
        for zp, number in (("%iz", zero), ("%wz", zero_weight)):
            print(f'  {zp} = "tosa.const"() <{{values = dense<{number}> : {scalar}}}>')
            print(f"      : () -> {scalar}")
        extra = "out_pad" if transpose else f"dilation = array<i64: {join(dilation)}>, pad"
        print(f"  %r = tosa.{op} %p, %w, %b, %iz, %wz {{acc_type = {result_element},")
        print(f"      {extra} = array<i64: {join(own)}>, stride = array<i64: {join(stride)}>}}")
        print(f"      : ({padded_type}, {tensor(weights, element)},")
        print(f"      {tensor([made], result_element)}, {scalar}, {scalar}) -> {result}")
    print(f"  return %r : {result}\n}}")

    printed = tensor([batch, *output, made], "i32")
    lines = [
        constant(rng, f"%x_{name}", source, element, special=True),
        f"  %r_{name} = call @{name}(%x_{name}) : ({source_type}) -> {result}",
    ]
    convert = {"f32": "bitcast", "i8": "extsi"}.get(result_element)
    if convert:
        lines.append(f"  %i_{name} = arith.{convert} %r_{name} : {result} to {printed}")
    used = f"%i_{name}" if convert else f"%r_{name}"
    return lines + [
        f"  %u_{name} = tensor.cast {used} : {printed} to tensor<*xi32>",
        f"  call @printMemrefI32(%u_{name}) : (tensor<*xi32>) -> ()",
    ]


def main(seed, count):
    rng = random.Random(seed)
    print("func.func private @printMemrefI32(tensor<*xi32>) attributes {llvm.emit_c_interface}")
    lines = [line for i in range(count) for line in print_case(rng, f"case{i}")]
    print("func.func @main() {")
    print("\n".join(lines))
    print("  return\n}")


main(int(sys.argv[1]), int(sys.argv[2]))
