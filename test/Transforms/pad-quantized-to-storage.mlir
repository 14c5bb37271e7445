// RUN: pad-opt %s --pad-quantized-to-storage | FileCheck %s

!q = !quant.uniform<i8:f32, 0.5:3>

// The default padding value is the zero point (C3).
// CHECK-LABEL: func @default
// CHECK: %[[Z:.*]] = arith.constant 3 : i8
// CHECK: pad.pad constant %{{.*}} value(%[[Z]]) low[1] high[0] : tensor<4xi8> to tensor<5xi8>
func.func @default(%x: tensor<4x!q>) -> tensor<5x!q> {
  %r = pad.pad constant %x low[1] high[0] : tensor<4x!q> to tensor<5x!q>
  return %r : tensor<5x!q>
}

// CHECK-LABEL: func @value
// CHECK-SAME: {{.*}}, %[[V:[a-z0-9]+]]: !quant
// CHECK: %[[S:.*]] = quant.scast %[[V]]
// CHECK: pad.pad constant %{{.*}} value(%[[S]])
func.func @value(%x: tensor<4x!q>, %v: !q) -> tensor<5x!q> {
  %r = pad.pad constant %x value(%v) low[1] high[0] : tensor<4x!q> to tensor<5x!q>
  return %r : tensor<5x!q>
}
