// RUN: pad-opt %s --lower-pad-to-llvm="fuse=true vector-width=128" | %run_main | FileCheck %s
// RUN: pad-opt %s --lower-pad-to-llvm="fuse=true lowering=scf" | %run_main | FileCheck %s
// RUN: pad-opt %s --pad-fuse-into-loops | FileCheck %s --check-prefix=FUSED
// FUSED-LABEL: func private @sum
// FUSED-NOT: pad.pad
// FUSED: return

// A reduction of no terms leaves its destination, though its body does not read it.
// (Unfused, upstream's bufferization takes such a destination for overwritten.)
// CHECK: [10,  20,  30,  40,  50]
// CHECK: [2,  3,  4,  5,  5]
func.func private @printMemrefF32(tensor<*xf32>) attributes {llvm.emit_c_interface}
func.func private @sum(%x: tensor<?xf32>, %k: tensor<?xf32>, %i: tensor<?xf32>) -> tensor<?xf32> {
  %p = pad.pad edge %x low[1] high[1] : tensor<?xf32> to tensor<?xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i + j)>, affine_map<(i, j) -> (j)>,
                                        affine_map<(i, j) -> (i)>],
                       iterator_types = ["parallel", "reduction"]}
      ins(%p, %k : tensor<?xf32>, tensor<?xf32>) outs(%i : tensor<?xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.mulf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}
func.func private @run(%terms: tensor<?xf32>) {
  %x = arith.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0]> : tensor<5xf32>
  %i = arith.constant dense<[10.0, 20.0, 30.0, 40.0, 50.0]> : tensor<5xf32>
  %dx = tensor.cast %x : tensor<5xf32> to tensor<?xf32>
  %di = tensor.cast %i : tensor<5xf32> to tensor<?xf32>
  %r = call @sum(%dx, %terms, %di) : (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %u = tensor.cast %r : tensor<?xf32> to tensor<*xf32>
  call @printMemrefF32(%u) : (tensor<*xf32>) -> ()
  return
}
func.func @main() {
  %none = arith.constant dense<> : tensor<0xf32>
  %three = arith.constant dense<1.0> : tensor<3xf32>
  %d0 = tensor.cast %none : tensor<0xf32> to tensor<?xf32>
  %d3 = tensor.cast %three : tensor<3xf32> to tensor<?xf32>
  call @run(%d0) : (tensor<?xf32>) -> ()
  call @run(%d3) : (tensor<?xf32>) -> ()
  return
}
