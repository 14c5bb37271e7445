// RUN: pad-opt %s --dynamic-elementwise-to-linalg | FileCheck %s
// RUN: not pad-opt %s --lower-pad-to-llvm 2>&1 | FileCheck %s --check-prefix=REFUSED

// Upstream makes no destination with an encoding, but takes an operand for one.
// CHECK-LABEL: func @encoding
// CHECK: linalg.generic
// CHECK: arith.cmpi eq, %{{.*}}, %{{.*}} : tensor<?xi32, "encoding">
// CHECK: arith.addui_extended
// REFUSED: error: 'arith.constant' op of type 'tensor<?xi1, "encoding">' has no extents: an upstream fold made it of an op whose operands are equal; convert them to tensors without an encoding first
func.func @encoding(%x: tensor<?xi32, "encoding">, %y: tensor<?xi32, "encoding">) -> (tensor<?xi32, "encoding">, tensor<?xi1, "encoding">) {
  %a = arith.xori %x, %y : tensor<?xi32, "encoding">
  %b = arith.cmpi eq, %x, %x : tensor<?xi32, "encoding">
  %unused:2 = arith.addui_extended %x, %y : tensor<?xi32, "encoding">, tensor<?xi1, "encoding">
  return %a, %b : tensor<?xi32, "encoding">, tensor<?xi1, "encoding">
}
