// RUN: pad-opt %s --lower-pad-to-llvm=lowering=scf | %run_main | FileCheck %s
// RUN: pad-opt %s --lower-pad-to-llvm=lowering=linalg | %run_main | FileCheck %s
// RUN: pad-opt %s --lower-pad-to-llvm=lowering=vector | %run_main | FileCheck %s

// Interior pads known at run time are legal up to where the dilated extent
// `(d - 1) * (interior + 1) + 1` fits 64 bits (C7).

func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}

func.func @window(%x: memref<?xf32>, %low: index, %interior: index) {
  %out = memref.alloc() : memref<5xf32>
  %high = arith.constant 0 : index
  pad.pad_into constant %x into %out low[%low] high[%high] interior[%interior]
      : memref<?xf32> into memref<5xf32>
  %u = memref.cast %out : memref<5xf32> to memref<*xf32>
  call @printMemrefF32(%u) : (memref<*xf32>) -> ()
  return
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  %x = memref.alloc(%c2) : memref<?xf32>
  memref.store %one, %x[%c0] : memref<?xf32>
  memref.store %two, %x[%c1] : memref<?xf32>

  // The window starts one before the second element, at 2^62 + 1.
  // CHECK: [0, 2, 0, 0, 0]
  %interior = arith.constant 4611686018427387904 : index
  %low = arith.constant -4611686018427387904 : index
  call @window(%x, %low, %interior) : (memref<?xf32>, index, index) -> ()

  // The largest of all: the second element is at 2^63 - 2.
  // CHECK: [0, 0, 2, 0, 0]
  %largest = arith.constant 9223372036854775805 : index
  %before = arith.constant -9223372036854775804 : index
  call @window(%x, %before, %largest) : (memref<?xf32>, index, index) -> ()

  // An axis of one element takes any.
  // CHECK: [0, 1, 0, 0, 0]
  %first = memref.subview %x[0] [%c1] [1] : memref<?xf32> to memref<?xf32>
  %any = arith.constant 9223372036854775807 : index
  call @window(%first, %c1, %any) : (memref<?xf32>, index, index) -> ()
  return
}
