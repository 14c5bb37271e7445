// RUN: pad-opt %s --lower-pad-to-llvm=lowering=scf | %run_main | FileCheck %s
// RUN: pad-opt %s --lower-pad-to-llvm=lowering=linalg | %run_main | FileCheck %s
// RUN: pad-opt %s --lower-pad-to-llvm=lowering=vector | %run_main | FileCheck %s

// An element may be a vector: it moves as a whole.

func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %lanes = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : vector<4xf32>
  %x = memref.alloc(%c1) : memref<?xvector<4xf32>>
  memref.store %lanes, %x[%c0] : memref<?xvector<4xf32>>
  %plain = memref.alloc() : memref<3x4xf32>
  %t = bufferization.to_tensor %x restrict : memref<?xvector<4xf32>> to tensor<?xvector<4xf32>>

  // CHECK: {{\[}}1,{{ +}}2,{{ +}}3,{{ +}}4],
  // CHECK-NEXT: {{\[}}1,{{ +}}2,{{ +}}3,{{ +}}4],
  // CHECK-NEXT: {{\[}}0,{{ +}}0,{{ +}}0,{{ +}}0]
  %e = pad.pad edge %t low[1] high[0] : tensor<?xvector<4xf32>> to tensor<?xvector<4xf32>>
  %p = pad.pad constant %e low[0] high[1] : tensor<?xvector<4xf32>> to tensor<?xvector<4xf32>>
  affine.for %i = 0 to 3 {
    %v = tensor.extract %p[%i] : tensor<?xvector<4xf32>>
    vector.store %v, %plain[%i, %c0] : memref<3x4xf32>, vector<4xf32>
  }
  %u = memref.cast %plain : memref<3x4xf32> to memref<*xf32>
  call @printMemrefF32(%u) : (memref<*xf32>) -> ()
  return
}
