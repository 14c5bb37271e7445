// RUN: pad-opt %s --allow-unregistered-dialect --pad-import -verify-diagnostics

// Pads of dialects that are not read are not passed over.

func.func @tfl(%x: tensor<3xf32>, %p: tensor<1x2xi32>, %v: tensor<f32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  // expected-remark @below {{'tfl.pad' is not converted to pad.pad: MLIR of TFLite's converter is not imported; write the .tflite file, and read it with pad-translate --import-tflite}}
  %r = "tfl.pad"(%x, %p) : (tensor<3xf32>, tensor<1x2xi32>) -> tensor<?xf32>
  // expected-remark @below {{'tfl.padv2' is not converted}}
  %s = "tfl.padv2"(%x, %p, %v) : (tensor<3xf32>, tensor<1x2xi32>, tensor<f32>) -> tensor<?xf32>
  // expected-remark @below {{'tfl.mirror_pad' is not converted}}
  %t = "tfl.mirror_pad"(%x, %p) {mode = #tfl<mirror_pad_attr REFLECT>} : (tensor<3xf32>, tensor<1x2xi32>) -> tensor<?xf32>
  // expected-remark @below {{'tfl.dilate' is not converted}}
  %u = "tfl.dilate"(%x, %p, %v) : (tensor<3xf32>, tensor<1x2xi32>, tensor<f32>) -> tensor<?xf32>
  return %r, %s, %t, %u : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}

func.func @tf(%x: tensor<3xf32>, %p: tensor<1x2xi32>) -> tensor<?xf32> {
  // expected-remark @below {{'tf.MirrorPad' is not converted to pad.pad: MLIR of TensorFlow is not imported; legalize it to StableHLO or TOSA first}}
  %r = "tf.MirrorPad"(%x, %p) {mode = "REFLECT"} : (tensor<3xf32>, tensor<1x2xi32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

func.func @hlo(%x: tensor<3xf32>, %v: tensor<f32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // expected-remark @below {{'mhlo.pad' is not converted to pad.pad: MHLO is not imported; make it StableHLO first (mlir-hlo-opt --hlo-legalize-to-stablehlo)}}
  %r = "mhlo.pad"(%x, %v) {edge_padding_low = dense<1> : tensor<1xi64>, edge_padding_high = dense<0> : tensor<1xi64>, interior_padding = dense<0> : tensor<1xi64>} : (tensor<3xf32>, tensor<f32>) -> tensor<4xf32>
  // expected-remark @below {{'vhlo.pad_v1' is not converted to pad.pad: VHLO is not imported; make it StableHLO first (stablehlo-translate --deserialize)}}
  %s = "vhlo.pad_v1"(%x, %v) : (tensor<3xf32>, tensor<f32>) -> tensor<4xf32>
  return %r, %s : tensor<4xf32>, tensor<4xf32>
}

func.func @onnx(%x: tensor<4xf32>, %p: tensor<2xi64>, %s: tensor<1xi64>) -> (tensor<6xf32>, tensor<6xf32>) {
  // expected-remark @below {{'onnx.CenterCropPad' is not converted to pad.pad: no exporter is known that writes it; give its pads to a Pad}}
  %r = "onnx.CenterCropPad"(%x, %s) : (tensor<4xf32>, tensor<1xi64>) -> tensor<6xf32>
  // expected-remark @below {{'com.microsoft.Pad' is not converted to pad.pad: it is an operator of ONNX Runtime; make it a Pad of ONNX, which has the same pads}}
  %t = "com.microsoft.Pad"(%x, %p) {mode = "edge"} : (tensor<4xf32>, tensor<2xi64>) -> tensor<6xf32>
  return %r, %t : tensor<6xf32>, tensor<6xf32>
}
