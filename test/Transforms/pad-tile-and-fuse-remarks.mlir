// RUN: pad-opt %s --pad-tile-and-fuse=remarks -verify-diagnostics
// RUN: not pad-opt %s --pad-tile-and-fuse=tile-sizes=2,-1 2>&1 | FileCheck %s --check-prefix=SIZE
// RUN: not pad-opt %s --pad-tile-and-fuse=local-bytes=0 2>&1 | FileCheck %s --check-prefix=BYTES

// SIZE: error: tile-sizes has -1; give 0 for a loop that is not tiled
// BYTES: error: local-bytes is 0; give at least 1

func.func @fused(%x: tensor<8xf32>, %k: tensor<3xf32>, %init: tensor<8xf32>) -> tensor<8xf32> {
  // expected-remark @below {{fused into 'linalg.conv_1d', which is split along loops 0}}
  %p = pad.pad edge %x low[1] high[1] : tensor<8xf32> to tensor<10xf32>
  %r = linalg.conv_1d ins(%p, %k : tensor<10xf32>, tensor<3xf32>) outs(%init : tensor<8xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}

func.func @dilated(%x: tensor<1x500x256xf32>, %k: tensor<3x256x4xf32>, %init: tensor<1x997x4xf32>) -> tensor<1x997x4xf32> {
  // expected-remark @below {{fused into 'linalg.conv_1d_nwc_wcf', which is tiled}}
  %p = pad.pad constant %x low[0, 0, 0] high[0, 0, 0] interior[0, 1, 0] : tensor<1x500x256xf32> to tensor<1x999x256xf32>
  %r = linalg.conv_1d_nwc_wcf ins(%p, %k : tensor<1x999x256xf32>, tensor<3x256x4xf32>) outs(%init : tensor<1x997x4xf32>) -> tensor<1x997x4xf32>
  return %r : tensor<1x997x4xf32>
}

func.func @returned(%x: tensor<8xf32>) -> tensor<10xf32> {
  // expected-remark @below {{not fused: none of its users is a linalg op}}
  %p = pad.pad edge %x low[1] high[1] : tensor<8xf32> to tensor<10xf32>
  return %p : tensor<10xf32>
}

func.func @several(%x: tensor<8xf32>, %k: tensor<3xf32>, %init: tensor<8xf32>) -> (tensor<10xf32>, tensor<8xf32>) {
  // expected-remark @below {{not fused: it has several users, and each would pad again}}
  %p = pad.pad edge %x low[1] high[1] : tensor<8xf32> to tensor<10xf32>
  %r = linalg.conv_1d ins(%p, %k : tensor<10xf32>, tensor<3xf32>) outs(%init : tensor<8xf32>) -> tensor<8xf32>
  return %p, %r : tensor<10xf32>, tensor<8xf32>
}

func.func @filter(%x: tensor<8xf32>, %k: tensor<3xf32>, %init: tensor<4xf32>) -> tensor<4xf32> {
  // expected-remark @below {{not fused: no parallel loop of its consumer runs along a padded axis}}
  %p = pad.pad constant %k low[1] high[1] : tensor<3xf32> to tensor<5xf32>
  %r = linalg.conv_1d ins(%x, %p : tensor<8xf32>, tensor<5xf32>) outs(%init : tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

func.func @destination(%x: tensor<8xf32>, %y: tensor<10xf32>) -> tensor<10xf32> {
  // expected-remark @below {{not fused: it is the destination of its consumer}}
  %p = pad.pad edge %x low[1] high[1] : tensor<8xf32> to tensor<10xf32>
  %r = linalg.exp ins(%y : tensor<10xf32>) outs(%p : tensor<10xf32>) -> tensor<10xf32>
  return %r : tensor<10xf32>
}

func.func @upsampled(%x: tensor<8xf32>, %init: tensor<20xf32>) -> tensor<20xf32> {
  // expected-remark @below {{not fused: its consumer reads by a map that is not a sum of multiples of loop indices}}
  %p = pad.pad edge %x low[1] high[1] : tensor<8xf32> to tensor<10xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i floordiv 2)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%p : tensor<10xf32>) outs(%init : tensor<20xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<20xf32>
  return %r : tensor<20xf32>
}

func.func @small(%x: tensor<4xf32>, %k: tensor<3xf32>, %init: tensor<5xf32>) -> tensor<5xf32> {
  // expected-remark @below {{not fused: all of it is one tile; give smaller tile-sizes}}
  %p = pad.pad constant %x low[0] high[0] interior[1] : tensor<4xf32> to tensor<7xf32>
  %r = linalg.conv_1d ins(%p, %k : tensor<7xf32>, tensor<3xf32>) outs(%init : tensor<5xf32>) -> tensor<5xf32>
  return %r : tensor<5xf32>
}

func.func @empty(%x: tensor<0x8xf32>, %init: tensor<0x10xf32>) -> tensor<0x10xf32> {
  // expected-remark @below {{not fused: its consumer has no iteration}}
  %p = pad.pad edge %x low[0, 1] high[0, 1] : tensor<0x8xf32> to tensor<0x10xf32>
  %r = linalg.exp ins(%p : tensor<0x10xf32>) outs(%init : tensor<0x10xf32>) -> tensor<0x10xf32>
  return %r : tensor<0x10xf32>
}
