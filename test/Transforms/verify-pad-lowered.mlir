// RUN: pad-opt %s --verify-pad-lowered -split-input-file -verify-diagnostics

llvm.func @fine() {
  llvm.return
}

// -----

llvm.func @holds(%x: !llvm.ptr) {
  %t = "llvm.mlir.undef"() : () -> i64
  // expected-error @below {{'builtin.unrealized_conversion_cast' op was not lowered to LLVM}}
  %m = builtin.unrealized_conversion_cast %x : !llvm.ptr to tensor<3xf32>
  // expected-error @below {{'pad.pad' op was not lowered: its tensors were not bufferized}}
  %r = pad.pad edge %m low[1] high[1] : tensor<3xf32> to tensor<5xf32>
  llvm.return
}
