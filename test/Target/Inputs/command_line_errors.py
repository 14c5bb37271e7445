"""Every error of padc's command line: the message, and nothing left behind.

Usage: command_line_errors.py PADC FOLDER
"""

import shlex
import subprocess
import sys
from pathlib import Path

PAD = "--mode reflect --type f32 --shape 4x5 --low 1,1 --high 1,1"
LISTS = "--mode reflect --type f32 --shape 4x5"
VALUE = "--mode constant --shape 4 --low 1 --high 1 -o x.o"

# Arguments, and the message.
ERRORS = [
    # What to compile, and where to.
    ("", "nothing to compile: give a .mlir file, a model and --node, or --mode, --type, "
         "--shape, --low and --high; see --help"),
    ("-o x.o", "nothing to compile: give a .mlir file"),
    ("no.mlir -o x.o", "cannot open input file 'no.mlir': No such file or directory"),
    ("folder.o -o x.o", "cannot open input file 'folder.o': Is a directory"),
    ("a.mlir b.mlir -o x.o", "more than one input: 'a.mlir' and 'b.mlir'"),
    (f"{PAD} a.mlir -o x.o", "describes one pad, and 'a.mlir' already says what to compile; "
                             "give one of them"),
    (PAD, "no output: give -o FILE.o, .so, .s, .ll or .bc"),
    (f"{PAD} -o", "'-o' needs a value; see --help"),
    (f"{PAD} -o x", "'x' does not end in .o, .so, .s, .ll or .bc, which say what to write"),
    (f"{PAD} -o x.exe", "'x.exe' does not end in .o, .so, .s, .ll or .bc"),
    (f"{PAD} -o x.o --header x.o", "the header 'x.o' and the output 'x.o' are one file; name another one"),
    (f"{PAD} --emit-mlir --header x.h",
     "'--header' needs compiled functions; leave out '--emit-mlir'"),
    (f"{PAD} --certify x.smt2 -o x.o", "'--certify' writes no code, and the certificate is not of ranks; leave out '-o'"),
    (f"{PAD} --certify=x.smt2 --grid 2", "'--certify' writes no code, and the certificate is not of ranks; leave out '--grid'"),
    (f"{PAD} --certify=", "'--certify' needs the name of a file, such as pad.smt2"),
    (f"{PAD} --certify", "'--certify' needs a value; see --help"),
    (f"{PAD} --certify no/x.smt2", "cannot write 'no/x.smt2': No such file or directory"),
    (f"{PAD} --adjoint --certify x.smt2", "is a gradient, which has no certificate"),
    ("--mode edge --type f32 --shape 4 --low 0 --high 0 --certify x.smt2",
     "no axis is padded, so that there is nothing to certify"),
    # Outputs that cannot be written: neither of two is.
    (f"{PAD} -o no/x.o", "cannot write 'no/x.o': No such file or directory"),
    (f"{PAD} -o folder.o", "cannot write 'folder.o': it is a directory"),
    (f"{PAD} -o x.o --header no/x.h", "cannot write 'no/x.h': No such file or directory"),
    (f"{PAD} -o x.o --header folder.o", "cannot write 'folder.o': it is a directory"),
    (f"{PAD} --emit-mlir -o no/x.mlir", "cannot write 'no/x.mlir': No such file or directory"),
    # Options.
    (f"{PAD} -o x.o --frob", "unknown option '--frob'; see --help"),
    (f"{PAD} -o x.o --haeder=x.h", "unknown option '--haeder=x.h'; did you mean '--header=x.h'?"),
    (f"{PAD} -o x.o --lowring=scf", "unknown option '--lowring=scf'; did you mean '--lowering"),
    (f"{PAD} -o x.o --lowering", "'--lowering' needs a value: --lowering=VALUE; see --help"),
    (f"{PAD} -o x.o --lowering=fast",
     "cannot use the options of the lowering: 'lowering' is 'fast', but must be vector, scf or "
     "linalg; see --help"),
    # Instructions that the processor lacks.
    (f"{PAD} -o x.o --target=x86_64-linux-gnu --cpu=x86-64 --vector-isa=avx2",
     "cannot use the options of the lowering: 'vector-isa' is 'avx2', but the processor has "
     "'none'; leave it out"),
    (f"{PAD} -o x.o --target=x86_64-linux-gnu --cpu=haswell --vector-isa=avx512vbmi",
     "'vector-isa' is 'avx512vbmi', but the processor has 'avx2'"),
    (f"{PAD} -o x.o --target=aarch64-linux-gnu --cpu=cortex-a72 --vector-width=scalable",
     "'vector-width' is 'scalable', but the processor has no such vectors; leave it out"),
    (f"{PAD} -o x.o --results=return", "'--results' cannot be chosen: padc gives functions plain "
                                       "C signatures that write to pointers of the caller"),
    (f"{PAD} -o x.o --emit-c-interface=true", "'--emit-c-interface' cannot be chosen"),
    (f"{PAD} -o x.o -O4", "unknown level '-O4'; use -O0 to -O3"),
    (f"{PAD} -o x.o -Os", "unknown level '-Os'; use -O0 to -O3"),
    # Options that hold one value, and are given two.
    (f"{PAD} -o x.o -o y.o",
     "'-o' is given twice, as 'x.o' and as 'y.o', but holds one value; give it once"),
    (f"{PAD} -o x.o -oy.o", "'-o' is given twice, as 'x.o' and as 'y.o'"),
    (f"{PAD} -o x.o -o x.o", "'-o' is given twice"),
    (f"{PAD} -o x.o --header x.h --header=y.h", "'--header' is given twice, as 'x.h' and as 'y.h'"),
    (f"{PAD} -o x.o -O2 -O3", "'-O' is given twice, as '2' and as '3'"),
    (f"{PAD} -o x.o --target=x86_64-linux-gnu --target aarch64-linux-gnu",
     "'--target' is given twice"),
    (f"{PAD} -o x.o --cpu=native --cpu native", "'--cpu' is given twice"),
    (f"{PAD} -o x.so --linker=false --linker=true", "'--linker' is given twice"),
    (f"{PAD} -o x.o --mode edge", "'--mode' is given twice, as 'reflect' and as 'edge'"),
    (f"{PAD} -o x.o --type i8", "'--type' is given twice"),
    (f"{PAD} -o x.o --shape 4x5", "'--shape' is given twice"),
    (f"{PAD} -o x.o --low ''", "'--low' is given twice, as '1,1' and as ''"),
    (f"{PAD} -o x.o --high 2,2", "'--high' is given twice"),
    (f"{PAD} -o x.o --interior 0,0 --interior 0,0", "'--interior' is given twice"),
    (f"{VALUE} --type f32 --value 1 --value 2", "'--value' is given twice, as '1' and as '2'"),
    (f"{PAD} -o x.o --name a --name b", "'--name' is given twice, as 'a' and as 'b'"),
    (f"{PAD} -o x.o --lowering=scf --lowering=vector",
     "'--lowering' is given twice, as 'scf' and as 'vector', but holds one value; give it once"),
    (f"{PAD} -o x.o --runtime-verification --runtime-verification=false",
     "'--runtime-verification' is given twice, as 'true' and as 'false'"),
    # Targets.
    (f"{PAD} -o x.o --target=vax", "unknown target 'vax'; give a triple of a 64-bit processor, "
     "such as x86_64-linux-gnu, aarch64-linux-gnu or riscv64-linux-gnu"),
    (f"{PAD} -o x.o --target=nvptx64", "target 'nvptx64' is a GPU; padc makes code for processors"),
    (f"{PAD} -o x.o --target=bpfel", "target 'bpfel' is a virtual machine of the kernel; padc makes "
                                     "code for processors"),
    (f"{PAD} -o x.o --target=i386-linux-gnu",
     "target 'i386-unknown-linux-gnu' has pointers of 32 bits; padc needs 64"),
    (f"{PAD} -o x.o --target=s390x-linux-gnu", "target 's390x-unknown-linux-gnu' is big-endian; "
                                               "padc makes code for little-endian processors"),
    (f"{PAD} -o x.so --target=x86_64-pc-windows-msvc",
     "target 'x86_64-pc-windows-msvc' has no ELF shared objects; write an object file (.o) and "
     "link that"),
    (f"{PAD} -o x.o --target=x86_64-linux-gnu --cpu=haswel",
     "unknown CPU 'haswel' for target 'x86_64-unknown-linux-gnu'; did you mean 'haswell'?"),
    (f"{PAD} -o x.o --target=aarch64-linux-gnu --cpu=z80",
     "unknown CPU 'z80' for target 'aarch64-unknown-linux-gnu'"),
    # LLVM would end the process.
    *((f"{PAD} -o x.o --target={target}-linux-gnu --cpu={cpu}",
       f"CPU '{cpu}' has no 64-bit instructions, which target '{target}-unknown-linux-gnu' needs; "
       "name another one") for target, cpu in (
           ("x86_64", "pentium4"), ("riscv64", "sifive-e31"), ("mips64el", "mips32r2"),
           ("loongarch64", "loongarch32"))),
    (f"{PAD} -o x.o --target=powerpc64le-linux-gnu --cpu=native",
     "CPU 'native' is this host's, but the target is 'powerpc64le-unknown-linux-gnu'; name a CPU "
     "of that target"),
    # Linkers.
    (f"{PAD} -o x.so --linker=no-such-lld",
     "cannot run the linker 'no-such-lld': No such file or directory"),
    (f"{PAD} -o x.so --header x.h --linker=false", "failed with exit status 1"),
    # One pad: what is missing.
    ("--mode reflect -o x.o", "one pad needs --type; see --help"),
    ("--type f32 -o x.o", "one pad needs --mode; see --help"),
    ("--mode edge --type f32 --low 1 --high 1 -o x.o", "one pad needs --shape; see --help"),
    ("--mode edge --type f32 --shape 4 --high 1 -o x.o",
     "one pad needs --low (or --dynamic-pads); see --help"),
    ("--mode edge --type f32 --shape 4 --low 1 -o x.o",
     "one pad needs --high (or --dynamic-pads); see --help"),
    # Modes, types and names.
    ("--mode mirror --type f32 --shape 4 --low 1 --high 1 -o x.o", "--mode: unknown padding mode "
     "'mirror'; expected constant, edge, "),
    (f"{VALUE} --type f33", "--type: 'f33' is not an element type of MLIR, such as f32 or i8: "),
    (f"{VALUE} --type 'f32 x'",
     "--type: 'f32 x' is not an element type of MLIR, such as f32 or i8: it goes on after the type"),
    (f"{VALUE} --type 'tuple<>'", "invalid tensor element type: 'tuple<>'"),
    (f"{PAD} -o x.o --name 'a b'", "'@a b' has no plain C signature: 'a b' is not a C identifier"),
    (f"{PAD} -o x.o --name int", "'int' is a keyword of C or C++; rename the function"),
    (f"{PAD} -o x.o --name uint8_t", "'uint8_t' has the form of the types of <stdint.h>"),
    (f"{PAD} -o x.o --name __pad", "'__pad' is reserved for compilers and libraries: it starts "
                                   "with an underscore; rename the function"),
    (f"{PAD} -o x.o --name malloc", "'@malloc' has no plain C signature: 'malloc' is a function "
                                    "of the C library; rename the function"),
    (f"{PAD} -o x.o --name main", "'main' is where a program of C starts"),
    # Shapes.
    ("--mode edge --type f32 --shape 4xx5 --low 1 --high 1 -o x.o",
     "--shape: '' is neither an integer nor ?"),
    ("--mode edge --type f32 --shape 4,5 --low 1 --high 1 -o x.o",
     "--shape: '4,5' is neither an integer nor ?; separate entries by 'x'"),
    ("--mode edge --type f32 --shape -4 --low 1 --high 1 -o x.o",
     "--shape: extent -4 of axis 0 is negative"),
    ("--mode edge --type f32 --shape 9223372036854775808 --low 1 --high 1 -o x.o",
     "--shape: '9223372036854775808' is not between -9223372036854775807 and "
     "9223372036854775807"),
    # Amounts.
    (f"{LISTS} --low 1 --high 1,1 -o x.o",
     "--low: '1' has 1 entry, but --shape has 2 axes; give one per axis (C1)"),
    (f"{LISTS} --low 1,1 --high 1,1,1 -o x.o",
     "--high: '1,1,1' has 3 entries, but --shape has 2 axes; give one per axis (C1)"),
    (f"{LISTS} --low 1,1 --high '' -o x.o", "--high: '' has 0 entries, but --shape has 2 axes"),
    (f"{LISTS} --low 1,1 --high 1,1 --interior 1 -o x.o", "--interior: '1' has 1 entry"),
    (f"{LISTS} --low 1,1 --dynamic-pads --high 1 -o x.o", "--high: '1' has 1 entry"),
    (f"{LISTS} --low 1,,2 --high 1,1 -o x.o", "--low: '' is neither an integer nor ?"),
    (f"{LISTS} --low 1.5,2 --high 1,1 -o x.o", "--low: '1.5' is neither an integer nor ?; separate "
                                                 "entries by ','"),
    (f"{LISTS} --low -9223372036854775808,0 --high 1,1 -o x.o",
     "--low: '-9223372036854775808' is not between -9223372036854775807 and "
     "9223372036854775807"),
    # The constraints of the op.
    (f"{LISTS} --low 1,1 --high 1,1 --interior=-1,0 -o x.o",
     "interior of axis 0 is -1, but must not be negative (C2)"),
    (f"{PAD} --value 1 -o x.o", "value is never used: reflect reads the source, and there is no "
                                "interior padding; drop the value or use the constant mode (C3)"),
    (f"{LISTS} --low 4,1 --high 1,1 -o x.o", "low of axis 0 is 4, but reflect extends an axis of "
     "extent 4 by at most 3; add 'periodic' to repeat it (C5)"),
    ("--mode wrap --type f32 --shape 0 --low 1 --high 1 -o x.o", "axis 0 is empty, and wrap has "
     "nothing to extend it to 2 with; use the constant mode (C6)"),
    ("--mode edge --type f32 --shape 9223372036854775807 --low 1 --high 1 -o x.o",
     "exceeds 64-bit extents; reduce low or high (C7)"),
    # Values.
    (f"{PAD} --value ? -o x.o", "value is never used: reflect reads the source"),
    (f"{VALUE} --type !llvm.ptr --value ?", "--value: pointers are padded with null, and take no value"),
    (f"{VALUE} --type !quant.uniform<i8:f32,0.5> --value ?",
     "--value: a quantized type is padded with its zero point; for another value give its storage type"),
    (f"{VALUE} --type i8 --value 1.5", "--value: '1.5' is not a number of type i8"),
    (f"{VALUE} --type i8 --value ''", "--value: '' is not a number of type i8"),
    (f"{VALUE} --type i8 --value true", "--value: 'true' is not a number of type i8"),
    (f"{VALUE} --type i8 --value 256", "--value: '256' is out of range for type i8"),
    (f"{VALUE} --type i8 --value=-129", "--value: '-129' is out of range for type i8"),
    (f"{VALUE} --type si8 --value 128", "--value: '128' is out of range for type si8"),
    (f"{VALUE} --type ui8 --value -1", "--value: '-1' is out of range for type ui8"),
    (f"{VALUE} --type i1 --value 2", "--value: '2' is out of range for type i1"),
    (f"{VALUE} --type index --value 9223372036854775808", "is out of range for type index"),
    (f"{VALUE} --type f32 --value one", "--value: 'one' is not a number of type f32"),
    (f"{VALUE} --type f32 --value 1e39", "--value: '1e39' is too large for type f32"),
    (f"{VALUE} --type f16 --value 65520", "--value: '65520' is too large for type f16"),
    (f"{VALUE} --type f8E4M3FN --value inf",
     "--value: 'inf' is not among the values of type f8E4M3FN"),
    (f"{VALUE} --type f4E2M1FN --value 7", "--value: '7' is too large for type f4E2M1FN"),
    (f"{VALUE} --type f4E2M1FN --value nan", "--value: 'nan' is not among the values"),
    (f"{VALUE} --type f8E8M0FNU --value 0", "--value: '0' is not among the values"),
    (f"{VALUE} --type f8E8M0FNU --value -1", "--value: '-1' is not among the values"),
    (f"{VALUE} --type f8E8M0FNU", "element type f8E8M0FNU has no zero to pad with"),
    (f"{VALUE} --type 'complex<f32>' --value 1",
     "--value: '1' is not a number of type complex<f32>; give RE,IM"),
    (f"{VALUE} --type 'complex<f32>' --value 1,2,3", "'1,2,3' is not a number of type complex"),
    (f"{VALUE} --type '!llvm.ptr' --value 0",
     "--value: pointers are padded with null, and take no value"),
    (f"{VALUE} --type '!quant.uniform<i8:f32, 0.5:3>' --value 3", "--value: a quantized type is "
     "padded with its zero point; for another value give its storage type"),
]


def main(padc, folder):
    folder = Path(folder)
    (folder / "folder.o").mkdir()
    before = list(folder.iterdir())
    for arguments, message in ERRORS:
        made = subprocess.run([padc, *shlex.split(arguments)], cwd=folder, capture_output=True,
                              text=True)
        assert made.returncode == 1, (arguments, made)
        assert message in made.stderr, (arguments, message, made.stderr)
        assert "padc: error: " in made.stderr, made.stderr
        assert made.stdout == "", (arguments, made.stdout)
        assert list(folder.iterdir()) == before, (arguments, "left something behind")
    print(len(ERRORS), "errors")


main(*sys.argv[1:])
