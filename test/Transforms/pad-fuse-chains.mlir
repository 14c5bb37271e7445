// RUN: pad-opt %s --pad-fuse-into-loops="vector-bits=256 remarks" --canonicalize --cse --split-input-file -o %t 2>%t.remarks
// RUN: FileCheck %s --input-file=%t
// RUN: FileCheck %s --input-file=%t.remarks --check-prefix=REMARK
// RUN: pad-opt %s --pad-fuse-into-loops="where-faster vector-bits=256 remarks" --split-input-file -o /dev/null 2>&1 | FileCheck %s --check-prefix=FASTER

#up = affine_map<(i, j) -> (i + 1, j + 2)>
#down = affine_map<(i, j) -> (i + 3, j + 2)>
#left = affine_map<(i, j) -> (i + 2, j + 1)>
#right = affine_map<(i, j) -> (i + 2, j + 3)>
#here = affine_map<(i, j) -> (i, j)>
// 500 rows are ten tiles of 50, which is at least half of 64. A tile reads 53 rows of the
// first result: one stretch, and rows of the border.
// CHECK-LABEL: func @stencils
// CHECK: scf.for %[[T:.*]] = %c0 to %c500 step %c50 iter_args(%{{.*}}) -> (tensor<500x600xf64>)
// CHECK: %[[ROWS:.*]] = tensor.empty() : tensor<53x600xf64>
// CHECK: %[[MADE:.*]] = scf.for {{.*}} iter_args(%[[BUFFER:.*]] = %[[ROWS]]) -> (tensor<53x600xf64>)
// CHECK: tensor.extract_slice %[[BUFFER]]
// CHECK: vector.transfer_read %arg0
// CHECK: tensor.insert_slice %{{.*}} into %[[BUFFER]]
// CHECK: vector.transfer_read %{{.*}} : tensor<53x600xf64>
// CHECK: tensor.insert_slice
// CHECK: } {pad.fused_nest}
// CHECK-NOT: pad.pad
// CHECK: return
// REMARK: remark: its source is computed by tiles of 50 rows
// REMARK: remark: fused into 'linalg.generic', which is emitted as loops over vectors of 4
// FASTER: remark: its source is computed by tiles of 50 rows
func.func @stencils(%x: tensor<500x600xf64>) -> tensor<500x600xf64> {
  %p = pad.pad reflect %x low[2, 2] high[1, 1] : tensor<500x600xf64> to tensor<503x603xf64>
  %e = tensor.empty() : tensor<500x600xf64>
  %r = linalg.generic {indexing_maps = [#up, #down, #here], iterator_types = ["parallel", "parallel"]}
      ins(%p, %p : tensor<503x603xf64>, tensor<503x603xf64>) outs(%e : tensor<500x600xf64>) {
  ^bb0(%a: f64, %b: f64, %o: f64):
    %s = arith.addf %a, %b : f64
    linalg.yield %s : f64
  } -> tensor<500x600xf64>
  %q = pad.pad wrap %r low[2, 2] high[1, 1] : tensor<500x600xf64> to tensor<503x603xf64>
  %t = linalg.generic {indexing_maps = [#up, #down, #left, #right, #here], iterator_types = ["parallel", "parallel"]}
      ins(%q, %q, %q, %q : tensor<503x603xf64>, tensor<503x603xf64>, tensor<503x603xf64>, tensor<503x603xf64>)
      outs(%e : tensor<500x600xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64, %d: f64, %o: f64):
    %s = arith.addf %a, %b : f64
    %u = arith.addf %c, %d : f64
    %v = arith.addf %s, %u : f64
    linalg.yield %v : f64
  } -> tensor<500x600xf64>
  return %t : tensor<500x600xf64>
}

// -----

#near = affine_map<(i, j) -> (i + 1, j)>
#far = affine_map<(i, j) -> (i + 2, j)>
#here = affine_map<(i, j) -> (i, j)>
// The rows before the source are the padding value. // CHECK-LABEL: func @constant
// CHECK: %[[ROWS:.*]] = tensor.empty() : tensor<66x90xf64>
// CHECK: scf.if
// CHECK: linalg.fill
// CHECK: } {pad.fused_nest}
// CHECK: return
// REMARK: remark: its source is computed by tiles of 64 rows
// FASTER: remark: its source is a tensor: its source fits a cache
func.func @constant(%x: tensor<103x90xf64>) -> tensor<103x90xf64> {
  %v = arith.constant 4.0 : f64
  %p = pad.pad constant %x low[2, 0] high[0, 0] : tensor<103x90xf64> to tensor<105x90xf64>
  %e = tensor.empty() : tensor<103x90xf64>
  %r = linalg.generic {indexing_maps = [#near, #here], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<105x90xf64>) outs(%e : tensor<103x90xf64>) {
  ^bb0(%a: f64, %o: f64):
    %s = arith.addf %a, %a : f64
    linalg.yield %s : f64
  } -> tensor<103x90xf64>
  %q = pad.pad constant %r value(%v) low[2, 0] high[0, 0] : tensor<103x90xf64> to tensor<105x90xf64>
  %t = linalg.generic {indexing_maps = [#near, #far, #here], iterator_types = ["parallel", "parallel"]}
      ins(%q, %q : tensor<105x90xf64>, tensor<105x90xf64>) outs(%e : tensor<103x90xf64>) {
  ^bb0(%a: f64, %b: f64, %o: f64):
    %s = arith.addf %a, %b : f64
    linalg.yield %s : f64
  } -> tensor<103x90xf64>
  return %t : tensor<103x90xf64>
}

// -----

#near = affine_map<(i, j) -> (i + 1, j)>
#here = affine_map<(i, j) -> (i, j)>
// A result that something else reads is a tensor.
// CHECK-LABEL: func @both_results
// CHECK-NOT: scf.for {{.*}} step %c64
// CHECK: return
// REMARK: remark: fused into
func.func @both_results(%x: tensor<103x90xf64>) -> (tensor<103x90xf64>, tensor<103x90xf64>) {
  %p = pad.pad edge %x low[1, 0] high[0, 0] : tensor<103x90xf64> to tensor<104x90xf64>
  %e = tensor.empty() : tensor<103x90xf64>
  %r = linalg.generic {indexing_maps = [#near, #here], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<104x90xf64>) outs(%e : tensor<103x90xf64>) {
  ^bb0(%a: f64, %o: f64):
    %s = arith.addf %a, %a : f64
    linalg.yield %s : f64
  } -> tensor<103x90xf64>
  %q = pad.pad edge %r low[1, 0] high[0, 0] : tensor<103x90xf64> to tensor<104x90xf64>
  %t = linalg.generic {indexing_maps = [#near, #here], iterator_types = ["parallel", "parallel"]}
      ins(%q : tensor<104x90xf64>) outs(%e : tensor<103x90xf64>) {
  ^bb0(%a: f64, %o: f64):
    %s = arith.mulf %a, %a : f64
    linalg.yield %s : f64
  } -> tensor<103x90xf64>
  return %r, %t : tensor<103x90xf64>, tensor<103x90xf64>
}

// -----

#near = affine_map<(i, j) -> (i + 1, j)>
#here = affine_map<(i, j) -> (i, j)>
// A cache mostly holds what has unknown extents.
// REMARK: remark: its source is computed by tiles of 64 rows
// FASTER: remark: its source is a tensor: its extents are not known
func.func @unknown_extents(%x: tensor<?x90xf64>, %o: tensor<?x90xf64>) -> tensor<?x90xf64> {
  %p = pad.pad edge %x low[1, 0] high[0, 0] : tensor<?x90xf64> to tensor<?x90xf64>
  %r = linalg.generic {indexing_maps = [#near, #here], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<?x90xf64>) outs(%o : tensor<?x90xf64>) {
  ^bb0(%a: f64, %b: f64):
    %s = arith.addf %a, %a : f64
    linalg.yield %s : f64
  } -> tensor<?x90xf64>
  %q = pad.pad edge %r low[1, 0] high[1, 0] : tensor<?x90xf64> to tensor<?x90xf64>
  %t = linalg.generic {indexing_maps = [#near, #here], iterator_types = ["parallel", "parallel"]}
      ins(%q : tensor<?x90xf64>) outs(%o : tensor<?x90xf64>) {
  ^bb0(%a: f64, %b: f64):
    %s = arith.mulf %a, %a : f64
    linalg.yield %s : f64
  } -> tensor<?x90xf64>
  return %t : tensor<?x90xf64>
}

// -----

#near = affine_map<(i, j) -> (i + 1, j)>
#here = affine_map<(i, j) -> (i, j)>
// REMARK: remark: its source is a tensor: the pads of its rows are not known
func.func @unknown_pads(%x: tensor<103x90xf64>, %n: index) -> tensor<103x90xf64> {
  %p = pad.pad edge %x low[1, 0] high[0, 0] : tensor<103x90xf64> to tensor<104x90xf64>
  %e = tensor.empty() : tensor<103x90xf64>
  %r = linalg.generic {indexing_maps = [#near, #here], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<104x90xf64>) outs(%e : tensor<103x90xf64>) {
  ^bb0(%a: f64, %o: f64):
    %s = arith.addf %a, %a : f64
    linalg.yield %s : f64
  } -> tensor<103x90xf64>
  %q = pad.pad edge %r low[%n, 0] high[1, 0] : tensor<103x90xf64> to tensor<?x90xf64>
  %t = linalg.generic {indexing_maps = [#near, #here], iterator_types = ["parallel", "parallel"]}
      ins(%q : tensor<?x90xf64>) outs(%e : tensor<103x90xf64>) {
  ^bb0(%a: f64, %o: f64):
    %s = arith.mulf %a, %a : f64
    linalg.yield %s : f64
  } -> tensor<103x90xf64>
  return %t : tensor<103x90xf64>
}

// -----

#near = affine_map<(i, j) -> (i + 1, j)>
#here = affine_map<(i, j) -> (i, j)>
// Rows that two tiles read would be added twice.
// REMARK: remark: its source is a tensor: its source adds to a tensor
func.func @sum(%x: tensor<103x90xf64>, %y: tensor<103x90xf64>) -> tensor<103x90xf64> {
  %p = pad.pad edge %x low[1, 0] high[0, 0] : tensor<103x90xf64> to tensor<104x90xf64>
  %r = linalg.generic {indexing_maps = [#near, #here], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<104x90xf64>) outs(%y : tensor<103x90xf64>) {
  ^bb0(%a: f64, %o: f64):
    %s = arith.addf %o, %a : f64
    linalg.yield %s : f64
  } -> tensor<103x90xf64>
  %q = pad.pad edge %r low[1, 0] high[0, 0] : tensor<103x90xf64> to tensor<104x90xf64>
  %e = tensor.empty() : tensor<103x90xf64>
  %t = linalg.generic {indexing_maps = [#near, #here], iterator_types = ["parallel", "parallel"]}
      ins(%q : tensor<104x90xf64>) outs(%e : tensor<103x90xf64>) {
  ^bb0(%a: f64, %o: f64):
    %s = arith.mulf %a, %a : f64
    linalg.yield %s : f64
  } -> tensor<103x90xf64>
  return %t : tensor<103x90xf64>
}

// -----

#window = affine_map<(i, j, a) -> (i, j + a)>
#tap = affine_map<(i, j, a) -> (a)>
#result = affine_map<(i, j, a) -> (i, j)>
// 2.7 MiB of sums of 40 terms.
// FASTER: remark: its source is a tensor: arithmetic takes longer than to read and write its source
func.func @heavy(%x: tensor<600x600xf64>, %f: tensor<600x600xf64>) -> tensor<600x600xf64> {
  %z = arith.constant 0.0 : f64
  %k = tensor.empty() : tensor<40xf64>
  %e = linalg.fill ins(%z : f64) outs(%f : tensor<600x600xf64>) -> tensor<600x600xf64>
  %p = pad.pad edge %x low[0, 20] high[0, 19] : tensor<600x600xf64> to tensor<600x639xf64>
  %r = linalg.generic {indexing_maps = [#window, #tap, #result],
                       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%p, %k : tensor<600x639xf64>, tensor<40xf64>) outs(%e : tensor<600x600xf64>) {
  ^bb0(%a: f64, %b: f64, %o: f64):
    %s = arith.addf %o, %a : f64
    linalg.yield %s : f64
  } -> tensor<600x600xf64>
  %q = pad.pad edge %r low[0, 20] high[0, 19] : tensor<600x600xf64> to tensor<600x639xf64>
  %t = linalg.generic {indexing_maps = [#window, #tap, #result],
                       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%q, %k : tensor<600x639xf64>, tensor<40xf64>) outs(%e : tensor<600x600xf64>) {
  ^bb0(%a: f64, %b: f64, %o: f64):
    %s = arith.addf %o, %a : f64
    linalg.yield %s : f64
  } -> tensor<600x600xf64>
  return %t : tensor<600x600xf64>
}

// -----

#near = affine_map<(i, j) -> (i + 1, j)>
#here = affine_map<(i, j) -> (i, j)>
// The extent of a window is computed in front of the tiles that read it.
// CHECK-LABEL: func @unknown_window
// CHECK: tensor.dim %arg1
// CHECK: tensor.empty() : tensor<65x190xf64>
// CHECK: } {pad.fused_nest}
// CHECK-NOT: tensor.dim
// CHECK: return
// REMARK: remark: its source is computed by tiles of 64 rows
// FASTER: remark: its source is a tensor: arithmetic takes longer
func.func @unknown_window(%x: tensor<103x190xf64>, %w: tensor<2x?xf64>, %y: tensor<103x90xf64>) -> tensor<103x90xf64> {
  %p = pad.pad edge %x low[1, 0] high[0, 0] : tensor<103x190xf64> to tensor<104x190xf64>
  %e = tensor.empty() : tensor<103x190xf64>
  %r = linalg.generic {indexing_maps = [#near, #here], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<104x190xf64>) outs(%e : tensor<103x190xf64>) {
  ^bb0(%a: f64, %o: f64):
    linalg.yield %a : f64
  } -> tensor<103x190xf64>
  %q = pad.pad edge %r low[1, 0] high[0, 0] : tensor<103x190xf64> to tensor<104x190xf64>
  %t = linalg.generic {indexing_maps = [affine_map<(i, j, a, b) -> (i + a, j + b)>,
                                        affine_map<(i, j, a, b) -> (a, b)>,
                                        affine_map<(i, j, a, b) -> (i, j)>],
                       iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%q, %w : tensor<104x190xf64>, tensor<2x?xf64>) outs(%y : tensor<103x90xf64>) {
  ^bb0(%a: f64, %b: f64, %o: f64):
    %m = arith.mulf %a, %b : f64
    %s = arith.addf %o, %m : f64
    linalg.yield %s : f64
  } -> tensor<103x90xf64>
  return %t : tensor<103x90xf64>
}
