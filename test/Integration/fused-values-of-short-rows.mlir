// RUN: pad-opt %s --lower-pad-to-llvm=fuse=true | %run_main | FileCheck %s
// RUN: pad-opt %s --lower-pad-to-llvm=fuse=false | %run_main | FileCheck %s

// Rows that are too short for vectors at their ends are copied with their pads. One source that is padded
// by two values has two such copies, and two pads of one value have one.
// CHECK: [10,  10,  12]
// CHECK: [20,  15,  11]
func.func private @printMemrefI32(tensor<*xi32>) attributes {llvm.emit_c_interface}
func.func private @values(%x: tensor<?xi32>) -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xi32>
  %ten = arith.constant 10 : i32
  %zero = arith.constant 0 : i32
  %p = pad.pad constant %x value(%ten) low[1] high[-1] : tensor<?xi32> to tensor<?xi32>
  %q = pad.pad constant %x value(%zero) low[1] high[-1] : tensor<?xi32> to tensor<?xi32>
  %e = tensor.empty(%n) : tensor<?xi32>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%p, %q : tensor<?xi32>, tensor<?xi32>) outs(%e : tensor<?xi32>) {
  ^bb0(%a: i32, %b: i32, %o: i32):
    %s = arith.addi %a, %b : i32
    linalg.yield %s : i32
  } -> tensor<?xi32>
  return %r : tensor<?xi32>
}
func.func private @amounts(%x: tensor<?xi32>) -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xi32>
  %ten = arith.constant 10 : i32
  %p = pad.pad constant %x value(%ten) low[1] high[-1] : tensor<?xi32> to tensor<?xi32>
  %q = pad.pad constant %x value(%ten) low[2] high[-2] : tensor<?xi32> to tensor<?xi32>
  %e = tensor.empty(%n) : tensor<?xi32>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%p, %q : tensor<?xi32>, tensor<?xi32>) outs(%e : tensor<?xi32>) {
  ^bb0(%a: i32, %b: i32, %o: i32):
    %s = arith.addi %a, %b : i32
    linalg.yield %s : i32
  } -> tensor<?xi32>
  return %r : tensor<?xi32>
}
func.func @main() {
  %t = arith.constant dense<[5, 6, 7]> : tensor<3xi32>
  %x = tensor.cast %t : tensor<3xi32> to tensor<?xi32>
  %a = call @values(%x) : (tensor<?xi32>) -> tensor<?xi32>
  %u = tensor.cast %a : tensor<?xi32> to tensor<*xi32>
  call @printMemrefI32(%u) : (tensor<*xi32>) -> ()
  %b = call @amounts(%x) : (tensor<?xi32>) -> tensor<?xi32>
  %v = tensor.cast %b : tensor<?xi32> to tensor<*xi32>
  call @printMemrefI32(%v) : (tensor<*xi32>) -> ()
  return
}
