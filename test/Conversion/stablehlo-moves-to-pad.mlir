// RUN: pad-opt %s --allow-unregistered-dialect --convert-stablehlo-to-pad=verify=true -verify-diagnostics | FileCheck %s
// RUN: pad-opt %s --allow-unregistered-dialect --pad-import=verify=true | FileCheck %s

// CHECK-LABEL: func @edge
// CHECK-SAME: %[[X:[^ ]*]]: tensor<2x3xf32>
// CHECK-NEXT: %[[P:.*]] = pad.pad edge %[[X]] low[0, 2] high[0, 0] : tensor<2x3xf32> to tensor<2x5xf32>
// CHECK-NEXT: return %[[P]]
func.func @edge(%x: tensor<2x3xf32>) -> tensor<2x5xf32> {
  %0 = "stablehlo.slice"(%x) {start_indices = dense<0> : tensor<2xi64>, limit_indices = dense<[2, 1]> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} : (tensor<2x3xf32>) -> tensor<2x1xf32>
  %1 = "stablehlo.broadcast_in_dim"(%0) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<2x1xf32>) -> tensor<2x1x2xf32>
  %2 = "stablehlo.reshape"(%1) : (tensor<2x1x2xf32>) -> tensor<2x2xf32>
  %3 = "stablehlo.concatenate"(%2, %x) <{dimension = 1 : i64}> : (tensor<2x2xf32>, tensor<2x3xf32>) -> tensor<2x5xf32>
  return %3 : tensor<2x5xf32>
}

// A value known only at run time, before and behind; the rows reflect.
// CHECK-LABEL: func @value
// CHECK-SAME: %[[X:[^ ]*]]: tensor<2x3xf32>, %[[V:[^ ]*]]: tensor<f32>
// CHECK: %[[E:.*]] = tensor.extract %[[V]][] : tensor<f32>
// CHECK: pad.pad [reflect, constant] %[[X]] value(%[[E]]) low[1, 2] high[0, 1] : tensor<2x3xf32> to tensor<3x6xf32>
func.func @value(%x: tensor<2x3xf32>, %v: tensor<f32>) -> tensor<3x6xf32> {
  %0 = "stablehlo.broadcast_in_dim"(%v) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x2xf32>
  %1 = "stablehlo.concatenate"(%0, %x) <{dimension = 1 : i64}> : (tensor<2x2xf32>, tensor<2x3xf32>) -> tensor<2x5xf32>
  %2 = "stablehlo.pad"(%1, %v) <{edge_padding_low = array<i64: 0, 0>, edge_padding_high = array<i64: 0, 1>, interior_padding = array<i64: 0, 0>}> : (tensor<2x5xf32>, tensor<f32>) -> tensor<2x6xf32>
  %i = "stablehlo.constant"() <{value = dense<7> : tensor<i32>}> : () -> tensor<i32>
  %j = "stablehlo.constant"() <{value = dense<-1> : tensor<i32>}> : () -> tensor<i32>
  %3 = "stablehlo.dynamic_slice"(%2, %i, %j) <{slice_sizes = array<i64: 1, 6>}> : (tensor<2x6xf32>, tensor<i32>, tensor<i32>) -> tensor<1x6xf32>
  %4 = "stablehlo.concatenate"(%3, %2) <{dimension = 0 : i64}> : (tensor<1x6xf32>, tensor<2x6xf32>) -> tensor<3x6xf32>
  return %4 : tensor<3x6xf32>
}

// An axis that is not padded may be long.
// CHECK-LABEL: func @long
// CHECK: pad.pad wrap %{{.*}} low[0, 1] high[0, 0] : tensor<9000x3xi8> to tensor<9000x4xi8>
func.func @long(%x: tensor<9000x3xi8>) -> tensor<9000x4xi8> {
  %0 = "stablehlo.slice"(%x) <{start_indices = array<i64: 0, 2>, limit_indices = array<i64: 9000, 3>, strides = array<i64: 1, 1>}> : (tensor<9000x3xi8>) -> tensor<9000x1xi8>
  %1 = "stablehlo.concatenate"(%0, %x) <{dimension = 1 : i64}> : (tensor<9000x1xi8>, tensor<9000x3xi8>) -> tensor<9000x4xi8>
  return %1 : tensor<9000x4xi8>
}

// CHECK-LABEL: func @near
// CHECK: stablehlo.concatenate
func.func @near(%x: tensor<4xf32>) -> tensor<6xf32> {
  %0 = "stablehlo.slice"(%x) <{start_indices = array<i64: 1>, limit_indices = array<i64: 3>, strides = array<i64: 1>}> : (tensor<4xf32>) -> tensor<2xf32>
  %1 = "stablehlo.concatenate"(%0, %x) <{dimension = 0 : i64}> : (tensor<2xf32>, tensor<4xf32>) -> tensor<6xf32>
  return %1 : tensor<6xf32>
}

// What differs in more than half is not meant as a pad; no remark.
// CHECK-LABEL: func @far
// CHECK: stablehlo.concatenate
func.func @far(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = "stablehlo.slice"(%x) <{start_indices = array<i64: 0>, limit_indices = array<i64: 8>, strides = array<i64: 2>}> : (tensor<8xf32>) -> tensor<4xf32>
  %1 = "stablehlo.slice"(%x) <{start_indices = array<i64: 1>, limit_indices = array<i64: 8>, strides = array<i64: 2>}> : (tensor<8xf32>) -> tensor<4xf32>
  %2 = "stablehlo.concatenate"(%0, %1) <{dimension = 0 : i64}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  return %2 : tensor<8xf32>
}

// Elements of two tensors are no pad of either; no remark.
// CHECK-LABEL: func @two_tensors
// CHECK: stablehlo.concatenate
func.func @two_tensors(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<8xf32> {
  %1 = "stablehlo.concatenate"(%y, %x) <{dimension = 0 : i64}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
}

// The columns of a tensor in front of its rows.
// CHECK-LABEL: func @transposed
// CHECK: stablehlo.concatenate
func.func @transposed(%x: tensor<2x2xf32>) -> tensor<4x2xf32> {
  %0 = "stablehlo.broadcast_in_dim"(%x) <{broadcast_dimensions = array<i64: 1, 0>}> : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %1 = "stablehlo.concatenate"(%0, %x) <{dimension = 0 : i64}> : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<4x2xf32>
  return %1 : tensor<4x2xf32>
}

// An op that nothing verifies may contradict its types: here a slice out of bounds, a
// result that is too short, an axis that does not exist, and lists of other lengths.
// CHECK-LABEL: func @malformed
// CHECK-NOT: pad.pad
func.func @malformed(%x: tensor<4xf32>) -> (tensor<7xf32>, tensor<5xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %0 = "stablehlo.slice"(%x) <{start_indices = array<i64: 2>, limit_indices = array<i64: 5>, strides = array<i64: 1>}> : (tensor<4xf32>) -> tensor<3xf32>
  %1 = "stablehlo.concatenate"(%0, %x) <{dimension = 0 : i64}> : (tensor<3xf32>, tensor<4xf32>) -> tensor<7xf32>
  %2 = "stablehlo.concatenate"(%x, %x) <{dimension = 0 : i64}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<5xf32>
  %3 = "stablehlo.concatenate"(%x, %x) <{dimension = 1 : i64}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %4 = "stablehlo.reverse"(%x) <{dimensions = array<i64: 1>}> : (tensor<4xf32>) -> tensor<4xf32>
  %5 = "stablehlo.concatenate"(%4, %x) <{dimension = 0 : i64}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %6 = "stablehlo.slice"(%x) <{start_indices = array<i64: 0, 0>, limit_indices = array<i64: 4, 4>, strides = array<i64: 1, 1>}> : (tensor<4xf32>) -> tensor<4xf32>
  %7 = "stablehlo.concatenate"(%6, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  return %1, %2, %3, %5, %7 : tensor<7xf32>, tensor<5xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}

// Indices that are out of bounds take the nearest element, also of an axis of any extent, as `clamp` does.
// CHECK-LABEL: func @gather
// CHECK-SAME: %[[X:[^ ]*]]: tensor<?x2xf32>
// CHECK: pad.pad edge %[[X]] low[2, 0] high[0, 0] : tensor<?x2xf32> to tensor<?x2xf32>
// CHECK: pad.pad reflect %{{.*}} low[0, 1] high[0, 1] : tensor<3x3xf32> to tensor<3x5xf32>
func.func @gather(%x: tensor<?x2xf32>, %y: tensor<3x3xf32>) -> (tensor<?x2xf32>, tensor<3x5xf32>) {
  %i = "stablehlo.constant"() <{value = dense<[-5, -1]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>, indices_are_sorted = false}> : (tensor<?x2xf32>, tensor<2xi32>) -> tensor<2x2xf32>
  %1 = "stablehlo.concatenate"(%0, %x) <{dimension = 0 : i64}> : (tensor<2x2xf32>, tensor<?x2xf32>) -> tensor<?x2xf32>
  %j = "stablehlo.constant"() <{value = dense<[[1], [0], [1], [2], [1]]> : tensor<5x1xi64>}> : () -> tensor<5x1xi64>
  %2 = "stablehlo.gather"(%y, %j) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 3, 1>}> : (tensor<3x3xf32>, tensor<5x1xi64>) -> tensor<3x5xf32>
  return %1, %2 : tensor<?x2xf32>, tensor<3x5xf32>
}

// As JAX writes `x[jnp.arange(-1, 5) % 4]`.
// CHECK-LABEL: func @gather_of_arange
// CHECK-SAME: %[[X:[^ ]*]]: tensor<4xf32>
// CHECK-NEXT: %[[P:.*]] = pad.pad wrap %[[X]] low[1] high[1] : tensor<4xf32> to tensor<6xf32>
// CHECK-NEXT: return %[[P]]
func.func @gather_of_arange(%x: tensor<4xf32>) -> tensor<6xf32> {
  %0 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<6xi32>
  %low = "stablehlo.constant"() <{value = dense<-1> : tensor<6xi32>}> : () -> tensor<6xi32>
  %1 = "stablehlo.add"(%0, %low) : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi32>
  %n = "stablehlo.constant"() <{value = dense<4> : tensor<6xi32>}> : () -> tensor<6xi32>
  %2 = "stablehlo.remainder"(%1, %n) : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi32>
  %zero = "stablehlo.constant"() <{value = dense<0> : tensor<6xi32>}> : () -> tensor<6xi32>
  %3 = "stablehlo.compare"(%2, %zero) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi1>
  %4 = "stablehlo.add"(%2, %n) : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi32>
  %5 = "stablehlo.select"(%3, %4, %2) : (tensor<6xi1>, tensor<6xi32>, tensor<6xi32>) -> tensor<6xi32>
  %6 = "stablehlo.broadcast_in_dim"(%5) <{broadcast_dimensions = array<i64: 0>}> : (tensor<6xi32>) -> tensor<6x1xi32>
  %7 = "stablehlo.gather"(%x, %6) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<4xf32>, tensor<6x1xi32>) -> tensor<6xf32>
  return %7 : tensor<6xf32>
}

// Of an axis of 2 elements, index 2 takes element 1, which no mode reads there; the result of the second gather is transposed, the
// third one takes parts of rows, and the fourth one has a first element of its own.
// CHECK-LABEL: func @gather_near
// CHECK-NOT: pad.pad
// CHECK: return
func.func @gather_near(%x: tensor<?x2xf32>, %y: tensor<3x2xf32>) -> (tensor<?x2xf32>, tensor<2x4xf32>, tensor<4x1xf32>, tensor<5x2xf32>) {
  %i = "stablehlo.constant"() <{value = dense<[2, 1]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>}> : (tensor<?x2xf32>, tensor<2xi32>) -> tensor<2x2xf32>
  %1 = "stablehlo.concatenate"(%0, %x) <{dimension = 0 : i64}> : (tensor<2x2xf32>, tensor<?x2xf32>) -> tensor<?x2xf32>
  %j = "stablehlo.constant"() <{value = dense<[1, 0, 1, 2]> : tensor<4xi32>}> : () -> tensor<4xi32>
  %2 = "stablehlo.gather"(%y, %j) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>}> : (tensor<3x2xf32>, tensor<4xi32>) -> tensor<2x4xf32>
  %3 = "stablehlo.gather"(%y, %j) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<3x2xf32>, tensor<4xi32>) -> tensor<4x1xf32>
  %k = "stablehlo.constant"() <{value = dense<[1, 0, 1, 2, 2]> : tensor<5xi32>}> : () -> tensor<5xi32>
  %4 = "stablehlo.gather"(%y, %k) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>}> : (tensor<3x2xf32>, tensor<5xi32>) -> tensor<5x2xf32>
  return %1, %2, %3, %4 : tensor<?x2xf32>, tensor<2x4xf32>, tensor<4x1xf32>, tensor<5x2xf32>
}

// Amounts that are computed of extents; vectors that only they read are no pads.
// CHECK-LABEL: func @computed_amounts
// CHECK-SAME: %[[X:[^ ]*]]: tensor<?x?xf32>
// CHECK-NOT: stablehlo
// CHECK: %[[H:.*]] = arith.subi %{{.*}}, %{{.*}} : index
// CHECK: pad.pad constant %[[X]] value(%{{.*}}) low[-1, 0] high[%[[H]], 0]
// CHECK-NOT: stablehlo
// CHECK: return
func.func @computed_amounts(%x: tensor<?x?xf32>, %v: tensor<f32>) -> tensor<2x?xf32> {
  %0 = "stablehlo.get_dimension_size"(%x) <{dimension = 0 : i64}> : (tensor<?x?xf32>) -> tensor<i32>
  %1 = "stablehlo.convert"(%0) : (tensor<i32>) -> tensor<i64>
  %2 = "stablehlo.reshape"(%1) : (tensor<i64>) -> tensor<1xi64>
  %z = "stablehlo.constant"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
  %3 = "stablehlo.pad"(%2, %z) <{edge_padding_high = array<i64: 1>, edge_padding_low = array<i64: 0>, interior_padding = array<i64: 0>}> : (tensor<1xi64>, tensor<i64>) -> tensor<2xi64>
  %4 = "stablehlo.constant"() <{value = dense<[3, 0]> : tensor<2xi64>}> : () -> tensor<2xi64>
  %h = "stablehlo.subtract"(%4, %3) : (tensor<2xi64>, tensor<2xi64>) -> tensor<2xi64>
  %l = "stablehlo.constant"() <{value = dense<[-1, 0]> : tensor<2xi64>}> : () -> tensor<2xi64>
  %i = "stablehlo.constant"() <{value = dense<0> : tensor<2xi64>}> : () -> tensor<2xi64>
  %r = "stablehlo.dynamic_pad"(%x, %v, %l, %h, %i) : (tensor<?x?xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<2x?xf32>
  return %r : tensor<2x?xf32>
}

// A border of half of a long axis, and a mirror image of all of another: cost and
// result are up to the segments, not to the extent.
// CHECK-LABEL: func @long_borders
// CHECK-SAME: %[[X:[^ ]*]]: tensor<10000x6000xi8>
// CHECK-NEXT: %[[P:.*]] = pad.pad [wrap, symmetric] %[[X]] low[5000, 0] high[0, 6000] : tensor<10000x6000xi8> to tensor<15000x12000xi8>
// CHECK-NEXT: return %[[P]]
func.func @long_borders(%x: tensor<10000x6000xi8>) -> tensor<15000x12000xi8> {
  %0 = "stablehlo.slice"(%x) <{start_indices = array<i64: 5000, 0>, limit_indices = array<i64: 10000, 6000>, strides = array<i64: 1, 1>}> : (tensor<10000x6000xi8>) -> tensor<5000x6000xi8>
  %1 = "stablehlo.concatenate"(%0, %x) <{dimension = 0 : i64}> : (tensor<5000x6000xi8>, tensor<10000x6000xi8>) -> tensor<15000x6000xi8>
  %2 = "stablehlo.reverse"(%1) <{dimensions = array<i64: 1>}> : (tensor<15000x6000xi8>) -> tensor<15000x6000xi8>
  %3 = "stablehlo.concatenate"(%1, %2) <{dimension = 1 : i64}> : (tensor<15000x6000xi8>, tensor<15000x6000xi8>) -> tensor<15000x12000xi8>
  return %3 : tensor<15000x12000xi8>
}

// CHECK-LABEL: func @beside_an_empty_axis
// CHECK-SAME: %[[X:[^ ]*]]: tensor<0x3xf32>
// CHECK-NEXT: %[[P:.*]] = pad.pad wrap %[[X]] low[0, 0] high[0, 3] : tensor<0x3xf32> to tensor<0x6xf32>
// CHECK-NEXT: return %[[P]]
func.func @beside_an_empty_axis(%x: tensor<0x3xf32>) -> tensor<0x6xf32> {
  %r = "stablehlo.concatenate"(%x, %x) <{dimension = 1 : i64}> : (tensor<0x3xf32>, tensor<0x3xf32>) -> tensor<0x6xf32>
  return %r : tensor<0x6xf32>
}
