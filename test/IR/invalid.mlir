// RUN: pad-opt %s -split-input-file -verify-diagnostics

func.func @c1_low(%x: tensor<3x4xf32>) {
  // expected-error @below {{'pad.pad' op low has 1 entry, but the source has rank 2; give one entry per axis (C1)}}
  pad.pad edge %x low[1] high[0, 0] : tensor<3x4xf32> to tensor<4x4xf32>
  return
}

// -----

func.func @c1_high(%x: tensor<3x4xf32>) {
  // expected-error @below {{high has 3 entries, but the source has rank 2}}
  pad.pad edge %x low[0, 0] high[0, 0, 0] : tensor<3x4xf32> to tensor<3x4xf32>
  return
}

// -----

func.func @c1_interior(%x: tensor<3x4xf32>) {
  // expected-error @below {{interior has 1 entry, but the source has rank 2}}
  pad.pad constant %x low[0, 0] high[0, 0] interior[1] : tensor<3x4xf32> to tensor<5x4xf32>
  return
}

// -----

func.func @c1_modes(%x: tensor<3x4x5xf32>) {
  // expected-error @below {{'pad.pad' op modes has 2 entries, but the source has rank 3; give one for all axes or one per axis (C1)}}
  pad.pad [edge, wrap] %x low[1, 0, 0] high[0, 0, 0] : tensor<3x4x5xf32> to tensor<4x4x5xf32>
  return
}

// -----

func.func @no_modes(%x: tensor<3xf32>) {
  // expected-error-re @below {{expected a padding mode: constant, edge{{.*}} or }}
  pad.pad [] %x low[1] high[0] : tensor<3xf32> to tensor<4xf32>
  return
}

// -----

func.func @unknown_mode_of_an_axis(%x: tensor<3x4xf32>) {
  // expected-error-re @below {{unknown padding mode 'mirror'; expected constant, edge{{.*}} or }}
  pad.pad [edge, mirror] %x low[1, 0] high[0, 0] : tensor<3x4xf32> to tensor<4x4xf32>
  return
}

// -----

func.func @c3_no_axis_reads_the_value(%x: tensor<3x4xf32>, %v: f32) {
  // expected-error @below {{value is never used: the modes of all axes read the source, and there is no interior padding; drop the value or use the constant mode (C3)}}
  pad.pad [edge, wrap] %x value(%v) low[1, 0] high[0, 1] : tensor<3x4xf32> to tensor<4x5xf32>
  return
}

// -----

func.func @c5_of_an_axis(%x: tensor<3x4xf32>) {
  // expected-error @below {{high of axis 1 is 4, but reflect extends an axis of extent 4 by at most 3; add 'periodic' to repeat it (C5)}}
  pad.pad [reflect periodic, reflect] %x low[9, 0] high[9, 4] : tensor<3x4xf32> to tensor<21x8xf32>
  return
}

// -----

func.func @c6_of_an_axis(%x: tensor<0x0xf32>) {
  // expected-error @below {{axis 1 is empty, and wrap has nothing to extend it to 1 with; use the constant mode (C6)}}
  pad.pad [constant, wrap] %x low[2, 1] high[0, 0] : tensor<0x0xf32> to tensor<2x1xf32>
  return
}

// -----

func.func @c1_rank(%x: tensor<3x4xf32>) {
  // expected-error @below {{source has rank 2, but result has rank 1 (C1)}}
  pad.pad edge %x low[0, 0] high[0, 0] : tensor<3x4xf32> to tensor<3xf32>
  return
}

// -----

func.func @c1_dynamic_count(%x: tensor<3xf32>, %l: index) {
  // expected-error @below {{low marks 0 entries as dynamic, but has 1 operands for them (C1)}}
  "pad.pad"(%x, %l) <{modes = #pad.modes<edge>, static_low = array<i64: 1>, static_high = array<i64: 0>, operandSegmentSizes = array<i32: 1, 0, 1, 0, 0>}> : (tensor<3xf32>, index) -> tensor<4xf32>
  return
}

// -----

func.func @c1_dynamic_sentinel(%x: tensor<3xf32>) {
  // expected-error @below {{a static pad must be greater than -9223372036854775808}}
  pad.pad edge %x low[-9223372036854775808] high[0] : tensor<3xf32> to tensor<0xf32>
  return
}

// -----

func.func @c1_scalable(%x: tensor<3xf32>) {
  // expected-error @below {{a pad is an integer or an index value, not a scalable size}}
  pad.pad edge %x low[[1]] high[0] : tensor<3xf32> to tensor<4xf32>
  return
}

// -----

func.func @c2(%x: tensor<3x4xf32>) {
  // expected-error @below {{interior of axis 1 is -1, but must not be negative (C2)}}
  pad.pad constant %x low[0, 0] high[0, 0] interior[0, -1] : tensor<3x4xf32> to tensor<3x4xf32>
  return
}

// -----

func.func @c3_unused(%x: tensor<3xf32>, %v: f32) {
  // expected-error @below {{value is never used: edge reads the source, and there is no interior padding; drop the value or use the constant mode (C3)}}
  pad.pad edge %x value(%v) low[1] high[1] : tensor<3xf32> to tensor<5xf32>
  return
}

// -----

func.func @c3_type(%x: tensor<3xf32>, %v: f64) {
  // expected-error @below {{value has type 'f64', but the source has element type 'f32' (C3)}}
  "pad.pad"(%x, %v) <{modes = #pad.modes<constant>, static_low = array<i64: 1>, static_high = array<i64: 0>, operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>}> : (tensor<3xf32>, f64) -> tensor<4xf32>
  return
}

// -----

func.func @c4_element_type(%x: tensor<3xf32>) {
  // expected-error @below {{source has element type 'f32', but result has 'f64' (C4)}}
  pad.pad edge %x low[1] high[1] : tensor<3xf32> to tensor<5xf64>
  return
}

// -----

func.func @c4_encoding(%x: tensor<3xf32, "a">) {
  // expected-error @below {{differ in their encoding (C4)}}
  pad.pad edge %x low[1] high[1] : tensor<3xf32, "a"> to tensor<5xf32, "b">
  return
}

// -----

func.func @c4_extent(%x: tensor<3x4xf32>) {
  // expected-error @below {{result axis 1 has extent 9, but low 1, source extent 4 and high 2 with interior 1 give 10 (C4)}}
  pad.pad constant %x low[0, 1] high[0, 2] interior[0, 1] : tensor<3x4xf32> to tensor<3x9xf32>
  return
}

// -----

func.func @c4_init_extent(%x: memref<3xf32>, %y: memref<4xf32>) {
  // expected-error @below {{'pad.pad_into' op init axis 0 has extent 4, but low 1, source extent 3 and high 1 give 5 (C4)}}
  pad.pad_into edge %x into %y low[1] high[1] : memref<3xf32> into memref<4xf32>
  return
}

// -----

func.func @c5_reflect_low(%x: tensor<3x4xf32>) {
  // expected-error @below {{low of axis 1 is 4, but reflect extends an axis of extent 4 by at most 3; add 'periodic' to repeat it (C5)}}
  pad.pad reflect %x low[0, 4] high[0, 0] : tensor<3x4xf32> to tensor<3x8xf32>
  return
}

// -----

func.func @c5_symmetric_high(%x: tensor<?x4xf32>, %l: index) {
  // expected-error @below {{high of axis 1 is 5, but symmetric extends an axis of extent 4 by at most 4; add 'periodic' to repeat it (C5)}}
  pad.pad symmetric %x low[0, %l] high[0, 5] : tensor<?x4xf32> to tensor<?x?xf32>
  return
}

// -----

// Interior padding changes nothing between the elements of an axis of one.
func.func @c5_one_element(%x: tensor<1xf32>, %m: index) {
  // expected-error @below {{high of axis 0 is 1, but reflect extends an axis of extent 1 by at most 0; add 'periodic' to repeat it (C5)}}
  pad.pad reflect %x low[0] high[1] interior[%m] : tensor<1xf32> to tensor<2xf32>
  return
}

// -----

func.func @c6(%x: tensor<0xf32>) {
  // expected-error @below {{axis 0 is empty, and wrap has nothing to extend it to 2 with; use the constant mode (C6)}}
  pad.pad wrap %x low[1] high[1] : tensor<0xf32> to tensor<2xf32>
  return
}

// -----

func.func @c7_low(%x: tensor<3xf32>) {
  // expected-error @below {{axis 0 of extent 3 with low 9223372036854775807 and high 0 exceeds 64-bit extents; reduce low or high (C7)}}
  pad.pad constant %x low[9223372036854775807] high[0] : tensor<3xf32> to tensor<?xf32>
  return
}

// -----

func.func @c7_high(%x: tensor<3xf32>) {
  // expected-error @below {{low -9223372036854775807 and high 9223372036854775807 exceeds 64-bit extents}}
  pad.pad edge %x low[-9223372036854775807] high[9223372036854775807] : tensor<3xf32> to tensor<3xf32>
  return
}

// -----

// No extent keeps such pads.
func.func @c7_low_and_high_of_any_extent(%x: tensor<?xf32>) {
  // expected-error @below {{axis 0 of any extent with low -8353862602220610428 and high -8353862602220610428 exceeds 64-bit extents; reduce low or high (C7)}}
  pad.pad edge %x low[-8353862602220610428] high[-8353862602220610428] : tensor<?xf32> to tensor<?xf32>
  return
}

// -----

func.func @c7_sum_of_any_extent(%x: memref<?x?xi8>, %out: memref<?x?xi8>) {
  // expected-error @below {{axis 1 of any extent with low 4611686018427387904 and high 4611686018427387904 exceeds 64-bit extents; reduce low or high (C7)}}
  pad.pad_into wrap %x into %out low[0, 4611686018427387904] high[0, 4611686018427387904] : memref<?x?xi8> into memref<?x?xi8>
  return
}

// -----

func.func @c7_any_interior(%x: tensor<3xf32>, %i: index) {
  // expected-error @below {{axis 0 of extent 3 with low -1 and high 9223372036854775805 exceeds 64-bit extents; reduce low or high (C7)}}
  pad.pad constant %x low[-1] high[9223372036854775805] interior[%i] : tensor<3xf32> to tensor<?xf32>
  return
}

// -----

func.func @c7_any_low(%x: tensor<3xf32>, %l: index) {
  // expected-error @below {{axis 0 of extent 3 with high 9223372036854775805 exceeds 64-bit extents; reduce high (C7)}}
  pad.pad constant %x low[%l] high[9223372036854775805] : tensor<3xf32> to tensor<?xf32>
  return
}

// -----

func.func @c7_interior(%x: tensor<3xf32>) {
  // expected-error @below {{axis 0 of extent 3 with interior 9223372036854775807 exceeds 64-bit extents; reduce interior (C7)}}
  pad.pad constant %x low[0] high[0] interior[9223372036854775807] : tensor<3xf32> to tensor<?xf32>
  return
}

// -----

func.func @mode(%x: tensor<3xf32>) {
  // expected-error-re @below {{unknown padding mode 'mirror'; expected constant, edge{{.*}} or }}
  pad.pad mirror %x low[1] high[1] : tensor<3xf32> to tensor<5xf32>
  return
}

// -----

func.func @unranked(%x: tensor<*xf32>) {
  // expected-error @below {{must be ranked tensor}}
  pad.pad edge %x low[] high[] : tensor<*xf32> to tensor<f32>
  return
}

// -----

func.func @not_shaped(%x: f32) {
  // expected-error @below {{source must be a tensor or memref, but is 'f32'}}
  pad.pad edge %x low[] high[] : f32 to f32
  return
}

// -----

func.func @mixed_kinds(%x: tensor<3xf32>, %y: memref<5xf32>) {
  // expected-error @below {{give two tensors or two memrefs}}
  pad.pad_into edge %x into %y low[1] high[1] : tensor<3xf32> into memref<5xf32>
  return
}

// -----

!q = !quant.uniform<i8:f32:0, {0.5:1, 0.5:1, 0.25:1}>
func.func @quantized_axis(%x: tensor<3x4x!q>) {
  // expected-error @below {{low of axis 0 is 1, but the element type}}
  pad.pad constant %x low[1, 0] high[0, 0] : tensor<3x4x!q> to tensor<4x4x!q>
  return
}

// -----

!q = !quant.uniform<i8:f32:0, {0.5:1, 0.5:1, 0.25:1}>
func.func @quantized_axis_high(%x: tensor<3x4x!q>) {
  // expected-error @below {{high of axis 0 is 2, but the element type}}
  pad.pad constant %x low[0, 0] high[2, 0] : tensor<3x4x!q> to tensor<5x4x!q>
  return
}

// -----

!q = !quant.uniform<i8:f32:0, {0.5:1, 0.5:1, 0.25:1}>
func.func @quantized_axis_interior(%x: tensor<3x4x!q>, %m: index) {
  // expected-error @below {{interior of axis 0 is dynamic, but the element type}}
  pad.pad constant %x low[0, 0] high[0, 0] interior[%m, 0] : tensor<3x4x!q> to tensor<?x4x!q>
  return
}

// -----

func.func @onto_itself(%x: memref<?xf32>) {
  // expected-error @below {{'pad.pad_into' op source and init are one memref, and low of axis 0 is 1: elements would be overwritten before they are read; pad into another memref}}
  pad.pad_into edge %x into %x low[1] high[-1] : memref<?xf32> into memref<?xf32>
  return
}

// -----

func.func @onto_itself_high(%x: memref<3x?xf32>) {
  // expected-error @below {{source and init are one memref, and high of axis 1 is -1: elements}}
  pad.pad_into edge %x into %x low[0, 0] high[0, -1] : memref<3x?xf32> into memref<3x?xf32>
  return
}

// -----

// Where axes have different modes, each message names that of its axis.
func.func @c2_of_one_mode(%x: tensor<3x4xf32>) -> tensor<?x?xf32> {
  // expected-error @below {{interior of axis 1 (wrap) is -1, but must not be negative (C2)}}
  %r = pad.pad [edge, wrap] %x low[1, 1] high[1, 1] interior[0, -1] : tensor<3x4xf32> to tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// -----

func.func @c4_of_one_mode(%x: tensor<3x4xf32>) -> tensor<5x7xf32> {
  // expected-error @below {{result axis 1 (wrap) has extent 7, but low 1, source extent 4 and high 1 give 6 (C4)}}
  %r = pad.pad [edge, wrap] %x low[1, 1] high[1, 1] : tensor<3x4xf32> to tensor<5x7xf32>
  return %r : tensor<5x7xf32>
}

// -----

func.func @c7_of_one_mode(%x: tensor<3x4xf32>) -> tensor<?x5xf32> {
  // expected-error @below {{axis 0 (edge) of extent 3 with low 9223372036854775807 and high 0 exceeds 64-bit extents; reduce low or high (C7)}}
  %r = pad.pad [edge, wrap] %x low[9223372036854775807, 1] high[0, 0] : tensor<3x4xf32> to tensor<?x5xf32>
  return %r : tensor<?x5xf32>
}

// -----

func.func @c7_interior_of_one_mode(%x: tensor<3x4xf32>) -> tensor<?x5xf32> {
  // expected-error @below {{axis 0 (edge) of extent 3 with interior 9223372036854775807 exceeds 64-bit extents; reduce interior (C7)}}
  %r = pad.pad [edge, wrap] %x low[0, 1] high[1, 0] interior[9223372036854775807, 0] : tensor<3x4xf32> to tensor<?x5xf32>
  return %r : tensor<?x5xf32>
}
