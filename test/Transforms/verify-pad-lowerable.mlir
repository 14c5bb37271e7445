// RUN: not pad-opt %s --lower-pad-to-llvm -split-input-file 2>&1 | FileCheck %s
// RUN: not pad-opt %s --verify-pad-lowerable -split-input-file 2>&1 | FileCheck %s

// CHECK: error: 'pad.pad{{(_into)?}}' op cannot be lowered: {{.*}}exceeds the address space of 2^63 bytes; reduce its extents (C7)
func.func @big(%x: tensor<3xf32>) -> tensor<4611686018427387907xf32> {
  %r = pad.pad constant %x low[4611686018427387904] high[0] : tensor<3xf32> to tensor<4611686018427387907xf32>
  return %r : tensor<4611686018427387907xf32>
}

// -----

// CHECK: error: 'pad.pad{{(_into)?}}' op cannot be lowered: {{.*}}element type f8E8M0FNU has no zero to pad with
func.func @e8(%x: tensor<3xf8E8M0FNU>) -> tensor<4xf8E8M0FNU> {
  %r = pad.pad constant %x low[1] high[0] : tensor<3xf8E8M0FNU> to tensor<4xf8E8M0FNU>
  return %r : tensor<4xf8E8M0FNU>
}

// -----

// CHECK: error: 'pad.pad{{(_into)?}}' op cannot be lowered: {{.*}}has an encoding; convert it to a dense tensor first
#sp = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
func.func @sp(%x: tensor<3xf32, #sp>) -> tensor<4xf32, #sp> {
  %r = pad.pad constant %x low[1] high[0] : tensor<3xf32, #sp> to tensor<4xf32, #sp>
  return %r : tensor<4xf32, #sp>
}

// -----

// CHECK: error: 'pad.pad{{(_into)?}}' op cannot be lowered: {{.*}}element type vector<[4]xf32> has no size at compile time
func.func @v(%x: tensor<3xvector<[4]xf32>>) -> tensor<4xvector<[4]xf32>> {
  %r = pad.pad edge %x low[1] high[0] : tensor<3xvector<[4]xf32>> to tensor<4xvector<[4]xf32>>
  return %r : tensor<4xvector<[4]xf32>>
}

// -----

// CHECK: error: 'pad.pad{{(_into)?}}' op cannot be lowered: {{.*}}has a layout without strides
func.func @layout(%x: memref<3xf32, affine_map<(d0) -> (d0 floordiv 2)>>, %y: memref<4xf32>) {
  pad.pad_into edge %x into %y low[1] high[0] : memref<3xf32, affine_map<(d0) -> (d0 floordiv 2)>> into memref<4xf32>
  return
}

// -----

// CHECK: error: 'pad.pad{{(_into)?}}' op cannot be lowered: {{.*}}element type !shape.size has no memory representation here
func.func @tok(%x: tensor<3x!shape.size>) -> tensor<4x!shape.size> {
  %r = pad.pad edge %x low[1] high[0] : tensor<3x!shape.size> to tensor<4x!shape.size>
  return %r : tensor<4x!shape.size>
}
