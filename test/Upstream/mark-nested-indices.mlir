// RUN: pad-opt %s --pad-mark-nested-indices --cse | FileCheck %s
// RUN: pad-opt %s --cse | FileCheck %s --check-prefix=UPSTREAM

// On the day that upstream's CSE tells the two apart, the second run fails and
// the pass can go.
// CHECK-LABEL: func @nested
// CHECK: %[[I:.*]] = linalg.index 0 : index
// CHECK: linalg.generic
// CHECK: %[[J:.*]] = linalg.index 0 {pad.nesting_depth = 1 : i64}
// CHECK-NEXT: arith.addi %[[I]], %[[J]]
// UPSTREAM-LABEL: func @nested
// UPSTREAM: %[[I:.*]] = linalg.index 0 : index
// UPSTREAM: linalg.generic
// UPSTREAM: arith.addi %[[I]], %[[I]]
func.func @nested(%rows: memref<3xindex>, %columns: memref<4xindex>) {
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>],
                  iterator_types = ["parallel"]} outs(%rows : memref<3xindex>) {
  ^bb0(%row: index):
    %i = linalg.index 0 : index
    linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>],
                    iterator_types = ["parallel"]}
        outs(%columns : memref<4xindex>) {
    ^bb0(%column: index):
      %j = linalg.index 0 : index
      %s = arith.addi %i, %j : index
      linalg.yield %s : index
    }
    linalg.yield %i : index
  }
  return
}

// What bufferization makes of the indices of `tensor.generate`.
// CHECK-LABEL: func @in_generate
// CHECK: linalg.index 0 {pad.nesting_depth = 1 : i64}
func.func @in_generate(%init: tensor<3xindex>) -> tensor<3xindex> {
  %r = tensor.generate {
  ^bb0(%i: index):
    %a = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>],
                         iterator_types = ["parallel"]}
        outs(%init : tensor<3xindex>) {
    ^bb0(%out: index):
      %j = linalg.index 0 : index
      linalg.yield %j : index
    } -> tensor<3xindex>
    %e = tensor.extract %a[%i] : tensor<3xindex>
    tensor.yield %e : index
  } : tensor<3xindex>
  return %r : tensor<3xindex>
}
