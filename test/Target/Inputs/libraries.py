"""Links kernels with nothing but the five functions that they may call, and runs the
conversions that processors lack: libraries.py PADC FOLDER LLVM_TOOLS."""

import ctypes
import itertools
import math
import os
import random
import struct
import subprocess
import sys

from tier import IS_LONG

PADC, FOLDER, TOOLS = sys.argv[1:]
os.chdir(FOLDER)

ALLOWED = ("malloc", "free", "memcpy", "memmove", "memset")
MACHINES = [("x86_64-linux-gnu", cpu) for cpu in
            ("x86-64", "x86-64-v3", "x86-64-v4", "sapphirerapids")]
MACHINES += [("aarch64-linux-gnu", "generic"), ("riscv64-linux-gnu", "")]
WAYS = (("--fuse=true",), ("--lowering=linalg", "--fuse=false"), ("--lowering=scf", "--fuse=false"),
        ("--lowering=vector", "--fuse=false", "--nontemporal-threshold=0"))
# The tier `long` has every type at every level.
TYPES = ("i8", "f16", "bf16", "f64", "complex<f16>")
if IS_LONG:
    TYPES += ("i1", "i16", "i32", "i64", "index", "f32", "complex<bf16>", "complex<f32>", "complex<f64>")

KERNELS = """
func.func @pad_ID(%x: tensor<?x30xTYPE>, %n: index) -> tensor<?x33xTYPE> {
  %r = pad.pad [edge, MODE] %x low[1, 1] high[%n, 2] : tensor<?x30xTYPE> to tensor<?x33xTYPE>
  return %r : tensor<?x33xTYPE>
}
"""
GRADIENT = """
func.func @adjoint_ID(%g: tensor<12x42xTYPE>) -> tensor<10x40xTYPE> {
  %r = pad.adjoint MODE %g of[10, 40] low[1, 1] high[1, 1]
      : tensor<12x42xTYPE> to tensor<10x40xTYPE>
  return %r : tensor<10x40xTYPE>
}
"""
SUM = """
func.func @sum_ID(%x: tensor<?xTYPE>, %w: tensor<3xTYPE>) -> tensor<?xTYPE> {
  %i0 = arith.constant 0 : index
  %z = arith.constant ZERO : TYPE
  %n = tensor.dim %x, %i0 : tensor<?xTYPE>
  %p = pad.pad MODE %x low[1] high[1] : tensor<?xTYPE> to tensor<?xTYPE>
  %e = tensor.empty(%n) : tensor<?xTYPE>
  %f = linalg.fill ins(%z : TYPE) outs(%e : tensor<?xTYPE>) -> tensor<?xTYPE>
  %r = linalg.generic {indexing_maps = [affine_map<(i, k) -> (i + k)>, affine_map<(i, k) -> (k)>,
                                        affine_map<(i, k) -> (i)>],
                       iterator_types = ["parallel", "reduction"]}
      ins(%p, %w : tensor<?xTYPE>, tensor<3xTYPE>) outs(%f : tensor<?xTYPE>) {
  ^bb0(%a: TYPE, %b: TYPE, %o: TYPE):
    %m = arith.MUL %a, %b : TYPE
    %s = arith.ADD %o, %m : TYPE
    linalg.yield %s : TYPE
  } -> tensor<?xTYPE>
  return %r : tensor<?xTYPE>
}

// A window that a loop sums, whose last sum goes from one iteration to the next one.
func.func @loop_ID(%x: memref<?xTYPE>, %out: memref<1xTYPE>, %k: index) {
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %z = arith.constant ZERO : TYPE
  %n = memref.dim %x, %i0 : memref<?xTYPE>
  %t = bufferization.to_tensor %x restrict : memref<?xTYPE> to tensor<?xTYPE>
  %p = pad.pad MODE %t low[%k] high[1] : tensor<?xTYPE> to tensor<?xTYPE>
  %s = scf.for %i = %i0 to %n step %i1 iter_args(%o = %z) -> TYPE {
    %a = tensor.extract %p[%i] : tensor<?xTYPE>
    %m = arith.MUL %a, %o : TYPE
    %u = arith.ADD %m, %a : TYPE
    scf.yield %u : TYPE
  }
  memref.store %s, %out[%i0] : memref<1xTYPE>
  return
}
"""
CONVERT = """
func.func @FROM_to_TO(%x: tensor<?xFROM>) -> tensor<?xTO> {
  %i0 = arith.constant 0 : index
  %n = tensor.dim %x, %i0 : tensor<?xFROM>
  %e = tensor.empty(%n) : tensor<?xTO>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
                       iterator_types = ["parallel"]}
      ins(%x : tensor<?xFROM>) outs(%e : tensor<?xTO>) {
  ^bb0(%a: FROM, %o: TO):
    %c = arith.OP %a : FROM to TO
    linalg.yield %c : TO
  } -> tensor<?xTO>
  return %r : tensor<?xTO>
}
"""
# The wider type and its format, the narrower one, its bits of exponent and significand.
CONVERSIONS = [(wide, narrow, *bits) for wide in ("f32", "f64")
               for narrow, bits in (("f16", (5, 10)), ("bf16", (8, 7)))]


def of_type(text, type_, mode):
    is_integer = type_[0] == "i"
    return (text.replace("ID", type_.replace("<", "_").replace(">", ""))
            .replace("TYPE", type_).replace("MODE", mode).replace("ZERO", "0" if is_integer else "0.0")
            .replace("MUL", "muli" if is_integer else "mulf")
            .replace("ADD", "addi" if is_integer else "addf"))


def module():
    modes = itertools.cycle(os.environ["PAD_MODES"].split())
    text = "".join(of_type(part, type_, next(modes)) for type_ in TYPES
                   for part in (KERNELS, GRADIENT, SUM)
                   # Those have no ops of `arith`, and bits have no sums (A3).
                   if part == KERNELS or not (part == SUM and "complex" in type_ or type_ == "i1"))
    return text + conversions()


def conversions():
    return "".join(CONVERT.replace("FROM", a).replace("TO", b).replace("OP", op)
                   for wide, narrow, *_ in CONVERSIONS
                   for a, b, op in ((wide, narrow, "truncf"), (narrow, wide, "extf")))


def compile_text(text, path, *options):
    subprocess.run([PADC, "-", *options, "-o", path], input=text, text=True, check=True)


def link_all():
    """The baseline in each way, and each other machine in one, with another level each; or
    all machines in all ways at all levels."""
    text, count = module(), 0
    with open("allowed.s", "w") as file:
        file.write("".join(f".globl {name}\n{name}:\n" for name in ALLOWED))
    for number, (triple, cpu) in enumerate(MACHINES):
        subprocess.run([f"{TOOLS}/llvm-mc", f"--triple={triple}", "--filetype=obj", "allowed.s",
                        "-o", "allowed.o"] +
                       ["--target-abi=lp64d", "--mattr=+f,+d"] * triple.startswith("riscv"),
                       check=True)
        for level, (place, way) in itertools.product(range(4), enumerate(WAYS)):
            is_chosen = level == (place + number) % 4 and (number == 0 or place == number % 4)
            if not IS_LONG and not is_chosen:
                continue
            compile_text(text, "kernels.o", f"--target={triple}", *([f"--cpu={cpu}"] if cpu else []),
                         f"-O{level}", *way)
            # What clang -nostdlib -Wl,-z,defs passes on.
            subprocess.run([f"{TOOLS}/ld.lld", "-shared", "-z", "defs", "kernels.o", "allowed.o",
                            "-o", "kernels.so"], check=True)
            count += 1
    print(f"{count} objects linked", flush=True)


def rounded(x, exponents, significand):
    """The bits of x in an IEEE format with so many bits: the nearest number, of two the even
    one."""
    sign = (math.copysign(1, x) < 0) << (exponents + significand)
    greatest, bias = (1 << exponents) - 1, (1 << exponents - 1) - 1
    if math.isnan(x):
        return None
    if math.isinf(x):
        return sign | greatest << significand
    place = max(math.frexp(x)[1] - 1, 1 - bias) - significand
    number = round(math.ldexp(abs(x), -place)) if x else 0
    # A carry is one into the exponent; without a leading one, the number is denormal.
    bits = number + (place + significand + bias - 1 << significand) if x else 0
    return sign | min(bits, greatest << significand)


def run(cpu):
    compile_text(conversions(), f"./{cpu}.so", f"--cpu={cpu}")
    library, numbers, count = ctypes.CDLL(f"./{cpu}.so"), random.Random(7), 0
    for wide, narrow, exponents, significand in CONVERSIONS:
        code, word = ("f", "I") if wide == "f32" else ("d", "Q")
        bits = 32 if wide == "f32" else 64
        # Every number of the narrower type is one of the wider one.
        halves = range(1 << 16)
        source = struct.pack(f"{len(halves)}H", *halves)
        out = ctypes.create_string_buffer(len(halves) * bits // 8)
        getattr(library, f"{narrow}_to_{wide}")(source, ctypes.c_int64(len(halves)), out)
        values = struct.unpack(f"{len(halves)}{code}", out.raw)
        for half, value in zip(halves, values):
            if math.isnan(value):
                assert half & 0x7fff > ((1 << exponents) - 1) << significand, hex(half)
            else:
                assert rounded(value, exponents, significand) == half, (narrow, wide, hex(half))
        # Those, what is half way between two, its neighbours, and anything.
        words = list(struct.unpack(f"{len(halves)}{word}", out.raw))
        half_way = 1 << ((52 if wide == "f64" else 23) - significand - 1)
        words += [w + d & (1 << bits) - 1 for w in words[::5]
                  for d in (half_way - 1, half_way, half_way + 1, 1)]
        words += [numbers.getrandbits(bits) for _ in range(20000)]
        source = struct.pack(f"{len(words)}{word}", *words)
        out = ctypes.create_string_buffer(len(words) * 2)
        getattr(library, f"{wide}_to_{narrow}")(source, ctypes.c_int64(len(words)), out)
        found = struct.unpack(f"{len(words)}H", out.raw)
        for value, half in zip(struct.unpack(f"{len(words)}{code}", source), found):
            expected = rounded(value, exponents, significand)
            if expected is None:
                is_right = half & 0x7fff > ((1 << exponents) - 1) << significand
            else:
                is_right = half == expected
            assert is_right, (wide, narrow, value, hex(half), expected)
        count += len(halves) + len(words)
    print(f"{cpu}: {count} numbers converted")


link_all()
run("x86-64")
