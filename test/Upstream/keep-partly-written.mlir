// RUN: pad-opt %s --pad-prepare-bufferization | FileCheck %s
// RUN: pad-opt %s --pad-prepare-bufferization --one-shot-bufferize=bufferize-function-boundaries | FileCheck %s --check-prefix=COPY

// CHECK-LABEL: func @part
// CHECK: %[[INDEX:.*]] = arith.index_cast
// CHECK: vector.transfer_write %{{.*}}[%[[INDEX]], %c0]
// COPY-LABEL: func @part
// COPY: memref.copy
// COPY: vector.transfer_write
func.func @part(%x: tensor<2x55xf32> {bufferization.writable = false}, %v: vector<16xf32>) -> tensor<2x55xf32> {
  %c0 = arith.constant 0 : index
  %r = vector.transfer_write %v, %x[%c0, %c0] {in_bounds = [true]} : vector<16xf32>, tensor<2x55xf32>
  return %r : tensor<2x55xf32>
}

// All elements are overwritten.
// CHECK-LABEL: func @whole
// CHECK-NOT: arith.index_cast
// COPY-LABEL: func @whole
// COPY-NOT: memref.copy
func.func @whole(%x: tensor<1x16xf32> {bufferization.writable = false}, %v: vector<16xf32>) -> tensor<1x16xf32> {
  %c0 = arith.constant 0 : index
  %r = vector.transfer_write %v, %x[%c0, %c0] {in_bounds = [true]} : vector<16xf32>, tensor<1x16xf32>
  return %r : tensor<1x16xf32>
}
