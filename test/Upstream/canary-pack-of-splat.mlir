// Upstream folds a pack of a constant of one number to that number, also where the padding value is another
// one that is not constant. If this fails, it does not any more, and RewritePacks.PadIntoPack may draw pads
// of which no element of the source is left.
// RUN: mlir-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: func.func @pack
// CHECK: %[[C:.*]] = arith.constant dense<0.000000e+00> : tensor<2x1x2x2xf32>
// CHECK: return %[[C]]
func.func @pack(%v: f32, %o: tensor<2x1x2x2xf32>) -> tensor<2x1x2x2xf32> {
  %c = arith.constant dense<0.0> : tensor<3x1xf32>
  %p = linalg.pack %c padding_value(%v : f32) inner_dims_pos = [1, 0] inner_tiles = [2, 2] into %o : tensor<3x1xf32> -> tensor<2x1x2x2xf32>
  return %p : tensor<2x1x2x2xf32>
}
