// RUN: pad-opt %s --pad-quantized-to-storage | FileCheck %s

!q = !quant.uniform<i8:f32, 0.5:3>

// The default padding value is the zero point (C3).
// CHECK-LABEL: func @default
// CHECK-SAME: (%[[X:.*]]: tensor<4xi8>) -> tensor<5xi8>
// CHECK: %[[Z:.*]] = arith.constant 3 : i8
// CHECK: pad.pad constant %[[X]] value(%[[Z]]) low[1] high[0] : tensor<4xi8> to tensor<5xi8>
func.func @default(%x: tensor<4x!q>) -> tensor<5x!q> {
  %r = pad.pad constant %x low[1] high[0] : tensor<4x!q> to tensor<5x!q>
  return %r : tensor<5x!q>
}

// CHECK-LABEL: func @value
// CHECK-SAME: (%[[X:.*]]: tensor<4xi8>, %[[V:.*]]: i8)
// CHECK: pad.pad constant %[[X]] value(%[[V]])
func.func @value(%x: tensor<4x!q>, %v: !q) -> tensor<5x!q> {
  %r = pad.pad constant %x value(%v) low[1] high[0] : tensor<4x!q> to tensor<5x!q>
  return %r : tensor<5x!q>
}

// A mode without a value fills what it has nothing to extend to.
// CHECK-LABEL: func @may_be_empty
// CHECK-SAME: (%[[X:.*]]: tensor<?xi8>)
// CHECK: %[[E:.*]] = tensor.empty
// CHECK: %[[D:.*]] = tensor.dim %[[X]]
// CHECK: %[[NONE:.*]] = arith.cmpi eq, %[[D]]
// CHECK: scf.if %[[NONE]]
// CHECK: linalg.fill ins(%{{.*}} : i8) outs(%[[E]] : tensor<?xi8>)
// CHECK: else
// CHECK: pad.pad_into edge %[[X]] into %[[E]]
func.func @may_be_empty(%x: tensor<?x!q>) -> tensor<?x!q> {
  %r = pad.pad edge %x low[1] high[0] : tensor<?x!q> to tensor<?x!q>
  return %r : tensor<?x!q>
}

// CHECK-LABEL: func @never_empty
// CHECK-NOT: scf.if
// CHECK: pad.pad edge %{{.*}} : tensor<4xi8> to tensor<5xi8>
func.func @never_empty(%x: tensor<4x!q>) -> tensor<5x!q> {
  %r = pad.pad edge %x low[1] high[0] : tensor<4x!q> to tensor<5x!q>
  return %r : tensor<5x!q>
}

// Whatever else holds a quantized type.
// CHECK-LABEL: func @others
// CHECK-NOT: quant
// CHECK: scf.if %{{.*}} -> (tensor<2xi8>)
// CHECK: tensor.extract_slice %{{.*}} : tensor<4xi8> to tensor<2xi8>
// CHECK: return %{{.*}} : tensor<2xi8>
func.func @others(%x: tensor<4x!q>, %y: tensor<2xi8>, %c: i1) -> tensor<2x!q> {
  %r = scf.if %c -> tensor<2x!q> {
    %s = tensor.extract_slice %x[1] [2] [1] : tensor<4x!q> to tensor<2x!q>
    scf.yield %s : tensor<2x!q>
  } else {
    %s = quant.scast %y : tensor<2xi8> to tensor<2x!q>
    scf.yield %s : tensor<2x!q>
  }
  return %r : tensor<2x!q>
}
