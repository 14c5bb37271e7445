// RUN: pad-opt %s | pad-opt | FileCheck %s
// RUN: pad-opt -mlir-print-op-generic %s | pad-opt | FileCheck %s
// RUN: pad-opt -emit-bytecode %s | pad-opt | FileCheck %s
// RUN: pad-opt -canonicalize -split-input-file %s | FileCheck %s --check-prefix=CANON

// CHECK-LABEL: func.func @value_form(
// CHECK: pad.adjoint reflect %{{.*}} of[%{{.*}}, 4] low[2, %{{.*}}] high[0, 1] : tensor<?x?xf32> to tensor<?x4xf32>
func.func @value_form(%g: tensor<?x?xf32>, %d: index, %l: index)
    -> tensor<?x4xf32> {
  %r = pad.adjoint reflect %g of[%d, 4] low[2, %l] high[0, 1]
      : tensor<?x?xf32> to tensor<?x4xf32>
  return %r : tensor<?x4xf32>
}

// CHECK-LABEL: func.func @destination_form(
// CHECK: pad.adjoint_into [edge, reflect periodic] %{{.*}} into %{{.*}} low[1, 9] high[1, 0] : tensor<5x13xi32> into tensor<3x4xi32> -> tensor<3x4xi32>
func.func @destination_form(%g: tensor<5x13xi32>, %x: tensor<3x4xi32>)
    -> tensor<3x4xi32> {
  %r = pad.adjoint_into [edge, reflect periodic] %g into %x
      low[1, 9] high[1, 0]
      : tensor<5x13xi32> into tensor<3x4xi32> -> tensor<3x4xi32>
  return %r : tensor<3x4xi32>
}

// CHECK-LABEL: func.func @accumulate(
// CHECK: pad.adjoint_into wrap %{{.*}} into %{{.*}} accumulate low[%{{.*}}] high[1] interior[2] : memref<?xf64> into memref<?xf64>
func.func @accumulate(%g: memref<?xf64>, %x: memref<?xf64>, %l: index) {
  pad.adjoint_into wrap %g into %x accumulate low[%l] high[1] interior[2]
      : memref<?xf64> into memref<?xf64>
  return
}

// CHECK-LABEL: func.func @value(
// CHECK: pad.adjoint_value constant %{{.*}} of[3, %{{.*}}] low[1, 0] high[1, 2] : tensor<5x?xcomplex<f32>>
func.func @value(%g: tensor<5x?xcomplex<f32>>, %d: index) -> complex<f32> {
  %r = pad.adjoint_value constant %g of[3, %d] low[1, 0] high[1, 2]
      : tensor<5x?xcomplex<f32>>
  return %r : complex<f32>
}

// The gradient of a pad that changes nothing is that of its result.
// CANON-LABEL: func.func @no_op(
// CANON-SAME:    %[[G:.*]]: tensor<3x?xf32>
// CANON:         return %[[G]]
func.func @no_op(%g: tensor<3x?xf32>, %d: index) -> tensor<3x?xf32> {
  %r = pad.adjoint reflect %g of[3, %d] low[0, 0] high[0, 0]
      : tensor<3x?xf32> to tensor<3x?xf32>
  return %r : tensor<3x?xf32>
}

// Equal types prove nothing.
// CANON-LABEL: func.func @shift(
// CANON:         pad.pad constant %{{.*}} low[-1] high[1]
func.func @shift(%g: tensor<3xf32>) -> tensor<3xf32> {
  %r = pad.adjoint constant %g of[3] low[1] high[-1]
      : tensor<3xf32> to tensor<3xf32>
  return %r : tensor<3xf32>
}

// CANON-LABEL: func.func @constant(
// CANON:         %[[R:.*]] = pad.pad constant %{{.*}} low[-1, 2] high[-2, 0] : tensor<?x4xf32> to tensor<?x6xf32>
// CANON:         return %[[R]]
func.func @constant(%g: tensor<?x4xf32>, %d: index) -> tensor<?x6xf32> {
  %r = pad.adjoint [constant, edge] %g of[%d, 6] low[1, -2] high[2, 0]
      : tensor<?x4xf32> to tensor<?x6xf32>
  return %r : tensor<?x6xf32>
}

// A result that was clamped to zero does not tell the extent of the source.
// CANON-LABEL: func.func @clamped(
// CANON:         pad.adjoint constant %{{.*}} of[3] low[-5] high[0]
func.func @clamped(%g: tensor<?xf32>) -> tensor<3xf32> {
  %r = pad.adjoint constant %g of[3] low[-5] high[0]
      : tensor<?xf32> to tensor<3xf32>
  return %r : tensor<3xf32>
}

// What the pad by the negated numbers would exceed stays.
// CANON-LABEL: func.func @not_negated(
// CANON:         pad.adjoint constant
func.func @not_negated(%g: tensor<2xf32>) -> tensor<2xf32> {
  %r = pad.adjoint constant %g of[2] low[9223372036854775807]
      high[-9223372036854775807] : tensor<2xf32> to tensor<2xf32>
  return %r : tensor<2xf32>
}

// CANON-LABEL: func.func @disjoint(
// CANON:         %[[R:.*]] = pad.adjoint [edge, reflect] %{{.*}} of[3, 4] low[1, 2] high[1, 0] : tensor<5x6xf32> to tensor<3x4xf32>
// CANON:         return %[[R]]
func.func @disjoint(%g: tensor<5x6xf32>) -> tensor<3x4xf32> {
  %0 = pad.adjoint edge %g of[3, 6] low[1, 0] high[1, 0]
      : tensor<5x6xf32> to tensor<3x6xf32>
  %1 = pad.adjoint reflect %0 of[3, 4] low[0, 2] high[0, 0]
      : tensor<3x6xf32> to tensor<3x4xf32>
  return %1 : tensor<3x4xf32>
}

// CANON-LABEL: func.func @disjoint_of_less_static_type(
// CANON:         %[[R:.*]] = pad.adjoint wrap %{{.*}} of[4, 8] low[1, 1]
// CANON-NEXT:    tensor.cast %[[R]] : tensor<4x8xf32> to tensor<?x8xf32>
// CANON-LABEL: func.func @disjoint_of_more_static_type(
// CANON:         %[[R:.*]] = pad.adjoint wrap %{{.*}} of[4, 8] low[1, 1]
// CANON-NEXT:    return %[[R]] : tensor<4x8xf32>
func.func @disjoint_of_less_static_type(%g: tensor<6x10xf32>, %d: index)
    -> tensor<?x8xf32> {
  %0 = pad.adjoint wrap %g of[4, 10] low[1, 0] high[1, 0]
      : tensor<6x10xf32> to tensor<4x10xf32>
  %1 = pad.adjoint wrap %0 of[%d, 8] low[0, 1] high[0, 1]
      : tensor<4x10xf32> to tensor<?x8xf32>
  return %1 : tensor<?x8xf32>
}
func.func @disjoint_of_more_static_type(%g: tensor<6x10xf32>, %d: index)
    -> tensor<4x8xf32> {
  %0 = pad.adjoint wrap %g of[%d, 10] low[1, 0] high[1, 0]
      : tensor<6x10xf32> to tensor<?x10xf32>
  %1 = pad.adjoint wrap %0 of[4, 8] low[0, 1] high[0, 1]
      : tensor<?x10xf32> to tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}

// 9 columns are not the gradient of 8 that became 10: run time reports that.
// CANON-LABEL: func.func @disjoint_of_other_extents(
// CANON:         pad.adjoint wrap
// CANON:         pad.adjoint wrap
func.func @disjoint_of_other_extents(%g: tensor<7x9xf32>, %d: index)
    -> tensor<5x8xf32> {
  %0 = pad.adjoint wrap %g of[%d, %d] low[1, 0] high[1, 0]
      : tensor<7x9xf32> to tensor<?x?xf32>
  %1 = pad.adjoint wrap %0 of[5, 8] low[0, 1] high[0, 1]
      : tensor<?x?xf32> to tensor<5x8xf32>
  return %1 : tensor<5x8xf32>
}

// One op adds the outer axis first (A2): of floating-point numbers that is
// another sum, and of integers it is not.
// CANON-LABEL: func.func @other_order(
// CANON-COUNT-2: pad.adjoint
// CANON-LABEL: func.func @other_order_of_integers(
// CANON-COUNT-1: pad.adjoint
// CANON-NOT:     pad.adjoint
// CANON-LABEL: func.func @rounded_twice(
// CANON-COUNT-2: pad.adjoint
func.func @other_order(%g: tensor<5x6xf32>) -> tensor<3x4xf32> {
  %0 = pad.adjoint reflect %g of[5, 4] low[0, 2] high[0, 0]
      : tensor<5x6xf32> to tensor<5x4xf32>
  %1 = pad.adjoint edge %0 of[3, 4] low[1, 0] high[1, 0]
      : tensor<5x4xf32> to tensor<3x4xf32>
  return %1 : tensor<3x4xf32>
}
func.func @other_order_of_integers(%g: tensor<5x6xi32>) -> tensor<3x4xi32> {
  %0 = pad.adjoint reflect %g of[5, 4] low[0, 2] high[0, 0]
      : tensor<5x6xi32> to tensor<5x4xi32>
  %1 = pad.adjoint edge %0 of[3, 4] low[1, 0] high[1, 0]
      : tensor<5x4xi32> to tensor<3x4xi32>
  return %1 : tensor<3x4xi32>
}
func.func @rounded_twice(%g: tensor<5x6xf16>) -> tensor<3x4xf16> {
  %0 = pad.adjoint edge %g of[3, 6] low[1, 0] high[1, 0]
      : tensor<5x6xf16> to tensor<3x6xf16>
  %1 = pad.adjoint reflect %0 of[3, 4] low[0, 2] high[0, 0]
      : tensor<3x6xf16> to tensor<3x4xf16>
  return %1 : tensor<3x4xf16>
}

// CANON-LABEL: func.func @constant_operands(
// CANON:         %[[R:.*]] = pad.adjoint edge %{{.*}} of[3] low[1] high[1] : tensor<5xf32> to tensor<3xf32>
// CANON:         tensor.cast %[[R]] : tensor<3xf32> to tensor<?xf32>
func.func @constant_operands(%g: tensor<5xf32>) -> tensor<?xf32> {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %0 = tensor.cast %g : tensor<5xf32> to tensor<?xf32>
  %r = pad.adjoint edge %0 of[%c3] low[%c1] high[%c1]
      : tensor<?xf32> to tensor<?xf32>
  return %r : tensor<?xf32>
}

// What the verifier would refuse as an attribute stays an operand.
// CANON-LABEL: func.func @unfit_operands(
// CANON:         pad.adjoint edge %{{.*}} of[%{{.*}}] low[%{{.*}}] high[1]
func.func @unfit_operands(%g: tensor<9xf32>) -> tensor<?xf32> {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r = pad.adjoint edge %g of[%c3] low[%c1] high[1]
      : tensor<9xf32> to tensor<?xf32>
  return %r : tensor<?xf32>
}
