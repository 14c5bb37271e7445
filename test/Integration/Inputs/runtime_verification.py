"""Runs pads that break a constraint only at run time, checked and unchecked.

runtime_verification.py LIBRARIES, those of mlir-runner with a comma between them. All programs
are one shared object, and each runs in a process of its own, as a check ends it.
"""

import ctypes
import os
import subprocess
import sys

MAX = 2**63 - 1
MIN = -(2**63)

# mode, extent, low, high, interior, result extent, message (None: none)
PADS = [
    ("reflect", 3, 2, 2, 0, 7, None),
    ("reflect", 3, -1, 2, 1, 6, None),
    ("reflect", 0, -1, 0, 0, 0, None),
    ("reflect", 3, 3, 0, 0, 6, "low of axis 0 is more than reflect extends by, "
     "the extent less 1 (C5); add 'periodic' to repeat it"),
    ("reflect periodic", 3, 7, 9, 0, 19, None),
    ("symmetric", 3, 3, 3, 0, 9, None),
    ("symmetric", 3, 0, 4, 0, 7, "high of axis 0 is more than symmetric extends"
     " by, the extent (C5)"),
    ("constant", 3, 1, 1, 2, 9, None),
    ("constant", 3, 1, 1, -1, 5, "interior of axis 0 is negative (C2)"),
    ("constant", 3, -5, 0, 0, 0, None),
    ("constant", 3, -5, 0, MAX // 2 + 1, 0,
     "interior of axis 0 makes an extent of more than 64 bits (C7)"),
    ("constant", 1, 1, 0, MAX, 2, None),
    ("constant", 3, 0, MAX, 0, 0, "high of axis 0 makes positions of more "
     "than 64 bits (C7)"),
    ("constant", 3, MAX, 0, 0, 0, "low and high of axis 0 make an extent of "
     "more than 64 bits (C7)"),
    ("constant", 3, MIN, 0, 0, 0, "low of axis 0 makes positions of more than "
     "64 bits (C7)"),
    ("constant", 3, MIN + 1, 5, 0, 0, None),
    ("constant", 3, MIN + 1, MIN, 0, 0, "low and high of axis 0 make an extent of"
     " more than 64 bits (C7)"),
    ("edge", 0, -1, 1, 0, 0, None),
    ("edge", 0, 1, 0, 0, 1, "source extent of axis 0 is 0, and edge has nothing"
     " to extend it with (C6); use the constant mode"),
    ("wrap", 3, 7, 0, 0, 10, None),
]
# The same for a destination, whose extent may be wrong.
DESTINATIONS = [
    ("edge", 3, 1, 1, 0, 5, None),
    ("edge", 3, 1, 1, 0, 6, "init extent of axis 0 is not what low, high, "
     "interior and the source extent give (C4)"),
    ("constant", 3, -9, 0, 0, 0, None),
    ("symmetric", 3, 4, 0, 0, 7, "low of axis 0 is more than symmetric"),
]

DECLARATION = "func.func private @printI64(i64)"
PROGRAM = """
func.func private @pad(%x: tensor<?xf32>, %l: index, %h: index, %i: index, %n: index)
    -> tensor<?xf32> {
  PAD
  return %r : tensor<?xf32>
}
func.func @main() {
  %d = arith.constant EXTENT : index
  %l = arith.constant LOW : index
  %h = arith.constant HIGH : index
  %i = arith.constant INTERIOR : index
  %n = arith.constant RESULT : index
  %v = arith.constant 2.0 : f32
  %x = tensor.splat %v[%d] : tensor<?xf32>
  %r = call @pad(%x, %l, %h, %i, %n)
      : (tensor<?xf32>, index, index, index, index) -> tensor<?xf32>
  %c0 = arith.constant 0 : index
  %e = tensor.dim %r, %c0 : tensor<?xf32>
  %f = arith.index_cast %e : index to i64
  call @printI64(%f) : (i64) -> ()
  return
}
"""
PAD = """%r = pad.pad MODE %x low[%l] high[%h] interior[%i]
      : tensor<?xf32> to tensor<?xf32>"""
# The numbers as constants beside the op, which canonicalization would make
# attributes if the verifier took them, and types that state the extents.
CONSTANTS = """%cl = arith.constant LOW : index
  %ch = arith.constant HIGH : index
  %ci = arith.constant INTERIOR : index
  %s = tensor.cast %x : tensor<?xf32> to tensor<EXTENTxf32>
  %p = pad.pad MODE %s low[%cl] high[%ch] interior[%ci]
      : tensor<EXTENTxf32> to tensor<?xf32>
  %t = tensor.cast %p : tensor<?xf32> to tensor<RESULTxf32>
  %r = tensor.cast %t : tensor<RESULTxf32> to tensor<?xf32>"""
# The same axis behind one of another mode, whose numbers hold.
SECOND_AXIS = """%c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = tensor.dim %x, %c0 : tensor<?xf32>
  %s = tensor.expand_shape %x [[0, 1]] output_shape [1, %d]
      : tensor<?xf32> into tensor<1x?xf32>
  %p = pad.pad [wrap, MODE] %s low[1, %l] high[0, %h] interior[0, %i]
      : tensor<1x?xf32> to tensor<2x?xf32>
  %e = tensor.dim %p, %c1 : tensor<2x?xf32>
  %r = tensor.extract_slice %p[1, 0] [1, %e] [1, 1]
      : tensor<2x?xf32> to tensor<?xf32>"""
PAD_INTO = """%e = tensor.empty(%n) : tensor<?xf32>
  %r = pad.pad_into MODE %x into %e low[%l] high[%h] interior[%i]
      : tensor<?xf32> into tensor<?xf32> -> tensor<?xf32>"""


def text_of(number, op, case):
    """The program of a case: @main and @pad with its number."""
    mode, extent, low, high, interior, result, _ = case
    text = PROGRAM.replace("PAD", op)
    for name, value in [("MODE", mode), ("EXTENT", extent), ("LOW", low),
                        ("HIGH", high), ("INTERIOR", interior),
                        ("RESULT", result), ("@pad", f"@pad{number}"),
                        ("@main", f"@main{number}")]:
        text = text.replace(name, str(value))
    return text


def compile_all(name, programs, options):
    """The shared object of so many programs."""
    def pipe(text, *command):
        done = subprocess.run(command, input=text, capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"{text}\n{done.stderr}")
        return done.stdout

    lowered = pipe("\n".join([DECLARATION, *programs]), "pad-opt", f"--lower-pad-to-llvm={options}")
    path = os.path.abspath(f"{name}.so")
    pipe(pipe(lowered, "mlir-translate", "--mlir-to-llvmir"), "clang", "-O0", "-w", "-shared",
         "-fPIC", "-x", "ir", "-", "-o", path)
    return ctypes.CDLL(path)


def run(library, number):
    """How a program ends, and what it prints."""
    read, write = os.pipe()
    child = os.fork()
    if not child:
        os.dup2(write, 1)
        getattr(library, f"main{number}")()
        ctypes.CDLL(None).fflush(None)
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as output:
        printed = output.read()
    return os.waitpid(child, 0)[1], printed


def main(libraries):
    for path in libraries.split(","):
        ctypes.CDLL(path, ctypes.RTLD_GLOBAL)
    programs = [(op, case) for op, cases in ((PAD, PADS), (CONSTANTS, PADS), (SECOND_AXIS, PADS),
                                             (PAD_INTO, DESTINATIONS)) for case in cases]
    texts = [text_of(number, *program) for number, program in enumerate(programs)]
    checked = compile_all("checked", texts, "lowering=scf runtime-verification")
    count = 0
    for number, (op, case) in enumerate(programs):
        message = case[-1]
        if op == SECOND_AXIS and message:
            message = message.replace("axis 0", "axis 1")
        status, printed = run(checked, number)
        where = f"{case}\n{op}\n{status}\n{printed}"
        if message is None:
            if status != 0 or printed != str(case[5]):
                sys.exit("a valid pad fails: " + where)
            continue
        if status == 0:
            sys.exit("no check fails: " + where)
        name = "pad.pad_into" if op == PAD_INTO else "pad.pad"
        if message not in printed or name not in printed:
            sys.exit("another message: " + where)
        count += 1
    # Without the option nothing is checked, and nothing goes wrong either.
    unchecked = compile_all("unchecked", [text_of(0, PAD, PADS[3])], "lowering=scf")
    status, printed = run(unchecked, 0)
    if status != 0 or printed != "6":
        sys.exit(f"checked without the option: {status} {printed}")
    print(f"{count} constraints broken")


main(*sys.argv[1:])
