// RUN: pad-opt %s --lower-pad-to-llvm=vector-width=128 | %run_main | FileCheck %s
// RUN: pad-opt %s --lower-pad-to-llvm="fuse=false lowering=scf" | %run_main | FileCheck %s
// RUN: pad-opt %s --pad-fuse-into-loops="where-faster vector-bits=128" | FileCheck %s --check-prefix=FUSED

// Vectors run across the rows of an image, which is scaled by elements of pads that no row
// runs along. The rows of these sources are not merged, and one of them has none to merge.
// FUSED-LABEL: func private @scaled
// FUSED-NOT: pad.pad
// FUSED-NOT: tensor.collapse_shape %{{.*}} : tensor<2x5xi32>
// FUSED: vector.transfer_read {{.*}} : tensor<3x24xi32>
// CHECK: {{\[\[}}1,{{[[:space:]]+}}1]
// CHECK-NEXT: [3,{{[[:space:]]+}}3]
// CHECK-NEXT: [60,{{[[:space:]]+}}60]]
func.func private @printMemrefI32(tensor<*xi32>) attributes {llvm.emit_c_interface}
func.func private @scaled(%x: tensor<3x6x4xi32>, %g: tensor<2x5xi32>, %h: tensor<2xi32>, %e: tensor<3x6x4xi32>)
    -> tensor<3x6x4xi32> {
  %p = pad.pad edge %g low[1, 1] high[0, 1] : tensor<2x5xi32> to tensor<3x7xi32>
  %q = pad.pad edge %h low[1] high[0] : tensor<2xi32> to tensor<3xi32>
  %r = linalg.generic {indexing_maps = [affine_map<(n, i, j) -> (n, i, j)>,
                                        affine_map<(n, i, j) -> (n, n * 2 + 1)>,
                                        affine_map<(n, i, j) -> (n)>,
                                        affine_map<(n, i, j) -> (n, i, j)>],
                       iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x, %p, %q : tensor<3x6x4xi32>, tensor<3x7xi32>, tensor<3xi32>) outs(%e : tensor<3x6x4xi32>) {
  ^bb0(%a: i32, %b: i32, %c: i32, %o: i32):
    %m = arith.muli %a, %b : i32
    %s = arith.addi %m, %c : i32
    linalg.yield %s : i32
  } -> tensor<3x6x4xi32>
  return %r : tensor<3x6x4xi32>
}

func.func @main() {
  %x = arith.constant dense<1> : tensor<3x6x4xi32>
  %g = arith.constant dense<[[1, 2, 3, 4, 5], [6, 7, 8, 9, 10]]> : tensor<2x5xi32>
  %h = arith.constant dense<[0, 50]> : tensor<2xi32>
  %e = tensor.empty() : tensor<3x6x4xi32>
  %r = call @scaled(%x, %g, %h, %e) : (tensor<3x6x4xi32>, tensor<2x5xi32>, tensor<2xi32>, tensor<3x6x4xi32>) -> tensor<3x6x4xi32>
  %s = tensor.extract_slice %r[0, 0, 0] [3, 2, 1] [1, 5, 1] : tensor<3x6x4xi32> to tensor<3x2xi32>
  %u = tensor.cast %s : tensor<3x2xi32> to tensor<*xi32>
  call @printMemrefI32(%u) : (tensor<*xi32>) -> ()
  return
}
