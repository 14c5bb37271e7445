// RUN: pad-opt %s --lower-pad-to-llvm | %run_main | FileCheck %s
// RUN: pad-opt %s --lower-pad-to-llvm=vector-width=128 | %run_main | FileCheck %s
// RUN: pad-opt %s --lower-pad-to-llvm=lowering=scf | %run_main | FileCheck %s
// RUN: pad-opt %s --lower-pad-to-llvm=lowering=linalg | %run_main | FileCheck %s
// RUN: pad-opt %s --canonicalize --lower-pad-to-llvm | %run_main | FileCheck %s

// Constant operands that the verifier would refuse as attributes mean what they
// mean as arguments.

func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}
func.func private @printMemrefI32(memref<*xi32>) attributes {llvm.emit_c_interface}

// C2: a negative interior pad counts as 0.
func.func @interior(%x: tensor<3xf32>) {
  %1 = arith.constant -1 : index
  %2 = arith.constant -2 : index
  %3 = arith.constant -3 : index
  %least = arith.constant -9223372036854775807 : index

  // CHECK: {{\[}}0,{{ +}}1,{{ +}}2,{{ +}}3{{\]}}
  %a = pad.pad constant %x low[1] high[0] interior[%1]
      : tensor<3xf32> to tensor<?xf32>
  %as = tensor.cast %a : tensor<?xf32> to tensor<4xf32>
  %au = bufferization.to_buffer %as : tensor<4xf32> to memref<4xf32>
  %av = memref.cast %au : memref<4xf32> to memref<*xf32>
  call @printMemrefF32(%av) : (memref<*xf32>) -> ()

  // CHECK: {{\[}}1,{{ +}}1,{{ +}}2,{{ +}}3{{\]}}
  %b = pad.pad edge %x low[1] high[0] interior[%2]
      : tensor<3xf32> to tensor<?xf32>
  %bs = tensor.cast %b : tensor<?xf32> to tensor<4xf32>
  %bu = bufferization.to_buffer %bs : tensor<4xf32> to memref<4xf32>
  %bv = memref.cast %bu : memref<4xf32> to memref<*xf32>
  call @printMemrefF32(%bv) : (memref<*xf32>) -> ()

  // CHECK: {{\[}}2,{{ +}}1,{{ +}}2,{{ +}}3,{{ +}}2{{\]}}
  %c = pad.pad reflect %x low[1] high[1] interior[%3]
      : tensor<3xf32> to tensor<?xf32>
  %cu = bufferization.to_buffer %c : tensor<?xf32> to memref<?xf32>
  %cv = memref.cast %cu : memref<?xf32> to memref<*xf32>
  call @printMemrefF32(%cv) : (memref<*xf32>) -> ()

  // CHECK: {{\[}}3,{{ +}}1,{{ +}}2,{{ +}}3,{{ +}}1{{\]}}
  %d = pad.pad wrap %x low[1] high[1] interior[%least]
      : tensor<3xf32> to tensor<?xf32>
  %du = bufferization.to_buffer %d : tensor<?xf32> to memref<?xf32>
  %dv = memref.cast %du : memref<?xf32> to memref<*xf32>
  call @printMemrefF32(%dv) : (memref<*xf32>) -> ()
  return
}

// C4: a destination of another extent than the pads give has what its indices
// read.
func.func @extents(%x: memref<3xi32>, %y: memref<5xi32>, %z: memref<2xi32>) {
  %zero = arith.constant 0 : index
  %hundred = arith.constant 100 : index
  %yu = memref.cast %y : memref<5xi32> to memref<*xi32>
  %zu = memref.cast %z : memref<2xi32> to memref<*xi32>

  // CHECK: {{\[}}1,{{ +}}2,{{ +}}3,{{ +}}0,{{ +}}0{{\]}}
  pad.pad_into constant %x into %y low[%zero] high[%zero]
      : memref<3xi32> into memref<5xi32>
  call @printMemrefI32(%yu) : (memref<*xi32>) -> ()

  // CHECK: {{\[}}1,{{ +}}2,{{ +}}3,{{ +}}3,{{ +}}3{{\]}}
  pad.pad_into edge %x into %y low[%zero] high[%zero]
      : memref<3xi32> into memref<5xi32>
  call @printMemrefI32(%yu) : (memref<*xi32>) -> ()

  // CHECK: {{\[}}1,{{ +}}1,{{ +}}1,{{ +}}1,{{ +}}1{{\]}}
  pad.pad_into edge %x into %y low[%hundred] high[%hundred]
      : memref<3xi32> into memref<5xi32>
  call @printMemrefI32(%yu) : (memref<*xi32>) -> ()

  // CHECK: {{\[}}1,{{ +}}2{{\]}}
  pad.pad_into wrap %x into %z low[%zero] high[%zero]
      : memref<3xi32> into memref<2xi32>
  call @printMemrefI32(%zu) : (memref<*xi32>) -> ()
  return
}

func.func @main() {
  %x = arith.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  call @interior(%x) : (tensor<3xf32>) -> ()
  %data = memref.alloc() : memref<3xi32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  scf.for %i = %c0 to %c3 step %c1 {
    %k = arith.addi %i, %c1 : index
    %e = arith.index_cast %k : index to i32
    memref.store %e, %data[%i] : memref<3xi32>
  }
  %y = memref.alloc() : memref<5xi32>
  %z = memref.alloc() : memref<2xi32>
  call @extents(%data, %y, %z) : (memref<3xi32>, memref<5xi32>, memref<2xi32>) -> ()
  return
}
