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

// C6
// CHECK-LABEL: func @c6_wrap
// CHECK: scf.for
// CHECK: pad.pad wrap
func.func @c6_wrap(%x: tensor<0xf32>, %l: index, %n: index, %o: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %o) -> tensor<?xf32> {
    %p = pad.pad wrap %x low[%l] high[0] : tensor<0xf32> to tensor<?xf32>
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

// What is there to repeat is repeated as often as it takes.
// CHECK-LABEL: func @dynamic_wrap
// CHECK: pad.pad wrap
// CHECK: scf.for
func.func @dynamic_wrap(%x: tensor<4xf32>, %l: index, %n: index, %o: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %o) -> tensor<?xf32> {
    %p = pad.pad wrap %x low[%l] high[0] : tensor<4xf32> to tensor<?xf32>
    scf.yield %p : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

// CHECK-LABEL: func @dynamic_periodic
// CHECK: pad.pad reflect periodic
// CHECK: scf.for
func.func @dynamic_periodic(%x: tensor<4xf32>, %l: index, %n: index, %o: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %o) -> tensor<?xf32> {
    %p = pad.pad reflect periodic %x low[%l] high[0] : tensor<4xf32> to tensor<?xf32>
    scf.yield %p : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

// A crop and an unpadded axis need no element.
// CHECK-LABEL: func @dynamic_crop
// CHECK: pad.pad edge
// CHECK: scf.for
func.func @dynamic_crop(%x: tensor<?x?x4xf32>, %n: index, %o: tensor<?x?x6xf32>) -> tensor<?x?x6xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %o) -> tensor<?x?x6xf32> {
    %p = pad.pad edge %x low[0, -1, 1] high[0, 0, 1] : tensor<?x?x4xf32> to tensor<?x?x6xf32>
    scf.yield %p : tensor<?x?x6xf32>
  }
  return %r : tensor<?x?x6xf32>
}

// The high pads of an extent known only at run time, in the destination form.
// CHECK-LABEL: func @c5_symmetric_into
// CHECK: scf.for
// CHECK: pad.pad_into symmetric
func.func @c5_symmetric_into(%x: tensor<?xf32>, %n: index, %o: tensor<6xf32>) -> tensor<6xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %o) -> tensor<6xf32> {
    %p = pad.pad_into symmetric %x into %o low[0] high[2] : tensor<?xf32> into tensor<6xf32> -> tensor<6xf32>
    scf.yield %p : tensor<6xf32>
  }
  return %r : tensor<6xf32>
}

// C6: the source may be empty.
// CHECK-LABEL: func @c6_edge
// CHECK: scf.for
// CHECK: pad.pad edge
func.func @c6_edge(%x: tensor<?xf32>, %n: index, %o: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %o) -> tensor<?xf32> {
    %p = pad.pad edge %x low[1] high[0] : tensor<?xf32> to tensor<?xf32>
    scf.yield %p : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

// Nothing limits a wrap, but there must be something to repeat.
// CHECK-LABEL: func @c6_wrap_into
// CHECK: scf.for
// CHECK: pad.pad_into wrap
func.func @c6_wrap_into(%x: tensor<?xf32>, %l: index, %n: index, %o: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %o) -> tensor<?xf32> {
    %p = pad.pad_into wrap %x into %o low[%l] high[0] : tensor<?xf32> into tensor<?xf32> -> tensor<?xf32>
    scf.yield %p : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

// What the verifier has checked on every axis leaves the loop, with what it
// feeds.
// CHECK-LABEL: func @chain
// CHECK: pad.pad symmetric periodic
// CHECK: pad.pad constant
// CHECK: scf.for
func.func @chain(%x: tensor<4x2xf32>, %v: f32, %l: index, %n: index, %o: tensor<?x10xf32>) -> tensor<?x10xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %o) -> tensor<?x10xf32> {
    %p = pad.pad symmetric periodic %x low[1, 5] high[-1, 0] : tensor<4x2xf32> to tensor<4x7xf32>
    %q = pad.pad constant %p value(%v) low[%l, 0] high[0, -3] interior[1, 1] : tensor<4x7xf32> to tensor<?x10xf32>
    scf.yield %q : tensor<?x10xf32>
  }
  return %r : tensor<?x10xf32>
}

// Pads that follow the loop stay in it, and so does what writes to the tensor
// that it carries.
// CHECK-LABEL: func @variant
// CHECK: scf.for
// CHECK: pad.pad constant
// CHECK: pad.pad_into wrap
func.func @variant(%x: tensor<4xf32>, %n: index, %o: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %o) -> tensor<?xf32> {
    %p = pad.pad constant %x low[%i] high[0] : tensor<4xf32> to tensor<?xf32>
    %q = pad.pad_into wrap %p into %t low[1] high[1] : tensor<?xf32> into tensor<?xf32> -> tensor<?xf32>
    scf.yield %q : tensor<?xf32>
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

// CHECK-LABEL: func @gradients
// CHECK: pad.adjoint_into constant
// CHECK: pad.adjoint_value constant
// CHECK: scf.for
// CHECK: pad.adjoint_into reflect
func.func @gradients(%g: tensor<6xf32>, %x: tensor<4xf32>, %l: index, %n: index) -> (tensor<4xf32>, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%t = %x, %s = %zero) -> (tensor<4xf32>, f32) {
    %a = pad.adjoint_into constant %g into %x low[1] high[1] : tensor<6xf32> into tensor<4xf32> -> tensor<4xf32>
    %v = pad.adjoint_value constant %g of[4] low[1] high[1] : tensor<6xf32>
    // C5
    %b = pad.adjoint_into reflect %g into %a low[%l] high[1] : tensor<6xf32> into tensor<4xf32> -> tensor<4xf32>
    scf.yield %b, %v : tensor<4xf32>, f32
  }
  return %r#0, %r#1 : tensor<4xf32>, f32
}
