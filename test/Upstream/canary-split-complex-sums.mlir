// Upstream folds sums of complex numbers as if they were exact. If both functions fail, it does not
// any more, and --pad-split-complex-sums can go.
// RUN: mlir-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: func.func @difference
// CHECK-SAME:    (%[[A:.*]]: complex<f32>, %{{.*}}: complex<f32>)
// CHECK-NEXT:  return %[[A]]
func.func @difference(%a: complex<f32>, %b: complex<f32>) -> complex<f32> {
  %sum = complex.add %a, %b : complex<f32>
  %r = complex.sub %sum, %b : complex<f32>
  return %r : complex<f32>
}

// CHECK-LABEL: func.func @sum
// CHECK-SAME:    (%[[A:.*]]: complex<f32>, %{{.*}}: complex<f32>)
// CHECK-NEXT:  return %[[A]]
func.func @sum(%a: complex<f32>, %b: complex<f32>) -> complex<f32> {
  %difference = complex.sub %a, %b : complex<f32>
  %r = complex.add %difference, %b : complex<f32>
  return %r : complex<f32>
}
