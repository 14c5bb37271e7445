// Bits of padding values, element types, and forms that random pads do not have;
// Integration/export-pads.test runs the others.
// RUN: pad-opt %s --convert-pad-to-tosa=partial=true | FileCheck %s --check-prefixes=CHECK,TOSA
// RUN: pad-opt %s --convert-pad-to-stablehlo=partial=true -allow-unregistered-dialect | FileCheck %s --check-prefixes=CHECK,STABLEHLO
// RUN: pad-opt %s --convert-pad-to-onnx=partial=true -allow-unregistered-dialect | FileCheck %s --check-prefixes=CHECK,ONNX

// The payload of a NaN is part of the value, and of a zero its sign.
// CHECK-LABEL: func @bits
// TOSA-DAG: "tosa.const"() <{values = dense<0x7FC01234> : tensor<1xf32>}>
// TOSA-DAG: "tosa.const"() <{values = dense<-0.0{{.*}}> : tensor<1xf32>}>
// STABLEHLO: "stablehlo.constant"() {value = dense<0x7FC01234> : tensor<f32>}
// STABLEHLO: "stablehlo.constant"() {value = dense<-0.0{{.*}}> : tensor<f32>}
// ONNX: "onnx.Constant"() {value = dense<0x7FC01234> : tensor<f32>}
// ONNX: "onnx.Constant"() {value = dense<-0.0{{.*}}> : tensor<f32>}
func.func @bits(%x: tensor<2xf32>) -> tensor<6xf32> {
  %nan = arith.constant 0x7FC01234 : f32
  %zero = arith.constant -0.0 : f32
  %p = pad.pad constant %x value(%nan) low[1] high[1] : tensor<2xf32> to tensor<4xf32>
  %r = pad.pad constant %p value(%zero) low[1] high[1] : tensor<4xf32> to tensor<6xf32>
  return %r : tensor<6xf32>
}

// The default value of a quantized type is its zero point. Only TOSA pads such elements.
// CHECK-LABEL: func @quantized
// TOSA: %[[Z:.*]] = "tosa.const"() <{values = dense<5> : tensor<1xi8>}> : () -> tensor<1x!quant.uniform<i8:f32, 5.000000e-01:5>>
// TOSA: tosa.pad %{{.*}}, %{{.*}}, %[[Z]]
// STABLEHLO: pad.pad
// ONNX: pad.pad
func.func @quantized(%x: tensor<2x!quant.uniform<i8:f32, 0.5:5>>) -> tensor<3x!quant.uniform<i8:f32, 0.5:5>> {
  %r = pad.pad constant %x low[1] high[0] : tensor<2x!quant.uniform<i8:f32, 0.5:5>> to tensor<3x!quant.uniform<i8:f32, 0.5:5>>
  return %r : tensor<3x!quant.uniform<i8:f32, 0.5:5>>
}

// Unsigned integers and bf16.
// CHECK-LABEL: func @element_types
// TOSA-DAG: dense<0> : tensor<1xui8>
// TOSA-DAG: dense<0.0{{.*}}> : tensor<1xbf16>
// STABLEHLO: dense<0> : tensor<ui8>
// STABLEHLO: dense<0.0{{.*}}> : tensor<bf16>
// ONNX: dense<0> : tensor<ui8>
// ONNX: dense<0.0{{.*}}> : tensor<bf16>
func.func @element_types(%x: tensor<2xui8>, %y: tensor<2xbf16>) -> (tensor<3xui8>, tensor<3xbf16>) {
  %r = pad.pad constant %x low[1] high[0] : tensor<2xui8> to tensor<3xui8>
  %s = pad.pad constant %y low[1] high[0] : tensor<2xbf16> to tensor<3xbf16>
  return %r, %s : tensor<3xui8>, tensor<3xbf16>
}

// A pad that does nothing is its source, and only the type says less.
// CHECK-LABEL: func @no_op
// CHECK-SAME: %[[X:.*]]: tensor<3xf32>
// CHECK-NEXT: tensor.cast %[[X]] : tensor<3xf32> to tensor<?xf32>
func.func @no_op(%x: tensor<3xf32>) -> tensor<?xf32> {
  %r = pad.pad wrap %x low[0] high[0] : tensor<3xf32> to tensor<?xf32>
  return %r : tensor<?xf32>
}

// A rank of zero has nothing to pad.
// CHECK-LABEL: func @scalar
// CHECK-SAME: %[[X:.*]]: tensor<f32>
// CHECK-NEXT: return %[[X]]
func.func @scalar(%x: tensor<f32>) -> tensor<f32> {
  %r = pad.pad constant %x low[] high[] : tensor<f32> to tensor<f32>
  return %r : tensor<f32>
}

// Pad of ONNX crops before a mode reads the data, but an extent is no crop.
// CHECK-LABEL: func @run_time_pads
// CHECK-SAME: %[[X:[^:]*]]: tensor<?x4xf32>
// ONNX: %[[D:.*]] = tensor.dim
// ONNX: %[[I:.*]] = arith.index_cast %[[D]] : index to i64
// ONNX: %[[P:.*]] = tensor.from_elements %{{.*}}, %{{.*}}, %[[I]], %{{.*}} : tensor<4xi64>
// ONNX: "onnx.Pad"(%[[X]], %[[P]]) {mode = "edge"}
// STABLEHLO: pad.pad
func.func @run_time_pads(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?x4xf32>
  %r = pad.pad edge %x low[1, 0] high[%d, 0] : tensor<?x4xf32> to tensor<?x4xf32>
  return %r : tensor<?x4xf32>
}

// A slice that a pad stands for takes any padding value, but an element type without one has none.
// CHECK-LABEL: func @no_default
// STABLEHLO: pad.pad
func.func @no_default(%x: tensor<?x4xf8E8M0FNU>) -> tensor<?x6xf8E8M0FNU> {
  %r = pad.pad reflect %x low[0, 2] high[0, 0] : tensor<?x4xf8E8M0FNU> to tensor<?x6xf8E8M0FNU>
  return %r : tensor<?x6xf8E8M0FNU>
}

// Pad of opset 18 has no wrap.
// ONNX: module attributes
// CHECK-LABEL: func @opset
// ONNX: "onnx.Concat"
module attributes {onnx.opset_version = 18 : i64} {
  func.func @opset(%x: tensor<4xf32>) -> tensor<6xf32> {
    %r = pad.pad wrap %x low[2] high[0] : tensor<4xf32> to tensor<6xf32>
    return %r : tensor<6xf32>
  }
}

// The padding value is made once.
// CHECK-LABEL: func @one_value
// CHECK-COUNT-1: tensor.from_elements %{{.*}}
// CHECK-NOT: tensor.from_elements
// CHECK: return
func.func @one_value(%x: tensor<?x4xf32>, %v: f32) -> tensor<?x8xf32> {
  %r = pad.pad [constant, reflect] %x value(%v) low[2, 2] high[-1, 2] : tensor<?x4xf32> to tensor<?x8xf32>
  return %r : tensor<?x8xf32>
}
