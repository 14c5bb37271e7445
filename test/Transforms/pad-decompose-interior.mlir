// RUN: pad-opt %s --pad-decompose-interior -split-input-file | FileCheck %s

// The mode extends the dilated tensor; it takes no value any more (C3).
// CHECK-LABEL: func @reflect
// CHECK-SAME: %[[X:.*]]: tensor<3x2xf32>, %[[V:.*]]: f32
// CHECK: %[[F:.*]] = linalg.fill ins(%[[V]] : f32) outs(%{{.*}} : tensor<5x2xf32>)
// CHECK: %[[D:.*]] = tensor.insert_slice %[[X]] into %[[F]][0, 0] [3, 2] [2, 1] : tensor<3x2xf32> into tensor<5x2xf32>
// CHECK: pad.pad reflect %[[D]] low[4, 0] high[-1, 0] : tensor<5x2xf32> to tensor<8x2xf32>
func.func @reflect(%x: tensor<3x2xf32>, %v: f32) -> tensor<8x2xf32> {
  %r = pad.pad reflect %x value(%v) low[4, 0] high[-1, 0] interior[1, 0] : tensor<3x2xf32> to tensor<8x2xf32>
  return %r : tensor<8x2xf32>
}

// -----

// Run-time numbers, and nothing left to pad.
// CHECK-LABEL: func @dynamic
// CHECK-SAME: %[[X:.*]]: tensor<?x1xf32>
// CHECK: %[[E:.*]] = tensor.empty(%[[N:.*]]) : tensor<?x1xf32>
// CHECK: %[[Z:.*]] = arith.constant 0.0
// CHECK: %[[F:.*]] = linalg.fill ins(%[[Z]] : f32) outs(%[[E]] : tensor<?x1xf32>)
// CHECK: %[[D:.*]] = tensor.insert_slice %[[X]] into %[[F]][0, 0] [%{{.*}}, 1] [%{{.*}}, 1] : tensor<?x1xf32> into tensor<?x1xf32>
// CHECK-NOT: pad.pad
// CHECK: return %[[D]]
func.func @dynamic(%x: tensor<?x1xf32>, %r: index) -> tensor<?x1xf32> {
  %p = pad.pad constant %x low[0, 0] high[0, 0] interior[%r, 7] : tensor<?x1xf32> to tensor<?x1xf32>
  return %p : tensor<?x1xf32>
}

// -----

// CHECK-LABEL: func @into
// CHECK-SAME: %[[X:.*]]: tensor<2xi8>, %[[V:.*]]: i8, %[[OUT:.*]]: tensor<4xi8>
// CHECK: %[[D:.*]] = tensor.insert_slice
// CHECK: pad.pad_into constant %[[D]] into %[[OUT]] value(%[[V]]) low[1] high[0]
func.func @into(%x: tensor<2xi8>, %v: i8, %out: tensor<4xi8>) -> tensor<4xi8> {
  %r = pad.pad_into constant %x into %out value(%v) low[1] high[0] interior[1]
      : tensor<2xi8> into tensor<4xi8> -> tensor<4xi8>
  return %r : tensor<4xi8>
}

// -----

// The result is the padding value where the source is empty; a pad without
// interior has none in this mode. A crop reads none (C6).
// CHECK-LABEL: func @c6_value
// CHECK: pad.pad reflect %{{.*}} value(%{{.*}}) low[1] high[0] interior[1]
// CHECK: tensor.insert_slice
// CHECK: pad.pad reflect %{{.*}} low[-1] high[0] : tensor<?xf32> to tensor<?xf32>
func.func @c6_value(%x: tensor<?xf32>, %v: f32) -> (tensor<?xf32>, tensor<?xf32>) {
  %a = pad.pad reflect %x value(%v) low[1] high[0] interior[1] : tensor<?xf32> to tensor<?xf32>
  %b = pad.pad reflect %x value(%v) low[-1] high[0] interior[1] : tensor<?xf32> to tensor<?xf32>
  return %a, %b : tensor<?xf32>, tensor<?xf32>
}

// -----

// No interior padding, no padding value, an empty source.
// CHECK-LABEL: func @left
// CHECK-NOT: insert_slice
func.func @left(%x: tensor<2xi8>, %q: tensor<2x!quant.uniform<i8:f32, 1.0:3>>, %e: tensor<0xi8>)
    -> (tensor<3xi8>, tensor<3x!quant.uniform<i8:f32, 1.0:3>>, tensor<2xi8>) {
  %a = pad.pad constant %x low[1] high[0] : tensor<2xi8> to tensor<3xi8>
  %b = pad.pad constant %q low[0] high[0] interior[1] : tensor<2x!quant.uniform<i8:f32, 1.0:3>> to tensor<3x!quant.uniform<i8:f32, 1.0:3>>
  %c = pad.pad constant %e low[1] high[1] interior[1] : tensor<0xi8> to tensor<2xi8>
  return %a, %b, %c : tensor<3xi8>, tensor<3x!quant.uniform<i8:f32, 1.0:3>>, tensor<2xi8>
}

// -----

// What was cast is empty. The verifier takes no insertion into an axis that its type says is empty.
// CHECK-LABEL: func @cast_of_empty
// CHECK: tensor.insert_slice %{{.*}} : tensor<?x?xf32> into tensor<3x?xf32>
func.func @cast_of_empty(%x: tensor<2x0xf32>, %v: f32) -> tensor<4x2xf32> {
  %c = tensor.cast %x : tensor<2x0xf32> to tensor<?x?xf32>
  %r = pad.pad constant %c value(%v) low[0, 1] high[1, 1] interior[1, 1] : tensor<?x?xf32> to tensor<4x2xf32>
  return %r : tensor<4x2xf32>
}
