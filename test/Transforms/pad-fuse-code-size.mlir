// RUN: pad-opt %s --pad-fuse-into-loops="vector-bits=256 where-faster remarks" --split-input-file 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
// RUN: pad-opt %s --pad-fuse-into-loops="vector-bits=256" --split-input-file | FileCheck %s --check-prefix=ALL
// ALL-NOT: pad.pad

// The code of fused loops has a bound. Each copy of the body has all 16
// elements of the window: in a loop that carries tensors, it loops over them.
#read = affine_map<(d0, d1, d2, d3, d4, d5, d6, d7) -> (d0 + d4, d1 + d5, d2 + d6, d3 + d7)>
#window = affine_map<(d0, d1, d2, d3, d4, d5, d6, d7) -> (d4, d5, d6, d7)>
#result = affine_map<(d0, d1, d2, d3, d4, d5, d6, d7) -> (d0, d1, d2, d3)>
// CHECK-LABEL: func.func @in_loop(
// CHECK:         scf.for
// CHECK-COUNT-16: vector.transfer_read
// CHECK-NOT:     vector.transfer_read
// CHECK-LABEL: func.func @alone(
// CHECK-COUNT-200: vector.transfer_read
// REMARK:      remark: fused into 'linalg.generic'
// REMARK:      remark: fused into 'linalg.generic'
func.func @in_loop(%x0: tensor<?x?x?x?xi16>, %w: tensor<2x2x2x2xi16>, %init: tensor<?x?x?x?xi16>, %n: index) -> tensor<?x?x?x?xi16> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %l = scf.for %i = %c0 to %n step %c1 iter_args(%x = %x0) -> tensor<?x?x?x?xi16> {
    %p = pad.pad edge %x low[0, 0, 0, 0] high[1, 1, 1, 1] : tensor<?x?x?x?xi16> to tensor<?x?x?x?xi16>
    %r = linalg.generic {indexing_maps = [#read, #window, #result],
        iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction", "reduction"]}
        ins(%p, %w : tensor<?x?x?x?xi16>, tensor<2x2x2x2xi16>) outs(%init : tensor<?x?x?x?xi16>) {
    ^bb0(%a: i16, %b: i16, %c: i16):
      %m = arith.muli %a, %b : i16
      %s = arith.addi %c, %m : i16
      linalg.yield %s : i16
    } -> tensor<?x?x?x?xi16>
    scf.yield %r : tensor<?x?x?x?xi16>
  }
  return %l : tensor<?x?x?x?xi16>
}
func.func @alone(%x: tensor<?x?x?x?xi16>, %w: tensor<2x2x2x2xi16>, %init: tensor<?x?x?x?xi16>) -> tensor<?x?x?x?xi16> {
  %p = pad.pad edge %x low[0, 0, 0, 0] high[1, 1, 1, 1] : tensor<?x?x?x?xi16> to tensor<?x?x?x?xi16>
  %r = linalg.generic {indexing_maps = [#read, #window, #result],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction", "reduction"]}
      ins(%p, %w : tensor<?x?x?x?xi16>, tensor<2x2x2x2xi16>) outs(%init : tensor<?x?x?x?xi16>) {
  ^bb0(%a: i16, %b: i16, %c: i16):
    %m = arith.muli %a, %b : i16
    %s = arith.addi %c, %m : i16
    linalg.yield %s : i16
  } -> tensor<?x?x?x?xi16>
  return %r : tensor<?x?x?x?xi16>
}

// -----

// Without a window, nothing makes the code smaller.
#same = affine_map<(i, j, k, l) -> (i, j, k, l)>
// CHECK-LABEL: func.func @many_ops(
// CHECK:         pad.pad edge
// REMARK:      remark: not fused: its consumer would be about {{[0-9]+}} KB of code, more than 32
func.func @many_ops(%x: tensor<?x?x?x?xbf16>, %init: tensor<?x?x?x?xbf16>) -> tensor<?x?x?x?xbf16> {
  %p = pad.pad edge %x low[1, 1, 1, 1] high[1, 1, 1, 1] : tensor<?x?x?x?xbf16> to tensor<?x?x?x?xbf16>
  %r = linalg.generic {indexing_maps = [#same, #same],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%p : tensor<?x?x?x?xbf16>) outs(%init : tensor<?x?x?x?xbf16>) {
  ^bb0(%a: bf16, %o: bf16):
    %0 = arith.addf %a, %a : bf16
    %1 = arith.addf %0, %a : bf16
    %2 = arith.addf %1, %a : bf16
    %3 = arith.addf %2, %a : bf16
    %4 = arith.addf %3, %a : bf16
    %5 = arith.addf %4, %a : bf16
    %6 = arith.addf %5, %a : bf16
    %7 = arith.addf %6, %a : bf16
    %8 = arith.addf %7, %a : bf16
    %9 = arith.addf %8, %a : bf16
    %10 = arith.addf %9, %a : bf16
    %11 = arith.addf %10, %a : bf16
    %12 = arith.addf %11, %a : bf16
    %13 = arith.addf %12, %a : bf16
    %14 = arith.addf %13, %a : bf16
    %15 = arith.addf %14, %a : bf16
    %16 = arith.addf %15, %a : bf16
    %17 = arith.addf %16, %a : bf16
    %18 = arith.addf %17, %a : bf16
    %19 = arith.addf %18, %a : bf16
    %20 = arith.addf %19, %a : bf16
    %21 = arith.addf %20, %a : bf16
    %22 = arith.addf %21, %a : bf16
    %23 = arith.addf %22, %a : bf16
    %24 = arith.addf %23, %a : bf16
    %25 = arith.addf %24, %a : bf16
    %26 = arith.addf %25, %a : bf16
    %27 = arith.addf %26, %a : bf16
    %28 = arith.addf %27, %a : bf16
    %29 = arith.addf %28, %a : bf16
    %30 = arith.addf %29, %a : bf16
    %31 = arith.addf %30, %a : bf16
    %32 = arith.addf %31, %a : bf16
    %33 = arith.addf %32, %a : bf16
    %34 = arith.addf %33, %a : bf16
    %35 = arith.addf %34, %a : bf16
    %36 = arith.addf %35, %a : bf16
    %37 = arith.addf %36, %a : bf16
    %38 = arith.addf %37, %a : bf16
    %39 = arith.addf %38, %a : bf16
    %40 = arith.addf %39, %a : bf16
    %41 = arith.addf %40, %a : bf16
    %42 = arith.addf %41, %a : bf16
    %43 = arith.addf %42, %a : bf16
    %44 = arith.addf %43, %a : bf16
    %45 = arith.addf %44, %a : bf16
    %46 = arith.addf %45, %a : bf16
    %47 = arith.addf %46, %a : bf16
    %48 = arith.addf %47, %a : bf16
    linalg.yield %48 : bf16
  } -> tensor<?x?x?x?xbf16>
  return %r : tensor<?x?x?x?xbf16>
}
