// RUN: pad-opt %s --pad-move-bf16-as-bits --canonicalize | FileCheck %s

// CHECK-LABEL: llvm.func @moves
// CHECK-SAME: (%[[P:.*]]: !llvm.ptr, %[[C:.*]]: i1, %[[V:.*]]: i16) -> i16
// CHECK: %[[ONE:.*]] = llvm.mlir.constant(16256 : i16) : i16
// CHECK: %[[X:.*]] = llvm.load %[[P]] : !llvm.ptr -> i16
// CHECK: llvm.br ^[[END:.*]](%[[X]] : i16)
// CHECK: llvm.br ^[[END]](%[[V]] : i16)
// CHECK: ^[[END]](%[[R:.*]]: i16):
// CHECK: llvm.store %[[R]], %[[P]] : i16, !llvm.ptr
// CHECK: llvm.return %[[ONE]] : i16
llvm.func @moves(%p: !llvm.ptr, %c: i1, %v: bf16) -> bf16 attributes {pad.has_bf16_pads} {
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
llvm.func @computes(%v: bf16) -> bf16 attributes {pad.has_bf16_pads} {
  %n = llvm.fneg %v : bf16
  llvm.return %n : bf16
}

// Structs and vectors of bf16 are bits too.
// CHECK-LABEL: llvm.func @aggregates
// CHECK-SAME: (%[[P:.*]]: !llvm.ptr, %[[S:.*]]: !llvm.struct<(i16, i16)>, %[[V:.*]]: vector<2xi16>)
// CHECK: %[[C:.*]] = llvm.mlir.constant(dense<16256> : vector<2xi16>) : vector<2xi16>
// CHECK: %[[E:.*]] = llvm.extractvalue %[[S]][0] : !llvm.struct<(i16, i16)>
// CHECK: llvm.store %[[E]], %[[P]] : i16
// CHECK: %[[A:.*]] = llvm.bitcast %[[V]] : vector<2xi16> to vector<2xbf16>
// CHECK: %[[D:.*]] = llvm.bitcast %[[C]] : vector<2xi16> to vector<2xbf16>
// CHECK: %[[SUM:.*]] = llvm.fadd %[[A]], %[[D]] : vector<2xbf16>
// CHECK: %[[B:.*]] = llvm.bitcast %[[SUM]] : vector<2xbf16> to vector<2xi16>
// CHECK: llvm.store %[[B]], %[[P]] : vector<2xi16>
llvm.func @aggregates(%p: !llvm.ptr, %s: !llvm.struct<(bf16, bf16)>, %v: vector<2xbf16>) attributes {pad.has_bf16_pads} {
  %c = llvm.mlir.constant(dense<1.0> : vector<2xbf16>) : vector<2xbf16>
  %e = llvm.extractvalue %s[0] : !llvm.struct<(bf16, bf16)>
  llvm.store %e, %p : bf16, !llvm.ptr
  %sum = llvm.fadd %v, %c : vector<2xbf16>
  llvm.store %sum, %p : vector<2xbf16>, !llvm.ptr
  llvm.return
}

// The initializer of a global has the global's type.
// CHECK-LABEL: llvm.mlir.global internal @global()
// CHECK: llvm.return %{{.*}} : bf16
llvm.mlir.global internal @global() : bf16 {
  %c = llvm.mlir.constant(1.0 : bf16) : bf16
  llvm.return %c : bf16
}
