// RUN: pad-opt %s --convert-pad-to-vector="vector-width=512 vector-isa=avx512" | FileCheck %s

// The kernel of a plane of few rows, each of at most a vector, may be inlined.
// So it has no loop that LLVM would make a call of memset of: a row of padding
// values is one masked store, too.
// CHECK-LABEL: func.func @plane
// CHECK: call @pad_few_masked_rows_constant_b32_v512(
// CHECK: func.func private @pad_few_masked_rows_constant_b32_v512(
// CHECK-SAME: passthrough = ["optsize", ["target-features",
// CHECK-NOT: vector.store
// CHECK: scf.for
// CHECK-NOT: scf.for
// CHECK: scf.if
// CHECK-NEXT: vector.broadcast
// CHECK-NEXT: vector.maskedstore
// CHECK-NEXT: else
// CHECK: vector.maskedload
// CHECK: vector.maskedstore
// CHECK-NOT: vector.store
// CHECK: return
// CHECK: func.func private @pad_few_rows_constant_b32_v512(
// CHECK-SAME: passthrough = ["noinline", "no-builtins",
func.func @plane(%x: memref<?x?xf32>, %y: memref<?x?xf32>) {
  pad.pad_into constant %x into %y low[1, 1] high[1, 1]
      : memref<?x?xf32> into memref<?x?xf32>
  return
}
