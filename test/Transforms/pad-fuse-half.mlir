// RUN: pad-opt %s --pad-fuse-into-loops="vector-bits=256 remarks" --split-input-file 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
// RUN: pad-opt %s --pad-fuse-into-loops="vector-bits=128 remarks" --split-input-file -o /dev/null 2>&1 | FileCheck %s --check-prefix=SHORT

#same = affine_map<(i) -> (i)>
// Numbers of f16 are computed as f32, which takes calls where vectors have 128 bits.
// CHECK-LABEL: func @half
// CHECK: arith.addf %{{.*}}, %{{.*}} : vector<8xf16>
// REMARK: remark: fused into 'linalg.generic', which is emitted as loops over vectors of 8
// SHORT: remark: fused into 'linalg.generic', which is emitted as loops over scalars
func.func @half(%x: tensor<59xf16>, %e: tensor<61xf16>) -> tensor<61xf16> {
  %p = pad.pad edge %x low[1] high[1] : tensor<59xf16> to tensor<61xf16>
  %r = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]}
      ins(%p : tensor<61xf16>) outs(%e : tensor<61xf16>) {
  ^bb0(%a: f16, %o: f16):
    %s = arith.addf %a, %a : f16
    linalg.yield %s : f16
  } -> tensor<61xf16>
  return %r : tensor<61xf16>
}

// -----

#same = affine_map<(i) -> (i)>
// CHECK-LABEL: func @extended
// CHECK: arith.extf %{{.*}} : vector<8xbf16> to vector<8xf32>
// REMARK: remark: fused into 'linalg.generic', which is emitted as loops over vectors of 8
// SHORT: remark: fused into 'linalg.generic', which is emitted as loops over vectors of 4
func.func @extended(%x: tensor<59xbf16>, %e: tensor<61xf32>) -> tensor<61xf32> {
  %p = pad.pad edge %x low[1] high[1] : tensor<59xbf16> to tensor<61xbf16>
  %r = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]}
      ins(%p : tensor<61xbf16>) outs(%e : tensor<61xf32>) {
  ^bb0(%a: bf16, %o: f32):
    %w = arith.extf %a : bf16 to f32
    %s = arith.addf %w, %w : f32
    linalg.yield %s : f32
  } -> tensor<61xf32>
  return %r : tensor<61xf32>
}

// -----

#same = affine_map<(i) -> (i)>
// CHECK-LABEL: func @rounded
// CHECK: arith.addf %{{.*}}, %{{.*}} : vector<8xbf16>
// REMARK: remark: fused into 'linalg.generic', which is emitted as loops over vectors of 8
// SHORT: remark: fused into 'linalg.generic', which is emitted as loops over vectors of 4
func.func @rounded(%x: tensor<59xbf16>, %e: tensor<61xbf16>) -> tensor<61xbf16> {
  %p = pad.pad edge %x low[1] high[1] : tensor<59xbf16> to tensor<61xbf16>
  %r = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]}
      ins(%p : tensor<61xbf16>) outs(%e : tensor<61xbf16>) {
  ^bb0(%a: bf16, %o: bf16):
    %s = arith.addf %a, %a : bf16
    linalg.yield %s : bf16
  } -> tensor<61xbf16>
  return %r : tensor<61xbf16>
}

// -----

// CHECK-LABEL: func @maximum
// CHECK: arith.maximumf %{{.*}}, %{{.*}} : vector<8xf32>
// REMARK: remark: fused into 'linalg.pooling_nhwc_max', which is emitted as loops over vectors of 8
// SHORT: remark: fused into 'linalg.pooling_nhwc_max', which is emitted as loops over vectors of 4
func.func @maximum(%x: tensor<1x9x9x16xbf16>, %k: tensor<3x3xbf16>, %e: tensor<1x9x9x16xf32>) -> tensor<1x9x9x16xf32> {
  %p = pad.pad edge %x low[0, 1, 1, 0] high[0, 1, 1, 0] : tensor<1x9x9x16xbf16> to tensor<1x11x11x16xbf16>
  %r = linalg.pooling_nhwc_max ins(%p, %k : tensor<1x11x11x16xbf16>, tensor<3x3xbf16>)
      outs(%e : tensor<1x9x9x16xf32>) -> tensor<1x9x9x16xf32>
  return %r : tensor<1x9x9x16xf32>
}

// -----

#same = affine_map<(i) -> (i)>
// LLVM rounds by calls where a mode is named.
// CHECK-LABEL: func @calls
// CHECK: arith.truncf %{{.*}} : vector<4xf64> to vector<4xbf16>
// CHECK-NOT: vector<{{.*}}xf32>
// CHECK: arith.truncf %{{.*}} to_nearest_even : f32 to bf16
// REMARK: remark: fused into 'linalg.generic', which is emitted as loops over vectors of 4
// REMARK: remark: fused into 'linalg.generic', which is emitted as loops over scalars
// SHORT: remark: fused into 'linalg.generic', which is emitted as loops over vectors of 2
// SHORT: remark: fused into 'linalg.generic', which is emitted as loops over scalars
func.func @calls(%x: tensor<59xbf16>, %e: tensor<61xbf16>) -> (tensor<61xbf16>, tensor<61xbf16>) {
  %p = pad.pad edge %x low[1] high[1] : tensor<59xbf16> to tensor<61xbf16>
  %r = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]}
      ins(%p : tensor<61xbf16>) outs(%e : tensor<61xbf16>) {
  ^bb0(%a: bf16, %o: bf16):
    %w = arith.extf %a : bf16 to f64
    %d = math.exp %w : f64
    %s = arith.truncf %d : f64 to bf16
    linalg.yield %s : bf16
  } -> tensor<61xbf16>
  %q = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]}
      ins(%p : tensor<61xbf16>) outs(%e : tensor<61xbf16>) {
  ^bb0(%a: bf16, %o: bf16):
    %w = arith.extf %a : bf16 to f32
    %d = arith.addf %w, %w : f32
    %s = arith.truncf %d to_nearest_even : f32 to bf16
    linalg.yield %s : bf16
  } -> tensor<61xbf16>
  return %r, %q : tensor<61xbf16>, tensor<61xbf16>
}

// -----

#same = affine_map<(i) -> (i)>
// Each op is one of all vectors of an iteration, because each is rounded by some instructions;
// a sum of f32 is one of each vector.
// CHECK-LABEL: func @together
// CHECK: scf.for
// CHECK-COUNT-4: arith.addf {{.*}} : vector<8xbf16>
// CHECK-NOT: arith.addf
// CHECK-COUNT-4: arith.mulf {{.*}} : vector<8xbf16>
// CHECK: scf.for
// CHECK: arith.addf {{.*}} : vector<8xf32>
// CHECK-NEXT: arith.mulf {{.*}} : vector<8xf32>
func.func @together(%x: tensor<1024xbf16>, %e: tensor<1024xbf16>, %y: tensor<1024xf32>, %f: tensor<1024xf32>)
    -> (tensor<1024xbf16>, tensor<1024xf32>) {
  %p = pad.pad edge %x low[1] high[0] : tensor<1024xbf16> to tensor<1025xbf16>
  %p0 = tensor.extract_slice %p[0] [1024] [1] : tensor<1025xbf16> to tensor<1024xbf16>
  %r = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]}
      ins(%p0 : tensor<1024xbf16>) outs(%e : tensor<1024xbf16>) {
  ^bb0(%a: bf16, %o: bf16):
    %s = arith.addf %a, %a : bf16
    %m = arith.mulf %s, %a : bf16
    linalg.yield %m : bf16
  } -> tensor<1024xbf16>
  %q = pad.pad edge %y low[1] high[0] : tensor<1024xf32> to tensor<1025xf32>
  %q0 = tensor.extract_slice %q[0] [1024] [1] : tensor<1025xf32> to tensor<1024xf32>
  %t = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]}
      ins(%q0 : tensor<1024xf32>) outs(%f : tensor<1024xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %a : f32
    %m = arith.mulf %s, %a : f32
    linalg.yield %m : f32
  } -> tensor<1024xf32>
  return %r, %t : tensor<1024xbf16>, tensor<1024xf32>
}

// -----

#rows = affine_map<(i, j) -> (i, j)>
// So are the ends of four rows, where these are small.
// CHECK-LABEL: func @ends_together
// CHECK: scf.for {{.*}} = %c1{{.*}} to %c9{{.*}} step %c4
// CHECK-COUNT-4: arith.addf {{.*}} : vector<8xbf16>
// CHECK-NOT: arith.addf
// CHECK-COUNT-4: arith.mulf {{.*}} : vector<8xbf16>
func.func @ends_together(%x: tensor<10x16xbf16>, %e: tensor<10x16xbf16>) -> tensor<10x16xbf16> {
  %p = pad.pad edge %x low[1, 1] high[1, 1] : tensor<10x16xbf16> to tensor<12x18xbf16>
  %a = tensor.extract_slice %p[0, 0] [10, 16] [1, 1] : tensor<12x18xbf16> to tensor<10x16xbf16>
  %b = tensor.extract_slice %p[2, 2] [10, 16] [1, 1] : tensor<12x18xbf16> to tensor<10x16xbf16>
  %r = linalg.generic {indexing_maps = [#rows, #rows, #rows], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : tensor<10x16xbf16>, tensor<10x16xbf16>) outs(%e : tensor<10x16xbf16>) {
  ^bb0(%u: bf16, %v: bf16, %o: bf16):
    %s = arith.addf %u, %v : bf16
    %m = arith.mulf %s, %v : bf16
    linalg.yield %m : bf16
  } -> tensor<10x16xbf16>
  return %r : tensor<10x16xbf16>
}

// -----

#rows = affine_map<(i, j) -> (i, j)>
// Four short rows are computed at once though they share nothing that they read; the vectors of
// a longer row hide each other's latency.
// CHECK-LABEL: func @short_rows
// CHECK: scf.for {{.*}} = %c0{{.*}} to %c8{{.*}} step %c4
// CHECK-COUNT-4: arith.addf {{.*}} : vector<8xbf16>
// CHECK-LABEL: func @long_rows
// CHECK: scf.for {{.*}} = %c0{{.*}} to %c8{{.*}} step %c1
func.func @short_rows(%x: tensor<8x32xbf16>, %e: tensor<8x32xbf16>) -> tensor<8x32xbf16> {
  %p = pad.pad edge %x low[0, 1] high[0, 1] : tensor<8x32xbf16> to tensor<8x34xbf16>
  %a = tensor.extract_slice %p[0, 0] [8, 32] [1, 1] : tensor<8x34xbf16> to tensor<8x32xbf16>
  %b = tensor.extract_slice %p[0, 2] [8, 32] [1, 1] : tensor<8x34xbf16> to tensor<8x32xbf16>
  %r = linalg.generic {indexing_maps = [#rows, #rows, #rows], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : tensor<8x32xbf16>, tensor<8x32xbf16>) outs(%e : tensor<8x32xbf16>) {
  ^bb0(%u: bf16, %v: bf16, %o: bf16):
    %s = arith.addf %u, %v : bf16
    linalg.yield %s : bf16
  } -> tensor<8x32xbf16>
  return %r : tensor<8x32xbf16>
}
func.func @long_rows(%x: tensor<8x320xbf16>, %e: tensor<8x320xbf16>) -> tensor<8x320xbf16> {
  %p = pad.pad edge %x low[0, 1] high[0, 1] : tensor<8x320xbf16> to tensor<8x322xbf16>
  %a = tensor.extract_slice %p[0, 0] [8, 320] [1, 1] : tensor<8x322xbf16> to tensor<8x320xbf16>
  %b = tensor.extract_slice %p[0, 2] [8, 320] [1, 1] : tensor<8x322xbf16> to tensor<8x320xbf16>
  %r = linalg.generic {indexing_maps = [#rows, #rows, #rows], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : tensor<8x320xbf16>, tensor<8x320xbf16>) outs(%e : tensor<8x320xbf16>) {
  ^bb0(%u: bf16, %v: bf16, %o: bf16):
    %s = arith.addf %u, %v : bf16
    linalg.yield %s : bf16
  } -> tensor<8x320xbf16>
  return %r : tensor<8x320xbf16>
}

// -----

#rows = affine_map<(i, j) -> (i, j)>
// A row in a border has as many vectors an iteration as others have.
// CHECK-LABEL: func @borders
// CHECK: scf.for {{.*}} = %c1{{.*}} to %c9{{.*}} step %c4
// CHECK: scf.for {{.*}} = %c0{{.*}} to %c2{{.*}} step %c1
// CHECK: scf.for {{.*}} = %c8{{.*}} step %c16
// CHECK-COUNT-2: arith.addf {{.*}} : vector<8xbf16>
// CHECK-NEXT: vector.transfer_write
func.func @borders(%x: tensor<10x128xbf16>, %e: tensor<10x128xbf16>) -> tensor<10x128xbf16> {
  %p = pad.pad edge %x low[1, 1] high[1, 1] : tensor<10x128xbf16> to tensor<12x130xbf16>
  %a = tensor.extract_slice %p[0, 0] [10, 128] [1, 1] : tensor<12x130xbf16> to tensor<10x128xbf16>
  %b = tensor.extract_slice %p[2, 2] [10, 128] [1, 1] : tensor<12x130xbf16> to tensor<10x128xbf16>
  %r = linalg.generic {indexing_maps = [#rows, #rows, #rows], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : tensor<10x128xbf16>, tensor<10x128xbf16>) outs(%e : tensor<10x128xbf16>) {
  ^bb0(%u: bf16, %v: bf16, %o: bf16):
    %s = arith.addf %u, %v : bf16
    linalg.yield %s : bf16
  } -> tensor<10x128xbf16>
  return %r : tensor<10x128xbf16>
}
