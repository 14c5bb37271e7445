// A program that upstream's pass makes another one (test/Upstream/canary-fold-unit-extents.mlir), and
// ops that nothing reads.
module attributes {program.passes = "linalg-fold-unit-extent-dims", program.options = "lowering=scf", program.optimizes = false} {
  func.func @case(%x: tensor<?xf32> {program.shape = array<i64: 3>}, %y: tensor<2xf32> {program.shape = array<i64: 2>}) -> tensor<1xf32> {
    %zero = arith.constant 0.0 : f32
    %empty = tensor.empty() : tensor<1xf32>
    %filled = linalg.fill ins(%zero : f32) outs(%empty : tensor<1xf32>) -> tensor<1xf32>
    %window = tensor.empty() : tensor<2xf32>
    %r = linalg.generic {
        indexing_maps = [affine_map<(i, k) -> (i * 2 + k)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>],
        iterator_types = ["parallel", "reduction"]}
        ins(%x, %window : tensor<?xf32>, tensor<2xf32>) outs(%filled : tensor<1xf32>) {
    ^bb0(%in: f32, %tap: f32, %most: f32):
      %m = arith.maximumf %most, %in : f32
      linalg.yield %m : f32
    } -> tensor<1xf32>
    %p = pad.pad edge %y low[1] high[0] : tensor<2xf32> to tensor<3xf32>
    %q = arith.addf %p, %p : tensor<3xf32>
    return %r : tensor<1xf32>
  }
}
