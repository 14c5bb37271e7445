// RUN: pad-opt %s --pad-split-complex-sums | FileCheck %s

// CHECK-LABEL: func @sum
// CHECK-SAME:    (%[[A:.*]]: complex<f32>, %[[B:.*]]: complex<f32>)
// CHECK:       %[[A_RE:.*]] = complex.re %[[A]]
// CHECK:       %[[B_RE:.*]] = complex.re %[[B]]
// CHECK:       %[[RE:.*]] = arith.subf %[[A_RE]], %[[B_RE]] fastmath<nnan> : f32
// CHECK:       %[[A_IM:.*]] = complex.im %[[A]]
// CHECK:       %[[B_IM:.*]] = complex.im %[[B]]
// CHECK:       %[[IM:.*]] = arith.subf %[[A_IM]], %[[B_IM]] fastmath<nnan> : f32
// CHECK:       %[[R:.*]] = complex.create %[[RE]], %[[IM]]
// CHECK:       return %[[R]]
func.func @sum(%a: complex<f32>, %b: complex<f32>) -> complex<f32> attributes {pad.has_pads} {
  %r = complex.sub %a, %b fastmath<nnan> : complex<f32>
  return %r : complex<f32>
}

// A named op that adds becomes one with a body, and other ops keep their names.
// CHECK-LABEL: func @named
// CHECK:       linalg.generic
// CHECK:         arith.addf
// CHECK:         arith.addf
// CHECK:       linalg.mul
func.func @named(%a: tensor<4xcomplex<f32>>, %b: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> attributes {pad.has_pads} {
  %s = linalg.add ins(%a, %b : tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) outs(%a : tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  %r = linalg.mul ins(%s, %b : tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) outs(%a : tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  return %r : tensor<4xcomplex<f32>>
}

// CHECK-LABEL: func @without_pads
// CHECK:       complex.add
func.func @without_pads(%a: complex<f32>, %b: complex<f32>) -> complex<f32> {
  %r = complex.add %a, %b : complex<f32>
  return %r : complex<f32>
}
