"""padc refuses the names that headers and compilers own, and C and C++ compile those it accepts.

Usage: names.py PADC CC CXX FOLDER
"""

import re
import subprocess
import sys
from pathlib import Path

HEADERS = """assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal
stdalign stdarg stdatomic stdbool stddef stdint stdio stdlib stdnoreturn string tgmath threads time
uchar unistd wchar wctype""".split()
# What C++ includes of them as it is.
COMMON = "assert ctype errno inttypes limits locale math setjmp signal stddef stdint stdio stdlib " \
    "string time unistd wchar wctype"

# At least one of each rule, whatever the headers of this host declare.
REFUSED = """
INT64_MAX UINT8_C SIZE_MAX INT_FAST8_WIDTH WCHAR_MIN PRIu64 SCNxMAX NULL EOF EINVAL E2BIG SIGINT
SIG_DFL LC_ALL FE_INVALID FLT_MAX DBL_DIG FP_NAN M_PI BUFSIZ NAN INFINITY I complex imaginary
typeof typeof_unqual asm restrict nullptr alignof and xor_eq static_assert
concept requires co_await co_yield co_return char8_t char16_t consteval constinit contract_assert
linux unix i386 mips sun WIN32 PPC
errno assert stdin stdout stderr offsetof va_start setjmp noreturn unreachable kill_dependency
signbit isnan isgreater fpclassify math_errhandling
malloc memcpy printf abs exit sin sinf sinl sinf32 sinf64x sinpi roundeven powd64 cabsf nan memcpy_s
strtol_l gets timespec_get call_once atomic_load thrd_create mtx_lock stdc_bit_ceil ckd_add
y0 y1 yn j0 j1 jnf gamma lgamma_r scalb drem signgam sincos
read write open close pipe link index bzero sleep environ pthread_create stat64 getc_unlocked ctime_r
strtof64_l f32addf64 dcgettext memory_order_relaxed
FILE DIR size_t ssize_t int8_t uint_fast8_t max_align_t va_list jmp_buf pad_t
main std _pad __pad _Pad _ PADC_NAMES_H
""".split()

# What is near to these, and free.
FREE = """
pad pad_shape_of PAD Pad pad2d pad_ a__b I0 INT MAX max min INT64 MAXIMUM int64 t_t2 NULLS e E PRI SCN
Eof EdgePad SIGnal PADC padc_x concepts co_pad char64 typeofs linux_pad unix2 sun_pad asserts errno_of
import module final override byte vector pixel near far interface string strided is_padded torus memory
y2 y3 j2 jm gamma_pad mains stdpad x86 wide reflect edge wrap constant symmetric crop source result
low high interior value shape
""".split()
# Names of parameters: these clash with functions only, or are not kept.
PARAMETERS = "y0 index malloc main std size_t FILE read pad errno linux I typeof INT64_MAX int64_t _x _X"


def function(name, location="x"):
    return (f'func.func @{name}(%x: tensor<?xf32> loc("{location}"), %n: index) -> tensor<?xf32> {{\n'
            "  %r = pad.pad edge %x low[%n] high[1] : tensor<?xf32> to tensor<?xf32>\n"
            "  return %r : tensor<?xf32>\n}\n")


def owned(cc, folder):
    """The names that the host's compiler and headers own."""
    names = set(REFUSED)
    source = folder / "headers.c"
    for more in ([], ["-D_XOPEN_SOURCE=700"], ["-std=gnu11"]):
        options = [cc, "-std=c11", *more, "-E", "-P", source]
        includes = "".join(f"#include <{header}.h>\n" for header in HEADERS)
        for text in ("", includes):
            source.write_text(text)
            macros = subprocess.run([*options, "-dM"], capture_output=True, text=True, check=True)
            names |= set(re.findall(r"^#define (\w+)", macros.stdout, re.MULTILINE))
        source.write_text(includes.replace("#include <tgmath.h>\n", ""))
        text = subprocess.run(options, capture_output=True, text=True, check=True).stdout
        # Where the library writes `extern` in front of each function.
        names |= set(re.findall(r"\bextern [\w\s*]*?\b(\w+) ?\(", text))
    return names


def refused(padc, folder, names):
    source = folder / "owned.mlir"
    source.write_text("".join(f"func.func @{name}() {{\n  return\n}}\n" for name in sorted(names)))
    made = subprocess.run([padc, source, "-o", folder / "owned.o"], capture_output=True, text=True)
    assert made.returncode == 1, made
    told = re.findall(r"'@(\w+)' has no plain C signature: '\1' .*; rename the function", made.stderr)
    assert set(told) == names, ("not refused", sorted(names - set(told)))
    assert not (folder / "owned.o").exists()


def compiled(padc, cc, cxx, folder, names):
    source = folder / "names.mlir"
    source.write_text("".join(map(function, names)) + "".join(
        function(f"parameter{n}", location) for n, location in enumerate(PARAMETERS.split())))
    subprocess.run([padc, source, "-o", folder / "names.o", "--header", folder / "names.h"],
                   check=True)
    includes = "".join(f"#include <{header}.h>\n" for header in COMMON.split())
    uses = "".join(f"  {name}(x_, 1, 1, y_);\n  {name}_shape(1, 1, n_);\n" for name in names)
    text = {
        "before": f'#include "names.h"\n{includes}',
        "after": f'{includes}#include "names.h"\n',
    }
    for place, head in text.items():
        program = folder / f"{place}.c"
        program.write_text(head + "void use_(const float *x_, float *y_, int64_t *n_);\n"
                           "void use_(const float *x_, float *y_, int64_t *n_) {\n" + uses + "}\n")
        for compiler, standard in ((cc, "c11"), (cc, "gnu11"), (cc, "c2x"), (cc, "gnu2x"),
                                   (cxx, "c++20"), (cxx, "gnu++20")):
            language = "c++" if "++" in standard else "c"
            subprocess.run([compiler, f"-std={standard}", "-Wall", "-Wextra", "-Werror",
                            "-pedantic", "-c", "-x", language, program, "-o", folder / "use.o"],
                           check=True)


def main(padc, cc, cxx, folder):
    folder = Path(folder)
    names = owned(cc, folder)
    refused(padc, folder, names)
    compiled(padc, cc, cxx, folder, FREE)
    print(len(names), "names refused,", len(FREE), "declared in C11, C23 and C++20")


main(*sys.argv[1:])
