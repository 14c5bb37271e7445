// Upstream lowers a tensor.pad that crops to an insertion of the whole source, which is larger than
// the result. If this fails, it does not any more, and --pad-verify-lowerable need not refuse it.
// RUN: mlir-opt %s --convert-tensor-to-linalg | FileCheck %s
// RUN: mlir-opt %s --one-shot-bufferize=bufferize-function-boundaries | FileCheck %s --check-prefix=BUFFERS

// CHECK: func.func @crop(%[[X:.*]]: tensor<?xf32>, %{{.*}}: f32)
// CHECK: linalg.fill
// CHECK: %[[SIZE:.*]] = tensor.dim %[[X]], %{{.*}} : tensor<?xf32>
// CHECK-NEXT: tensor.insert_slice %[[X]] into %{{.*}}[0] [%[[SIZE]]] [1] : tensor<?xf32> into tensor<?xf32>
// BUFFERS: func.func @crop(%[[X:[^:]*]]: memref
// BUFFERS: %[[ALLOC:.*]] = memref.alloc
// BUFFERS: %[[SIZE:.*]] = memref.dim %[[X]], %{{.*}}
// BUFFERS-NEXT: %[[ALL:.*]] = memref.subview %[[ALLOC]][0] [%[[SIZE]]] [1]
// BUFFERS-NEXT: memref.copy %[[X]], %[[ALL]]
func.func @crop(%x: tensor<?xf32>, %v: f32) -> tensor<?xf32> {
  %r = tensor.pad %x low[0] high[-2] {
  ^bb0(%i: index):
    tensor.yield %v : f32
  } : tensor<?xf32> to tensor<?xf32>
  return %r : tensor<?xf32>
}
