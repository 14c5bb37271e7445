// RUN: pad-opt %s --lower-pad-to-llvm | mlir-translate --mlir-to-llvmir -o %t.ll
// RUN: %count_allocations %t.ll -o %t.exe && %t.exe | FileCheck %s
// RUN: pad-opt %s --lower-pad-to-llvm=results=out-params | mlir-translate --mlir-to-llvmir -o %t.ll
// RUN: %count_allocations %t.ll -o %t.exe && %t.exe | FileCheck %s

// Memrefs that the input frees are freed once, wherever: behind a call, as the
// result of a call, a branch or a reallocation. Tensors are freed as ever.

func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}

func.func @show(%m: memref<6xf32>) {
  %u = memref.cast %m : memref<6xf32> to memref<*xf32>
  call @printMemrefF32(%u) : (memref<*xf32>) -> ()
  return
}

func.func private @release(%x: memref<6xf32>) {
  memref.dealloc %x : memref<6xf32>
  return
}

func.func private @make() -> memref<6xf32> {
  %a = memref.alloc() : memref<6xf32>
  return %a : memref<6xf32>
}

func.func @by_call(%x: memref<4xf32>, %o: memref<6xf32>) {
  %a = memref.alloc() : memref<6xf32>
  pad.pad_into wrap %x into %a low[1] high[1] : memref<4xf32> into memref<6xf32>
  memref.copy %a, %o : memref<6xf32> to memref<6xf32>
  call @release(%a) : (memref<6xf32>) -> ()
  return
}

func.func @of_call(%x: memref<4xf32>, %o: memref<6xf32>) {
  %a = call @make() : () -> memref<6xf32>
  pad.pad_into edge %x into %a low[1] high[1] : memref<4xf32> into memref<6xf32>
  memref.copy %a, %o : memref<6xf32> to memref<6xf32>
  memref.dealloc %a : memref<6xf32>
  return
}

func.func @of_branch(%x: memref<4xf32>, %o: memref<6xf32>, %c: i1) {
  %a = scf.if %c -> memref<6xf32> {
    %b = memref.alloc() : memref<6xf32>
    scf.yield %b : memref<6xf32>
  } else {
    %b = memref.alloc() {alignment = 64} : memref<6xf32>
    scf.yield %b : memref<6xf32>
  }
  pad.pad_into reflect %x into %a low[1] high[1] : memref<4xf32> into memref<6xf32>
  memref.copy %a, %o : memref<6xf32> to memref<6xf32>
  memref.dealloc %a : memref<6xf32>
  return
}

func.func @of_realloc(%x: memref<4xf32>, %o: memref<6xf32>) {
  %a = memref.alloc() : memref<4xf32>
  memref.copy %x, %a : memref<4xf32> to memref<4xf32>
  %b = memref.realloc %a : memref<4xf32> to memref<6xf32>
  pad.pad_into constant %x into %b low[2] high[0] : memref<4xf32> into memref<6xf32>
  memref.copy %b, %o : memref<6xf32> to memref<6xf32>
  memref.dealloc %b : memref<6xf32>
  return
}

// A function with tensors among the others.
func.func @with_tensors(%x: memref<4xf32>, %o: memref<6xf32>) {
  %a = memref.alloc() : memref<6xf32>
  %t = bufferization.to_tensor %x restrict : memref<4xf32> to tensor<4xf32>
  %p = pad.pad wrap %t low[3] high[-1] : tensor<4xf32> to tensor<6xf32>
  bufferization.materialize_in_destination %p in restrict writable %a : (tensor<6xf32>, memref<6xf32>) -> ()
  memref.copy %a, %o : memref<6xf32> to memref<6xf32>
  call @release(%a) : (memref<6xf32>) -> ()
  return
}

func.func @main() {
  %true = arith.constant true
  %x = memref.alloc() : memref<4xf32>
  %o = memref.alloc() : memref<6xf32>
  affine.for %i = 0 to 4 {
    %n = arith.index_cast %i : index to i32
    %f = arith.sitofp %n : i32 to f32
    affine.store %f, %x[%i] : memref<4xf32>
  }
  // CHECK: {{\[}}3,{{ +}}0,{{ +}}1,{{ +}}2,{{ +}}3,{{ +}}0{{\]}}
  call @by_call(%x, %o) : (memref<4xf32>, memref<6xf32>) -> ()
  call @show(%o) : (memref<6xf32>) -> ()
  // CHECK: {{\[}}0,{{ +}}0,{{ +}}1,{{ +}}2,{{ +}}3,{{ +}}3{{\]}}
  call @of_call(%x, %o) : (memref<4xf32>, memref<6xf32>) -> ()
  call @show(%o) : (memref<6xf32>) -> ()
  // CHECK: {{\[}}1,{{ +}}0,{{ +}}1,{{ +}}2,{{ +}}3,{{ +}}2{{\]}}
  call @of_branch(%x, %o, %true) : (memref<4xf32>, memref<6xf32>, i1) -> ()
  call @show(%o) : (memref<6xf32>) -> ()
  // CHECK: {{\[}}0,{{ +}}0,{{ +}}0,{{ +}}1,{{ +}}2,{{ +}}3{{\]}}
  call @of_realloc(%x, %o) : (memref<4xf32>, memref<6xf32>) -> ()
  call @show(%o) : (memref<6xf32>) -> ()
  // CHECK: {{\[}}1,{{ +}}2,{{ +}}3,{{ +}}0,{{ +}}1,{{ +}}2{{\]}}
  call @with_tensors(%x, %o) : (memref<4xf32>, memref<6xf32>) -> ()
  call @show(%o) : (memref<6xf32>) -> ()
  memref.dealloc %x : memref<4xf32>
  memref.dealloc %o : memref<6xf32>
  return
}
