// RUN: pad-opt %s --lower-pad-to-llvm=results=out-params | %run_main | FileCheck %s

// With out-params, functions of dynamic results can be called inside the module:
// private ones, public ones and recursive ones.

func.func private @printMemrefF32(tensor<*xf32>) attributes {llvm.emit_c_interface}

func.func private @once(%x: tensor<?xf32>) -> tensor<?xf32> {
  %r = pad.pad wrap %x low[1] high[1] : tensor<?xf32> to tensor<?xf32>
  return %r : tensor<?xf32>
}

func.func @times(%x: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %more = arith.cmpi sgt, %n, %c0 : index
  %r = scf.if %more -> tensor<?xf32> {
    %p = func.call @once(%x) : (tensor<?xf32>) -> tensor<?xf32>
    %m = arith.subi %n, %c1 : index
    %q = func.call @times(%p, %m) : (tensor<?xf32>, index) -> tensor<?xf32>
    scf.yield %q : tensor<?xf32>
  } else {
    scf.yield %x : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

func.func @main() {
  %c2 = arith.constant 2 : index
  %x = arith.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %d = tensor.cast %x : tensor<3xf32> to tensor<?xf32>
  // CHECK: [1, 3, 1, 2, 3, 1, 3]
  %r = call @times(%d, %c2) : (tensor<?xf32>, index) -> tensor<?xf32>
  %u = tensor.cast %r : tensor<?xf32> to tensor<*xf32>
  call @printMemrefF32(%u) : (tensor<*xf32>) -> ()
  return
}
