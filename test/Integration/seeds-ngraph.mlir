// RUN: pad-opt %s --lower-pad-to-llvm=lowering=scf | %run_main | FileCheck %s
// RUN: pad-opt %s --lower-pad-to-llvm=lowering=linalg | %run_main | FileCheck %s

// The example of both nGraph pages, number for number.

func.func private @printMemrefI32(tensor<*xi32>) attributes {llvm.emit_c_interface}

func.func @main() {
  %x = arith.constant dense<[[1, 2, 3], [4, 5, 6], [7, 8, 9]]> : tensor<3x3xi32>
  %y = tensor.empty() : tensor<0xi32>
  %v = arith.constant 42 : i32
  // Interior (1, 2), below (1, 2), above (1, 0).
  // CHECK: {{\[\[}}42,{{ +}}42,{{ +}}42,{{ +}}42,{{ +}}42,{{ +}}42,{{ +}}42,{{ +}}42,{{ +}}42{{\]}}
  // CHECK-NEXT: {{\[}}42,{{ +}}42,{{ +}}1,{{ +}}42,{{ +}}42,{{ +}}2,{{ +}}42,{{ +}}42,{{ +}}3{{\]}}
  // CHECK-NEXT: {{\[}}42,{{ +}}42,{{ +}}42,{{ +}}42,{{ +}}42,{{ +}}42,{{ +}}42,{{ +}}42,{{ +}}42{{\]}}
  // CHECK-NEXT: {{\[}}42,{{ +}}42,{{ +}}4,{{ +}}42,{{ +}}42,{{ +}}5,{{ +}}42,{{ +}}42,{{ +}}6{{\]}}
  // CHECK-NEXT: {{\[}}42,{{ +}}42,{{ +}}42,{{ +}}42,{{ +}}42,{{ +}}42,{{ +}}42,{{ +}}42,{{ +}}42{{\]}}
  // CHECK-NEXT: {{\[}}42,{{ +}}42,{{ +}}7,{{ +}}42,{{ +}}42,{{ +}}8,{{ +}}42,{{ +}}42,{{ +}}9{{\]}}
  // CHECK-NEXT: {{\[}}42,{{ +}}42,{{ +}}42,{{ +}}42,{{ +}}42,{{ +}}42,{{ +}}42,{{ +}}42,{{ +}}42{{\]\]}}
  %r = pad.pad constant %x value(%v) low[1, 2] high[1, 0] interior[1, 2] : tensor<3x3xi32> to tensor<7x9xi32>
  %ur = tensor.cast %r : tensor<7x9xi32> to tensor<*xi32>
  call @printMemrefI32(%ur) : (tensor<*xi32>) -> ()
  // An empty axis has p + q elements.
  // CHECK: {{\[}}42,{{ +}}42,{{ +}}42{{\]}}
  %e = pad.pad constant %y value(%v) low[1] high[2] interior[3] : tensor<0xi32> to tensor<3xi32>
  %ue = tensor.cast %e : tensor<3xi32> to tensor<*xi32>
  call @printMemrefI32(%ue) : (tensor<*xi32>) -> ()
  return
}
