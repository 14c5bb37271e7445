// RUN: pad-opt %s --lower-pad-to-llvm=fuse=true | %run_main | FileCheck %s
// RUN: pad-opt %s --lower-pad-to-llvm=fuse=false | %run_main | FileCheck %s

// An op that reads its own index has another one in each lane of a vector.
// CHECK: [4,  5,  7,  9,  11,  13,  15,  17,  19,  21,  23,  25,  27,  29,  31,  33,  35,  37,  39,  41]
func.func private @printMemrefI32(tensor<*xi32>) attributes {llvm.emit_c_interface}
func.func private @add(%x: tensor<20xi32>) -> tensor<20xi32> {
  %p = pad.pad edge %x low[1] high[-1] : tensor<20xi32> to tensor<20xi32>
  %e = tensor.empty() : tensor<20xi32>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%p : tensor<20xi32>) outs(%e : tensor<20xi32>) {
  ^bb0(%a: i32, %o: i32):
    %i = linalg.index 0 : index
    %j = arith.index_cast %i : index to i32
    %s = arith.addi %a, %j : i32
    linalg.yield %s : i32
  } -> tensor<20xi32>
  return %r : tensor<20xi32>
}
func.func @main() {
  %x = arith.constant dense<[4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23]> : tensor<20xi32>
  %r = call @add(%x) : (tensor<20xi32>) -> tensor<20xi32>
  %u = tensor.cast %r : tensor<20xi32> to tensor<*xi32>
  call @printMemrefI32(%u) : (tensor<*xi32>) -> ()
  return
}
