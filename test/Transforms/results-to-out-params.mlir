// RUN: pad-opt %s --results-to-out-params | FileCheck %s

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
// CHECK-SAME: (%{{.*}}: index, %[[OUT:.*]]: memref<?xf32>) {
// CHECK: %[[A:.*]] = call @helper
// CHECK: memref.copy %[[A]], %[[OUT]]
// CHECK-LABEL: func private @both_0
// CHECK-SAME: -> memref<?xf32>
func.func @both(%n: index) -> memref<?xf32> {
  %a = call @helper(%n) : (index) -> memref<?xf32>
  return %a : memref<?xf32>
}

// CHECK-LABEL: func private @static
// CHECK-SAME: (%{{.*}}: memref<4xf32>) {
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
// CHECK-SAME: %[[OUT:[a-z0-9]+]]: memref<?xf32>, %{{.*}}: memref<4xf32>, %{{.*}}: memref<4xf32>) {
// CHECK: call @both_0(%{{.*}}) : (index) -> memref<?xf32>
// CHECK: call @static(%{{.*}}) : (memref<4xf32>) -> ()
func.func @callers(%n: index) -> (memref<?xf32>, memref<4xf32>, memref<4xf32>) {
  %a = call @both(%n) : (index) -> memref<?xf32>
  %b = call @static() : () -> memref<4xf32>
  %f = constant @by_address : () -> memref<4xf32>
  %c = call_indirect %f() : () -> memref<4xf32>
  return %a, %b, %c : memref<?xf32>, memref<4xf32>, memref<4xf32>
}
