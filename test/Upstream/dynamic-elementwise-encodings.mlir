// RUN: pad-opt %s --pad-dynamic-elementwise-to-linalg | FileCheck %s
// RUN: not pad-opt %s --lower-pad-to-llvm 2>&1 | FileCheck %s --check-prefix=%if mlir-22 %{REFUSED%} %else %{REFUSED-23%}

// Upstream makes no destination with an encoding, but takes an operand for one.
// CHECK-LABEL: func @encoding
// CHECK: linalg.generic
// CHECK: arith.cmpi eq, %{{.*}}, %{{.*}} : tensor<?xi32, "encoding">
// CHECK: arith.addui_extended
// REFUSED: error: 'arith.constant' op of type 'tensor<?xi1, "encoding">' has no extents: an upstream fold made it of an op whose operands are equal; convert them to tensors without an encoding first
// MLIR 23 does not fold that op, and its own pass refuses it.
// REFUSED-23: error: 'linalg.generic' op expected type of operand #2 ('tensor<?xi1>') to match type of corresponding result ('tensor<?xi1, "encoding">')
func.func @encoding(%x: tensor<?xi32, "encoding">, %y: tensor<?xi32, "encoding">) -> (tensor<?xi32, "encoding">, tensor<?xi1, "encoding">) {
  %a = arith.xori %x, %y : tensor<?xi32, "encoding">
  %b = arith.cmpi eq, %x, %x : tensor<?xi32, "encoding">
  %unused:2 = arith.addui_extended %x, %y : tensor<?xi32, "encoding">, tensor<?xi1, "encoding">
  return %a, %b : tensor<?xi32, "encoding">, tensor<?xi1, "encoding">
}
