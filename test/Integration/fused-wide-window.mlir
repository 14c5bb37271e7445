// RUN: pad-opt %s --lower-pad-to-llvm="fuse=true vector-width=128" | %run_main | FileCheck %s
// RUN: pad-opt %s --lower-pad-to-llvm="fuse=true vector-width=512" | %run_main | FileCheck %s
// RUN: pad-opt %s --lower-pad-to-llvm=lowering=scf | %run_main | FileCheck %s
// RUN: pad-opt %s --pad-fuse-into-loops=vector-bits=512 | FileCheck %s --check-prefix=FUSED
// FUSED-LABEL: func private @sum
// FUSED-NOT: pad.pad
// FUSED: vector.transfer_read
// FUSED-LABEL: func private @mirrored
// FUSED-NOT: pad.pad
// FUSED: vector.shuffle

// The borders of one row belong to different pads, which slices of one pad are: together
// they are wider than a vector of 128 bits, so that no vector fits between them.
// CHECK: [13,  17,  22,  28,  35,  42,  48,  53,  57]
func.func private @printMemrefF32(tensor<*xf32>) attributes {llvm.emit_c_interface}
#same = affine_map<(i) -> (i)>
func.func private @sum(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %p = pad.pad edge %x low[3] high[3] : tensor<?xf32> to tensor<?xf32>
  %s0 = tensor.extract_slice %p[0] [%n] [1] : tensor<?xf32> to tensor<?xf32>
  %s1 = tensor.extract_slice %p[1] [%n] [1] : tensor<?xf32> to tensor<?xf32>
  %s2 = tensor.extract_slice %p[2] [%n] [1] : tensor<?xf32> to tensor<?xf32>
  %s3 = tensor.extract_slice %p[3] [%n] [1] : tensor<?xf32> to tensor<?xf32>
  %s4 = tensor.extract_slice %p[4] [%n] [1] : tensor<?xf32> to tensor<?xf32>
  %s5 = tensor.extract_slice %p[5] [%n] [1] : tensor<?xf32> to tensor<?xf32>
  %s6 = tensor.extract_slice %p[6] [%n] [1] : tensor<?xf32> to tensor<?xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %r = linalg.generic {indexing_maps = [#same, #same, #same, #same, #same, #same, #same, #same], iterator_types = ["parallel"]}
      ins(%s0, %s1, %s2, %s3, %s4, %s5, %s6 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>)
      outs(%e : tensor<?xf32>) {
  ^bb0(%a0: f32, %a1: f32, %a2: f32, %a3: f32, %a4: f32, %a5: f32, %a6: f32, %o: f32):
    %v1 = arith.addf %a0, %a1 : f32
    %v2 = arith.addf %v1, %a2 : f32
    %v3 = arith.addf %v2, %a3 : f32
    %v4 = arith.addf %v3, %a4 : f32
    %v5 = arith.addf %v4, %a5 : f32
    %v6 = arith.addf %v5, %a6 : f32
    linalg.yield %v6 : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// Rows of 12 elements are composed of vectors of 4 or 8 of them. A border of 4 is one vector, whose
// mirror image has an element more than that; rows of 11 are not composed.
// CHECK: [29,  30,  33,  38,  45,  54,  63,  72,  79,  84,  87,  88]
// CHECK: [29,  30,  33,  38,  45,  54,  63,  70,  75,  78,  79]
func.func private @mirrored(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %p = pad.pad reflect %x low[4] high[4] : tensor<?xf32> to tensor<?xf32>
  %z = arith.constant 0.0 : f32
  %e = tensor.empty(%n) : tensor<?xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %k = tensor.empty() : tensor<9xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, k) -> (i + k)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>],
                       iterator_types = ["parallel", "reduction"]}
      ins(%p, %k : tensor<?xf32>, tensor<9xf32>) outs(%f : tensor<?xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.addf %o, %a : f32
    linalg.yield %s : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}
func.func @main() {
  %x = arith.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0]> : tensor<9xf32>
  %d = tensor.cast %x : tensor<9xf32> to tensor<?xf32>
  %r = call @sum(%d) : (tensor<?xf32>) -> tensor<?xf32>
  %u = tensor.cast %r : tensor<?xf32> to tensor<*xf32>
  call @printMemrefF32(%u) : (tensor<*xf32>) -> ()
  %y = arith.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0]> : tensor<12xf32>
  %long = tensor.cast %y : tensor<12xf32> to tensor<?xf32>
  %s = call @mirrored(%long) : (tensor<?xf32>) -> tensor<?xf32>
  %v = tensor.cast %s : tensor<?xf32> to tensor<*xf32>
  call @printMemrefF32(%v) : (tensor<*xf32>) -> ()
  %l = arith.constant 11 : index
  %part = tensor.extract_slice %y[0] [%l] [1] : tensor<12xf32> to tensor<?xf32>
  %t = call @mirrored(%part) : (tensor<?xf32>) -> tensor<?xf32>
  %w = tensor.cast %t : tensor<?xf32> to tensor<*xf32>
  call @printMemrefF32(%w) : (tensor<*xf32>) -> ()
  return
}
