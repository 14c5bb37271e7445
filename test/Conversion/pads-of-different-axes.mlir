// Pads that a front end has one after the other, because its pads have one mode
// each, arrive as one.
//
// RUN: pad-opt %s --allow-unregistered-dialect --pad-import --canonicalize -split-input-file | FileCheck %s

// Longitude goes on, latitude ends: circular and replicate of PyTorch.
// CHECK-LABEL: func @torch
// CHECK: %[[X:.*]] = builtin.unrealized_conversion_cast %{{.*}} : !torch.vtensor<[1,8,180,360],f32> to tensor<1x8x180x360xf32>
// CHECK-NEXT: pad.pad [edge, edge, edge, wrap] %[[X]] low[0, 0, 1, 2] high[0, 0, 1, 2] : tensor<1x8x180x360xf32> to tensor<1x8x182x364xf32>
func.func @torch(%x: !torch.vtensor<[1,8,180,360],f32>) -> !torch.vtensor<[1,8,182,364],f32> {
  %c0 = "torch.constant.int"() <{value = 0 : i64}> : () -> !torch.int
  %c1 = "torch.constant.int"() <{value = 1 : i64}> : () -> !torch.int
  %c2 = "torch.constant.int"() <{value = 2 : i64}> : () -> !torch.int
  %l = "torch.prim.ListConstruct"(%c2, %c2, %c0, %c0) : (!torch.int, !torch.int, !torch.int, !torch.int) -> !torch.list<int>
  %r = "torch.aten._pad_circular"(%x, %l) : (!torch.vtensor<[1,8,180,360],f32>, !torch.list<int>) -> !torch.vtensor<[1,8,180,364],f32>
  %k = "torch.prim.ListConstruct"(%c0, %c0, %c1, %c1) : (!torch.int, !torch.int, !torch.int, !torch.int) -> !torch.list<int>
  %s = "torch.aten.replication_pad2d"(%r, %k) : (!torch.vtensor<[1,8,180,364],f32>, !torch.list<int>) -> !torch.vtensor<[1,8,182,364],f32>
  return %s : !torch.vtensor<[1,8,182,364],f32>
}

// -----

// Of ONNX, with a constant pad around.
// CHECK-LABEL: func @onnx
// CHECK-SAME: (%[[X:.*]]: tensor<2x5xf32>)
// CHECK: %[[V:.*]] = arith.constant 7.000000e+00 : f32
// CHECK: pad.pad [edge, constant] %[[X]] value(%[[V]]) low[1, 3] high[0, 0] : tensor<2x5xf32> to tensor<3x8xf32>
func.func @onnx(%x: tensor<2x5xf32>) -> tensor<3x8xf32> {
  %none = "onnx.NoValue"() {value} : () -> none
  %p = "onnx.Constant"() {value_ints = [1, 0, 0, 0]} : () -> tensor<4xi64>
  %a = "onnx.Pad"(%x, %p, %none, %none) {mode = "edge"} : (tensor<2x5xf32>, tensor<4xi64>, none, none) -> tensor<3x5xf32>
  %q = "onnx.Constant"() {value_ints = [0, 3, 0, 0]} : () -> tensor<4xi64>
  %v = "onnx.Constant"() {value_float = 7.0 : f32} : () -> tensor<f32>
  %r = "onnx.Pad"(%a, %q, %v, %none) {mode = "constant"} : (tensor<3x5xf32>, tensor<4xi64>, tensor<f32>, none) -> tensor<3x8xf32>
  return %r : tensor<3x8xf32>
}
