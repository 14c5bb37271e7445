// RUN: pad-opt %s --lower-pad-to-llvm=vector-width=128 | %run_main | FileCheck %s
// RUN: pad-opt %s --lower-pad-to-llvm=vector-width=512 | %run_main | FileCheck %s
// RUN: pad-opt %s --lower-pad-to-llvm=lowering=scf | %run_main | FileCheck %s
// RUN: pad-opt %s --pad-fuse-into-loops | FileCheck %s --check-prefix=FUSED
// FUSED-LABEL: func private @sum
// FUSED-NOT: pad.pad
// FUSED: vector.transfer_read

// The borders of one row belong to different pads, which slices of one pad are: together
// they are wider than a vector of 128 bits, so that no vector fits between them.
// CHECK: [13,  17,  22,  28,  35,  42,  48,  53,  57]
func.func private @printMemrefF32(tensor<*xf32>) attributes {llvm.emit_c_interface}
#same = affine_map<(i) -> (i)>
func.func private @sum(%x: tensor<9xf32>) -> tensor<9xf32> {
  %p = pad.pad edge %x low[3] high[3] : tensor<9xf32> to tensor<15xf32>
  %s0 = tensor.extract_slice %p[0] [9] [1] : tensor<15xf32> to tensor<9xf32>
  %s1 = tensor.extract_slice %p[1] [9] [1] : tensor<15xf32> to tensor<9xf32>
  %s2 = tensor.extract_slice %p[2] [9] [1] : tensor<15xf32> to tensor<9xf32>
  %s3 = tensor.extract_slice %p[3] [9] [1] : tensor<15xf32> to tensor<9xf32>
  %s4 = tensor.extract_slice %p[4] [9] [1] : tensor<15xf32> to tensor<9xf32>
  %s5 = tensor.extract_slice %p[5] [9] [1] : tensor<15xf32> to tensor<9xf32>
  %s6 = tensor.extract_slice %p[6] [9] [1] : tensor<15xf32> to tensor<9xf32>
  %e = tensor.empty() : tensor<9xf32>
  %r = linalg.generic {indexing_maps = [#same, #same, #same, #same, #same, #same, #same, #same], iterator_types = ["parallel"]}
      ins(%s0, %s1, %s2, %s3, %s4, %s5, %s6 : tensor<9xf32>, tensor<9xf32>, tensor<9xf32>, tensor<9xf32>, tensor<9xf32>, tensor<9xf32>, tensor<9xf32>)
      outs(%e : tensor<9xf32>) {
  ^bb0(%a0: f32, %a1: f32, %a2: f32, %a3: f32, %a4: f32, %a5: f32, %a6: f32, %o: f32):
    %v1 = arith.addf %a0, %a1 : f32
    %v2 = arith.addf %v1, %a2 : f32
    %v3 = arith.addf %v2, %a3 : f32
    %v4 = arith.addf %v3, %a4 : f32
    %v5 = arith.addf %v4, %a5 : f32
    %v6 = arith.addf %v5, %a6 : f32
    linalg.yield %v6 : f32
  } -> tensor<9xf32>
  return %r : tensor<9xf32>
}
func.func @main() {
  %x = arith.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0]> : tensor<9xf32>
  %r = call @sum(%x) : (tensor<9xf32>) -> tensor<9xf32>
  %u = tensor.cast %r : tensor<9xf32> to tensor<*xf32>
  call @printMemrefF32(%u) : (tensor<*xf32>) -> ()
  return
}
