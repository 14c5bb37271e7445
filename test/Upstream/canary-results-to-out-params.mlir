// Upstream's out-params lose what a clone copies, and refuse callers inside the module
// of what returns dynamic extents. If this fails, it is time to see whether
// --pad-results-to-out-params can go.
// RUN: not mlir-opt %s --split-input-file --buffer-results-to-out-params="modify-public-functions=true hoist-static-allocs=true" > %t.mlir 2> %t.error
// RUN: FileCheck %s < %t.mlir
// RUN: FileCheck %s --check-prefix=ERROR < %t.error

// ERROR: error: cannot create out param for dynamically shaped result
// CHECK-LABEL: func.func @clone
// CHECK-NEXT: return
func.func @clone(%x: memref<4xf32>) -> memref<4xf32> {
  %c = bufferization.clone %x : memref<4xf32> to memref<4xf32>
  return %c : memref<4xf32>
}

// -----

func.func @dynamic(%n: index) -> memref<?xf32> {
  %a = memref.alloc(%n) : memref<?xf32>
  return %a : memref<?xf32>
}
func.func @caller(%n: index) {
  %r = call @dynamic(%n) : (index) -> memref<?xf32>
  return
}
