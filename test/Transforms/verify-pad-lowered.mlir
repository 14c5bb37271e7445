// RUN: pad-opt %s --pad-verify-lowered -split-input-file -verify-diagnostics \
// RUN:   | FileCheck %s --implicit-check-not=llvm.func

// A module that the pass fails on is not printed.
// CHECK: llvm.func @fine

llvm.func @fine() {
  llvm.return
}

// -----

// A cast is not the culprit where another op is left.
llvm.func @holds(%x: !llvm.ptr) {
  %m = builtin.unrealized_conversion_cast %x : !llvm.ptr to tensor<3xf32>
  // expected-error @below {{'pad.pad' op was not lowered: its tensors were not bufferized}}
  %r = pad.pad edge %m low[1] high[1] : tensor<3xf32> to tensor<5xf32>
  llvm.return
}

// -----

llvm.func @casts(%x: !llvm.ptr) {
  // expected-error @below {{'builtin.unrealized_conversion_cast' op was not lowered to LLVM: nothing takes '!llvm.ptr' to 'tensor<3xf32>'}}
  %m = builtin.unrealized_conversion_cast %x : !llvm.ptr to tensor<3xf32>
  llvm.return
}

// -----

llvm.func @other(%x: !llvm.ptr, %i: i64) {
  %m = builtin.unrealized_conversion_cast %x : !llvm.ptr to memref<2xf32>
  // expected-error @below {{'linalg.softmax' op was not lowered to LLVM; this pipeline has no lowering for it on its types, rewrite it first}}
  linalg.softmax dimension(0) ins(%m : memref<2xf32>) outs(%m : memref<2xf32>)
  llvm.return
}
