// RUN: pad-opt %s --lower-pad-to-llvm="vector-width=256 nontemporal-threshold=1000000000 threads=openmp parallel-threshold=1000000" | FileCheck %s
// RUN: pad-opt %s --lower-pad-to-llvm="vector-width=256 nontemporal-threshold=1000000000" | FileCheck %s --check-prefix=SERIAL --implicit-check-not=2097152

// Nothing compares a size with the threshold of the threads, either.
// SERIAL-NOT: omp.
// SERIAL: llvm.func @unknown
// SERIAL-NOT: omp.

// CHECK-LABEL: llvm.func @large
// CHECK: omp.parallel
// CHECK: omp.wsloop
func.func @large(%x: memref<64x64x64xf32>, %y: memref<66x66x66xf32>) {
  pad.pad_into wrap %x into %y low[1, 1, 1] high[1, 1, 1]
      : memref<64x64x64xf32> into memref<66x66x66xf32>
  return
}

// Less than the threshold: waking the threads would take longer.
// CHECK-LABEL: llvm.func @small
// CHECK-NOT: omp.
// CHECK: llvm.return
func.func @small(%x: memref<64x14x14xf32>, %y: memref<64x16x16xf32>) {
  pad.pad_into wrap %x into %y low[0, 1, 1] high[0, 1, 1]
      : memref<64x14x14xf32> into memref<64x16x16xf32>
  return
}

// Run time decides.
// CHECK-LABEL: llvm.func @unknown
// CHECK: llvm.icmp "sge"
// CHECK: omp.parallel
func.func @unknown(%x: memref<?x?xf32>, %y: memref<?x?xf32>) {
  pad.pad_into constant %x into %y low[1, 1] high[1, 1] : memref<?x?xf32> into memref<?x?xf32>
  return
}
