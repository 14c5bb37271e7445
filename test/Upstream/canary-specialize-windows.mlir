// A window that moves by two, or whose elements lie two apart, is no
// linalg.conv_1d, which moves by one over neighbours. If this fails, upstream
// keeps what a window reads, and test/Unit/ProgramsTest.cpp may draw the pass.
// RUN: mlir-opt %s --linalg-specialize-generic-ops | FileCheck %s

// CHECK: linalg.conv_1d ins(%{{.*}}, %{{.*}} : tensor<15xf32>, tensor<3xf32>)
func.func @steps(%x: tensor<15xf32>, %w: tensor<3xf32>, %o: tensor<6xf32>) -> tensor<6xf32> {
  %r = linalg.generic {
      indexing_maps = [affine_map<(i, k) -> (i * 2 + k * 2)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%x, %w : tensor<15xf32>, tensor<3xf32>) outs(%o : tensor<6xf32>) {
  ^bb0(%in: f32, %tap: f32, %sum: f32):
    %p = arith.mulf %in, %tap : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  } -> tensor<6xf32>
  return %r : tensor<6xf32>
}
