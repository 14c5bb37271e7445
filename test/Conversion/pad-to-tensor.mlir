// RUN: pad-opt %s --convert-pad-to-tensor -split-input-file -verify-diagnostics \
// RUN:   | FileCheck %s --implicit-check-not=@mode --implicit-check-not=@into --implicit-check-not=@no_default
// A module that the pass fails on is not printed.
// RUN: pad-opt %s --convert-pad-to-tensor=partial=true -split-input-file | FileCheck %s --check-prefix=PARTIAL

// CHECK-LABEL: func @constant
// CHECK-SAME: %[[X:.*]]: tensor<?x3xf32>, %[[L:.*]]: index
// CHECK: %[[Z:.*]] = arith.constant 0.0{{.*}} : f32
// CHECK: tensor.pad %[[X]] low[1, 0] high[0, 2] {
// CHECK-NEXT: ^bb0
// CHECK-NEXT: tensor.yield %[[Z]] : f32
// CHECK-NEXT: } : tensor<?x3xf32> to tensor<?x5xf32>
func.func @constant(%x: tensor<?x3xf32>, %l: index) -> tensor<?x5xf32> {
  %r = pad.pad constant %x low[1, 0] high[0, 2] : tensor<?x3xf32> to tensor<?x5xf32>
  return %r : tensor<?x5xf32>
}

// -----

// Equal types prove nothing: the pads become a slice and a pad that grows.
// CHECK-LABEL: func @equal_types
// CHECK-SAME: %[[X:.*]]: tensor<4xf32>, %[[V:.*]]: f32
// CHECK: %[[S:.*]] = tensor.extract_slice %[[X]][0] [3] [1]
// CHECK: tensor.pad %[[S]] low[1] high[0]
// CHECK: tensor<3xf32> to tensor<4xf32>
func.func @equal_types(%x: tensor<4xf32>, %v: f32) -> tensor<4xf32> {
  %r = pad.pad constant %x value(%v) low[1] high[-1] : tensor<4xf32> to tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// Pads known at run time may be negative.
// CHECK-LABEL: func @dynamic
// CHECK: %[[S:.*]] = tensor.extract_slice
// CHECK: tensor.pad %[[S]] low[%{{.*}}] high[%{{.*}}]
// CHECK: tensor<?xf32> to tensor<?xf32>
func.func @dynamic(%x: tensor<4xf32>, %l: index, %h: index) -> tensor<4xf32> {
  %r = pad.pad constant %x low[%l] high[%h] : tensor<4xf32> to tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// CHECK-LABEL: func @interior
// CHECK: tensor.insert_slice
// CHECK: tensor.pad
// CHECK-NOT: pad.pad
func.func @interior(%x: tensor<3xf32>) -> tensor<7xf32> {
  %r = pad.pad constant %x low[1] high[1] interior[1] : tensor<3xf32> to tensor<7xf32>
  return %r : tensor<7xf32>
}

// -----

// CHECK-LABEL: func @wrap
// CHECK: tensor.concat
// CHECK: tensor.extract_slice
func.func @wrap(%x: tensor<3xf32>) -> tensor<4xf32> {
  %r = pad.pad wrap %x low[2] high[-1] : tensor<3xf32> to tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// Nothing is padded: only the type says less.
// CHECK-LABEL: func @no_op
// CHECK-SAME: %[[X:.*]]: tensor<3xf32>
// CHECK-NEXT: tensor.cast %[[X]] : tensor<3xf32> to tensor<?xf32>
func.func @no_op(%x: tensor<3xf32>) -> tensor<?xf32> {
  %r = pad.pad wrap %x low[0] high[0] : tensor<3xf32> to tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

// CHECK-LABEL: func @empty
// CHECK-SAME: (%{{.*}}: tensor<0x3xf32>, %[[V:.*]]: f32)
// CHECK: tensor.splat %[[V]] : tensor<2x3xf32>
func.func @empty(%x: tensor<0x3xf32>, %v: f32) -> tensor<2x3xf32> {
  %r = pad.pad constant %x value(%v) low[3, 0] high[-1, 0] interior[1, 0] : tensor<0x3xf32> to tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

// -----

// PARTIAL-LABEL: func @mode
// PARTIAL: pad.pad reflect
func.func @mode(%x: tensor<?xf32>) -> tensor<?xf32> {
  // expected-error @below {{'pad.pad' op has no form in the tensor dialect: mode reflect needs static extents and at most max-pieces slices; lower it with --convert-pad-to-linalg; partial=true leaves such pads}}
  %r = pad.pad reflect %x low[1] high[1] : tensor<?xf32> to tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

// PARTIAL-LABEL: func @into
// PARTIAL: pad.pad_into
func.func @into(%x: tensor<3xf32>, %out: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{'pad.pad_into' op has no form in the tensor dialect: it pads into a destination; convert before --pad-to-destination-style}}
  %r = pad.pad_into edge %x into %out low[1] high[0] : tensor<3xf32> into tensor<4xf32> -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// PARTIAL-LABEL: func @no_default
// PARTIAL: pad.pad constant
func.func @no_default(%x: tensor<3xf8E8M0FNU>) -> tensor<4xf8E8M0FNU> {
  // expected-error @below {{its element type has no default padding value; give a value}}
  %r = pad.pad constant %x low[1] high[0] : tensor<3xf8E8M0FNU> to tensor<4xf8E8M0FNU>
  return %r : tensor<4xf8E8M0FNU>
}

// -----

// Nothing of the source is left; MLIR 22 would make a slice at its end.
// CHECK-LABEL: func @misses_source
// CHECK-SAME: %[[V:[^:]*]]: i32
// CHECK-NEXT: %[[S:.*]] = tensor.splat %[[V]] : tensor<5xi32>
// CHECK-NEXT: return %[[S]]
func.func @misses_source(%x: tensor<?xi32>, %v: i32) -> tensor<5xi32> {
  %r = pad.pad constant %x value(%v) low[5] high[-3] : tensor<?xi32> to tensor<5xi32>
  return %r : tensor<5xi32>
}
