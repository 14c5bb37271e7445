// RUN: pad-opt %s --pad-fold-into-reductions --split-input-file | FileCheck %s

// CHECK-LABEL: func @sum(
// CHECK-SAME: %[[X:.*]]: tensor<4x?xf32>
// CHECK-NOT: pad.pad
// CHECK: linalg.reduce { arith.addf } ins(%[[X]]
func.func @sum(%x: tensor<4x?xf32>) -> tensor<4xf32> {
  %zero = arith.constant 0.0 : f32
  %p = pad.pad constant %x low[0, 1] high[0, 2] interior[0, 1] : tensor<4x?xf32> to tensor<4x?xf32>
  %e = tensor.empty() : tensor<4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %r = linalg.reduce { arith.addf } ins(%p : tensor<4x?xf32>) outs(%f : tensor<4xf32>) dimensions = [1]
  return %r : tensor<4xf32>
}

// -----

// The start is not known, but -0.0 is neutral for every number.
// CHECK-LABEL: func @sum_of_negative_zeros(
// CHECK-SAME: %[[X:.*]]: tensor<3x4xf32>
// CHECK: linalg.reduce { arith.addf } ins(%[[X]]
func.func @sum_of_negative_zeros(%x: tensor<3x4xf32>, %s: tensor<3xf32>) -> tensor<3xf32> {
  %v = arith.constant -0.0 : f32
  %p = pad.pad constant %x value(%v) low[0, 1] high[0, 2] : tensor<3x4xf32> to tensor<3x7xf32>
  %r = linalg.reduce { arith.addf } ins(%p : tensor<3x7xf32>) outs(%s : tensor<3xf32>) dimensions = [1]
  return %r : tensor<3xf32>
}

// -----

// An axis that is not reduced keeps its pads.
// CHECK-LABEL: func @other_axis(
// CHECK-SAME: %[[X:.*]]: tensor<3x4xi32>
// CHECK: %[[P:.*]] = pad.pad constant %[[X]] low[1, 0] high[-1, 0] : tensor<3x4xi32> to tensor<3x4xi32>
// CHECK: linalg.reduce { arith.addi {{.*}} ins(%[[P]]
func.func @other_axis(%x: tensor<3x4xi32>, %s: tensor<3xi32>) -> tensor<3xi32> {
  %p = pad.pad constant %x low[1, 1] high[-1, 2] : tensor<3x4xi32> to tensor<3x7xi32>
  %r = linalg.reduce { arith.addi } ins(%p : tensor<3x7xi32>) outs(%s : tensor<3xi32>) dimensions = [1]
  return %r : tensor<3xi32>
}

// -----

// Zero times an integer is zero: the other factors have no part in the result.
// CHECK-LABEL: func @matmul(
// CHECK-SAME: %[[A:.*]]: tensor<2x?xi32>, %[[B:.*]]: tensor<?x5xi32>
// CHECK: %[[K:.*]] = tensor.dim %[[A]]
// CHECK: %[[S:.*]] = tensor.extract_slice %[[B]][1, 0] [%[[K]], 5] [2, 1]
// CHECK: linalg.matmul ins(%[[A]], %[[S]]
func.func @matmul(%a: tensor<2x?xi32>, %b: tensor<?x5xi32>, %c: tensor<2x5xi32>) -> tensor<2x5xi32> {
  %p = pad.pad constant %a low[0, 1] high[0, 2] interior[0, 1] : tensor<2x?xi32> to tensor<2x?xi32>
  %r = linalg.matmul ins(%p, %b : tensor<2x?xi32>, tensor<?x5xi32>) outs(%c : tensor<2x5xi32>) -> tensor<2x5xi32>
  return %r : tensor<2x5xi32>
}

// -----

// A sum of squares, and a maximum that starts from no less than the padding.
// CHECK-LABEL: func @two_results(
// CHECK-SAME: %[[X:.*]]: tensor<4xf32>
// CHECK: linalg.generic {{.*}} ins(%[[X]]
func.func @two_results(%x: tensor<4xf32>) -> (tensor<f32>, tensor<f32>) {
  %s = arith.constant dense<1.0> : tensor<f32>
  %m = arith.constant dense<0.0> : tensor<f32>
  %p = pad.pad constant %x low[1] high[2] : tensor<4xf32> to tensor<7xf32>
  %r:2 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>, affine_map<(i) -> ()>],
      iterator_types = ["reduction"]} ins(%p : tensor<7xf32>) outs(%s, %m : tensor<f32>, tensor<f32>) {
  ^bb0(%in: f32, %sum: f32, %max: f32):
    %q = arith.mulf %in, %in : f32
    %0 = arith.addf %q, %sum : f32
    %1 = arith.maximumf %max, %in : f32
    linalg.yield %0, %1 : f32, f32
  } -> (tensor<f32>, tensor<f32>)
  return %r#0, %r#1 : tensor<f32>, tensor<f32>
}

// -----

// A reassociated sum with nsz does not tell the zeros apart.
// CHECK-LABEL: func @no_signed_zeros(
// CHECK-SAME: %[[X:.*]]: tensor<4xf32>
// CHECK: linalg.reduce ins(%[[X]]
func.func @no_signed_zeros(%x: tensor<4xf32>, %s: tensor<f32>) -> tensor<f32> {
  %p = pad.pad constant %x low[1] high[2] : tensor<4xf32> to tensor<7xf32>
  %r = linalg.reduce ins(%p : tensor<7xf32>) outs(%s : tensor<f32>) dimensions = [0] (%a: f32, %b: f32) {
    %0 = arith.addf %a, %b fastmath<nsz> : f32
    linalg.yield %0 : f32
  }
  return %r : tensor<f32>
}

// -----

// Refused: a sum of -0.0 alone would become one of +0.0, ...
// CHECK-LABEL: func @start_unknown
// CHECK: pad.pad
func.func @start_unknown(%x: tensor<4xf32>, %s: tensor<f32>) -> tensor<f32> {
  %p = pad.pad constant %x low[1] high[2] : tensor<4xf32> to tensor<7xf32>
  %r = linalg.reduce { arith.addf } ins(%p : tensor<7xf32>) outs(%s : tensor<f32>) dimensions = [0]
  return %r : tensor<f32>
}

// -----

// ... the maximum of NaNs alone is the padding where NaNs are ignored, ...
// CHECK-LABEL: func @ignored_nans
// CHECK: pad.pad
func.func @ignored_nans(%x: tensor<4xf32>, %s: tensor<f32>) -> tensor<f32> {
  %v = arith.constant 0xFF800000 : f32
  %p = pad.pad constant %x value(%v) low[1] high[2] : tensor<4xf32> to tensor<7xf32>
  %r = linalg.reduce { arith.maxnumf } ins(%p : tensor<7xf32>) outs(%s : tensor<f32>) dimensions = [0]
  return %r : tensor<f32>
}

// -----

// ... the least finite number is larger than minus infinity, ...
// CHECK-LABEL: func @least_finite_number
// CHECK: pad.pad
func.func @least_finite_number(%x: tensor<4xf32>, %s: tensor<f32>) -> tensor<f32> {
  %v = arith.constant 0xFF7FFFFF : f32
  %p = pad.pad constant %x value(%v) low[1] high[2] : tensor<4xf32> to tensor<7xf32>
  %r = linalg.reduce { arith.maximumf } ins(%p : tensor<7xf32>) outs(%s : tensor<f32>) dimensions = [0]
  return %r : tensor<f32>
}

// -----

// ... zero times infinity is not zero, ...
// CHECK-LABEL: func @float_dot
// CHECK: pad.pad
func.func @float_dot(%x: tensor<4xf32>, %y: tensor<7xf32>) -> tensor<f32> {
  %s = arith.constant dense<0.0> : tensor<f32>
  %p = pad.pad constant %x low[1] high[2] : tensor<4xf32> to tensor<7xf32>
  %r = linalg.dot ins(%p, %y : tensor<7xf32>, tensor<7xf32>) outs(%s : tensor<f32>) -> tensor<f32>
  return %r : tensor<f32>
}

// -----

// ... ones add up, ...
// CHECK-LABEL: func @not_neutral
// CHECK: pad.pad
func.func @not_neutral(%x: tensor<4xi32>, %s: tensor<i32>) -> tensor<i32> {
  %v = arith.constant 1 : i32
  %p = pad.pad constant %x value(%v) low[1] high[2] : tensor<4xi32> to tensor<7xi32>
  %r = linalg.reduce { arith.addi } ins(%p : tensor<7xi32>) outs(%s : tensor<i32>) dimensions = [0]
  return %r : tensor<i32>
}

// -----

// ... a crop takes elements out, ...
// CHECK-LABEL: func @crop
// CHECK: pad.pad
func.func @crop(%x: tensor<4xi32>, %s: tensor<i32>) -> tensor<i32> {
  %p = pad.pad constant %x low[1] high[-2] : tensor<4xi32> to tensor<3xi32>
  %r = linalg.reduce { arith.addi } ins(%p : tensor<3xi32>) outs(%s : tensor<i32>) dimensions = [0]
  return %r : tensor<i32>
}

// -----

// ... as may a pad that is not known, ...
// CHECK-LABEL: func @may_crop
// CHECK: pad.pad
func.func @may_crop(%x: tensor<4xi32>, %s: tensor<i32>, %n: index) -> tensor<i32> {
  %p = pad.pad constant %x low[1] high[%n] : tensor<4xi32> to tensor<?xi32>
  %r = linalg.reduce { arith.addi } ins(%p : tensor<?xi32>) outs(%s : tensor<i32>) dimensions = [0]
  return %r : tensor<i32>
}

// -----

// ... other modes repeat elements, ...
// CHECK-LABEL: func @edge
// CHECK: pad.pad
func.func @edge(%x: tensor<4xi32>, %s: tensor<i32>) -> tensor<i32> {
  %p = pad.pad edge %x low[1] high[2] : tensor<4xi32> to tensor<7xi32>
  %r = linalg.reduce { arith.addi } ins(%p : tensor<7xi32>) outs(%s : tensor<i32>) dimensions = [0]
  return %r : tensor<i32>
}

// -----

// ... positions would no longer be those of the padded tensor, ...
// CHECK-LABEL: func @index
// CHECK: pad.pad
func.func @index(%x: tensor<4xindex>, %s: tensor<index>) -> tensor<index> {
  %p = pad.pad constant %x low[1] high[2] : tensor<4xindex> to tensor<7xindex>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>],
      iterator_types = ["reduction"]} ins(%p : tensor<7xindex>) outs(%s : tensor<index>) {
  ^bb0(%in: index, %sum: index):
    %i = linalg.index 0 : index
    %q = arith.muli %in, %i : index
    %0 = arith.addi %q, %sum : index
    linalg.yield %0 : index
  } -> tensor<index>
  return %r : tensor<index>
}

// -----

// ... another result counts all elements, ...
// CHECK-LABEL: func @count
// CHECK: pad.pad
func.func @count(%x: tensor<4xi32>, %s: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
  %one = arith.constant 1 : i32
  %p = pad.pad constant %x low[1] high[2] : tensor<4xi32> to tensor<7xi32>
  %r:2 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>, affine_map<(i) -> ()>],
      iterator_types = ["reduction"]} ins(%p : tensor<7xi32>) outs(%s, %s : tensor<i32>, tensor<i32>) {
  ^bb0(%in: i32, %sum: i32, %n: i32):
    %0 = arith.addi %in, %sum : i32
    %1 = arith.addi %n, %one : i32
    linalg.yield %0, %1 : i32, i32
  } -> (tensor<i32>, tensor<i32>)
  return %r#0, %r#1 : tensor<i32>, tensor<i32>
}

// -----

// ... and windows reach over the border.
// CHECK-LABEL: func @windows
// CHECK: pad.pad
func.func @windows(%x: tensor<1x4xi32>, %s: tensor<4xi32>, %w: tensor<3xi32>) -> tensor<4xi32> {
  %p = pad.pad constant %x low[0, 1] high[0, 1] : tensor<1x4xi32> to tensor<1x6xi32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (k, i + j)>, affine_map<(i, j, k) -> (j)>,
      affine_map<(i, j, k) -> (i)>], iterator_types = ["parallel", "reduction", "reduction"]}
      ins(%p, %w : tensor<1x6xi32>, tensor<3xi32>) outs(%s : tensor<4xi32>) {
  ^bb0(%in: i32, %o: i32, %sum: i32):
    %0 = arith.addi %in, %sum : i32
    linalg.yield %0 : i32
  } -> tensor<4xi32>
  return %r : tensor<4xi32>
}

// -----

// The source is less static than the axis that is not reduced.
// CHECK-LABEL: func @cast
// CHECK-SAME: %[[X:.*]]: tensor<?x?xi8>
// CHECK: %[[C:.*]] = tensor.cast %[[X]] : tensor<?x?xi8> to tensor<?x2xi8>
// CHECK: linalg.reduce { arith.addi {{.*}} } ins(%[[C]]
func.func @cast(%x: tensor<?x?xi8>, %o: tensor<2xi8>) -> tensor<2xi8> {
  %p = pad.pad constant %x low[1, 0] high[1, 0] : tensor<?x?xi8> to tensor<?x2xi8>
  %r = linalg.reduce { arith.addi } ins(%p : tensor<?x2xi8>) outs(%o : tensor<2xi8>) dimensions = [0]
  return %r : tensor<2xi8>
}

// -----

// Only an empty source is right here: no slice of %y ends behind its end.
// CHECK-LABEL: func @slice_at_the_end
// CHECK: pad.pad
// CHECK: linalg.dot
func.func @slice_at_the_end(%x: tensor<?xi32>, %y: tensor<5xi32>, %o: tensor<i32>) -> tensor<i32> {
  %p = pad.pad constant %x low[5] high[0] : tensor<?xi32> to tensor<?xi32>
  %r = linalg.dot ins(%p, %y : tensor<?xi32>, tensor<5xi32>) outs(%o : tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}

// -----

// The result shows only the first of the elements (C4 is for run time).
// CHECK-LABEL: func @another_extent
// CHECK: pad.pad
// CHECK: linalg.reduce
func.func @another_extent(%x: tensor<3xi32>, %o: tensor<i32>) -> tensor<i32> {
  %c1 = arith.constant 1 : index
  %p = pad.pad constant %x low[%c1] high[%c1] : tensor<3xi32> to tensor<2xi32>
  %r = linalg.reduce { arith.addi } ins(%p : tensor<2xi32>) outs(%o : tensor<i32>) dimensions = [0]
  return %r : tensor<i32>
}

// -----

// What each reduction starts from decides already that 6 does not count.
// CHECK-LABEL: func @starts(
// CHECK-SAME: %[[X:.*]]: tensor<4xi32>
// CHECK-NOT: pad.pad
// CHECK: linalg.reduce { arith.andi } ins(%[[X]]
// CHECK: linalg.reduce { arith.ori } ins(%[[X]]
// CHECK: linalg.reduce { arith.maxsi } ins(%[[X]]
// CHECK: linalg.reduce { arith.minsi } ins(%[[X]]
// CHECK: linalg.reduce { arith.maxui } ins(%[[X]]
// CHECK: linalg.reduce { arith.minui } ins(%[[X]]
func.func @starts(%x: tensor<4xi32>) -> (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) {
  %v = arith.constant 6 : i32
  %p = pad.pad constant %x value(%v) low[1] high[2] : tensor<4xi32> to tensor<7xi32>
  %s0 = arith.constant dense<4> : tensor<i32>
  %r0 = linalg.reduce { arith.andi } ins(%p : tensor<7xi32>) outs(%s0 : tensor<i32>) dimensions = [0]
  %s1 = arith.constant dense<7> : tensor<i32>
  %r1 = linalg.reduce { arith.ori } ins(%p : tensor<7xi32>) outs(%s1 : tensor<i32>) dimensions = [0]
  %s2 = arith.constant dense<8> : tensor<i32>
  %r2 = linalg.reduce { arith.maxsi } ins(%p : tensor<7xi32>) outs(%s2 : tensor<i32>) dimensions = [0]
  %s3 = arith.constant dense<5> : tensor<i32>
  %r3 = linalg.reduce { arith.minsi } ins(%p : tensor<7xi32>) outs(%s3 : tensor<i32>) dimensions = [0]
  %s4 = arith.constant dense<-1> : tensor<i32>
  %r4 = linalg.reduce { arith.maxui } ins(%p : tensor<7xi32>) outs(%s4 : tensor<i32>) dimensions = [0]
  %s5 = arith.constant dense<3> : tensor<i32>
  %r5 = linalg.reduce { arith.minui } ins(%p : tensor<7xi32>) outs(%s5 : tensor<i32>) dimensions = [0]
  return %r0, %r1, %r2, %r3, %r4, %r5 : tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>
}


// -----

// CHECK-LABEL: func @starts_of_floats(
// CHECK-SAME: %[[X:.*]]: tensor<4xf32>
// CHECK-NOT: pad.pad
// CHECK: linalg.reduce { arith.maxnumf } ins(%[[X]]
// CHECK: linalg.reduce { arith.minnumf } ins(%[[X]]
// CHECK: linalg.reduce { arith.minimumf } ins(%[[X]]
func.func @starts_of_floats(%x: tensor<4xf32>) -> (tensor<f32>, tensor<f32>, tensor<f32>) {
  %v0 = arith.constant 1.0 : f32
  %p0 = pad.pad constant %x value(%v0) low[1] high[2] : tensor<4xf32> to tensor<7xf32>
  %s0 = arith.constant dense<2.0> : tensor<f32>
  %r0 = linalg.reduce { arith.maxnumf } ins(%p0 : tensor<7xf32>) outs(%s0 : tensor<f32>) dimensions = [0]
  %v1 = arith.constant 2.0 : f32
  %p1 = pad.pad constant %x value(%v1) low[1] high[2] : tensor<4xf32> to tensor<7xf32>
  %s1 = arith.constant dense<1.0> : tensor<f32>
  %r1 = linalg.reduce { arith.minnumf } ins(%p1 : tensor<7xf32>) outs(%s1 : tensor<f32>) dimensions = [0]
  %v2 = arith.constant 2.0 : f32
  %p2 = pad.pad constant %x value(%v2) low[1] high[2] : tensor<4xf32> to tensor<7xf32>
  %s2 = arith.constant dense<1.0> : tensor<f32>
  %r2 = linalg.reduce { arith.minimumf } ins(%p2 : tensor<7xf32>) outs(%s2 : tensor<f32>) dimensions = [0]
  return %r0, %r1, %r2 : tensor<f32>, tensor<f32>, tensor<f32>
}
