// RUN: pad-opt %s --allow-unregistered-dialect --pad-import -verify-diagnostics | FileCheck %s
// RUN: not pad-opt %s --allow-unregistered-dialect --pad-import=verify=true 2>&1 | FileCheck %s --check-prefix=VERIFY

// What is not converted is as it was, and a remark says why.
// VERIFY: error: 'tosa.pad' is not converted to pad.pad: low of axis 0 is -1
// VERIFY: error: 'torch.aten.reflection_pad1d' is not converted to pad.pad: operand 'pad' must be made by torch.prim.ListConstruct

// CHECK-LABEL: func @several
// CHECK: pad.pad constant
// CHECK: tosa.pad
// CHECK: torch.aten.reflection_pad1d
// CHECK: onnx.Other
func.func @several(%x: tensor<4xf32>, %v: f32, %t: tensor<1xf32>, %y: !torch.vtensor<[2,3],f32>, %l: !torch.list<int>) -> (tensor<?xf32>, !torch.vtensor<[2,6],f32>) {
  %a = tensor.pad %x low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %v : f32
  } : tensor<4xf32> to tensor<6xf32>
  %s = tosa.const_shape {values = dense<[-1, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  // expected-remark @below {{'tosa.pad' is not converted to pad.pad: low of axis 0 is -1, which means unknown in TOSA}}
  %b = tosa.pad %a, %s, %t : (tensor<6xf32>, !tosa.shape<2>, tensor<1xf32>) -> tensor<?xf32>
  // expected-remark @below {{'torch.aten.reflection_pad1d' is not converted to pad.pad: operand 'pad' must be made by torch.prim.ListConstruct}}
  %c = "torch.aten.reflection_pad1d"(%y, %l) : (!torch.vtensor<[2,3],f32>, !torch.list<int>) -> !torch.vtensor<[2,6],f32>
  %d = "onnx.Other"(%b) : (tensor<?xf32>) -> tensor<?xf32>
  return %d, %c : tensor<?xf32>, !torch.vtensor<[2,6],f32>
}
