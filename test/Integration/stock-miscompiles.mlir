// RUN: pad-opt %s --lower-pad-to-llvm=lowering=scf | %run_main | FileCheck %s
// RUN: pad-opt %s --lower-pad-to-llvm=lowering=linalg | %run_main | FileCheck %s
// RUN: pad-opt %s --lower-pad-to-llvm=lowering=vector | %run_main | FileCheck %s
// RUN: pad-opt %s -canonicalize -cse -canonicalize --lower-pad-to-llvm | %run_main | FileCheck %s

// Three pads that passes of MLIR 22 compile wrongly as `tensor.pad`.

func.func private @printMemrefI32(tensor<*xi32>) attributes {llvm.emit_c_interface}

func.func @main() {
  %x = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>

  // `-canonicalize` takes equal types for a pad by nothing.
  // CHECK: [0,  1,  2,  3]
  %a = pad.pad constant %x low[1] high[-1] : tensor<4xi32> to tensor<4xi32>
  %ua = tensor.cast %a : tensor<4xi32> to tensor<*xi32>
  call @printMemrefI32(%ua) : (tensor<*xi32>) -> ()

  // It adds up a crop and the pad that follows: 3 would come back.
  // CHECK: [1,  2,  0,  0,  0]
  %crop = pad.pad constant %x low[0] high[-2] : tensor<4xi32> to tensor<2xi32>
  %b = pad.pad constant %crop low[0] high[3] : tensor<2xi32> to tensor<5xi32>
  %ub = tensor.cast %b : tensor<5xi32> to tensor<*xi32>
  call @printMemrefI32(%ub) : (tensor<*xi32>) -> ()

  // Vectorization with vector sizes forgets a static low pad.
  // CHECK: [0,  0,  1,  2,  3,  4,  0,  0]
  %c = pad.pad constant %x low[2] high[2] : tensor<4xi32> to tensor<8xi32>
  %uc = tensor.cast %c : tensor<8xi32> to tensor<*xi32>
  call @printMemrefI32(%uc) : (tensor<*xi32>) -> ()
  return
}
