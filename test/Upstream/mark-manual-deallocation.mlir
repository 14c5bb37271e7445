// RUN: pad-opt %s --pad-mark-manual-deallocation -split-input-file -verify-diagnostics \
// RUN:   | FileCheck %s --implicit-check-not=@unknown_owner --implicit-check-not=@result_of_call --implicit-check-not=@too_early
// A module that the pass fails on is not printed.

// In a module that frees memrefs, functions without tensors look after their own.
// CHECK-LABEL: func @release
// CHECK-SAME: attributes {pad.manual_deallocation}
func.func @release(%x: memref<?xf32>) {
  memref.dealloc %x : memref<?xf32>
  return
}

// CHECK-LABEL: func @indirect
// CHECK-SAME: attributes {pad.manual_deallocation}
func.func @indirect(%x: memref<?xf32>) {
  call @release(%x) : (memref<?xf32>) -> ()
  return
}

// With tensors: what is freed is found behind views and calls, the rest is left
// to buffer deallocation.
// CHECK-LABEL: func @with_tensors
// CHECK-NOT: attributes
// CHECK: memref.alloc() {bufferization.manual_deallocation} : memref<4xf32>
// CHECK: memref.alloc() {bufferization.manual_deallocation} : memref<5xf32>
// CHECK: memref.alloc() : memref<6xf32>
// CHECK: memref.dealloc %{{.*}} {bufferization.manual_deallocation}
func.func @with_tensors(%t: tensor<4xf32>) -> memref<6xf32> {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<5xf32>
  %c = memref.alloc() : memref<6xf32>
  %v = memref.cast %a : memref<4xf32> to memref<?xf32>
  memref.dealloc %v : memref<?xf32>
  %u = memref.subview %b[0] [5] [1] : memref<5xf32> to memref<5xf32>
  %w = memref.cast %u : memref<5xf32> to memref<?xf32>
  call @indirect(%w) : (memref<?xf32>) -> ()
  return %c : memref<6xf32>
}

// -----

// A module that frees nothing is left to buffer deallocation.
// CHECK-LABEL: func @frees_nothing
// CHECK-NOT: manual_deallocation
func.func @frees_nothing() {
  %a = memref.alloc() : memref<4xf32>
  return
}

// -----

func.func @unknown_owner(%t: tensor<4xf32>, %c: i1, %x: memref<4xf32>) {
  // expected-note @below {{the memref is made here}}
  %a = arith.select %c, %x, %x : memref<4xf32>
  // expected-error @below {{'memref.dealloc' op may free a memref that is neither a memref.alloc nor an argument of its function, which has tensors: buffer deallocation may free it as well; move this op to a function without tensors}}
  memref.dealloc %a : memref<4xf32>
  return
}

// -----

func.func private @make() -> memref<4xf32>

func.func @result_of_call(%t: tensor<4xf32>, %x: memref<4xf32>) {
  memref.dealloc %x : memref<4xf32>
  // expected-error @below {{'func.call' op returns a memref in a module that frees memrefs itself, to a function with tensors: buffer deallocation may free it as well; call it in a function without tensors}}
  %a = call @make() : () -> memref<4xf32>
  return
}

// -----

// Ownership-based deallocation has run before, and has not been lowered.
// CHECK-LABEL: func @deallocated
// CHECK-SAME: attributes {pad.manual_deallocation}
func.func @deallocated(%c: i1) {
  %a = memref.alloc() : memref<4xf32>
  bufferization.dealloc (%a : memref<4xf32>) if (%c)
  return
}

// -----

func.func @too_early(%t: tensor<4xf32>, %a: memref<4xf32>, %c: i1) {
  // expected-error @below {{'bufferization.dealloc' op deallocates buffers of a function that still has tensors; bufferize before buffer deallocation, or leave both to this pipeline}}
  bufferization.dealloc (%a : memref<4xf32>) if (%c)
  return
}
