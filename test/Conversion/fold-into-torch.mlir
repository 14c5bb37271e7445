// RUN: pad-opt %s --allow-unregistered-dialect --split-input-file --verify-diagnostics --pad-fold-into-consumers=remarks | FileCheck %s

// The padding is a list, of one number for both ends of an axis; one number alone is that of all axes. The pad of the pool is
// folded through the bridge to torch's type.
// CHECK-LABEL: func @pool(
// CHECK-SAME: %[[X:.*]]: !torch.vtensor<[1,2,?,6],f32>
// CHECK-NOT: pad.pad
// CHECK: %[[TWO:.*]] = "torch.constant.int"() {value = 2 : i64}
// CHECK-NEXT: %[[ONE:.*]] = "torch.constant.int"() {value = 1 : i64}
// CHECK-NEXT: %[[P:.*]] = "torch.prim.ListConstruct"(%[[TWO]], %[[ONE]]) : (!torch.int, !torch.int) -> !torch.list<int>
// CHECK-NEXT: "torch.aten.max_pool2d"(%[[X]], %{{.*}}, %{{.*}}, %[[P]], %{{.*}}, %{{.*}}) : (!torch.vtensor<[1,2,?,6],f32>, {{.*}} -> !torch.vtensor<[1,2,?,3],f32>
func.func @pool(%x: !torch.vtensor<[1,2,?,6],f32>) -> !torch.vtensor<[1,2,?,3],f32> {
  %v = arith.constant 0xFF800000 : f32
  %b = builtin.unrealized_conversion_cast %x : !torch.vtensor<[1,2,?,6],f32> to tensor<1x2x?x6xf32>
  %p = pad.pad constant %b value(%v) low[0, 0, 2, 1] high[0, 0, 2, 1] : tensor<1x2x?x6xf32> to tensor<1x2x?x8xf32>
  %t = builtin.unrealized_conversion_cast %p : tensor<1x2x?x8xf32> to !torch.vtensor<[1,2,?,8],f32>
  %0 = "torch.constant.int"() <{value = 0 : i64}> : () -> !torch.int
  %1 = "torch.constant.int"() <{value = 1 : i64}> : () -> !torch.int
  %2 = "torch.constant.int"() <{value = 2 : i64}> : () -> !torch.int
  %4 = "torch.constant.int"() <{value = 4 : i64}> : () -> !torch.int
  %k = "torch.prim.ListConstruct"(%4, %4) : (!torch.int, !torch.int) -> !torch.list<int>
  %s = "torch.prim.ListConstruct"(%2) : (!torch.int) -> !torch.list<int>
  %n = "torch.prim.ListConstruct"(%0) : (!torch.int) -> !torch.list<int>
  %d = "torch.prim.ListConstruct"(%1) : (!torch.int) -> !torch.list<int>
  %f = "torch.constant.bool"() <{value = false}> : () -> !torch.bool
  %r = "torch.aten.max_pool2d"(%t, %k, %s, %n, %d, %f) : (!torch.vtensor<[1,2,?,8],f32>, !torch.list<int>, !torch.list<int>, !torch.list<int>, !torch.list<int>, !torch.bool) -> !torch.vtensor<[1,2,?,3],f32>
  return %r : !torch.vtensor<[1,2,?,3],f32>
}

// -----

// Padding of a transposed convolution crops its result.
// CHECK-LABEL: func @transposed(
// CHECK: pad.pad
func.func @transposed(%b: tensor<1x2x6xf32>, %w: !torch.vtensor<[2,1,3],f32>) -> !torch.vtensor<[1,1,10],f32> {
  // expected-remark @below {{stays: torch.aten.convolution reads it, and its padding contradicts its other attributes}}
  %p = pad.pad constant %b low[0, 0, 1] high[0, 0, 1] : tensor<1x2x6xf32> to tensor<1x2x8xf32>
  %t = builtin.unrealized_conversion_cast %p : tensor<1x2x8xf32> to !torch.vtensor<[1,2,8],f32>
  %0 = "torch.constant.int"() <{value = 0 : i64}> : () -> !torch.int
  %1 = "torch.constant.int"() <{value = 1 : i64}> : () -> !torch.int
  %s = "torch.prim.ListConstruct"(%1) : (!torch.int) -> !torch.list<int>
  %n = "torch.prim.ListConstruct"(%0) : (!torch.int) -> !torch.list<int>
  %true = "torch.constant.bool"() <{value = true}> : () -> !torch.bool
  %none = "torch.constant.none"() : () -> !torch.none
  %r = "torch.aten.convolution"(%t, %w, %none, %s, %n, %s, %true, %n, %1) : (!torch.vtensor<[1,2,8],f32>, !torch.vtensor<[2,1,3],f32>, !torch.none, !torch.list<int>, !torch.list<int>, !torch.list<int>, !torch.bool, !torch.list<int>, !torch.int) -> !torch.vtensor<[1,1,10],f32>
  return %r : !torch.vtensor<[1,1,10],f32>
}

// -----

// Padding that is known only at run time, an average that does not count it, and a last window that may end outside.
// CHECK-LABEL: func @averages(
// CHECK-COUNT-3: pad.pad
func.func @averages(%b: tensor<1x2x6xf32>, %o: !torch.int) -> (!torch.vtensor<[1,2,?],f32>, !torch.vtensor<[1,2,7],f32>, !torch.vtensor<[1,2,7],f32>) {
  // expected-remark @below {{stays: torch.aten.avg_pool1d reads it, and its padding contradicts its other attributes}}
  %p = pad.pad constant %b low[0, 0, 1] high[0, 0, 1] : tensor<1x2x6xf32> to tensor<1x2x8xf32>
  // expected-remark @below {{stays: torch.aten.avg_pool1d reads it, and the node does not count its padding}}
  %q = pad.pad constant %b low[0, 0, 1] high[0, 0, 1] : tensor<1x2x6xf32> to tensor<1x2x8xf32>
  // expected-remark @below {{stays: torch.aten.avg_pool1d reads it, and the padding of the node decides whether its last window counts}}
  %u = pad.pad constant %b low[0, 0, 1] high[0, 0, 1] : tensor<1x2x6xf32> to tensor<1x2x8xf32>
  %t = builtin.unrealized_conversion_cast %p : tensor<1x2x8xf32> to !torch.vtensor<[1,2,8],f32>
  %y = builtin.unrealized_conversion_cast %q : tensor<1x2x8xf32> to !torch.vtensor<[1,2,8],f32>
  %z = builtin.unrealized_conversion_cast %u : tensor<1x2x8xf32> to !torch.vtensor<[1,2,8],f32>
  %0 = "torch.constant.int"() <{value = 0 : i64}> : () -> !torch.int
  %1 = "torch.constant.int"() <{value = 1 : i64}> : () -> !torch.int
  %2 = "torch.constant.int"() <{value = 2 : i64}> : () -> !torch.int
  %k = "torch.prim.ListConstruct"(%2) : (!torch.int) -> !torch.list<int>
  %s = "torch.prim.ListConstruct"(%1) : (!torch.int) -> !torch.list<int>
  %n = "torch.prim.ListConstruct"(%0) : (!torch.int) -> !torch.list<int>
  %m = "torch.prim.ListConstruct"(%o) : (!torch.int) -> !torch.list<int>
  %true = "torch.constant.bool"() <{value = true}> : () -> !torch.bool
  %f = "torch.constant.bool"() <{value = false}> : () -> !torch.bool
  %r = "torch.aten.avg_pool1d"(%t, %k, %s, %m, %f, %true) : (!torch.vtensor<[1,2,8],f32>, !torch.list<int>, !torch.list<int>, !torch.list<int>, !torch.bool, !torch.bool) -> !torch.vtensor<[1,2,?],f32>
  %c = "torch.aten.avg_pool1d"(%y, %k, %s, %n, %f, %f) : (!torch.vtensor<[1,2,8],f32>, !torch.list<int>, !torch.list<int>, !torch.list<int>, !torch.bool, !torch.bool) -> !torch.vtensor<[1,2,7],f32>
  %d = "torch.aten.avg_pool1d"(%z, %k, %s, %n, %true, %true) : (!torch.vtensor<[1,2,8],f32>, !torch.list<int>, !torch.list<int>, !torch.list<int>, !torch.bool, !torch.bool) -> !torch.vtensor<[1,2,7],f32>
  return %r, %c, %d : !torch.vtensor<[1,2,?],f32>, !torch.vtensor<[1,2,7],f32>, !torch.vtensor<[1,2,7],f32>
}
