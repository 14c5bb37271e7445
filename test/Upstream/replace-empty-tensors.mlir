// RUN: pad-opt %s --pad-prepare-bufferization --canonicalize | FileCheck %s
// RUN: pad-opt %s --lower-pad-to-llvm -o /dev/null

// The extents of other groups stay what they are.
// CHECK-LABEL: func @collapse
// CHECK-SAME: %[[X:.*]]: tensor<?x0x?x3xf32>
// CHECK-DAG: %[[D:.*]] = tensor.dim %[[X]], %c2
// CHECK-DAG: %[[P:.*]] = affine.apply #{{.*}}()[%[[D]]]
// CHECK: %[[E:.*]] = tensor.empty(%[[P]]) : tensor<0x?xf32>
// CHECK: tensor.cast %[[E]]
func.func @collapse(%x: tensor<?x0x?x3xf32>) -> tensor<?x?xf32> {
  %r = tensor.collapse_shape %x [[0, 1], [2, 3]] : tensor<?x0x?x3xf32> into tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// CHECK-LABEL: func @expand
// CHECK-SAME: %[[N:[^:]*]]: index
// CHECK: tensor.empty(%[[N]]) : tensor<?x0xf32>
func.func @expand(%x: tensor<?xf32>, %n: index) -> tensor<?x0xf32> {
  %r = tensor.expand_shape %x [[0, 1]] output_shape [%n, 0] : tensor<?xf32> into tensor<?x0xf32>
  return %r : tensor<?x0xf32>
}

// CHECK-LABEL: func @concat
// CHECK-SAME: %[[X:[^:]*]]: tensor<4xf32>, %[[E:[^:]*]]: tensor<0xf32>, %[[D:[^:]*]]: tensor<?xf32>
// CHECK: %[[J:.*]] = tensor.concat dim(0) %[[X]], %[[D]]
// CHECK: %[[N:.*]] = tensor.empty() : tensor<0xf32>
// CHECK: return %[[X]], %[[J]], %[[N]]
func.func @concat(%x: tensor<4xf32>, %e: tensor<0xf32>, %d: tensor<?xf32>) -> (tensor<4xf32>, tensor<?xf32>, tensor<0xf32>) {
  %a = tensor.concat dim(0) %x, %e : (tensor<4xf32>, tensor<0xf32>) -> tensor<4xf32>
  %b = tensor.concat dim(0) %e, %x, %d, %e : (tensor<0xf32>, tensor<4xf32>, tensor<?xf32>, tensor<0xf32>) -> tensor<?xf32>
  %c = tensor.concat dim(0) %e, %e : (tensor<0xf32>, tensor<0xf32>) -> tensor<0xf32>
  return %a, %b, %c : tensor<4xf32>, tensor<?xf32>, tensor<0xf32>
}

// CHECK-LABEL: func @other_axis
// CHECK-SAME: %{{.*}}: tensor<4x0xf32>, %[[Y:.*]]: tensor<?x0xf32>
// CHECK: %[[D:.*]] = tensor.dim %[[Y]], %c0
// CHECK: %[[S:.*]] = affine.apply #{{.*}}()[%[[D]]]
// CHECK: tensor.empty(%[[S]]) : tensor<?x0xf32>
func.func @other_axis(%x: tensor<4x0xf32>, %y: tensor<?x0xf32>) -> tensor<?x0xf32> {
  %a = tensor.concat dim(0) %x, %y : (tensor<4x0xf32>, tensor<?x0xf32>) -> tensor<?x0xf32>
  return %a : tensor<?x0xf32>
}

// What any operand says of another axis holds for all, and for the result.
// CHECK-LABEL: func @one_knows
// CHECK-NOT: tensor.concat
// CHECK: return
func.func @one_knows(%x: tensor<?x?xf32>, %y: tensor<0x0xf32>, %z: tensor<?x0xf32>) -> (tensor<?x0xf32>, tensor<?x?xf32>) {
  %a = tensor.concat dim(0) %x, %y : (tensor<?x?xf32>, tensor<0x0xf32>) -> tensor<?x0xf32>
  %b = tensor.concat dim(0) %x, %z : (tensor<?x?xf32>, tensor<?x0xf32>) -> tensor<?x?xf32>
  return %a, %b : tensor<?x0xf32>, tensor<?x?xf32>
}

// What the static extents leave to the others is nothing.
// CHECK-LABEL: func @nothing_is_left
// CHECK-SAME: %[[D:[^:]*]]: tensor<?x3xf32>, %[[X:[^:]*]]: tensor<4x?xf32>
// CHECK-DAG: %[[N:.*]] = tensor.empty() : tensor<0x3xf32>
// CHECK-DAG: %[[J:.*]] = tensor.concat dim(0) %[[D]], %[[D]] : {{.*}} -> tensor<4x3xf32>
// CHECK-DAG: %[[C:.*]] = tensor.cast %[[X]] : tensor<4x?xf32> to tensor<4x3xf32>
// CHECK: return %[[C]], %[[N]], %[[J]]
func.func @nothing_is_left(%d: tensor<?x3xf32>, %x: tensor<4x?xf32>) -> (tensor<4x3xf32>, tensor<0x3xf32>, tensor<4x3xf32>) {
  %a = tensor.concat dim(0) %d, %x, %d : (tensor<?x3xf32>, tensor<4x?xf32>, tensor<?x3xf32>) -> tensor<4x3xf32>
  %b = tensor.concat dim(0) %d, %d : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<0x3xf32>
  %c = tensor.concat dim(0) %d, %d : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<4x3xf32>
  return %a, %b, %c : tensor<4x3xf32>, tensor<0x3xf32>, tensor<4x3xf32>
}
