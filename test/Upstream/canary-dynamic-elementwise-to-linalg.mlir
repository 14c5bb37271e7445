// Upstream folds equal operands to a constant of dynamic extents, and reads both tensors of a choice
// over the extents of the first one. If both fail, it does not any more, and
// --pad-dynamic-elementwise-to-linalg can go.
// RUN: mlir-opt %s --canonicalize | FileCheck %s
// RUN: mlir-opt %s --convert-elementwise-to-linalg | FileCheck %s --check-prefix=CHOICE

// CHECK: arith.constant dense<0> : tensor<?xi32>
func.func @zero(%x: tensor<?xi32>) -> tensor<?xi32> {
  %r = arith.xori %x, %x : tensor<?xi32>
  return %r : tensor<?xi32>
}

// CHOICE-LABEL: func.func @choice
// CHOICE: linalg.generic
func.func @choice(%c: i1, %x: tensor<?xi32>, %y: tensor<?xi32>) -> tensor<?xi32> {
  %r = arith.select %c, %x, %y : tensor<?xi32>
  return %r : tensor<?xi32>
}
