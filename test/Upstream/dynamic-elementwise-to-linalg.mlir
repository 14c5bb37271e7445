// RUN: pad-opt %s --pad-dynamic-elementwise-to-linalg | FileCheck %s
// RUN: pad-opt %s --pad-dynamic-elementwise-to-linalg=static-extents | FileCheck %s --check-prefix=ALL
// RUN: pad-opt %s --pad-dynamic-elementwise-to-linalg --canonicalize | FileCheck %s --check-prefix=FOLDED
// RUN: not pad-opt %s --canonicalize --lower-pad-to-llvm 2>&1 | FileCheck %s --check-prefix=LATE
// RUN: pad-opt %s --lower-pad-to-llvm=import=true -o /dev/null

// CHECK-LABEL: func @dynamic
// CHECK-COUNT-3: linalg.generic
// FOLDED-LABEL: func @dynamic
// FOLDED-NOT: arith.constant dense{{.*}}?
// LATE: error: 'arith.constant' op of type 'tensor<?x2xi32>' has no extents: an upstream fold made it of an op whose operands are equal; run --pad-dynamic-elementwise-to-linalg before the pass that folds
func.func @dynamic(%x: tensor<?x2xi32>, %c: tensor<?x2xi1>) -> (tensor<?x2xi32>, tensor<?x2xi1>, tensor<?x2xi32>) {
  %a = arith.xori %x, %x : tensor<?x2xi32>
  %b = arith.cmpi eq, %x, %x : tensor<?x2xi32>
  %d = arith.select %c, %a, %x : tensor<?x2xi1>, tensor<?x2xi32>
  return %a, %b, %d : tensor<?x2xi32>, tensor<?x2xi1>, tensor<?x2xi32>
}

// Static extents are upstream's to fold, and scalars are no tensors.
// CHECK-LABEL: func @static
// CHECK-NOT: linalg
// ALL-LABEL: func @static
// ALL: linalg.generic
// ALL: arith.xori {{.*}} : i32
// ALL: arith.xori {{.*}} : vector<3xi32>
func.func @static(%x: tensor<3xi32>, %y: i32, %v: vector<3xi32>) -> (tensor<3xi32>, i32, vector<3xi32>) {
  %a = arith.xori %x, %x : tensor<3xi32>
  %b = arith.xori %y, %y : i32
  %c = arith.xori %v, %v : vector<3xi32>
  return %a, %b, %c : tensor<3xi32>, i32, vector<3xi32>
}

// The tensors of a choice have the same extents only where these are static.
// CHECK-LABEL: func @choice
// CHECK-NOT: linalg
// ALL-LABEL: func @choice
// ALL: arith.select {{.*}} : tensor<?xi32>
// ALL: linalg.generic
func.func @choice(%c: i1, %x: tensor<?xi32>, %y: tensor<?xi32>, %p: tensor<3xi32>, %q: tensor<3xi32>) -> (tensor<?xi32>, tensor<3xi32>) {
  %r = arith.select %c, %x, %y : tensor<?xi32>
  %s = arith.select %c, %p, %q : tensor<3xi32>
  return %r, %s : tensor<?xi32>, tensor<3xi32>
}
