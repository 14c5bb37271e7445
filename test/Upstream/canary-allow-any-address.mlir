// Upstream tells LLVM that the elements of a memref are aligned to their size. If this fails, it
// does not any more, and --pad-relax-llvm can go.
// RUN: mlir-opt %s --convert-vector-to-llvm --finalize-memref-to-llvm | FileCheck %s

// CHECK-LABEL: func.func @element
// CHECK: llvm.load %{{[0-9]+}} : !llvm.ptr -> f32
// CHECK: llvm.load %{{.*}} {alignment = 4 : i64} : !llvm.ptr -> vector<8xf32>
func.func @element(%x: memref<?xf32>, %i: index) -> (f32, vector<8xf32>) {
  %element = memref.load %x[%i] : memref<?xf32>
  %vector = vector.load %x[%i] : memref<?xf32>, vector<8xf32>
  return %element, %vector : f32, vector<8xf32>
}
