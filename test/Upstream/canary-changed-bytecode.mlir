// The reader of bytecode ends the process where a number of the file is
// another one, here that of the attributes. If this fails, it gives an error,
// and bytecode need not be trusted as far as that.
// RUN: mlir-opt %s --emit-bytecode -o %t.bc
// RUN: %python -c "b = bytearray(open('%t.bc', 'rb').read()); b[31] = 0; open('%t.bc', 'wb').write(b)"
// RUN: not --crash mlir-opt %t.bc 2>&1 | FileCheck %s

// CHECK: LLVM ERROR: SmallVector unable to grow
func.func @f(%x: i32) -> i32 {
  return %x : i32
}
