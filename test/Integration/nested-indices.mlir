// RUN: pad-opt %s --lower-pad-to-llvm=lowering=linalg | %run_main | FileCheck %s
// RUN: pad-opt %s --lower-pad-to-llvm=lowering=scf | %run_main | FileCheck %s
// RUN: pad-opt %s --lower-pad-to-llvm | %run_main | FileCheck %s
// RUN: pad-opt %s --convert-pad-to-linalg --control-flow-sink \
// RUN:     --lower-pad-to-llvm=lowering=linalg | %run_main | FileCheck %s

// Pads in the bodies of ops with indices of their own.

func.func private @printMemrefF32(tensor<*xf32>) attributes {llvm.emit_c_interface}

func.func @main() {
  %x = arith.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %n = arith.constant 3 : index
  %d = tensor.cast %x : tensor<3xf32> to tensor<?xf32>

  // Element (i, j) of a pad by `i`.
  // CHECK: {{\[\[}}1,{{ +}}2,{{ +}}3{{\]}}
  // CHECK-NEXT: {{\[}}2,{{ +}}1,{{ +}}2{{\]}}
  // CHECK-NEXT: {{\[}}3,{{ +}}2,{{ +}}1{{\]\]}}
  %generated = tensor.generate {
  ^bb0(%i: index, %j: index):
    %p = pad.pad reflect %x low[%i] high[0] : tensor<3xf32> to tensor<?xf32>
    %e = tensor.extract %p[%j] : tensor<?xf32>
    tensor.yield %e : f32
  } : tensor<3x3xf32>
  %a = tensor.cast %generated : tensor<3x3xf32> to tensor<*xf32>
  call @printMemrefF32(%a) : (tensor<*xf32>) -> ()

  // The same of unknown extent, where all that the index is needed for is in a
  // branch.
  // CHECK: {{\[\[}}1,{{ +}}2,{{ +}}3{{\]}}
  // CHECK-NEXT: {{\[}}1,{{ +}}1,{{ +}}2{{\]}}
  // CHECK-NEXT: {{\[}}1,{{ +}}1,{{ +}}1{{\]\]}}
  %empty = tensor.empty() : tensor<3x3xf32>
  %mapped = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]} outs(%empty : tensor<3x3xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %p = pad.pad edge %d low[%i] high[0] : tensor<?xf32> to tensor<?xf32>
    %e = tensor.extract %p[%j] : tensor<?xf32>
    linalg.yield %e : f32
  } -> tensor<3x3xf32>
  %b = tensor.cast %mapped : tensor<3x3xf32> to tensor<*xf32>
  call @printMemrefF32(%b) : (tensor<*xf32>) -> ()

  // An op with indices in the body of another one, without a pad between.
  // CHECK: {{\[\[}}1,{{ +}}2,{{ +}}3{{\]}}
  // CHECK-NEXT: {{\[}}2,{{ +}}3,{{ +}}4{{\]}}
  // CHECK-NEXT: {{\[}}3,{{ +}}4,{{ +}}5{{\]\]}}
  %nested = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]} outs(%empty : tensor<3x3xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %row = tensor.empty() : tensor<3xf32>
    %sums = linalg.generic {
        indexing_maps = [affine_map<(k) -> (k)>],
        iterator_types = ["parallel"]} outs(%row : tensor<3xf32>) {
    ^bb0(%inner: f32):
      %k = linalg.index 0 : index
      %e = tensor.extract %x[%k] : tensor<3xf32>
      %s = arith.index_cast %i : index to i32
      %t = arith.sitofp %s : i32 to f32
      %u = arith.addf %e, %t : f32
      linalg.yield %u : f32
    } -> tensor<3xf32>
    %e = tensor.extract %sums[%j] : tensor<3xf32>
    linalg.yield %e : f32
  } -> tensor<3x3xf32>
  %c = tensor.cast %nested : tensor<3x3xf32> to tensor<*xf32>
  call @printMemrefF32(%c) : (tensor<*xf32>) -> ()
  return
}
