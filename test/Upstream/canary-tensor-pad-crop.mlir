// Upstream lowers a tensor.pad that crops to an insertion of the whole source, which is larger than
// the result. If this fails, it does not any more, and --pad-verify-lowerable need not refuse it.
// RUN: mlir-opt %s --convert-tensor-to-linalg | FileCheck %s
// RUN: mlir-opt %s --one-shot-bufferize=bufferize-function-boundaries | FileCheck %s --check-prefix=BUFFERS

// CHECK: %[[SIZE:.*]] = tensor.dim %[[X:.*]], %c0
// CHECK: tensor.insert_slice %{{.*}} into %{{.*}}[0] [%{{.*}}] [1] : tensor<?xf32> into tensor<?xf32>
// BUFFERS: memref.subview %{{.*}}[0] [%{{.*}}] [1]
func.func @crop(%x: tensor<?xf32>, %v: f32) -> tensor<?xf32> {
  %r = tensor.pad %x low[0] high[-2] {
  ^bb0(%i: index):
    tensor.yield %v : f32
  } : tensor<?xf32> to tensor<?xf32>
  return %r : tensor<?xf32>
}
