// RUN: pad-opt %s --pad-fuse-into-loops=vector-bits=256 --canonicalize --cse --split-input-file | FileCheck %s
// RUN: pad-opt %s --pad-fuse-into-loops="vector-bits=256 remarks" --split-input-file -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: not pad-opt %s --pad-fuse-into-loops=vector-bits=-1 --split-input-file -o /dev/null 2>&1 | FileCheck %s --check-prefix=BITS
// BITS: error: vector-bits is -1; give 0 for scalars, or the bits of a vector

#same = affine_map<(i) -> (i)>
// The first and the last vector have the borders. Between them are four vectors an
// iteration, and then one at a time, of which the last one ends with the interior.
// CHECK-LABEL: func @row
// CHECK: %[[FIRST:.*]] = vector.transfer_read %arg0[%c0]
// CHECK: vector.shuffle %[[FIRST]], %[[FIRST]] [1, 0, 1, 2]
// CHECK: vector.transfer_write %{{.*}}[%c0]
// CHECK: scf.for %{{.*}} = %c4 to %c52 step %c16
// CHECK-COUNT-4: vector.transfer_write {{.*}} {in_bounds = [true]} : vector<4xf64>, tensor<59xf64>
// CHECK: pad.fused_row
// CHECK: vector.transfer_write %{{.*}}[%c52]
// CHECK: %[[LAST:.*]] = vector.transfer_read %arg0[%c55]
// CHECK: vector.shuffle %[[LAST]], %[[LAST]] [1, 2, 3, 2]
// CHECK: vector.transfer_write %{{.*}}[%c55]
// CHECK-NOT: tensor.insert
// CHECK: return
// REMARK: remark: fused into 'linalg.generic', which is emitted as loops over vectors of 4
func.func @row(%x: tensor<59xf64>) -> tensor<59xf64> {
  %p = pad.pad reflect %x low[1] high[1] : tensor<59xf64> to tensor<61xf64>
  %p0 = tensor.extract_slice %p[0] [59] [1] : tensor<61xf64> to tensor<59xf64>
  %p2 = tensor.extract_slice %p[2] [59] [1] : tensor<61xf64> to tensor<59xf64>
  %e = tensor.empty() : tensor<59xf64>
  %r = linalg.generic {indexing_maps = [#same, #same, #same], iterator_types = ["parallel"]}
      ins(%p0, %p2 : tensor<59xf64>, tensor<59xf64>) outs(%e : tensor<59xf64>) {
  ^bb0(%a: f64, %b: f64, %o: f64):
    %s = arith.addf %a, %b : f64
    linalg.yield %s : f64
  } -> tensor<59xf64>
  return %r : tensor<59xf64>
}

// -----

// Channels are vectors, which run across the columns inside of the borders. The fill is
// their first term, and is gone; the columns of the borders ask what their pixels are.
// CHECK-LABEL: func @pool
// CHECK-NOT: linalg.fill
// CHECK: %[[SOURCE:.*]] = tensor.collapse_shape %arg0 {{\[\[}}0], [1], [2, 3]]
// CHECK: scf.for %[[C:.*]] = %c8 to %{{.*}} step %c16
// CHECK-COUNT-3: vector.transfer_read %[[SOURCE]][%c0, %{{.*}}, %{{.*}}], %{{.*}} : tensor<1x9x72xf32>, vector<8xf32>
// CHECK: vector.transfer_write
// CHECK: arith.cmpi
// CHECK: arith.select
// CHECK: tensor.expand_shape
// REMARK: remark: fused into 'linalg.pooling_nhwc_sum', which is emitted as loops over vectors of 8
func.func @pool(%x: tensor<1x9x9x8xf32>) -> tensor<1x9x9x8xf32> {
  %z = arith.constant 0.0 : f32
  %p = pad.pad constant %x low[0, 1, 1, 0] high[0, 1, 1, 0]
      : tensor<1x9x9x8xf32> to tensor<1x11x11x8xf32>
  %e = tensor.empty() : tensor<1x9x9x8xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<1x9x9x8xf32>) -> tensor<1x9x9x8xf32>
  %k = tensor.empty() : tensor<3x3xf32>
  %r = linalg.pooling_nhwc_sum ins(%p, %k : tensor<1x11x11x8xf32>, tensor<3x3xf32>)
      outs(%f : tensor<1x9x9x8xf32>) -> tensor<1x9x9x8xf32>
  return %r : tensor<1x9x9x8xf32>
}

// -----

// Two consumers begin with the same fill, as those of a model do after CSE. Neither
// reads it from memory.
// CHECK-LABEL: func @shared_fill
// CHECK-NOT: linalg.fill
// CHECK-COUNT-2: pad.fused_nest
// CHECK: return
// REMARK-COUNT-2: remark: fused into 'linalg.conv_2d'
func.func @shared_fill(%x: tensor<16x40xf32>, %v: tensor<3x3xf32>, %w: tensor<3x3xf32>)
    -> (tensor<16x40xf32>, tensor<16x40xf32>) {
  %z = arith.constant 0.0 : f32
  %p = pad.pad reflect %x low[1, 1] high[1, 1] : tensor<16x40xf32> to tensor<18x42xf32>
  %e = tensor.empty() : tensor<16x40xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<16x40xf32>) -> tensor<16x40xf32>
  %a = linalg.conv_2d ins(%p, %v : tensor<18x42xf32>, tensor<3x3xf32>)
      outs(%f : tensor<16x40xf32>) -> tensor<16x40xf32>
  %b = linalg.conv_2d ins(%p, %w : tensor<18x42xf32>, tensor<3x3xf32>)
      outs(%f : tensor<16x40xf32>) -> tensor<16x40xf32>
  return %a, %b : tensor<16x40xf32>, tensor<16x40xf32>
}

// -----

#same = affine_map<(i) -> (i)>
// A sum that is there before is added to once: of the last vector, three elements are
// computed before it, and stay.
// CHECK-LABEL: func @accumulates
// CHECK-COUNT-5: vector.transfer_write
// CHECK-NOT: pad.fused_row
// CHECK: %[[BEFORE:.*]] = vector.transfer_read %{{.*}}[%c17]
// CHECK: %[[SUM:.*]] = arith.addf %{{.*}}, %[[BEFORE]]
// CHECK: %[[MASK:.*]] = vector.constant_mask [3] : vector<4xi1>
// CHECK: %[[LAST:.*]] = arith.select %[[MASK]], %[[BEFORE]], %[[SUM]]
// CHECK: vector.transfer_write %[[LAST]], %{{.*}}[%c17]
// CHECK-NOT: tensor.insert
// CHECK: return
func.func @accumulates(%x: tensor<19xf64>, %y: tensor<21xf64>) -> tensor<21xf64> {
  %p = pad.pad edge %x low[1] high[1] : tensor<19xf64> to tensor<21xf64>
  %r = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]}
      ins(%p : tensor<21xf64>) outs(%y : tensor<21xf64>) {
  ^bb0(%a: f64, %o: f64):
    %s = arith.addf %a, %o : f64
    linalg.yield %s : f64
  } -> tensor<21xf64>
  return %r : tensor<21xf64>
}

// -----

#same = affine_map<(i) -> (i)>
// Complex numbers are scalars.
// CHECK-LABEL: func @scalars
// CHECK-NOT: vector
// CHECK: return
// REMARK: remark: fused into 'linalg.generic', which is emitted as loops over scalars
func.func @scalars(%x: tensor<19xcomplex<f32>>) -> tensor<21xcomplex<f32>> {
  %p = pad.pad edge %x low[1] high[1] : tensor<19xcomplex<f32>> to tensor<21xcomplex<f32>>
  %e = tensor.empty() : tensor<21xcomplex<f32>>
  %r = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]}
      ins(%p : tensor<21xcomplex<f32>>) outs(%e : tensor<21xcomplex<f32>>) {
  ^bb0(%a: complex<f32>, %o: complex<f32>):
    %s = complex.add %a, %a : complex<f32>
    linalg.yield %s : complex<f32>
  } -> tensor<21xcomplex<f32>>
  return %r : tensor<21xcomplex<f32>>
}

// -----

#same = affine_map<(i) -> (i)>
// CHECK-LABEL: func @interior
// CHECK: pad.pad
// CHECK: linalg.generic
// REMARK: remark: not fused: it has interior padding, whose rows are not those of the source
func.func @interior(%x: tensor<4xf32>) -> tensor<9xf32> {
  %p = pad.pad constant %x low[1] high[1] interior[1] : tensor<4xf32> to tensor<9xf32>
  %e = tensor.empty() : tensor<9xf32>
  %r = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]}
      ins(%p : tensor<9xf32>) outs(%e : tensor<9xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %a : f32
    linalg.yield %s : f32
  } -> tensor<9xf32>
  return %r : tensor<9xf32>
}

// -----

#same = affine_map<(i) -> (i)>
// CHECK-LABEL: func @returned
// CHECK: pad.pad
// CHECK: linalg.generic
// REMARK: remark: not fused: a user that is not fused needs it
func.func @returned(%x: tensor<4xf32>) -> (tensor<6xf32>, tensor<6xf32>) {
  %p = pad.pad edge %x low[1] high[1] : tensor<4xf32> to tensor<6xf32>
  %e = tensor.empty() : tensor<6xf32>
  %r = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]}
      ins(%p : tensor<6xf32>) outs(%e : tensor<6xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %a : f32
    linalg.yield %s : f32
  } -> tensor<6xf32>
  return %p, %r : tensor<6xf32>, tensor<6xf32>
}

// -----

#all = affine_map<(i) -> (i)>
#one = affine_map<(i) -> ()>
// REMARK: remark: not fused: no parallel loop of its consumer runs along a padded axis
func.func @reduced(%x: tensor<4xf32>) -> tensor<f32> {
  %z = arith.constant 0.0 : f32
  %p = pad.pad edge %x low[1] high[1] : tensor<4xf32> to tensor<6xf32>
  %e = tensor.empty() : tensor<f32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %r = linalg.generic {indexing_maps = [#all, #one], iterator_types = ["reduction"]}
      ins(%p : tensor<6xf32>) outs(%f : tensor<f32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %o : f32
    linalg.yield %s : f32
  } -> tensor<f32>
  return %r : tensor<f32>
}

// -----

#same = affine_map<(i) -> (i)>
// REMARK: remark: not fused: the body of its consumer has control flow
func.func @branches(%x: tensor<4xf32>, %c: i1) -> tensor<6xf32> {
  %p = pad.pad edge %x low[1] high[1] : tensor<4xf32> to tensor<6xf32>
  %e = tensor.empty() : tensor<6xf32>
  %r = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]}
      ins(%p : tensor<6xf32>) outs(%e : tensor<6xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = scf.if %c -> f32 {
      scf.yield %a : f32
    } else {
      %t = arith.addf %a, %a : f32
      scf.yield %t : f32
    }
    linalg.yield %s : f32
  } -> tensor<6xf32>
  return %r : tensor<6xf32>
}

// -----

#same = affine_map<(i) -> (i)>
// Both users read the source.
// CHECK-LABEL: func @two_users
// CHECK-NOT: pad.pad
// CHECK: return
func.func @two_users(%x: tensor<4xf32>) -> (tensor<6xf32>, tensor<6xf32>) {
  %p = pad.pad wrap %x low[1] high[1] : tensor<4xf32> to tensor<6xf32>
  %e = tensor.empty() : tensor<6xf32>
  %r = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]}
      ins(%p : tensor<6xf32>) outs(%e : tensor<6xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %a : f32
    linalg.yield %s : f32
  } -> tensor<6xf32>
  %q = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]}
      ins(%p : tensor<6xf32>) outs(%e : tensor<6xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.mulf %a, %a : f32
    linalg.yield %s : f32
  } -> tensor<6xf32>
  return %r, %q : tensor<6xf32>, tensor<6xf32>
}

// -----

#same = affine_map<(i) -> (i)>
// What is elementwise behind a sum is computed with it, if nothing else needs the sum.
// CHECK-LABEL: func @epilogue
// CHECK-NOT: linalg
// CHECK: arith.mulf {{.*}} : vector<4xf64>
// CHECK: arith.maximumf {{.*}} : vector<4xf64>
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @epilogue(%x: tensor<4xf64>, %y: tensor<6xf64>, %e: tensor<6xf64>) -> tensor<6xf64> {
  %p = pad.pad edge %x low[1] high[1] : tensor<4xf64> to tensor<6xf64>
  %r = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]}
      ins(%p : tensor<6xf64>) outs(%e : tensor<6xf64>) {
  ^bb0(%a: f64, %o: f64):
    %s = arith.addf %a, %a : f64
    linalg.yield %s : f64
  } -> tensor<6xf64>
  %m = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]}
      ins(%y : tensor<6xf64>) outs(%r : tensor<6xf64>) {
  ^bb0(%a: f64, %o: f64):
    %s = arith.mulf %o, %a : f64
    linalg.yield %s : f64
  } -> tensor<6xf64>
  %z = arith.constant 0.0 : f64
  %t = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]}
      ins(%m : tensor<6xf64>) outs(%e : tensor<6xf64>) {
  ^bb0(%a: f64, %o: f64):
    %s = arith.maximumf %a, %z : f64
    linalg.yield %s : f64
  } -> tensor<6xf64>
  return %t : tensor<6xf64>
}

// -----

#same = affine_map<(i) -> (i)>
// CHECK-LABEL: func @needed
// CHECK: linalg.generic
// CHECK: return
func.func @needed(%x: tensor<4xf64>, %e: tensor<6xf64>) -> (f64, tensor<6xf64>) {
  %p = pad.pad edge %x low[1] high[1] : tensor<4xf64> to tensor<6xf64>
  %r = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]}
      ins(%p : tensor<6xf64>) outs(%e : tensor<6xf64>) {
  ^bb0(%a: f64, %o: f64):
    %s = arith.addf %a, %a : f64
    linalg.yield %s : f64
  } -> tensor<6xf64>
  %i = arith.constant 0 : index
  %d = tensor.extract %r[%i] : tensor<6xf64>
  %m = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]}
      ins(%r : tensor<6xf64>) outs(%e : tensor<6xf64>) {
  ^bb0(%a: f64, %o: f64):
    %s = arith.mulf %a, %a : f64
    linalg.yield %s : f64
  } -> tensor<6xf64>
  return %d, %m : f64, tensor<6xf64>
}

// -----

#same = affine_map<(i) -> (i)>
// Whether a row has both ends is known at run time; one that is shorter is padded. A table has the
// positions that its borders read.
// CHECK-LABEL: func @dynamic_row
// CHECK: scf.if %{{.*}} -> (tensor<?xf64>) {
// CHECK: vector.shuffle
// CHECK: else
// CHECK: tensor.empty({{.*}}) : tensor<?xindex>
// CHECK: vector.transfer_read {{.*}} : tensor<?xf64>, vector<4xf64>
// CHECK: tensor.extract {{.*}} : tensor<?xindex>
// CHECK: vector.transfer_write {{.*}} : vector<2xf64>, tensor<?xf64>
// CHECK: tensor.insert
func.func @dynamic_row(%x: tensor<?xf64>, %e: tensor<?xf64>) -> tensor<?xf64> {
  %p = pad.pad wrap %x low[1] high[1] : tensor<?xf64> to tensor<?xf64>
  %r = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]}
      ins(%p : tensor<?xf64>) outs(%e : tensor<?xf64>) {
  ^bb0(%a: f64, %o: f64):
    %s = arith.addf %a, %a : f64
    linalg.yield %s : f64
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

#same = affine_map<(i) -> (i)>
// An elementwise op behind two consumers is computed with one of them.
// CHECK-LABEL: func @shared_epilogue
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @shared_epilogue(%x: tensor<4xf64>, %e: tensor<6xf64>) -> tensor<6xf64> {
  %p = pad.pad edge %x low[1] high[1] : tensor<4xf64> to tensor<6xf64>
  %q = pad.pad wrap %x low[1] high[1] : tensor<4xf64> to tensor<6xf64>
  %r = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]}
      ins(%p : tensor<6xf64>) outs(%e : tensor<6xf64>) {
  ^bb0(%a: f64, %o: f64):
    %s = arith.addf %a, %a : f64
    linalg.yield %s : f64
  } -> tensor<6xf64>
  %t = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]}
      ins(%q : tensor<6xf64>) outs(%e : tensor<6xf64>) {
  ^bb0(%a: f64, %o: f64):
    %s = arith.mulf %a, %a : f64
    linalg.yield %s : f64
  } -> tensor<6xf64>
  %m = linalg.generic {indexing_maps = [#same, #same, #same], iterator_types = ["parallel"]}
      ins(%r, %t : tensor<6xf64>, tensor<6xf64>) outs(%e : tensor<6xf64>) {
  ^bb0(%a: f64, %b: f64, %o: f64):
    %s = arith.subf %a, %b : f64
    linalg.yield %s : f64
  } -> tensor<6xf64>
  return %m : tensor<6xf64>
}

// -----

#same = affine_map<(i) -> (i)>
// Slices whose consumer stays are slices of one pad.
// CHECK-LABEL: func @sliced_branches
// CHECK-COUNT-1: pad.pad
// CHECK-NOT: pad.pad
// CHECK: return
func.func @sliced_branches(%x: tensor<4xf32>, %c: i1, %e: tensor<4xf32>) -> tensor<4xf32> {
  %p = pad.pad edge %x low[1] high[1] : tensor<4xf32> to tensor<6xf32>
  %p0 = tensor.extract_slice %p[0] [4] [1] : tensor<6xf32> to tensor<4xf32>
  %p2 = tensor.extract_slice %p[2] [4] [1] : tensor<6xf32> to tensor<4xf32>
  %r = linalg.generic {indexing_maps = [#same, #same, #same], iterator_types = ["parallel"]}
      ins(%p0, %p2 : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = scf.if %c -> f32 {
      scf.yield %a : f32
    } else {
      scf.yield %b : f32
    }
    linalg.yield %s : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

#same = affine_map<(i) -> (i)>
// The second consumer has no block, and the blocks of the first one, whose sum may not be
// added to twice, stay unmarked.
// CHECK-LABEL: func @chained
// CHECK-NOT: pad.fused_row
// CHECK: return
func.func @chained(%y: tensor<130xf64>, %x: tensor<8xf64>, %e: tensor<128xf64>)
    -> (tensor<128xf64>, tensor<128xf64>) {
  %a = pad.pad edge %y low[-1] high[-1] : tensor<130xf64> to tensor<128xf64>
  %r = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]}
      ins(%a : tensor<128xf64>) outs(%e : tensor<128xf64>) {
  ^bb0(%b: f64, %o: f64):
    %s = arith.addf %b, %o : f64
    linalg.yield %s : f64
  } -> tensor<128xf64>
  %p = pad.pad edge %x low[120] high[0] : tensor<8xf64> to tensor<128xf64>
  %q = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]}
      ins(%p : tensor<128xf64>) outs(%r : tensor<128xf64>) {
  ^bb0(%b: f64, %o: f64):
    %s = arith.addf %b, %b : f64
    linalg.yield %s : f64
  } -> tensor<128xf64>
  return %r, %q : tensor<128xf64>, tensor<128xf64>
}

// -----

#same = affine_map<(i) -> (i)>
#far = affine_map<(i) -> (500)>
// No loop may run, so that nothing is read in front of one.
// CHECK-LABEL: func @empty
// CHECK-NOT: {{tensor.extract|transfer_read}}
// CHECK: scf.for
// CHECK: tensor.extract %arg0[%c500]
func.func @empty(%x: tensor<?xf128>, %e: tensor<?xf128>) -> tensor<?xf128> {
  %p = pad.pad edge %x low[-1] high[-1] : tensor<?xf128> to tensor<?xf128>
  %r = linalg.generic {indexing_maps = [#same, #far, #same], iterator_types = ["parallel"]}
      ins(%p, %x : tensor<?xf128>, tensor<?xf128>) outs(%e : tensor<?xf128>) {
  ^bb0(%a: f128, %b: f128, %o: f128):
    %s = arith.addf %a, %b : f128
    linalg.yield %s : f128
  } -> tensor<?xf128>
  return %r : tensor<?xf128>
}

// -----

#same = affine_map<(i) -> (i)>
// CHECK-LABEL: func @vector_elements
// CHECK: arith.addf {{.*}} : vector<4xf32>
// CHECK: return
func.func @vector_elements(%x: tensor<8xvector<4xf32>>, %e: tensor<10xvector<4xf32>>)
    -> tensor<10xvector<4xf32>> {
  %p = pad.pad edge %x low[1] high[1] : tensor<8xvector<4xf32>> to tensor<10xvector<4xf32>>
  %r = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]}
      ins(%p : tensor<10xvector<4xf32>>) outs(%e : tensor<10xvector<4xf32>>) {
  ^bb0(%a: vector<4xf32>, %o: vector<4xf32>):
    %s = arith.addf %a, %a : vector<4xf32>
    linalg.yield %s : vector<4xf32>
  } -> tensor<10xvector<4xf32>>
  return %r : tensor<10xvector<4xf32>>
}

// -----

#same = affine_map<(i) -> (i)>
// CHECK-LABEL: func @powers
// CHECK: math.fpowi {{.*}} : f32, i32
// CHECK: return
func.func @powers(%x: tensor<30xf32>, %n: i32, %e: tensor<32xf32>) -> tensor<32xf32> {
  %p = pad.pad edge %x low[1] high[1] : tensor<30xf32> to tensor<32xf32>
  %r = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]}
      ins(%p : tensor<32xf32>) outs(%e : tensor<32xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = math.fpowi %a, %n : f32, i32
    linalg.yield %s : f32
  } -> tensor<32xf32>
  return %r : tensor<32xf32>
}

// -----

#same = affine_map<(i) -> (i)>
// A slice that is a destination keeps the pad, and so the other slice does, too.
// CHECK-LABEL: func @sliced_destination
// CHECK-COUNT-1: pad.pad
// CHECK-NOT: pad.pad
// CHECK: return
func.func @sliced_destination(%x: tensor<4xf32>) -> tensor<4xf32> {
  %p = pad.pad edge %x low[1] high[1] : tensor<4xf32> to tensor<6xf32>
  %p0 = tensor.extract_slice %p[0] [4] [1] : tensor<6xf32> to tensor<4xf32>
  %p2 = tensor.extract_slice %p[2] [4] [1] : tensor<6xf32> to tensor<4xf32>
  %r = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]}
      ins(%p0 : tensor<4xf32>) outs(%p2 : tensor<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %o : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

#rows = affine_map<(i, j) -> (i, j)>
#columns = affine_map<(i, j) -> (j, i)>
// Elements of a column are not next to each other.
// CHECK-LABEL: func @columns
// CHECK-NOT: vector
// CHECK: return
func.func @columns(%x: tensor<30x8xf64>, %e: tensor<8x32xf64>) -> tensor<8x32xf64> {
  %p = pad.pad wrap %x low[1, 0] high[1, 0] : tensor<30x8xf64> to tensor<32x8xf64>
  %r = linalg.generic {indexing_maps = [#columns, #rows], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<32x8xf64>) outs(%e : tensor<8x32xf64>) {
  ^bb0(%a: f64, %o: f64):
    %s = arith.addf %a, %a : f64
    linalg.yield %s : f64
  } -> tensor<8x32xf64>
  return %r : tensor<8x32xf64>
}

// -----

// The result does not run along the loop that is parallel.
// REMARK: remark: not fused: a result of its consumer does not run along all parallel loops
// CHECK-LABEL: func @other_loop
// CHECK: pad.pad
// CHECK: linalg.generic
func.func @other_loop(%x: tensor<40x40xf32>) -> tensor<42xf32> {
  %p = pad.pad edge %x low[1, 1] high[1, 1] : tensor<40x40xf32> to tensor<42x42xf32>
  %e = tensor.empty() : tensor<42xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>],
                       iterator_types = ["parallel", "reduction"]}
      ins(%p : tensor<42x42xf32>) outs(%e : tensor<42xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<42xf32>
  return %r : tensor<42xf32>
}

// -----

// What the body reads may change before the epilogue, and stores may not run twice.
// REMARK: remark: not fused: the body of its consumer has effects
// CHECK-LABEL: func @effects
// CHECK: pad.pad
// CHECK: linalg.generic
// CHECK: memref.store
// CHECK: linalg.generic
#same = affine_map<(i) -> (i)>
func.func @effects(%x: tensor<40xf32>, %m: memref<1xf32>) -> tensor<42xf32> {
  %c0 = arith.constant 0 : index
  %z = arith.constant 7.0 : f32
  %p = pad.pad edge %x low[1] high[1] : tensor<40xf32> to tensor<42xf32>
  %e = tensor.empty() : tensor<42xf32>
  %r = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]}
      ins(%p : tensor<42xf32>) outs(%e : tensor<42xf32>) {
  ^bb0(%a: f32, %o: f32):
    %l = memref.load %m[%c0] : memref<1xf32>
    %s = arith.addf %a, %l : f32
    linalg.yield %s : f32
  } -> tensor<42xf32>
  memref.store %z, %m[%c0] : memref<1xf32>
  %q = linalg.generic {indexing_maps = [#same], iterator_types = ["parallel"]} outs(%r : tensor<42xf32>) {
  ^bb0(%o: f32):
    %s = arith.addf %o, %o : f32
    linalg.yield %s : f32
  } -> tensor<42xf32>
  return %q : tensor<42xf32>
}

// -----

// Of an epilogue, too.
// CHECK-LABEL: func @effects_behind
// CHECK: vector.transfer_write
// CHECK: linalg.generic
// CHECK: memref.load
#same = affine_map<(i) -> (i)>
func.func @effects_behind(%x: tensor<40xf32>, %m: memref<1xf32>) -> tensor<42xf32> {
  %c0 = arith.constant 0 : index
  %p = pad.pad edge %x low[1] high[1] : tensor<40xf32> to tensor<42xf32>
  %e = tensor.empty() : tensor<42xf32>
  %r = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]}
      ins(%p : tensor<42xf32>) outs(%e : tensor<42xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %a : f32
    linalg.yield %s : f32
  } -> tensor<42xf32>
  %q = linalg.generic {indexing_maps = [#same], iterator_types = ["parallel"]} outs(%r : tensor<42xf32>) {
  ^bb0(%o: f32):
    %l = memref.load %m[%c0] : memref<1xf32>
    %s = arith.addf %o, %l : f32
    linalg.yield %s : f32
  } -> tensor<42xf32>
  return %q : tensor<42xf32>
}

// -----

// Vectors run across rows of channels; the extents of the fill are not a use of what it
// holds.
// CHECK-LABEL: func @rows_of_channels
// CHECK-NOT: linalg.fill
// CHECK: tensor.collapse_shape %arg0 {{\[\[}}0, 1]]
// CHECK: scf.for %{{.*}} step %c32
// CHECK-COUNT-4: vector.transfer_write {{.*}} : vector<8xf32>, tensor<?xf32>
// CHECK-NOT: vector.transfer_write
// CHECK: scf.for %{{.*}} step %c8
// CHECK: vector.transfer_write
// CHECK: scf.for
// CHECK: tensor.insert
// CHECK-NOT: pad.pad
// CHECK: tensor.expand_shape
// CHECK: return
// REMARK: remark: fused into 'linalg.generic', which is emitted as loops over vectors of 8
func.func @rows_of_channels(%x: tensor<?x?xf32>, %n: index, %m: index) -> tensor<?x?xf32> {
  %p = pad.pad edge %x low[1, 0] high[1, 0] : tensor<?x?xf32> to tensor<?x?xf32>
  %z = arith.constant 0.0 : f32
  %e = tensor.empty(%n, %m) : tensor<?x?xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %k = tensor.empty() : tensor<3xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i + k, j)>,
                                        affine_map<(i, j, k) -> (k)>,
                                        affine_map<(i, j, k) -> (i, j)>],
                       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%p, %k : tensor<?x?xf32>, tensor<3xf32>) outs(%f : tensor<?x?xf32>) {
  ^bb0(%a: f32, %w: f32, %o: f32):
    %s = arith.addf %o, %a : f32
    linalg.yield %s : f32
  } -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// -----

// The rows of a slice do not lie one behind the other.
// CHECK-LABEL: func @rows_of_a_slice
// CHECK-NOT: tensor.collapse_shape
// CHECK: return
// REMARK: remark: fused into 'linalg.generic', which is emitted as loops over vectors of 8
func.func @rows_of_a_slice(%t: tensor<?x?xf32>, %j: index, %n: index, %m: index) -> tensor<?x?xf32> {
  %x = tensor.extract_slice %t[0, %j] [%n, %m] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
  %p = pad.pad edge %x low[1, 0] high[1, 0] : tensor<?x?xf32> to tensor<?x?xf32>
  %z = arith.constant 0.0 : f32
  %e = tensor.empty(%n, %m) : tensor<?x?xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %k = tensor.empty() : tensor<3xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i + k, j)>,
                                        affine_map<(i, j, k) -> (k)>,
                                        affine_map<(i, j, k) -> (i, j)>],
                       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%p, %k : tensor<?x?xf32>, tensor<3xf32>) outs(%f : tensor<?x?xf32>) {
  ^bb0(%a: f32, %w: f32, %o: f32):
    %s = arith.addf %o, %a : f32
    linalg.yield %s : f32
  } -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// -----

// Rows of channels that have a weight each stay apart. Four of them share the weights, and
// what their windows read.
// CHECK-LABEL: func @weighted_channels
// CHECK-NOT: tensor.collapse_shape
// CHECK: scf.for %{{.*}} step %c4
// CHECK: scf.for
// CHECK-COUNT-4: vector.transfer_write {{.*}} : vector<8xf32>, tensor<?x?xf32>
// CHECK-NOT: vector.transfer_write
// CHECK: scf.for
// CHECK: tensor.insert
// CHECK: scf.for %{{.*}} step %c1
// CHECK-NOT: pad.pad
// CHECK: return
// REMARK: remark: fused into 'linalg.generic', which is emitted as loops over vectors of 8
func.func @weighted_channels(%x: tensor<?x?xf32>, %k: tensor<3x?xf32>, %n: index, %m: index) -> tensor<?x?xf32> {
  %p = pad.pad edge %x low[1, 0] high[1, 0] : tensor<?x?xf32> to tensor<?x?xf32>
  %z = arith.constant 0.0 : f32
  %e = tensor.empty(%n, %m) : tensor<?x?xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i + k, j)>,
                                        affine_map<(i, j, k) -> (k, j)>,
                                        affine_map<(i, j, k) -> (i, j)>],
                       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%p, %k : tensor<?x?xf32>, tensor<3x?xf32>) outs(%f : tensor<?x?xf32>) {
  ^bb0(%a: f32, %w: f32, %o: f32):
    %term = arith.mulf %a, %w : f32
    %s = arith.addf %o, %term : f32
    linalg.yield %s : f32
  } -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// -----

#left = affine_map<(i) -> (i + 1)>
#right = affine_map<(i) -> (i + 3)>
#same = affine_map<(i) -> (i)>
// Two windows on one pad: the ends of rows are vectors if the second one ends with it. Shorter
// rows are computed by narrow vectors, and others from one padded copy that both windows read.
// CHECK-LABEL: func @windows
// CHECK: %[[LENGTH:.*]] = arith.addi %{{.*}}, %c-1
// CHECK: arith.cmpi eq, %{{.*}}, %[[LENGTH]]
// CHECK: scf.if
// CHECK: scf.if
// CHECK: vector.shuffle
// CHECK: vector.transfer_write {{.*}} : vector<8xf32>
// CHECK: } else {
// CHECK: vector.shuffle
// CHECK: vector.transfer_write {{.*}} : vector<4xf32>
// CHECK: } else {
// CHECK-NOT: vector.shuffle
// CHECK: tensor.empty({{.*}}) : tensor<?xindex>
// CHECK: tensor.empty({{.*}}) : tensor<?xf32>
// CHECK-NOT: tensor.empty
// CHECK: vector.transfer_write {{.*}} : vector<4xf32>
// CHECK: tensor.insert
// CHECK: vector.transfer_write {{.*}} : vector<4xf32>
// CHECK: vector.transfer_write {{.*}} : vector<2xf32>
// CHECK: tensor.insert
// CHECK: return
func.func @windows(%x: tensor<?xf32>, %e: tensor<?xf32>) -> tensor<?xf32> {
  %p = pad.pad edge %x low[1] high[1] : tensor<?xf32> to tensor<?xf32>
  %r = linalg.generic {indexing_maps = [#left, #right, #same], iterator_types = ["parallel"]}
      ins(%p, %p : tensor<?xf32>, tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

// Rows of a strided buffer, or of a filled slice, are not one behind the other.
// CHECK-LABEL: func @strided
// CHECK-NOT: tensor.collapse_shape
// CHECK: return
func.func @strided(%m: memref<8x20x8xf64, strided<[320, 16, 1]>>, %y: tensor<8x20x8xf64>,
                   %b: tensor<8x20x16xf64>) -> (tensor<8x20x8xf64>, tensor<8x20x16xf64>) {
  %x = bufferization.to_tensor %m restrict
      : memref<8x20x8xf64, strided<[320, 16, 1]>> to tensor<8x20x8xf64>
  %p = pad.pad edge %x low[1, 1, 0] high[1, 1, 0] : tensor<8x20x8xf64> to tensor<10x22x8xf64>
  %k = tensor.empty() : tensor<3x3xf64>
  %e = tensor.empty() : tensor<8x20x8xf64>
  %z = arith.constant 0.0 : f64
  %f = linalg.fill ins(%z : f64) outs(%e : tensor<8x20x8xf64>) -> tensor<8x20x8xf64>
  %r = linalg.generic {indexing_maps = [affine_map<(h, w, c, k, l) -> (h + k, w + l, c)>,
                                        affine_map<(h, w, c, k, l) -> (k, l)>,
                                        affine_map<(h, w, c, k, l) -> (h, w, c)>],
                       iterator_types = ["parallel", "parallel", "parallel", "reduction",
                                         "reduction"]}
      ins(%p, %k : tensor<10x22x8xf64>, tensor<3x3xf64>) outs(%f : tensor<8x20x8xf64>) {
  ^bb0(%a: f64, %u: f64, %o: f64):
    %s = arith.addf %o, %a : f64
    linalg.yield %s : f64
  } -> tensor<8x20x8xf64>
  %q = pad.pad edge %y low[1, 1, 0] high[1, 1, 0] : tensor<8x20x8xf64> to tensor<10x22x8xf64>
  %d = tensor.extract_slice %b[0, 0, 8] [8, 20, 8] [1, 1, 1]
      : tensor<8x20x16xf64> to tensor<8x20x8xf64>
  %g = linalg.fill ins(%z : f64) outs(%d : tensor<8x20x8xf64>) -> tensor<8x20x8xf64>
  %t = linalg.generic {indexing_maps = [affine_map<(h, w, c, k, l) -> (h + k, w + l, c)>,
                                        affine_map<(h, w, c, k, l) -> (k, l)>,
                                        affine_map<(h, w, c, k, l) -> (h, w, c)>],
                       iterator_types = ["parallel", "parallel", "parallel", "reduction",
                                         "reduction"]}
      ins(%q, %k : tensor<10x22x8xf64>, tensor<3x3xf64>) outs(%g : tensor<8x20x8xf64>) {
  ^bb0(%a: f64, %u: f64, %o: f64):
    %s = arith.addf %o, %a : f64
    linalg.yield %s : f64
  } -> tensor<8x20x8xf64>
  %i = tensor.insert_slice %t into %b[0, 0, 8] [8, 20, 8] [1, 1, 1]
      : tensor<8x20x8xf64> into tensor<8x20x16xf64>
  return %r, %i : tensor<8x20x8xf64>, tensor<8x20x16xf64>
}

// -----

// The result is not written over what is read, which bufferization would copy first.
// CHECK-LABEL: func @destination_that_is_read
// CHECK-SAME: %[[X:[a-z0-9]*]]: tensor<59xf64>
// CHECK: %[[EMPTY:.*]] = tensor.empty() : tensor<59xf64>
// CHECK: vector.transfer_write %{{.*}}, %[[EMPTY]][
// CHECK-NOT: vector.transfer_write %{{.*}}, %[[X]][
// CHECK: return
// REMARK: remark: fused into 'linalg.generic', which is emitted as loops over vectors of 4
#same = affine_map<(i) -> (i)>
func.func @destination_that_is_read(%x: tensor<59xf64>) -> tensor<59xf64> {
  %p = pad.pad reflect %x low[1] high[1] : tensor<59xf64> to tensor<61xf64>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i + 2)>, affine_map<(i) -> (i)>,
                                        affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%p, %x : tensor<61xf64>, tensor<59xf64>) outs(%x : tensor<59xf64>) {
  ^bb0(%a: f64, %b: f64, %o: f64):
    %s = arith.addf %a, %b : f64
    linalg.yield %s : f64
  } -> tensor<59xf64>
  return %r : tensor<59xf64>
}

// -----

// A filter along rows reads each row for one row of the result only: an iteration computes
// four vectors of one row, and not two of two rows.
// CHECK-LABEL: func @filter_of_rows
// CHECK: scf.for %{{.*}} = %c0 to %c64 step %c1
// CHECK: scf.for %{{.*}} = %c8 to %c104 step %c32
func.func @filter_of_rows(%x: tensor<64x128xf32>, %e: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %p = pad.pad edge %x low[0, 1] high[0, 1] : tensor<64x128xf32> to tensor<64x130xf32>
  %a = tensor.extract_slice %p[0, 0] [64, 128] [1, 1] : tensor<64x130xf32> to tensor<64x128xf32>
  %b = tensor.extract_slice %p[0, 2] [64, 128] [1, 1] : tensor<64x130xf32> to tensor<64x128xf32>
  %r = linalg.add ins(%a, %b : tensor<64x128xf32>, tensor<64x128xf32>) outs(%e : tensor<64x128xf32>) -> tensor<64x128xf32>
  return %r : tensor<64x128xf32>
}

// -----

// Windows run across planes: an iteration computes rows of two planes. Four planes of six have
// no border; the two others have a loop of their own.
// CHECK-LABEL: func @planes
// CHECK: scf.for %{{.*}} = %c1 to %c5 step %c2
// CHECK: scf.for %{{.*}} = %c0 to %c60 step %c1
// CHECK: scf.for %{{.*}} step %c16
// CHECK-COUNT-4: vector.transfer_write {{.*}} : vector<8xf32>, tensor<6x60x128xf32>
// CHECK-NOT: vector.transfer_write
// CHECK: pad.fused_row
// CHECK: pad.fused_nest
// CHECK: scf.for %{{.*}} = %c0 to %c2 step %c1
// CHECK-NOT: pad.pad
// CHECK: return
func.func @planes(%x: tensor<6x60x128xf32>, %e: tensor<6x60x128xf32>) -> tensor<6x60x128xf32> {
  %p = pad.pad edge %x low[1, 0, 1] high[1, 0, 1] : tensor<6x60x128xf32> to tensor<8x60x130xf32>
  %a = tensor.extract_slice %p[0, 0, 0] [6, 60, 128] [1, 1, 1] : tensor<8x60x130xf32> to tensor<6x60x128xf32>
  %b = tensor.extract_slice %p[2, 0, 2] [6, 60, 128] [1, 1, 1] : tensor<8x60x130xf32> to tensor<6x60x128xf32>
  %r = linalg.add ins(%a, %b : tensor<6x60x128xf32>, tensor<6x60x128xf32>) outs(%e : tensor<6x60x128xf32>) -> tensor<6x60x128xf32>
  return %r : tensor<6x60x128xf32>
}

// -----

// Rows of many channels are not merged: four rows at a time share the weights. What is left
// of rows and of blocks is computed row by row.
// CHECK-LABEL: func @weights_of_channels
// CHECK-NOT: tensor.collapse_shape
// CHECK: scf.for %{{.*}} = %c2 to %c42 step %c4
// CHECK: %[[WHOLE:.*]] = arith.select %{{.*}}, %c64, %c0
// CHECK: scf.for %{{.*}} = %c0 to %[[WHOLE]] step %c8
// CHECK-COUNT-3: vector.transfer_read %arg1
// CHECK-NOT: vector.transfer_read %arg1
// CHECK: scf.yield
func.func @weights_of_channels(%x: tensor<40x64xf32>, %k: tensor<3x64xf32>, %f: tensor<40x64xf32>) -> tensor<40x64xf32> {
  %p = pad.pad edge %x low[2, 0] high[0, 0] : tensor<40x64xf32> to tensor<42x64xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i + k, j)>,
                                        affine_map<(i, j, k) -> (k, j)>,
                                        affine_map<(i, j, k) -> (i, j)>],
                       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%p, %k : tensor<42x64xf32>, tensor<3x64xf32>) outs(%f : tensor<40x64xf32>) {
  ^bb0(%a: f32, %w: f32, %o: f32):
    %m = arith.mulf %a, %w : f32
    %s = arith.addf %o, %m : f32
    linalg.yield %s : f32
  } -> tensor<40x64xf32>
  return %r : tensor<40x64xf32>
}

// -----

// Elements that are some apart are loaded as vectors that begin with the first one and end
// with the last one. The first vector of a row has the border, and the last one, whose
// windows end with the source, has none.
// CHECK-LABEL: func @strides
// CHECK: %[[FIRST:.*]] = vector.transfer_read %arg0[%{{.*}}, %c0]
// CHECK: %[[SECOND:.*]] = vector.transfer_read %arg0[%{{.*}}, %c4]
// CHECK: vector.shuffle %[[FIRST]], %[[SECOND]] [0, 1, 3, 5]
// CHECK: scf.for %{{.*}} = %c4 to %c36
// CHECK: %[[BEGIN:.*]] = arith.addi %{{.*}}, %c-1
// CHECK: %[[INSIDE:.*]] = vector.transfer_read %arg0[%{{.*}}, %[[BEGIN]]]
// CHECK: %[[NEXT:.*]] = arith.addi %{{.*}}, %c2
// CHECK: %[[BEHIND:.*]] = vector.transfer_read %arg0[%{{.*}}, %[[NEXT]]]
// CHECK: vector.shuffle %[[INSIDE]], %[[BEHIND]] [0, 2, 5, 7]
// REMARK: remark: fused into 'linalg.generic', which is emitted as loops over vectors of 4
// REMARK: remark: fused into 'linalg.generic', which is emitted as loops over scalars
func.func @strides(%x: tensor<4x80xf64>, %k: tensor<3xf64>, %e: tensor<4x40xf64>, %f: tensor<4x16xf64>) -> (tensor<4x40xf64>, tensor<4x16xf64>) {
  %p = pad.pad edge %x low[0, 1] high[0, 1] : tensor<4x80xf64> to tensor<4x82xf64>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j * 2 + k)>,
                                        affine_map<(i, j, k) -> (k)>,
                                        affine_map<(i, j, k) -> (i, j)>],
                       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%p, %k : tensor<4x82xf64>, tensor<3xf64>) outs(%e : tensor<4x40xf64>) {
  ^bb0(%a: f64, %w: f64, %o: f64):
    %s = arith.addf %o, %a : f64
    linalg.yield %s : f64
  } -> tensor<4x40xf64>
  %q = pad.pad edge %x low[0, 1] high[0, 1] : tensor<4x80xf64> to tensor<4x82xf64>
  %t = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j * 5 + k)>,
                                        affine_map<(i, j, k) -> (k)>,
                                        affine_map<(i, j, k) -> (i, j)>],
                       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%q, %k : tensor<4x82xf64>, tensor<3xf64>) outs(%f : tensor<4x16xf64>) {
  ^bb0(%a: f64, %w: f64, %o: f64):
    %s = arith.addf %o, %a : f64
    linalg.yield %s : f64
  } -> tensor<4x16xf64>
  return %r, %t : tensor<4x40xf64>, tensor<4x16xf64>
}

// -----

// The ends of a row are vectors that overlap, although none lies inside of the borders.
// CHECK-LABEL: func @row_of_ends
// CHECK-NOT: scf.for
// CHECK: vector.transfer_write %{{.*}}[%c0] {{.*}} : vector<8xf32>
// CHECK-NOT: scf.for
// CHECK: vector.transfer_write %{{.*}}[%c1] {{.*}} : vector<8xf32>
// CHECK-NOT: vector.transfer_write
// CHECK: return
func.func @row_of_ends(%x: tensor<9xf32>, %w: tensor<3xf32>, %e: tensor<9xf32>) -> tensor<9xf32> {
  %p = pad.pad reflect %x low[1] high[1] : tensor<9xf32> to tensor<11xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, k) -> (i + k)>, affine_map<(i, k) -> (k)>,
                                        affine_map<(i, k) -> (i)>],
                       iterator_types = ["parallel", "reduction"]}
      ins(%p, %w : tensor<11xf32>, tensor<3xf32>) outs(%e : tensor<9xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %m = arith.mulf %a, %b : f32
    %s = arith.addf %o, %m : f32
    linalg.yield %s : f32
  } -> tensor<9xf32>
  return %r : tensor<9xf32>
}

// -----

// A row of as many elements as a vector is one vector, with both ends. What it reads
// of a longer source are two vectors. Rows of a block stay together.
// CHECK-LABEL: func @rows_of_one_vector
// CHECK-DAG:   %[[VALUE:.*]] = arith.constant dense<1.500000e+00> : vector<4xf64>
// CHECK:       scf.for
// CHECK-NOT:   scf.for
// CHECK:         %[[BEGIN:.*]] = vector.transfer_read %arg0[%{{.*}}, %c0]
// CHECK:         vector.shuffle %[[BEGIN]], %[[VALUE]] [4, 0, 1, 2]
// CHECK:         %[[END:.*]] = vector.transfer_read %arg0[%{{.*}}, %c1]
// CHECK:         vector.shuffle %[[END]], %[[VALUE]] [1, 2, 3, 7]
// REMARK: remark: fused into 'linalg.generic', which is emitted as loops over vectors of 4
func.func @rows_of_one_vector(%x: tensor<9x5xf64>, %e: tensor<9x4xf64>) -> tensor<9x4xf64> {
  %v = arith.constant 1.5 : f64
  %p = pad.pad constant %x value(%v) low[1, 1] high[1, 1] : tensor<9x5xf64> to tensor<11x7xf64>
  %f = tensor.empty() : tensor<3x4xf64>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j, k, l) -> (i + k, j + l)>,
                                        affine_map<(i, j, k, l) -> (k, l)>,
                                        affine_map<(i, j, k, l) -> (i, j)>],
                       iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%p, %f : tensor<11x7xf64>, tensor<3x4xf64>) outs(%e : tensor<9x4xf64>) {
  ^bb0(%a: f64, %w: f64, %o: f64):
    %s = arith.addf %o, %a : f64
    linalg.yield %s : f64
  } -> tensor<9x4xf64>
  return %r : tensor<9x4xf64>
}

// -----

// The ends of short rows are computed together for the rows of a block.
// CHECK-LABEL: func @short_rows
// CHECK: scf.for %{{.*}} = %c1{{[_0-9]*}} to %c17{{[_0-9]*}} step %c2
// CHECK-NOT: scf.for
// CHECK-COUNT-6: vector.transfer_write {{.*}} : vector<8xf32>, tensor<1x1x18x24xf32>
// CHECK-NOT: vector.transfer_write
// CHECK: scf.for %{{.*}} = %c0{{[_0-9]*}} to %c2{{[_0-9]*}} step %c1
// CHECK: return
// REMARK: remark: fused into 'linalg.pooling_nchw_sum', which is emitted as loops over vectors of 8
func.func @short_rows(%x: tensor<1x1x18x24xf32>, %e: tensor<1x1x18x24xf32>) -> tensor<1x1x18x24xf32> {
  %z = arith.constant 0.0 : f32
  %p = pad.pad edge %x low[0, 0, 1, 1] high[0, 0, 1, 1] : tensor<1x1x18x24xf32> to tensor<1x1x20x26xf32>
  %k = tensor.empty() : tensor<3x3xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<1x1x18x24xf32>) -> tensor<1x1x18x24xf32>
  %r = linalg.pooling_nchw_sum ins(%p, %k : tensor<1x1x20x26xf32>, tensor<3x3xf32>)
      outs(%f : tensor<1x1x18x24xf32>) -> tensor<1x1x18x24xf32>
  return %r : tensor<1x1x18x24xf32>
}

// -----

// Of rows of three vectors, blocks are of one vector of eight filters: four
// filters would have one vector besides their ends.
// CHECK-LABEL: func @filters
// CHECK: scf.for %{{.*}} = %c0{{[_0-9]*}} to %c16{{[_0-9]*}} step %c8
// CHECK-COUNT-8: vector.transfer_write {{.*}} : vector<8xf32>, tensor<1x16x16x21xf32>
// REMARK: remark: fused into 'linalg.conv_2d_nchw_fchw', which is emitted as loops over vectors of 8
func.func @filters(%x: tensor<1x8x16x21xf32>, %k: tensor<16x8x3x3xf32>, %e: tensor<1x16x16x21xf32>) -> tensor<1x16x16x21xf32> {
  %z = arith.constant 0.0 : f32
  %p = pad.pad edge %x low[0, 0, 1, 1] high[0, 0, 1, 1] : tensor<1x8x16x21xf32> to tensor<1x8x18x23xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<1x16x16x21xf32>) -> tensor<1x16x16x21xf32>
  %r = linalg.conv_2d_nchw_fchw ins(%p, %k : tensor<1x8x18x23xf32>, tensor<16x8x3x3xf32>)
      outs(%f : tensor<1x16x16x21xf32>) -> tensor<1x16x16x21xf32>
  return %r : tensor<1x16x16x21xf32>
}

// -----

// Both ends of rows of two vectors are one block of four filters, whose eight
// sums do not wait for each other. In borders, all elements of a window along
// the row read the source, or none does.
// CHECK-LABEL: func @pairs
// CHECK: scf.for %{{.*}} = %c0{{[_0-9]*}} to %c16{{[_0-9]*}} step %c4
// CHECK-COUNT-24: arith.addf
// CHECK-NOT: arith.addf
// CHECK-COUNT-8: vector.transfer_write {{.*}} : vector<8xf32>, tensor<1x16x16x16xf32>
// CHECK: scf.if
// CHECK-NOT: scf.if
// CHECK: return
// REMARK: remark: fused into 'linalg.conv_2d_nchw_fchw', which is emitted as loops over vectors of 8
func.func @pairs(%x: tensor<1x8x16x16xf32>, %k: tensor<16x8x3x3xf32>, %e: tensor<1x16x16x16xf32>) -> tensor<1x16x16x16xf32> {
  %z = arith.constant 0.0 : f32
  %p = pad.pad constant %x low[0, 0, 1, 1] high[0, 0, 1, 1] : tensor<1x8x16x16xf32> to tensor<1x8x18x18xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<1x16x16x16xf32>) -> tensor<1x16x16x16xf32>
  %r = linalg.conv_2d_nchw_fchw ins(%p, %k : tensor<1x8x18x18xf32>, tensor<16x8x3x3xf32>)
      outs(%f : tensor<1x16x16x16xf32>) -> tensor<1x16x16x16xf32>
  return %r : tensor<1x16x16x16xf32>
}

// -----

// What both ends have in common is added to what was there before by both of
// them: no lane of the last one keeps it.
// CHECK-LABEL: func @added_pairs
// CHECK-COUNT-24: arith.addf
// CHECK-NOT: arith.select
// CHECK: vector.transfer_write {{.*}} : vector<8xf32>, tensor<1x16x16x13xf32>
// CHECK-NOT: arith.select
// CHECK-COUNT-7: vector.transfer_write {{.*}} : vector<8xf32>, tensor<1x16x16x13xf32>
// CHECK: return
// REMARK: remark: fused into 'linalg.conv_2d_nchw_fchw', which is emitted as loops over vectors of 8
func.func @added_pairs(%x: tensor<1x8x16x13xf32>, %k: tensor<16x8x3x3xf32>, %e: tensor<1x16x16x13xf32>) -> tensor<1x16x16x13xf32> {
  %p = pad.pad edge %x low[0, 0, 1, 1] high[0, 0, 1, 1] : tensor<1x8x16x13xf32> to tensor<1x8x18x15xf32>
  %r = linalg.conv_2d_nchw_fchw ins(%p, %k : tensor<1x8x18x15xf32>, tensor<16x8x3x3xf32>)
      outs(%e : tensor<1x16x16x13xf32>) -> tensor<1x16x16x13xf32>
  return %r : tensor<1x16x16x13xf32>
}
