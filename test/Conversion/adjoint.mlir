// RUN: pad-opt %s --convert-pad-to-scf --canonicalize | FileCheck %s --check-prefix=SCF
// RUN: pad-opt %s --convert-pad-to-linalg | FileCheck %s --check-prefix=LINALG
// RUN: pad-opt %s --convert-pad-to-vector="vector-width=512 vector-isa=avx512" | FileCheck %s --check-prefix=VECTOR
// RUN: pad-opt %s --pad-to-destination-style | FileCheck %s --check-prefix=STYLE

// One loop for each axis, around one for each that is read several times; the
// sum starts from -0.0, and is 0 without terms.
// SCF-LABEL: func.func @scalar(
// SCF-SAME:    %[[G:[^,]*]]: memref<6x?xf32>, %[[OUT:[^,]*]]: memref<4x?xf32>
// SCF-DAG:     %[[NEUTRAL:.*]] = arith.constant -0.000000e+00 : f32
// SCF-DAG:     %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// SCF:         scf.for
// SCF:           scf.for
// SCF:             scf.for {{.*}} iter_args(%{{.*}} = %[[NEUTRAL]])
// SCF:               scf.while {{.*}}%[[NEUTRAL]]
// SCF:                 memref.load %[[G]]
// SCF:                 arith.addf
// SCF:             arith.select %{{.*}}, %{{.*}}, %[[ZERO]]
// SCF:             memref.store %{{.*}}, %[[OUT]]

// LINALG-LABEL: func.func @scalar(
// LINALG:         linalg.generic
// LINALG:           scf.for
// LINALG:             scf.while
// LINALG:           linalg.yield
func.func @scalar(%g: memref<6x?xf32>, %out: memref<4x?xf32>) {
  pad.adjoint_into [reflect, edge] %g into %out low[2, 1] high[0, 1]
      : memref<6x?xf32> into memref<4x?xf32>
  return
}

// bf16 is summed as f32; the sum is rounded once, and added once more (A5).
// SCF-LABEL: func.func @accumulate(
// SCF:         arith.shli
// SCF:         arith.addf {{.*}} : f32
// SCF:         arith.trunci {{.*}} : i32 to i16
// SCF:         arith.addf {{.*}} : f32
// SCF:         arith.trunci {{.*}} : i32 to i16
// SCF:         memref.store
func.func @accumulate(%g: memref<6xbf16>, %out: memref<4xbf16>) {
  pad.adjoint_into edge %g into %out accumulate low[2] high[0]
      : memref<6xbf16> into memref<4xbf16>
  return
}

// Integers without a sign in arith, and complex numbers by parts.
// SCF-LABEL: func.func @parts(
// SCF:         complex.re
// SCF:         complex.im
// SCF-COUNT-2: arith.addf
// SCF:         complex.create
// SCF:         builtin.unrealized_conversion_cast {{.*}} : si32 to i32
// SCF:         arith.addi
func.func @parts(%g: memref<6xcomplex<f64>>, %out: memref<4xcomplex<f64>>,
                 %i: memref<6xsi32>, %j: memref<4xsi32>) {
  pad.adjoint_into edge %g into %out low[2] high[0]
      : memref<6xcomplex<f64>> into memref<4xcomplex<f64>>
  pad.adjoint_into edge %i into %j low[2] high[0]
      : memref<6xsi32> into memref<4xsi32>
  return
}

// The last axis is a row, of which the positions that give the padding value
// are added; the loops around it begin with the last axis but one (A4).
// SCF-LABEL: func.func @value(
// SCF:         scf.for {{.*}} to %[[C4:.*]] step
// SCF:           scf.for
// SCF:             scf.for
// SCF:               memref.load %{{.*}}[%{{.*}}, %{{.*}}, %{{.*}}]
func.func @value(%g: memref<2x4x8xf32>) -> f32 {
  %r = pad.adjoint_value constant %g of[2, 2, 5] low[0, 1, 2] high[0, 1, 1]
      : memref<2x4x8xf32>
  return %r : f32
}

// A row that is read once is moved but for its ends, which are shuffled. The
// others are sums of two, or of one that is chosen without a branch.
// VECTOR-LABEL: func.func @rows(
// VECTOR:         scf.for
// VECTOR:           vector.shuffle {{.*}} [16, 2, 1, 0, 20, 21,
// VECTOR:           arith.addf {{.*}} : vector<16xf32>
// VECTOR:           vector.store
// VECTOR:           %[[MOVED:.*]] = vector.load
// VECTOR:           vector.store %[[MOVED]]
// VECTOR:         scf.while
// VECTOR:           arith.select {{.*}} : vector<16xi1>, vector<16xf32>
// VECTOR-NOT:     vector.masked
// VECTOR:         return
func.func @rows(%g: memref<46x118xf32>, %out: memref<40x112xf32>) {
  pad.adjoint_into reflect %g into %out low[3, 3] high[3, 3]
      : memref<46x118xf32> into memref<40x112xf32>
  return
}

// Left to scalar loops.
// VECTOR-LABEL: func.func @left(
// VECTOR-COUNT-4: pad.adjoint_into
// VECTOR-NOT:   vector.
// VECTOR:       return
func.func @left(%a: memref<6xcomplex<f32>>, %b: memref<4xcomplex<f32>>,
                %c: memref<6xi5>, %d: memref<4xi5>,
                %e: memref<6xf32, strided<[2]>>, %f: memref<4xf32>,
                %g: memref<7xf32>) {
  pad.adjoint_into edge %a into %b low[2] high[0]
      : memref<6xcomplex<f32>> into memref<4xcomplex<f32>>
  pad.adjoint_into edge %c into %d low[2] high[0]
      : memref<6xi5> into memref<4xi5>
  pad.adjoint_into edge %e into %f low[2] high[0]
      : memref<6xf32, strided<[2]>> into memref<4xf32>
  pad.adjoint_into edge %g into %f low[0] high[0] interior[1]
      : memref<7xf32> into memref<4xf32>
  return
}

// STYLE-LABEL: func.func @tensors(
// STYLE-SAME:    %[[G:[^,]*]]: tensor<?xf32>, %[[D:[^,)]*]]: index
// STYLE:         %[[E:.*]] = tensor.empty(%[[D]]) : tensor<?xf32>
// STYLE:         pad.adjoint_into edge %[[G]] into %[[E]] low[1] high[1] : tensor<?xf32> into tensor<?xf32> -> tensor<?xf32>
// LINALG-LABEL: func.func @tensors(
// LINALG:         linalg.generic {{.*}} outs(%{{.*}} : tensor<?xf32>)
// LINALG:           tensor.extract
func.func @tensors(%g: tensor<?xf32>, %d: index) -> tensor<?xf32> {
  %r = pad.adjoint edge %g of[%d] low[1] high[1]
      : tensor<?xf32> to tensor<?xf32>
  return %r : tensor<?xf32>
}
