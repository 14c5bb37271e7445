// RUN: pad-opt %s --pad-results-to-out-params | FileCheck %s

// A private function goes on to return what its callers cannot allocate.
// CHECK-LABEL: func private @helper
// CHECK-SAME: -> memref<?xf32>
func.func private @helper(%n: index) -> memref<?xf32> {
  %m = arith.addi %n, %n : index
  %a = memref.alloc(%m) : memref<?xf32>
  return %a : memref<?xf32>
}

// A public function writes what it returns for callers outside; those inside
// have a twin.
// CHECK-LABEL: func @both
// CHECK-SAME: (%{{.*}}: index, %[[OUT:.*]]: memref<?xf32> {llvm.noalias}) {
// CHECK: %[[A:.*]] = call @helper
// CHECK: memref.copy %[[A]], %[[OUT]]
// CHECK-LABEL: func private @both_0
// CHECK-SAME: -> memref<?xf32>
func.func @both(%n: index) -> memref<?xf32> {
  %a = call @helper(%n) : (index) -> memref<?xf32>
  return %a : memref<?xf32>
}

// CHECK-LABEL: func private @static
// CHECK-SAME: (%{{.*}}: memref<4xf32> {llvm.noalias}) {
func.func private @static() -> memref<4xf32> {
  %a = memref.alloc() : memref<4xf32>
  return %a : memref<4xf32>
}

// A function held by its address keeps its type.
// CHECK-LABEL: func private @by_address
// CHECK-SAME: -> memref<4xf32>
func.func private @by_address() -> memref<4xf32> {
  %a = memref.alloc() : memref<4xf32>
  return %a : memref<4xf32>
}

// CHECK-LABEL: func @callers
// CHECK-SAME: %[[OUT:[a-z0-9]+]]: memref<?xf32> {llvm.noalias}, %{{.*}}: memref<4xf32> {llvm.noalias}, %{{.*}}: memref<4xf32> {llvm.noalias}) {
// CHECK: call @both_0(%{{.*}}) : (index) -> memref<?xf32>
// CHECK: call @static(%{{.*}}) : (memref<4xf32>) -> ()
func.func @callers(%n: index) -> (memref<?xf32>, memref<4xf32>, memref<4xf32>) {
  %a = call @both(%n) : (index) -> memref<?xf32>
  %b = call @static() : () -> memref<4xf32>
  %f = constant @by_address : () -> memref<4xf32>
  %c = call_indirect %f() : () -> memref<4xf32>
  return %a, %b, %c : memref<?xf32>, memref<4xf32>, memref<4xf32>
}

// What does not only begin and end with the function is copied: a clone copies,
// and another return, a free or a loop may need the allocation beside the
// out-param.
// CHECK-LABEL: func @clone
// CHECK-SAME: (%[[X:.*]]: memref<4xf32>, %[[OUT:.*]]: memref<4xf32> {llvm.noalias}) {
// CHECK: %[[C:.*]] = bufferization.clone %[[X]]
// CHECK: memref.copy %[[C]], %[[OUT]]
func.func @clone(%x: memref<4xf32>) -> memref<4xf32> {
  %c = bufferization.clone %x : memref<4xf32> to memref<4xf32>
  return %c : memref<4xf32>
}

// CHECK-LABEL: func @two_returns
// CHECK-SAME: %[[OUT0:[a-z0-9]+]]: memref<4xf32> {llvm.noalias}, %[[OUT1:[a-z0-9]+]]: memref<4xf32> {llvm.noalias}) {
// CHECK: %[[A:.*]] = memref.alloc
// CHECK: %[[B:.*]] = memref.alloc
// CHECK: memref.copy %[[A]], %[[OUT0]]
// CHECK: memref.copy %[[B]], %[[OUT1]]
// CHECK: memref.copy %[[B]], %[[OUT0]]
// CHECK: memref.copy %[[A]], %[[OUT1]]
func.func @two_returns(%c: i1) -> (memref<4xf32>, memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  cf.cond_br %c, ^as_they_are, ^swapped
^as_they_are:
  return %a, %b : memref<4xf32>, memref<4xf32>
^swapped:
  return %b, %a : memref<4xf32>, memref<4xf32>
}

// CHECK-LABEL: func @loop
// CHECK: memref.alloc
// CHECK: memref.copy
func.func @loop(%c: i1) -> memref<4xf32> {
  cf.br ^next
^next:
  %a = memref.alloc() : memref<4xf32>
  cf.cond_br %c, ^next, ^end
^end:
  return %a : memref<4xf32>
}

// CHECK-LABEL: func @freed
// CHECK: %[[A:.*]] = memref.alloc
// CHECK: memref.dealloc %[[A]]
func.func @freed(%c: i1) -> memref<4xf32> attributes {pad.manual_deallocation} {
  %a = memref.alloc() : memref<4xf32>
  scf.if %c {
    memref.dealloc %a : memref<4xf32>
    scf.yield
  }
  return %a : memref<4xf32>
}

// The second result is the first, which is an out-param by now.
// CHECK-LABEL: func @twice
// CHECK-SAME: (%[[OUT0:.*]]: memref<4xf32> {llvm.noalias}, %[[OUT1:.*]]: memref<4xf32> {llvm.noalias}) {
// CHECK-NEXT: memref.copy %[[OUT0]], %[[OUT1]]
// CHECK-NEXT: return
func.func @twice() -> (memref<4xf32>, memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  return %a, %a : memref<4xf32>, memref<4xf32>
}

// A function that frees memrefs itself frees what it has copied, unless that
// turns out to be an argument.
// CHECK-LABEL: func @given_away
// CHECK-SAME: (%[[X:.*]]: memref<4xf32>, %{{.*}}: i1, %[[OUT:.*]]: memref<4xf32> {llvm.noalias})
// CHECK: %[[S:.*]] = arith.select
// CHECK: memref.copy %[[S]], %[[OUT]]
// CHECK: bufferization.dealloc (%[[S]] : memref<4xf32>) if (%true{{.*}}) retain (%[[X]] : memref<4xf32>)
func.func @given_away(%x: memref<4xf32>, %c: i1) -> memref<4xf32> attributes {pad.manual_deallocation} {
  %a = memref.alloc() : memref<4xf32>
  %s = arith.select %c, %a, %x : memref<4xf32>
  return %s : memref<4xf32>
}

// It may return a view for callers inside to write to.
// CHECK-LABEL: func private @view
// CHECK-SAME: (%{{.*}}: memref<4xf32>) -> memref<?xf32>
func.func private @view(%x: memref<4xf32>) -> memref<?xf32> attributes {pad.manual_deallocation} {
  %v = memref.cast %x : memref<4xf32> to memref<?xf32>
  return %v : memref<?xf32>
}

// CHECK-LABEL: func private @same
// CHECK-SAME: (%{{.*}}: memref<4xf32>) -> memref<4xf32>
func.func private @same(%x: memref<4xf32>) -> memref<4xf32> attributes {pad.manual_deallocation} {
  return %x : memref<4xf32>
}

// CHECK-LABEL: func @uses_views
// CHECK: call @view(%{{.*}}) : (memref<4xf32>) -> memref<?xf32>
// CHECK: call @same(%{{.*}}) : (memref<4xf32>) -> memref<4xf32>
func.func @uses_views(%x: memref<4xf32>) attributes {pad.manual_deallocation} {
  %v = call @view(%x) : (memref<4xf32>) -> memref<?xf32>
  %w = call @same(%x) : (memref<4xf32>) -> memref<4xf32>
  return
}
