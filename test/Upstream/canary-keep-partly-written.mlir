// Upstream's bufferization takes a tensor for overwritten of which a vector.transfer_write of
// lower rank writes the first elements, and does not copy it. If this fails, it does, and
// --pad-prepare-bufferization can go.
// RUN: mlir-opt %s --one-shot-bufferize=bufferize-function-boundaries | FileCheck %s --implicit-check-not=memref.copy

// CHECK-LABEL: func.func @part
// CHECK: vector.transfer_write
func.func @part(%x: tensor<2x55xf32> {bufferization.writable = false}, %v: vector<16xf32>) -> tensor<2x55xf32> {
  %c0 = arith.constant 0 : index
  %r = vector.transfer_write %v, %x[%c0, %c0] {in_bounds = [true]} : vector<16xf32>, tensor<2x55xf32>
  return %r : tensor<2x55xf32>
}
