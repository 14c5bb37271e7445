// RUN: pad-opt %s --pad-fold-constants=max-elements=8 -split-input-file | FileCheck %s

// Bits are kept: NaN payloads and the sign of zero.
// CHECK-LABEL: func @bits
// CHECK: arith.constant dense<[0x7FA00001, 0x7FA00001, -0.000000e+00, 0.000000e+00, -0.000000e+00, 0xFFC12345]> : tensor<6xf32>
func.func @bits() -> tensor<6xf32> {
  %v = arith.constant 0x7FA00001 : f32
  %x = arith.constant dense<[0x7FA00001, -0.0, 0.0, -0.0, 0xFFC12345]> : tensor<5xf32>
  %r = pad.pad constant %x value(%v) low[1] high[0] : tensor<5xf32> to tensor<6xf32>
  return %r : tensor<6xf32>
}

// -----

// CHECK-LABEL: func @packed
// CHECK: %[[A:.*]] = arith.constant dense<[true, false, true, false, true]> : tensor<5xi1>
// CHECK: %[[B:.*]] = arith.constant dense<[-8, 0, 7, 0, 0]> : tensor<5xi4>
// CHECK: return %[[A]], %[[B]]
func.func @packed() -> (tensor<5xi1>, tensor<5xi4>) {
  %x = arith.constant dense<[true, false, true]> : tensor<3xi1>
  %a = pad.pad reflect %x low[2] high[0] : tensor<3xi1> to tensor<5xi1>
  %y = arith.constant dense<[-8, 7]> : tensor<2xi4>
  %b = pad.pad constant %y low[0] high[2] interior[1] : tensor<2xi4> to tensor<5xi4>
  return %a, %b : tensor<5xi1>, tensor<5xi4>
}

// -----

// CHECK-LABEL: func @complex
// CHECK: arith.constant dense<[(5.000000e+00,-0.000000e+00), (1.000000e+00,2.000000e+00)]> : tensor<2xcomplex<f32>>
func.func @complex() -> tensor<2xcomplex<f32>> {
  %v = complex.constant [5.0 : f32, -0.0 : f32] : complex<f32>
  %x = arith.constant dense<[(1.0, 2.0), (3.0, 4.0)]> : tensor<2xcomplex<f32>>
  %r = pad.pad constant %x value(%v) low[1] high[-1] : tensor<2xcomplex<f32>> to tensor<2xcomplex<f32>>
  return %r : tensor<2xcomplex<f32>>
}

// -----

// Axes are independent; an open extent of the result stays open.
// CHECK-LABEL: func @axes
// CHECK: %[[C:.*]] = arith.constant dense<{{\[\[}}2, 1, 2], [4, 3, 4]]> : tensor<2x3xi32>
// CHECK: tensor.cast %[[C]] : tensor<2x3xi32> to tensor<?x3xi32>
func.func @axes() -> tensor<?x3xi32> {
  %x = arith.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %r = pad.pad wrap %x low[0, 1] high[0, 0] : tensor<2x2xi32> to tensor<?x3xi32>
  return %r : tensor<?x3xi32>
}

// -----

// A splat that stays one has no budget; another value ends it.
// CHECK-LABEL: func @splats
// CHECK-DAG: arith.constant dense<-1> : tensor<1000002xi64>
// CHECK-DAG: arith.constant dense<2.000000e+00> : tensor<1000000xf32>
// CHECK-DAG: %[[Z:.*]] = arith.constant dense<0.000000e+00> : tensor<9xf32>
// CHECK: pad.pad constant %[[Z]] value(%{{.*}}) low[0] high[1]
func.func @splats() -> (tensor<1000002xi64>, tensor<1000000xf32>, tensor<10xf32>) {
  %v = arith.constant -1 : i64
  %x = arith.constant dense<-1> : tensor<4xi64>
  %a = pad.pad constant %x value(%v) low[999998] high[0] : tensor<4xi64> to tensor<1000002xi64>
  %y = arith.constant dense<2.0> : tensor<4xf32>
  %b = pad.pad edge %y low[0] high[999996] : tensor<4xf32> to tensor<1000000xf32>
  %n = arith.constant -0.0 : f32
  %z = arith.constant dense<0.0> : tensor<9xf32>
  %c = pad.pad constant %z value(%n) low[0] high[1] : tensor<9xf32> to tensor<10xf32>
  return %a, %b, %c : tensor<1000002xi64>, tensor<1000000xf32>, tensor<10xf32>
}

// -----

// CHECK-LABEL: func @resource
// CHECK: arith.constant dense<[1, 2, 1]> : tensor<3xi32>
// CHECK: arith.constant dense<[true, false, true]> : tensor<3xi1>
func.func @resource() -> (tensor<3xi32>, tensor<3xi1>) {
  %x = arith.constant dense_resource<two> : tensor<2xi32>
  %r = pad.pad wrap %x low[0] high[1] : tensor<2xi32> to tensor<3xi32>
  %y = arith.constant dense_resource<bits> : tensor<2xi1>
  %s = pad.pad wrap %y low[0] high[1] : tensor<2xi1> to tensor<3xi1>
  return %r, %s : tensor<3xi32>, tensor<3xi1>
}
{-#
  dialect_resources: {
    builtin: {
      two: "0x040000000100000002000000",
      bits: "0x010000000100"
    }
  }
#-}

// -----

// An empty result, and an empty source.
// CHECK-LABEL: func @empty
// CHECK: arith.constant dense<> : tensor<0xi32>
// CHECK: arith.constant dense<7> : tensor<2xi32>
func.func @empty() -> (tensor<0xi32>, tensor<2xi32>) {
  %x = arith.constant dense<[1, 2]> : tensor<2xi32>
  %a = pad.pad edge %x low[-3] high[0] : tensor<2xi32> to tensor<0xi32>
  %v = arith.constant 7 : i32
  %y = arith.constant dense<> : tensor<0xi32>
  %b = pad.pad constant %y value(%v) low[1] high[1] : tensor<0xi32> to tensor<2xi32>
  return %a, %b : tensor<0xi32>, tensor<2xi32>
}

// -----

// CHECK-LABEL: func @left
// CHECK-COUNT-4: pad.pad
func.func @left(%v: i32, %n: index, %u: tensor<2xi32>)
    -> (tensor<9xi32>, tensor<3xi32>, tensor<?xi32>, tensor<3xi32>) {
  %x = arith.constant dense<[1, 2]> : tensor<2xi32>
  %large = pad.pad wrap %x low[7] high[0] : tensor<2xi32> to tensor<9xi32>
  %value = pad.pad constant %x value(%v) low[1] high[0] : tensor<2xi32> to tensor<3xi32>
  %dynamic = pad.pad edge %x low[%n] high[0] : tensor<2xi32> to tensor<?xi32>
  %source = pad.pad edge %u low[1] high[0] : tensor<2xi32> to tensor<3xi32>
  return %large, %value, %dynamic, %source : tensor<9xi32>, tensor<3xi32>, tensor<?xi32>, tensor<3xi32>
}
