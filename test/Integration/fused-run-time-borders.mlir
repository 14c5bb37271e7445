// RUN: pad-opt %s --lower-pad-to-llvm="fuse=true vector-width=128" | %run_main | FileCheck %s
// RUN: pad-opt %s --lower-pad-to-llvm="fuse=true vector-width=256" | %run_main | FileCheck %s
// RUN: pad-opt %s --lower-pad-to-llvm="fuse=true vector-width=512" | %run_main | FileCheck %s
// RUN: pad-opt %s --lower-pad-to-llvm=lowering=scf | %run_main | FileCheck %s
// RUN: pad-opt %s --pad-fuse-into-loops | FileCheck %s --check-prefix=FUSED
// FUSED-LABEL: func private @rows
// FUSED-NOT: pad.pad
// FUSED: vector.transfer_read
// FUSED-LABEL: func private @columns
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

// Elements of a row that read no border, fewer than those of a block of vectors for some crops.
func.func private @columns(%x: tensor<8x28xi32>, %l: index, %h: index) -> tensor<8x28xi32> {
  %p = pad.pad edge %x low[1, %l] high[1, %h] : tensor<8x28xi32> to tensor<10x30xi32>
  %z = arith.constant 0 : i32
  %e = tensor.empty() : tensor<8x28xi32>
  %f = linalg.fill ins(%z : i32) outs(%e : tensor<8x28xi32>) -> tensor<8x28xi32>
  %k = tensor.empty() : tensor<3x3xi32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j, a, b) -> (i + a, j + b)>,
                                        affine_map<(i, j, a, b) -> (a, b)>,
                                        affine_map<(i, j, a, b) -> (i, j)>],
                       iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%p, %k : tensor<10x30xi32>, tensor<3x3xi32>) outs(%f : tensor<8x28xi32>) {
  ^bb0(%a: i32, %w: i32, %o: i32):
    %s = arith.addi %o, %a : i32
    linalg.yield %s : i32
  } -> tensor<8x28xi32>
  return %r : tensor<8x28xi32>
}

// What @columns makes of a source whose elements are their columns, less what it should be.
// CHECK: [0]
func.func private @differences() -> tensor<1xi32> {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %2 = arith.constant 2 : index
  %8 = arith.constant 8 : index
  %27 = arith.constant 27 : index
  %28 = arith.constant 28 : index
  %x = tensor.generate {
  ^bb0(%i: index, %j: index):
    %n = arith.index_cast %j : index to i32
    tensor.yield %n : i32
  } : tensor<8x28xi32>
  %none = arith.constant dense<0> : tensor<1xi32>
  %count = scf.for %crop = %0 to %28 step %1 iter_args(%s = %none) -> (tensor<1xi32>) {
    %l = arith.subi %0, %crop : index
    %h = arith.addi %crop, %2 : index
    %r = func.call @columns(%x, %l, %h) : (tensor<8x28xi32>, index, index) -> tensor<8x28xi32>
    %t = scf.for %i = %0 to %8 step %1 iter_args(%t = %s) -> (tensor<1xi32>) {
      %u = scf.for %j = %0 to %28 step %1 iter_args(%u = %t) -> (tensor<1xi32>) {
        %j1 = arith.addi %j, %crop : index
        %j2 = arith.addi %j1, %1 : index
        %j3 = arith.addi %j2, %1 : index
        %n1 = arith.minsi %j1, %27 : index
        %n2 = arith.minsi %j2, %27 : index
        %n3 = arith.minsi %j3, %27 : index
        %n12 = arith.addi %n1, %n2 : index
        %n123 = arith.addi %n12, %n3 : index
        %3 = arith.constant 3 : index
        %whole = arith.muli %n123, %3 : index
        %expected = arith.index_cast %whole : index to i32
        %found = tensor.extract %r[%i, %j] : tensor<8x28xi32>
        %differs = arith.cmpi ne, %found, %expected : i32
        %one = arith.extui %differs : i1 to i32
        %before = tensor.extract %u[%0] : tensor<1xi32>
        %sum = arith.addi %before, %one : i32
        %v = tensor.insert %sum into %u[%0] : tensor<1xi32>
        scf.yield %v : tensor<1xi32>
      }
      scf.yield %u : tensor<1xi32>
    }
    scf.yield %t : tensor<1xi32>
  }
  return %count : tensor<1xi32>
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
  %d = call @differences() : () -> tensor<1xi32>
  %v = tensor.cast %d : tensor<1xi32> to tensor<*xi32>
  call @printMemrefI32(%v) : (tensor<*xi32>) -> ()
  return
}
