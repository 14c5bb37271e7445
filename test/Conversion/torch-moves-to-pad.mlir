// RUN: pad-opt %s --allow-unregistered-dialect --convert-torch-to-pad=verify=true -verify-diagnostics | FileCheck %s
// RUN: pad-opt %s --allow-unregistered-dialect --pad-import=verify=true | FileCheck %s

// The last elements in front, of an axis that is counted from the back; the batches
// are of any number.
// CHECK-LABEL: func @wrap
// CHECK-SAME: %[[X:[^ ]*]]: !torch.vtensor<[?,4],si64>
// CHECK-NEXT: %[[T:.*]] = builtin.unrealized_conversion_cast %[[X]] : !torch.vtensor<[?,4],si64> to tensor<?x4xi64>
// CHECK-NEXT: %[[P:.*]] = pad.pad wrap %[[T]] low[0, 2] high[0, 0] : tensor<?x4xi64> to tensor<?x6xi64>
// CHECK-NEXT: %[[R:.*]] = builtin.unrealized_conversion_cast %[[P]] : tensor<?x6xi64> to !torch.vtensor<[?,6],si64>
// CHECK-NEXT: return %[[R]]
func.func @wrap(%x: !torch.vtensor<[?,4],si64>) -> !torch.vtensor<[?,6],si64> {
  %last = "torch.constant.int"() <{value = -1 : i64}> : () -> !torch.int
  %start = "torch.constant.int"() <{value = -2 : i64}> : () -> !torch.int
  %one = "torch.constant.int"() <{value = 1 : i64}> : () -> !torch.int
  %none = "torch.constant.none"() : () -> !torch.none
  %s = "torch.aten.slice.Tensor"(%x, %last, %start, %none, %one) : (!torch.vtensor<[?,4],si64>, !torch.int, !torch.int, !torch.none, !torch.int) -> !torch.vtensor<[?,2],si64>
  %l = "torch.prim.ListConstruct"(%s, %x) : (!torch.vtensor<[?,2],si64>, !torch.vtensor<[?,4],si64>) -> !torch.list<vtensor>
  %r = "torch.aten.cat"(%l, %last) : (!torch.list<vtensor>, !torch.int) -> !torch.vtensor<[?,6],si64>
  return %r : !torch.vtensor<[?,6],si64>
}

// Reflection as PyTorch decomposes it: 3 - |3 - |i||, with i from -2 to 4.
// CHECK-LABEL: func @decomposed
// CHECK: pad.pad reflect %{{.*}} low[0, 2] high[0, 1] : tensor<2x4xf32> to tensor<2x7xf32>
// CHECK-NEXT: builtin.unrealized_conversion_cast
// CHECK-NEXT: return
func.func @decomposed(%x: !torch.vtensor<[2,4],f32>) -> !torch.vtensor<[2,7],f32> {
  %start = "torch.constant.int"() <{value = -2 : i64}> : () -> !torch.int
  %end = "torch.constant.int"() <{value = 5 : i64}> : () -> !torch.int
  %three = "torch.constant.int"() <{value = 3 : i64}> : () -> !torch.int
  %one = "torch.constant.int"() <{value = 1 : i64}> : () -> !torch.int
  %none = "torch.constant.none"() : () -> !torch.none
  %i = "torch.aten.arange.start"(%start, %end, %none, %none, %none, %none) : (!torch.int, !torch.int, !torch.none, !torch.none, !torch.none, !torch.none) -> !torch.vtensor<[7],si64>
  %a = "torch.aten.abs"(%i) : (!torch.vtensor<[7],si64>) -> !torch.vtensor<[7],si64>
  %b = "torch.aten.rsub.Scalar"(%a, %three, %one) : (!torch.vtensor<[7],si64>, !torch.int, !torch.int) -> !torch.vtensor<[7],si64>
  %c = "torch.aten.abs"(%b) : (!torch.vtensor<[7],si64>) -> !torch.vtensor<[7],si64>
  %d = "torch.aten.rsub.Scalar"(%c, %three, %one) : (!torch.vtensor<[7],si64>, !torch.int, !torch.int) -> !torch.vtensor<[7],si64>
  %l = "torch.prim.ListConstruct"(%none, %d) : (!torch.none, !torch.vtensor<[7],si64>) -> !torch.list<optional<vtensor>>
  %r = "torch.aten._unsafe_index.Tensor"(%x, %l) : (!torch.vtensor<[2,4],f32>, !torch.list<optional<vtensor>>) -> !torch.vtensor<[2,7],f32>
  return %r : !torch.vtensor<[2,7],f32>
}

// Indices in a resource, as torch-mlir imports them.
// CHECK-LABEL: func @resource
// CHECK: pad.pad edge %{{.*}} low[1] high[0] : tensor<3xf32> to tensor<4xf32>
func.func @resource(%x: !torch.vtensor<[3],f32>) -> !torch.vtensor<[4],f32> {
  %zero = "torch.constant.int"() <{value = 0 : i64}> : () -> !torch.int
  %i = "torch.vtensor.literal"() <{value = dense_resource<rows> : tensor<4xsi64>}> : () -> !torch.vtensor<[4],si64>
  %r = "torch.aten.index_select"(%x, %zero, %i) : (!torch.vtensor<[3],f32>, !torch.int, !torch.vtensor<[4],si64>) -> !torch.vtensor<[4],f32>
  return %r : !torch.vtensor<[4],f32>
}

// Indices of two axes read a diagonal.
// CHECK-LABEL: func @diagonal
// CHECK: torch.aten.index.Tensor
func.func @diagonal(%x: !torch.vtensor<[2,2],f32>) -> !torch.vtensor<[3],f32> {
  %i = "torch.vtensor.literal"() <{value = dense<[0, 0, 1]> : tensor<3xsi64>}> : () -> !torch.vtensor<[3],si64>
  %l = "torch.prim.ListConstruct"(%i, %i) : (!torch.vtensor<[3],si64>, !torch.vtensor<[3],si64>) -> !torch.list<vtensor>
  %r = "torch.aten.index.Tensor"(%x, %l) : (!torch.vtensor<[2,2],f32>, !torch.list<vtensor>) -> !torch.vtensor<[3],f32>
  return %r : !torch.vtensor<[3],f32>
}

// A sequence of numbers that may be rounded, and a product in place of a sum.
// CHECK-LABEL: func @other_indices
// CHECK: torch.aten.index_select
// CHECK: torch.aten.index_select
func.func @other_indices(%x: !torch.vtensor<[2],f32>) -> (!torch.vtensor<[2],f32>, !torch.vtensor<[3],f32>) {
  %zero = "torch.constant.int"() <{value = 0 : i64}> : () -> !torch.int
  %two = "torch.constant.int"() <{value = 2 : i64}> : () -> !torch.int
  %none = "torch.constant.none"() : () -> !torch.none
  %i = "torch.aten.arange"(%two, %none, %none, %none, %none) : (!torch.int, !torch.none, !torch.none, !torch.none, !torch.none) -> !torch.vtensor<[2],si8>
  %r = "torch.aten.index_select"(%x, %zero, %i) : (!torch.vtensor<[2],f32>, !torch.int, !torch.vtensor<[2],si8>) -> !torch.vtensor<[2],f32>
  %j = "torch.vtensor.literal"() <{value = dense<[-1, 0, 1]> : tensor<3xsi64>}> : () -> !torch.vtensor<[3],si64>
  %k = "torch.aten.add.Scalar"(%j, %zero, %two) : (!torch.vtensor<[3],si64>, !torch.int, !torch.int) -> !torch.vtensor<[3],si64>
  %s = "torch.aten.index_select"(%x, %zero, %k) : (!torch.vtensor<[2],f32>, !torch.int, !torch.vtensor<[3],si64>) -> !torch.vtensor<[3],f32>
  return %r, %s : !torch.vtensor<[2],f32>, !torch.vtensor<[3],f32>
}

// CHECK-LABEL: func @near
// CHECK: torch.aten.cat
func.func @near(%x: !torch.vtensor<[3],f32>) -> !torch.vtensor<[5],f32> {
  %zero = "torch.constant.int"() <{value = 0 : i64}> : () -> !torch.int
  %two = "torch.constant.int"() <{value = 2 : i64}> : () -> !torch.int
  %one = "torch.constant.int"() <{value = 1 : i64}> : () -> !torch.int
  %none = "torch.constant.none"() : () -> !torch.none
  %s = "torch.aten.slice.Tensor"(%x, %zero, %none, %two, %one) : (!torch.vtensor<[3],f32>, !torch.int, !torch.none, !torch.int, !torch.int) -> !torch.vtensor<[2],f32>
  %l = "torch.prim.ListConstruct"(%s, %x) : (!torch.vtensor<[2],f32>, !torch.vtensor<[3],f32>) -> !torch.list<vtensor>
  %r = "torch.aten.cat"(%l, %zero) : (!torch.list<vtensor>, !torch.int) -> !torch.vtensor<[5],f32>
  return %r : !torch.vtensor<[5],f32>
}

{-#
  dialect_resources: {
    builtin: {
      rows: "0x080000000000000000000000000000000000000001000000000000000200000000000000"
    }
  }
#-}
