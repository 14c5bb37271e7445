// RUN: pad-opt %s --split-input-file --pad-eliminate-empty-tensors --mlir-print-ir-before=eliminate-empty-tensors 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=RUNS < %t
// RUN: pad-opt %S/canary-eliminate-own-destination.mlir --pad-eliminate-empty-tensors | FileCheck %s --check-prefix=OWN
// RUN: pad-opt %S/canary-eliminate-before-overwritten.mlir --pad-eliminate-empty-tensors | FileCheck %s --check-prefix=TWO

// Upstream's pass runs for the five modules that insert a tensor.
// RUNS-COUNT-5: IR Dump Before
// RUNS-NOT:     IR Dump Before

// What a branch makes is inserted into itself.
// OWN:      scf.if
// OWN-NEXT:   tensor.empty
// OWN-NOT:    tensor.cast

// What is read once the first memref holds something else has a buffer of its own.
// TWO:      tensor.empty
// TWO-NOT:  bufferization.alloc_tensor
// TWO:      bufferization.materialize_in_destination

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

// -----

// What is used before is computed in the memref.
// CHECK-LABEL: func.func @used_before(
// CHECK:         %[[OUT:.*]] = bufferization.to_tensor %arg2
// CHECK:         linalg.sub {{.*}} outs(%[[OUT]]
func.func @used_before(%x: tensor<4xf32>, %v: f32, %first: memref<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %f = tensor.empty() : tensor<4xf32>
  %difference = linalg.sub ins(%x, %x : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %twice = linalg.add ins(%difference, %difference : tensor<4xf32>, tensor<4xf32>) outs(%f : tensor<4xf32>) -> tensor<4xf32>
  %filled = linalg.fill ins(%v : f32) outs(%difference : tensor<4xf32>) -> tensor<4xf32>
  bufferization.materialize_in_destination %filled in restrict writable %first : (tensor<4xf32>, memref<4xf32>) -> ()
  return %twice : tensor<4xf32>
}

// -----

// What is written over it later would change the memref.
// CHECK-LABEL: func.func @written_over(
// CHECK:         %[[EMPTY:.*]] = tensor.empty
// CHECK:         linalg.add {{.*}} outs(%[[EMPTY]]
func.func @written_over(%x: tensor<4xf32>, %v: f32, %out: memref<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %sum = linalg.add ins(%x, %x : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  bufferization.materialize_in_destination %sum in restrict writable %out : (tensor<4xf32>, memref<4xf32>) -> ()
  %filled = linalg.fill ins(%v : f32) outs(%sum : tensor<4xf32>) -> tensor<4xf32>
  return %filled : tensor<4xf32>
}

// -----

// A loop reads it again once the memref holds something else.
// CHECK-LABEL: func.func @reads_again(
// CHECK:         %[[EMPTY:.*]] = tensor.empty
// CHECK:         linalg.fill {{.*}} outs(%[[EMPTY]]
func.func @reads_again(%x: tensor<4xf32>, %v: f32, %n: index, %out: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<4xf32>
  %filled = linalg.fill ins(%v : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  scf.for %i = %c0 to %n step %c1 {
    %sum = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
        ins(%x : tensor<4xf32>) outs(%filled : tensor<4xf32>) {
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      linalg.yield %s : f32
    } -> tensor<4xf32>
    bufferization.materialize_in_destination %sum in restrict writable %out : (tensor<4xf32>, memref<4xf32>) -> ()
  }
  return
}
