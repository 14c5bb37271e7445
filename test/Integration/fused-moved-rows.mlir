// RUN: pad-opt %s --lower-pad-to-llvm=vector-width=128 | %run_main | FileCheck %s
// RUN: pad-opt %s --lower-pad-to-llvm="fuse=true vector-width=512" | %run_main | FileCheck %s
// RUN: pad-opt %s --lower-pad-to-llvm="fuse=false lowering=scf" | %run_main | FileCheck %s
// RUN: pad-opt %s --pad-fuse-into-loops="where-faster vector-bits=128" | FileCheck %s --check-prefix=FUSED

// A loop moves the rows of one pad from frame to frame, and chooses what all of a row reads of
// another axis, whose borders it has, too: channel f of a frame, or its row of gains. Neither
// is read there as if no border were near.
// CHECK: {{\[\[}}5,{{[[:space:]]+}}32,{{[[:space:]]+}}165]
// CHECK-NEXT: [1,{{[[:space:]]+}}64,{{[[:space:]]+}}225]
// CHECK-NEXT: [5,{{[[:space:]]+}}96,{{[[:space:]]+}}285]
// CHECK-NEXT: [90,{{[[:space:]]+}}272,{{[[:space:]]+}}552]
// CHECK-NEXT: [1300,{{[[:space:]]+}}2140,{{[[:space:]]+}}2394]]
// CHECK: {{\[\[}}20,{{[[:space:]]+}}3,{{[[:space:]]+}}10]
// CHECK-NEXT: [0,{{[[:space:]]+}}7,{{[[:space:]]+}}14]
// CHECK-NEXT: [28,{{[[:space:]]+}}35,{{[[:space:]]+}}42]
// CHECK-NEXT: [56,{{[[:space:]]+}}63,{{[[:space:]]+}}70]
// CHECK-NEXT: [60,{{[[:space:]]+}}67,{{[[:space:]]+}}50]]
// FUSED-LABEL: func private @frames
// FUSED-NOT: pad.pad
// FUSED: vector.transfer_read
#frame = affine_map<(f, t) -> (f * 4 + t)>
#gain = affine_map<(f, t) -> (f, t)>
func.func private @printMemrefI32(tensor<*xi32>) attributes {llvm.emit_c_interface}
func.func private @frames(%x: tensor<?xi32>, %g: tensor<?x?xi32>, %e: tensor<?x?xi32>) -> tensor<?x?xi32> {
  %p = pad.pad reflect %x low[4] high[4] : tensor<?xi32> to tensor<?xi32>
  %q = pad.pad edge %g low[2, 0] high[0, 0] : tensor<?x?xi32> to tensor<?x?xi32>
  %r = linalg.generic {indexing_maps = [#frame, #gain, #gain],
                       iterator_types = ["parallel", "parallel"]}
      ins(%p, %q : tensor<?xi32>, tensor<?x?xi32>) outs(%e : tensor<?x?xi32>) {
  ^bb0(%a: i32, %b: i32, %o: i32):
    %m = arith.muli %a, %b : i32
    linalg.yield %m : i32
  } -> tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}

func.func private @channels(%x: tensor<?x?xi32>, %e: tensor<?x?xi32>) -> tensor<?x?xi32> {
  %p = pad.pad [edge, wrap] %x low[1, 4] high[1, 4] : tensor<?x?xi32> to tensor<?x?xi32>
  %r = linalg.generic {indexing_maps = [affine_map<(f, t) -> (f, f * 4 + t)>, #gain],
                       iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<?x?xi32>) outs(%e : tensor<?x?xi32>) {
  ^bb0(%a: i32, %o: i32):
    linalg.yield %a : i32
  } -> tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}

// Three columns of five rows.
func.func private @print(%r: tensor<?x?xi32>) {
  %s = tensor.extract_slice %r[0, 0] [5, 3] [1, 7] : tensor<?x?xi32> to tensor<5x3xi32>
  %u = tensor.cast %s : tensor<5x3xi32> to tensor<*xi32>
  call @printMemrefI32(%u) : (tensor<*xi32>) -> ()
  return
}

func.func @main() {
  %5 = arith.constant 5 : index
  %16 = arith.constant 16 : index
  %24 = arith.constant 24 : index
  %x = tensor.generate %24 {
  ^bb0(%i: index):
    %1 = arith.constant 1 : index
    %0 = arith.addi %i, %1 : index
    %n = arith.index_cast %0 : index to i32
    tensor.yield %n : i32
  } : tensor<?xi32>
  %gains = arith.constant dense<[1, 10, 100]> : tensor<3xi32>
  %3 = arith.constant 3 : index
  %g = tensor.generate %3, %16 {
  ^bb0(%i: index, %j: index):
    %v = tensor.extract %gains[%i] : tensor<3xi32>
    %n = arith.index_cast %j : index to i32
    %s = arith.addi %v, %n : i32
    tensor.yield %s : i32
  } : tensor<?x?xi32>
  %e = tensor.empty(%5, %16) : tensor<?x?xi32>
  %r = call @frames(%x, %g, %e) : (tensor<?xi32>, tensor<?x?xi32>, tensor<?x?xi32>) -> tensor<?x?xi32>
  call @print(%r) : (tensor<?x?xi32>) -> ()
  %y = tensor.generate %3, %24 {
  ^bb0(%i: index, %j: index):
    %0 = arith.muli %i, %24 : index
    %1 = arith.addi %0, %j : index
    %n = arith.index_cast %1 : index to i32
    tensor.yield %n : i32
  } : tensor<?x?xi32>
  %s = call @channels(%y, %e) : (tensor<?x?xi32>, tensor<?x?xi32>) -> tensor<?x?xi32>
  call @print(%s) : (tensor<?x?xi32>) -> ()
  return
}
