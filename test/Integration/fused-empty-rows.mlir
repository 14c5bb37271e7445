// RUN: pad-opt %s --lower-pad-to-llvm=fuse=true | timeout 60 %run_main | FileCheck %s

// Rows without elements take no time, however many there are.
// CHECK: 1099511627776
// CHECK: 0
func.func private @columns(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %n = tensor.dim %x, %0 : tensor<?x?xf32>
  %m = tensor.dim %x, %1 : tensor<?x?xf32>
  %p = pad.pad edge %x low[1, 0] high[1, 0] : tensor<?x?xf32> to tensor<?x?xf32>
  %z = arith.constant 0.0 : f32
  %e = tensor.empty(%n, %m) : tensor<?x?xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %k = tensor.empty() : tensor<3xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i + k, j)>,
                                        affine_map<(i, j, k) -> (k)>,
                                        affine_map<(i, j, k) -> (i, j)>],
                       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%p, %k : tensor<?x?xf32>, tensor<3xf32>) outs(%f : tensor<?x?xf32>) {
  ^bb0(%a: f32, %w: f32, %o: f32):
    %s = arith.addf %o, %a : f32
    linalg.yield %s : f32
  } -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// As many where their number is known, and only that of columns is not.
func.func private @known(%x: tensor<1099511627776x?xf32>) -> tensor<1099511627776x?xf32> {
  %1 = arith.constant 1 : index
  %m = tensor.dim %x, %1 : tensor<1099511627776x?xf32>
  %p = pad.pad edge %x low[1, 0] high[1, 0] : tensor<1099511627776x?xf32> to tensor<1099511627778x?xf32>
  %z = arith.constant 0.0 : f32
  %e = tensor.empty(%m) : tensor<1099511627776x?xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<1099511627776x?xf32>) -> tensor<1099511627776x?xf32>
  %k = tensor.empty() : tensor<3xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i + k, j)>,
                                        affine_map<(i, j, k) -> (k)>,
                                        affine_map<(i, j, k) -> (i, j)>],
                       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%p, %k : tensor<1099511627778x?xf32>, tensor<3xf32>) outs(%f : tensor<1099511627776x?xf32>) {
  ^bb0(%a: f32, %w: f32, %o: f32):
    %s = arith.addf %o, %a : f32
    linalg.yield %s : f32
  } -> tensor<1099511627776x?xf32>
  return %r : tensor<1099511627776x?xf32>
}

func.func @main() {
  %0 = arith.constant 0 : index
  %many = arith.constant 1099511627776 : index
  %x = tensor.empty(%many, %0) : tensor<?x?xf32>
  %r = call @columns(%x) : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %rows = tensor.dim %r, %0 : tensor<?x?xf32>
  vector.print %rows : index
  %1 = arith.constant 1 : index
  %y = tensor.cast %x : tensor<?x?xf32> to tensor<1099511627776x?xf32>
  %q = call @known(%y) : (tensor<1099511627776x?xf32>) -> tensor<1099511627776x?xf32>
  %columns = tensor.dim %q, %1 : tensor<1099511627776x?xf32>
  vector.print %columns : index
  return
}
