// A window with steps that is read at one place leaves elements of its source
// unread. Without the loop over that place, the loop over the window has to have
// the extent of the source. If this fails, upstream keeps the op valid.
// RUN: not mlir-opt %s --linalg-fold-unit-extent-dims 2>&1 | FileCheck %s

// CHECK: error: 'linalg.generic' op inferred input/output operand #1 has shape's dimension #0 to be 3, but found 2
func.func @pool(%x: tensor<3xf32>, %w: tensor<2xf32>, %o: tensor<1xf32>) -> tensor<1xf32> {
  %r = linalg.generic {
      indexing_maps = [affine_map<(i, k) -> (i * 2 + k)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%x, %w : tensor<3xf32>, tensor<2xf32>) outs(%o : tensor<1xf32>) {
  ^bb0(%in: f32, %tap: f32, %most: f32):
    %m = arith.maximumf %most, %in : f32
    linalg.yield %m : f32
  } -> tensor<1xf32>
  return %r : tensor<1xf32>
}
