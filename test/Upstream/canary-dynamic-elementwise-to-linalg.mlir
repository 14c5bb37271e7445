// Upstream folds equal operands to a constant of dynamic extents. If this fails, it does not any
// more, and --dynamic-elementwise-to-linalg can go.
// RUN: mlir-opt %s --canonicalize | FileCheck %s

// CHECK: arith.constant dense<0> : tensor<?xi32>
func.func @zero(%x: tensor<?xi32>) -> tensor<?xi32> {
  %r = arith.xori %x, %x : tensor<?xi32>
  return %r : tensor<?xi32>
}
