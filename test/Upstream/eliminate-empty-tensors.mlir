// RUN: pad-opt %s --split-input-file --pad-eliminate-empty-tensors --mlir-print-ir-before=eliminate-empty-tensors 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=RUNS < %t
// RUN: pad-opt %S/canary-eliminate-own-destination.mlir --pad-eliminate-empty-tensors | FileCheck %s --check-prefix=OWN

// Upstream's pass runs for the two modules that insert a tensor.
// RUNS-COUNT-2: IR Dump Before
// RUNS-NOT:     IR Dump Before

// What a branch makes is inserted into itself.
// OWN:      scf.if
// OWN-NEXT:   tensor.empty
// OWN-NOT:    tensor.cast

// CHECK-LABEL: func.func @inserts(
// CHECK:         %[[PART:.*]] = tensor.extract_slice %arg0[2]
// CHECK:         linalg.fill {{.*}} outs(%[[PART]]
func.func @inserts(%x: tensor<8xf32> {bufferization.writable = true}, %v: f32) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %f = linalg.fill ins(%v : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %r = tensor.insert_slice %f into %x[2] [4] [1] : tensor<4xf32> into tensor<8xf32>
  return %r : tensor<8xf32>
}

// -----

// CHECK-LABEL: func.func @inserts_vectors(
// CHECK:         tensor.empty
// CHECK:         vector.transfer_write
func.func @inserts_vectors(%v: vector<8xf32>, %i: index) -> tensor<16xf32> {
  %e = tensor.empty() : tensor<16xf32>
  %r = vector.transfer_write %v, %e[%i] {in_bounds = [true]} : vector<8xf32>, tensor<16xf32>
  return %r : tensor<16xf32>
}

// -----

// CHECK-LABEL: func.func @no_empty(
// CHECK:         tensor.insert_slice
func.func @no_empty(%x: tensor<8xf32>, %y: tensor<4xf32>) -> tensor<8xf32> {
  %r = tensor.insert_slice %y into %x[2] [4] [1] : tensor<4xf32> into tensor<8xf32>
  return %r : tensor<8xf32>
}

// -----

// The empty tensor becomes a part of what another branch makes.
// CHECK-LABEL: func.func @inserts_into_branch(
// CHECK:         %[[MADE:.*]] = scf.if
// CHECK:         %[[PART:.*]] = tensor.extract_slice %[[MADE]][2]
// CHECK:         linalg.fill {{.*}} outs(%[[PART]]
// CHECK:         tensor.insert_slice {{.*}} into %[[MADE]][2]
func.func @inserts_into_branch(%x: tensor<8xf32> {bufferization.writable = true}, %y: tensor<8xf32> {bufferization.writable = true}, %holds: i1, %v: f32) -> tensor<8xf32> {
  %made = scf.if %holds -> (tensor<8xf32>) {
    %0 = linalg.fill ins(%v : f32) outs(%x : tensor<8xf32>) -> tensor<8xf32>
    scf.yield %0 : tensor<8xf32>
  } else {
    scf.yield %y : tensor<8xf32>
  }
  %e = tensor.empty() : tensor<4xf32>
  %f = linalg.fill ins(%v : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %r = tensor.insert_slice %f into %made[2] [4] [1] : tensor<4xf32> into tensor<8xf32>
  return %r : tensor<8xf32>
}
