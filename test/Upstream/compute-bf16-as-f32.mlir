// RUN: pad-opt %s --pad-compute-bf16-as-f32 | FileCheck %s

// Each result is rounded: to 0x7fc0 = 32704 if it is a NaN, and to the nearest number else.
// CHECK-LABEL: func @adds(
// CHECK-SAME: %[[X:.*]]: vector<8xbf16>, %[[Y:.*]]: vector<8xbf16>) -> vector<8xbf16> {
// CHECK: %[[SUM:.*]] = arith.addf %{{.*}}, %{{.*}} fastmath<nnan> : vector<8xf32>
// CHECK: %[[NAN:.*]] = arith.cmpf une, %[[SUM]], %[[SUM]] : vector<8xf32>
// CHECK: arith.constant dense<32704> : vector<8xi16>
// CHECK: arith.select %[[NAN]]
// CHECK: %[[PRODUCT:.*]] = arith.mulf %{{.*}}, %{{.*}} : vector<8xf32>
// CHECK: arith.cmpf une, %[[PRODUCT]], %[[PRODUCT]] : vector<8xf32>
func.func @adds(%x: vector<8xbf16>, %y: vector<8xbf16>) -> vector<8xbf16> attributes {pad.has_pads} {
  %s = arith.addf %x, %y fastmath<nnan> : vector<8xbf16>
  %r = arith.mulf %s, %x : vector<8xbf16>
  return %r : vector<8xbf16>
}

// Maxima and minima need no rounding, and comparisons give no numbers.
// CHECK-LABEL: func @chooses(
// CHECK: arith.maximumf %{{.*}}, %{{.*}} : f32
// CHECK-NOT: arith.cmpf une
// CHECK: arith.minnumf %{{.*}}, %{{.*}} : f32
// CHECK-NOT: arith.cmpf une
// CHECK: arith.cmpf oeq, %{{.*}}, %{{.*}} : f32
// CHECK-NOT: arith.cmpf une
// CHECK: arith.select %{{.*}}, %{{.*}}, %{{.*}} : bf16
func.func @chooses(%x: bf16, %y: bf16) -> bf16 attributes {pad.has_pads} {
  %a = arith.maximumf %x, %y : bf16
  %b = arith.minnumf %x, %y : bf16
  %c = arith.cmpf oeq, %a, %b : bf16
  %r = arith.select %c, %a, %b : bf16
  return %r : bf16
}

// What is extended and rounded by the program is so by integers, too, or else LLVM finds the
// maximum of two numbers of bf16.
// CHECK-LABEL: func @extends(
// CHECK-NOT: arith.extf
// CHECK: arith.maximumf %{{.*}}, %{{.*}} : f32
// CHECK-NOT: arith.truncf
func.func @extends(%x: bf16, %y: bf16) -> bf16 attributes {pad.has_pads} {
  %a = arith.extf %x : bf16 to f32
  %b = arith.extf %y : bf16 to f32
  %m = arith.maximumf %a, %b : f32
  %r = arith.truncf %m : f32 to bf16
  return %r : bf16
}

// Numbers of f64 are rounded to odd numbers of f32 and then by integers, so that they are rounded
// once and denormal ones stay.
// CHECK-LABEL: func @rounds_once(
// CHECK-SAME: %[[X:.*]]: vector<4xf64>, %[[Y:.*]]: bf16)
// CHECK: %[[NEAREST:.*]] = arith.truncf %[[X]] : vector<4xf64> to vector<4xf32>
// CHECK: %[[BACK:.*]] = arith.extf %[[NEAREST]] : vector<4xf32> to vector<4xf64>
// CHECK: arith.cmpf ogt, %{{.*}}, %{{.*}} : vector<4xf64>
// CHECK: arith.cmpf one, %[[BACK]], %[[X]] : vector<4xf64>
// CHECK-NOT: to vector<4xbf16>
// CHECK: arith.cmpf une, %{{.*}}, %{{.*}} : vector<4xf32>
// CHECK: %[[R:.*]] = arith.bitcast %{{.*}} : vector<4xi16> to vector<4xbf16>
// CHECK: %[[WIDE:.*]] = arith.bitcast %{{.*}} : i32 to f32
// CHECK: %[[Z:.*]] = arith.extf %[[WIDE]] : f32 to f64
// CHECK: return %[[R]], %[[Z]]
func.func @rounds_once(%x: vector<4xf64>, %y: bf16) -> (vector<4xbf16>, f64) attributes {pad.has_pads} {
  %r = arith.truncf %x : vector<4xf64> to vector<4xbf16>
  %z = arith.extf %y : bf16 to f64
  return %r, %z : vector<4xbf16>, f64
}

// Functions of math become those of f32.
// CHECK-LABEL: func @functions(
// CHECK: math.exp %{{.*}} : f32
// CHECK: arith.cmpf une
// CHECK: math.fpowi %{{.*}}, %{{.*}} : f32, i32
// CHECK: arith.cmpf une
// CHECK: math.isnan %{{.*}} : f32
func.func @functions(%x: bf16, %i: i32) -> (bf16, bf16, i1) attributes {pad.has_pads} {
  %a = math.exp %x : bf16
  %b = math.fpowi %x, %i : bf16, i32
  %c = math.isnan %x : bf16
  return %a, %b, %c : bf16, bf16, i1
}

// Tensors are left as they are.
// CHECK-LABEL: func @tensors(
// CHECK-NEXT: arith.addf %{{.*}}, %{{.*}} : tensor<?xbf16>
func.func @tensors(%x: tensor<?xbf16>) -> tensor<?xbf16> attributes {pad.has_pads} {
  %r = arith.addf %x, %x : tensor<?xbf16>
  return %r : tensor<?xbf16>
}

// CHECK-LABEL: func @no_pads(
// CHECK-NEXT: arith.addf %{{.*}}, %{{.*}} : bf16
func.func @no_pads(%x: bf16, %y: bf16) -> bf16 {
  %r = arith.addf %x, %y : bf16
  return %r : bf16
}
