// RUN: pad-opt %s --cse --canonicalize | FileCheck %s

// Pads of tensors have no effect: equal ones are one, and what nobody reads goes,
// also where a check of the runtime verification could have stopped it.
// CHECK-LABEL: func @tensors
// CHECK: %[[P:.*]] = pad.pad reflect
// CHECK-NOT: pad.pad
// CHECK: return %[[P]], %[[P]]
func.func @tensors(%x: tensor<?xf32>, %o: tensor<?xf32>, %l: index) -> (tensor<?xf32>, tensor<?xf32>) {
  %a = pad.pad reflect %x low[%l] high[0] : tensor<?xf32> to tensor<?xf32>
  %b = pad.pad reflect %x low[%l] high[0] : tensor<?xf32> to tensor<?xf32>
  %dead = pad.pad constant %x low[0] high[0] interior[%l] : tensor<?xf32> to tensor<?xf32>
  %into = pad.pad_into symmetric %x into %o low[%l] high[%l] : tensor<?xf32> into tensor<?xf32> -> tensor<?xf32>
  return %a, %b : tensor<?xf32>, tensor<?xf32>
}

// A pad into a memref is a write: it stays, twice if need be, and what was
// loaded before it is loaded again.
// CHECK-LABEL: func @memrefs
// CHECK: %[[OLD:.*]] = memref.load
// CHECK: pad.pad_into edge
// CHECK: %[[NEW:.*]] = memref.load
// CHECK: pad.pad_into edge
// CHECK: return %[[OLD]], %[[NEW]]
func.func @memrefs(%x: memref<4xf32>, %o: memref<6xf32>) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %a = memref.load %o[%c0] : memref<6xf32>
  pad.pad_into edge %x into %o low[1] high[1] : memref<4xf32> into memref<6xf32>
  %b = memref.load %o[%c0] : memref<6xf32>
  pad.pad_into edge %x into %o low[1] high[1] : memref<4xf32> into memref<6xf32>
  return %a, %b : f32, f32
}
