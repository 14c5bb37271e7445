// What every version of the dialect wrote is read, and written again as it is
// read. The files of a version come from this one, without its last function:
//
//   pad-opt bytecode.mlir -emit-bytecode [-emit-bytecode-version=5]
//
// RUN: pad-opt %S/Inputs/version-1.mlirbc | FileCheck %s
// RUN: pad-opt %S/Inputs/version-1-mlir-5.mlirbc | FileCheck %s
// RUN: pad-opt %S/Inputs/version-1.mlirbc -emit-bytecode | pad-opt | FileCheck %s
// RUN: pad-opt %s -emit-bytecode | pad-opt | FileCheck %s --check-prefixes=CHECK,MODES
// RUN: pad-opt %s -emit-bytecode -emit-bytecode-version=5 | pad-opt | FileCheck %s --check-prefixes=CHECK,MODES

// CHECK-LABEL: func @constant
// CHECK: pad.pad constant %{{.*}} value(%{{.*}}) low[1, %{{.*}}] high[1, -2] : tensor<3x?xf32> to tensor<5x?xf32>
func.func @constant(%x: tensor<3x?xf32>, %v: f32, %l: index) -> tensor<5x?xf32> {
  %r = pad.pad constant %x value(%v) low[1, %l] high[1, -2]
      : tensor<3x?xf32> to tensor<5x?xf32>
  return %r : tensor<5x?xf32>
}
// CHECK-LABEL: func @interior
// CHECK: pad.pad constant %{{.*}} low[1, 2] high[1, 0] interior[1, %{{.*}}] : tensor<3x3xi8> to tensor<7x?xi8>
func.func @interior(%x: tensor<3x3xi8>, %r: index) -> tensor<7x?xi8> {
  %0 = pad.pad constant %x low[1, 2] high[1, 0] interior[1, %r]
      : tensor<3x3xi8> to tensor<7x?xi8>
  return %0 : tensor<7x?xi8>
}
// CHECK-LABEL: func @edge
// CHECK: pad.pad edge %{{.*}} low[1, 0] high[1, 0] : tensor<2x3xi8> to tensor<4x3xi8>
func.func @edge(%x: tensor<2x3xi8>) -> tensor<4x3xi8> {
  %0 = pad.pad edge %x low[1, 0] high[1, 0] : tensor<2x3xi8> to tensor<4x3xi8>
  return %0 : tensor<4x3xi8>
}
// CHECK-LABEL: func @periodic
// CHECK: pad.pad reflect periodic %{{.*}} low[0, 4] high[0, 3] : tensor<3x2xf64> to tensor<3x9xf64>
func.func @periodic(%x: tensor<3x2xf64>) -> tensor<3x9xf64> {
  %0 = pad.pad reflect periodic %x low[0, 4] high[0, 3]
      : tensor<3x2xf64> to tensor<3x9xf64>
  return %0 : tensor<3x9xf64>
}
// CHECK-LABEL: func @symmetric
// CHECK: pad.pad symmetric %{{.*}} low[0] high[%{{.*}}] {pad.scalar} : tensor<?xf16> to tensor<?xf16>
func.func @symmetric(%x: tensor<?xf16>, %h: index) -> tensor<?xf16> {
  %0 = pad.pad symmetric %x low[0] high[%h] {pad.scalar}
      : tensor<?xf16> to tensor<?xf16>
  return %0 : tensor<?xf16>
}
// CHECK-LABEL: func @into
// CHECK: pad.pad_into wrap %{{.*}} into %{{.*}} low[0, 1] high[0, 1] : memref<?x4xf32, strided<[?, 1], offset: ?>> into memref<?x6xf32>
func.func @into(%x: memref<?x4xf32, strided<[?, 1], offset: ?>>, %y: memref<?x6xf32>) {
  pad.pad_into wrap %x into %y low[0, 1] high[0, 1]
      : memref<?x4xf32, strided<[?, 1], offset: ?>> into memref<?x6xf32>
  return
}
// CHECK-LABEL: func @into_tensor
// CHECK: pad.pad_into symmetric periodic %{{.*}} into %{{.*}} value(%{{.*}}) low[1] high[1] interior[2] : tensor<?xi32> into tensor<?xi32> -> tensor<?xi32>
func.func @into_tensor(%x: tensor<?xi32>, %y: tensor<?xi32>, %v: i32) -> tensor<?xi32> {
  %r = pad.pad_into symmetric periodic %x into %y value(%v) low[1] high[1] interior[2]
      : tensor<?xi32> into tensor<?xi32> -> tensor<?xi32>
  return %r : tensor<?xi32>
}
// CHECK-LABEL: func @scalar
// CHECK: pad.pad wrap %{{.*}} low[] high[] : tensor<i64> to tensor<i64>
func.func @scalar(%x: tensor<i64>) -> tensor<i64> {
  %0 = pad.pad wrap %x low[] high[] : tensor<i64> to tensor<i64>
  return %0 : tensor<i64>
}
// MODES-LABEL: func @modes
// MODES: pad.pad [edge, reflect periodic] %{{.*}} low[1, 5] high[1, 0] : tensor<2x3xi8> to tensor<4x8xi8>
func.func @modes(%x: tensor<2x3xi8>) -> tensor<4x8xi8> {
  %0 = pad.pad [edge, reflect periodic] %x low[1, 5] high[1, 0]
      : tensor<2x3xi8> to tensor<4x8xi8>
  return %0 : tensor<4x8xi8>
}
