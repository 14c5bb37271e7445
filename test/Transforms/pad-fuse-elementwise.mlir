// RUN: pad-opt %s --convert-elementwise-to-linalg --pad-fuse-into-loops=vector-bits=256 --split-input-file | FileCheck %s
// RUN: pad-opt %s --convert-elementwise-to-linalg "--pad-fuse-into-loops=vector-bits=256 remarks" --split-input-file -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// Each operation of a stencil on whole tensors is an op, which computes into one of its operands.
// One op reads all slices, and numbers are no tensors. `%s` is read twice.
// CHECK-LABEL: func @arithmetic
// CHECK-NOT: pad.pad
// CHECK-NOT: linalg
// CHECK: arith.mulf %{{.*}}, %{{.*}} : vector<8xf32>
// CHECK: return
// REMARK: remark: fused into 'linalg.generic', which is emitted as loops over vectors of 8
func.func @arithmetic(%x: tensor<20x64xf32>) -> tensor<20x64xf32> {
  %p = pad.pad edge %x low[1, 1] high[1, 1] : tensor<20x64xf32> to tensor<22x66xf32>
  %up = tensor.extract_slice %p[0, 1] [20, 64] [1, 1] : tensor<22x66xf32> to tensor<20x64xf32>
  %down = tensor.extract_slice %p[2, 1] [20, 64] [1, 1] : tensor<22x66xf32> to tensor<20x64xf32>
  %left = tensor.extract_slice %p[1, 0] [20, 64] [1, 1] : tensor<22x66xf32> to tensor<20x64xf32>
  %half = arith.constant dense<0.5> : tensor<20x64xf32>
  %a = arith.subf %down, %up : tensor<20x64xf32>
  %s = arith.addf %a, %left : tensor<20x64xf32>
  %t = arith.mulf %s, %s : tensor<20x64xf32>
  %u = arith.mulf %x, %half : tensor<20x64xf32>
  %v = arith.addf %t, %u : tensor<20x64xf32>
  return %v : tensor<20x64xf32>
}

// -----

// The same of unknown extents, as named ops. What is given as destination is written.
// CHECK-LABEL: func @named
// CHECK-SAME: %[[INTO:[a-z0-9]+]]: tensor<?x?xf32>)
// CHECK-NOT: pad.pad
// CHECK-NOT: linalg
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %[[INTO]])
// CHECK-NOT: linalg
// CHECK: return
func.func @named(%x: tensor<?x?xf32>, %h: index, %w: index, %k: f32, %o: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %p = pad.pad reflect %x low[0, 1] high[0, 1] : tensor<?x?xf32> to tensor<?x?xf32>
  %left = tensor.extract_slice %p[0, 0] [%h, %w] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
  %right = tensor.extract_slice %p[0, 2] [%h, %w] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
  %e = tensor.empty(%h, %w) : tensor<?x?xf32>
  %f = linalg.fill ins(%k : f32) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %a = linalg.sub ins(%right, %left : tensor<?x?xf32>, tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %r = linalg.mul ins(%a, %f : tensor<?x?xf32>, tensor<?x?xf32>) outs(%o : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// -----

// Two ops read slices of one pad, which neither needs.
// CHECK-LABEL: func @gradients
// CHECK-NOT: pad.pad
// CHECK: return
func.func @gradients(%x: tensor<20x64xf64>) -> (tensor<20x64xf64>, tensor<20x64xf64>) {
  %p = pad.pad wrap %x low[1, 1] high[1, 1] : tensor<20x64xf64> to tensor<22x66xf64>
  %up = tensor.extract_slice %p[0, 1] [20, 64] [1, 1] : tensor<22x66xf64> to tensor<20x64xf64>
  %down = tensor.extract_slice %p[2, 1] [20, 64] [1, 1] : tensor<22x66xf64> to tensor<20x64xf64>
  %left = tensor.extract_slice %p[1, 0] [20, 64] [1, 1] : tensor<22x66xf64> to tensor<20x64xf64>
  %y = arith.subf %down, %up : tensor<20x64xf64>
  %z = arith.subf %left, %up : tensor<20x64xf64>
  return %y, %z : tensor<20x64xf64>, tensor<20x64xf64>
}

// -----

// What each iteration of a loop reads is computed once, in front of it.
// CHECK-LABEL: func @in_a_loop
// CHECK: math.exp
// CHECK: scf.for {{.*}} to %arg1 step
// CHECK-NOT: math.exp
// CHECK: linalg.generic
// CHECK: return
func.func @in_a_loop(%x: tensor<64xf32>, %n: index) -> tensor<64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p = pad.pad edge %x low[1] high[0] : tensor<64xf32> to tensor<65xf32>
  %l = tensor.extract_slice %p[0] [64] [1] : tensor<65xf32> to tensor<64xf32>
  %a = math.exp %l : tensor<64xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %x) -> tensor<64xf32> {
    %s = arith.addf %t, %a : tensor<64xf32>
    scf.yield %s : tensor<64xf32>
  }
  return %r : tensor<64xf32>
}

// -----

// So is what each row reads, and what two ops read.
// CHECK-LABEL: func @in_each_row
// CHECK: math.exp
// CHECK: linalg.generic
// CHECK-NOT: math.exp
// CHECK: return
func.func @in_each_row(%x: tensor<64xf32>, %b: tensor<8x64xf32>) -> tensor<8x64xf32> {
  %p = pad.pad edge %x low[1] high[0] : tensor<64xf32> to tensor<65xf32>
  %l = tensor.extract_slice %p[0] [64] [1] : tensor<65xf32> to tensor<64xf32>
  %a = math.exp %l : tensor<64xf32>
  %e = tensor.empty() : tensor<8x64xf32>
  %m = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%b, %a : tensor<8x64xf32>, tensor<64xf32>) outs(%e : tensor<8x64xf32>) {
  ^bb0(%u: f32, %v: f32, %o: f32):
    %w = arith.addf %u, %v : f32
    linalg.yield %w : f32
  } -> tensor<8x64xf32>
  return %m : tensor<8x64xf32>
}

// -----

// CHECK-LABEL: func @by_two_ops
// CHECK: linalg.generic
// CHECK: linalg.generic
// CHECK: return
func.func @by_two_ops(%x: tensor<64xf32>) -> (tensor<64xf32>, tensor<64xf32>) {
  %p = pad.pad edge %x low[1] high[0] : tensor<64xf32> to tensor<65xf32>
  %l = tensor.extract_slice %p[0] [64] [1] : tensor<65xf32> to tensor<64xf32>
  %a = math.exp %l : tensor<64xf32>
  %s = arith.addf %a, %x : tensor<64xf32>
  %t = arith.mulf %a, %x : tensor<64xf32>
  return %s, %t : tensor<64xf32>, tensor<64xf32>
}

// -----

// A conversion of what a convolution reads is one of the source, and of the padding value, so that
// the convolution reads a pad.
// CHECK-LABEL: func @between
// CHECK: linalg.generic {{.*}} ins(%arg0 : tensor<1x14x14x8xf16>)
// CHECK-NEXT: ^bb0
// CHECK-NEXT: arith.extf
// CHECK-NOT: pad.pad
// CHECK-NOT: linalg.conv
// CHECK: return
// REMARK: remark: fused into 'linalg.conv_2d_nhwc_hwcf'
func.func @between(%x: tensor<1x14x14x8xf16>, %k: tensor<3x3x8x16xf32>, %o: tensor<1x14x14x16xf32>) -> tensor<1x14x14x16xf32> {
  %p = pad.pad constant %x low[0, 1, 1, 0] high[0, 1, 1, 0] : tensor<1x14x14x8xf16> to tensor<1x16x16x8xf16>
  %y = arith.extf %p : tensor<1x16x16x8xf16> to tensor<1x16x16x8xf32>
  %r = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%y, %k : tensor<1x16x16x8xf32>, tensor<3x3x8x16xf32>) outs(%o : tensor<1x14x14x16xf32>) -> tensor<1x14x14x16xf32>
  return %r : tensor<1x14x14x16xf32>
}

// -----

// What is returned is computed of the pad, whose rows it is then, and not in front of it.
// CHECK-LABEL: func @returned
// CHECK-NOT: pad.pad
// CHECK-NOT: linalg
// CHECK: return
func.func @returned(%x: tensor<14x64xf16>) -> tensor<16x66xf32> {
  %p = pad.pad constant %x low[1, 1] high[1, 1] : tensor<14x64xf16> to tensor<16x66xf16>
  %y = arith.extf %p : tensor<16x66xf16> to tensor<16x66xf32>
  return %y : tensor<16x66xf32>
}

// -----

// A complex number is no attribute of its own, also where it is not read. Ops that compute complex
// numbers are none that are joined.
// CHECK-LABEL: func @complex_numbers
// CHECK-NOT: pad.pad
// CHECK: return
func.func @complex_numbers(%x: tensor<64xcomplex<f32>>) -> tensor<64xcomplex<f32>> {
  %p = pad.pad edge %x low[1] high[0] : tensor<64xcomplex<f32>> to tensor<65xcomplex<f32>>
  %l = tensor.extract_slice %p[0] [64] [1] : tensor<65xcomplex<f32>> to tensor<64xcomplex<f32>>
  %c = arith.constant dense<(1.0, 2.0)> : tensor<64xcomplex<f32>>
  %e = tensor.empty() : tensor<64xcomplex<f32>>
  %m = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
                       iterator_types = ["parallel"]}
      ins(%l, %c : tensor<64xcomplex<f32>>, tensor<64xcomplex<f32>>) outs(%e : tensor<64xcomplex<f32>>) {
  ^bb0(%a: complex<f32>, %b: complex<f32>, %o: complex<f32>):
    linalg.yield %a : complex<f32>
  } -> tensor<64xcomplex<f32>>
  %r = linalg.map { complex.add } ins(%m, %c : tensor<64xcomplex<f32>>, tensor<64xcomplex<f32>>) outs(%e : tensor<64xcomplex<f32>>)
  return %r : tensor<64xcomplex<f32>>
}

// -----

// The destination of an op is not replaced by a tensor without its encoding.
// CHECK-LABEL: func @encoded
// CHECK: arith.subf
// CHECK: return %{{.*}} : tensor<64xf32, "rows">
func.func @encoded(%x: tensor<64xf32, "rows">) -> tensor<64xf32, "rows"> {
  %p = pad.pad edge %x low[1] high[-1] : tensor<64xf32, "rows"> to tensor<64xf32, "rows">
  %r = arith.subf %p, %x : tensor<64xf32, "rows">
  return %r : tensor<64xf32, "rows">
}

// -----

// The bias that all sums of a convolution begin with is read by its loops, of rows of channels
// and of channels of rows.
// CHECK-LABEL: func @bias
// CHECK-SAME: %[[BIAS:[a-z0-9]+]]: tensor<16xf32>
// CHECK-NOT: linalg
// CHECK: vector.transfer_read %[[BIAS]]
// CHECK-NOT: linalg
// CHECK: return
func.func @bias(%bias: tensor<16xf32>, %x: tensor<1x12x14x6xf32>, %w: tensor<3x3x6x16xf32>) -> tensor<1x12x14x16xf32> {
  %p = pad.pad edge %x low[0, 1, 1, 0] high[0, 1, 1, 0] : tensor<1x12x14x6xf32> to tensor<1x14x16x6xf32>
  %e = tensor.empty() : tensor<1x12x14x16xf32>
  %b = linalg.broadcast ins(%bias : tensor<16xf32>) outs(%e : tensor<1x12x14x16xf32>) dimensions = [0, 1, 2]
  %r = linalg.conv_2d_nhwc_hwcf ins(%p, %w : tensor<1x14x16x6xf32>, tensor<3x3x6x16xf32>) outs(%b : tensor<1x12x14x16xf32>) -> tensor<1x12x14x16xf32>
  return %r : tensor<1x12x14x16xf32>
}

// -----

// CHECK-LABEL: func @bias_of_channels
// CHECK-SAME: %[[BIAS:[a-z0-9]+]]: tensor<6xf32>
// CHECK-NOT: linalg
// CHECK: tensor.extract %[[BIAS]]
// CHECK-NOT: linalg
// CHECK: return
func.func @bias_of_channels(%bias: tensor<6xf32>, %x: tensor<1x6x12x64xf32>, %w: tensor<6x3x3xf32>) -> tensor<1x6x12x64xf32> {
  %p = pad.pad edge %x low[0, 0, 1, 1] high[0, 0, 1, 1] : tensor<1x6x12x64xf32> to tensor<1x6x14x66xf32>
  %e = tensor.empty() : tensor<1x6x12x64xf32>
  %b = linalg.broadcast ins(%bias : tensor<6xf32>) outs(%e : tensor<1x6x12x64xf32>) dimensions = [0, 2, 3]
  %r = linalg.depthwise_conv_2d_nchw_chw ins(%p, %w : tensor<1x6x14x66xf32>, tensor<6x3x3xf32>) outs(%b : tensor<1x6x12x64xf32>) -> tensor<1x6x12x64xf32>
  return %r : tensor<1x6x12x64xf32>
}

// -----

// A bias that another op reads, too, and one of each column, are tensors.
// CHECK-LABEL: func @two_readers
// CHECK-SAME: %[[BIAS:[a-z0-9]+]]: tensor<16xf32>
// CHECK: %[[B:.+]] = linalg.broadcast
// CHECK-NOT: vector.transfer_read %[[BIAS]]
// CHECK: return %{{.*}}, %[[B]]
func.func @two_readers(%bias: tensor<16xf32>, %x: tensor<1x12x14x6xf32>, %w: tensor<3x3x6x16xf32>) -> (tensor<1x12x14x16xf32>, tensor<1x12x14x16xf32>) {
  %p = pad.pad edge %x low[0, 1, 1, 0] high[0, 1, 1, 0] : tensor<1x12x14x6xf32> to tensor<1x14x16x6xf32>
  %e = tensor.empty() : tensor<1x12x14x16xf32>
  %b = linalg.broadcast ins(%bias : tensor<16xf32>) outs(%e : tensor<1x12x14x16xf32>) dimensions = [0, 1, 2]
  %r = linalg.conv_2d_nhwc_hwcf ins(%p, %w : tensor<1x14x16x6xf32>, tensor<3x3x6x16xf32>) outs(%b : tensor<1x12x14x16xf32>) -> tensor<1x12x14x16xf32>
  return %r, %b : tensor<1x12x14x16xf32>, tensor<1x12x14x16xf32>
}

// -----

// CHECK-LABEL: func @bias_of_columns
// CHECK: linalg.broadcast
// CHECK: return
func.func @bias_of_columns(%bias: tensor<14xf32>, %x: tensor<1x12x14x6xf32>, %w: tensor<3x3x6x16xf32>) -> tensor<1x12x14x16xf32> {
  %p = pad.pad edge %x low[0, 1, 1, 0] high[0, 1, 1, 0] : tensor<1x12x14x6xf32> to tensor<1x14x16x6xf32>
  %e = tensor.empty() : tensor<1x12x14x16xf32>
  %b = linalg.broadcast ins(%bias : tensor<14xf32>) outs(%e : tensor<1x12x14x16xf32>) dimensions = [0, 1, 3]
  %r = linalg.conv_2d_nhwc_hwcf ins(%p, %w : tensor<1x14x16x6xf32>, tensor<3x3x6x16xf32>) outs(%b : tensor<1x12x14x16xf32>) -> tensor<1x12x14x16xf32>
  return %r : tensor<1x12x14x16xf32>
}

// -----

// So is one whose channels are not next to each other.
// CHECK-LABEL: func @bias_of_images
// CHECK: linalg.generic
// CHECK: vector<8xf32>
// CHECK: return
func.func @bias_of_images(%bias: tensor<16x2xf32>, %x: tensor<2x12x14x6xf32>, %w: tensor<3x3x6x16xf32>) -> tensor<2x12x14x16xf32> {
  %p = pad.pad edge %x low[0, 1, 1, 0] high[0, 1, 1, 0] : tensor<2x12x14x6xf32> to tensor<2x14x16x6xf32>
  %e = tensor.empty() : tensor<2x12x14x16xf32>
  %b = linalg.generic {indexing_maps = [affine_map<(a, b, c, d) -> (d, a)>, affine_map<(a, b, c, d) -> (a, b, c, d)>],
                       iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%bias : tensor<16x2xf32>) outs(%e : tensor<2x12x14x16xf32>) {
  ^bb0(%u: f32, %v: f32):
    linalg.yield %u : f32
  } -> tensor<2x12x14x16xf32>
  %r = linalg.conv_2d_nhwc_hwcf ins(%p, %w : tensor<2x14x16x6xf32>, tensor<3x3x6x16xf32>) outs(%b : tensor<2x12x14x16xf32>) -> tensor<2x12x14x16xf32>
  return %r : tensor<2x12x14x16xf32>
}
