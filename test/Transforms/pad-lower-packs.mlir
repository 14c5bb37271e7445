// RUN: pad-opt %s --pad-lower-packs -canonicalize | FileCheck %s

// CHECK-LABEL: func.func @pack(
// CHECK-SAME:    %[[X:.*]]: tensor<13x4xf32>, %[[V:.*]]: f32, %[[O:.*]]: tensor<4x2x8xf32>)
// CHECK:         %[[P:.*]] = pad.pad constant %[[X]] value(%[[V]]) low[0, 0] high[3, 0] : tensor<13x4xf32> to tensor<16x4xf32>
// CHECK:         %[[E:.*]] = tensor.expand_shape %[[P]] {{\[}}[0, 1], [2]] output_shape [2, 8, 4]
// CHECK:         %[[T:.*]] = linalg.transpose ins(%[[E]] : tensor<2x8x4xf32>) outs(%[[O]] : tensor<4x2x8xf32>) permutation = [2, 0, 1]
// CHECK:         return %[[T]]
func.func @pack(%x: tensor<13x4xf32>, %v: f32, %o: tensor<4x2x8xf32>)
    -> tensor<4x2x8xf32> {
  %r = linalg.pack %x padding_value(%v : f32) outer_dims_perm = [1, 0]
      inner_dims_pos = [0] inner_tiles = [8] into %o
      : tensor<13x4xf32> -> tensor<4x2x8xf32>
  return %r : tensor<4x2x8xf32>
}

// The pad in front and that of the pack are one.
// CHECK-LABEL: func.func @pack_of_pad(
// CHECK:         pad.pad constant %{{.*}} value(%{{.*}}) low[1] high[14] : tensor<9xf32> to tensor<24xf32>
// CHECK-NOT:     pad.pad
func.func @pack_of_pad(%x: tensor<9xf32>, %v: f32, %o: tensor<3x8xf32>)
    -> tensor<3x8xf32> {
  %p = pad.pad constant %x value(%v) low[1] high[8]
      : tensor<9xf32> to tensor<18xf32>
  %r = linalg.pack %p padding_value(%v : f32) inner_dims_pos = [0]
      inner_tiles = [8] into %o : tensor<18xf32> -> tensor<3x8xf32>
  return %r : tensor<3x8xf32>
}

// The slice and the crop of the unpack are one.
// CHECK-LABEL: func.func @slice_of_unpack(
// CHECK-SAME:    %[[X:.*]]: tensor<2x8xf32>)
// CHECK:         %[[C:.*]] = tensor.collapse_shape %{{.*}} {{\[}}[0, 1]]
// CHECK:         %[[S:.*]] = tensor.extract_slice %[[C]][1] [9] [1] : tensor<16xf32> to tensor<9xf32>
// CHECK:         return %[[S]]
func.func @slice_of_unpack(%x: tensor<2x8xf32>) -> tensor<9xf32> {
  %e = tensor.empty() : tensor<13xf32>
  %u = linalg.unpack %x inner_dims_pos = [0] inner_tiles = [8] into %e
      : tensor<2x8xf32> -> tensor<13xf32>
  %s = tensor.extract_slice %u[1] [9] [1] : tensor<13xf32> to tensor<9xf32>
  return %s : tensor<9xf32>
}
