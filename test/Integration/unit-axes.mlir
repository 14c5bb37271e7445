// RUN: pad-opt %s --lower-pad-to-llvm=lowering=scf | %run_main | FileCheck %s
// RUN: pad-opt %s --lower-pad-to-llvm=lowering=linalg | %run_main | FileCheck %s
// RUN: pad-opt %s --lower-pad-to-llvm=runtime-verification=true | %run_main | FileCheck %s

// Slices and views that keep an axis of one element, and drop a later one.

func.func private @printMemrefI32(memref<*xi32>) attributes {llvm.emit_c_interface}

func.func @slice(%x: tensor<1x?x1xi32>, %l: index) -> tensor<?x?xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %s = tensor.extract_slice %x[%c0, 1, 0] [1, %c2, 1] [1, 1, 1] : tensor<1x?x1xi32> to tensor<1x?xi32>
  %r = pad.pad edge %s low[%l, %c1] high[0, 0] : tensor<1x?xi32> to tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}

func.func @insert(%s: tensor<1x?xi32>, %x: tensor<1x?x1xi32>, %n: index) -> tensor<1x?x1xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p = pad.pad wrap %s low[0, %c0] high[0, -1] : tensor<1x?xi32> to tensor<1x?xi32>
  %r = tensor.insert_slice %p into %x[%c0, %c1, 0] [1, %n, 1] [1, 1, 1] : tensor<1x?xi32> into tensor<1x?x1xi32>
  return %r : tensor<1x?x1xi32>
}

func.func @view(%x: memref<?x?x1xi32, strided<[?, ?, ?]>>, %i: index, %n: index, %step: index, %out: memref<?x?xi32>) {
  %whole = memref.subview %x[%i, 0, 0] [1, %n, 1] [%step, 1, %step] : memref<?x?x1xi32, strided<[?, ?, ?]>> to memref<1x?xi32, strided<[?, ?], offset: ?>>
  pad.pad_into constant %whole into %out low[0, 1] high[0, 0] : memref<1x?xi32, strided<[?, ?], offset: ?>> into memref<?x?xi32>
  return
}

func.func @main() {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %x = arith.constant dense<[[[1], [2], [3]]]> : tensor<1x3x1xi32>
  %d = tensor.cast %x : tensor<1x3x1xi32> to tensor<1x?x1xi32>
  %s = call @slice(%d, %c1) : (tensor<1x?x1xi32>, index) -> tensor<?x?xi32>
  // CHECK: sizes = [2, 3]
  // CHECK-NEXT: {{\[}}[2,{{ +}}2,{{ +}}3]
  // CHECK-NEXT: [2,{{ +}}2,{{ +}}3]]
  %sb = bufferization.to_buffer %s : tensor<?x?xi32> to memref<?x?xi32>
  %su = memref.cast %sb : memref<?x?xi32> to memref<*xi32>
  call @printMemrefI32(%su) : (memref<*xi32>) -> ()

  %y = arith.constant dense<[[7, 8, 9]]> : tensor<1x3xi32>
  %e = tensor.cast %y : tensor<1x3xi32> to tensor<1x?xi32>
  %i = call @insert(%e, %d, %c2) : (tensor<1x?xi32>, tensor<1x?x1xi32>, index) -> tensor<1x?x1xi32>
  // CHECK: sizes = [1, 3, 1]
  // CHECK-NEXT: {{\[}}{{\[}}[1],
  // CHECK-NEXT: [7],
  // CHECK-NEXT: [8]]]
  %ib = bufferization.to_buffer %i : tensor<1x?x1xi32> to memref<1x?x1xi32>
  %iu = memref.cast %ib : memref<1x?x1xi32> to memref<*xi32>
  call @printMemrefI32(%iu) : (memref<*xi32>) -> ()

  // Rows of three elements, the second of which is viewed.
  %z = arith.constant dense<[[[1], [2], [3]], [[4], [5], [6]]]> : tensor<2x3x1xi32>
  %zb = bufferization.to_buffer %z : tensor<2x3x1xi32> to memref<2x3x1xi32>
  %zc = memref.cast %zb : memref<2x3x1xi32> to memref<?x?x1xi32, strided<[?, ?, ?]>>
  %out = memref.alloc() : memref<1x4xi32>
  %od = memref.cast %out : memref<1x4xi32> to memref<?x?xi32>
  call @view(%zc, %c1, %c3, %c1, %od) : (memref<?x?x1xi32, strided<[?, ?, ?]>>, index, index, index, memref<?x?xi32>) -> ()
  // CHECK: sizes = [1, 4]
  // CHECK-NEXT: {{\[}}[0,{{ +}}4,{{ +}}5,{{ +}}6]]
  %ou = memref.cast %out : memref<1x4xi32> to memref<*xi32>
  call @printMemrefI32(%ou) : (memref<*xi32>) -> ()
  memref.dealloc %out : memref<1x4xi32>
  return
}
