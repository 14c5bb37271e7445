// RUN: pad-opt %s --pad-prepare-bufferization | FileCheck %s
// RUN: pad-opt %s --pad-prepare-bufferization --lower-pad-to-llvm | mlir-translate --mlir-to-llvmir -o /dev/null

// CHECK-LABEL: func @large
// CHECK: %[[VALUE:.*]] = arith.constant -0.000000e+00 : f32
// CHECK: %[[EMPTY:.*]] = tensor.empty() : tensor<41x25xf32>
// CHECK: %[[FILL:.*]] = linalg.fill ins(%[[VALUE]] : f32) outs(%[[EMPTY]] : tensor<41x25xf32>)
// CHECK: return %[[FILL]]
func.func @large() -> tensor<41x25xf32> {
  %r = arith.constant dense<-0.0> : tensor<41x25xf32>
  return %r : tensor<41x25xf32>
}

// CHECK-LABEL: func @small
// CHECK: arith.constant dense<1> : tensor<32x32xi8>
func.func @small() -> tensor<32x32xi8> {
  %r = arith.constant dense<1> : tensor<32x32xi8>
  return %r : tensor<32x32xi8>
}

// The number of elements is more than 64 bits hold.
// CHECK-LABEL: func @largest
// CHECK: linalg.fill
func.func @largest() -> tensor<1024x4611686018427387904xi8> {
  %r = arith.constant dense<1> : tensor<1024x4611686018427387904xi8>
  return %r : tensor<1024x4611686018427387904xi8>
}

// CHECK-LABEL: func @empty
// CHECK: arith.constant dense<1> : tensor<4096x0x4096xi8>
func.func @empty() -> tensor<4096x0x4096xi8> {
  %r = arith.constant dense<1> : tensor<4096x0x4096xi8>
  return %r : tensor<4096x0x4096xi8>
}

// CHECK-LABEL: func @elements
// CHECK: %[[COMPLEX:.*]] = complex.constant [1.000000e+00 : f32, 2.000000e+00 : f32]
// CHECK: linalg.fill ins(%[[COMPLEX]] : complex<f32>)
// CHECK: %[[BITS:.*]] = arith.constant -1 : i8
// CHECK: %[[UNSIGNED:.*]] = builtin.unrealized_conversion_cast %[[BITS]] : i8 to ui8
// CHECK: linalg.fill ins(%[[UNSIGNED]] : ui8)
// CHECK: %[[INDEX:.*]] = arith.constant 7 : index
// CHECK: linalg.fill ins(%[[INDEX]] : index)
func.func @elements() -> (tensor<2048xcomplex<f32>>, tensor<2048xui8>, tensor<2048xindex>) {
  %r = arith.constant dense<(1.0, 2.0)> : tensor<2048xcomplex<f32>>
  %s = arith.constant dense<255> : tensor<2048xui8>
  %t = arith.constant dense<7> : tensor<2048xindex>
  return %r, %s, %t : tensor<2048xcomplex<f32>>, tensor<2048xui8>, tensor<2048xindex>
}

// An encoding stays.
// CHECK-LABEL: func @encoding
// CHECK: linalg.fill {{.*}} -> tensor<2048xi8, "e">
func.func @encoding() -> tensor<2048xi8, "e"> {
  %r = arith.constant dense<1> : tensor<2048xi8, "e">
  return %r : tensor<2048xi8, "e">
}

// Vectors are no memory.
// CHECK-LABEL: func @vector
// CHECK: arith.constant dense<1> : vector<2048xi8>
func.func @vector() -> vector<2048xi8> {
  %r = arith.constant dense<1> : vector<2048xi8>
  return %r : vector<2048xi8>
}
