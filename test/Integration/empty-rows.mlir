// RUN: pad-opt %s --lower-pad-to-llvm | timeout 60 %run_main | FileCheck %s
// RUN: pad-opt %s --lower-pad-to-llvm=lowering=scf | timeout 60 %run_main | FileCheck %s
// RUN: pad-opt %s --lower-pad-to-llvm=lowering=linalg | timeout 60 %run_main | FileCheck %s

// Rows without elements take no time, however many there are: 2^40 rows of a matrix, or of a
// plane each, and those of gradients.
// CHECK: 1099511627776
// CHECK: 1099511627776
// CHECK: 1099511627774
// CHECK: 0
// CHECK: 0
// CHECK: 0
// CHECK: 0
func.func private @matrix(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %p = pad.pad edge %x low[1, 0] high[1, 0] : tensor<?x?xf32> to tensor<?x?xf32>
  return %p : tensor<?x?xf32>
}

func.func private @planes(%x: tensor<?x?x?xf32>, %l: index) -> tensor<?x?x?xf32> {
  %p = pad.pad constant %x low[1, %l, 0] high[1, 0, 0] : tensor<?x?x?xf32> to tensor<?x?x?xf32>
  return %p : tensor<?x?x?xf32>
}

func.func private @gradient(%g: tensor<?x?xf32>, %n: index, %m: index) -> tensor<?x?xf32> {
  %r = pad.adjoint edge %g of[%n, %m] low[1, 0] high[1, 0] : tensor<?x?xf32> to tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

func.func private @value(%g: tensor<?x?xf32>, %n: index, %m: index) -> f32 {
  %r = pad.adjoint_value constant %g of[%n, %m] low[1, 0] high[1, 0] : tensor<?x?xf32>
  return %r : f32
}

// As many rows where their number is known, and only that of columns is not.
func.func private @known(%x: tensor<1099511627774x?xf32>) -> tensor<1099511627776x?xf32> {
  %p = pad.pad edge %x low[1, 0] high[1, 0] : tensor<1099511627774x?xf32> to tensor<1099511627776x?xf32>
  return %p : tensor<1099511627776x?xf32>
}

func.func private @known_gradient(%g: tensor<1099511627776x?xf32>, %m: index) -> tensor<1099511627774x?xf32> {
  %r = pad.adjoint edge %g of[1099511627774, %m] low[1, 0] high[1, 0] : tensor<1099511627776x?xf32> to tensor<1099511627774x?xf32>
  return %r : tensor<1099511627774x?xf32>
}

func.func private @known_value(%g: tensor<2x1099511627776x?xf32>, %m: index) -> f32 {
  %r = pad.adjoint_value constant %g of[2, 1099511627774, %m] low[0, 1, 0] high[0, 1, 0] : tensor<2x1099511627776x?xf32>
  return %r : f32
}

func.func @main() {
  %0 = arith.constant 0 : index
  %5 = arith.constant 5 : index
  %many = arith.constant 1099511627776 : index
  %fewer = arith.constant 1099511627774 : index
  %x = tensor.empty(%fewer, %0) : tensor<?x?xf32>
  %a = call @matrix(%x) : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %rows = tensor.dim %a, %0 : tensor<?x?xf32>
  vector.print %rows : index
  %y = tensor.empty(%fewer, %0, %0) : tensor<?x?x?xf32>
  %b = call @planes(%y, %5) : (tensor<?x?x?xf32>, index) -> tensor<?x?x?xf32>
  %planes = tensor.dim %b, %0 : tensor<?x?x?xf32>
  vector.print %planes : index
  %g = tensor.empty(%many, %0) : tensor<?x?xf32>
  %c = call @gradient(%g, %fewer, %0) : (tensor<?x?xf32>, index, index) -> tensor<?x?xf32>
  %sums = tensor.dim %c, %0 : tensor<?x?xf32>
  vector.print %sums : index
  %v = call @value(%g, %fewer, %0) : (tensor<?x?xf32>, index, index) -> f32
  vector.print %v : f32
  %1 = arith.constant 1 : index
  %few = tensor.cast %x : tensor<?x?xf32> to tensor<1099511627774x?xf32>
  %p = call @known(%few) : (tensor<1099511627774x?xf32>) -> tensor<1099511627776x?xf32>
  %columns = tensor.dim %p, %1 : tensor<1099511627776x?xf32>
  vector.print %columns : index
  %h = tensor.cast %g : tensor<?x?xf32> to tensor<1099511627776x?xf32>
  %q = call @known_gradient(%h, %0) : (tensor<1099511627776x?xf32>, index) -> tensor<1099511627774x?xf32>
  %sum_columns = tensor.dim %q, %1 : tensor<1099511627774x?xf32>
  vector.print %sum_columns : index
  %i = tensor.empty(%0) : tensor<2x1099511627776x?xf32>
  %w = call @known_value(%i, %0) : (tensor<2x1099511627776x?xf32>, index) -> f32
  vector.print %w : f32
  return
}
