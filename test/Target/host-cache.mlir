// Whoever builds the pipeline asks Linux for the size of the host's last-level
// cache, from which on results are streamed, both of pads and of fused loops.
// RUN: pad-opt %s --lower-pad-to-llvm --dump-pass-pipeline -o %t 2>&1 | FileCheck %s --check-prefix=PIPELINE -D'$BYTES=%host_streamed_bytes'

// PIPELINE: pad-stream-fused-rows{nontemporal-threshold=[[$BYTES]]{{ }}
// PIPELINE: convert-pad-to-vector{nontemporal-threshold=[[$BYTES]]{{ }}

// A pass does not ask: it takes what the module states, or assumes 32 MiB.
// RUN: pad-opt %s --convert-pad-to-vector="nontemporal-threshold=-1" | FileCheck %s -D'$BYTES=12582912'
// RUN: sed 's/^module.*/module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"L3_cache_size_in_bytes" = 1048576 : i64>>} {/' %s \
// RUN:   | pad-opt --convert-pad-to-vector="nontemporal-threshold=-1" | FileCheck %s -D'$BYTES=393216'
// What is no number of bytes states nothing.
// RUN: sed 's/^module.*/module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"L3_cache_size_in_bytes" = -1 : i64>>} {/' %s \
// RUN:   | pad-opt --convert-pad-to-vector="nontemporal-threshold=-1" | FileCheck %s -D'$BYTES=12582912'

// CHECK-LABEL: func.func @dynamic(
// CHECK: %[[THRESHOLD:.*]] = arith.constant [[$BYTES]] : index
// CHECK-NEXT: arith.cmpi sge, %{{.*}}, %[[THRESHOLD]] : index
module {
  func.func @dynamic(%x: memref<?x?xf32>, %out: memref<?x?xf32>) {
    pad.pad_into edge %x into %out low[1, 1] high[1, 1]
        : memref<?x?xf32> into memref<?x?xf32>
    return
  }
}
