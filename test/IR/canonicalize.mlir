// RUN: pad-opt %s -canonicalize | FileCheck %s

// CHECK-LABEL: func @no_op
// CHECK-SAME: (%[[X:[^:]*]]: tensor<3x?xf32>,
// CHECK-NEXT: return %[[X]], %[[X]]
func.func @no_op(%x: tensor<3x?xf32>, %out: tensor<3x?xf32>) -> (tensor<3x?xf32>, tensor<3x?xf32>) {
  %r = pad.pad reflect %x low[0, 0] high[0, 0] : tensor<3x?xf32> to tensor<3x?xf32>
  %s = pad.pad_into wrap %x into %out low[0, 0] high[0, 0]
      : tensor<3x?xf32> into tensor<3x?xf32> -> tensor<3x?xf32>
  return %r, %s : tensor<3x?xf32>, tensor<3x?xf32>
}

// Equal types prove nothing: stock tensor.pad folds to its source here.
// CHECK-LABEL: func @shift
// CHECK: pad.pad constant %{{.*}} low[1] high[-1]
func.func @shift(%x: tensor<3xf32>) -> tensor<3xf32> {
  %r = pad.pad constant %x low[1] high[-1] : tensor<3xf32> to tensor<3xf32>
  return %r : tensor<3xf32>
}

// Nor do zeros that are known only at run time.
// CHECK-LABEL: func @maybe_no_op
// CHECK: pad.pad edge
func.func @maybe_no_op(%x: tensor<3xf32>, %p: index) -> tensor<3xf32> {
  %r = pad.pad edge %x low[%p] high[0] : tensor<3xf32> to tensor<3xf32>
  return %r : tensor<3xf32>
}

// CHECK-LABEL: func @dead
// CHECK-NEXT: return
func.func @dead(%x: tensor<?xf32>, %out: tensor<?xf32>, %p: index) {
  %r = pad.pad reflect %x low[%p] high[%p] : tensor<?xf32> to tensor<?xf32>
  %s = pad.pad_into reflect %r into %out low[%p] high[%p]
      : tensor<?xf32> into tensor<?xf32> -> tensor<?xf32>
  return
}

// CHECK-LABEL: func @constant_operands
// CHECK: %[[R:.*]] = pad.pad edge %{{.*}} low[1] high[2] interior[1] : tensor<3xf32> to tensor<8xf32>
// CHECK: tensor.cast %[[R]]
func.func @constant_operands(%x: tensor<3xf32>) -> tensor<?xf32> {
  %1 = arith.constant 1 : index
  %2 = arith.constant 2 : index
  %r = pad.pad edge %x low[%1] high[%2] interior[%1] : tensor<3xf32> to tensor<?xf32>
  return %r : tensor<?xf32>
}

// C5, C6, C2, C7: what the verifier would refuse stays for run time to report.
// CHECK-LABEL: func @constant_operands_out_of_range
// CHECK-DAG: %[[C5:.*]] = arith.constant 5
// CHECK-DAG: %[[MINUS:.*]] = arith.constant -1
// CHECK-DAG: %[[HUGE:.*]] = arith.constant 9223372036854775807
// CHECK: pad.pad reflect %{{.*}} low[%[[C5]]] high[1]
// CHECK: pad.pad edge %{{.*}} low[%[[C5]]] high[0]
// CHECK: pad.pad constant %{{.*}} low[0] high[0] interior[%[[MINUS]]]
// CHECK: pad.pad constant %{{.*}} low[0] high[%[[HUGE]]]
func.func @constant_operands_out_of_range(%x: tensor<3xf32>, %e: tensor<0xf32>)
    -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %1 = arith.constant 1 : index
  %5 = arith.constant 5 : index
  %minus = arith.constant -1 : index
  %huge = arith.constant 9223372036854775807 : index
  %r = pad.pad reflect %x low[%5] high[%1] : tensor<3xf32> to tensor<?xf32>
  %s = pad.pad edge %e low[%5] high[0] : tensor<0xf32> to tensor<?xf32>
  %t = pad.pad constant %x low[0] high[0] interior[%minus] : tensor<3xf32> to tensor<?xf32>
  %u = pad.pad constant %x low[0] high[%huge] : tensor<3xf32> to tensor<?xf32>
  return %r, %s, %t, %u : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}

// C7: nor do the sums of two pads become static where no extent keeps them.
// CHECK-LABEL: func @out_of_range_for_any_extent
// CHECK: %[[LEAST:.*]] = arith.constant -4611686018427387905
// CHECK: pad.pad edge %{{.*}} low[-4611686018427387905] high[%[[LEAST]]]
// CHECK: pad.pad edge %{{.*}} low[4611686018427387904] high[0]
// CHECK: pad.pad edge %{{.*}} low[0] high[4611686018427387904]
func.func @out_of_range_for_any_extent(%x: tensor<?xf32>)
    -> (tensor<?xf32>, tensor<?xf32>) {
  %least = arith.constant -4611686018427387905 : index
  %r = pad.pad edge %x low[%least] high[%least] : tensor<?xf32> to tensor<?xf32>
  %s = pad.pad edge %x low[4611686018427387904] high[0] : tensor<?xf32> to tensor<?xf32>
  %t = pad.pad edge %s low[0] high[4611686018427387904] : tensor<?xf32> to tensor<?xf32>
  return %r, %t : tensor<?xf32>, tensor<?xf32>
}

// CHECK-LABEL: func @casts
// CHECK-SAME: (%[[X:.*]]: tensor<3xf32>, %[[OUT:.*]]: tensor<5xf32>)
// CHECK: %[[R:.*]] = pad.pad edge %[[X]] low[1] high[1] : tensor<3xf32> to tensor<5xf32>
// CHECK: %[[S:.*]] = pad.pad_into edge %[[X]] into %[[OUT]] low[1] high[1] : tensor<3xf32> into tensor<5xf32> -> tensor<5xf32>
// CHECK: return %[[R]], %[[S]]
func.func @casts(%x: tensor<3xf32>, %out: tensor<5xf32>) -> (tensor<5xf32>, tensor<5xf32>) {
  %y = tensor.cast %x : tensor<3xf32> to tensor<?xf32>
  %r = pad.pad edge %y low[1] high[1] : tensor<?xf32> to tensor<?xf32>
  %a = tensor.cast %r : tensor<?xf32> to tensor<5xf32>
  %o = tensor.cast %out : tensor<5xf32> to tensor<?xf32>
  %s = pad.pad_into edge %y into %o low[1] high[1] : tensor<?xf32> into tensor<?xf32> -> tensor<?xf32>
  %b = tensor.cast %s : tensor<?xf32> to tensor<5xf32>
  return %a, %b : tensor<5xf32>, tensor<5xf32>
}

// CHECK-LABEL: func @cast_to_invalid
// CHECK: tensor.cast
// CHECK: pad.pad reflect %{{.*}} low[5] high[0] : tensor<?xf32> to tensor<?xf32>
func.func @cast_to_invalid(%x: tensor<3xf32>) -> tensor<?xf32> {
  %y = tensor.cast %x : tensor<3xf32> to tensor<?xf32>
  %r = pad.pad reflect %y low[5] high[0] : tensor<?xf32> to tensor<?xf32>
  return %r : tensor<?xf32>
}

// CHECK-LABEL: func @encoding
// CHECK: pad.pad edge %{{.*}} low[3] high[3] : tensor<3xf32, "layout"> to tensor<9xf32, "layout">
func.func @encoding(%x: tensor<3xf32, "layout">) -> tensor<9xf32, "layout"> {
  %r = pad.pad edge %x low[1] high[2] : tensor<3xf32, "layout"> to tensor<6xf32, "layout">
  %s = pad.pad edge %r low[2] high[1] : tensor<6xf32, "layout"> to tensor<9xf32, "layout">
  return %s : tensor<9xf32, "layout">
}

// CHECK-LABEL: func @memref_casts
// CHECK-SAME: (%[[X:.*]]: memref<3xf32>, %[[OUT:.*]]: memref<5xf32>)
// CHECK-NEXT: pad.pad_into edge %[[X]] into %[[OUT]] low[1] high[1] : memref<3xf32> into memref<5xf32>
func.func @memref_casts(%x: memref<3xf32>, %out: memref<5xf32>) {
  %y = memref.cast %x : memref<3xf32> to memref<?xf32, strided<[?], offset: ?>>
  %o = memref.cast %out : memref<5xf32> to memref<?xf32>
  pad.pad_into edge %y into %o low[1] high[1]
      : memref<?xf32, strided<[?], offset: ?>> into memref<?xf32>
  return
}

// One memref under two types: without the cast it would be refused.
// CHECK-LABEL: func @memref_cast_of_itself
// CHECK: memref.cast
// CHECK: pad.pad_into constant %{{.*}} into %{{.*}} low[1] high[0]
func.func @memref_cast_of_itself(%x: memref<?xf32>) {
  %y = memref.cast %x : memref<?xf32> to memref<?xf32, strided<[?], offset: ?>>
  pad.pad_into constant %y into %x low[1] high[0]
      : memref<?xf32, strided<[?], offset: ?>> into memref<?xf32>
  return
}

// CHECK-LABEL: func @memref_into_itself
// CHECK-NEXT: return
func.func @memref_into_itself(%x: memref<?xf32>) {
  pad.pad_into wrap %x into %x low[0] high[0] : memref<?xf32> into memref<?xf32>
  return
}

// CHECK-LABEL: func @interior
// CHECK: pad.pad edge %{{.*}} low[0, 1] high[0, 0] : tensor<1x1xf32> to tensor<1x2xf32>
// An axis that turns out to be empty reads the value.
// CHECK: pad.pad edge %{{.*}} value(%{{.*}}) low[0, 1] high[0, 0] interior[1, 0]
func.func @interior(%x: tensor<1x1xf32>, %y: tensor<1x?xf32>, %v: f32) -> (tensor<1x2xf32>, tensor<1x?xf32>) {
  %r = pad.pad edge %x value(%v) low[0, 1] high[0, 0] interior[1, 2] : tensor<1x1xf32> to tensor<1x2xf32>
  %s = pad.pad edge %y value(%v) low[0, 1] high[0, 0] interior[1, 0] : tensor<1x?xf32> to tensor<1x?xf32>
  return %r, %s : tensor<1x2xf32>, tensor<1x?xf32>
}

// CHECK-LABEL: func @default_value
// CHECK: pad.pad constant %{{.*}} low[1] high[1]
// CHECK-SAME: tensor<?xf32>
// CHECK: pad.pad constant %{{.*}} value(%{{.*}}) low[1] high[1]
// CHECK: pad.pad constant %{{.*}} low[1] high[1]
// CHECK-SAME: tensor<?xi8>
func.func @default_value(%x: tensor<?xf32>, %y: tensor<?xi8>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xi8>) {
  %zero = arith.constant 0.0 : f32
  %minus = arith.constant -0.0 : f32
  %i = arith.constant 0 : i8
  %r = pad.pad constant %x value(%zero) low[1] high[1] : tensor<?xf32> to tensor<?xf32>
  %s = pad.pad constant %x value(%minus) low[1] high[1] : tensor<?xf32> to tensor<?xf32>
  %t = pad.pad constant %y value(%i) low[1] high[1] : tensor<?xi8> to tensor<?xi8>
  return %r, %s, %t : tensor<?xf32>, tensor<?xf32>, tensor<?xi8>
}

// CHECK-LABEL: func @pad_of_pad
// CHECK: pad.pad constant %{{.*}} value(%{{.*}}) low[2, 0] high[-1, 4] interior[1, 0] : tensor<?x?xf32> to tensor<?x?xf32>
func.func @pad_of_pad(%x: tensor<?x?xf32>, %v: f32) -> tensor<?x?xf32> {
  %r = pad.pad constant %x value(%v) low[1, 0] high[2, 1] interior[1, 0] : tensor<?x?xf32> to tensor<?x?xf32>
  %s = pad.pad constant %r value(%v) low[1, 0] high[-3, 3] : tensor<?x?xf32> to tensor<?x?xf32>
  return %s : tensor<?x?xf32>
}

// The outer pad only crops.
// CHECK-LABEL: func @crop_of_pad
// CHECK: pad.pad reflect %{{.*}} low[1] high[%{{.*}}] : tensor<?xf32>
func.func @crop_of_pad(%x: tensor<?xf32>, %p: index) -> tensor<?xf32> {
  %r = pad.pad reflect %x low[3] high[%p] : tensor<?xf32> to tensor<?xf32>
  %s = pad.pad constant %r low[-2] high[0] : tensor<?xf32> to tensor<?xf32>
  return %s : tensor<?xf32>
}

// An outer pad must not bring back what a crop hid: stock tensor.pad merges the
// two into high 1.
// CHECK-LABEL: func @pad_of_crop
// CHECK: pad.pad constant %{{.*}} low[0] high[-2]
// CHECK: pad.pad constant %{{.*}} low[0] high[3]
func.func @pad_of_crop(%x: tensor<4xf32>) -> tensor<5xf32> {
  %r = pad.pad constant %x low[0] high[-2] : tensor<4xf32> to tensor<2xf32>
  %s = pad.pad constant %r low[0] high[3] : tensor<2xf32> to tensor<5xf32>
  return %s : tensor<5xf32>
}

// The outer pad extends the end that the crop left alone.
// CHECK-LABEL: func @pad_of_crop_of_the_other_end
// CHECK: pad.pad reflect %{{.*}} low[1] high[-2] : tensor<4xf32> to tensor<3xf32>
func.func @pad_of_crop_of_the_other_end(%x: tensor<4xf32>) -> tensor<3xf32> {
  %r = pad.pad constant %x low[0] high[-2] : tensor<4xf32> to tensor<2xf32>
  %s = pad.pad reflect %r low[1] high[0] : tensor<2xf32> to tensor<3xf32>
  return %s : tensor<3xf32>
}

// Other modes, other values, and sums that do not fit stay.
// CHECK-LABEL: func @pads_that_differ
// CHECK-COUNT-8: pad.pad
func.func @pads_that_differ(%x: tensor<4xf32>, %y: tensor<?xf32>, %v: f32)
    -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<?xf32>) {
  %minus = arith.constant -0.0 : f32
  %a = pad.pad reflect %x low[1] high[1] : tensor<4xf32> to tensor<6xf32>
  %b = pad.pad reflect %a low[1] high[1] : tensor<6xf32> to tensor<8xf32>
  %c = pad.pad constant %x low[1] high[1] : tensor<4xf32> to tensor<6xf32>
  %d = pad.pad constant %c value(%minus) low[1] high[1] : tensor<6xf32> to tensor<8xf32>
  %e = pad.pad edge %x low[1] high[1] : tensor<4xf32> to tensor<6xf32>
  %f = pad.pad constant %e low[1] high[1] : tensor<6xf32> to tensor<8xf32>
  %g = pad.pad constant %y low[9223372036854775807] high[0] : tensor<?xf32> to tensor<?xf32>
  %h = pad.pad constant %g low[1] high[0] : tensor<?xf32> to tensor<?xf32>
  return %b, %d, %f, %h : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<?xf32>
}

// CHECK-LABEL: func @slice_of_source
// CHECK-SAME: (%[[X:[^:]*]]: tensor<4x?xf32>,
// CHECK: tensor.extract_slice %[[X]][1, %{{.*}}] [2, 3] [1, 1]
func.func @slice_of_source(%x: tensor<4x?xf32>, %o: index) -> (tensor<2x3xf32>, tensor<8x?xf32>) {
  %r = pad.pad wrap %x low[2, 0] high[2, 0] : tensor<4x?xf32> to tensor<8x?xf32>
  %s = tensor.extract_slice %r[3, %o] [2, 3] [1, 1] : tensor<8x?xf32> to tensor<2x3xf32>
  return %s, %r : tensor<2x3xf32>, tensor<8x?xf32>
}

// CHECK-LABEL: func @slice_is_source
// CHECK-SAME: (%[[X:[^:]*]]: tensor<?xf32>,
// CHECK-NEXT: return %[[X]]
func.func @slice_is_source(%x: tensor<?xf32>, %p: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?xf32>
  %r = pad.pad symmetric %x low[%p] high[%p] : tensor<?xf32> to tensor<?xf32>
  %s = tensor.extract_slice %r[%p] [%d] [1] : tensor<?xf32> to tensor<?xf32>
  return %s : tensor<?xf32>
}

// CHECK-LABEL: func @slice_of_padding
// CHECK: %[[S:.*]] = tensor.splat %{{.*}} : tensor<2xf32>
// CHECK: return %[[S]]
func.func @slice_of_padding(%x: tensor<4xf32>, %v: f32) -> tensor<2xf32> {
  %r = pad.pad constant %x value(%v) low[2] high[2] : tensor<4xf32> to tensor<8xf32>
  %s = tensor.extract_slice %r[6] [2] [1] : tensor<8xf32> to tensor<2xf32>
  return %s : tensor<2xf32>
}

// CHECK-LABEL: func @only_slice
// CHECK: pad.pad reflect %{{.*}} low[1] high[-3] : tensor<4xf32> to tensor<2xf32>
func.func @only_slice(%x: tensor<4xf32>) -> tensor<2xf32> {
  %r = pad.pad reflect %x low[2] high[2] : tensor<4xf32> to tensor<8xf32>
  %s = tensor.extract_slice %r[1] [2] [1] : tensor<8xf32> to tensor<2xf32>
  return %s : tensor<2xf32>
}

// CHECK-LABEL: func @only_slice_drops_an_axis
// CHECK: %[[R:.*]] = pad.pad reflect %{{.*}} low[1, 1] high[-4, -1] : tensor<4x4xf32> to tensor<1x4xf32>
// CHECK: tensor.extract_slice %[[R]][0, 0] [1, 4] [1, 1] : tensor<1x4xf32> to tensor<4xf32>
func.func @only_slice_drops_an_axis(%x: tensor<4x4xf32>) -> tensor<4xf32> {
  %r = pad.pad reflect %x low[2, 2] high[2, 2] : tensor<4x4xf32> to tensor<8x8xf32>
  %s = tensor.extract_slice %r[1, 1] [1, 4] [1, 1] : tensor<8x8xf32> to tensor<4xf32>
  return %s : tensor<4xf32>
}

// A stride, another use, a loop.
// CHECK-LABEL: func @slices_that_stay
// CHECK-COUNT-3: tensor.extract_slice
func.func @slices_that_stay(%x: tensor<4xf32>, %n: index)
    -> (tensor<3xf32>, tensor<2xf32>, tensor<8xf32>, tensor<2xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = pad.pad edge %x low[2] high[2] : tensor<4xf32> to tensor<8xf32>
  %s = tensor.extract_slice %r[1] [3] [2] : tensor<8xf32> to tensor<3xf32>
  %t = tensor.extract_slice %r[1] [2] [1] : tensor<8xf32> to tensor<2xf32>
  %q = pad.pad wrap %x low[2] high[2] : tensor<4xf32> to tensor<8xf32>
  %init = tensor.empty() : tensor<2xf32>
  %u = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %init) -> tensor<2xf32> {
    %w = tensor.extract_slice %q[%i] [2] [1] : tensor<8xf32> to tensor<2xf32>
    scf.yield %w : tensor<2xf32>
  }
  return %s, %t, %r, %u : tensor<3xf32>, tensor<2xf32>, tensor<8xf32>, tensor<2xf32>
}

// CHECK-LABEL: func @no_elements
// CHECK: tensor.empty(%{{.*}}) : tensor<0x?xf32>
func.func @no_elements(%x: tensor<3x?xf32>) -> tensor<0x?xf32> {
  %r = pad.pad reflect %x low[-5, 1] high[1, 1] : tensor<3x?xf32> to tensor<0x?xf32>
  return %r : tensor<0x?xf32>
}

// CHECK-LABEL: func @misses_its_source
// CHECK: tensor.splat %{{.*}}[%{{.*}}] : tensor<2x?xf32>
func.func @misses_its_source(%x: tensor<3x?xf32>, %v: f32) -> tensor<2x?xf32> {
  %r = pad.pad constant %x value(%v) low[-4, 1] high[3, 1] : tensor<3x?xf32> to tensor<2x?xf32>
  return %r : tensor<2x?xf32>
}

// CHECK-LABEL: func @of_one_value
// CHECK-DAG: arith.constant dense<2.000000e+00> : tensor<4xf32>
// CHECK-DAG: arith.constant dense<0.000000e+00> : tensor<4xf32>
// CHECK: pad.pad constant
// CHECK: tensor.splat %{{.*}}[%{{.*}}] : tensor<?xf32>
func.func @of_one_value(%v: f32, %n: index)
    -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<?xf32>) {
  %two = arith.constant dense<2.0> : tensor<2xf32>
  %zero = arith.constant dense<0.0> : tensor<2xf32>
  %minus = arith.constant dense<-0.0> : tensor<2xf32>
  %a = pad.pad reflect %two low[1] high[1] : tensor<2xf32> to tensor<4xf32>
  %b = pad.pad constant %zero low[1] high[1] : tensor<2xf32> to tensor<4xf32>
  %c = pad.pad constant %minus low[1] high[1] : tensor<2xf32> to tensor<4xf32>
  %s = tensor.splat %v[%n] : tensor<?xf32>
  %d = pad.pad constant %s value(%v) low[1] high[1] : tensor<?xf32> to tensor<?xf32>
  return %a, %b, %c, %d : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<?xf32>
}

// CHECK-LABEL: func @of_empty
// CHECK: tensor.empty() : tensor<4xf32>
// CHECK: tensor.splat %{{.*}} : tensor<4xf32>
func.func @of_empty(%v: f32) -> (tensor<4xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<2xf32>
  %a = pad.pad edge %e low[1] high[1] : tensor<2xf32> to tensor<4xf32>
  %b = pad.pad constant %e value(%v) low[1] high[1] : tensor<2xf32> to tensor<4xf32>
  return %a, %b : tensor<4xf32>, tensor<4xf32>
}

// Types whose default padding value no arith.constant holds.
// CHECK-LABEL: func @other_elements
// CHECK: pad.pad constant %{{.*}} low[-4] high[3] : tensor<3xcomplex<f32>>
// CHECK: pad.pad constant %{{.*}} low[-4] high[3] : tensor<3x!quant
// CHECK: pad.pad constant %{{.*}} low[3] high[3] : tensor<3x!quant
func.func @other_elements(%x: tensor<3xcomplex<f32>>, %q: tensor<3x!quant.uniform<i8:f32, 0.5:3>>)
    -> (tensor<2xcomplex<f32>>, tensor<2x!quant.uniform<i8:f32, 0.5:3>>, tensor<9x!quant.uniform<i8:f32, 0.5:3>>) {
  %r = pad.pad constant %x low[-4] high[3] : tensor<3xcomplex<f32>> to tensor<2xcomplex<f32>>
  %s = pad.pad constant %q low[-4] high[3]
      : tensor<3x!quant.uniform<i8:f32, 0.5:3>> to tensor<2x!quant.uniform<i8:f32, 0.5:3>>
  %t = pad.pad constant %q low[1] high[2]
      : tensor<3x!quant.uniform<i8:f32, 0.5:3>> to tensor<6x!quant.uniform<i8:f32, 0.5:3>>
  %u = pad.pad constant %t low[2] high[1]
      : tensor<6x!quant.uniform<i8:f32, 0.5:3>> to tensor<9x!quant.uniform<i8:f32, 0.5:3>>
  return %r, %s, %u : tensor<2xcomplex<f32>>, tensor<2x!quant.uniform<i8:f32, 0.5:3>>,
      tensor<9x!quant.uniform<i8:f32, 0.5:3>>
}

// A constant operand keeps the value that the interior padding may need (C3).
// CHECK-LABEL: func @keeps_value
// CHECK: pad.pad edge %{{.*}} value(%{{.*}}) low[5] high[-1] interior[%{{.*}}] : tensor<?xi32> to tensor<5xi32>
func.func @keeps_value(%x: tensor<?xi32>, %v: i32) -> tensor<5xi32> {
  %c0 = arith.constant 0 : index
  %p = pad.pad edge %x value(%v) low[5] high[-1] interior[%c0] : tensor<?xi32> to tensor<?xi32>
  %q = tensor.cast %p : tensor<?xi32> to tensor<5xi32>
  return %q : tensor<5xi32>
}

// A border of the whole result, of a source of any extent.
// CHECK-LABEL: func @border_is_all
// CHECK-SAME: %[[V:[^:]*]]: i32
// CHECK: %[[S:.*]] = tensor.splat %[[V]] : tensor<5xi32>
// CHECK: return %[[S]], %[[S]]
func.func @border_is_all(%x: tensor<?xi32>, %v: i32, %n: index) -> (tensor<5xi32>, tensor<5xi32>) {
  %p = pad.pad constant %x value(%v) low[5] high[-3] : tensor<?xi32> to tensor<5xi32>
  %q = pad.pad constant %x value(%v) low[%n] high[7] : tensor<?xi32> to tensor<5xi32>
  return %p, %q : tensor<5xi32>, tensor<5xi32>
}

// One element of the source is left; and the other modes have no padding value.
// CHECK-LABEL: func @border_is_not_all
// CHECK: pad.pad constant
// CHECK: pad.pad edge
func.func @border_is_not_all(%x: tensor<?xi32>, %v: i32) -> (tensor<5xi32>, tensor<5xi32>) {
  %p = pad.pad constant %x value(%v) low[4] high[-3] : tensor<?xi32> to tensor<5xi32>
  %q = pad.pad edge %x low[5] high[-3] : tensor<?xi32> to tensor<5xi32>
  return %p, %q : tensor<5xi32>, tensor<5xi32>
}

// A slice of a quantized axis would keep the scales of its first elements.
// CHECK-LABEL: func @slice_of_quantized_axis
// CHECK: pad.pad edge %{{.*}} low[0, 1] high[0, 2]
// CHECK-NEXT: tensor.extract_slice %{{.*}}[1, 0] [2, 4] [1, 1]
!perAxis = !quant.uniform<i8:f32:0, {0.5:1, 0.5:1, 0.25:1}>
func.func @slice_of_quantized_axis(%x: tensor<3x2x!perAxis>) -> tensor<2x4x!perAxis> {
  %r = pad.pad edge %x low[0, 1] high[0, 2] : tensor<3x2x!perAxis> to tensor<3x5x!perAxis>
  %s = tensor.extract_slice %r[1, 0] [2, 4] [1, 1] : tensor<3x5x!perAxis> to tensor<2x4x!perAxis>
  return %s : tensor<2x4x!perAxis>
}

// Axes that nothing is read outside of take the mode of the others.
// CHECK-LABEL: func @modes_without_a_say
// CHECK: pad.pad wrap %{{.*}} low[0, 2, 0] high[0, 2, 0] : tensor<3x4x?xf32> to tensor<3x8x?xf32>
// CHECK: pad.pad [edge, wrap, edge] %{{.*}} low[1, 2, 0] high[0, 0, 0] : tensor<3x4x5xf32> to tensor<4x6x5xf32>
// CHECK: pad.pad edge %{{.*}} low[0, 1] high[0, 0] : tensor<3x4xf32> to tensor<3x5xf32>
func.func @modes_without_a_say(%x: tensor<3x4x?xf32>, %y: tensor<3x4x5xf32>, %z: tensor<3x4xf32>, %v: f32) -> (tensor<3x8x?xf32>, tensor<4x6x5xf32>, tensor<3x5xf32>) {
  %0 = pad.pad [edge, wrap, reflect] %x low[0, 2, 0] high[0, 2, 0] : tensor<3x4x?xf32> to tensor<3x8x?xf32>
  %1 = pad.pad [edge, wrap, constant] %y low[1, 2, 0] high[0, 0, 0] : tensor<3x4x5xf32> to tensor<4x6x5xf32>
  %2 = pad.pad [constant, edge] %z value(%v) low[0, 1] high[0, 0] : tensor<3x4xf32> to tensor<3x5xf32>
  return %0, %1, %2 : tensor<3x8x?xf32>, tensor<4x6x5xf32>, tensor<3x5xf32>
}

// The value stays where an empty axis would read it, and the mode where the
// destination may be larger.
// CHECK-LABEL: func @modes_with_a_say
// CHECK: pad.pad [constant, edge] %{{.*}} value(%{{.*}}) low[0, 1]
// CHECK: pad.pad_into [constant, edge] %{{.*}} into %{{.*}} low[0, 1]
func.func @modes_with_a_say(%x: tensor<3x?xf32>, %a: memref<?x4xf32>, %b: memref<?x5xf32>, %v: f32) -> tensor<3x?xf32> {
  %0 = pad.pad [constant, edge] %x value(%v) low[0, 1] high[0, 0] : tensor<3x?xf32> to tensor<3x?xf32>
  pad.pad_into [constant, edge] %a into %b low[0, 1] high[0, 0] : memref<?x4xf32> into memref<?x5xf32>
  return %0 : tensor<3x?xf32>
}

// Pads of different axes are one pad, whatever their modes are.
// CHECK-LABEL: func @pads_of_different_axes
// CHECK-SAME: (%[[X:.*]]: tensor<3x?xf32>, %[[Y:.*]]: tensor<3x4xf32>, %[[V:.*]]: f32
// CHECK: pad.pad [edge, wrap] %[[X]] low[1, 2] high[1, 2] : tensor<3x?xf32> to tensor<5x?xf32>
// CHECK: pad.pad [reflect, constant] %[[Y]] value(%[[V]]) low[2, 0] high[0, 1] interior[0, 2] : tensor<3x4xf32> to tensor<5x11xf32>
// CHECK: pad.pad [constant, edge] %[[Y]] value(%[[V]]) low[1, 3] high[0, 0] : tensor<3x4xf32> to tensor<4x7xf32>
func.func @pads_of_different_axes(%x: tensor<3x?xf32>, %y: tensor<3x4xf32>, %v: f32) -> (tensor<5x?xf32>, tensor<5x11xf32>, tensor<4x7xf32>) {
  %0 = pad.pad wrap %x low[0, 2] high[0, 2] : tensor<3x?xf32> to tensor<3x?xf32>
  %1 = pad.pad edge %0 low[1, 0] high[1, 0] : tensor<3x?xf32> to tensor<5x?xf32>
  %2 = pad.pad reflect %y low[2, 0] high[0, 0] : tensor<3x4xf32> to tensor<5x4xf32>
  %3 = pad.pad constant %2 value(%v) low[0, 0] high[0, 1] interior[0, 2] : tensor<5x4xf32> to tensor<5x11xf32>
  %4 = pad.pad constant %y value(%v) low[1, 0] high[0, 0] : tensor<3x4xf32> to tensor<4x4xf32>
  %5 = pad.pad edge %4 low[0, 3] high[0, 0] : tensor<4x4xf32> to tensor<4x7xf32>
  return %1, %3, %5 : tensor<5x?xf32>, tensor<5x11xf32>, tensor<4x7xf32>
}

// Not where both read padding values that differ, or an empty source might.
// CHECK-LABEL: func @pads_of_different_values
// CHECK-COUNT-4: pad.pad
func.func @pads_of_different_values(%x: tensor<3x?xf32>, %y: tensor<3x4xf32>, %v: f32) -> (tensor<4x?xf32>, tensor<4x5xf32>) {
  %0 = pad.pad constant %x value(%v) low[1, 0] high[0, 0] : tensor<3x?xf32> to tensor<4x?xf32>
  %1 = pad.pad wrap %0 low[0, 1] high[0, 0] : tensor<4x?xf32> to tensor<4x?xf32>
  %2 = pad.pad constant %y value(%v) low[1, 0] high[0, 0] : tensor<3x4xf32> to tensor<4x4xf32>
  %3 = pad.pad constant %2 low[0, 1] high[0, 0] : tensor<4x4xf32> to tensor<4x5xf32>
  return %1, %3 : tensor<4x?xf32>, tensor<4x5xf32>
}
