// RUN: pad-opt %s --pad-canonicalize-in-bounds | FileCheck %s
// RUN: pad-opt %s --lower-pad-to-llvm=lowering=scf -o /dev/null
// RUN: pad-opt %s --lower-pad-to-llvm=lowering=linalg -o /dev/null
// RUN: pad-opt %s --lower-pad-to-llvm=lowering=vector -o /dev/null
// RUN: padc %s -o %t.o

// CHECK-LABEL: func @empty_source
// CHECK: memref.cast
// CHECK: memref.subview {{.*}} : memref<?x?x4xf32> to
func.func @empty_source(%x: memref<?x0x4xf32>, %i: index, %out: memref<?x?x6xf32>) {
  %c = memref.cast %x : memref<?x0x4xf32> to memref<?x?x4xf32>
  %s = memref.subview %c[0, 0, 0] [%i, %i, 4] [1, 1, 1] : memref<?x?x4xf32> to memref<?x?x4xf32, strided<[?, 4, 1]>>
  pad.pad_into constant %s into %out low[0, 0, 1] high[0, 0, 1] : memref<?x?x4xf32, strided<[?, 4, 1]>> into memref<?x?x6xf32>
  return
}

// CHECK-LABEL: func @behind_the_last
// CHECK: memref.cast
// CHECK: memref.subview {{.*}} : memref<?xf32> to
func.func @behind_the_last(%x: memref<4xf32>, %n: index, %out: memref<?xf32>) {
  %c = memref.cast %x : memref<4xf32> to memref<?xf32>
  %s = memref.subview %c[4] [%n] [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: 4>>
  pad.pad_into constant %s into %out low[1] high[1] : memref<?xf32, strided<[1], offset: 4>> into memref<?xf32>
  return
}

// In bounds, the pad learns the strides of what is cast.
// CHECK-LABEL: func @in_bounds
// CHECK-NOT: memref.cast
// CHECK: memref.subview {{.*}} : memref<64x8xf32> to memref<?x8xf32, strided<[8, 1], offset: ?>>
// CHECK-NOT: memref.cast
// CHECK: pad.pad_into {{.*}} : memref<?x8xf32, strided<[8, 1], offset: ?>> into
func.func @in_bounds(%x: memref<64x8xf32>, %n: index, %out: memref<?x8xf32>) {
  %c = memref.cast %x : memref<64x8xf32> to memref<?x?xf32>
  %s = memref.subview %c[%n, 0] [%n, 8] [1, 1] : memref<?x?xf32> to memref<?x8xf32, strided<[?, 1], offset: ?>>
  pad.pad_into constant %s into %out low[1, 0] high[1, 0] : memref<?x8xf32, strided<[?, 1], offset: ?>> into memref<?x8xf32>
  return
}

// A cast of an unranked memref says nothing of bounds.
// CHECK-LABEL: func private @unranked
// CHECK: memref.cast
// CHECK: memref.subview
func.func private @unranked(%x: memref<*xf32>, %n: index, %out: memref<?xf32>) {
  %c = memref.cast %x : memref<*xf32> to memref<?xf32>
  %s = memref.subview %c[4] [%n] [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: 4>>
  pad.pad_into constant %s into %out low[1] high[1] : memref<?xf32, strided<[1], offset: 4>> into memref<?xf32>
  return
}

// Of tensors, bufferization makes such views.
// CHECK-LABEL: func @slice
func.func @slice(%x: tensor<4xf32>, %n: index) -> tensor<?xf32> {
  %c = tensor.cast %x : tensor<4xf32> to tensor<?xf32>
  %s = tensor.extract_slice %c[4] [%n] [1] : tensor<?xf32> to tensor<?xf32>
  %r = pad.pad constant %s low[1] high[1] : tensor<?xf32> to tensor<?xf32>
  return %r : tensor<?xf32>
}

// CHECK-LABEL: func @insertion
func.func @insertion(%x: tensor<?x0x4xf32>, %y: tensor<?x?x4xf32>, %i: index) -> tensor<?x?x4xf32> {
  %c = tensor.cast %x : tensor<?x0x4xf32> to tensor<?x?x4xf32>
  %p = pad.pad constant %y low[0, 0, 1] high[0, 0, -1] : tensor<?x?x4xf32> to tensor<?x?x4xf32>
  %r = tensor.insert_slice %p into %c[0, 0, 0] [%i, %i, 4] [1, 1, 1] : tensor<?x?x4xf32> into tensor<?x?x4xf32>
  return %r : tensor<?x?x4xf32>
}

// A copy of this function, which gives the extents of the result, is canonicalized on its own.
// CHECK-LABEL: func @fill_none
// CHECK: memref.cast
func.func @fill_none(%x: memref<4xf32>, %t: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %c = memref.cast %x : memref<4xf32> to memref<?xf32>
  %v = memref.subview %c[4] [%n] [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: 4>>
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%v : memref<?xf32, strided<[1], offset: 4>>)
  %r = pad.pad constant %t low[1] high[1] : tensor<?xf32> to tensor<?xf32>
  return %r : tensor<?xf32>
}
