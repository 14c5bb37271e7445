// RUN: pad-opt %s --pad-inline-alloca-scopes | FileCheck %s

// One buffer a thread.
// CHECK-LABEL: func @constant_size
// CHECK: omp.parallel
// CHECK-NEXT: %[[A:.*]] = memref.alloca() : memref<4xf32>
// CHECK-NEXT: omp.wsloop
// CHECK-NOT: memref.alloca_scope
// CHECK: memref.load %[[A]]
func.func @constant_size(%n: index, %out: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  omp.parallel {
    omp.wsloop {
      omp.loop_nest (%i) : index = (%c0) to (%n) step (%c1) {
        memref.alloca_scope {
          %a = memref.alloca() : memref<4xf32>
          %e = memref.load %a[%c0] : memref<4xf32>
          memref.store %e, %out[%i] : memref<?xf32>
        }
        omp.yield
      }
    }
    omp.terminator
  }
  return
}

// An iteration's own size: the stack has to be freed with it.
// CHECK-LABEL: func @other_sizes
// CHECK: memref.alloca_scope
// CHECK-NEXT: memref.alloca(
func.func @other_sizes(%n: index, %out: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  omp.parallel {
    omp.wsloop {
      omp.loop_nest (%i) : index = (%c0) to (%n) step (%c1) {
        memref.alloca_scope {
          %a = memref.alloca(%i) : memref<?xf32>
          %e = memref.load %a[%c0] : memref<?xf32>
          memref.store %e, %out[%i] : memref<?xf32>
        }
        omp.yield
      }
    }
    omp.terminator
  }
  return
}
