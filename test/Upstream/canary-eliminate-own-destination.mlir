// What a branch makes is inserted into itself. The empty tensor in the branch
// then becomes a slice of the result of the branch, which is not there yet. If
// this fails, upstream keeps the module valid.
// RUN: not mlir-opt %s --eliminate-empty-tensors 2>&1 | FileCheck %s

// CHECK: error: operand #0 does not dominate this use
func.func @insert(%x: tensor<4xf32>, %holds: i1, %i: index) -> tensor<4xf32> {
  %made = scf.if %holds -> (tensor<4xf32>) {
    %e = tensor.empty() : tensor<4xf32>
    %c = linalg.copy ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %c : tensor<4xf32>
  } else {
    scf.yield %x : tensor<4xf32>
  }
  %r = tensor.insert_slice %made into %made[%i] [4] [1] : tensor<4xf32> into tensor<4xf32>
  return %r : tensor<4xf32>
}
