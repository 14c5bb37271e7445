// RUN: pad-opt %s --pad-tile-and-fuse --canonicalize --cse -split-input-file | FileCheck %s
// RUN: pad-opt %s --pad-tile-and-fuse="tile-sizes=0,4 parallel" --canonicalize --cse -split-input-file | FileCheck %s --check-prefix=TILED

// The interior reads the source; two strips of rows and two of columns pad.
// CHECK-LABEL: func @split
// CHECK-SAME: (%[[X:[^:]*]]: tensor<1x8x10x4xf32>, %[[K:[^:]*]]: tensor<3x3x4x6xf32>
// CHECK: %[[TOP:.*]] = pad.pad wrap %[[X]] low[0, 1, 1, 0] high[0, -6, 1, 0] : tensor<1x8x10x4xf32> to tensor<1x3x12x4xf32>
// CHECK: linalg.conv_2d_nhwc_hwcf ins(%[[TOP]], %[[K]]
// CHECK: %[[BOTTOM:.*]] = pad.pad wrap %[[X]] low[0, -6, 1, 0] high[0, 1, 1, 0]
// CHECK: linalg.conv_2d_nhwc_hwcf ins(%[[BOTTOM]]
// CHECK: %[[LEFT:.*]] = pad.pad wrap %[[X]] low[0, 0, 1, 0] high[0, 0, -8, 0] : tensor<1x8x10x4xf32> to tensor<1x8x3x4xf32>
// CHECK: linalg.conv_2d_nhwc_hwcf ins(%[[LEFT]]
// CHECK: %[[RIGHT:.*]] = pad.pad wrap %[[X]] low[0, 0, -8, 0] high[0, 0, 1, 0]
// CHECK: linalg.conv_2d_nhwc_hwcf ins(%[[RIGHT]]
// CHECK: linalg.conv_2d_nhwc_hwcf ins(%[[X]], %[[K]]
// CHECK-NOT: linalg
// CHECK: return

// The six rows inside are two tiles, which need no pad.
// TILED-LABEL: func @split
// TILED: scf.forall (%[[I:.*]]) = (0) to (6) step (4)
// TILED: pad.pad wrap
// TILED: linalg.conv_2d_nhwc_hwcf
// TILED: scf.forall (%[[I:.*]]) = (0) to (6) step (4)
// TILED: pad.pad wrap
// TILED: linalg.conv_2d_nhwc_hwcf
// TILED: scf.forall (%[[I:.*]]) = (0) to (6) step (4)
// TILED-NOT: pad.pad
// TILED: linalg.conv_2d_nhwc_hwcf
func.func @split(%x: tensor<1x8x10x4xf32>, %k: tensor<3x3x4x6xf32>, %init: tensor<1x8x10x6xf32>) -> tensor<1x8x10x6xf32> {
  %p = pad.pad wrap %x low[0, 1, 1, 0] high[0, 1, 1, 0] : tensor<1x8x10x4xf32> to tensor<1x10x12x4xf32>
  %r = linalg.conv_2d_nhwc_hwcf ins(%p, %k : tensor<1x10x12x4xf32>, tensor<3x3x4x6xf32>) outs(%init : tensor<1x8x10x6xf32>) -> tensor<1x8x10x6xf32>
  return %r : tensor<1x8x10x6xf32>
}

// -----

// A crop has no border; the stride rounds where the interior begins and ends.
// CHECK-LABEL: func @strided
// CHECK-SAME: (%[[X:[^:]*]]: tensor<1x20x2xf32>
// CHECK: pad.pad edge %[[X]] low[0, 3, 0] high[0, -18, 0] : tensor<1x20x2xf32> to tensor<1x5x2xf32>
// CHECK: linalg.conv_1d_nwc_wcf
// CHECK-NOT: pad.pad
// CHECK: %[[S:.*]] = tensor.extract_slice %[[X]][0, 1, 0] [1, 15, 2]
// CHECK: linalg.conv_1d_nwc_wcf {{.*}} ins(%[[S]]
func.func @strided(%x: tensor<1x20x2xf32>, %k: tensor<3x2x2xf32>, %init: tensor<1x9x2xf32>) -> tensor<1x9x2xf32> {
  %p = pad.pad edge %x low[0, 3, 0] high[0, -2, 0] : tensor<1x20x2xf32> to tensor<1x21x2xf32>
  %r = linalg.conv_1d_nwc_wcf {strides = dense<2> : tensor<1xi64>} ins(%p, %k : tensor<1x21x2xf32>, tensor<3x2x2xf32>) outs(%init : tensor<1x9x2xf32>) -> tensor<1x9x2xf32>
  return %r : tensor<1x9x2xf32>
}

// -----

// The innermost loop runs along the padded axis, inside a reduction: rows are
// tiled, and every tile pads.
#in = affine_map<(n, f, h, c, w) -> (n, c, h, w)>
#filter = affine_map<(n, f, h, c, w) -> (f, c)>
#out = affine_map<(n, f, h, c, w) -> (n, f, h, w)>
// CHECK-LABEL: func @tiled
// CHECK-SAME: (%[[X:[^:]*]]: tensor<1x64x56x56xf32>
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %{{.*}} step %[[T:.*]] iter_args
// CHECK: %[[S:.*]] = tensor.extract_slice %[[X]][0, 0, %[[I]], 0] [1, 64, 14, 56]
// CHECK: %[[P:.*]] = pad.pad reflect %[[S]] low[0, 0, 0, 1] high[0, 0, 0, 1] : tensor<1x64x14x56xf32> to tensor<1x64x14x58xf32>
// CHECK: linalg.generic
// CHECK-SAME: ins(%[[P]]
func.func @tiled(%x: tensor<1x64x56x56xf32>, %k: tensor<8x64xf32>, %init: tensor<1x8x56x58xf32>) -> tensor<1x8x56x58xf32> {
  %p = pad.pad reflect %x low[0, 0, 0, 1] high[0, 0, 0, 1] : tensor<1x64x56x56xf32> to tensor<1x64x56x58xf32>
  %r = linalg.generic {indexing_maps = [#in, #filter, #out], iterator_types = ["parallel", "parallel", "parallel", "reduction", "parallel"]}
      ins(%p, %k : tensor<1x64x56x58xf32>, tensor<8x64xf32>) outs(%init : tensor<1x8x56x58xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %m = arith.mulf %a, %b : f32
    %s = arith.addf %o, %m : f32
    linalg.yield %s : f32
  } -> tensor<1x8x56x58xf32>
  return %r : tensor<1x8x56x58xf32>
}

// -----

// Extents of run time: a part that may be empty is guarded, as it would read a
// window all the same; a tile is not.
// CHECK-LABEL: func @dynamic
// CHECK-SAME: (%[[X:[^:]*]]: tensor<?xf32>
// CHECK-COUNT-2: scf.if
// CHECK: scf.if %{{.*}} -> (tensor<?xf32>) {
// CHECK-NOT: pad.pad
// CHECK: %[[S:.*]] = tensor.extract_slice %[[X]]
// CHECK: linalg.conv_1d ins(%[[S]]
// CHECK: } else {
func.func @dynamic(%x: tensor<?xf32>, %k: tensor<3xf32>, %init: tensor<?xf32>, %l: index) -> tensor<?xf32> {
  %p = pad.pad symmetric %x low[%l] high[1] : tensor<?xf32> to tensor<?xf32>
  %r = linalg.conv_1d ins(%p, %k : tensor<?xf32>, tensor<3xf32>) outs(%init : tensor<?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

// Slices of a pad are pads, each with borders of its own: what both read as it
// is, is the interior.
#same = affine_map<(i) -> (i)>
// CHECK-LABEL: func @stencil
// CHECK-SAME: (%[[X:[^:]*]]: tensor<16xf32>
// CHECK: pad.pad reflect %[[X]] low[1] high[-16] : tensor<16xf32> to tensor<1xf32>
// CHECK: linalg.generic
// CHECK: pad.pad reflect %[[X]] low[-16] high[1] : tensor<16xf32> to tensor<1xf32>
// CHECK: linalg.generic
// CHECK-NOT: pad.pad
// CHECK: tensor.extract_slice %[[X]][0] [14]
// CHECK: tensor.extract_slice %[[X]][2] [14]
// CHECK: linalg.generic
func.func @stencil(%x: tensor<16xf32>, %init: tensor<16xf32>) -> tensor<16xf32> {
  %p = pad.pad reflect %x low[1] high[1] : tensor<16xf32> to tensor<18xf32>
  %l = tensor.extract_slice %p[0] [16] [1] : tensor<18xf32> to tensor<16xf32>
  %r = tensor.extract_slice %p[2] [16] [1] : tensor<18xf32> to tensor<16xf32>
  %y = linalg.generic {indexing_maps = [#same, #same, #same], iterator_types = ["parallel"]}
      ins(%l, %r : tensor<16xf32>, tensor<16xf32>) outs(%init : tensor<16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.subf %b, %a : f32
    linalg.yield %s : f32
  } -> tensor<16xf32>
  return %y : tensor<16xf32>
}

// -----

// Static borders of a dynamic source: a part that is never run begins inside of
// what it slices all the same.
// CHECK-LABEL: func @empty_parts
// CHECK: scf.if
// TILED-LABEL: func @empty_parts
// TILED: scf.if
func.func @empty_parts(%x: tensor<?xi32>, %y: tensor<?x6xi32>, %k: tensor<2x?xi32>, %o: tensor<2xi32>, %q: tensor<?x9xi32>) -> (tensor<2xi32>, tensor<?x9xi32>) {
  %p = pad.pad constant %x low[2] high[-6] : tensor<?xi32> to tensor<2xi32>
  %a = linalg.add ins(%p, %p : tensor<2xi32>, tensor<2xi32>) outs(%o : tensor<2xi32>) -> tensor<2xi32>
  %e = pad.pad edge %y low[0, -12] high[0, 18] : tensor<?x6xi32> to tensor<?x12xi32>
  %c = linalg.conv_2d ins(%e, %k : tensor<?x12xi32>, tensor<2x?xi32>) outs(%q : tensor<?x9xi32>) -> tensor<?x9xi32>
  return %a, %c : tensor<2xi32>, tensor<?x9xi32>
}

// -----

// No slice of an empty source.
// CHECK-LABEL: func @empty_source
// CHECK-NOT: tensor.extract_slice %arg0
// CHECK: return
// TILED-LABEL: func @empty_source
// TILED-NOT: tensor.extract_slice %arg0
// TILED: return
func.func @empty_source(%x: tensor<6x0xi64>, %o: tensor<5x3xi64>) -> tensor<5x3xi64> {
  %p = pad.pad constant %x low[0, 1] high[-1, 2] : tensor<6x0xi64> to tensor<5x3xi64>
  %r = linalg.add ins(%p, %p : tensor<5x3xi64>, tensor<5x3xi64>) outs(%o : tensor<5x3xi64>) -> tensor<5x3xi64>
  return %r : tensor<5x3xi64>
}
