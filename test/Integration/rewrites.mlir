// RUN: pad-opt %s --lower-pad-to-llvm | %run_main | FileCheck %s
// RUN: pad-opt %s --pad-fold-constants --lower-pad-to-llvm | %run_main | FileCheck %s
// RUN: pad-opt %s --pad-drop-unit-axes --pad-collapse-axes --lower-pad-to-llvm | %run_main | FileCheck %s
// RUN: pad-opt %s --pad-propagate-reshape --lower-pad-to-llvm | %run_main | FileCheck %s
// RUN: pad-opt %s --pad-propagate-reshape=direction=down --lower-pad-to-llvm | %run_main | FileCheck %s
// RUN: pad-opt %s --pad-propagate-transpose --pad-propagate-elementwise --lower-pad-to-llvm | %run_main | FileCheck %s
// RUN: pad-opt %s --pad-split-crop --pad-decompose-interior --lower-pad-to-llvm | %run_main | FileCheck %s
// RUN: pad-opt %s --pad-split-crop --pad-decompose-interior --pad-decompose-borders --lower-pad-to-llvm | %run_main | FileCheck %s
// RUN: pad-opt %s --convert-pad-to-tensor=partial=true --lower-pad-to-llvm | %run_main | FileCheck %s

// Each rewrite has something to do here, and nothing that is printed changes.

func.func private @printMemrefF32(tensor<*xf32>) attributes {llvm.emit_c_interface}

func.func @constant() -> tensor<2x3xf32> {
  %x = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %r = pad.pad symmetric %x low[0, 2] high[0, -2] : tensor<2x3xf32> to tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

// The slow axis is padded, the others are not; one is of extent 1.
func.func @axes(%x: tensor<?x1x3xf32>) -> tensor<?x1x3xf32> {
  %r = pad.pad edge %x low[1, 0, 0] high[1, 0, 0] : tensor<?x1x3xf32> to tensor<?x1x3xf32>
  return %r : tensor<?x1x3xf32>
}

// Two dynamic axes become one, and are told apart again.
func.func @dynamic_axes(%x: tensor<2x?x?xf32>) -> tensor<3x?x?xf32> {
  %r = pad.pad wrap %x low[1, 0, 0] high[0, 0, 0] : tensor<2x?x?xf32> to tensor<3x?x?xf32>
  return %r : tensor<3x?x?xf32>
}

// An axis that is statically empty beside one that is dynamic.
func.func @empty_axes(%x: tensor<2x0x?xf32>) -> tensor<3x0x?xf32> {
  %r = pad.pad wrap %x low[1, 0, 0] high[0, 0, 0] : tensor<2x0x?xf32> to tensor<3x0x?xf32>
  return %r : tensor<3x0x?xf32>
}

func.func @reshapes(%x: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?x3xf32>
  %e = tensor.expand_shape %x [[0], [1, 2]] output_shape [%d, 1, 3] : tensor<?x3xf32> into tensor<?x1x3xf32>
  %p = pad.pad wrap %e low[1, 0, 0] high[0, 0, 0] : tensor<?x1x3xf32> to tensor<?x1x3xf32>
  %c = tensor.collapse_shape %p [[0], [1, 2]] : tensor<?x1x3xf32> into tensor<?x3xf32>
  return %c : tensor<?x3xf32>
}

// cos(0) is 1: the padding value goes through the op.
func.func @moved(%x: tensor<?x3xf32>) -> tensor<5x?xf32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %d = tensor.dim %x, %c0 : tensor<?x3xf32>
  %n = arith.addi %d, %c2 : index
  %p = pad.pad constant %x low[2, 1] high[0, 1] : tensor<?x3xf32> to tensor<?x5xf32>
  %f = math.cos %p : tensor<?x5xf32>
  %a = math.floor %f : tensor<?x5xf32>
  %e = tensor.empty(%n) : tensor<5x?xf32>
  %t = linalg.transpose ins(%a : tensor<?x5xf32>) outs(%e : tensor<5x?xf32>) permutation = [1, 0]
  return %t : tensor<5x?xf32>
}

// What reflect reads is behind the crop, and in the gaps.
func.func @reflect(%x: tensor<3xf32>, %v: f32) -> tensor<6xf32> {
  %r = pad.pad reflect %x value(%v) low[-3] high[4] interior[1] : tensor<3xf32> to tensor<6xf32>
  return %r : tensor<6xf32>
}

// Pads known at run time, of any sign.
func.func @signed(%x: tensor<?xf32>, %v: f32, %l: index, %h: index) -> tensor<?xf32> {
  %r = pad.pad constant %x value(%v) low[%l] high[%h] : tensor<?xf32> to tensor<?xf32>
  return %r : tensor<?xf32>
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : index
  %minus = arith.constant -1 : index
  %beyond = arith.constant -5 : index
  %two = arith.constant 2 : index
  %four = arith.constant 4 : index
  %v = arith.constant 9.0 : f32
  %x = arith.constant dense<[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]> : tensor<2x3xf32>
  %xd = tensor.cast %x : tensor<2x3xf32> to tensor<?x3xf32>
  %row = tensor.extract_slice %x[1, 0] [1, 3] [1, 1] : tensor<2x3xf32> to tensor<3xf32>
  %rowd = tensor.cast %row : tensor<3xf32> to tensor<?xf32>

  // CHECK: {{\[}}[2,{{ +}}1,{{ +}}1],
  // CHECK-NEXT: [5,{{ +}}4,{{ +}}4]]
  %a = call @constant() : () -> tensor<2x3xf32>
  %ua = tensor.cast %a : tensor<2x3xf32> to tensor<*xf32>
  call @printMemrefF32(%ua) : (tensor<*xf32>) -> ()

  // CHECK: [0,{{ +}}1,{{ +}}2]
  // CHECK: [0,{{ +}}1,{{ +}}2]
  // CHECK: [3,{{ +}}4,{{ +}}5]
  // CHECK: [3,{{ +}}4,{{ +}}5]
  %y = tensor.expand_shape %xd [[0, 1], [2]] output_shape [%two, 1, 3] : tensor<?x3xf32> into tensor<?x1x3xf32>
  %b = call @axes(%y) : (tensor<?x1x3xf32>) -> tensor<?x1x3xf32>
  %ub = tensor.cast %b : tensor<?x1x3xf32> to tensor<*xf32>
  call @printMemrefF32(%ub) : (tensor<*xf32>) -> ()

  // CHECK: sizes = [3, 1, 3]
  // CHECK: [3,{{ +}}4,{{ +}}5]
  // CHECK: [0,{{ +}}1,{{ +}}2]
  // CHECK: [3,{{ +}}4,{{ +}}5]
  %z = tensor.expand_shape %x [[0, 1], [2]] output_shape [2, 1, 3] : tensor<2x3xf32> into tensor<2x1x3xf32>
  %zd = tensor.cast %z : tensor<2x1x3xf32> to tensor<2x?x?xf32>
  %w = call @dynamic_axes(%zd) : (tensor<2x?x?xf32>) -> tensor<3x?x?xf32>
  %uw = tensor.cast %w : tensor<3x?x?xf32> to tensor<*xf32>
  call @printMemrefF32(%uw) : (tensor<*xf32>) -> ()

  // CHECK: sizes = [3, 0, 4]
  %none = tensor.empty(%four) : tensor<2x0x?xf32>
  %q = call @empty_axes(%none) : (tensor<2x0x?xf32>) -> tensor<3x0x?xf32>
  %uq = tensor.cast %q : tensor<3x0x?xf32> to tensor<*xf32>
  call @printMemrefF32(%uq) : (tensor<*xf32>) -> ()

  // CHECK: [3,{{ +}}4,{{ +}}5]
  // CHECK-NEXT: [0,{{ +}}1,{{ +}}2]
  // CHECK-NEXT: [3,{{ +}}4,{{ +}}5]
  %c = call @reshapes(%xd) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  %uc = tensor.cast %c : tensor<?x3xf32> to tensor<*xf32>
  call @printMemrefF32(%uc) : (tensor<*xf32>) -> ()

  // CHECK: [1,{{ +}}1,{{ +}}1,{{ +}}1]
  // CHECK-NEXT: [1,{{ +}}1,{{ +}}1,{{ +}}-1]
  // CHECK-NEXT: [1,{{ +}}1,{{ +}}0,{{ +}}-1]
  // CHECK-NEXT: [1,{{ +}}1,{{ +}}-1,{{ +}}0]
  // CHECK-NEXT: [1,{{ +}}1,{{ +}}1,{{ +}}1]
  %d = call @moved(%xd) : (tensor<?x3xf32>) -> tensor<5x?xf32>
  %ud = tensor.cast %d : tensor<5x?xf32> to tensor<*xf32>
  call @printMemrefF32(%ud) : (tensor<*xf32>) -> ()

  // CHECK: [9,{{ +}}5,{{ +}}9,{{ +}}4,{{ +}}9,{{ +}}3]
  %e = call @reflect(%row, %v) : (tensor<3xf32>, f32) -> tensor<6xf32>
  %ue = tensor.cast %e : tensor<6xf32> to tensor<*xf32>
  call @printMemrefF32(%ue) : (tensor<*xf32>) -> ()

  // CHECK: [9,{{ +}}3,{{ +}}4]
  %f = call @signed(%rowd, %v, %one, %minus) : (tensor<?xf32>, f32, index, index) -> tensor<?xf32>
  %uf = tensor.cast %f : tensor<?xf32> to tensor<*xf32>
  call @printMemrefF32(%uf) : (tensor<*xf32>) -> ()
  // CHECK: [4,{{ +}}5,{{ +}}9,{{ +}}9,{{ +}}9,{{ +}}9]
  %g = call @signed(%rowd, %v, %minus, %four) : (tensor<?xf32>, f32, index, index) -> tensor<?xf32>
  %ug = tensor.cast %g : tensor<?xf32> to tensor<*xf32>
  call @printMemrefF32(%ug) : (tensor<*xf32>) -> ()
  // CHECK: [9,{{ +}}9]
  %h = call @signed(%rowd, %v, %beyond, %four) : (tensor<?xf32>, f32, index, index) -> tensor<?xf32>
  %uh = tensor.cast %h : tensor<?xf32> to tensor<*xf32>
  call @printMemrefF32(%uh) : (tensor<*xf32>) -> ()
  // CHECK: sizes = [0]
  %i = call @signed(%rowd, %v, %beyond, %one) : (tensor<?xf32>, f32, index, index) -> tensor<?xf32>
  %ui = tensor.cast %i : tensor<?xf32> to tensor<*xf32>
  call @printMemrefF32(%ui) : (tensor<*xf32>) -> ()
  // CHECK: [9,{{ +}}9]
  %j = call @signed(%rowd, %v, %four, %beyond) : (tensor<?xf32>, f32, index, index) -> tensor<?xf32>
  %uj = tensor.cast %j : tensor<?xf32> to tensor<*xf32>
  call @printMemrefF32(%uj) : (tensor<*xf32>) -> ()
  return
}
