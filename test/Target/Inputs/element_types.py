"""Compiles a one-liner for every element type, and calls it through ctypes.

Usage: element_types.py PADC FOLDER
"""

import ctypes
import re
import subprocess
import sys
from pathlib import Path

from tier import is_of_share

# Type, C type of the header, bytes of an element, --value, its bytes.
TYPES = [
    ("i1", "uint8_t", 1, "true", "01"),
    ("i4", "uint8_t", 1, "-3", "0d"),
    ("i7", "uint8_t", 1, "127", "7f"),
    ("i8", "int8_t", 1, "-128", "80"),
    ("i8", "int8_t", 1, "255", "ff"),
    ("ui8", "uint8_t", 1, "0x80", "80"),
    ("si8", "int8_t", 1, "-1", "ff"),
    ("i16", "int16_t", 2, "-2", "feff"),
    ("ui16", "uint16_t", 2, "65535", "ffff"),
    ("i32", "int32_t", 4, "-2147483648", "00000080"),
    ("ui32", "uint32_t", 4, "4294967295", "ffffffff"),
    ("i64", "int64_t", 8, "-9223372036854775808", "0000000000000080"),
    ("ui64", "uint64_t", 8, "18446744073709551615", "ffffffffffffffff"),
    ("index", "int64_t", 8, "-1", "ffffffffffffffff"),
    ("f16", "uint16_t", 2, "1.5", "003e"),
    ("f16", "uint16_t", 2, "-0.0", "0080"),
    ("bf16", "uint16_t", 2, "1.5", "c03f"),
    ("f32", "float", 4, "0x1p-3", "0000003e"),
    ("f32", "float", 4, "-inf", "000080ff"),
    ("f32", "float", 4, "nan", "0000c07f"),
    ("f64", "double", 8, "1e-300", "59f3f8c21f6ea501"),
    ("f8E5M2", "uint8_t", 1, "1.5", "3e"),
    ("f8E4M3", "uint8_t", 1, "1.5", "3c"),
    ("f8E4M3FN", "uint8_t", 1, "448", "7e"),
    ("f8E5M2FNUZ", "uint8_t", 1, "1", "40"),
    ("f8E4M3FNUZ", "uint8_t", 1, "1", "40"),
    ("f8E4M3B11FNUZ", "uint8_t", 1, "1", "58"),
    ("f8E3M4", "uint8_t", 1, "1", "30"),
    ("f8E8M0FNU", "uint8_t", 1, "2", "80"),
    ("f6E2M3FN", "uint8_t", 1, "1", "08"),
    ("f6E3M2FN", "uint8_t", 1, "1", "0c"),
    ("f4E2M1FN", "uint8_t", 1, "-6", "0f"),
    ("complex<f16>", "uint16_t", 4, "1,-1", "003c00bc"),
    ("complex<bf16>", "uint16_t", 4, "1,-1", "803f80bf"),
    ("complex<f32>", "float", 8, "1,-0.0", "0000803f00000080"),
    ("complex<f8E5M2>", "uint8_t", 2, "1,-1", "3cbc"),
    ("complex<f64>", "double", 16, "0,1", "0000000000000000000000000000f03f"),
    ("complex<i8>", "int8_t", 2, "1,-1", "01ff"),
    ("complex<i64>", "int64_t", 16, "1,2", "01000000000000000200000000000000"),
    ("!llvm.ptr", "void *", 8, None, "0000000000000000"),
    ("!quant.uniform<i8:f32, 0.5:3>", "int8_t", 1, None, "03"),
    ("!quant.uniform<u16:f32, 0.5:258>", "uint16_t", 2, None, "0201"),
    ("i1", "uint8_t", 1, None, "00"),
    ("f32", "float", 4, None, "00000000"),
    ("complex<f32>", "float", 8, None, "0000000000000000"),
    ("complex<i8>", "int8_t", 2, None, "0000"),
]

# What a padding value is passed as, for each C type of elements that are no complex numbers.
SCALARS = {"float": ctypes.c_float, "double": ctypes.c_double,
           **{name: getattr(ctypes, "c_" + name[:-2]) for name in (
               "int8_t", "uint8_t", "int16_t", "uint16_t", "int32_t", "uint32_t", "int64_t",
               "uint64_t")}}

# Types that C has none for, and what the message says.
REFUSED = ["i24", "i128", "f80", "f128", "tf32", "vector<2xf32>"]


def call_with_value(padc, folder, type_, c_type, number, fill, source):
    """Calls a kernel of dynamic extents that takes the padding value `fill`, and checks it."""
    library, header, size = folder / f"{number}v.so", folder / f"{number}v.h", len(fill)
    subprocess.run([padc, "--mode=constant", f"--type={type_}", "--shape=?x3", "--low=?,0",
                    "--high=0,2", "--value=?", "-o", library, "--header", header], check=True)
    is_complex = type_.startswith("complex")
    scalar = f"const {c_type} *value" if is_complex else f"{c_type} value"
    declared = re.search(r"^void pad\((.*?)\);$", header.read_text(), re.M | re.S)
    assert f"int64_t low0, {scalar}, " in " ".join(declared[1].split()), declared[1]
    argument = fill if is_complex else SCALARS[c_type].from_buffer_copy(fill)
    extent, low = ctypes.c_int64(2), ctypes.c_int64(1)
    result = ctypes.create_string_buffer(15 * size)
    ctypes.CDLL(str(library)).pad(source, extent, low, argument, result)
    rows = [source[:3 * size] + 2 * fill, source[3 * size:] + 2 * fill]
    assert result.raw == 5 * fill + b"".join(rows), (type_, result.raw.hex())


def call_without_source(padc, folder, type_, value, number, fill):
    """Calls a kernel of each lowering that reads nothing but padding, and checks it."""
    given = [f"--value={value}"] if value else []
    for lowering in ("vector", "scf", "linalg"):
        library = folder / f"{number}{lowering}.so"
        subprocess.run([padc, "--mode=constant", f"--type={type_}", "--shape=2x3", "--low=-2,0",
                        "--high=1031,0", *given, f"--lowering={lowering}", "-o", library],
                       check=True)
        result = ctypes.create_string_buffer(1031 * 3 * len(fill) + 1)
        result[-1] = b"x"
        ctypes.CDLL(str(library)).pad(None, result)
        assert result.raw == 1031 * 3 * fill + b"x", (type_, lowering)


def main(padc, folder):
    folder = Path(folder)
    for number, (type_, c_type, size, value, value_bytes) in enumerate(TYPES):
        name = f"{type_} with {value}"
        library, header = folder / f"{number}.so", folder / f"{number}.h"
        command = [padc, "--mode=constant", f"--type={type_}", "--shape=2x3", "--low=1,0",
                   "--high=0,2", f"--name=k{number}", "-o", library, "--header", header]
        if value:
            command.append(f"--value={value}")
        subprocess.run(command, check=True)

        declared = re.search(rf"^void k{number}\((.*?), (.*?)\);$",
                             header.read_text(), re.M)
        expected = (f"{c_type}const *source" if c_type.endswith("*") else
                    f"const {c_type} *source",
                    f"{c_type}{'' if c_type.endswith('*') else ' '}*result")
        assert declared.groups() == expected, (name, declared.groups(), expected)

        # Distinct elements that every type has: small numbers in their low byte.
        source = b"".join(bytes([i]) + bytes(size - 1) for i in range(6))
        if type_ == "i1":
            source = bytes([1, 0, 1, 1, 0, 1])
        fill = bytes.fromhex(value_bytes)
        assert len(fill) == size, name
        rows = [source[:3 * size] + 2 * fill, source[3 * size:] + 2 * fill]
        result = ctypes.create_string_buffer(15 * size)
        getattr(ctypes.CDLL(str(library)), f"k{number}")(source, result)
        assert result.raw == 5 * fill + b"".join(rows), (name, result.raw.hex())
        # The first tier has some of the types.
        if not is_of_share(number, 7):
            continue
        if value:
            call_with_value(padc, folder, type_, c_type, number, fill, source)
        call_without_source(padc, folder, type_, value, number, fill)

    for type_ in REFUSED:
        made = subprocess.run([padc, "--mode=constant", f"--type={type_}", "--shape=2", "--low=1",
                               "--high=0", "-o", folder / "refused.o"],
                              capture_output=True, text=True)
        assert made.returncode == 1, type_
        assert f"argument 0 has elements of type '{type_}', for which C has no type" \
            in made.stderr, made.stderr
        assert not (folder / "refused.o").exists()
    print(len(TYPES), "kernels called,", len(REFUSED), "types refused")


main(*sys.argv[1:])
