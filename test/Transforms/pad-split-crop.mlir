// RUN: pad-opt %s --pad-split-crop -split-input-file | FileCheck %s

// In constant mode nothing that is cropped comes back: also not where the window
// misses the source.
// CHECK-LABEL: func @constant
// CHECK-SAME: %[[X:.*]]: tensor<4x5xf32>, %[[V:.*]]: f32
// CHECK: %[[S:.*]] = tensor.extract_slice %[[X]][1, 4] [3, 0] [1, 1] : tensor<4x5xf32> to tensor<3x0xf32>
// CHECK: pad.pad constant %[[S]] value(%[[V]]) low[0, 0] high[2, 3] : tensor<3x0xf32> to tensor<5x3xf32>
func.func @constant(%x: tensor<4x5xf32>, %v: f32) -> tensor<5x3xf32> {
  %r = pad.pad constant %x value(%v) low[-1, -6] high[2, 4] : tensor<4x5xf32> to tensor<5x3xf32>
  return %r : tensor<5x3xf32>
}

// -----

// What reflect reads behind the crop has to be there: the result is cropped.
// CHECK-LABEL: func @reflect
// CHECK-SAME: %[[X:.*]]: tensor<3xf32>
// CHECK: %[[P:.*]] = pad.pad reflect %[[X]] low[0] high[2] : tensor<3xf32> to tensor<5xf32>
// CHECK: tensor.extract_slice %[[P]][1] [4] [1] : tensor<5xf32> to tensor<4xf32>
func.func @reflect(%x: tensor<3xf32>) -> tensor<4xf32> {
  %r = pad.pad reflect %x low[-1] high[2] : tensor<3xf32> to tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// Only crops: no pad is left, in any mode.
// CHECK-LABEL: func @only_crops
// CHECK-SAME: %[[X:.*]]: tensor<?x8xf32>
// CHECK-NOT: pad.pad
// CHECK: %[[S:.*]] = tensor.extract_slice %[[X]][%{{.*}}, 0] [%{{.*}}, 5] [1, 1] : tensor<?x8xf32> to tensor<?x5xf32>
// CHECK: return %[[S]]
func.func @only_crops(%x: tensor<?x8xf32>) -> tensor<?x5xf32> {
  %r = pad.pad wrap %x low[-1, 0] high[-2, -3] : tensor<?x8xf32> to tensor<?x5xf32>
  return %r : tensor<?x5xf32>
}

// -----

// Pads known at run time: afterwards they are maxima with 0, and are known.
// CHECK-LABEL: func @dynamic
// CHECK: tensor.extract_slice
// CHECK: %[[P:.*]] = pad.pad constant %{{.*}} low[%{{.*}}] high[%{{.*}}] : tensor<?xf32> to tensor<?xf32>
// CHECK-NOT: tensor.extract_slice
// CHECK: return %[[P]]
func.func @dynamic(%x: tensor<?xf32>, %l: index, %h: index) -> tensor<?xf32> {
  %r = pad.pad constant %x low[%l] high[%h] : tensor<?xf32> to tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

// CHECK-LABEL: func @dynamic_edge
// CHECK-SAME: %[[X:.*]]: tensor<?xf32>
// CHECK: %[[P:.*]] = pad.pad edge %[[X]] low[%{{.*}}] high[%{{.*}}] : tensor<?xf32> to tensor<?xf32>
// CHECK: tensor.extract_slice %[[P]][%{{.*}}] [%{{.*}}] [1]
func.func @dynamic_edge(%x: tensor<?xf32>, %l: index) -> tensor<?xf32> {
  %r = pad.pad edge %x low[%l] high[1] : tensor<?xf32> to tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

// Interior padding: the source of a slice would end in the padding.
// CHECK-LABEL: func @interior
// CHECK-SAME: %[[X:.*]]: tensor<3xf32>
// CHECK: %[[P:.*]] = pad.pad constant %[[X]] low[0] high[1] interior[2] : tensor<3xf32> to tensor<8xf32>
// CHECK: tensor.extract_slice %[[P]][2] [6] [1]
func.func @interior(%x: tensor<3xf32>) -> tensor<6xf32> {
  %r = pad.pad constant %x low[-2] high[1] interior[2] : tensor<3xf32> to tensor<6xf32>
  return %r : tensor<6xf32>
}

// -----

// CHECK-LABEL: func @empty
// CHECK: %[[E:.*]] = tensor.empty() : tensor<0x3xf32>
// CHECK: return %[[E]]
func.func @empty(%x: tensor<2x3xf32>) -> tensor<0x3xf32> {
  %r = pad.pad edge %x low[-7, 0] high[1, 0] : tensor<2x3xf32> to tensor<0x3xf32>
  return %r : tensor<0x3xf32>
}

// -----

// CHECK-LABEL: func @into
// CHECK-SAME: %[[X:.*]]: tensor<4xf32>, %[[OUT:.*]]: tensor<5xf32>
// CHECK: %[[S:.*]] = tensor.extract_slice %[[X]][1] [3] [1]
// CHECK: pad.pad_into constant %[[S]] into %[[OUT]] low[0] high[2]
func.func @into(%x: tensor<4xf32>, %out: tensor<5xf32>) -> tensor<5xf32> {
  %r = pad.pad_into constant %x into %out low[-1] high[2] : tensor<4xf32> into tensor<5xf32> -> tensor<5xf32>
  return %r : tensor<5xf32>
}

// -----

// Nothing cropped, a destination that only a part would go to, and extents that
// the crop keeps within 64 bits.
// CHECK-LABEL: func @left
// CHECK-NOT: extract_slice
func.func @left(%x: tensor<4xf32>, %y: tensor<?xf32>, %out: tensor<5xf32>, %n: index)
    -> (tensor<?xf32>, tensor<5xf32>, tensor<9223372036854775806xf32>) {
  %c0 = arith.constant 0 : index
  %m = arith.maxsi %n, %c0 : index
  %a = pad.pad edge %y low[%m] high[2] : tensor<?xf32> to tensor<?xf32>
  %b = pad.pad_into edge %x into %out low[-1] high[2] : tensor<4xf32> into tensor<5xf32> -> tensor<5xf32>
  %c = pad.pad edge %x low[9223372036854775806] high[-4] : tensor<4xf32> to tensor<9223372036854775806xf32>
  return %a, %b, %c : tensor<?xf32>, tensor<5xf32>, tensor<9223372036854775806xf32>
}

// -----

// An empty axis stays empty, whatever the interior padding is, and the verifier takes no slice of it.
// CHECK-LABEL: func @empty_axis
// CHECK: %[[E:.*]] = tensor.empty
// CHECK: return %[[E]]
func.func @empty_axis(%x: tensor<0x4xf32>, %i: index) -> tensor<?x3xf32> {
  %r = pad.pad constant %x low[0, -2] high[0, -2] interior[%i, 1] : tensor<0x4xf32> to tensor<?x3xf32>
  return %r : tensor<?x3xf32>
}
