// RUN: not pad-opt %s --convert-pad-to-vector="vector-width=192" 2>&1 | FileCheck %s
// CHECK: Cannot find option named '192'

// RUN: not pad-opt %s --convert-pad-to-vector="nontemporal-threshold=-7" 2>&1 | FileCheck %s --check-prefix=NONTEMPORAL
// RUN: not pad-opt %s --lower-pad-to-llvm="nontemporal-threshold=-7" 2>&1 | FileCheck %s --check-prefix=NONTEMPORAL
// NONTEMPORAL: error: nontemporal-threshold is -7, but must be a number of bytes, or -1 for what the module states

// RUN: not pad-opt %s --lower-pad-to-llvm="parallel-threshold=-1" 2>&1 | FileCheck %s --check-prefix=PARALLEL
// PARALLEL: error: parallel-threshold is -1, but must be a number of bytes

// RUN: not pad-opt %s --convert-pad-to-vector="vector-isa=sse" 2>&1 | FileCheck %s --check-prefix=ISA
// ISA: Cannot find option named 'sse'

// The defaults of the pass do not depend on the host: vectors of 128 bits, and
// results of more than 12 MiB past the caches.
// RUN: pad-opt %s --convert-pad-to-vector | FileCheck %s --check-prefix=DEFAULT
// DEFAULT-LABEL: func.func @traced(
// DEFAULT: vector<4xi32>
// DEFAULT-LABEL: func.func @below(
// DEFAULT-NOT: nontemporal
// DEFAULT-LABEL: func.func @above(
// DEFAULT: nontemporal
func.func @traced(%x: memref<3xf32>, %out: memref<5xf32>) {
  pad.pad_into edge %x into %out low[1] high[1] : memref<3xf32> into memref<5xf32>
  return
}

func.func @below(%x: memref<3071x1022xf32>, %out: memref<3071x1024xf32>) {
  pad.pad_into edge %x into %out low[0, 1] high[0, 1] : memref<3071x1022xf32> into memref<3071x1024xf32>
  return
}

func.func @above(%x: memref<3072x1022xf32>, %out: memref<3072x1024xf32>) {
  pad.pad_into edge %x into %out low[0, 1] high[0, 1] : memref<3072x1022xf32> into memref<3072x1024xf32>
  return
}
