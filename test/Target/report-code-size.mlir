// The bytes of machine code of each function as remarks, and why there are none. Static pads take
// a few vectors; pads of `?` share kernels.
// RUN: pad-opt %s --split-input-file --pad-report-code-size=cpu=x86-64-v3 --remarks-filter=pad -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=remark:
// RUN: pad-opt %S/../Plugin/Inputs/pad.mlir --lower-pad-to-llvm --remarks-filter=pad -o /dev/null 2>&1 | FileCheck %s --check-prefix=PIPELINE
// RUN: not pad-opt %s --split-input-file --pad-report-code-size=cpu=x86-64-v9 -o /dev/null 2>&1 | FileCheck %s --check-prefix=CPU

// REQUIRES: x86-64

// CPU: error: pad-report-code-size: unknown CPU 'x86-64-v9' for target '{{.*}}'; did you mean 'x86-64-v{{[234]}}'?

// PIPELINE: remark: [Analysis] code | Category:pad | Function=pad | CodeBytes={{[1-9][0-9]*}}

// `ret` is one byte.
// CHECK: remark: [Analysis] code | Category:pad | Function=one | CodeBytes=1
// CHECK: remark: [Analysis] code | Category:pad | Function=inlined | CodeBytes=0
llvm.func @one() {
  llvm.call @inlined() : () -> ()
  llvm.return
}
llvm.func internal @inlined() {
  llvm.return
}
llvm.func @external()

// -----

// CHECK: remark: [Analysis] code | Category:pad | Function=unknown | Reason="{{.*}}arith.constant{{.*}}"
llvm.func @unknown() {
  %0 = arith.constant 1 : i32
  llvm.return
}

// -----

// A module without functions has no remarks.
