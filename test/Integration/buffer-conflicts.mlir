// RUN: pad-opt %s --lower-pad-to-llvm=lowering=scf | %run_main | FileCheck %s
// RUN: pad-opt %s --lower-pad-to-llvm=lowering=linalg | %run_main | FileCheck %s
// RUN: pad-opt %s --lower-pad-to-llvm | %run_main | FileCheck %s
// RUN: pad-opt %s --lower-pad-to-llvm=results=out-params | %run_main | FileCheck %s
// In whatever order the uses are analyzed.
// DEFINE: %{seed} =
// DEFINE: %{bufferize} = pad-opt %s --one-shot-bufferize="bufferize-function-boundaries allow-return-allocs-from-loops function-boundary-type-conversion=identity-layout-map analysis-heuristic=fuzzer analysis-fuzzer-seed=%{seed}"
// REDEFINE: %{seed} = 23
// RUN: %{bufferize} | pad-opt --lower-pad-to-llvm=lowering=scf | %run_main | FileCheck %s
// REDEFINE: %{seed} = 59
// RUN: %{bufferize} | pad-opt --lower-pad-to-llvm=lowering=scf | %run_main | FileCheck %s
// REDEFINE: %{seed} = 91
// RUN: %{bufferize} | pad-opt --lower-pad-to-llvm=lowering=scf | %run_main | FileCheck %s

// What bufferization must not overwrite: whatever is in place otherwise, these
// read what they would read on tensors.

func.func private @printMemrefF32(tensor<*xf32>) attributes {llvm.emit_c_interface}

// Into its own source.
func.func private @rotate(%x: tensor<4xf32>) -> tensor<4xf32> {
  %r = pad.pad_into wrap %x into %x low[1] high[-1] : tensor<4xf32> into tensor<4xf32> -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// Again and again.
func.func private @rotate_by(%x: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %x) -> tensor<4xf32> {
    %p = pad.pad_into wrap %t into %t low[1] high[-1] : tensor<4xf32> into tensor<4xf32> -> tensor<4xf32>
    scf.yield %p : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// Into two memrefs, the first of which is written before what the second one gets is read.
func.func private @two_memrefs(%x: tensor<2xf32>, %v: f32, %first: memref<4xf32>, %second: memref<4xf32>) {
  %p = pad.pad edge %x low[1] high[1] : tensor<2xf32> to tensor<4xf32>
  %e = tensor.empty() : tensor<4xf32>
  %sum = linalg.add ins(%p, %p : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %filled = linalg.fill ins(%v : f32) outs(%sum : tensor<4xf32>) -> tensor<4xf32>
  bufferization.materialize_in_destination %filled in restrict writable %first : (tensor<4xf32>, memref<4xf32>) -> ()
  bufferization.materialize_in_destination %sum in restrict writable %second : (tensor<4xf32>, memref<4xf32>) -> ()
  return
}

// Into a memref, before something else is written over it.
func.func private @memref_before(%x: tensor<2xf32>, %v: f32, %out: memref<4xf32>) -> tensor<4xf32> {
  %p = pad.pad edge %x low[1] high[1] : tensor<2xf32> to tensor<4xf32>
  %e = tensor.empty() : tensor<4xf32>
  %sum = linalg.add ins(%p, %p : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  bufferization.materialize_in_destination %sum in restrict writable %out : (tensor<4xf32>, memref<4xf32>) -> ()
  %filled = linalg.fill ins(%v : f32) outs(%sum : tensor<4xf32>) -> tensor<4xf32>
  return %filled : tensor<4xf32>
}

// Each step is put into a memref, and is what the next one reads.
func.func private @steps(%x: tensor<40xf32>, %n: index, %out: memref<40xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %x) -> tensor<40xf32> {
    %p = pad.pad wrap %t low[1] high[-1] : tensor<40xf32> to tensor<40xf32>
    %e = tensor.empty() : tensor<40xf32>
    %twice = linalg.add ins(%p, %p : tensor<40xf32>, tensor<40xf32>) outs(%e : tensor<40xf32>) -> tensor<40xf32>
    bufferization.materialize_in_destination %twice in restrict writable %out : (tensor<40xf32>, memref<40xf32>) -> ()
    scf.yield %twice : tensor<40xf32>
  }
  return
}

// Two pads into one destination, both read.
func.func private @shared(%x: tensor<2xf32>, %o: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %a = pad.pad_into edge %x into %o low[1] high[1] : tensor<2xf32> into tensor<4xf32> -> tensor<4xf32>
  %b = pad.pad_into constant %x into %o low[0] high[2] : tensor<2xf32> into tensor<4xf32> -> tensor<4xf32>
  return %a, %b, %o : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// The source is written before the pad reads it, and after.
func.func private @written(%x: tensor<4xf32>, %v: f32) -> (tensor<4xf32>, tensor<6xf32>, tensor<6xf32>) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %a = tensor.insert %v into %x[%c0] : tensor<4xf32>
  %p = pad.pad reflect %x low[2] high[0] : tensor<4xf32> to tensor<6xf32>
  %b = tensor.insert %v into %a[%c3] : tensor<4xf32>
  %q = pad.pad reflect %a low[0] high[2] : tensor<4xf32> to tensor<6xf32>
  return %b, %p, %q : tensor<4xf32>, tensor<6xf32>, tensor<6xf32>
}

// A slice of the destination that is no interior view of it.
func.func private @overlap(%x: tensor<6xf32>) -> tensor<6xf32> {
  %s = tensor.extract_slice %x[2] [3] [1] : tensor<6xf32> to tensor<3xf32>
  %r = pad.pad_into symmetric %s into %x low[1] high[2] : tensor<3xf32> into tensor<6xf32> -> tensor<6xf32>
  return %r : tensor<6xf32>
}

// The source is in the interior of the destination, which something else fills
// before the pad reads it.
func.func private @interior_is_filled(%x: tensor<4xf32>, %v: f32) -> tensor<6xf32> {
  %e = tensor.empty() : tensor<6xf32>
  %i = tensor.extract_slice %e[1] [4] [1] : tensor<6xf32> to tensor<4xf32>
  %p = linalg.negf ins(%x : tensor<4xf32>) outs(%i : tensor<4xf32>) -> tensor<4xf32>
  %f = linalg.fill ins(%v : f32) outs(%e : tensor<6xf32>) -> tensor<6xf32>
  %r = pad.pad_into reflect %p into %f low[1] high[1] : tensor<4xf32> into tensor<6xf32> -> tensor<6xf32>
  return %r : tensor<6xf32>
}

// Two pads share the interior, and both are read; then the interior again.
func.func private @interior_is_shared(%x: tensor<4xf32>) -> (tensor<6xf32>, tensor<6xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<6xf32>
  %i = tensor.extract_slice %e[1] [4] [1] : tensor<6xf32> to tensor<4xf32>
  %p = linalg.negf ins(%x : tensor<4xf32>) outs(%i : tensor<4xf32>) -> tensor<4xf32>
  %a = pad.pad_into edge %p into %e low[1] high[1] : tensor<4xf32> into tensor<6xf32> -> tensor<6xf32>
  %b = pad.pad_into wrap %p into %e low[1] high[1] : tensor<4xf32> into tensor<6xf32> -> tensor<6xf32>
  %n = linalg.negf ins(%p : tensor<4xf32>) outs(%p : tensor<4xf32>) -> tensor<4xf32>
  return %a, %b, %n : tensor<6xf32>, tensor<6xf32>, tensor<4xf32>
}

// The pads shift what is in the destination: no interior view.
func.func private @interior_moves(%x: tensor<4xf32>, %l: index, %h: index) -> tensor<6xf32> {
  %e = tensor.empty() : tensor<6xf32>
  %i = tensor.extract_slice %e[%l] [4] [1] : tensor<6xf32> to tensor<4xf32>
  %p = linalg.negf ins(%x : tensor<4xf32>) outs(%i : tensor<4xf32>) -> tensor<4xf32>
  %r = pad.pad_into wrap %p into %e low[%h] high[%l] : tensor<4xf32> into tensor<6xf32> -> tensor<6xf32>
  return %r : tensor<6xf32>
}

func.func @print4(%t: tensor<4xf32>) {
  %u = tensor.cast %t : tensor<4xf32> to tensor<*xf32>
  call @printMemrefF32(%u) : (tensor<*xf32>) -> ()
  return
}

func.func @print6(%t: tensor<6xf32>) {
  %u = tensor.cast %t : tensor<6xf32> to tensor<*xf32>
  call @printMemrefF32(%u) : (tensor<*xf32>) -> ()
  return
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %v = arith.constant 9.0 : f32
  %x = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %y = arith.constant dense<[5.0, 6.0]> : tensor<2xf32>
  %z = arith.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf32>
  // CHECK: [4, 1, 2, 3]
  %a = call @rotate(%x) : (tensor<4xf32>) -> tensor<4xf32>
  call @print4(%a) : (tensor<4xf32>) -> ()
  // CHECK: [2, 3, 4, 1]
  %b = call @rotate_by(%x, %c3) : (tensor<4xf32>, index) -> tensor<4xf32>
  call @print4(%b) : (tensor<4xf32>) -> ()
  // CHECK: [5, 5, 6, 6]
  // CHECK: [5, 6, 0, 0]
  // CHECK: [1, 2, 3, 4]
  %c:3 = call @shared(%y, %x) : (tensor<2xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
  call @print4(%c#0) : (tensor<4xf32>) -> ()
  call @print4(%c#1) : (tensor<4xf32>) -> ()
  call @print4(%c#2) : (tensor<4xf32>) -> ()
  // CHECK: [9, 2, 3, 9]
  // CHECK: [3, 2, 1, 2, 3, 4]
  // CHECK: [9, 2, 3, 4, 3, 2]
  %d:3 = call @written(%x, %v) : (tensor<4xf32>, f32) -> (tensor<4xf32>, tensor<6xf32>, tensor<6xf32>)
  call @print4(%d#0) : (tensor<4xf32>) -> ()
  call @print6(%d#1) : (tensor<6xf32>) -> ()
  call @print6(%d#2) : (tensor<6xf32>) -> ()
  // CHECK: [3, 3, 4, 5, 5, 4]
  %e = call @overlap(%z) : (tensor<6xf32>) -> tensor<6xf32>
  call @print6(%e) : (tensor<6xf32>) -> ()
  // CHECK: [-2, -1, -2, -3, -4, -3]
  %f = call @interior_is_filled(%x, %v) : (tensor<4xf32>, f32) -> tensor<6xf32>
  call @print6(%f) : (tensor<6xf32>) -> ()
  // CHECK: [-1, -1, -2, -3, -4, -4]
  // CHECK: [-4, -1, -2, -3, -4, -1]
  // CHECK: [1, 2, 3, 4]
  %g:3 = call @interior_is_shared(%x) : (tensor<4xf32>) -> (tensor<6xf32>, tensor<6xf32>, tensor<4xf32>)
  call @print6(%g#0) : (tensor<6xf32>) -> ()
  call @print6(%g#1) : (tensor<6xf32>) -> ()
  call @print4(%g#2) : (tensor<4xf32>) -> ()
  // CHECK: [-3, -4, -1, -2, -3, -4]
  %h = call @interior_moves(%x, %c0, %c2) : (tensor<4xf32>, index, index) -> tensor<6xf32>
  call @print6(%h) : (tensor<6xf32>) -> ()
  // CHECK: [9, 9, 9, 9]
  // CHECK: [10, 10, 12, 12]
  %first = memref.alloca() : memref<4xf32>
  %second = memref.alloca() : memref<4xf32>
  call @two_memrefs(%y, %v, %first, %second) : (tensor<2xf32>, f32, memref<4xf32>, memref<4xf32>) -> ()
  %i = bufferization.to_tensor %first restrict : memref<4xf32> to tensor<4xf32>
  %j = bufferization.to_tensor %second restrict : memref<4xf32> to tensor<4xf32>
  call @print4(%i) : (tensor<4xf32>) -> ()
  call @print4(%j) : (tensor<4xf32>) -> ()
  // CHECK: [9, 9, 9, 9]
  // CHECK: [10, 10, 12, 12]
  %third = memref.alloca() : memref<4xf32>
  %m = call @memref_before(%y, %v, %third) : (tensor<2xf32>, f32, memref<4xf32>) -> tensor<4xf32>
  %n = bufferization.to_tensor %third restrict : memref<4xf32> to tensor<4xf32>
  call @print4(%m) : (tensor<4xf32>) -> ()
  call @print4(%n) : (tensor<4xf32>) -> ()
  // CHECK: [152, 156, 0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60, 64, 68, 72, 76, 80, 84, 88, 92, 96, 100, 104, 108, 112, 116, 120, 124, 128, 132, 136, 140, 144, 148]
  %numbers = arith.constant dense<[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0, 16.0, 17.0, 18.0, 19.0, 20.0, 21.0, 22.0, 23.0, 24.0, 25.0, 26.0, 27.0, 28.0, 29.0, 30.0, 31.0, 32.0, 33.0, 34.0, 35.0, 36.0, 37.0, 38.0, 39.0]> : tensor<40xf32>
  %out = memref.alloca() : memref<40xf32>
  call @steps(%numbers, %c2, %out) : (tensor<40xf32>, index, memref<40xf32>) -> ()
  %k = bufferization.to_tensor %out restrict : memref<40xf32> to tensor<40xf32>
  %any = tensor.cast %k : tensor<40xf32> to tensor<*xf32>
  call @printMemrefF32(%any) : (tensor<*xf32>) -> ()
  // What was given is as it was.
  // CHECK: [1, 2, 3, 4]
  // CHECK: [1, 2, 3, 4, 5, 6]
  call @print4(%x) : (tensor<4xf32>) -> ()
  call @print6(%z) : (tensor<6xf32>) -> ()
  return
}
