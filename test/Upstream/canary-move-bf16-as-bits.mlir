// LLVM carries bf16 across blocks as float on x86, and rounds it back by a call of
// libgcc. If this fails, it does not any more, and --pad-move-bf16-as-bits can go.
// RUN: mlir-translate --mlir-to-llvmir %s | llc -mtriple=x86_64-linux -mattr=+avx2 -o - | FileCheck %s

// CHECK: __truncsfbf2
llvm.func @move(%from: !llvm.ptr, %to: !llvm.ptr, %condition: i1) {
  %x = llvm.load %from : !llvm.ptr -> bf16
  llvm.cond_br %condition, ^store, ^done
^store:
  llvm.store %x, %to : bf16, !llvm.ptr
  llvm.br ^done
^done:
  llvm.return
}
