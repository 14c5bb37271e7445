// Upstream stores each element of a splat. If this fails, it does not any more, and
// --pad-prepare-bufferization can go.
// RUN: mlir-opt %s --one-shot-bufferize=bufferize-function-boundaries --convert-to-llvm | mlir-translate --mlir-to-llvmir | llc -filetype=obj -o %t
// RUN: wc -c < %t | FileCheck %s

// CHECK: {{^ *1[0-9][0-9][0-9][0-9][0-9][0-9]$}}
func.func @splat(%i: index) -> f32 {
  %x = arith.constant dense<1.0> : tensor<262144xf32>
  %r = tensor.extract %x[%i] : tensor<262144xf32>
  return %r : f32
}
