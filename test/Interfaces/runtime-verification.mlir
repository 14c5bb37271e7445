// RUN: pad-opt %s --generate-runtime-verification --canonicalize --cse | FileCheck %s
// RUN: pad-opt %s --lower-pad-to-llvm | FileCheck %s --check-prefix=OFF
// OFF-NOT: abort
// OFF: llvm.func @destination
// OFF-NOT: abort

// Nothing is left to run time.
// CHECK-LABEL: func @statics
// CHECK-NOT: cf.assert
// CHECK: return
func.func @statics(%x: tensor<4xf32>, %y: tensor<?xf32>, %m: memref<4xf32>, %o: memref<9xf32>) -> (tensor<9xf32>, tensor<?xf32>) {
  %a = pad.pad reflect %x low[2] high[3] : tensor<4xf32> to tensor<9xf32>
  pad.pad_into symmetric %m into %o low[2] high[3] : memref<4xf32> into memref<9xf32>
  %b = pad.pad wrap %y low[0] high[0] : tensor<?xf32> to tensor<?xf32>
  return %a, %b : tensor<9xf32>, tensor<?xf32>
}

// The message has the op, the axis and the way out.
// CHECK-LABEL: func @reflect
// CHECK-SAME: (%{{.*}}: tensor<4x8xf32>, %[[L:.*]]: index)
// CHECK-DAG: %[[C7:.*]] = arith.constant 7 : index
// CHECK: %[[OK:.*]] = arith.cmpi sle, %[[L]], %[[C7]] : index
// CHECK: cf.assert %[[OK]], "ERROR: Runtime op verification failed\0A{{.*}}pad.pad reflect{{.*}}low of axis 1 is more than reflect extends by, the extent less 1 (C5); add 'periodic' to repeat it
// CHECK: pad.pad
func.func @reflect(%x: tensor<4x8xf32>, %l: index) -> tensor<4x?xf32> {
  %r = pad.pad reflect %x low[0, %l] high[0, 0] : tensor<4x8xf32> to tensor<4x?xf32>
  return %r : tensor<4x?xf32>
}

// CHECK-LABEL: func @destination
// CHECK: cf.assert %{{.*}}init extent of axis 0 is not what low, high, interior and the source extent give (C4)
// CHECK: pad.pad_into
func.func @destination(%x: memref<?xf32>, %o: memref<?xf32>) {
  pad.pad_into constant %x into %o low[1] high[0] : memref<?xf32> into memref<?xf32>
  return
}
