// RUN: pad-opt %s --pad-to-destination-style -split-input-file | FileCheck %s

// An extent is computed where the type leaves it open.
// CHECK-LABEL: func @mixed
// CHECK-SAME: (%[[X:.*]]: tensor<?x3xf32>, %[[L:.*]]: index)
// CHECK: %[[D:.*]] = tensor.dim %[[X]]
// CHECK: %[[S:.*]] = arith.addi %[[D]], %[[L]]
// CHECK: %[[N:.*]] = arith.maxsi %[[S]]
// CHECK: %[[E:.*]] = tensor.empty(%[[N]]) : tensor<?x5xf32>
// CHECK: pad.pad_into edge %[[X]] into %[[E]] low[%[[L]], 1] high[0, 1] : tensor<?x3xf32> into tensor<?x5xf32> -> tensor<?x5xf32>
func.func @mixed(%x: tensor<?x3xf32>, %l: index) -> tensor<?x5xf32> {
  %r = pad.pad edge %x low[%l, 1] high[0, 1] : tensor<?x3xf32> to tensor<?x5xf32>
  return %r : tensor<?x5xf32>
}
