// RUN: pad-opt %s | FileCheck %s
// RUN: pad-opt %s | pad-opt | FileCheck %s
// RUN: pad-opt %s -mlir-print-op-generic | pad-opt | FileCheck %s
// RUN: pad-opt %s -emit-bytecode | pad-opt | FileCheck %s

// CHECK-LABEL: func @modes
// CHECK: pad.pad constant %{{.*}} low[1] high[2] : tensor<3xf32> to tensor<6xf32>
// CHECK: pad.pad edge %{{.*}} low[1] high[2] : tensor<3xf32> to tensor<6xf32>
// CHECK: pad.pad reflect %{{.*}} low[1] high[2] : tensor<3xf32> to tensor<6xf32>
// CHECK: pad.pad symmetric %{{.*}} low[1] high[2] : tensor<3xf32> to tensor<6xf32>
// CHECK: pad.pad wrap %{{.*}} low[1] high[2] : tensor<3xf32> to tensor<6xf32>
func.func @modes(%x: tensor<3xf32>) {
  pad.pad constant %x low[1] high[2] : tensor<3xf32> to tensor<6xf32>
  pad.pad edge %x low[1] high[2] : tensor<3xf32> to tensor<6xf32>
  pad.pad reflect %x low[1] high[2] : tensor<3xf32> to tensor<6xf32>
  pad.pad symmetric %x low[1] high[2] : tensor<3xf32> to tensor<6xf32>
  pad.pad wrap %x low[1] high[2] : tensor<3xf32> to tensor<6xf32>
  return
}

// CHECK-LABEL: func @mixed
// CHECK-SAME: (%[[X:.*]]: tensor<3x?xf32>, %[[V:.*]]: f32, %[[L:.*]]: index)
// CHECK: pad.pad reflect %[[X]] low[0, %[[L]]] high[2, -3] : tensor<3x?xf32> to tensor<5x?xf32>
// CHECK: pad.pad constant %[[X]] value(%[[V]]) low[0, 0] high[%[[L]], 0] interior[1, %[[L]]] : tensor<3x?xf32> to tensor<?x?xf32>
func.func @mixed(%x: tensor<3x?xf32>, %v: f32, %l: index) {
  pad.pad reflect %x low[0, %l] high[2, -3] : tensor<3x?xf32> to tensor<5x?xf32>
  pad.pad constant %x value(%v) low[0, 0] high[%l, 0] interior[1, %l] : tensor<3x?xf32> to tensor<?x?xf32>
  return
}

// CHECK-LABEL: func @mode_of_each_axis
// CHECK: pad.pad [edge, wrap] %{{.*}} low[1, 2] high[1, 2] : tensor<3x4xf32> to tensor<5x8xf32>
// CHECK: pad.pad [reflect periodic, constant] %{{.*}} value(%{{.*}}) low[9, 0] high[0, 1] : tensor<3x4xf32> to tensor<12x5xf32>
// CHECK: pad.pad [reflect, reflect periodic] %{{.*}} low[1, 5] high[0, 0] : tensor<3x4xf32> to tensor<4x9xf32>
// CHECK: pad.pad_into [edge, symmetric] %{{.*}} into %{{.*}} low[1, 1] high[1, 1] : memref<?x?xf32> into memref<?x?xf32>
func.func @mode_of_each_axis(%x: tensor<3x4xf32>, %v: f32, %a: memref<?x?xf32>, %b: memref<?x?xf32>) {
  pad.pad [edge, wrap] %x low[1, 2] high[1, 2] : tensor<3x4xf32> to tensor<5x8xf32>
  pad.pad [reflect periodic, constant] %x value(%v) low[9, 0] high[0, 1] : tensor<3x4xf32> to tensor<12x5xf32>
  pad.pad [reflect, reflect periodic] %x low[1, 5] high[0, 0] : tensor<3x4xf32> to tensor<4x9xf32>
  pad.pad_into [edge, symmetric] %a into %b low[1, 1] high[1, 1] : memref<?x?xf32> into memref<?x?xf32>
  return
}

// A list of equal modes is one mode, as text and as an attribute.
// CHECK-LABEL: func @equal_modes
// CHECK: pad.pad wrap %{{.*}} low[1, 2] high[1, 2] : tensor<3x4xf32> to tensor<5x8xf32>
// CHECK: pad.pad wrap %{{.*}} low[1, 2] high[1, 2] : tensor<3x4xf32> to tensor<5x8xf32>
// CHECK: pad.pad reflect periodic %{{.*}} low[4] high[1] {modes_of_others = #pad.modes<reflect periodic>} : tensor<3xf32> to tensor<8xf32>
func.func @equal_modes(%x: tensor<3x4xf32>, %y: tensor<3xf32>) {
  pad.pad [wrap, wrap] %x low[1, 2] high[1, 2] : tensor<3x4xf32> to tensor<5x8xf32>
  "pad.pad"(%x) <{modes = #pad.modes<[wrap, wrap]>, static_low = array<i64: 1, 2>, static_high = array<i64: 1, 2>, operandSegmentSizes = array<i32: 1, 0, 0, 0, 0>}> : (tensor<3x4xf32>) -> tensor<5x8xf32>
  pad.pad [reflect periodic] %y low[4] high[1] {modes_of_others = #pad.modes<[reflect periodic, reflect periodic]>} : tensor<3xf32> to tensor<8xf32>
  return
}

// An interior of zeros is left out.
// CHECK-LABEL: func @zero_interior
// CHECK: pad.pad symmetric periodic %{{.*}} low[7] high[7] {note} : tensor<3xf32> to tensor<17xf32>
func.func @zero_interior(%x: tensor<3xf32>) {
  pad.pad symmetric periodic %x low[7] high[7] interior[0] {note} : tensor<3xf32> to tensor<17xf32>
  return
}

// CHECK-LABEL: func @destination
// CHECK: pad.pad_into edge %{{.*}} into %{{.*}} low[1] high[1] : tensor<?xf32> into tensor<?xf32> -> tensor<?xf32>
// CHECK: pad.pad_into constant %{{.*}} into %{{.*}} value(%{{.*}}) low[1] high[1] interior[1] : memref<?xf32, strided<[?], offset: ?>> into memref<?xf32>{{$}}
func.func @destination(%x: tensor<?xf32>, %y: tensor<?xf32>, %v: f32, %a: memref<?xf32, strided<[?], offset: ?>>, %b: memref<?xf32>) {
  pad.pad_into edge %x into %y low[1] high[1] : tensor<?xf32> into tensor<?xf32> -> tensor<?xf32>
  pad.pad_into constant %a into %b value(%v) low[1] high[1] interior[1] : memref<?xf32, strided<[?], offset: ?>> into memref<?xf32>
  return
}

// CHECK-LABEL: func @rank_zero_and_empty
// CHECK: pad.pad wrap %{{.*}} low[] high[] : tensor<f32> to tensor<f32>
// CHECK: pad.pad reflect %{{.*}} low[0] high[0] : tensor<0xf32> to tensor<0xf32>
// CHECK: pad.pad constant %{{.*}} low[1] high[1] : tensor<0xf32> to tensor<2xf32>
// CHECK: pad.pad edge %{{.*}} low[-9] high[0] : tensor<3xf32> to tensor<0xf32>
func.func @rank_zero_and_empty(%x: tensor<f32>, %y: tensor<0xf32>, %z: tensor<3xf32>) {
  pad.pad wrap %x low[] high[] : tensor<f32> to tensor<f32>
  pad.pad reflect %y low[0] high[0] : tensor<0xf32> to tensor<0xf32>
  pad.pad constant %y low[1] high[1] : tensor<0xf32> to tensor<2xf32>
  pad.pad edge %z low[-9] high[0] : tensor<3xf32> to tensor<0xf32>
  return
}
