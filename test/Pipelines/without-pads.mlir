// RUN: pad-opt %s --lower-pad-to-llvm=lowering=vector | FileCheck %s --implicit-check-not=pad.
// RUN: pad-opt %s --lower-pad-to-llvm=lowering=scf | FileCheck %s --implicit-check-not=pad.
// RUN: pad-opt %s --lower-pad-to-llvm=lowering=linalg | FileCheck %s --implicit-check-not=pad.

// Functions without pads get no checks of their allocations, and keep bf16. In those
// with pads, the allocations of the input are not checked either.

// CHECK-LABEL: llvm.func @no_pads
// CHECK-SAME: bf16
// CHECK-NOT: llvm.intr.trap
// CHECK: llvm.fadd %{{.*}}, %{{.*}} : bf16
// CHECK-NOT: llvm.intr.trap
func.func @no_pads(%x: tensor<?xbf16>, %v: bf16) -> tensor<?xbf16> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xbf16>
  %s = tensor.splat %v[%n] : tensor<?xbf16>
  %r = arith.addf %x, %s : tensor<?xbf16>
  return %r : tensor<?xbf16>
}

// CHECK-LABEL: llvm.func @pads_in_place
// CHECK: llvm.call @malloc
// CHECK-NOT: llvm.intr.trap
// CHECK-LABEL: llvm.func @pads
// CHECK-SAME: i16
// CHECK-COUNT-2: llvm.intr.trap
// CHECK-NOT: {{(-> |: |x)bf16}}
func.func @pads_in_place(%x: memref<?xf32>, %n: index) -> memref<?xf32> {
  %a = memref.alloc(%n) : memref<?xf32>
  pad.pad_into edge %x into %a low[1] high[1] : memref<?xf32> into memref<?xf32>
  return %a : memref<?xf32>
}
func.func @pads(%x: tensor<?xbf16>, %v: bf16) -> tensor<?xbf16> {
  %r = pad.pad constant %x value(%v) low[1] high[1] : tensor<?xbf16> to tensor<?xbf16>
  return %r : tensor<?xbf16>
}
