// RUN: pad-opt %s --loop-invariant-subset-hoisting --canonicalize | FileCheck %s

// A pad is no subset op, and does not stand in the way of those around it: the
// tensor that the loop carries becomes the slice that the pad writes.
// CHECK-LABEL: func @destination
// CHECK-SAME: (%{{.*}}: tensor<4xf32>, %[[Y:[a-z0-9]+]]: tensor<9xf32>
// CHECK: %[[S:.*]] = tensor.extract_slice %[[Y]][2] [6] [1]
// CHECK: %[[R:.*]] = scf.for {{.*}} iter_args(%[[T:.*]] = %[[S]]) -> (tensor<6xf32>)
// CHECK-NEXT: %[[P:.*]] = pad.pad_into edge %{{.*}} into %[[T]] low[%{{.*}}] high[1]
// CHECK-NEXT: scf.yield %[[P]] : tensor<6xf32>
// CHECK: tensor.insert_slice %[[R]] into %[[Y]][2] [6] [1]
func.func @destination(%x: tensor<4xf32>, %y: tensor<9xf32>, %n: index) -> tensor<9xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %y) -> tensor<9xf32> {
    %s = tensor.extract_slice %t[2] [6] [1] : tensor<9xf32> to tensor<6xf32>
    %p = pad.pad_into edge %x into %s low[%i] high[1] : tensor<4xf32> into tensor<6xf32> -> tensor<6xf32>
    %u = tensor.insert_slice %p into %t[2] [6] [1] : tensor<6xf32> into tensor<9xf32>
    scf.yield %u : tensor<9xf32>
  }
  return %r : tensor<9xf32>
}

// Rotated in place.
// CHECK-LABEL: func @value
// CHECK-SAME: (%[[Y:[a-z0-9]+]]: tensor<9xf32>
// CHECK: %[[S:.*]] = tensor.extract_slice %[[Y]][2] [4] [1]
// CHECK: %[[R:.*]] = scf.for {{.*}} iter_args(%[[T:.*]] = %[[S]]) -> (tensor<4xf32>)
// CHECK-NEXT: %[[P:.*]] = pad.pad wrap %[[T]] low[1] high[-1]
// CHECK-NEXT: scf.yield %[[P]] : tensor<4xf32>
// CHECK: tensor.insert_slice %[[R]] into %[[Y]][2] [4] [1]
func.func @value(%y: tensor<9xf32>, %n: index) -> tensor<9xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %y) -> tensor<9xf32> {
    %s = tensor.extract_slice %t[2] [4] [1] : tensor<9xf32> to tensor<4xf32>
    %p = pad.pad wrap %s low[1] high[-1] : tensor<4xf32> to tensor<4xf32>
    %u = tensor.insert_slice %p into %t[2] [4] [1] : tensor<4xf32> into tensor<9xf32>
    scf.yield %u : tensor<9xf32>
  }
  return %r : tensor<9xf32>
}

// The pad reads the whole tensor: its slice must be what the last iteration
// wrote.
// CHECK-LABEL: func @whole_is_read
// CHECK: scf.for {{.*}} -> (tensor<9xf32>)
// CHECK: tensor.extract_slice
// CHECK: pad.pad
// CHECK: tensor.insert_slice
// CHECK: scf.yield
func.func @whole_is_read(%y: tensor<9xf32>, %n: index) -> tensor<9xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %y) -> tensor<9xf32> {
    %s = tensor.extract_slice %t[2] [4] [1] : tensor<9xf32> to tensor<4xf32>
    %q = linalg.exp ins(%s : tensor<4xf32>) outs(%s : tensor<4xf32>) -> tensor<4xf32>
    %p = pad.pad_into edge %t into %q low[%i] high[-5] : tensor<9xf32> into tensor<4xf32> -> tensor<4xf32>
    %u = tensor.insert_slice %p into %t[2] [4] [1] : tensor<4xf32> into tensor<9xf32>
    scf.yield %u : tensor<9xf32>
  }
  return %r : tensor<9xf32>
}
