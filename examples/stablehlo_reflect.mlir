// A reflected image border as JAX writes it: jnp.pad(x, ((1, 1), (2, 1)),
// mode="reflect") is no pad in StableHLO, but slices that are reversed and
// joined, one axis after the other. This finds the pad:
//   pad-opt examples/stablehlo_reflect.mlir --allow-unregistered-dialect --pad-import
// And this runs it:
//   scripts/demo examples/stablehlo_reflect.mlir

// Prints a matrix; from MLIR's runner library.
func.func private @printMemrefF32(tensor<*xf32>) attributes {llvm.emit_c_interface}

func.func private @_pad(%x: tensor<3x4xf32>) -> tensor<5x7xf32> {
  %0 = "stablehlo.slice"(%x) <{start_indices = array<i64: 1, 0>, limit_indices = array<i64: 2, 4>, strides = array<i64: 1, 1>}> : (tensor<3x4xf32>) -> tensor<1x4xf32>
  %1 = "stablehlo.reverse"(%0) <{dimensions = array<i64: 0>}> : (tensor<1x4xf32>) -> tensor<1x4xf32>
  %2 = "stablehlo.concatenate"(%1, %x) <{dimension = 0 : i64}> : (tensor<1x4xf32>, tensor<3x4xf32>) -> tensor<4x4xf32>
  %3 = "stablehlo.slice"(%2) <{start_indices = array<i64: 2, 0>, limit_indices = array<i64: 3, 4>, strides = array<i64: 1, 1>}> : (tensor<4x4xf32>) -> tensor<1x4xf32>
  %4 = "stablehlo.reverse"(%3) <{dimensions = array<i64: 0>}> : (tensor<1x4xf32>) -> tensor<1x4xf32>
  %5 = "stablehlo.concatenate"(%2, %4) <{dimension = 0 : i64}> : (tensor<4x4xf32>, tensor<1x4xf32>) -> tensor<5x4xf32>
  %6 = "stablehlo.slice"(%5) <{start_indices = array<i64: 0, 1>, limit_indices = array<i64: 5, 3>, strides = array<i64: 1, 1>}> : (tensor<5x4xf32>) -> tensor<5x2xf32>
  %7 = "stablehlo.reverse"(%6) <{dimensions = array<i64: 1>}> : (tensor<5x2xf32>) -> tensor<5x2xf32>
  %8 = "stablehlo.concatenate"(%7, %5) <{dimension = 1 : i64}> : (tensor<5x2xf32>, tensor<5x4xf32>) -> tensor<5x6xf32>
  %9 = "stablehlo.slice"(%8) <{start_indices = array<i64: 0, 4>, limit_indices = array<i64: 5, 5>, strides = array<i64: 1, 1>}> : (tensor<5x6xf32>) -> tensor<5x1xf32>
  %10 = "stablehlo.reverse"(%9) <{dimensions = array<i64: 1>}> : (tensor<5x1xf32>) -> tensor<5x1xf32>
  %11 = "stablehlo.concatenate"(%8, %10) <{dimension = 1 : i64}> : (tensor<5x6xf32>, tensor<5x1xf32>) -> tensor<5x7xf32>
  return %11 : tensor<5x7xf32>
}

func.func @main() {
  %x = arith.constant dense<[[1.0, 2.0, 3.0, 4.0],
                             [5.0, 6.0, 7.0, 8.0],
                             [9.0, 10.0, 11.0, 12.0]]> : tensor<3x4xf32>
  %r = call @_pad(%x) : (tensor<3x4xf32>) -> tensor<5x7xf32>
  %u = tensor.cast %r : tensor<5x7xf32> to tensor<*xf32>
  call @printMemrefF32(%u) : (tensor<*xf32>) -> ()
  return
}
