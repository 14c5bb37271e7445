// Upstream's buffer deallocation refuses a function that frees its argument, and none
// can be left out. If this fails, --pad-mark-manual-deallocation and --pad-deallocate-buffers
// can go.
// RUN: not mlir-opt %s --split-input-file --ownership-based-buffer-deallocation 2>&1 | FileCheck %s

// CHECK: error: memory free side-effect on MemRef value not supported
func.func @consume(%x: memref<4xf32>) {
  memref.dealloc %x : memref<4xf32>
  return
}

// -----

// CHECK: error: 'func.func' op attribute 'bufferization.manual_deallocation' can be used only on ops
func.func @marked(%x: memref<4xf32>) attributes {bufferization.manual_deallocation} {
  return
}
