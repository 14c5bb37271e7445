// RUN: pad-opt %s --lower-pad-to-llvm="fuse=true vector-width=128" | %run_main | FileCheck %s
// RUN: pad-opt %s --lower-pad-to-llvm="fuse=true vector-width=512" | %run_main | FileCheck %s
// RUN: pad-opt %s --lower-pad-to-llvm=lowering=scf | %run_main | FileCheck %s
// RUN: pad-opt %s --pad-fuse-into-loops | FileCheck %s --check-prefix=FUSED
// FUSED-LABEL: func private @rows
// FUSED-NOT: pad.pad
// FUSED: vector.transfer_read

// How many of the four rows of a plane read no border is known at run time: two where two
// rows of the source are cropped. Such rows are fewer than a block has, and the block must not
// begin in the plane before.
// CHECK: {{\[\[\[}}7],{{[[:space:]]+}}[11],{{[[:space:]]+}}[14],{{[[:space:]]+}}[16]],
// CHECK-NEXT: {{\[\[}}25],{{[[:space:]]+}}[29],{{[[:space:]]+}}[32],{{[[:space:]]+}}[34]]]
func.func private @printMemrefI32(tensor<*xi32>) attributes {llvm.emit_c_interface}
#window = affine_map<(p, i, c, k) -> (p, i * 2 + k * 3, c)>
#weights = affine_map<(p, i, c, k) -> (k)>
#here = affine_map<(p, i, c, k) -> (p, i, c)>
func.func private @rows(%x: tensor<2x9x32xi32>, %l: index, %h: index) -> tensor<2x4x32xi32> {
  %p = pad.pad edge %x low[0, %l, 0] high[0, %h, 0] : tensor<2x9x32xi32> to tensor<2x?x32xi32>
  %z = arith.constant 0 : i32
  %e = tensor.empty() : tensor<2x4x32xi32>
  %f = linalg.fill ins(%z : i32) outs(%e : tensor<2x4x32xi32>) -> tensor<2x4x32xi32>
  %k = tensor.empty() : tensor<2xi32>
  %r = linalg.generic {indexing_maps = [#window, #weights, #here],
                       iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%p, %k : tensor<2x?x32xi32>, tensor<2xi32>) outs(%f : tensor<2x4x32xi32>) {
  ^bb0(%a: i32, %w: i32, %o: i32):
    %s = arith.addi %o, %a : i32
    linalg.yield %s : i32
  } -> tensor<2x4x32xi32>
  return %r : tensor<2x4x32xi32>
}

func.func @main() {
  %x = tensor.generate {
  ^bb0(%p: index, %i: index, %c: index):
    %9 = arith.constant 9 : index
    %plane = arith.muli %p, %9 : index
    %row = arith.addi %plane, %i : index
    %n = arith.index_cast %row : index to i32
    tensor.yield %n : i32
  } : tensor<2x9x32xi32>
  %l = arith.constant -2 : index
  %h = arith.constant 3 : index
  %r = call @rows(%x, %l, %h) : (tensor<2x9x32xi32>, index, index) -> tensor<2x4x32xi32>
  %s = tensor.extract_slice %r[0, 0, 9] [2, 4, 1] [1, 1, 1] : tensor<2x4x32xi32> to tensor<2x4x1xi32>
  %u = tensor.cast %s : tensor<2x4x1xi32> to tensor<*xi32>
  call @printMemrefI32(%u) : (tensor<*xi32>) -> ()
  return
}
