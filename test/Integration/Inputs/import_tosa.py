"""tosa.pad: import_tosa.py print|check PREFIX."""

import random

from import_cases import Case, count, hide, join, numbers, pad, result_shape, run, tensor

PLAIN, QUANTIZED = "`tosa.pad`", "`tosa.pad`, quantized"


def draw(rng, element, quantized):
    rank = rng.randint(1, 4)
    shape = [rng.randint(1, 4) for _ in range(rank)]
    low = [rng.randint(0, 3) for _ in shape]
    high = [rng.randint(0, 3) for _ in shape]
    extents = result_shape(shape, low, high)
    seen = hide(rng, shape, 0.3)
    result = [None if d is None else n for d, n in zip(seen, extents)]
    value = rng.randint(-9, 9)
    text = f"{value}.0" if element == "f32" else str(value)
    padding = join(n for pair in zip(low, high) for n in pair)
    constant = rng.random() < 0.7 or quantized
    arguments = []
    stored, inner = element, "%x"
    body = []
    if quantized:
        element = f"!quant.uniform<i8:f32, 0.5:{rng.randint(-5, 5)}>"
        seen_type = tensor(seen, stored)
        body.append(f"%q = quant.scast %x : {seen_type} to {tensor(seen, element)}")
        inner = "%q"
    scalar = f"tensor<1x{element}>"
    body.append(f"%s = tosa.const_shape {{values = dense<[{padding}]> : "
                f"tensor<{2 * rank}xindex>}} : () -> !tosa.shape<{2 * rank}>")
    if constant:
        body.append(f'%c = "tosa.const"() <{{values = dense<{text}> : '
                    f"tensor<1x{stored}>}}> : () -> {scalar}")
    else:
        arguments.append(("%c", scalar, f"dense<{text}>"))
    padded = "%p" if quantized else "%r"
    body.append(f"{padded} = tosa.pad {inner}, %s, %c : ({tensor(seen, element)}, "
                f"!tosa.shape<{2 * rank}>, {scalar}) -> {tensor(result, element)}")
    if quantized:
        body.append(f"%r = quant.scast %p : {tensor(result, element)} to "
                    f"{tensor(result, stored)}")
    expected, extents = pad(numbers(shape), shape, "constant", low, high, value)
    return Case(shape, seen, stored, body, tensor(result, stored), expected, extents,
                arguments, QUANTIZED if quantized else PLAIN, "constant",
                "" if constant else "v", "quant.uniform<i8:f32>" if quantized else None)


def cases():
    rng = random.Random(2)
    made = []
    while len(made) < 40:
        element = rng.choice(["f32", "i8", "i32"])
        case = draw(rng, element, element == "i8" and rng.random() < 0.5)
        # The elements are bytes.
        if count(case.shape) < 127:
            made.append(case)
    return made


run([PLAIN, QUANTIZED], cases())
