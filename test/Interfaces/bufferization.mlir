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
