// RUN: pad-opt %s --allow-unregistered-dialect --pad-mark-manual-deallocation | FileCheck %s
// RUN: not pad-opt %s --allow-unregistered-dialect --lower-pad-to-llvm -o /dev/null 2>&1 | FileCheck %s --check-prefix=LOWER
// RUN: not pad-opt %s --allow-unregistered-dialect --pad-results-to-out-params -o /dev/null 2>&1 | FileCheck %s --check-prefix=PARAMS

// An op that is not registered may have a symbol table in its region, so that upstream does not
// know who calls a function. It crashes where it asks that.
// CHECK-LABEL: func @frees
// CHECK-SAME:  attributes {pad.manual_deallocation}
func.func @frees(%x: memref<3xf32>) {
  memref.dealloc %x : memref<3xf32>
  return
}

// LOWER: error: 'other.launch' op was not lowered to LLVM
// PARAMS: :[[@LINE+2]]:3: error: may call functions in a way that is not known, because it is not registered and has a region; lower it first
func.func @launches(%x: memref<3xf32>, %y: memref<5xf32>) {
  "other.launch"() ({
    "other.end"() : () -> ()
  }) : () -> ()
  pad.pad_into edge %x into %y low[1] high[1] : memref<3xf32> into memref<5xf32>
  return
}

func.func @pad(%x: tensor<3xf32>) -> tensor<5xf32> {
  %p = pad.pad edge %x low[1] high[1] : tensor<3xf32> to tensor<5xf32>
  return %p : tensor<5xf32>
}
