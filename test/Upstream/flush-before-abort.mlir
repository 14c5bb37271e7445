// RUN: pad-opt %s --pad-relax-llvm --split-input-file | FileCheck %s

// CHECK: llvm.func @fflush(!llvm.ptr) -> i32
// CHECK-LABEL: llvm.func @check
llvm.func @abort()
llvm.func @puts(!llvm.ptr)
llvm.func @check(%message: !llvm.ptr, %holds: i1) {
  // CHECK: llvm.call @puts
  // CHECK-NEXT: %[[ALL:.*]] = llvm.mlir.zero : !llvm.ptr
  // CHECK-NEXT: llvm.call @fflush(%[[ALL]])
  // CHECK-NEXT: llvm.call @abort()
  llvm.cond_br %holds, ^done, ^failed
^failed:
  llvm.call @puts(%message) : (!llvm.ptr) -> ()
  llvm.call @abort() : () -> ()
  llvm.unreachable
^done:
  llvm.return
}

// -----

// Nothing aborts: nothing is declared.
// CHECK-NOT: fflush
// CHECK-LABEL: llvm.func @puts_only
llvm.func @puts(!llvm.ptr)
llvm.func @puts_only(%message: !llvm.ptr) {
  // CHECK-NOT: fflush
  llvm.call @puts(%message) : (!llvm.ptr) -> ()
  llvm.return
}

// -----

// What the program aborts without a message is its own affair.
// CHECK-LABEL: llvm.func @own
llvm.func @abort()
llvm.func @puts(!llvm.ptr)
llvm.func @own(%message: !llvm.ptr) {
  // CHECK: llvm.call @puts
  // CHECK-NOT: fflush
  // CHECK: llvm.call @abort
  llvm.call @puts(%message) : (!llvm.ptr) -> ()
  %zero = llvm.mlir.zero : !llvm.ptr
  llvm.call @abort() : () -> ()
  llvm.unreachable
}
