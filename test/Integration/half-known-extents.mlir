// RUN: pad-opt %s --lower-pad-to-llvm=nontemporal-threshold=0 | %run_main | FileCheck %s
// RUN: pad-opt %s --lower-pad-to-llvm="nontemporal-threshold=0 vector-width=128 vector-isa=none" | %run_main | FileCheck %s
// RUN: pad-opt %s --lower-pad-to-llvm | %run_main | FileCheck %s

// An extent that only one of source and result knows is known where nothing is
// padded, also in a static row that is written past the caches.

func.func private @printMemrefI32(memref<*xi32>) attributes {llvm.emit_c_interface}

func.func @source_knows(%x: memref<3x20xi32>, %y: memref<5x?xi32>) {
  %0 = arith.constant 0 : index
  pad.pad_into [constant, edge] %x into %y low[1, 0] high[1, 0] interior[0, %0]
      : memref<3x20xi32> into memref<5x?xi32>
  return
}

func.func @result_knows(%x: memref<3x?xi32>, %y: memref<5x20xi32>) {
  pad.pad_into [constant, edge] %x into %y low[1, 0] high[1, 0]
      : memref<3x?xi32> into memref<5x20xi32>
  return
}

func.func @main() {
  %7 = arith.constant 7 : i32
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %3 = arith.constant 3 : index
  %20 = arith.constant 20 : index
  %x = memref.alloc() : memref<3x20xi32>
  scf.for %i = %0 to %3 step %1 {
    scf.for %j = %0 to %20 step %1 {
      %row = arith.muli %i, %20 : index
      %number = arith.addi %row, %j : index
      %element = arith.index_cast %number : index to i32
      memref.store %element, %x[%i, %j] : memref<3x20xi32>
    }
  }
  %y = memref.alloc() {alignment = 64 : i64} : memref<5x20xi32>
  %yu = memref.cast %y : memref<5x20xi32> to memref<*xi32>

  // CHECK: {{\[}}[0,{{[0, ]+}}]
  // CHECK-NEXT: [0,{{ +}}1,{{ +}}2,{{.*}} 18,{{ +}}19]
  // CHECK-NEXT: [20,{{ +}}21,{{ +}}22,{{.*}} 38,{{ +}}39]
  // CHECK-NEXT: [40,{{ +}}41,{{ +}}42,{{.*}} 58,{{ +}}59]
  // CHECK-NEXT: [0,{{[0, ]+}}]
  linalg.fill ins(%7 : i32) outs(%y : memref<5x20xi32>)
  %yd = memref.cast %y : memref<5x20xi32> to memref<5x?xi32>
  call @source_knows(%x, %yd) : (memref<3x20xi32>, memref<5x?xi32>) -> ()
  call @printMemrefI32(%yu) : (memref<*xi32>) -> ()

  // CHECK: {{\[}}[0,{{[0, ]+}}]
  // CHECK-NEXT: [0,{{ +}}1,{{ +}}2,{{.*}} 18,{{ +}}19]
  // CHECK-NEXT: [20,{{ +}}21,{{ +}}22,{{.*}} 38,{{ +}}39]
  // CHECK-NEXT: [40,{{ +}}41,{{ +}}42,{{.*}} 58,{{ +}}59]
  // CHECK-NEXT: [0,{{[0, ]+}}]
  linalg.fill ins(%7 : i32) outs(%y : memref<5x20xi32>)
  %xd = memref.cast %x : memref<3x20xi32> to memref<3x?xi32>
  call @result_knows(%xd, %y) : (memref<3x?xi32>, memref<5x20xi32>) -> ()
  call @printMemrefI32(%yu) : (memref<*xi32>) -> ()
  memref.dealloc %x : memref<3x20xi32>
  memref.dealloc %y : memref<5x20xi32>
  return
}
