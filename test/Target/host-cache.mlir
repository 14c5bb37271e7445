// The size of this host's last-level cache, which Linux reports, decides from
// which size on results are streamed, both of pads and of fused loops.
// RUN: pad-opt %s --convert-pad-to-vector="nontemporal-threshold=-1" | FileCheck %s -D'$BYTES=%host_streamed_bytes'
// RUN: pad-opt %s --lower-pad-to-llvm --dump-pass-pipeline -o %t 2>&1 | FileCheck %s --check-prefix=FUSED -D'$BYTES=%host_streamed_bytes'

// FUSED: pad-stream-fused-rows{nontemporal-threshold=[[$BYTES]]}

// CHECK-LABEL: func.func @dynamic(
// CHECK: %[[THRESHOLD:.*]] = arith.constant [[$BYTES]] : index
// CHECK-NEXT: arith.cmpi sge, %{{.*}}, %[[THRESHOLD]] : index
func.func @dynamic(%x: memref<?x?xf32>, %out: memref<?x?xf32>) {
  pad.pad_into edge %x into %out low[1, 1] high[1, 1]
      : memref<?x?xf32> into memref<?x?xf32>
  return
}
