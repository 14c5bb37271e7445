// RUN: pad-opt %s --allow-unregistered-dialect --convert-torch-to-pad=verify=true | FileCheck %s --implicit-check-not=torch.aten --implicit-check-not=torch.operator --implicit-check-not=torch.constant --implicit-check-not=torch.prim

// The last axis comes first. Integers lose their sign.
// CHECK-LABEL: func @constant_pad_nd
// CHECK: %[[V:.*]] = arith.constant 2 : i64
// CHECK: %[[X:.*]] = builtin.unrealized_conversion_cast %{{.*}} : !torch.vtensor<[?,3],si64> to tensor<?x3xi64>
// CHECK: %[[P:.*]] = pad.pad constant %[[X]] value(%[[V]]) low[3, 1] high[4, 2] : tensor<?x3xi64> to tensor<?x6xi64>
// CHECK: builtin.unrealized_conversion_cast %[[P]] : tensor<?x6xi64> to !torch.vtensor<[?,6],si64>
func.func @constant_pad_nd(%x: !torch.vtensor<[?,3],si64>) -> !torch.vtensor<[?,6],si64> {
  %v = "torch.constant.float"() <{value = 2.5 : f64}> : () -> !torch.float
  %c0 = "torch.constant.int"() <{value = 1 : i64}> : () -> !torch.int
  %c1 = "torch.constant.int"() <{value = 2 : i64}> : () -> !torch.int
  %c2 = "torch.constant.int"() <{value = 3 : i64}> : () -> !torch.int
  %c3 = "torch.constant.int"() <{value = 4 : i64}> : () -> !torch.int
  %l = "torch.prim.ListConstruct"(%c0, %c1, %c2, %c3) : (!torch.int, !torch.int, !torch.int, !torch.int) -> !torch.list<int>
  %r = "torch.aten.constant_pad_nd"(%x, %l, %v) : (!torch.vtensor<[?,3],si64>, !torch.list<int>, !torch.float) -> !torch.vtensor<[?,6],si64>
  return %r : !torch.vtensor<[?,6],si64>
}

// The imaginary part of a padding value is zero.
// CHECK-LABEL: func @complex
// CHECK: %[[V:.*]] = complex.constant [1.500000e+00 : f32, 0.000000e+00 : f32] : complex<f32>
// CHECK: pad.pad constant %{{.*}} value(%[[V]]) low[1] high[2] : tensor<3xcomplex<f32>> to tensor<6xcomplex<f32>>
func.func @complex(%x: !torch.vtensor<[3],complex<f32>>) -> !torch.vtensor<[6],complex<f32>> {
  %v = "torch.constant.float"() <{value = 1.5 : f64}> : () -> !torch.float
  %c0 = "torch.constant.int"() <{value = 1 : i64}> : () -> !torch.int
  %c1 = "torch.constant.int"() <{value = 2 : i64}> : () -> !torch.int
  %l = "torch.prim.ListConstruct"(%c0, %c1) : (!torch.int, !torch.int) -> !torch.list<int>
  %r = "torch.aten.constant_pad_nd"(%x, %l, %v) : (!torch.vtensor<[3],complex<f32>>, !torch.list<int>, !torch.float) -> !torch.vtensor<[6],complex<f32>>
  return %r : !torch.vtensor<[6],complex<f32>>
}

// CHECK-LABEL: func @pad_reflect
// CHECK: pad.pad reflect %{{.*}} low[0, 1] high[0, 2] : tensor<2x3xf32> to tensor<2x6xf32>
func.func @pad_reflect(%x: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,6],f32> {
  %m = "torch.constant.str"() <{value = "reflect"}> : () -> !torch.str
  %v = "torch.constant.none"() : () -> !torch.none
  %c0 = "torch.constant.int"() <{value = 1 : i64}> : () -> !torch.int
  %c1 = "torch.constant.int"() <{value = 2 : i64}> : () -> !torch.int
  %l = "torch.prim.ListConstruct"(%c0, %c1) : (!torch.int, !torch.int) -> !torch.list<int>
  %r = "torch.aten.pad"(%x, %l, %m, %v) : (!torch.vtensor<[2,3],f32>, !torch.list<int>, !torch.str, !torch.none) -> !torch.vtensor<[2,6],f32>
  return %r : !torch.vtensor<[2,6],f32>
}

// CHECK-LABEL: func @pad_replicate
// CHECK: pad.pad edge %{{.*}} low[0, 1] high[0, 2] : tensor<2x3xf32> to tensor<2x6xf32>
func.func @pad_replicate(%x: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,6],f32> {
  %m = "torch.constant.str"() <{value = "replicate"}> : () -> !torch.str
  %v = "torch.constant.none"() : () -> !torch.none
  %c0 = "torch.constant.int"() <{value = 1 : i64}> : () -> !torch.int
  %c1 = "torch.constant.int"() <{value = 2 : i64}> : () -> !torch.int
  %l = "torch.prim.ListConstruct"(%c0, %c1) : (!torch.int, !torch.int) -> !torch.list<int>
  %r = "torch.aten.pad"(%x, %l, %m, %v) : (!torch.vtensor<[2,3],f32>, !torch.list<int>, !torch.str, !torch.none) -> !torch.vtensor<[2,6],f32>
  return %r : !torch.vtensor<[2,6],f32>
}

// CHECK-LABEL: func @pad_circular
// CHECK: pad.pad wrap %{{.*}} low[0, 1] high[0, 2] : tensor<2x3xf32> to tensor<2x6xf32>
func.func @pad_circular(%x: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,6],f32> {
  %m = "torch.constant.str"() <{value = "circular"}> : () -> !torch.str
  %v = "torch.constant.none"() : () -> !torch.none
  %c0 = "torch.constant.int"() <{value = 1 : i64}> : () -> !torch.int
  %c1 = "torch.constant.int"() <{value = 2 : i64}> : () -> !torch.int
  %l = "torch.prim.ListConstruct"(%c0, %c1) : (!torch.int, !torch.int) -> !torch.list<int>
  %r = "torch.aten.pad"(%x, %l, %m, %v) : (!torch.vtensor<[2,3],f32>, !torch.list<int>, !torch.str, !torch.none) -> !torch.vtensor<[2,6],f32>
  return %r : !torch.vtensor<[2,6],f32>
}

// CHECK-LABEL: func @pad_constant
// CHECK: pad.pad constant %{{[^ ]*}} low[0, 1] high[0, 2]
func.func @pad_constant(%x: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,6],f32> {
  %m = "torch.constant.str"() <{value = "constant"}> : () -> !torch.str
  %v = "torch.constant.none"() : () -> !torch.none
  %c0 = "torch.constant.int"() <{value = 1 : i64}> : () -> !torch.int
  %c1 = "torch.constant.int"() <{value = 2 : i64}> : () -> !torch.int
  %l = "torch.prim.ListConstruct"(%c0, %c1) : (!torch.int, !torch.int) -> !torch.list<int>
  %r = "torch.aten.pad"(%x, %l, %m, %v) : (!torch.vtensor<[2,3],f32>, !torch.list<int>, !torch.str, !torch.none) -> !torch.vtensor<[2,6],f32>
  return %r : !torch.vtensor<[2,6],f32>
}

// Also as torch.operator.
// CHECK-LABEL: func @operator
// CHECK: pad.pad wrap %{{.*}} low[0, 0, 1] high[0, 0, 2]
func.func @operator(%x: !torch.vtensor<[1,2,3],f32>) -> !torch.vtensor<[1,2,6],f32> {
  %c0 = "torch.constant.int"() <{value = 1 : i64}> : () -> !torch.int
  %c1 = "torch.constant.int"() <{value = 2 : i64}> : () -> !torch.int
  %l = "torch.prim.ListConstruct"(%c0, %c1) : (!torch.int, !torch.int) -> !torch.list<int>
  %r = "torch.operator"(%x, %l) <{name = "torch.aten._pad_circular"}> : (!torch.vtensor<[1,2,3],f32>, !torch.list<int>) -> !torch.vtensor<[1,2,6],f32>
  return %r : !torch.vtensor<[1,2,6],f32>
}

// Circular padding crops first: the pad does not bring back what is gone.
// CHECK-LABEL: func @circular_crop
// CHECK: %[[S:.*]] = tensor.extract_slice %{{.*}}[0, 0, 0] [1, 2, 3] [1, 1, 1]
// CHECK: pad.pad wrap %[[S]] low[0, 0, 2] high[0, 0, 0] : tensor<1x2x3xf32> to tensor<1x2x5xf32>
func.func @circular_crop(%x: !torch.vtensor<[1,2,4],f32>) -> !torch.vtensor<[1,2,5],f32> {
  %c0 = "torch.constant.int"() <{value = 2 : i64}> : () -> !torch.int
  %c1 = "torch.constant.int"() <{value = -1 : i64}> : () -> !torch.int
  %l = "torch.prim.ListConstruct"(%c0, %c1) : (!torch.int, !torch.int) -> !torch.list<int>
  %r = "torch.aten._pad_circular"(%x, %l) : (!torch.vtensor<[1,2,4],f32>, !torch.list<int>) -> !torch.vtensor<[1,2,5],f32>
  return %r : !torch.vtensor<[1,2,5],f32>
}

// A reflection does not.
// CHECK-LABEL: func @reflection_crop
// CHECK: pad.pad reflect %{{.*}} low[0, 2] high[0, -1] : tensor<2x4xf32> to tensor<2x5xf32>
func.func @reflection_crop(%x: !torch.vtensor<[2,4],f32>) -> !torch.vtensor<[2,5],f32> {
  %c0 = "torch.constant.int"() <{value = 2 : i64}> : () -> !torch.int
  %c1 = "torch.constant.int"() <{value = -1 : i64}> : () -> !torch.int
  %l = "torch.prim.ListConstruct"(%c0, %c1) : (!torch.int, !torch.int) -> !torch.list<int>
  %r = "torch.aten.reflection_pad1d"(%x, %l) : (!torch.vtensor<[2,4],f32>, !torch.list<int>) -> !torch.vtensor<[2,5],f32>
  return %r : !torch.vtensor<[2,5],f32>
}

// Numbers and values known only at run time.
// CHECK-LABEL: func @run_time
// CHECK-SAME: %[[P:[^ ]*]]: !torch.int, %[[F:[^ ]*]]: !torch.float
// CHECK: %[[D:.*]] = builtin.unrealized_conversion_cast %[[F]] : !torch.float to f64
// CHECK: %[[V:.*]] = arith.truncf %[[D]] : f64 to f32
// CHECK: %[[I:.*]] = builtin.unrealized_conversion_cast %[[P]] : !torch.int to i64
// CHECK: %[[L:.*]] = arith.index_cast %[[I]] : i64 to index
// CHECK: pad.pad constant %{{.*}} value(%[[V]]) low[0, %[[L]]] high[0, 1] : tensor<2x3xf32> to tensor<2x?xf32>
// CHECK: tensor.cast %{{.*}} : tensor<2x?xf32> to tensor<2x5xf32>
func.func @run_time(%x: !torch.vtensor<[2,3],f32>, %p: !torch.int, %f: !torch.float) -> !torch.vtensor<[2,5],f32> {
  %1 = "torch.constant.int"() <{value = 1 : i64}> : () -> !torch.int
  %l = "torch.prim.ListConstruct"(%p, %1) : (!torch.int, !torch.int) -> !torch.list<int>
  %r = "torch.aten.constant_pad_nd"(%x, %l, %f) : (!torch.vtensor<[2,3],f32>, !torch.list<int>, !torch.float) -> !torch.vtensor<[2,5],f32>
  return %r : !torch.vtensor<[2,5],f32>
}
