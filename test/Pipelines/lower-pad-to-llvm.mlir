// RUN: pad-opt %s --lower-pad-to-llvm | FileCheck %s --check-prefixes=CHECK,RETURN
// RUN: pad-opt %s --lower-pad-to-llvm=results=out-params | FileCheck %s --check-prefixes=CHECK,OUT
// RUN: pad-opt %s --lower-pad-to-llvm=emit-c-interface | FileCheck %s --check-prefix=IFACE
// RUN: pad-opt %s --lower-pad-to-llvm="lowering=vector" | mlir-translate --mlir-to-llvmir | grep "^declare" | grep -v "@llvm\." | sort | FileCheck %s --check-prefix=LLVM
// RUN: pad-opt %s --lower-pad-to-llvm="lowering=scf" | mlir-translate --mlir-to-llvmir | grep "^declare" | grep -v "@llvm\." | sort | FileCheck %s --check-prefix=LLVM
// RUN: pad-opt %s --lower-pad-to-llvm="lowering=linalg" | mlir-translate --mlir-to-llvmir | grep "^declare" | grep -v "@llvm\." | sort | FileCheck %s --check-prefix=LLVM

// Emitted code declares nothing but intrinsics, malloc and free.
// LLVM: declare ptr @malloc(i64)
// LLVM-NEXT: declare void @free(ptr)
// LLVM-NOT: {{.}}

// A result is returned in a buffer, or written where the caller says.
// CHECK-LABEL: llvm.func @result
// RETURN-SAME: -> !llvm.struct
// RETURN: llvm.call @malloc
// OUT-NOT: llvm.call
// CHECK: llvm.return
// IFACE: llvm.func @_mlir_ciface_result(%{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr)
func.func @result(%x: tensor<4xf32>) -> tensor<6xf32> {
  %r = pad.pad wrap %x low[1] high[1] : tensor<4xf32> to tensor<6xf32>
  return %r : tensor<6xf32>
}

// A pad into a slice of a larger tensor writes in place.
// OUT-LABEL: llvm.func @in_place
// OUT-NOT: llvm.call @{{[^p]}}
// OUT: llvm.return
func.func @in_place(%x: tensor<4xf32>, %y: tensor<10xf32>) -> tensor<10xf32> {
  %r = pad.pad wrap %x low[1] high[1] : tensor<4xf32> to tensor<6xf32>
  %s = tensor.insert_slice %r into %y[2] [6] [1] : tensor<6xf32> into tensor<10xf32>
  return %s : tensor<10xf32>
}

// A temporary is freed.
// CHECK-LABEL: llvm.func @temporary
// CHECK: llvm.call @free
func.func @temporary(%x: tensor<4xf32>, %i: index) -> f32 {
  %r = pad.pad wrap %x low[1] high[1] : tensor<4xf32> to tensor<6xf32>
  %s = tensor.extract %r[%i] : tensor<6xf32>
  return %s : f32
}

// What reads a pad reads its source instead.
// CHECK-LABEL: llvm.func @fused
// CHECK-NOT: llvm.call @{{[^pm]}}
// CHECK: llvm.return
func.func @fused(%x: tensor<4xf32>, %a: tensor<6xf32>) -> tensor<6xf32> {
  %r = pad.pad wrap %x low[1] high[1] : tensor<4xf32> to tensor<6xf32>
  %e = tensor.empty() : tensor<6xf32>
  %s = linalg.add ins(%r, %a : tensor<6xf32>, tensor<6xf32>) outs(%e : tensor<6xf32>) -> tensor<6xf32>
  return %s : tensor<6xf32>
}

// The copy of a strided view is no call of a runtime library.
// CHECK-LABEL: llvm.func @strided_copy
// CHECK-NOT: llvm.call
// CHECK: llvm.return
func.func @strided_copy(%m: memref<8x8xf32>, %o: memref<4x4xf32>) {
  %v = memref.subview %m[2, 2] [4, 4] [1, 1] : memref<8x8xf32> to memref<4x4xf32, strided<[8, 1], offset: 18>>
  memref.copy %v, %o : memref<4x4xf32, strided<[8, 1], offset: 18>> to memref<4x4xf32>
  return
}

// Pads among vector and affine ops on memrefs.
// CHECK-LABEL: llvm.func @among_others
// CHECK-NOT: llvm.call @{{[^p]}}
// CHECK: llvm.return
func.func @among_others(%m: memref<8xf32>, %o: memref<16xf32>) {
  pad.pad_into symmetric %m into %o low[4] high[4] : memref<8xf32> into memref<16xf32>
  %c0 = arith.constant 0 : index
  %f = arith.constant 0.0 : f32
  %v = vector.transfer_read %o[%c0], %f : memref<16xf32>, vector<16xf32>
  %w = arith.addf %v, %v : vector<16xf32>
  vector.transfer_write %w, %o[%c0] : vector<16xf32>, memref<16xf32>
  affine.for %i = 0 to 16 {
    %q = affine.load %o[%i] : memref<16xf32>
    affine.store %q, %o[15 - %i] : memref<16xf32>
  }
  return
}
