// RUN: pad-opt %s --pad-propagate-elementwise -split-input-file | FileCheck %s

// The default padding value is made explicit: f of it need not be zero.
// CHECK-LABEL: func @default_value
// CHECK-SAME: %[[X:.*]]: tensor<?xf32>
// CHECK: %[[Z:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: %[[V:.*]] = math.cos %[[Z]] : f32
// CHECK: %[[F:.*]] = math.cos %[[X]] : tensor<?xf32>
// CHECK: pad.pad constant %[[F]] value(%[[V]]) low[1] high[2] : tensor<?xf32> to tensor<?xf32>
func.func @default_value(%x: tensor<?xf32>) -> tensor<?xf32> {
  %p = pad.pad constant %x low[1] high[2] : tensor<?xf32> to tensor<?xf32>
  %r = math.cos %p : tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

// A mode that reads the source only has no value (C3); casts change the type.
// CHECK-LABEL: func @cast
// CHECK-SAME: %[[X:.*]]: tensor<4xi8>
// CHECK-NEXT: %[[F:.*]] = arith.extui %[[X]] : tensor<4xi8> to tensor<4xi32>
// CHECK-NEXT: pad.pad wrap %[[F]] low[1] high[2] : tensor<4xi32> to tensor<7xi32>
func.func @cast(%x: tensor<4xi8>) -> tensor<7xi32> {
  %p = pad.pad wrap %x low[1] high[2] : tensor<4xi8> to tensor<7xi8>
  %r = arith.extui %p : tensor<7xi8> to tensor<7xi32>
  return %r : tensor<7xi32>
}

// -----

// CHECK-LABEL: func @generic
// CHECK-SAME: %[[X:.*]]: tensor<?xf32>, %[[S:.*]]: f32, %[[V:.*]]: f32, %[[OUT:.*]]: tensor<?xi32>
// CHECK: %[[M:.*]] = arith.mulf %[[V]], %[[S]] : f32
// CHECK: %[[W:.*]] = arith.fptosi %[[M]] : f32 to i32
// CHECK: %[[E:.*]] = tensor.empty(%{{.*}}) : tensor<?xi32>
// CHECK: %[[F:.*]] = linalg.generic {{.*}} ins(%[[X]] : tensor<?xf32>) outs(%[[E]] : tensor<?xi32>)
// CHECK: pad.pad_into edge %[[F]] into %[[OUT]] value(%[[W]]) low[1] high[0] interior[1] : tensor<?xi32> into tensor<?xi32> -> tensor<?xi32>
#id = affine_map<(i) -> (i)>
func.func @generic(%x: tensor<?xf32>, %s: f32, %v: f32, %out: tensor<?xi32>) -> tensor<?xi32> {
  %p = pad.pad edge %x value(%v) low[1] high[0] interior[1] : tensor<?xf32> to tensor<?xf32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%p : tensor<?xf32>) outs(%out : tensor<?xi32>) {
  ^bb0(%in: f32, %o: i32):
    %m = arith.mulf %in, %s : f32
    %w = arith.fptosi %m : f32 to i32
    linalg.yield %w : i32
  } -> tensor<?xi32>
  return %r : tensor<?xi32>
}

// -----

// CHECK-LABEL: func @crops
// CHECK-SAME: (%[[X:.*]]: tensor<?x9xf32>, %[[Y:.*]]: tensor<8xf32>, %{{.*}}: tensor<8xf32>)
// CHECK-DAG: %[[P:.*]] = pad.pad constant %[[X]] low[-1, 0] high[0, -2] : tensor<?x9xf32> to tensor<?x7xf32>
// CHECK-DAG: %[[A:.*]] = math.absf %[[P]] : tensor<?x7xf32>
// CHECK-DAG: %[[Q:.*]] = pad.pad reflect %[[Y]] low[1] high[-3] : tensor<8xf32> to tensor<6xf32>
// CHECK-DAG: %[[B:.*]] = linalg.exp ins(%[[Q]] : tensor<6xf32>)
// CHECK: return %[[A]], %[[B]]
func.func @crops(%x: tensor<?x9xf32>, %y: tensor<8xf32>, %init: tensor<8xf32>) -> (tensor<?x7xf32>, tensor<6xf32>) {
  %f = math.absf %x : tensor<?x9xf32>
  %a = pad.pad constant %f low[-1, 0] high[0, -2] : tensor<?x9xf32> to tensor<?x7xf32>
  %g = linalg.exp ins(%y : tensor<8xf32>) outs(%init : tensor<8xf32>) -> tensor<8xf32>
  %b = pad.pad reflect %g low[1] high[-3] : tensor<8xf32> to tensor<6xf32>
  return %a, %b : tensor<?x7xf32>, tensor<6xf32>
}

// -----

// Of equal size, of unknown size, a value that f would have to give, two
// operands, used twice.
// CHECK-LABEL: func @left
// CHECK: pad.pad
// CHECK-NEXT: math.cos
// CHECK-NEXT: pad.pad
// CHECK-NEXT: math.cos
// CHECK-NEXT: math.cos
// CHECK-NEXT: pad.pad
// CHECK-NEXT: pad.pad
// CHECK-NEXT: arith.addf
// CHECK-NEXT: math.cos
func.func @left(%x: tensor<4xf32>, %y: tensor<?xf32>, %n: index)
    -> (tensor<4xf32>, tensor<?xf32>, tensor<2xf32>, tensor<5xf32>, tensor<5xf32>) {
  %p = pad.pad edge %x low[1] high[-1] : tensor<4xf32> to tensor<4xf32>
  %a = math.cos %p : tensor<4xf32>
  %q = pad.pad edge %y low[%n] high[0] : tensor<?xf32> to tensor<?xf32>
  %b = math.cos %q : tensor<?xf32>
  %f = math.cos %x : tensor<4xf32>
  %c = pad.pad constant %f low[1] high[-3] : tensor<4xf32> to tensor<2xf32>
  %s = pad.pad edge %x low[1] high[0] : tensor<4xf32> to tensor<5xf32>
  %d = arith.addf %s, %s : tensor<5xf32>
  %e = math.cos %s : tensor<5xf32>
  return %a, %b, %c, %d, %e : tensor<4xf32>, tensor<?xf32>, tensor<2xf32>, tensor<5xf32>, tensor<5xf32>
}

// -----

// What reads its index, its init, or has effects is no function of an element.
// CHECK-LABEL: func @generics_left
// CHECK: pad.pad
// CHECK-NEXT: pad.pad
// CHECK-NEXT: pad.pad
// CHECK-NEXT: linalg.generic
#id = affine_map<(i) -> (i)>
func.func @generics_left(%x: tensor<4xi32>, %out: tensor<5xi32>) -> (tensor<5xi32>, tensor<5xi32>, tensor<5xi32>) {
  %p = pad.pad edge %x low[1] high[0] : tensor<4xi32> to tensor<5xi32>
  %q = pad.pad edge %x low[1] high[0] : tensor<4xi32> to tensor<5xi32>
  %s = pad.pad edge %x low[1] high[0] : tensor<4xi32> to tensor<5xi32>
  %a = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%p : tensor<5xi32>) outs(%out : tensor<5xi32>) {
  ^bb0(%in: i32, %o: i32):
    %i = linalg.index 0 : index
    %k = arith.index_cast %i : index to i32
    %m = arith.muli %in, %k : i32
    linalg.yield %m : i32
  } -> tensor<5xi32>
  %b = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%q : tensor<5xi32>) outs(%out : tensor<5xi32>) {
  ^bb0(%in: i32, %o: i32):
    %m = arith.muli %in, %o : i32
    linalg.yield %m : i32
  } -> tensor<5xi32>
  %c = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%s : tensor<5xi32>) outs(%out : tensor<5xi32>) {
  ^bb0(%in: i32, %o: i32):
    %m = arith.divsi %in, %in : i32
    linalg.yield %m : i32
  } -> tensor<5xi32>
  return %a, %b, %c : tensor<5xi32>, tensor<5xi32>, tensor<5xi32>
}
