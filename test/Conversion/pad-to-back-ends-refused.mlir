// What --convert-pad-to-tosa, --convert-pad-to-stablehlo and --convert-pad-to-onnx
// refuse: pads stay, and the errors say why.
// RUN: pad-opt %s --convert-pad-to-tosa -split-input-file -verify-diagnostics=all -o /dev/null
// RUN: pad-opt %s --convert-pad-to-tosa=partial=true -split-input-file | FileCheck %s --implicit-check-not=tosa.
// RUN: not pad-opt %s --convert-pad-to-stablehlo -split-input-file -allow-unregistered-dialect -o /dev/null 2>&1 | FileCheck %s --check-prefix=STABLEHLO
// RUN: not pad-opt %s --convert-pad-to-onnx -split-input-file -allow-unregistered-dialect -o /dev/null 2>&1 | FileCheck %s --check-prefix=ONNX
// RUN: not pad-opt %s --convert-pad-to-onnx -split-input-file -o /dev/null 2>&1 | FileCheck %s --check-prefix=LOADED
// RUN: not pad-opt %s --convert-pad-to-onnx=opset=9 -split-input-file -o /dev/null 2>&1 | FileCheck %s --check-prefix=OPSET
// RUN: not pad-opt %s --convert-pad-to-stablehlo -split-input-file -o /dev/null 2>&1 | FileCheck %s --check-prefix=LOADED-TOO
// LOADED: error: dialect 'onnx' is not loaded, so its ops cannot be created; load it, or allow ops of dialects that are not linked in (--allow-unregistered-dialect)
// LOADED-TOO: error: dialect 'stablehlo' is not loaded
// OPSET: error: the opset is 9, but must be 13 to 25; convert the model, or give option 'opset'

// CHECK-LABEL: func @run_time_pads
// CHECK: pad.pad
// STABLEHLO: 'pad.pad' op has no form in StableHLO: low of axis 1 is known only at run time; make it a constant (--canonicalize); partial=true leaves such pads
// ONNX: 'pad.pad' op has no form in ONNX: low of axis 1 is known only at run time
func.func @run_time_pads(%x: tensor<2x3xf32>, %l: index) -> tensor<2x?xf32> {
  // expected-error @below {{'pad.pad' op has no form in TOSA: low of axis 1 is known only at run time; make it a constant (--canonicalize); partial=true leaves such pads}}
  %r = pad.pad edge %x low[0, %l] high[0, 0] : tensor<2x3xf32> to tensor<2x?xf32>
  return %r : tensor<2x?xf32>
}

// -----

// CHECK-LABEL: func @element_type
// CHECK: pad.pad
// STABLEHLO: its elements are of type index, which StableHLO does not have; bitcast them
// ONNX: its elements are of type index, which ONNX's Slice-13 does not have; bitcast them
func.func @element_type(%x: tensor<2xindex>) -> tensor<3xindex> {
  // expected-error @below {{its elements are of type index, which TOSA does not have; bitcast them}}
  %r = pad.pad edge %x low[1] high[0] : tensor<2xindex> to tensor<3xindex>
  return %r : tensor<3xindex>
}

// -----

// CHECK-LABEL: func @complex
// CHECK: pad.pad
func.func @complex(%x: tensor<2xcomplex<f16>>) -> tensor<3xcomplex<f16>> {
  // STABLEHLO: its elements are of type complex<f16>
  // ONNX: its elements are of type complex<f16>
  // expected-error @below {{its elements are of type complex<f16>, which TOSA does not have}}
  %r = pad.pad edge %x low[1] high[0] : tensor<2xcomplex<f16>> to tensor<3xcomplex<f16>>
  return %r : tensor<3xcomplex<f16>>
}

// -----

// CHECK-LABEL: func @quantized_along_an_axis
// CHECK: pad.pad
!q = !quant.uniform<i8:f32:0, {0.5, 0.25}>
// STABLEHLO: it is quantized along an axis; pad the storage (--pad-quantized-to-storage)
// ONNX: it is quantized along an axis
func.func @quantized_along_an_axis(%x: tensor<2x2x!q>) -> tensor<2x3x!q> {
  // expected-error @below {{it is quantized along an axis; pad the storage (--pad-quantized-to-storage)}}
  %r = pad.pad edge %x low[0, 1] high[0, 0] : tensor<2x2x!q> to tensor<2x3x!q>
  return %r : tensor<2x3x!q>
}

// -----

// CHECK-LABEL: func @encoding
// CHECK: pad.pad
// STABLEHLO: its tensors have an encoding, which has no meaning there; remove it
// ONNX: its tensors have an encoding
func.func @encoding(%x: tensor<2xf32, "e">) -> tensor<3xf32, "e"> {
  // expected-error @below {{its tensors have an encoding, which has no meaning there; remove it}}
  %r = pad.pad edge %x low[1] high[0] : tensor<2xf32, "e"> to tensor<3xf32, "e">
  return %r : tensor<3xf32, "e">
}

// -----

// The longer border repeats a source of one element.
// CHECK-LABEL: func @repeats
// CHECK: pad.pad
// STABLEHLO: axis 1 has mode wrap with low 2 and high 0, of which the extent, which only run time knows, says how often they repeat the source; state the extent with tensor.cast
func.func @repeats(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  // expected-error @below {{axis 1 has mode wrap with low 2 and high 0, of which the extent, which only run time knows, says how often they repeat the source; state the extent with tensor.cast}}
  %r = pad.pad wrap %x low[0, 2] high[0, 0] : tensor<2x?xf32> to tensor<2x?xf32>
  return %r : tensor<2x?xf32>
}

// -----

// A reflection of one element repeats it.
// CHECK-LABEL: func @repeats_one
// CHECK: pad.pad
// STABLEHLO: axis 0 has mode reflect with low 0 and high 1, of which
func.func @repeats_one(%x: tensor<?xf32>) -> tensor<?xf32> {
  // expected-error @below {{axis 0 has mode reflect with low 0 and high 1, of which}}
  %r = pad.pad reflect periodic %x low[0] high[1] : tensor<?xf32> to tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

// CHECK-LABEL: func @empty_result
// CHECK: pad.pad
func.func @empty_result(%x: tensor<2x3xf32>) -> tensor<2x0xf32> {
  // expected-error @below {{axis 1 of its result has extent 0, but tensors there have elements}}
  %r = pad.pad constant %x low[0, -3] high[0, 0] : tensor<2x3xf32> to tensor<2x0xf32>
  return %r : tensor<2x0xf32>
}

// -----

// CHECK-LABEL: func @outside
// CHECK: pad.pad
// ONNX: it reads nothing of its source, and the shape of its result is known only at run time; make the extents static
func.func @outside(%x: tensor<?x3xf32>) -> tensor<?x2xf32> {
  // expected-error @below {{it reads nothing of its source, and the shape of its result is known only at run time; make the extents static}}
  %r = pad.pad constant %x low[0, 4] high[0, -5] : tensor<?x3xf32> to tensor<?x2xf32>
  return %r : tensor<?x2xf32>
}

// -----

// CHECK-LABEL: func @dynamic_interior
// CHECK: pad.pad
// ONNX: axis 0 has interior padding of 2, which needs a static extent there; state the extent with tensor.cast
func.func @dynamic_interior(%x: tensor<?x3xf32>) -> tensor<?x3xf32> {
  // expected-error @below {{axis 0 has interior padding of 2, which needs a static extent there; state the extent with tensor.cast}}
  %r = pad.pad constant %x low[0, 0] high[0, 0] interior[2, 0] : tensor<?x3xf32> to tensor<?x3xf32>
  return %r : tensor<?x3xf32>
}

// -----

// CHECK-LABEL: func @reshape_of_two
// CHECK: pad.pad
// ONNX: it has interior padding, and more than one axis has an extent that only run time knows, but a reshape there may have one; state the extents with tensor.cast
func.func @reshape_of_two(%x: tensor<?x?x3xf32>) -> tensor<?x?x5xf32> {
  // expected-error @below {{it has interior padding, and more than one axis has an extent that only run time knows, but a reshape there may have one; state the extents with tensor.cast}}
  %r = pad.pad constant %x low[0, 0, 0] high[0, 0, 0] interior[0, 0, 1] : tensor<?x?x3xf32> to tensor<?x?x5xf32>
  return %r : tensor<?x?x5xf32>
}

// -----

// CHECK-LABEL: func @no_default
// CHECK: pad.pad
// STABLEHLO: its element type has no default padding value; give a value
func.func @no_default(%x: tensor<3xf8E8M0FNU>) -> tensor<4xf8E8M0FNU> {
  // expected-error @below {{its element type has no default padding value; give a value}}
  %r = pad.pad constant %x low[1] high[0] : tensor<3xf8E8M0FNU> to tensor<4xf8E8M0FNU>
  return %r : tensor<4xf8E8M0FNU>
}

// -----

// CHECK-LABEL: func @into
// CHECK: pad.pad_into
// STABLEHLO: 'pad.pad_into' op has no form in StableHLO: it pads into a destination; convert before --pad-to-destination-style
func.func @into(%x: tensor<3xf32>, %out: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{'pad.pad_into' op has no form in TOSA: it pads into a destination; convert before --pad-to-destination-style}}
  %r = pad.pad_into edge %x into %out low[1] high[0] : tensor<3xf32> into tensor<4xf32> -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// CHECK-LABEL: func @overflow
// CHECK: pad.pad
// STABLEHLO: axis 0 repeated {{[0-9]+}} times exceeds 64-bit extents (C7); pad less
func.func @overflow(%x: tensor<4xf32>) -> tensor<9223372036854775806xf32> {
  // expected-error @below {{exceeds 64-bit extents (C7); pad less}}
  %r = pad.pad wrap %x low[9223372036854775801] high[1] : tensor<4xf32> to tensor<9223372036854775806xf32>
  return %r : tensor<9223372036854775806xf32>
}

// -----

// CHECK-LABEL: func @gap_overflow
// CHECK: pad.pad
// ONNX: axis 0 has interior padding of 3074457345618258600, behind every element there, which exceeds 64-bit extents (C7); pad less
func.func @gap_overflow(%x: tensor<4xf32>) -> tensor<1xf32> {
  // expected-error @below {{axis 0 has interior padding of 3074457345618258600, behind every element there, which exceeds 64-bit extents (C7); pad less}}
  %r = pad.pad constant %x low[0] high[-9223372036854775803] interior[3074457345618258600] : tensor<4xf32> to tensor<1xf32>
  return %r : tensor<1xf32>
}

// -----

// CHECK-LABEL: func @tile_of_two
// CHECK: pad.pad
// STABLEHLO: axis 2 repeats what it reads 20 times, more often than max-pieces=16, so it is broadcast, which needs the extent of axis 0 as a number; state it with tensor.cast
func.func @tile_of_two(%x: tensor<?x?x3xf32>) -> tensor<?x?x23xf32> {
  // expected-error @below {{axis 2 repeats what it reads 20 times, more often than max-pieces=16, so it is tiled, but MLIR lowers no tosa.tile of more than one dynamic extent; state one with tensor.cast, or raise max-pieces}}
  %r = pad.pad edge %x low[0, 0, 20] high[0, 0, 0] : tensor<?x?x3xf32> to tensor<?x?x23xf32>
  return %r : tensor<?x?x23xf32>
}
