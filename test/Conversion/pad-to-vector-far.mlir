// The plan of axes whose bytes fit 64 bits, and whose bits do not: its products are those of numbers that fit, too,
// which UBSan sees.
// RUN: pad-opt %s --lower-pad-to-llvm | FileCheck %s

// CHECK-LABEL: llvm.func @c7_bits_of_row(
func.func @c7_bits_of_row(%x: tensor<4xi8>) -> tensor<9223372036854775806xi8> {
  %r = pad.pad edge %x low[9223372036854775801] high[1] : tensor<4xi8> to tensor<9223372036854775806xi8>
  return %r : tensor<9223372036854775806xi8>
}

// CHECK-LABEL: llvm.func @c7_bits_of_block(
func.func @c7_bits_of_block(%x: tensor<2x288230376151711744xi32>, %v: i32) -> tensor<3x288230376151711744xi32> {
  %r = pad.pad constant %x value(%v) low[0, 0] high[0, 0] interior[1, 0] : tensor<2x288230376151711744xi32> to tensor<3x288230376151711744xi32>
  return %r : tensor<3x288230376151711744xi32>
}

// CHECK-LABEL: llvm.func @bits_of_gradient(
func.func @bits_of_gradient(%g: tensor<4611686018427387904xi8>) -> tensor<4611686018427387904xi8> {
  %r = pad.adjoint_into constant %g into %g low[1] high[-1]
      : tensor<4611686018427387904xi8> into tensor<4611686018427387904xi8> -> tensor<4611686018427387904xi8>
  return %r : tensor<4611686018427387904xi8>
}

// CHECK-LABEL: llvm.func @elements_of_data(
func.func @elements_of_data(%g: tensor<4611686018427387904xi8>) -> tensor<4611686018427387904xi8> {
  %r = pad.adjoint_into reflect periodic %g into %g low[1] high[-1]
      : tensor<4611686018427387904xi8> into tensor<4611686018427387904xi8> -> tensor<4611686018427387904xi8>
  return %r : tensor<4611686018427387904xi8>
}

// CHECK-LABEL: llvm.func @last_vector(
func.func @last_vector(%g: tensor<9223372036854775807xi8>) -> tensor<9223372036854775807xi8> {
  %r = pad.adjoint_into edge periodic %g into %g low[1] high[-1]
      : tensor<9223372036854775807xi8> into tensor<9223372036854775807xi8> -> tensor<9223372036854775807xi8>
  return %r : tensor<9223372036854775807xi8>
}
