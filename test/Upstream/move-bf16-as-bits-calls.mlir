// RUN: pad-opt %s --pad-move-bf16-as-bits --split-input-file | FileCheck %s

// Without pads of bf16, nothing changes.
// CHECK-LABEL: llvm.func @no_pads
// CHECK-SAME: (%[[P:.*]]: !llvm.ptr, %[[V:.*]]: bf16) -> bf16 {
// CHECK-NEXT: %[[X:.*]] = llvm.load %[[P]] : !llvm.ptr -> bf16
// CHECK-NEXT: llvm.store %[[V]], %[[P]] : bf16, !llvm.ptr
// CHECK-NEXT: llvm.return %[[X]] : bf16
llvm.func @no_pads(%p: !llvm.ptr, %v: bf16) -> bf16 {
  %x = llvm.load %p : !llvm.ptr -> bf16
  llvm.store %v, %p : bf16, !llvm.ptr
  llvm.return %x : bf16
}

// -----

// Caller and callee agree, over any number of calls.
// CHECK-LABEL: llvm.func @external(i16)
llvm.func @external(bf16)
// CHECK-LABEL: llvm.func @caller_of_caller
// CHECK-SAME: (%[[V:.*]]: i16) {
// CHECK-NEXT: llvm.call @caller(%[[V]]) : (i16) -> ()
llvm.func @caller_of_caller(%v: bf16) {
  llvm.call @caller(%v) : (bf16) -> ()
  llvm.return
}
// CHECK-LABEL: llvm.func @caller
// CHECK-SAME: (%[[V:.*]]: i16) {
// CHECK-NEXT: %[[R:.*]] = llvm.call @pads(%[[V]]) : (i16) -> i16
// CHECK-NEXT: llvm.call @external(%[[R]]) : (i16) -> ()
llvm.func @caller(%v: bf16) {
  %r = llvm.call @pads(%v) : (bf16) -> bf16
  llvm.call @external(%r) : (bf16) -> ()
  llvm.return
}
// CHECK-LABEL: llvm.func @pads
// CHECK-SAME: (%[[V:.*]]: i16) -> i16 {
// CHECK-NEXT: llvm.return %[[V]] : i16
llvm.func @pads(%v: bf16) -> bf16 attributes {pad.has_bf16_pads} {
  llvm.return %v : bf16
}
// A call that passes no bf16 needs no agreement.
// CHECK-LABEL: llvm.func @unrelated
// CHECK-SAME: (%[[P:.*]]: !llvm.ptr, %[[V:.*]]: bf16) {
// CHECK-NEXT: llvm.store %[[V]], %[[P]] : bf16, !llvm.ptr
// CHECK-NEXT: llvm.call @pads_memory(%[[P]])
llvm.func @unrelated(%p: !llvm.ptr, %v: bf16) {
  llvm.store %v, %p : bf16, !llvm.ptr
  llvm.call @pads_memory(%p) : (!llvm.ptr) -> ()
  llvm.return
}
// CHECK-LABEL: llvm.func @pads_memory
// CHECK: llvm.load %{{.*}} : !llvm.ptr -> i16
llvm.func @pads_memory(%p: !llvm.ptr) attributes {pad.has_bf16_pads} {
  %x = llvm.load %p : !llvm.ptr -> bf16
  llvm.store %x, %p : bf16, !llvm.ptr
  llvm.return
}

// -----

// Which function a call by address takes is not known.
// CHECK-LABEL: llvm.func @by_address
// CHECK-SAME: (%[[F:.*]]: !llvm.ptr, %[[V:.*]]: i16) {
// CHECK-NEXT: llvm.call %[[F]](%[[V]]) : !llvm.ptr, (i16) -> ()
llvm.func @by_address(%f: !llvm.ptr, %v: bf16) {
  llvm.call %f(%v) : !llvm.ptr, (bf16) -> ()
  llvm.return
}
// CHECK-LABEL: llvm.func @get_address
llvm.func @get_address() -> !llvm.ptr {
  %f = llvm.mlir.addressof @pads : !llvm.ptr
  llvm.return %f : !llvm.ptr
}
// CHECK-LABEL: llvm.func @pads
// CHECK-SAME: (%{{.*}}: i16) {
llvm.func @pads(%v: bf16) attributes {pad.has_bf16_pads} {
  llvm.return
}
// CHECK-LABEL: llvm.func @called_by_name
// CHECK-SAME: (%{{.*}}: bf16) {
llvm.func @called_by_name(%v: bf16) {
  llvm.return
}
