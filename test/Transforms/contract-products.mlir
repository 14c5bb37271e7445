// RUN: pad-opt %s --pad-contract-products --split-input-file | FileCheck %s
// RUN: pad-opt %s --pad-contract-products=all --split-input-file | FileCheck %s --check-prefix=ALL
// RUN: pad-opt %s --pad-contract-products --pad-lower-contracted-products --split-input-file | FileCheck %s --check-prefix=LOWERED
// RUN: pad-opt %s --pad-contract-products --lower-pad-to-llvm --split-input-file -o /dev/null

// CHECK-LABEL: func @flags
// CHECK-NEXT: %[[R:.*]] = math.fma %arg0, %arg1, %arg2 fastmath<contract> : f32
// CHECK-NEXT: return %[[R]]
// LOWERED-LABEL: func @flags
// LOWERED-NEXT: llvm.intr.fmuladd(%arg0, %arg1, %arg2) : (f32, f32, f32) -> f32
func.func @flags(%x: f32, %y: f32, %z: f32) -> f32 {
  %p = arith.mulf %x, %y fastmath<contract> : f32
  %r = arith.addf %z, %p fastmath<nsz, contract> : f32
  return %r : f32
}

// -----

// Both ops have to allow it; LLVM then finds no flag that lets it do so.
// CHECK-LABEL: func @one_flag
// CHECK-NEXT: arith.mulf %arg0, %arg1 : f64
// CHECK-NEXT: arith.addf %{{.*}}, %arg2 : f64
// ALL-LABEL: func @one_flag
// ALL-NEXT: math.fma %arg0, %arg1, %arg2 fastmath<contract> : f64
func.func @one_flag(%x: f64, %y: f64, %z: f64) -> f64 {
  %p = arith.mulf %x, %y fastmath<contract> : f64
  %r = arith.addf %p, %z : f64
  return %r : f64
}

// -----

// CHECK-LABEL: func @differences
// CHECK: %[[P:.*]] = arith.negf %arg0
// CHECK: %[[A:.*]] = math.fma %[[P]], %arg1, %arg2 fastmath<contract>
// CHECK: %[[N:.*]] = arith.negf %arg2
// CHECK: %[[B:.*]] = math.fma %arg0, %arg1, %[[N]] fastmath<contract>
// CHECK: return %[[A]], %[[B]]
func.func @differences(%x: vector<4xf32>, %y: vector<4xf32>, %z: vector<4xf32>)
    -> (vector<4xf32>, vector<4xf32>) {
  %p = arith.mulf %x, %y fastmath<fast> : vector<4xf32>
  %a = arith.subf %z, %p fastmath<fast> : vector<4xf32>
  %q = arith.mulf %x, %y fastmath<fast> : vector<4xf32>
  %b = arith.subf %q, %z fastmath<fast> : vector<4xf32>
  return %a, %b : vector<4xf32>, vector<4xf32>
}

// -----

// Of two products the first one; one that is used twice is rounded, as are halves.
// CHECK-LABEL: func @others
// CHECK: %[[Q:.*]] = arith.mulf %arg1, %arg1 : f32
// CHECK: math.fma %arg0, %arg0, %[[Q]] fastmath<contract>
// CHECK: arith.addf
// CHECK: arith.addf %{{.*}} : f16
// CHECK: math.fma %arg0, %arg1, %arg0 : f32
// LOWERED-LABEL: func @others
// LOWERED: math.fma
func.func @others(%x: f32, %y: f32, %h: f16) -> (f32, f32, f32, f16, f32) {
  %p = arith.mulf %x, %x fastmath<contract> : f32
  %q = arith.mulf %y, %y fastmath<contract> : f32
  %a = arith.addf %p, %q fastmath<contract> : f32
  %t = arith.mulf %x, %y fastmath<contract> : f32
  %b = arith.addf %x, %t fastmath<contract> : f32
  %m = arith.mulf %h, %h fastmath<contract> : f16
  %c = arith.addf %m, %h fastmath<contract> : f16
  %f = math.fma %x, %y, %x fastmath<contract> : f32
  return %a, %b, %t, %c, %f : f32, f32, f32, f16, f32
}

// -----

// The body of a named op has no flags.
// CHECK-LABEL: func @named
// CHECK: linalg.matmul
// ALL-LABEL: func @named
// ALL: linalg.generic
// ALL: ^bb0(%[[A:.*]]: f32, %[[B:.*]]: f32, %[[C:.*]]: f32)
// ALL: math.fma %[[A]], %[[B]], %[[C]] fastmath<contract>
// ALL: linalg.matmul {{.*}}tensor<4x4xi32>
func.func @named(%x: tensor<4x4xf32>, %y: tensor<4x4xf32>, %z: tensor<4x4xf32>,
                 %i: tensor<4x4xi32>) -> (tensor<4x4xf32>, tensor<4x4xi32>) {
  %r = linalg.matmul ins(%x, %y : tensor<4x4xf32>, tensor<4x4xf32>) outs(%z : tensor<4x4xf32>) -> tensor<4x4xf32>
  %s = linalg.matmul ins(%i, %i : tensor<4x4xi32>, tensor<4x4xi32>) outs(%i : tensor<4x4xi32>) -> tensor<4x4xi32>
  return %r, %s : tensor<4x4xf32>, tensor<4x4xi32>
}
