// RUN: pad-opt %s --pad-deallocate-buffers --canonicalize --buffer-deallocation-simplification | FileCheck %s

// CHECK-LABEL: func @twice
// CHECK: %[[A:.*]] = memref.alloc() : memref<2xf32>
// CHECK: %[[B:.*]] = bufferization.clone %[[A]] : memref<2xf32> to memref<2xf32>
// CHECK: return %[[A]], %[[B]]
func.func @twice() -> (memref<2xf32>, memref<2xf32>) {
  %a = memref.alloc() : memref<2xf32>
  return %a, %a : memref<2xf32>, memref<2xf32>
}

// CHECK-LABEL: func @thrice
// CHECK: %[[A:.*]] = memref.alloc(%[[N:.*]]) : memref<3x?xf32>
// CHECK: %[[B:.*]] = bufferization.clone %[[A]]
// CHECK: %[[C:.*]] = bufferization.clone %[[A]]
// CHECK: return %[[A]], %[[N]], %[[B]], %[[C]]
func.func @thrice(%n: index) -> (memref<3x?xf32>, index, memref<3x?xf32>, memref<3x?xf32>) {
  %a = memref.alloc(%n) : memref<3x?xf32>
  return %a, %n, %a, %a : memref<3x?xf32>, index, memref<3x?xf32>, memref<3x?xf32>
}

// Views, selections, branches and loops hand on a buffer.
// CHECK-LABEL: func @by_other_names
// CHECK-COUNT-4: bufferization.clone
// CHECK-NOT: bufferization.clone
// CHECK: return
func.func @by_other_names(%c: i1, %n: index) -> (memref<4xf32>, memref<?xf32>, memref<2xf32, strided<[1], offset: 1>>, memref<4xf32>, memref<4xf32>, memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  %cast = memref.cast %a : memref<4xf32> to memref<?xf32>
  %view = memref.subview %a[1] [2] [1] : memref<4xf32> to memref<2xf32, strided<[1], offset: 1>>
  %select = arith.select %c, %a, %b : memref<4xf32>
  %if = scf.if %c -> memref<4xf32> {
    scf.yield %b : memref<4xf32>
  } else {
    %d = memref.alloc() : memref<4xf32>
    scf.yield %d : memref<4xf32>
  }
  %for = scf.for %i = %c0 to %n step %c1 iter_args(%x = %if) -> memref<4xf32> {
    scf.yield %x : memref<4xf32>
  }
  return %b, %cast, %view, %select, %if, %for : memref<4xf32>, memref<?xf32>, memref<2xf32, strided<[1], offset: 1>>, memref<4xf32>, memref<4xf32>, memref<4xf32>
}

// A callee gives away what it returns, and no two results share a buffer.
// CHECK-LABEL: func @of_call
// CHECK: %[[R:.*]]:2 = call @twice()
// CHECK-NEXT: %[[C:.*]] = bufferization.clone %[[R]]#0
// CHECK-NEXT: return %[[R]]#0, %[[R]]#1, %[[C]]
func.func @of_call() -> (memref<2xf32>, memref<2xf32>, memref<2xf32>) {
  %r:2 = call @twice() : () -> (memref<2xf32>, memref<2xf32>)
  return %r#0, %r#1, %r#0 : memref<2xf32>, memref<2xf32>, memref<2xf32>
}

// CHECK-LABEL: func @distinct
// CHECK-NOT: bufferization.clone
// CHECK: return
func.func @distinct() -> (memref<2xf32>, memref<2xf32>) {
  %a = memref.alloc() : memref<2xf32>
  %b = memref.alloc() : memref<2xf32>
  return %a, %b : memref<2xf32>, memref<2xf32>
}

// A function that frees memrefs itself says whose results are.
// CHECK-LABEL: func @manual
// CHECK-NOT: bufferization.clone
// CHECK: return
func.func @manual() -> (memref<2xf32>, memref<2xf32>) attributes {pad.manual_deallocation} {
  %a = memref.alloc() : memref<2xf32>
  return %a, %a : memref<2xf32>, memref<2xf32>
}
