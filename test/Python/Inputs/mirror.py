"""Compares padkernels._library with the headers that it mirrors: mirror.py INCLUDE FOLDER CC...

What the module says becomes assertions of a C file, which the compiler CC checks."""

import ctypes
import re
import shutil
import subprocess
import sys
from pathlib import Path

from padkernels import _library

include, folder, compiler = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3:]
structs = {value: re.match("`(\\w+)`", value.__doc__)[1] for value in vars(_library).values()
           if isinstance(value, type) and issubclass(value, ctypes.Structure)}
NAMES = {None: "void", ctypes.c_bool: "bool", ctypes.c_int: "MlirPadMode", ctypes.c_int8: "int8_t",
         ctypes.c_int64: "int64_t", ctypes.c_uint: "unsigned", ctypes.c_size_t: "size_t", ctypes.c_ssize_t: "intptr_t",
         ctypes.c_void_p: "void *", _library._Callback: "MlirStringCallback", **structs}
# Pointers that ctypes only hands over.
OPAQUE = {("MlirStringRef", "data"): "char *"}


def name_of(kind):
    """How C spells a type of ctypes, without `const`, which ctypes has not."""
    if kind in NAMES:
        return NAMES[kind]
    assert issubclass(kind, ctypes._Pointer), f"{kind} has no name in mirror.py"
    return name_of(kind._type_) + " *"


def prototype(result, arguments):
    return f"{name_of(result)}({', '.join(map(name_of, arguments)) or 'void'})"


facts = []


def holds(condition):
    facts.append(f'_Static_assert({condition}, "");')


def has_type(expression, kind):
    holds(f"__builtin_types_compatible_p(__typeof__({expression}), {kind})")


for struct, name in structs.items():
    holds(f"sizeof({name}) == {ctypes.sizeof(struct)}")
    for field, kind in struct._fields_:
        holds(f"offsetof({name}, {field}) == {getattr(struct, field).offset}")
        has_type(f"(({name} *)0)->{field}", OPAQUE.get((name, field)) or name_of(kind))
    # A warning where there are more fields, which may be where there was a gap.
    facts.append(f"{name} all{name} = {{{', '.join(['{0}'] * len(struct._fields_))}}};")
holds(f"sizeof(MlirPadMode) == {ctypes.sizeof(ctypes.c_int)}")
modes = ["MlirPadMode" + mode.capitalize() for mode in _library.mode_names()]
for number, mode in enumerate(modes):
    holds(f"{mode} == {number}")
# And here where there are more modes.
cases = " ".join(f"case {mode}:" for mode in modes)
facts.append(f"void all(MlirPadMode mode) {{ switch (mode) {{ {cases}; }} }}")
holds(f"MLIR_PAD_DYNAMIC == {_library.DYNAMIC + 1} - 1")

functions = {name: function for name, function in vars(_library.c_api()).items()
             if name.startswith("mlir")}
sources = "".join(path.read_text() for path in Path(_library.__file__).parent.glob("*.py"))
assert functions.keys() == set(re.findall(r"\bmlirPad\w+", sources)), functions.keys()
for name, function in functions.items():
    assert function.argtypes is not None, f"{name} has no argtypes"
    has_type(name, prototype(function.restype, function.argtypes))
has_type("(MlirStringCallback)0", "void (*)(MlirStringRef, void *)")
assert (_library._Callback._restype_, _library._Callback._argtypes_) == (
    None, (_library._String, ctypes.c_void_p))

program = folder / "mirror.c"
program.write_text("\n".join([
    *(f"#include <{name}.h>" for name in ("stdbool", "stddef", "stdint", "stdlib", "string")),
    "#define const", '#include "pad-c/Geometry.h"', '#include "pad-c/Kernel.h"', *facts, ""]))


def check(headers):
    options = ["-std=gnu11", "-fsyntax-only", "-Werror=switch",
               "-Werror=missing-field-initializers", "-Wno-braced-scalar-init"]
    return subprocess.run([*compiler, *options, "-I", headers, program], capture_output=True,
                          text=True)


found = check(include)
if found.returncode:
    sys.exit(found.stderr)

# Each of these changes is noticed.
MODES = "../Pad/IR/PadModes.def"
CHANGES = [
    ("Ops.h", "bool periodic;", "bool periodic; bool more;"),
    ("Ops.h", "bool periodic;", "char periodic;"),
    (MODES, "PAD_MODE(Edge, ", "PAD_MODE(More, \"more\", Fill, 0)\nPAD_MODE(Edge, "),
    (MODES, "\n#undef PAD_MODE", "PAD_MODE(More, \"more\", Fill, 0)\n#undef PAD_MODE"),
    ("Kernel.h", "*shape, *low, *high,", "*low, *shape, *high,"),
    ("Kernel.h", "  intptr_t rank;", "  int32_t rank;"),
    ("Kernel.h", "  MlirStringRef value;", "  MlirStringRef value;\n  int64_t more;"),
    ("Kernel.h", "DYNAMIC INT64_MIN", "DYNAMIC INT64_MAX"),
    ("Kernel.h", "const MlirPadKernelSpec *spec, MlirStringRef", "MlirStringRef"),
    ("Kernel.h", "MLIR_CAPI_EXPORTED MlirStringRef mlirPadGetHostKey",
     "MLIR_CAPI_EXPORTED const char *mlirPadGetHostKey"),
    ("Geometry.h", "intptr_t rank, intptr_t", "int rank, intptr_t"),
    ("Geometry.h", "const int64_t *interior, int64_t *result", "int64_t *result"),
]
for file, before, after in CHANGES:
    changed = folder / "include"
    shutil.rmtree(changed, ignore_errors=True)
    shutil.copytree(include / "pad-c", changed / "pad-c")
    (changed / "Pad/IR").mkdir(parents=True)
    shutil.copy(include / "Pad/IR/PadModes.def", changed / "Pad/IR")
    text = (changed / "pad-c" / file).read_text()
    assert text.count(before) == 1, f"{file} has no '{before}' to change; change mirror.py, too"
    (changed / "pad-c" / file).write_text(text.replace(before, after))
    assert check(changed).returncode, f"{after} instead of {before} is not noticed"
print(len(facts), "facts hold;", len(CHANGES), "changes of the headers are noticed")
