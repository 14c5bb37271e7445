// RUN: pad-opt %s --lower-pad-to-llvm=lowering=scf | %run_main | FileCheck %s
// RUN: pad-opt %s --lower-pad-to-llvm=lowering=linalg | %run_main | FileCheck %s
// RUN: pad-opt %s --lower-pad-to-llvm | mlir-translate --mlir-to-llvmir -o %t.ll
// RUN: %count_allocations %t.ll -o %t.exe && %t.exe | FileCheck %s

// Loops carry what they pad, also where it grows, and free what they replace.
// A branch chooses one of two pads, whose extents may differ.

func.func private @printMemrefF32(tensor<*xf32>) attributes {llvm.emit_c_interface}


func.func @turn(%x: tensor<6xf32>, %n: index) -> tensor<6xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %x) -> tensor<6xf32> {
    %q = pad.pad wrap %t low[1] high[-1] : tensor<6xf32> to tensor<6xf32>
    scf.yield %q : tensor<6xf32>
  }
  return %r : tensor<6xf32>
}

func.func @grow(%x: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %x) -> tensor<?xf32> {
    %q = pad.pad edge %t low[1] high[0] : tensor<?xf32> to tensor<?xf32>
    scf.yield %q : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

func.func @until(%x: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %r = scf.while (%t = %x) : (tensor<?xf32>) -> tensor<?xf32> {
    %d = tensor.dim %t, %c0 : tensor<?xf32>
    %more = arith.cmpi slt, %d, %n : index
    scf.condition(%more) %t : tensor<?xf32>
  } do {
  ^bb0(%t: tensor<?xf32>):
    %q = pad.pad constant %t low[0] high[2] : tensor<?xf32> to tensor<?xf32>
    scf.yield %q : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

func.func @choose(%x: tensor<?xf32>, %c: i1) -> tensor<?xf32> {
  %short = pad.pad wrap %x low[0] high[-2] : tensor<?xf32> to tensor<?xf32>
  %long = pad.pad wrap %x low[1] high[2] : tensor<?xf32> to tensor<?xf32>
  %r = scf.if %c -> tensor<?xf32> {
    scf.yield %short : tensor<?xf32>
  } else {
    scf.yield %long : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

func.func @choose_static(%x: tensor<3xf32>, %c: i1) -> tensor<3xf32> {
  %a = pad.pad wrap %x low[1] high[-1] : tensor<3xf32> to tensor<3xf32>
  %r = arith.select %c, %a, %x : tensor<3xf32>
  return %r : tensor<3xf32>
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c6 = arith.constant 6 : index
  %x = arith.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf32>
  %t = call @turn(%x, %c2) : (tensor<6xf32>, index) -> tensor<6xf32>
  // CHECK: {{\[}}5,{{ +}}6,{{ +}}1,{{ +}}2,{{ +}}3,{{ +}}4{{\]}}
  %tu = tensor.cast %t : tensor<6xf32> to tensor<*xf32>
  call @printMemrefF32(%tu) : (tensor<*xf32>) -> ()
  %y = arith.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %d = tensor.cast %y : tensor<3xf32> to tensor<?xf32>
  %g = call @grow(%d, %c3) : (tensor<?xf32>, index) -> tensor<?xf32>
  // CHECK: {{\[}}1,{{ +}}1,{{ +}}1,{{ +}}1,{{ +}}2,{{ +}}3{{\]}}
  %gu = tensor.cast %g : tensor<?xf32> to tensor<*xf32>
  call @printMemrefF32(%gu) : (tensor<*xf32>) -> ()
  %g0 = call @grow(%d, %c0) : (tensor<?xf32>, index) -> tensor<?xf32>
  // CHECK: {{\[}}1,{{ +}}2,{{ +}}3{{\]}}
  %g0u = tensor.cast %g0 : tensor<?xf32> to tensor<*xf32>
  call @printMemrefF32(%g0u) : (tensor<*xf32>) -> ()
  %w = call @until(%d, %c6) : (tensor<?xf32>, index) -> tensor<?xf32>
  // CHECK: {{\[}}1,{{ +}}2,{{ +}}3,{{ +}}0,{{ +}}0,{{ +}}0,{{ +}}0{{\]}}
  %wu = tensor.cast %w : tensor<?xf32> to tensor<*xf32>
  call @printMemrefF32(%wu) : (tensor<*xf32>) -> ()
  %true = arith.constant true
  %false = arith.constant false
  %one = call @choose(%d, %true) : (tensor<?xf32>, i1) -> tensor<?xf32>
  // CHECK: {{\[}}1{{\]}}
  %oneu = tensor.cast %one : tensor<?xf32> to tensor<*xf32>
  call @printMemrefF32(%oneu) : (tensor<*xf32>) -> ()
  %other = call @choose(%d, %false) : (tensor<?xf32>, i1) -> tensor<?xf32>
  // CHECK: {{\[}}3,{{ +}}1,{{ +}}2,{{ +}}3,{{ +}}1,{{ +}}2{{\]}}
  %otheru = tensor.cast %other : tensor<?xf32> to tensor<*xf32>
  call @printMemrefF32(%otheru) : (tensor<*xf32>) -> ()
  %s = call @choose_static(%y, %true) : (tensor<3xf32>, i1) -> tensor<3xf32>
  // CHECK: {{\[}}3,{{ +}}1,{{ +}}2{{\]}}
  %su = tensor.cast %s : tensor<3xf32> to tensor<*xf32>
  call @printMemrefF32(%su) : (tensor<*xf32>) -> ()
  return
}
