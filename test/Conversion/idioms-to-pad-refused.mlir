// RUN: pad-opt %s --convert-idioms-to-pad=verify=true | FileCheck %s --implicit-check-not=pad.pad

// What is no pad, or not proven to be one, stays as it is.

// Indices that a body computes: no exporter writes a pad so.
// CHECK-LABEL: func @computed
// CHECK: tensor.generate
func.func @computed(%x: tensor<4xf32>) -> tensor<6xf32> {
  %c3 = arith.constant 3 : index
  %r = tensor.generate {
  ^bb0(%i: index):
    %j = arith.minsi %i, %c3 : index
    %e = tensor.extract %x[%j] : tensor<4xf32>
    tensor.yield %e : f32
  } : tensor<6xf32>
  return %r : tensor<6xf32>
}

// Two fill values; zeros of either sign are two.
// CHECK-LABEL: func @two_values
// CHECK: tensor.concat
func.func @two_values(%x: tensor<4xf32>) -> tensor<6xf32> {
  %a = arith.constant dense<0.0> : tensor<1xf32>
  %b = arith.constant dense<-0.0> : tensor<1xf32>
  %r = tensor.concat dim(0) %a, %x, %b : (tensor<1xf32>, tensor<4xf32>, tensor<1xf32>) -> tensor<6xf32>
  return %r : tensor<6xf32>
}

// An element that is never written.
// CHECK-LABEL: func @undefined
// CHECK: tensor.insert_slice
func.func @undefined(%x: tensor<4xf32>) -> tensor<6xf32> {
  %e = tensor.empty() : tensor<6xf32>
  %r = tensor.insert_slice %x into %e[1] [4] [1] : tensor<4xf32> into tensor<6xf32>
  return %r : tensor<6xf32>
}

// Slices of which nothing proves that they are the last.
// CHECK-LABEL: func @unproven
// CHECK: tensor.concat
func.func @unproven(%x: tensor<?xf32>, %o: index) -> tensor<?xf32> {
  %a = tensor.extract_slice %x[%o] [2] [1] : tensor<?xf32> to tensor<2xf32>
  %r = tensor.concat dim(0) %a, %x : (tensor<2xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// The last elements of another tensor, and as many of the first ones as run time
// says.
// CHECK-LABEL: func @other_extent
// CHECK: tensor.concat
// CHECK: tensor.concat
func.func @other_extent(%x: tensor<?xf32>, %y: tensor<?xf32>, %n: index) -> (tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = tensor.dim %y, %c0 : tensor<?xf32>
  %l = arith.subi %d, %c1 : index
  %a = tensor.extract_slice %x[%l] [1] [1] : tensor<?xf32> to tensor<1xf32>
  %r = tensor.concat dim(0) %x, %a : (tensor<?xf32>, tensor<1xf32>) -> tensor<?xf32>
  %b = tensor.extract_slice %x[0] [%n] [1] : tensor<?xf32> to tensor<?xf32>
  %s = tensor.concat dim(0) %x, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %r, %s : tensor<?xf32>, tensor<?xf32>
}

// A slice is no pad.
// CHECK-LABEL: func @crop
// CHECK: tensor.concat
func.func @crop(%x: tensor<6xf32>) -> tensor<4xf32> {
  %a = tensor.extract_slice %x[1] [2] [1] : tensor<6xf32> to tensor<2xf32>
  %b = tensor.extract_slice %x[3] [2] [1] : tensor<6xf32> to tensor<2xf32>
  %r = tensor.concat dim(0) %a, %b : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
