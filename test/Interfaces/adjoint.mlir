// RUN: pad-opt %s -split-input-file --one-shot-bufferize=bufferize-function-boundaries | FileCheck %s
// RUN: pad-opt %s -split-input-file --generate-runtime-verification --canonicalize | FileCheck %s --check-prefix=VERIFY
// RUN: pad-opt %s -split-input-file --loop-invariant-code-motion | FileCheck %s --check-prefix=HOIST
// RUN: not pad-opt %s -split-input-file --lower-pad-to-llvm 2>&1 | FileCheck %s --check-prefix=REFUSED

// CHECK-LABEL: func.func @value_form(
// CHECK-SAME:    %[[G:[^,]*]]: memref
// CHECK:         %[[R:.*]] = memref.alloc() {{.*}} : memref<4xf32>
// CHECK:         pad.adjoint_into reflect %[[G]] into %[[R]] low[2] high[0]
// VERIFY-LABEL: func.func @value_form(
// VERIFY-NOT:    cf.assert
// VERIFY:        return
func.func @value_form(%g: tensor<6xf32>) -> tensor<4xf32> {
  %r = pad.adjoint reflect %g of[4] low[2] high[0]
      : tensor<6xf32> to tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// The gradient must not be overwritten before it is read.
// CHECK-LABEL: func.func @one_tensor(
// CHECK-SAME:    %[[G:[^,]*]]: memref
// CHECK:         %[[COPY:.*]] = memref.alloc()
// CHECK:         pad.adjoint_into wrap %[[G]] into %[[COPY]] low[1] high[-1]
func.func @one_tensor(%g: tensor<4xf32>) -> tensor<4xf32> {
  %r = pad.adjoint_into wrap %g into %g low[1] high[-1]
      : tensor<4xf32> into tensor<4xf32> -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// To accumulate is to read: what is used later is copied, elements and all.
// CHECK-LABEL: func.func @accumulate(
// CHECK:         memref.copy %{{.*}}, %[[COPY:.*]] :
// CHECK:         pad.adjoint_into edge %{{.*}} into %[[COPY]] accumulate
func.func @accumulate(%g: tensor<6xf32>, %x: tensor<4xf32>)
    -> (tensor<4xf32>, tensor<4xf32>) {
  %r = pad.adjoint_into edge %g into %x accumulate low[2] high[0]
      : tensor<6xf32> into tensor<4xf32> -> tensor<4xf32>
  return %r, %x : tensor<4xf32>, tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @value(
// CHECK:         pad.adjoint_value constant %{{.*}} of[%{{.*}}] low[1] high[1] : memref<?xf32
// VERIFY-LABEL: func.func @value(
// VERIFY:         cf.assert {{.*}}extent of axis 0 is negative (A1); give at least 0
// VERIFY:         cf.assert {{.*}}gradient extent of axis 0 is not what low, high, interior and the source extent give (A1)
func.func @value(%g: tensor<?xf32>, %d: index) -> f32 {
  %r = pad.adjoint_value constant %g of[%d] low[1] high[1] : tensor<?xf32>
  return %r : f32
}

// -----

// VERIFY-LABEL: func.func @limits(
// VERIFY:         cf.assert {{.*}}pad.adjoint_into reflect{{.*}}low of axis 0 is more than reflect extends by, the extent less 1 (C5)
// VERIFY:         pad.adjoint_into
func.func @limits(%g: memref<?xf32>, %x: memref<4xf32>, %l: index) {
  pad.adjoint_into reflect %g into %x low[%l] high[0]
      : memref<?xf32> into memref<4xf32>
  return
}

// -----

// What no operand can break may be hoisted, and what C5 limits may not.
func.func private @use(tensor<4xf32>, tensor<4xf32>)
// HOIST-LABEL: func.func @hoist(
// HOIST:         pad.adjoint wrap
// HOIST:         scf.for
// HOIST:           pad.adjoint reflect
func.func @hoist(%g: tensor<?xf32>, %l: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %a = pad.adjoint wrap %g of[4] low[%l] high[0]
        : tensor<?xf32> to tensor<4xf32>
    %b = pad.adjoint reflect %g of[4] low[%l] high[0]
        : tensor<?xf32> to tensor<4xf32>
    func.call @use(%a, %b) : (tensor<4xf32>, tensor<4xf32>) -> ()
  }
  return
}

// -----

// REFUSED: 'pad.adjoint' op cannot be lowered: element type f8E4M3FN is not added by the processors that this lowers for; convert the gradient to f16, bf16, f32 or f64 first (A3)
func.func @narrow(%g: tensor<6xf8E4M3FN>) -> tensor<4xf8E4M3FN> {
  %r = pad.adjoint edge %g of[4] low[2] high[0]
      : tensor<6xf8E4M3FN> to tensor<4xf8E4M3FN>
  return %r : tensor<4xf8E4M3FN>
}

// -----

// REFUSED: 'pad.adjoint_into' op cannot be lowered: {{.*}}has a layout without strides
func.func @layout(%g: memref<6xf32, affine_map<(i) -> (i floordiv 2, i mod 2)>>,
                  %x: memref<4xf32>) {
  pad.adjoint_into edge %g into %x low[2] high[0]
      : memref<6xf32, affine_map<(i) -> (i floordiv 2, i mod 2)>>
      into memref<4xf32>
  return
}
