// DEFINE: %{hoist} = pad-opt %s --loop-invariant-code-motion
// DEFINE: %{verify} = pad-opt --generate-runtime-verification --lower-pad-to-llvm=lowering=scf
// RUN: %{hoist} | FileCheck %s --check-prefix=HOISTED
// RUN: %{hoist} | %{verify} | %run_main | FileCheck %s
// RUN: pad-opt %s --generate-runtime-verification --lower-pad-to-llvm | %run_main | FileCheck %s

// The loop runs once or not at all: its trip count is the guard that keeps the
// pads valid. What leaves the loop may then run where the program would not have
// run it, and no check stops it.

func.func private @printMemrefF32(tensor<*xf32>) attributes {llvm.emit_c_interface}

// HOISTED-LABEL: func @constant
// HOISTED: pad.pad constant
// HOISTED: scf.for
func.func @constant(%x: tensor<?xf32>, %l: index, %n: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %x) -> tensor<?xf32> {
    %p = pad.pad constant %x low[%l] high[0] : tensor<?xf32> to tensor<?xf32>
    scf.yield %p : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

// HOISTED-LABEL: func @reflect
// HOISTED: scf.for
// HOISTED: pad.pad reflect
func.func @reflect(%x: tensor<?xf32>, %l: index, %n: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %x) -> tensor<?xf32> {
    %p = pad.pad reflect %x low[%l] high[0] : tensor<?xf32> to tensor<?xf32>
    scf.yield %p : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

// HOISTED-LABEL: func @wrap
// HOISTED: scf.for
// HOISTED: pad.pad wrap
func.func @wrap(%x: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %x) -> tensor<?xf32> {
    %p = pad.pad wrap %x low[0] high[3] : tensor<?xf32> to tensor<?xf32>
    scf.yield %p : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

// HOISTED-LABEL: func @interior
// HOISTED: scf.for
// HOISTED: pad.pad constant
func.func @interior(%x: tensor<?xf32>, %g: index, %n: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %x) -> tensor<?xf32> {
    %p = pad.pad constant %x low[0] high[1] interior[%g] : tensor<?xf32> to tensor<?xf32>
    scf.yield %p : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

func.func @print(%t: tensor<?xf32>) {
  %u = tensor.cast %t : tensor<?xf32> to tensor<*xf32>
  call @printMemrefF32(%u) : (tensor<*xf32>) -> ()
  return
}

func.func @main() {
  %m1 = arith.constant -1 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c9 = arith.constant 9 : index
  %s = arith.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %x = tensor.cast %s : tensor<3xf32> to tensor<?xf32>
  %none = tensor.extract_slice %x[0] [%c0] [1] : tensor<?xf32> to tensor<?xf32>

  // CHECK: [0, 0, 1, 2, 3]
  %a = call @constant(%x, %c2, %c1) : (tensor<?xf32>, index, index) -> tensor<?xf32>
  call @print(%a) : (tensor<?xf32>) -> ()
  // CHECK: [1, 2, 3]
  %b = call @constant(%x, %c9, %c0) : (tensor<?xf32>, index, index) -> tensor<?xf32>
  call @print(%b) : (tensor<?xf32>) -> ()
  // CHECK: [3, 2, 1, 2, 3]
  %c = call @reflect(%x, %c2, %c1) : (tensor<?xf32>, index, index) -> tensor<?xf32>
  call @print(%c) : (tensor<?xf32>) -> ()
  // CHECK: [1, 2, 3]
  %d = call @reflect(%x, %c9, %c0) : (tensor<?xf32>, index, index) -> tensor<?xf32>
  call @print(%d) : (tensor<?xf32>) -> ()
  // CHECK: [1, 2, 3, 1, 2, 3]
  %e = call @wrap(%x, %c1) : (tensor<?xf32>, index) -> tensor<?xf32>
  call @print(%e) : (tensor<?xf32>) -> ()
  // CHECK: sizes = [0]
  %f = call @wrap(%none, %c0) : (tensor<?xf32>, index) -> tensor<?xf32>
  call @print(%f) : (tensor<?xf32>) -> ()
  // CHECK: [1, 0, 0, 2, 0, 0, 3, 0]
  %g = call @interior(%x, %c2, %c1) : (tensor<?xf32>, index, index) -> tensor<?xf32>
  call @print(%g) : (tensor<?xf32>) -> ()
  // CHECK: [1, 2, 3]
  %h = call @interior(%x, %m1, %c0) : (tensor<?xf32>, index, index) -> tensor<?xf32>
  call @print(%h) : (tensor<?xf32>) -> ()
  return
}
