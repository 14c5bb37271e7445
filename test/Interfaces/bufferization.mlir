// RUN: pad-opt %s --pad-to-destination-style --eliminate-empty-tensors --one-shot-bufferize=bufferize-function-boundaries --cse --canonicalize | FileCheck %s --check-prefix=ELIMINATE
// RUN: pad-opt %s --one-shot-bufferize=bufferize-function-boundaries | FileCheck %s
// RUN: pad-opt %s --one-shot-bufferize="bufferize-function-boundaries test-analysis-only analysis-heuristic=fuzzer analysis-fuzzer-seed=23" -o /dev/null
// RUN: pad-opt %s --one-shot-bufferize="bufferize-function-boundaries test-analysis-only analysis-heuristic=fuzzer analysis-fuzzer-seed=59" -o /dev/null
// RUN: pad-opt %s --one-shot-bufferize="bufferize-function-boundaries test-analysis-only analysis-heuristic=fuzzer analysis-fuzzer-seed=91" -o /dev/null

// CHECK-LABEL: func @allocates
// CHECK: %[[A:.*]] = memref.alloc() {{.*}} : memref<6xf32>
// CHECK: pad.pad_into edge %{{.*}} into %[[A]] low[1] high[1] : memref<4xf32, strided<[?], offset: ?>> into memref<6xf32>
func.func @allocates(%x: tensor<4xf32>) -> tensor<6xf32> {
  %r = pad.pad edge %x low[1] high[1] : tensor<4xf32> to tensor<6xf32>
  return %r : tensor<6xf32>
}

// CHECK-LABEL: func @in_place
// CHECK-NOT: memref.alloc
// CHECK: pad.pad_into
// CHECK-NOT: memref.copy
func.func @in_place(%x: tensor<4xf32>, %y: tensor<6xf32>) -> tensor<6xf32> {
  %r = pad.pad_into edge %x into %y low[1] high[1] : tensor<4xf32> into tensor<6xf32> -> tensor<6xf32>
  return %r : tensor<6xf32>
}

// The source is the destination: it must not be overwritten while it is read.
// CHECK-LABEL: func @source_is_init
// CHECK: memref.alloc
// CHECK: pad.pad_into
func.func @source_is_init(%x: tensor<6xf32>) -> tensor<6xf32> {
  %r = pad.pad_into wrap %x into %x low[1] high[-1] : tensor<6xf32> into tensor<6xf32> -> tensor<6xf32>
  return %r : tensor<6xf32>
}

// The producer writes the interior view of the destination: no other buffer, no
// copy.
// CHECK-LABEL: func @source_is_interior_view
// CHECK: %[[A:.*]] = memref.alloc() {{.*}} : memref<9x6xf32>
// CHECK-NOT: memref.alloc
// CHECK: %[[V:.*]] = memref.subview %[[A]][1, 2] [4, 3] [2, 1]
// CHECK: linalg.exp ins(%{{.*}}) outs(%[[V]]
// CHECK-NOT: memref.copy
// CHECK: pad.pad_into edge %[[V]] into %[[A]] low[1, 2] high[1, 1] interior[1, 0]
func.func @source_is_interior_view(%x: tensor<4x3xf32>) -> tensor<9x6xf32> {
  %e = tensor.empty() : tensor<9x6xf32>
  %v = tensor.extract_slice %e[1, 2] [4, 3] [2, 1] : tensor<9x6xf32> to tensor<4x3xf32>
  %p = linalg.exp ins(%x : tensor<4x3xf32>) outs(%v : tensor<4x3xf32>) -> tensor<4x3xf32>
  %r = pad.pad_into edge %p into %e low[1, 2] high[1, 1] interior[1, 0]
      : tensor<4x3xf32> into tensor<9x6xf32> -> tensor<9x6xf32>
  return %r : tensor<9x6xf32>
}

// A view with numbers of the run-time.
// CHECK-LABEL: func @source_is_dynamic_interior_view
// CHECK: memref.alloc
// CHECK-NOT: memref.alloc
// CHECK-NOT: memref.copy
// CHECK: pad.pad_into
func.func @source_is_dynamic_interior_view(%x: tensor<?xf32>, %low: index, %d: index, %n: index) -> tensor<?xf32> {
  %e = tensor.empty(%n) : tensor<?xf32>
  %v = tensor.extract_slice %e[%low] [%d] [1] : tensor<?xf32> to tensor<?xf32>
  %p = linalg.exp ins(%x : tensor<?xf32>) outs(%v : tensor<?xf32>) -> tensor<?xf32>
  %r = pad.pad_into reflect %p into %e low[%low] high[1]
      : tensor<?xf32> into tensor<?xf32> -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// A view that starts or steps elsewhere would be overwritten while it is read.
// CHECK-LABEL: func @source_is_other_view
// CHECK-COUNT-2: memref.alloc
// CHECK: pad.pad_into
func.func @source_is_other_view(%x: tensor<3xf32>) -> tensor<6xf32> {
  %e = tensor.empty() : tensor<6xf32>
  %v = tensor.extract_slice %e[2] [3] [1] : tensor<6xf32> to tensor<3xf32>
  %p = linalg.exp ins(%x : tensor<3xf32>) outs(%v : tensor<3xf32>) -> tensor<3xf32>
  %r = pad.pad_into edge %p into %e low[1] high[2] : tensor<3xf32> into tensor<6xf32> -> tensor<6xf32>
  return %r : tensor<6xf32>
}

// CHECK-LABEL: func @source_is_dense_view
// CHECK-COUNT-2: memref.alloc
// CHECK: pad.pad_into
func.func @source_is_dense_view(%x: tensor<3xf32>) -> tensor<6xf32> {
  %e = tensor.empty() : tensor<6xf32>
  %v = tensor.extract_slice %e[1] [3] [1] : tensor<6xf32> to tensor<3xf32>
  %p = linalg.exp ins(%x : tensor<3xf32>) outs(%v : tensor<3xf32>) -> tensor<3xf32>
  %r = pad.pad_into edge %p into %e low[1] high[0] interior[1] : tensor<3xf32> into tensor<6xf32> -> tensor<6xf32>
  return %r : tensor<6xf32>
}

// Part of the view: what is read is not what is written there.
// CHECK-LABEL: func @source_is_part_of_view
// CHECK: memref.alloc
// CHECK: memref.alloc
// CHECK: pad.pad_into
func.func @source_is_part_of_view(%x: tensor<4xf32>) -> tensor<6xf32> {
  %e = tensor.empty() : tensor<6xf32>
  %v = tensor.extract_slice %e[1] [4] [1] : tensor<6xf32> to tensor<4xf32>
  %p = linalg.exp ins(%x : tensor<4xf32>) outs(%v : tensor<4xf32>) -> tensor<4xf32>
  %q = tensor.extract_slice %p[1] [3] [1] : tensor<4xf32> to tensor<3xf32>
  %r = pad.pad_into edge %q into %e low[1] high[2] : tensor<3xf32> into tensor<6xf32> -> tensor<6xf32>
  return %r : tensor<6xf32>
}

// A loop hands its buffer on.
// CHECK-LABEL: func @source_is_view_of_loop
// CHECK: memref.alloc
// CHECK-NOT: memref.alloc
// CHECK-NOT: memref.copy
// CHECK: pad.pad_into
func.func @source_is_view_of_loop(%n: index, %f: f32) -> tensor<6xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<6xf32>
  %v = tensor.extract_slice %e[1] [4] [1] : tensor<6xf32> to tensor<4xf32>
  %p = scf.for %i = %c0 to %n step %c1 iter_args(%o = %v) -> tensor<4xf32> {
    %q = tensor.insert %f into %o[%i] : tensor<4xf32>
    scf.yield %q : tensor<4xf32>
  }
  %r = pad.pad_into edge %p into %e low[1] high[1] : tensor<4xf32> into tensor<6xf32> -> tensor<6xf32>
  return %r : tensor<6xf32>
}

// A pad that ends up in a larger buffer is written there.
// ELIMINATE-LABEL: func @into_a_slice
// ELIMINATE-SAME: (%[[X:[a-z0-9]+]]: {{.*}}, %[[OUT:[a-z0-9]+]]: {{.*}})
// ELIMINATE-NOT: memref.alloc
// ELIMINATE-NOT: memref.copy
// ELIMINATE: %[[V:.*]] = memref.subview %[[OUT]][2] [6] [1]
// ELIMINATE-NEXT: pad.pad_into edge %[[X]] into %[[V]] low[1] high[1]
// ELIMINATE-NOT: memref.copy
// ELIMINATE: return
func.func @into_a_slice(%x: tensor<4xf32>, %out: tensor<9xf32>) -> tensor<9xf32> {
  %p = pad.pad edge %x low[1] high[1] : tensor<4xf32> to tensor<6xf32>
  %r = tensor.insert_slice %p into %out[2] [6] [1] : tensor<6xf32> into tensor<9xf32>
  return %r : tensor<9xf32>
}

// ELIMINATE-LABEL: func @into_a_memref
// ELIMINATE-SAME: (%[[X:[a-z0-9]+]]: {{.*}}, %[[OUT:[a-z0-9]+]]: {{.*}})
// ELIMINATE-NOT: memref.alloc
// ELIMINATE-NOT: memref.copy
// ELIMINATE: pad.pad_into wrap %[[X]] into %[[OUT]] low[3] high[0]
// ELIMINATE-NOT: memref.copy
// ELIMINATE: return
func.func @into_a_memref(%x: tensor<4xf32>, %out: memref<7xf32>) {
  %p = pad.pad wrap %x low[3] high[0] : tensor<4xf32> to tensor<7xf32>
  bufferization.materialize_in_destination %p in restrict writable %out : (tensor<7xf32>, memref<7xf32>) -> ()
  return
}

// Tiles are written in place.
// ELIMINATE-LABEL: func @tiles
// ELIMINATE-SAME: (%[[X:[a-z0-9]+]]: {{.*}}, %[[OUT:[a-z0-9]+]]: {{.*}})
// ELIMINATE-NOT: memref.alloc
// ELIMINATE: scf.for %[[I:[a-z0-9]+]] =
// ELIMINATE-NOT: memref.alloc
// ELIMINATE: %[[V:.*]] = memref.subview %[[OUT]][%[[I]]] [3] [1]
// ELIMINATE: pad.pad_into symmetric %[[X]] into %[[V]]
// ELIMINATE-NOT: memref.copy
// ELIMINATE: return
func.func @tiles(%x: tensor<4xf32>, %out: tensor<9xf32>) -> tensor<9xf32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c9 = arith.constant 9 : index
  %r = scf.for %i = %c0 to %c9 step %c3 iter_args(%o = %out) -> tensor<9xf32> {
    %l = arith.subi %c2, %i : index
    %h = arith.subi %i, %c3 : index
    %t = pad.pad symmetric %x low[%l] high[%h] : tensor<4xf32> to tensor<3xf32>
    %n = tensor.insert_slice %t into %o[%i] [3] [1] : tensor<3xf32> into tensor<9xf32>
    scf.yield %n : tensor<9xf32>
  }
  return %r : tensor<9xf32>
}

// The destination is read again: a copy.
// CHECK-LABEL: func @init_is_read_later
// CHECK: memref.alloc
// CHECK: pad.pad_into
func.func @init_is_read_later(%x: tensor<4xf32>, %y: tensor<6xf32>) -> (tensor<6xf32>, f32) {
  %c0 = arith.constant 0 : index
  %r = pad.pad_into edge %x into %y low[1] high[1] : tensor<4xf32> into tensor<6xf32> -> tensor<6xf32>
  %e = tensor.extract %y[%c0] : tensor<6xf32>
  return %r, %e : tensor<6xf32>, f32
}
