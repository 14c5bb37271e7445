// RUN: pad-opt %s --move-bf16-as-bits --canonicalize | FileCheck %s

// CHECK-LABEL: llvm.func @moves
// CHECK-SAME: (%[[P:.*]]: !llvm.ptr, %[[C:.*]]: i1, %[[V:.*]]: i16) -> i16
// CHECK: %[[ONE:.*]] = llvm.mlir.constant(16256 : i16) : i16
// CHECK: %[[X:.*]] = llvm.load %[[P]] : !llvm.ptr -> i16
// CHECK: llvm.br ^[[END:.*]](%[[X]] : i16)
// CHECK: llvm.br ^[[END]](%[[V]] : i16)
// CHECK: ^[[END]](%[[R:.*]]: i16):
// CHECK: llvm.store %[[R]], %[[P]] : i16, !llvm.ptr
// CHECK: llvm.return %[[ONE]] : i16
llvm.func @moves(%p: !llvm.ptr, %c: i1, %v: bf16) -> bf16 {
  %one = llvm.mlir.constant(1.0 : bf16) : bf16
  llvm.cond_br %c, ^a, ^b
^a:
  %x = llvm.load %p : !llvm.ptr -> bf16
  llvm.br ^end(%x : bf16)
^b:
  llvm.br ^end(%v : bf16)
^end(%r: bf16):
  llvm.store %r, %p : bf16, !llvm.ptr
  llvm.return %one : bf16
}

// CHECK-LABEL: llvm.func @computes
// CHECK-SAME: (%[[V:.*]]: i16) -> i16
// CHECK: %[[F:.*]] = llvm.bitcast %[[V]] : i16 to bf16
// CHECK: %[[N:.*]] = llvm.fneg %[[F]] : bf16
// CHECK: %[[B:.*]] = llvm.bitcast %[[N]] : bf16 to i16
// CHECK: llvm.return %[[B]] : i16
llvm.func @computes(%v: bf16) -> bf16 {
  %n = llvm.fneg %v : bf16
  llvm.return %n : bf16
}
