// Upstream's CSE merges the indices of nested linalg ops. If this fails, it does not
// any more, and --pad-mark-nested-indices can go.
// RUN: mlir-opt %s --cse | FileCheck %s

// CHECK-LABEL: func @nested
// CHECK: linalg.index
// CHECK-NOT: linalg.index
func.func @nested(%rows: memref<3xindex>, %columns: memref<4xindex>) {
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      outs(%rows : memref<3xindex>) {
  ^bb0(%row: index):
    %i = linalg.index 0 : index
    linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
        outs(%columns : memref<4xindex>) {
    ^bb0(%column: index):
      %j = linalg.index 0 : index
      linalg.yield %j : index
    }
    linalg.yield %i : index
  }
  return
}
