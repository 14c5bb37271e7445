// RUN: pad-opt %s --lower-pad-to-llvm=fuse=true | %run_main | FileCheck %s
// RUN: pad-opt %s --lower-pad-to-llvm=fuse=false | %run_main | FileCheck %s

// An empty source is not read, also where it is a single row, around which there is no loop: what lies
// behind it are other elements of the tensor that it is a slice of.
// CHECK: [0,  0,  0]
// CHECK: [14,  14,  14]
func.func private @printMemrefI32(tensor<*xi32>) attributes {llvm.emit_c_interface}
func.func private @row(%t: tensor<?xi32>, %at: index, %count: index) -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %x = tensor.extract_slice %t[%at] [%count] [1] : tensor<?xi32> to tensor<?xi32>
  %p = pad.pad edge %x low[1] high[2] : tensor<?xi32> to tensor<?xi32>
  %three = arith.constant 3 : index
  %q = tensor.extract_slice %p[0] [%three] [1] : tensor<?xi32> to tensor<?xi32>
  %e = tensor.empty(%three) : tensor<?xi32>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%q : tensor<?xi32>) outs(%e : tensor<?xi32>) {
  ^bb0(%a: i32, %o: i32):
    %s = arith.addi %a, %a : i32
    linalg.yield %s : i32
  } -> tensor<?xi32>
  return %r : tensor<?xi32>
}
func.func @main() {
  %t = arith.constant dense<[5, 6, 7, 8]> : tensor<4xi32>
  %d = tensor.cast %t : tensor<4xi32> to tensor<?xi32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %a = call @row(%d, %c2, %c0) : (tensor<?xi32>, index, index) -> tensor<?xi32>
  %u = tensor.cast %a : tensor<?xi32> to tensor<*xi32>
  call @printMemrefI32(%u) : (tensor<*xi32>) -> ()
  %b = call @row(%d, %c2, %c1) : (tensor<?xi32>, index, index) -> tensor<?xi32>
  %v = tensor.cast %b : tensor<?xi32> to tensor<*xi32>
  call @printMemrefI32(%v) : (tensor<*xi32>) -> ()
  return
}
