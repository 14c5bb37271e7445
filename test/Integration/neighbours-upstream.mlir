// DEFINE: %{run} = %run_main | FileCheck %s
// RUN: pad-opt %s --lower-pad-to-llvm=lowering=scf | %{run}
// RUN: pad-opt %s --lower-pad-to-llvm | %{run}
// RUN: pad-opt %s --lower-pad-to-llvm=lowering=linalg | %{run}
// RUN: pad-opt %s --pad-dynamic-elementwise-to-linalg --convert-pad-to-linalg --int-range-optimizations --control-flow-sink --lower-pad-to-llvm | %{run}

// Ops beside pads that upstream cannot lower alone, or that its passes break: strided views that lose
// axes, folds to constants without extents, reshapes and concatenations of nothing, indices of linalg ops
// that only a branch needs, reshapes to extents of run time, and views of nothing behind the last element.

func.func private @printMemrefF32(tensor<*xf32>) attributes {llvm.emit_c_interface}
func.func private @printMemrefI32(tensor<*xi32>) attributes {llvm.emit_c_interface}

func.func @view(%x: tensor<6x2x2xf32>) -> tensor<3x4xf32> {
  %s = tensor.extract_slice %x[2, 0, 0] [1, 1, 2] [2, 1, 1] : tensor<6x2x2xf32> to tensor<1x2xf32>
  %p = pad.pad edge %s low[1, 1] high[1, 1] : tensor<1x2xf32> to tensor<3x4xf32>
  return %p : tensor<3x4xf32>
}

func.func @view_of_memref(%x: memref<6x2x2xf32>, %row: index, %stride: index) -> tensor<4xf32> {
  %v = memref.subview %x[%row, 1, 0] [1, 1, 2] [%stride, 1, 1] : memref<6x2x2xf32> to memref<1x2xf32, strided<[2, 1], offset: ?>>
  %t = bufferization.to_tensor %v restrict : memref<1x2xf32, strided<[2, 1], offset: ?>> to tensor<1x2xf32>
  %s = tensor.collapse_shape %t [[0, 1]] : tensor<1x2xf32> into tensor<2xf32>
  %p = pad.pad wrap %s low[1] high[1] : tensor<2xf32> to tensor<4xf32>
  return %p : tensor<4xf32>
}

func.func @insert(%x: tensor<2x3x4xf32>, %y: tensor<1x2xf32>) -> tensor<2x3x5xf32> {
  %s = tensor.insert_slice %y into %x[1, 2, 1] [1, 1, 2] [3, 2, 2] : tensor<1x2xf32> into tensor<2x3x4xf32>
  %p = pad.pad edge %s low[0, 0, 1] high[0, 0, 0] : tensor<2x3x4xf32> to tensor<2x3x5xf32>
  return %p : tensor<2x3x5xf32>
}

func.func @equal_operands(%x: tensor<?xi32>) -> tensor<?xi32> {
  %zero = arith.xori %x, %x : tensor<?xi32>
  %equal = arith.cmpi eq, %x, %x : tensor<?xi32>
  %one = arith.extui %equal : tensor<?xi1> to tensor<?xi32>
  %v = arith.constant 7 : i32
  %p = pad.pad constant %zero value(%v) low[1] high[0] : tensor<?xi32> to tensor<?xi32>
  %q = pad.pad constant %one value(%v) low[0] high[1] : tensor<?xi32> to tensor<?xi32>
  %r = tensor.concat dim(0) %p, %q : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
  return %r : tensor<?xi32>
}

func.func @nothing(%x: tensor<?x0xf32>, %e: tensor<0xf32>, %y: tensor<4xf32>) -> (tensor<?xf32>, tensor<5xf32>, tensor<5xf32>) {
  %v = arith.constant 9.0 : f32
  %s = tensor.collapse_shape %x [[0, 1]] : tensor<?x0xf32> into tensor<?xf32>
  %p = pad.pad constant %s value(%v) low[2] high[1] : tensor<?xf32> to tensor<?xf32>
  %c = tensor.concat dim(0) %y, %e : (tensor<4xf32>, tensor<0xf32>) -> tensor<4xf32>
  %q = pad.pad edge %c low[0] high[1] : tensor<4xf32> to tensor<5xf32>
  %d = tensor.concat dim(0) %y, %s : (tensor<4xf32>, tensor<?xf32>) -> tensor<4xf32>
  %t = pad.pad edge %d low[1] high[0] : tensor<4xf32> to tensor<5xf32>
  return %p, %q, %t : tensor<?xf32>, tensor<5xf32>, tensor<5xf32>
}

func.func @branch(%x: tensor<?x2xf32>, %n: index) -> tensor<?x?xf32> {
  %p = pad.pad [edge, constant] %x low[%n, 1] high[1, %n] : tensor<?x2xf32> to tensor<?x?xf32>
  return %p : tensor<?x?xf32>
}

func.func @static_branch(%x: tensor<1x2xf32>) -> tensor<3x4xf32> {
  %p = pad.pad [constant, edge] %x low[1, 1] high[1, 1] : tensor<1x2xf32> to tensor<3x4xf32>
  return %p : tensor<3x4xf32>
}

func.func @reshape(%x: tensor<?x2xf32>, %shape: tensor<1xindex>) -> tensor<?xf32> {
  %s = tensor.reshape %x(%shape) : (tensor<?x2xf32>, tensor<1xindex>) -> tensor<?xf32>
  %p = pad.pad edge %s low[1] high[1] : tensor<?xf32> to tensor<?xf32>
  return %p : tensor<?xf32>
}

func.func @behind_the_last(%x: tensor<4xf32>, %n: index) -> tensor<?xf32> {
  %c = tensor.cast %x : tensor<4xf32> to tensor<?xf32>
  %s = tensor.extract_slice %c[4] [%n] [1] : tensor<?xf32> to tensor<?xf32>
  %v = arith.constant 9.0 : f32
  %p = pad.pad constant %s value(%v) low[1] high[1] : tensor<?xf32> to tensor<?xf32>
  return %p : tensor<?xf32>
}

func.func @main() {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %x = arith.constant dense<[[[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0], [7.0, 8.0]], [[9.0, 10.0], [11.0, 12.0]],
                             [[13.0, 14.0], [15.0, 16.0]], [[17.0, 18.0], [19.0, 20.0]], [[21.0, 22.0], [23.0, 24.0]]]> : tensor<6x2x2xf32>
  // CHECK: sizes = [3, 4]
  // CHECK-NEXT: {{\[\[}}9,{{ +}}9,{{ +}}10,{{ +}}10{{\]}}
  // CHECK-NEXT: {{\[}}9,{{ +}}9,{{ +}}10,{{ +}}10{{\]}}
  // CHECK-NEXT: {{\[}}9,{{ +}}9,{{ +}}10,{{ +}}10{{\]\]}}
  %view = func.call @view(%x) : (tensor<6x2x2xf32>) -> tensor<3x4xf32>
  %a = tensor.cast %view : tensor<3x4xf32> to tensor<*xf32>
  func.call @printMemrefF32(%a) : (tensor<*xf32>) -> ()

  // CHECK: sizes = [4]
  // CHECK-NEXT: [8,{{ +}}7,{{ +}}8,{{ +}}7]
  %m = bufferization.to_buffer %x read_only : tensor<6x2x2xf32> to memref<6x2x2xf32>
  %wrapped = func.call @view_of_memref(%m, %c1, %c2) : (memref<6x2x2xf32>, index, index) -> tensor<4xf32>
  %b = tensor.cast %wrapped : tensor<4xf32> to tensor<*xf32>
  func.call @printMemrefF32(%b) : (tensor<*xf32>) -> ()

  // CHECK: sizes = [2, 3, 5]
  // CHECK-NEXT: {{\[\[\[}}0,{{ +}}0,{{ +}}0,{{ +}}0,{{ +}}0{{\]}}
  // CHECK: {{\[}}0,{{ +}}0,{{ +}}5,{{ +}}0,{{ +}}6{{\]\]\]}}
  %zeros = arith.constant dense<0.0> : tensor<2x3x4xf32>
  %y = arith.constant dense<[[5.0, 6.0]]> : tensor<1x2xf32>
  %inserted = func.call @insert(%zeros, %y) : (tensor<2x3x4xf32>, tensor<1x2xf32>) -> tensor<2x3x5xf32>
  %c = tensor.cast %inserted : tensor<2x3x5xf32> to tensor<*xf32>
  func.call @printMemrefF32(%c) : (tensor<*xf32>) -> ()

  // CHECK: sizes = [6]
  // CHECK-NEXT: [7,{{ +}}0,{{ +}}0,{{ +}}1,{{ +}}1,{{ +}}7]
  %i = arith.constant dense<[3, 4]> : tensor<2xi32>
  %di = tensor.cast %i : tensor<2xi32> to tensor<?xi32>
  %equal = func.call @equal_operands(%di) : (tensor<?xi32>) -> tensor<?xi32>
  %d = tensor.cast %equal : tensor<?xi32> to tensor<*xi32>
  func.call @printMemrefI32(%d) : (tensor<*xi32>) -> ()

  // CHECK: sizes = [3]
  // CHECK-NEXT: [9,{{ +}}9,{{ +}}9]
  // CHECK: sizes = [5]
  // CHECK-NEXT: [1,{{ +}}2,{{ +}}3,{{ +}}4,{{ +}}4]
  %e2 = tensor.empty() : tensor<3x0xf32>
  %de = tensor.cast %e2 : tensor<3x0xf32> to tensor<?x0xf32>
  %e1 = tensor.empty() : tensor<0xf32>
  %four = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  // CHECK: sizes = [5]
  // CHECK-NEXT: [1,{{ +}}1,{{ +}}2,{{ +}}3,{{ +}}4]
  %nothing:3 = func.call @nothing(%de, %e1, %four) : (tensor<?x0xf32>, tensor<0xf32>, tensor<4xf32>) -> (tensor<?xf32>, tensor<5xf32>, tensor<5xf32>)
  %e = tensor.cast %nothing#0 : tensor<?xf32> to tensor<*xf32>
  func.call @printMemrefF32(%e) : (tensor<*xf32>) -> ()
  %f = tensor.cast %nothing#1 : tensor<5xf32> to tensor<*xf32>
  func.call @printMemrefF32(%f) : (tensor<*xf32>) -> ()
  %o = tensor.cast %nothing#2 : tensor<5xf32> to tensor<*xf32>
  func.call @printMemrefF32(%o) : (tensor<*xf32>) -> ()

  // CHECK: sizes = [3, 4]
  // CHECK-NEXT: {{\[\[}}0,{{ +}}5,{{ +}}6,{{ +}}0{{\]}}
  // CHECK-NEXT: {{\[}}0,{{ +}}5,{{ +}}6,{{ +}}0{{\]}}
  // CHECK-NEXT: {{\[}}0,{{ +}}5,{{ +}}6,{{ +}}0{{\]\]}}
  // CHECK: sizes = [0, 2]
  %dy = tensor.cast %y : tensor<1x2xf32> to tensor<?x2xf32>
  %branch = func.call @branch(%dy, %c1) : (tensor<?x2xf32>, index) -> tensor<?x?xf32>
  %g = tensor.cast %branch : tensor<?x?xf32> to tensor<*xf32>
  func.call @printMemrefF32(%g) : (tensor<*xf32>) -> ()
  %minus = arith.constant -1 : index
  %e3 = tensor.empty() : tensor<0x2xf32>
  %de3 = tensor.cast %e3 : tensor<0x2xf32> to tensor<?x2xf32>
  %void = func.call @branch(%de3, %minus) : (tensor<?x2xf32>, index) -> tensor<?x?xf32>
  %h = tensor.cast %void : tensor<?x?xf32> to tensor<*xf32>
  func.call @printMemrefF32(%h) : (tensor<*xf32>) -> ()
  // CHECK: sizes = [3, 4]
  // CHECK-NEXT: {{\[\[}}0,{{ +}}0,{{ +}}0,{{ +}}0{{\]}}
  // CHECK-NEXT: {{\[}}5,{{ +}}5,{{ +}}6,{{ +}}6{{\]}}
  // CHECK-NEXT: {{\[}}0,{{ +}}0,{{ +}}0,{{ +}}0{{\]\]}}
  %static_branch = func.call @static_branch(%y) : (tensor<1x2xf32>) -> tensor<3x4xf32>
  %l = tensor.cast %static_branch : tensor<3x4xf32> to tensor<*xf32>
  func.call @printMemrefF32(%l) : (tensor<*xf32>) -> ()
  // CHECK: sizes = [6]
  // CHECK-NEXT: [1,{{ +}}1,{{ +}}2,{{ +}}3,{{ +}}4,{{ +}}4]
  %square = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %ds = tensor.cast %square : tensor<2x2xf32> to tensor<?x2xf32>
  %shape = arith.constant dense<4> : tensor<1xindex>
  %flat = func.call @reshape(%ds, %shape) : (tensor<?x2xf32>, tensor<1xindex>) -> tensor<?xf32>
  %j = tensor.cast %flat : tensor<?xf32> to tensor<*xf32>
  func.call @printMemrefF32(%j) : (tensor<*xf32>) -> ()

  // CHECK: sizes = [2]
  // CHECK-NEXT: [9,{{ +}}9]
  %c0 = arith.constant 0 : index
  %behind = func.call @behind_the_last(%four, %c0) : (tensor<4xf32>, index) -> tensor<?xf32>
  %k = tensor.cast %behind : tensor<?xf32> to tensor<*xf32>
  func.call @printMemrefF32(%k) : (tensor<*xf32>) -> ()
  return
}
