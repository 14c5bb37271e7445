// RUN: pad-opt %s --allow-unregistered-dialect --split-input-file --verify-diagnostics --pad-fold-into-consumers=remarks | FileCheck %s

// As the importer of files writes it, and with what it does not know of the result.
// CHECK-LABEL: func @conv(
// CHECK-SAME: %[[X:.*]]: tensor<?x2x5x6xf32>, %[[W:.*]]: tensor<4x2x3x3xf32>
// CHECK-NEXT: "onnx.Conv"(%[[X]], %[[W]]) {dilations = [1, 1], pads = [1, 3, 2, 2]} : (tensor<?x2x5x6xf32>,
func.func @conv(%x: tensor<?x2x5x6xf32>, %w: tensor<4x2x3x3xf32>) -> tensor<*xf32> {
  %p = pad.pad constant %x low[0, 0, 1, 2] high[0, 0, 2, 1] : tensor<?x2x5x6xf32> to tensor<?x2x8x9xf32>
  %c = tensor.cast %p : tensor<?x2x8x9xf32> to tensor<*xf32>
  %r = "onnx.Conv"(%c, %w) {dilations = [1, 1], pads = [0, 1, 0, 1]} : (tensor<*xf32>, tensor<4x2x3x3xf32>) -> tensor<*xf32>
  return %r : tensor<*xf32>
}

// -----

// As onnx-mlir writes it.
// CHECK-LABEL: func @pools(
// CHECK-SAME: %[[X:.*]]: tensor<1x2x5x6xf32>, %[[Y:.*]]: tensor<1x2x5x6xi8>, %[[Z:.*]]: tensor<1x2x4xui8>
// CHECK-NOT: pad.pad
// CHECK: "onnx.MaxPoolSingleOut"(%[[X]]) {auto_pad = "NOTSET", ceil_mode = 0 : si64, kernel_shape = [2, 3], pads = [1, 2, 0, 1], storage_order = 0 : si64}
// CHECK: "onnx.MaxPool"(%[[Y]]) {kernel_shape = [2, 2], pads = [1, 0, 0, 1]}
// CHECK: "onnx.MaxPool"(%[[Z]]) {kernel_shape = [2], pads = [1, 0]}
// CHECK: "onnx.AveragePool"(%[[X]]) {count_include_pad = 1 : si64, kernel_shape = [2, 3], pads = [1, 2, 0, 1]}
// CHECK: "onnx.LpPool"(%[[X]]) {kernel_shape = [2, 3], pads = [1, 2, 0, 1]}
func.func @pools(%x: tensor<1x2x5x6xf32>, %y: tensor<1x2x5x6xi8>, %z: tensor<1x2x4xui8>)
    -> (tensor<1x2x5x7xf32>, tensor<1x2x5x6xi8>, tensor<1x2x4xui8>, tensor<1x2x5x7xf32>, tensor<1x2x5x7xf32>) {
  %v = arith.constant 0xFF800000 : f32
  %p = pad.pad constant %x value(%v) low[0, 0, 1, 1] high[0, 0, 0, 1] : tensor<1x2x5x6xf32> to tensor<1x2x6x8xf32>
  %a = "onnx.MaxPoolSingleOut"(%p) {auto_pad = "NOTSET", ceil_mode = 0 : si64, kernel_shape = [2, 3], pads = [0, 1, 0, 0], storage_order = 0 : si64}
    : (tensor<1x2x6x8xf32>) -> tensor<1x2x5x7xf32>
  %u = arith.constant -128 : i8
  %q = pad.pad constant %y value(%u) low[0, 0, 1, 0] high[0, 0, 0, 1] : tensor<1x2x5x6xi8> to tensor<1x2x6x7xi8>
  %b:2 = "onnx.MaxPool"(%q) {auto_pad = "VALID", kernel_shape = [2, 2]} : (tensor<1x2x6x7xi8>) -> (tensor<1x2x5x6xi8>, none)
  %r = pad.pad constant %z low[0, 0, 1] high[0, 0, 0] : tensor<1x2x4xui8> to tensor<1x2x5xui8>
  %c = "onnx.MaxPool"(%r) {kernel_shape = [2]} : (tensor<1x2x5xui8>) -> tensor<1x2x4xui8>
  %s = pad.pad constant %x low[0, 0, 1, 1] high[0, 0, 0, 1] : tensor<1x2x5x6xf32> to tensor<1x2x6x8xf32>
  %d = "onnx.AveragePool"(%s) {count_include_pad = 1 : si64, kernel_shape = [2, 3], pads = [0, 1, 0, 0]} : (tensor<1x2x6x8xf32>) -> tensor<1x2x5x7xf32>
  %e = "onnx.LpPool"(%s) {kernel_shape = [2, 3], pads = [0, 1, 0, 0]} : (tensor<1x2x6x8xf32>) -> tensor<1x2x5x7xf32>
  return %a, %b#0, %c, %d, %e : tensor<1x2x5x7xf32>, tensor<1x2x5x6xi8>, tensor<1x2x4xui8>, tensor<1x2x5x7xf32>, tensor<1x2x5x7xf32>
}

// -----

// CHECK-LABEL: func @quantized(
// CHECK-NOT: pad.pad
// CHECK: "onnx.QLinearConv"({{.*}}) {pads = [1, 0]}
// CHECK: "onnx.ConvInteger"({{.*}}) <{pads = [0, 1]}>
func.func @quantized(%x: tensor<1x2x4xui8>, %w: tensor<1x2x2xui8>, %s: tensor<f32>) -> (tensor<1x1x4xui8>, tensor<1x1x4xi32>) {
  %z = "onnx.Constant"() {value = dense<7> : tensor<ui8>} : () -> tensor<ui8>
  %k = arith.constant 7 : i8
  %v = builtin.unrealized_conversion_cast %k : i8 to ui8
  %p = pad.pad constant %x value(%v) low[0, 0, 1] high[0, 0, 0] : tensor<1x2x4xui8> to tensor<1x2x5xui8>
  %a = "onnx.QLinearConv"(%p, %s, %z, %w, %s, %z, %s, %z)
    : (tensor<1x2x5xui8>, tensor<f32>, tensor<ui8>, tensor<1x2x2xui8>, tensor<f32>, tensor<ui8>, tensor<f32>, tensor<ui8>) -> tensor<1x1x4xui8>
  %q = pad.pad constant %x low[0, 0, 0] high[0, 0, 1] : tensor<1x2x4xui8> to tensor<1x2x5xui8>
  %b = "onnx.ConvInteger"(%q, %w) <{auto_pad = "VALID"}> : (tensor<1x2x5xui8>, tensor<1x2x2xui8>) -> tensor<1x1x4xi32>
  return %a, %b : tensor<1x1x4xui8>, tensor<1x1x4xi32>
}

// -----

// Each of the pads below stays.

func.func @windows(%x: tensor<1x2x4xf32>, %w: tensor<1x2x2xf32>) {
  %least = arith.constant 0xFF800000 : f32
  %finite = arith.constant 0xFF7FFFFF : f32
  %minus = arith.constant -0.0 : f32
  // expected-remark @below {{stays: onnx.MaxPool reads it, and pads of 2 are not narrower than its windows}}
  %p0 = pad.pad constant %x value(%least) low[0, 0, 2] high[0, 0, 0] : tensor<1x2x4xf32> to tensor<1x2x6xf32>
  %r0 = "onnx.MaxPool"(%p0) {kernel_shape = [2]} : (tensor<1x2x6xf32>) -> tensor<1x2x5xf32>
  // expected-remark @below {{the node ignores its padding}}
  %p1 = pad.pad constant %x value(%finite) low[0, 0, 1] high[0, 0, 0] : tensor<1x2x4xf32> to tensor<1x2x5xf32>
  %r1 = "onnx.MaxPool"(%p1) {kernel_shape = [2]} : (tensor<1x2x5xf32>) -> tensor<1x2x4xf32>
  // expected-remark @below {{positions in the padded tensor are read}}
  %p2 = pad.pad constant %x value(%least) low[0, 0, 1] high[0, 0, 0] : tensor<1x2x4xf32> to tensor<1x2x5xf32>
  %r2:2 = "onnx.MaxPool"(%p2) {kernel_shape = [2]} : (tensor<1x2x5xf32>) -> (tensor<1x2x4xf32>, tensor<1x2x4xi64>)
  "test.use"(%r2#1) : (tensor<1x2x4xi64>) -> ()
  // expected-remark @below {{the padding of the node decides whether its last window counts}}
  %p3 = pad.pad constant %x value(%least) low[0, 0, 1] high[0, 0, 0] : tensor<1x2x4xf32> to tensor<1x2x5xf32>
  %r3 = "onnx.MaxPool"(%p3) {ceil_mode = 1 : si64, kernel_shape = [2]} : (tensor<1x2x5xf32>) -> tensor<1x2x4xf32>
  // expected-remark @below {{the node does not count its padding}}
  %p4 = pad.pad constant %x low[0, 0, 1] high[0, 0, 0] : tensor<1x2x4xf32> to tensor<1x2x5xf32>
  %r4 = "onnx.AveragePool"(%p4) {count_include_pad = 0 : si64, kernel_shape = [2]} : (tensor<1x2x5xf32>) -> tensor<1x2x4xf32>
  // expected-remark @below {{the padding of the node is zero}}
  %p5 = pad.pad constant %x value(%minus) low[0, 0, 1] high[0, 0, 0] : tensor<1x2x4xf32> to tensor<1x2x5xf32>
  %r5 = "onnx.AveragePool"(%p5) {count_include_pad = 1 : si64, kernel_shape = [2]} : (tensor<1x2x5xf32>) -> tensor<1x2x4xf32>
  // expected-remark @below {{the padding of the node is zero}}
  %p6 = pad.pad constant %x value(%minus) low[0, 0, 1] high[0, 0, 0] : tensor<1x2x4xf32> to tensor<1x2x5xf32>
  %r6 = "onnx.Conv"(%p6, %w) : (tensor<1x2x5xf32>, tensor<1x2x2xf32>) -> tensor<1x1x4xf32>
  // expected-remark @below {{the padding of the node follows from the extents or from dilation}}
  %p7 = pad.pad constant %x low[0, 0, 1] high[0, 0, 0] : tensor<1x2x4xf32> to tensor<1x2x5xf32>
  %r7 = "onnx.Conv"(%p7, %w) {auto_pad = "SAME_UPPER"} : (tensor<1x2x5xf32>, tensor<1x2x2xf32>) -> tensor<1x1x5xf32>
  // expected-remark @below {{its padding contradicts its other attributes}}
  %p8 = pad.pad constant %x low[0, 0, 1] high[0, 0, 0] : tensor<1x2x4xf32> to tensor<1x2x5xf32>
  %r8 = "onnx.Conv"(%p8, %w) {pads = [0, 0, 0, 0]} : (tensor<1x2x5xf32>, tensor<1x2x2xf32>) -> tensor<1x1x4xf32>
  // expected-remark @below {{its padding contradicts its other attributes}}
  %p9 = pad.pad constant %x low[0, 0, 1] high[0, 0, 0] : tensor<1x2x4xf32> to tensor<1x2x5xf32>
  %r9 = "onnx.Conv"(%p9, %w) {auto_pad = "VALID", pads = [1, 1]} : (tensor<1x2x5xf32>, tensor<1x2x2xf32>) -> tensor<1x1x4xf32>
  return
}

// -----

func.func @pads(%x: tensor<1x2x4xf32>, %w: tensor<1x2x2xf32>, %w3: tensor<1x3x2xf32>) {
  // expected-remark @below {{the pad pads axis 1, which windows do not slide along}}
  %p0 = pad.pad constant %x low[0, 1, 1] high[0, 0, 0] : tensor<1x2x4xf32> to tensor<1x3x5xf32>
  %r0 = "onnx.Conv"(%p0, %w3) : (tensor<1x3x5xf32>, tensor<1x3x2xf32>) -> tensor<1x1x4xf32>
  // expected-remark @below {{the pad crops, or pads between elements}}
  %p1 = pad.pad constant %x low[0, 0, 1] high[0, 0, -1] : tensor<1x2x4xf32> to tensor<1x2x4xf32>
  %r1 = "onnx.Conv"(%p1, %w) : (tensor<1x2x4xf32>, tensor<1x2x2xf32>) -> tensor<1x1x3xf32>
  // expected-remark @below {{the pad crops, or pads between elements}}
  %p2 = pad.pad constant %x low[0, 0, 0] high[0, 0, 0] interior[0, 0, 1] : tensor<1x2x4xf32> to tensor<1x2x7xf32>
  %r2 = "onnx.Conv"(%p2, %w) : (tensor<1x2x7xf32>, tensor<1x2x2xf32>) -> tensor<1x1x6xf32>
  // expected-remark @below {{the pad is not constant}}
  %p3 = pad.pad edge %x low[0, 0, 1] high[0, 0, 0] : tensor<1x2x4xf32> to tensor<1x2x5xf32>
  %r3 = "onnx.Conv"(%p3, %w) : (tensor<1x2x5xf32>, tensor<1x2x2xf32>) -> tensor<1x1x4xf32>
  // expected-remark @below {{its attributes are not rewritten}}
  %p4 = pad.pad constant %x low[0, 0, 1] high[0, 0, 0] : tensor<1x2x4xf32> to tensor<1x2x5xf32>
  %r4 = "ngraph.Convolution"(%p4, %w) : (tensor<1x2x5xf32>, tensor<1x2x2xf32>) -> tensor<1x1x4xf32>
  return
}

// -----

func.func @other_zero_point(%x: tensor<1x2x4xui8>, %w: tensor<1x2x2xui8>, %z: tensor<ui8>) -> (tensor<1x1x4xi32>, tensor<1x1x4xi32>) {
  %k = "onnx.Constant"() {value = dense<7> : tensor<ui8>} : () -> tensor<ui8>
  // expected-remark @below {{the padding of the node is its zero point}}
  %p = pad.pad constant %x low[0, 0, 1] high[0, 0, 0] : tensor<1x2x4xui8> to tensor<1x2x5xui8>
  %a = "onnx.ConvInteger"(%p, %w, %k) : (tensor<1x2x5xui8>, tensor<1x2x2xui8>, tensor<ui8>) -> tensor<1x1x4xi32>
  // expected-remark @below {{the padding of the node is its zero point}}
  %q = pad.pad constant %x low[0, 0, 1] high[0, 0, 0] : tensor<1x2x4xui8> to tensor<1x2x5xui8>
  %b = "onnx.ConvInteger"(%q, %w, %z) : (tensor<1x2x5xui8>, tensor<1x2x2xui8>, tensor<ui8>) -> tensor<1x1x4xi32>
  return %a, %b : tensor<1x1x4xi32>, tensor<1x1x4xi32>
}
