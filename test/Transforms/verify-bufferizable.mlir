// RUN: pad-opt %s --allow-unregistered-dialect --pad-verify-bufferizable -split-input-file -verify-diagnostics \
// RUN:   | FileCheck %s --check-prefix=PRINTED --implicit-check-not=func.func
// RUN: not pad-opt %s --allow-unregistered-dialect --lower-pad-to-llvm -split-input-file -o /dev/null 2>&1 | FileCheck %s

// CHECK: error: 'linalg.winograd_filter_transform' op cannot be lowered
func.func @winograd(%x: tensor<2x3x3x5xf32>, %d: tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32> {
  // expected-error @below {{'linalg.winograd_filter_transform' op cannot be lowered: it works on tensors, and has no form on memrefs; rewrite it first, or read it by the option 'import' if it pads}}
  %r = linalg.winograd_filter_transform fmr(F_4_3) ins(%x : tensor<2x3x3x5xf32>) outs(%d : tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32>
  return %r : tensor<6x6x5x2xf32>
}

// -----

// CHECK: error: 'tensor.gather' op cannot be lowered
func.func @gather(%x: tensor<8xf32>, %i: tensor<3x1xindex>) -> tensor<3xf32> {
  %p = pad.pad edge %x low[2] high[2] : tensor<8xf32> to tensor<12xf32>
  // expected-error @below {{'tensor.gather' op cannot be lowered}}
  %r = tensor.gather %p[%i] gather_dims([0]) : (tensor<12xf32>, tensor<3x1xindex>) -> tensor<3xf32>
  return %r : tensor<3xf32>
}

// -----

// A module that the pass fails on is not printed.
// PRINTED: func.func @lowerable
func.func @lowerable(%x: tensor<8xf32>) -> tensor<12xf32> {
  %p = pad.pad edge %x low[2] high[2] : tensor<8xf32> to tensor<12xf32>
  return %p : tensor<12xf32>
}

// -----

// Bufferization leaves modules inside of another one alone.
// CHECK: error: 'builtin.module' op cannot be lowered: it has tensors, and is inside of another module
module {
  // expected-error @below {{'builtin.module' op cannot be lowered: it has tensors, and is inside of another module; run this on it, by 'builtin.module(builtin.module(...))', or move its functions out}}
  module @inner {
    func.func @pad(%x: tensor<8xf32>) -> tensor<12xf32> {
      %p = pad.pad edge %x low[2] high[2] : tensor<8xf32> to tensor<12xf32>
      return %p : tensor<12xf32>
    }
  }
}

// -----

// CHECK: error: 'foreign.window' op cannot be lowered
func.func @region_of_another_dialect(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{'foreign.window' op cannot be lowered: it works on tensors}}
  %r = "foreign.window"(%x) ({
  ^bb0(%a: tensor<f32>):
    // expected-error @below {{'foreign.negate' op cannot be lowered: it works on tensors}}
    %s = "foreign.negate"(%a) : (tensor<f32>) -> tensor<f32>
    // expected-error @below {{'foreign.return' op cannot be lowered: it works on tensors}}
    "foreign.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
