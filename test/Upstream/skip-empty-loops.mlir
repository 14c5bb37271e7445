// RUN: pad-opt %s --pad-skip-empty-loops --split-input-file | FileCheck %s

// CHECK-LABEL: func @rows
// CHECK:       %[[COLUMNS:.*]] = memref.dim %{{.*}}, %{{c2.*}} : memref<?x4x?xf32>
// CHECK:       %[[HAS_COLUMNS:.*]] = arith.cmpi sgt, %[[COLUMNS]], %{{c0.*}} : index
// CHECK:       scf.if %[[HAS_COLUMNS]] {
// CHECK-NEXT:    linalg.fill
// CHECK-NEXT:  }
func.func @rows(%a: memref<?x4x?xf32>, %v: f32) attributes {pad.has_pads} {
  linalg.fill ins(%v : f32) outs(%a : memref<?x4x?xf32>)
  return
}

// -----

// A reduction is a loop, too, and without iterations leaves what was there.
// CHECK-LABEL: func @sums
// CHECK:       scf.if
// CHECK-NEXT:    linalg.reduce
func.func @sums(%a: memref<8x?xf32>, %sums: memref<8xf32>) attributes {pad.has_pads} {
  linalg.reduce { arith.addf } ins(%a : memref<8x?xf32>) outs(%sums : memref<8xf32>) dimensions = [1]
  return
}

// -----

// The inner loop has iterations, tensors have no loops yet, and a scalar has none.
// CHECK-LABEL: func @known
// CHECK-NOT:   scf.if
func.func @known(%a: memref<?x4xf32>, %t: tensor<?x?xf32>, %s: memref<f32>, %v: f32) -> tensor<?x?xf32> attributes {pad.has_pads} {
  linalg.fill ins(%v : f32) outs(%a : memref<?x4xf32>)
  linalg.fill ins(%v : f32) outs(%s : memref<f32>)
  %r = linalg.fill ins(%v : f32) outs(%t : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// -----

// A function without pads is left alone.
// CHECK-LABEL: func @without_pads
// CHECK-NOT:   scf.if
// CHECK:       return
func.func @without_pads(%a: memref<?x?xf32>, %v: f32) {
  linalg.fill ins(%v : f32) outs(%a : memref<?x?xf32>)
  return
}
