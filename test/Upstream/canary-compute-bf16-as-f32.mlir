// LLVM rounds each element of a vector of bf16 by a call of libgcc. If this fails, it does not any
// more, and --pad-compute-bf16-as-f32 can go.
// RUN: mlir-translate --mlir-to-llvmir %s | llc -mtriple=x86_64-linux -mattr=+avx2 -o - | FileCheck %s

// CHECK-COUNT-8: __truncsfbf2
llvm.func @add(%x: vector<8xbf16>, %y: vector<8xbf16>) -> vector<8xbf16> {
  %r = llvm.fadd %x, %y : vector<8xbf16>
  llvm.return %r : vector<8xbf16>
}
