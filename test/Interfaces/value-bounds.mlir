// RUN: pad-opt %s --transform-interpreter --canonicalize --allow-unregistered-dialect | FileCheck %s

// Upstream's users of bounds see through pads. Here, buffers of a loop get a
// size that does not depend on it: the largest.

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %e = transform.structured.match ops{["tensor.empty"]} in %m : (!transform.any_op) -> !transform.any_op
    %i = transform.tensor.make_loop_independent %e {num_loops = 1} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
  // Borders of 0 to 2 and of 1.
  // CHECK-LABEL: func @borders
  // CHECK: tensor.empty() : tensor<7xf32>
  func.func @borders(%x: tensor<4xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    scf.for %i = %c0 to %c3 step %c1 {
      %p = pad.pad wrap %x low[%i] high[1] : tensor<4xf32> to tensor<?xf32>
      %d = tensor.dim %p, %c0 : tensor<?xf32>
      %e = tensor.empty(%d) : tensor<?xf32>
      "test.use"(%e) : (tensor<?xf32>) -> ()
    }
    return
  }
  // CHECK-LABEL: func @interior
  // CHECK: tensor.empty() : tensor<12xf32>
  func.func @interior(%x: tensor<4xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    scf.for %i = %c0 to %c3 step %c1 {
      %p = pad.pad constant %x low[%i] high[0] interior[2] : tensor<4xf32> to tensor<?xf32>
      %d = tensor.dim %p, %c0 : tensor<?xf32>
      %e = tensor.empty(%d) : tensor<?xf32>
      "test.use"(%e) : (tensor<?xf32>) -> ()
    }
    return
  }
  // A crop of an extent of 2 to 9 is at most that.
  // CHECK-LABEL: func @crop
  // CHECK: tensor.empty() : tensor<{{7|9}}xf32>
  func.func @crop(%x: tensor<9xf32>) {
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %c1 = arith.constant 1 : index
    %c10 = arith.constant 10 : index
    scf.for %i = %c2 to %c10 step %c1 {
      %s = tensor.extract_slice %x[0] [%i] [1] : tensor<9xf32> to tensor<?xf32>
      %p = pad.pad edge %s low[-2] high[0] : tensor<?xf32> to tensor<?xf32>
      %d = tensor.dim %p, %c0 : tensor<?xf32>
      %e = tensor.empty(%d) : tensor<?xf32>
      "test.use"(%e) : (tensor<?xf32>) -> ()
    }
    return
  }
  // Extends at one end, crops at the other: of crops, nothing is taken off.
  // CHECK-LABEL: func @shift
  // CHECK: tensor.empty() : tensor<6xf32>
  func.func @shift(%x: tensor<4xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    scf.for %i = %c0 to %c3 step %c1 {
      %p = pad.pad wrap %x low[%i] high[-1] : tensor<4xf32> to tensor<?xf32>
      %d = tensor.dim %p, %c0 : tensor<?xf32>
      %e = tensor.empty(%d) : tensor<?xf32>
      "test.use"(%e) : (tensor<?xf32>) -> ()
    }
    return
  }
  // Through both forms.
  // CHECK-LABEL: func @chain
  // CHECK: tensor.empty() : tensor<6xf32>
  // CHECK: tensor.empty() : tensor<8xf32>
  func.func @chain(%x: tensor<4xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    scf.for %i = %c0 to %c3 step %c1 {
      %n = arith.addi %i, %c4 : index
      %o = tensor.empty(%n) : tensor<?xf32>
      %q = pad.pad_into edge %x into %o low[%i] high[0] : tensor<4xf32> into tensor<?xf32> -> tensor<?xf32>
      %p = pad.pad edge %q low[1] high[1] : tensor<?xf32> to tensor<?xf32>
      %d = tensor.dim %p, %c0 : tensor<?xf32>
      %e = tensor.empty(%d) : tensor<?xf32>
      "test.use"(%e) : (tensor<?xf32>) -> ()
    }
    return
  }
}
