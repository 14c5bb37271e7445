// RUN: pad-opt %s --pad-relax-llvm | FileCheck %s
// RUN: pad-opt %s --lower-pad-to-llvm | FileCheck %s --check-prefix=PIPELINE --implicit-check-not=nuw
// RUN: pad-opt %s --lower-pad-to-llvm="vector-width=256 vector-isa=avx2" \
// RUN:   | FileCheck %s --check-prefix=PIPELINE --implicit-check-not=nuw
// RUN: pad-opt %s --lower-pad-to-llvm=lowering=scf \
// RUN:   | FileCheck %s --check-prefix=PIPELINE --implicit-check-not=nuw
// RUN: pad-opt %s --lower-pad-to-llvm=lowering=linalg \
// RUN:   | FileCheck %s --check-prefix=PIPELINE --implicit-check-not=nuw

// What else is said stays.
// CHECK-LABEL: llvm.func @element
// CHECK: llvm.mul %{{.*}}, %{{.*}} overflow<nsw> : i64
// CHECK: llvm.add %{{.*}}, %{{.*}} : i64
// CHECK: llvm.getelementptr inbounds %
// CHECK: llvm.getelementptr nusw %
llvm.func @element(%base: !llvm.ptr, %row: i64, %stride: i64) -> !llvm.ptr {
  %from = llvm.mul %row, %stride overflow<nsw, nuw> : i64
  %offset = llvm.add %from, %row overflow<nuw> : i64
  %address = llvm.getelementptr inbounds|nuw %base[%offset] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %next = llvm.getelementptr nusw|nuw %address[1] : (!llvm.ptr) -> !llvm.ptr, f32
  llvm.return %next : !llvm.ptr
}

// Neither the source nor the result may go through memory in one direction only.
// PIPELINE-LABEL: llvm.func @pad
// PIPELINE: llvm.getelementptr inbounds
func.func @pad(%x: memref<?x?xi16, strided<[?, 1], offset: ?>>,
               %out: memref<?x?xi16, strided<[?, ?], offset: ?>>, %low: index) {
  pad.pad_into wrap %x into %out low[%low, 2] high[1, 1]
      : memref<?x?xi16, strided<[?, 1], offset: ?>> into memref<?x?xi16, strided<[?, ?], offset: ?>>
  return
}
