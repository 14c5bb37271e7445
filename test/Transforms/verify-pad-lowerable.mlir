// RUN: not pad-opt %s --lower-pad-to-llvm -split-input-file 2>&1 | FileCheck %s
// RUN: not pad-opt %s --pad-verify-lowerable -split-input-file 2>&1 | FileCheck %s

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

// -----

// CHECK: error: 'pad.pad{{(_into)?}}' op cannot be lowered: element type i0 has no bits, and LLVM has no such type; use i1 or wider
func.func @i0(%x: tensor<?xi0>) -> tensor<?xi0> {
  %r = pad.pad edge %x low[1] high[1] : tensor<?xi0> to tensor<?xi0>
  return %r : tensor<?xi0>
}

// -----

// CHECK: error: 'pad.pad{{(_into)?}}' op cannot be lowered: element type complex<i0> has no bits
func.func @v0(%x: tensor<?xcomplex<i0>>, %v: complex<i0>) -> tensor<?xcomplex<i0>> {
  %r = pad.pad constant %x value(%v) low[1] high[1] : tensor<?xcomplex<i0>> to tensor<?xcomplex<i0>>
  return %r : tensor<?xcomplex<i0>>
}

// -----

// CHECK: error: 'pad.pad{{(_into)?}}' op cannot be lowered: element type vector<1099511627776x1099511627776xf32> exceeds 2^23 bits, the most that LLVM takes for one value; make an axis of its parts
func.func @big(%x: tensor<?xvector<1099511627776x1099511627776xf32>>) -> tensor<?xvector<1099511627776x1099511627776xf32>> {
  %r = pad.pad edge %x low[1] high[1] : tensor<?xvector<1099511627776x1099511627776xf32>> to tensor<?xvector<1099511627776x1099511627776xf32>>
  return %r : tensor<?xvector<1099511627776x1099511627776xf32>>
}

// -----

// CHECK: error: 'pad.pad{{(_into)?}}' op cannot be lowered: element type i16777215 exceeds 2^23 bits
func.func @wide(%x: tensor<3xi16777215>) -> tensor<5xi16777215> {
  %r = pad.pad edge %x low[1] high[1] : tensor<3xi16777215> to tensor<5xi16777215>
  return %r : tensor<5xi16777215>
}

// -----

// CHECK: error: 'pad.pad{{(_into)?}}' op cannot be lowered: element type vector<2xtf32> has no LLVM type; pad it as f32, which holds all of its values
func.func @tf(%x: tensor<3xvector<2xtf32>>) -> tensor<5xvector<2xtf32>> {
  %r = pad.pad edge %x low[1] high[1] : tensor<3xvector<2xtf32>> to tensor<5xvector<2xtf32>>
  return %r : tensor<5xvector<2xtf32>>
}

// -----

// CHECK: error: 'func.func' op cannot be lowered: LLVM has no tf32, which is in (tensor<?xcomplex<tf32>>) -> tensor<?xcomplex<tf32>>; use f32, which holds all of its values
func.func @no_pad(%x: tensor<?xcomplex<tf32>>) -> tensor<?xcomplex<tf32>> {
  return %x : tensor<?xcomplex<tf32>>
}

// -----

// CHECK: error: 'pad.pad{{(_into)?}}' op cannot be lowered: type memref<4xf32, "abc"> has a memory space that is not a number of LLVM's address spaces, 0 to 16777215; map it to one first
func.func @space(%x: memref<4xf32, "abc">, %y: memref<6xf32>) {
  pad.pad_into edge %x into %y low[1] high[1] : memref<4xf32, "abc"> into memref<6xf32>
  return
}

// -----

// CHECK: error: 'pad.pad{{(_into)?}}' op cannot be lowered: type memref<6xf32, #gpu.address_space<workgroup>> has a memory space
func.func @gpu(%x: memref<4xf32>, %y: memref<6xf32, #gpu.address_space<workgroup>>) {
  pad.pad_into edge %x into %y low[1] high[1] : memref<4xf32> into memref<6xf32, #gpu.address_space<workgroup>>
  return
}

// -----

// CHECK: error: 'pad.pad{{(_into)?}}' op cannot be lowered: {{.*}}has a memory space
func.func @space(%x: memref<4xf32, 16777216>, %y: memref<6xf32, 16777215>) {
  pad.pad_into edge %x into %y low[1] high[1] : memref<4xf32, 16777216> into memref<6xf32, 16777215>
  return
}

// -----

// CHECK: error: 'pad.pad{{(_into)?}}' op cannot be lowered: element type i72 takes as many bytes as the data layout of the target says; give the module the attribute llvm.data_layout, as padc does, or extend the elements to a multiple of 128 bits
func.func @layout(%x: tensor<3xi72>) -> tensor<5xi72> {
  %r = pad.pad edge %x low[1] high[1] : tensor<3xi72> to tensor<5xi72>
  return %r : tensor<5xi72>
}

// -----

// CHECK: error: 'pad.pad{{(_into)?}}' op cannot be lowered: element type complex<i200> takes as many bytes
func.func @layout(%x: tensor<3xcomplex<i200>>) -> tensor<5xcomplex<i200>> {
  %r = pad.pad edge %x low[1] high[1] : tensor<3xcomplex<i200>> to tensor<5xcomplex<i200>>
  return %r : tensor<5xcomplex<i200>>
}

// -----

// CHECK-NOT: error
module attributes {llvm.data_layout = "e-i64:64-i128:128-f80:128-n8:16:32:64-S128"} {
  func.func @stated(%x: tensor<3xi72>) -> tensor<5xi72> {
    %r = pad.pad edge %x low[1] high[1] : tensor<3xi72> to tensor<5xi72>
    return %r : tensor<5xi72>
  }
}

// -----

// The buffers are the caller's.
func.func @buffers(%x: memref<3xi72>, %r: memref<5xi72>) {
  pad.pad_into edge %x into %r low[1] high[1] : memref<3xi72> into memref<5xi72>
  return
}

// -----

func.func @same_everywhere(%x: tensor<3xi100>, %y: tensor<3xi128>, %z: tensor<3xvector<2xi72>>) -> (tensor<5xi100>, tensor<5xi128>, tensor<5xvector<2xi72>>) {
  %r = pad.pad edge %x low[1] high[1] : tensor<3xi100> to tensor<5xi100>
  %s = pad.pad edge %y low[1] high[1] : tensor<3xi128> to tensor<5xi128>
  %t = pad.pad edge %z low[1] high[1] : tensor<3xvector<2xi72>> to tensor<5xvector<2xi72>>
  return %r, %s, %t : tensor<5xi100>, tensor<5xi128>, tensor<5xvector<2xi72>>
}

// -----

// CHECK: error: 'tensor.pad' op cannot be lowered: low[0] is -2, and upstream's lowering of tensor.pad writes outside of the result where a pad is negative; make it a pad.pad (option 'import'
func.func @crop(%x: tensor<8xf32>, %v: f32) -> tensor<7xf32> {
  %r = tensor.pad %x low[-2] high[1] {
  ^bb0(%i: index):
    tensor.yield %v : f32
  } : tensor<8xf32> to tensor<7xf32>
  return %r : tensor<7xf32>
}

// -----

// CHECK: error: 'tensor.pad' op cannot be lowered: high[1] is known only at run time and may be negative
func.func @may_crop(%x: tensor<8x8xf32>, %v: f32, %n: index) -> tensor<8x?xf32> {
  %r = tensor.pad %x low[0, 1] high[0, %n] {
  ^bb0(%i: index, %j: index):
    tensor.yield %v : f32
  } : tensor<8x8xf32> to tensor<8x?xf32>
  return %r : tensor<8x?xf32>
}

// -----

// The extent of such a source is the sum of all its pads, which never ends.
// CHECK: error: 'pad.pad' op cannot be lowered: the ops of 'builtin.module' have no order, so that its source may depend on its result; put it into a function
%r = pad.pad constant %r low[0, 256] high[0, 100] : tensor<256x?xf16> to tensor<256x?xf16>

// -----

// CHECK: error: 'pad.pad' op cannot be lowered: {{.*}}has a scale for each block; pad its storage type between two quant.scast
!blocks = !quant.uniform<i8:f32:{0:1, 1:2}, {{2.0:10, 3.0:20}, {4.0:30, 5.0:40}}>
func.func @blocks(%x: tensor<2x4x!blocks>) -> tensor<2x6x!blocks> {
  %r = pad.pad edge %x low[0, 1] high[0, 1] : tensor<2x4x!blocks> to tensor<2x6x!blocks>
  return %r : tensor<2x6x!blocks>
}
