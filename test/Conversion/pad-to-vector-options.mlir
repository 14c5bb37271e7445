// RUN: not pad-opt %s --convert-pad-to-vector="vector-width=192" 2>&1 | FileCheck %s
// CHECK: Cannot find option named '192'

// RUN: not pad-opt %s --convert-pad-to-vector="nontemporal-threshold=-7" 2>&1 | FileCheck %s --check-prefix=NONTEMPORAL
// NONTEMPORAL: error: nontemporal-threshold is -7, but must be a number of bytes, or -1 for the host's

// RUN: not pad-opt %s --lower-pad-to-llvm="parallel-threshold=-1" 2>&1 | FileCheck %s --check-prefix=PARALLEL
// PARALLEL: error: parallel-threshold is -1, but must be a number of bytes

// RUN: not pad-opt %s --pass-pipeline="builtin.module(func.func(convert-pad-to-vector{trace}))" 2>&1 | FileCheck %s --check-prefix=TRACE
// TRACE: error: trace needs a pass that runs on a module
func.func @traced(%x: memref<3xf32>, %out: memref<5xf32>) {
  pad.pad_into edge %x into %out low[1] high[1] : memref<3xf32> into memref<5xf32>
  return
}
