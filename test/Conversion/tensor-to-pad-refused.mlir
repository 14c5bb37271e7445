// RUN: pad-opt %s --convert-tensor-to-pad=verify=true -split-input-file -verify-diagnostics
// RUN: pad-opt %s --convert-tensor-to-pad -split-input-file 2>/dev/null | FileCheck %s --implicit-check-not=pad.pad

// CHECK: tensor.pad
func.func @index(%x: tensor<4x4xindex>) -> tensor<4x6xindex> {
  // expected-error @below {{'tensor.pad' is not converted to pad.pad: its padding value depends on where the element lies on axis 1, but pad.pad has one value for all; yield a value that the indices of the body do not enter}}
  %r = tensor.pad %x low[0, 1] high[0, 1] {
  ^bb0(%i: index, %j: index):
    %v = arith.addi %j, %j : index
    tensor.yield %v : index
  } : tensor<4x4xindex> to tensor<4x6xindex>
  return %r : tensor<4x6xindex>
}

// -----

func.func private @value() -> f32

// CHECK: tensor.pad
func.func @effects(%x: tensor<4xf32>) -> tensor<6xf32> {
  // expected-error @below {{its padding value is made by 'func.call' in the body, which may have effects or regions; make it before the tensor.pad}}
  %r = tensor.pad %x low[1] high[1] {
  ^bb0(%i: index):
    %v = func.call @value() : () -> f32
    tensor.yield %v : f32
  } : tensor<4xf32> to tensor<6xf32>
  return %r : tensor<6xf32>
}

// -----

// CHECK: tensor.pad
func.func @nofold(%x: tensor<4x?xf32>, %v: f32, %h: index) -> tensor<4x?xf32> {
  // expected-error @below {{nofold asks for a copy if every pad is zero, which may be the case here, but a pad.pad by zero is its source; drop nofold, or copy the source with linalg.copy}}
  %r = tensor.pad %x nofold low[0, 0] high[0, %h] {
  ^bb0(%i: index, %j: index):
    tensor.yield %v : f32
  } : tensor<4x?xf32> to tensor<4x?xf32>
  return %r : tensor<4x?xf32>
}
