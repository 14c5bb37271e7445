// RUN: pad-opt %s --loop-invariant-code-motion | FileCheck %s

// A pad that no check can stop leaves the loop; one that the runtime
// verification may stop stays behind what guards it.

// CHECK-LABEL: func @constant
// CHECK: pad.pad constant
// CHECK: scf.for
func.func @constant(%x: tensor<?xf32>, %l: index, %n: index, %o: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %o) -> tensor<?xf32> {
    %p = pad.pad constant %x low[%l] high[0] : tensor<?xf32> to tensor<?xf32>
    scf.yield %p : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

// CHECK-LABEL: func @static_reflect
// CHECK: pad.pad_into reflect
// CHECK: scf.for
func.func @static_reflect(%x: tensor<4xf32>, %n: index, %o: tensor<6xf32>) -> tensor<6xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %o) -> tensor<6xf32> {
    %p = pad.pad_into reflect %x into %o low[1] high[1] : tensor<4xf32> into tensor<6xf32> -> tensor<6xf32>
    scf.yield %p : tensor<6xf32>
  }
  return %r : tensor<6xf32>
}

// C5
// CHECK-LABEL: func @c5_reflect
// CHECK: scf.for
// CHECK: pad.pad reflect
func.func @c5_reflect(%x: tensor<4xf32>, %l: index, %n: index, %o: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %o) -> tensor<?xf32> {
    %p = pad.pad reflect %x low[%l] high[0] : tensor<4xf32> to tensor<?xf32>
    scf.yield %p : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

// C2
// CHECK-LABEL: func @c2_interior
// CHECK: scf.for
// CHECK: pad.pad constant
func.func @c2_interior(%x: tensor<4xf32>, %i: index, %n: index, %o: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %j = %c0 to %n step %c1 iter_args(%t = %o) -> tensor<?xf32> {
    %p = pad.pad constant %x low[0] high[0] interior[%i] : tensor<4xf32> to tensor<?xf32>
    scf.yield %p : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

// On memrefs it writes.
// CHECK-LABEL: func @memref
// CHECK: scf.for
// CHECK: pad.pad_into
func.func @memref(%x: memref<4xf32>, %n: index, %o: memref<6xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %j = %c0 to %n step %c1 {
    pad.pad_into edge %x into %o low[1] high[1] : memref<4xf32> into memref<6xf32>
  }
  return
}
