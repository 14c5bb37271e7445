// RUN: pad-opt %s --pad-to-destination-style --eliminate-empty-tensors --one-shot-bufferize=bufferize-function-boundaries --cse --canonicalize | FileCheck %s --check-prefix=ELIMINATE
// RUN: pad-opt %s --one-shot-bufferize=bufferize-function-boundaries | FileCheck %s
// RUN: pad-opt %s --one-shot-bufferize="bufferize-function-boundaries test-analysis-only" | FileCheck %s --check-prefix=ANALYSIS
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

// ANALYSIS-LABEL: func @in_place
// ANALYSIS: pad.pad_into {{.*}}__inplace_operands_attr__ = ["true", "true"]
// CHECK-LABEL: func @in_place
// CHECK-NOT: memref.alloc
// CHECK: pad.pad_into
// CHECK-NOT: memref.copy
func.func @in_place(%x: tensor<4xf32>, %y: tensor<6xf32>) -> tensor<6xf32> {
  %r = pad.pad_into edge %x into %y low[1] high[1] : tensor<4xf32> into tensor<6xf32> -> tensor<6xf32>
  return %r : tensor<6xf32>
}

// The source is the destination: it must not be overwritten while it is read.
// Nor is it copied, as no pad reads its destination.
// ANALYSIS-LABEL: func @source_is_init
// ANALYSIS: pad.pad_into {{.*}}__inplace_operands_attr__ = ["true", "false"]
// CHECK-LABEL: func @source_is_init
// CHECK-SAME: (%[[X:[a-z0-9]+]]: memref
// CHECK: %[[A:.*]] = memref.alloc() {{.*}} : memref<6xf32>
// CHECK-NOT: memref.copy
// CHECK: pad.pad_into wrap %[[X]] into %[[A]] low[1] high[-1]
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

// A new buffer is in the memory space of the source.
// CHECK-LABEL: func @memory_space
// CHECK: %[[A:.*]] = memref.alloc() {{.*}} : memref<6xf32, 1>
// CHECK: pad.pad_into edge %{{.*}} into %[[A]]
func.func @memory_space(%x: memref<4xf32, 1>, %out: memref<6xf32, 1>) {
  %t = bufferization.to_tensor %x restrict : memref<4xf32, 1> to tensor<4xf32>
  %p = pad.pad edge %t low[1] high[1] : tensor<4xf32> to tensor<6xf32>
  bufferization.materialize_in_destination %p in restrict writable %out : (tensor<6xf32>, memref<6xf32, 1>) -> ()
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

// The destination is read again: it stays as it is.
// ANALYSIS-LABEL: func @init_is_read_later
// ANALYSIS: pad.pad_into {{.*}}__inplace_operands_attr__ = ["true", "false"]
// CHECK-LABEL: func @init_is_read_later
// CHECK-SAME: (%{{.*}}: memref<4xf32{{.*}}, %[[Y:[a-z0-9]+]]: memref<6xf32
// CHECK: %[[A:.*]] = memref.alloc() {{.*}} : memref<6xf32>
// CHECK: pad.pad_into edge %{{.*}} into %[[A]]
// CHECK: memref.load %[[Y]]
func.func @init_is_read_later(%x: tensor<4xf32>, %y: tensor<6xf32>) -> (tensor<6xf32>, f32) {
  %c0 = arith.constant 0 : index
  %r = pad.pad_into edge %x into %y low[1] high[1] : tensor<4xf32> into tensor<6xf32> -> tensor<6xf32>
  %e = tensor.extract %y[%c0] : tensor<6xf32>
  return %r, %e : tensor<6xf32>, f32
}

// Nor may an argument be written that its caller reads.
// CHECK-LABEL: func @init_is_read_only
// CHECK: %[[A:.*]] = memref.alloc() {{.*}} : memref<6xf32>
// CHECK: pad.pad_into edge %{{.*}} into %[[A]]
func.func @init_is_read_only(%x: tensor<4xf32>, %y: tensor<6xf32> {bufferization.writable = false}) -> tensor<6xf32> {
  %r = pad.pad_into edge %x into %y low[1] high[1] : tensor<4xf32> into tensor<6xf32> -> tensor<6xf32>
  return %r : tensor<6xf32>
}

// The source is overwritten in place once the pad has read it, and not before.
// CHECK-LABEL: func @source_is_written_later
// CHECK-SAME: (%[[X:[a-z0-9]+]]: memref<4xf32{{.*}}
// CHECK-NOT: memref.copy
// CHECK: pad.pad_into edge %[[X]]
// CHECK: linalg.exp ins(%[[X]] {{.*}} outs(%[[X]]
// CHECK-NOT: memref.copy
// CHECK: return
func.func @source_is_written_later(%x: tensor<4xf32>) -> (tensor<6xf32>, tensor<4xf32>) {
  %r = pad.pad edge %x low[1] high[1] : tensor<4xf32> to tensor<6xf32>
  %e = linalg.exp ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) -> tensor<4xf32>
  return %r, %e : tensor<6xf32>, tensor<4xf32>
}

// CHECK-LABEL: func @source_is_written_before
// CHECK-SAME: (%[[X:[a-z0-9]+]]: memref<4xf32{{.*}}
// CHECK: memref.alloc
// CHECK: linalg.exp ins(%[[X]] {{.*}} outs(%[[E:[a-z0-9_]+]]
// CHECK-NOT: outs(%[[X]]
// CHECK: pad.pad_into edge %[[X]]
func.func @source_is_written_before(%x: tensor<4xf32>) -> (tensor<6xf32>, tensor<4xf32>) {
  %e = linalg.exp ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) -> tensor<4xf32>
  %r = pad.pad edge %x low[1] high[1] : tensor<4xf32> to tensor<6xf32>
  return %r, %e : tensor<6xf32>, tensor<4xf32>
}

// A loop that hands its destination on allocates nothing.
// CHECK-LABEL: func @loop
// CHECK-NOT: memref.alloc
// CHECK: scf.for
// CHECK-NOT: memref.alloc
// CHECK: pad.pad_into wrap
// CHECK-NOT: memref.copy
// CHECK: return
func.func @loop(%x: tensor<4xf32>, %y: tensor<6xf32>, %n: index) -> tensor<6xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %y) -> tensor<6xf32> {
    %h = arith.subi %c2, %i : index
    %p = pad.pad_into wrap %x into %t low[%i] high[%h] : tensor<4xf32> into tensor<6xf32> -> tensor<6xf32>
    scf.yield %p : tensor<6xf32>
  }
  return %r : tensor<6xf32>
}

// Threads write their tiles in place too.
// ELIMINATE-LABEL: func @tiles_of_threads
// ELIMINATE-SAME: (%[[X:[a-z0-9]+]]: {{.*}}, %[[OUT:[a-z0-9]+]]: {{.*}})
// ELIMINATE-NOT: memref.alloc
// ELIMINATE: scf.forall (%[[I:[a-z0-9]+]])
// ELIMINATE-NOT: memref.alloc
// ELIMINATE: %[[V:.*]] = memref.subview %[[OUT]][%[[I]]] [3] [1]
// ELIMINATE: pad.pad_into reflect periodic %[[X]] into %[[V]]
// ELIMINATE-NOT: memref.copy
// ELIMINATE: return
func.func @tiles_of_threads(%x: tensor<4xf32>, %out: tensor<9xf32>) -> tensor<9xf32> {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %r = scf.forall (%i) = (0) to (9) step (3) shared_outs(%o = %out) -> tensor<9xf32> {
    %l = arith.subi %c2, %i : index
    %h = arith.subi %i, %c3 : index
    %t = pad.pad reflect periodic %x low[%l] high[%h] : tensor<4xf32> to tensor<3xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %t into %o[%i] [3] [1] : tensor<3xf32> into tensor<9xf32>
    }
  }
  return %r : tensor<9xf32>
}

// The usual function, of memrefs: producer, pad and consumer in the buffers that
// the caller gave, and one for the padded tensor between.
// ELIMINATE-LABEL: func @usual
// ELIMINATE-SAME: (%[[X:[a-z0-9]+]]: memref<4x5xf32>, %[[K:[a-z0-9]+]]: memref<3x3xf32>, %[[OUT:[a-z0-9]+]]: memref<4x5xf32>)
// ELIMINATE: %[[A:.*]] = memref.alloc() {{.*}} : memref<6x7xf32>
// ELIMINATE-NOT: memref.alloc
// ELIMINATE-NOT: memref.copy
// ELIMINATE: pad.pad_into symmetric %[[X]] into %[[A]]
// ELIMINATE: linalg.conv_2d ins(%[[A]], %[[K]] {{.*}} outs(%[[OUT]]
// ELIMINATE-NOT: memref.copy
// ELIMINATE: return
func.func @usual(%mx: memref<4x5xf32>, %mk: memref<3x3xf32>, %out: memref<4x5xf32>) {
  %zero = arith.constant 0.0 : f32
  %x = bufferization.to_tensor %mx restrict : memref<4x5xf32> to tensor<4x5xf32>
  %k = bufferization.to_tensor %mk restrict : memref<3x3xf32> to tensor<3x3xf32>
  %p = pad.pad symmetric %x low[1, 1] high[1, 1] : tensor<4x5xf32> to tensor<6x7xf32>
  %e = tensor.empty() : tensor<4x5xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4x5xf32>) -> tensor<4x5xf32>
  %c = linalg.conv_2d ins(%p, %k : tensor<6x7xf32>, tensor<3x3xf32>) outs(%f : tensor<4x5xf32>) -> tensor<4x5xf32>
  bufferization.materialize_in_destination %c in restrict writable %out : (tensor<4x5xf32>, memref<4x5xf32>) -> ()
  return
}
