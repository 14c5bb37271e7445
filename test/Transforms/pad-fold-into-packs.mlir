// RUN: pad-opt %s --pad-fold-into-packs | FileCheck %s

// CHECK-LABEL: func.func @pad(
// CHECK-SAME:    %[[X:.*]]: tensor<13xf32>, %[[V:.*]]: f32,
// CHECK-NEXT:    linalg.pack %[[X]] padding_value(%[[V]] : f32)
func.func @pad(%x: tensor<13xf32>, %v: f32, %o: tensor<2x8xf32>)
    -> tensor<2x8xf32> {
  %p = pad.pad constant %x value(%v) low[0] high[2]
      : tensor<13xf32> to tensor<15xf32>
  %r = linalg.pack %p padding_value(%v : f32) inner_dims_pos = [0]
      inner_tiles = [8] into %o : tensor<15xf32> -> tensor<2x8xf32>
  return %r : tensor<2x8xf32>
}

// A pack may not pad by a whole tile.
// CHECK-LABEL: func.func @pad_by_a_tile(
// CHECK:         pad.pad
// CHECK-LABEL: func.func @pad_of_other_value(
// CHECK:         pad.pad
// CHECK-LABEL: func.func @low_pad(
// CHECK:         pad.pad
func.func @pad_by_a_tile(%x: tensor<8xf32>, %v: f32, %o: tensor<2x8xf32>)
    -> tensor<2x8xf32> {
  %p = pad.pad constant %x value(%v) low[0] high[8]
      : tensor<8xf32> to tensor<16xf32>
  %r = linalg.pack %p inner_dims_pos = [0] inner_tiles = [8] into %o
      : tensor<16xf32> -> tensor<2x8xf32>
  return %r : tensor<2x8xf32>
}
func.func @pad_of_other_value(%x: tensor<13xf32>, %v: f32, %w: f32,
                              %o: tensor<2x8xf32>) -> tensor<2x8xf32> {
  %p = pad.pad constant %x value(%v) low[0] high[2]
      : tensor<13xf32> to tensor<15xf32>
  %r = linalg.pack %p padding_value(%w : f32) inner_dims_pos = [0]
      inner_tiles = [8] into %o : tensor<15xf32> -> tensor<2x8xf32>
  return %r : tensor<2x8xf32>
}
func.func @low_pad(%x: tensor<13xf32>, %v: f32, %o: tensor<2x8xf32>)
    -> tensor<2x8xf32> {
  %p = pad.pad constant %x value(%v) low[1] high[2]
      : tensor<13xf32> to tensor<16xf32>
  %r = linalg.pack %p inner_dims_pos = [0] inner_tiles = [8] into %o
      : tensor<16xf32> -> tensor<2x8xf32>
  return %r : tensor<2x8xf32>
}

// CHECK-LABEL: func.func @slice(
// CHECK-SAME:    %[[X:.*]]: tensor<2x8xf32>)
// CHECK:         %[[E:.*]] = tensor.empty() : tensor<9xf32>
// CHECK:         %[[U:.*]] = linalg.unpack %[[X]] inner_dims_pos = [0] inner_tiles = [8] into %[[E]] : tensor<2x8xf32> -> tensor<9xf32>
// CHECK:         return %[[U]]
func.func @slice(%x: tensor<2x8xf32>) -> tensor<9xf32> {
  %e = tensor.empty() : tensor<13xf32>
  %u = linalg.unpack %x inner_dims_pos = [0] inner_tiles = [8] into %e
      : tensor<2x8xf32> -> tensor<13xf32>
  %s = tensor.extract_slice %u[0] [9] [1] : tensor<13xf32> to tensor<9xf32>
  return %s : tensor<9xf32>
}

// CHECK-LABEL: func.func @crop(
// CHECK:         %[[U:.*]] = linalg.unpack {{.*}} : tensor<2x8xf32> -> tensor<9xf32>
// CHECK:         tensor.cast %[[U]] : tensor<9xf32> to tensor<?xf32>
func.func @crop(%x: tensor<2x8xf32>) -> tensor<?xf32> {
  %e = tensor.empty() : tensor<13xf32>
  %u = linalg.unpack %x inner_dims_pos = [0] inner_tiles = [8] into %e
      : tensor<2x8xf32> -> tensor<13xf32>
  %s = pad.pad edge %u low[0] high[-4] : tensor<13xf32> to tensor<?xf32>
  return %s : tensor<?xf32>
}

// Without the second tile, the source has one too many.
// CHECK-LABEL: func.func @slice_of_a_tile(
// CHECK:         tensor.extract_slice
func.func @slice_of_a_tile(%x: tensor<2x8xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<13xf32>
  %u = linalg.unpack %x inner_dims_pos = [0] inner_tiles = [8] into %e
      : tensor<2x8xf32> -> tensor<13xf32>
  %s = tensor.extract_slice %u[0] [8] [1] : tensor<13xf32> to tensor<8xf32>
  return %s : tensor<8xf32>
}
