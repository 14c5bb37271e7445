// RUN: pad-opt %s --pad-producer-into-padded | FileCheck %s

// The first of the ops that make the source takes the view.
// CHECK-LABEL: func @chain
// CHECK: %[[E:.*]] = tensor.empty() : tensor<1x8x8x8xf32>
// CHECK-NEXT: %[[V:.*]] = tensor.extract_slice %[[E]][0, 1, 1, 0] [1, 6, 6, 8] [1, 1, 1, 1]
// CHECK: %[[F:.*]] = linalg.fill {{.*}} outs(%[[V]]
// CHECK: %[[Y:.*]] = linalg.conv_2d_nhwc_hwcf {{.*}} outs(%[[F]]
// CHECK: pad.pad_into reflect %[[Y]] into %[[E]] low[0, 1, 1, 0] high[0, 1, 1, 0]
func.func @chain(%x: tensor<1x8x8x4xf32>, %w: tensor<3x3x4x8xf32>) -> tensor<1x8x8x8xf32> {
  %c = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x6x6x8xf32>
  %f = linalg.fill ins(%c : f32) outs(%e : tensor<1x6x6x8xf32>) -> tensor<1x6x6x8xf32>
  %y = linalg.conv_2d_nhwc_hwcf ins(%x, %w : tensor<1x8x8x4xf32>, tensor<3x3x4x8xf32>)
      outs(%f : tensor<1x6x6x8xf32>) -> tensor<1x6x6x8xf32>
  %r = pad.pad reflect %y low[0, 1, 1, 0] high[0, 1, 1, 0] : tensor<1x6x6x8xf32> to tensor<1x8x8x8xf32>
  return %r : tensor<1x8x8x8xf32>
}

// Elementwise ops take an operand as their init, which they do not read.
// CHECK-LABEL: func @init_is_not_read
// CHECK: %[[E:.*]] = tensor.empty() : tensor<7x6xf32>
// CHECK: %[[V:.*]] = tensor.extract_slice %[[E]][1, 1] [3, 4] [2, 1]
// CHECK: %[[Y:.*]] = linalg.exp ins(%[[X:.*]] : tensor<3x4xf32>) outs(%[[V]]
// CHECK: pad.pad_into constant %[[Y]] into %[[E]] low[1, 1] high[1, 1] interior[1, 0]
func.func @init_is_not_read(%x: tensor<3x4xf32>) -> tensor<7x6xf32> {
  %y = linalg.exp ins(%x : tensor<3x4xf32>) outs(%x : tensor<3x4xf32>) -> tensor<3x4xf32>
  %r = pad.pad constant %y low[1, 1] high[1, 1] interior[1, 0] : tensor<3x4xf32> to tensor<7x6xf32>
  return %r : tensor<7x6xf32>
}

// A pad of run time with a bound; what it is computed from moves up. Beyond 2^62
// it counts as that (C7).
// CHECK-LABEL: func @dynamic(
// CHECK-SAME: %{{.*}}: tensor<?xf32>, %[[N:.*]]: index, %[[L:.*]]: index)
// CHECK: %[[LOW:.*]] = affine.max {{.*}}[%[[L]]]
// CHECK: %[[LIMITED:.*]] = arith.minsi %[[LOW]], %{{.*}} : index
// CHECK: %[[SUM:.*]] = arith.addi %[[N]], %[[LIMITED]]
// CHECK: %[[EXTENT:.*]] = arith.addi %[[SUM]], %{{.*}}
// CHECK: %[[E:.*]] = tensor.empty(%[[EXTENT]])
// CHECK: tensor.extract_slice %[[E]][%[[LOW]]] [%[[N]]] [1]
// CHECK: linalg.exp
// CHECK: pad.pad_into wrap {{.*}} low[%[[LOW]]] high[2]
func.func @dynamic(%x: tensor<?xf32>, %n: index, %l: index) -> tensor<?xf32> {
  %e = tensor.empty(%n) : tensor<?xf32>
  %y = linalg.exp ins(%x : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %low = affine.max affine_map<()[s0] -> (0, s0)>()[%l]
  %r = pad.pad wrap %y low[%low] high[2] : tensor<?xf32> to tensor<?xf32>
  return %r : tensor<?xf32>
}

// CHECK-LABEL: func @parallel_loop
// CHECK: %[[E:.*]] = tensor.empty() : tensor<6x10xf32>
// CHECK: %[[V:.*]] = tensor.extract_slice %[[E]]
// CHECK: scf.forall {{.*}} shared_outs(%{{.*}} = %[[V]])
// CHECK: pad.pad_into symmetric
func.func @parallel_loop(%x: tensor<4x8xf32>) -> tensor<6x10xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  %y = scf.forall (%i) in (4) shared_outs(%o = %e) -> tensor<4x8xf32> {
    %a = tensor.extract_slice %x[%i, 0] [1, 8] [1, 1] : tensor<4x8xf32> to tensor<1x8xf32>
    %b = tensor.extract_slice %o[%i, 0] [1, 8] [1, 1] : tensor<4x8xf32> to tensor<1x8xf32>
    %c = linalg.exp ins(%a : tensor<1x8xf32>) outs(%b : tensor<1x8xf32>) -> tensor<1x8xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %c into %o[%i, 0] [1, 8] [1, 1] : tensor<1x8xf32> into tensor<4x8xf32>
    }
  }
  %r = pad.pad symmetric %y low[1, 1] high[1, 1] : tensor<4x8xf32> to tensor<6x10xf32>
  return %r : tensor<6x10xf32>
}

// CHECK-LABEL: func @loop
// CHECK: %[[E:.*]] = tensor.empty() : tensor<6x10xf32>
// CHECK: %[[V:.*]] = tensor.extract_slice %[[E]]
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %[[V]])
// CHECK: pad.pad_into symmetric
func.func @loop(%x: tensor<4x8xf32>) -> tensor<6x10xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %e = tensor.empty() : tensor<4x8xf32>
  %y = scf.for %i = %c0 to %c4 step %c1 iter_args(%o = %e) -> tensor<4x8xf32> {
    %a = tensor.extract_slice %x[%i, 0] [1, 8] [1, 1] : tensor<4x8xf32> to tensor<1x8xf32>
    %b = tensor.extract_slice %o[%i, 0] [1, 8] [1, 1] : tensor<4x8xf32> to tensor<1x8xf32>
    %c = linalg.exp ins(%a : tensor<1x8xf32>) outs(%b : tensor<1x8xf32>) -> tensor<1x8xf32>
    %d = tensor.insert_slice %c into %o[%i, 0] [1, 8] [1, 1] : tensor<1x8xf32> into tensor<4x8xf32>
    scf.yield %d : tensor<4x8xf32>
  }
  %r = pad.pad symmetric %y low[1, 1] high[1, 1] : tensor<4x8xf32> to tensor<6x10xf32>
  return %r : tensor<6x10xf32>
}

// The producer would write outside of the result.
// CHECK-LABEL: func @crop
// CHECK: pad.pad edge
func.func @crop(%x: tensor<4xf32>) -> tensor<5xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %y = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %r = pad.pad edge %y low[2] high[-1] : tensor<4xf32> to tensor<5xf32>
  return %r : tensor<5xf32>
}

// CHECK-LABEL: func @may_crop
// CHECK: pad.pad edge
func.func @may_crop(%x: tensor<?xf32>, %n: index, %low: index) -> tensor<?xf32> {
  %e = tensor.empty(%n) : tensor<?xf32>
  %y = linalg.exp ins(%x : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %r = pad.pad edge %y low[%low] high[2] : tensor<?xf32> to tensor<?xf32>
  return %r : tensor<?xf32>
}

// Run time may give the source more elements than the result has room for.
// CHECK-LABEL: func @result_is_static
// CHECK: pad.pad edge
func.func @result_is_static(%x: tensor<?xf32>, %n: index) -> tensor<6xf32> {
  %e = tensor.empty(%n) : tensor<?xf32>
  %y = linalg.exp ins(%x : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %r = pad.pad edge %y low[1] high[1] : tensor<?xf32> to tensor<6xf32>
  return %r : tensor<6xf32>
}

// The dilated extent may exceed 64 bits, and the step does, and so do the pads.
// CHECK-LABEL: func @overflow
// CHECK-COUNT-3: pad.pad constant
func.func @overflow(%x: tensor<?xf32>, %z: tensor<1xf32>, %n: index) -> (tensor<?xf32>, tensor<2xf32>, tensor<?xf32>) {
  %e = tensor.empty(%n) : tensor<?xf32>
  %y = linalg.exp ins(%x : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %r = pad.pad constant %y low[0] high[0] interior[1] : tensor<?xf32> to tensor<?xf32>
  %s = linalg.exp ins(%z : tensor<1xf32>) outs(%z : tensor<1xf32>) -> tensor<1xf32>
  %t = pad.pad constant %s low[0] high[1] interior[9223372036854775807] : tensor<1xf32> to tensor<2xf32>
  %u = linalg.exp ins(%x : tensor<?xf32>) outs(%x : tensor<?xf32>) -> tensor<?xf32>
  %v = pad.pad constant %u low[4611686018427387905] high[1] : tensor<?xf32> to tensor<?xf32>
  return %r, %t, %v : tensor<?xf32>, tensor<2xf32>, tensor<?xf32>
}

// CHECK-LABEL: func @empty_source
// CHECK: pad.pad constant
func.func @empty_source(%x: tensor<0xf32>) -> tensor<2xf32> {
  %y = linalg.exp ins(%x : tensor<0xf32>) outs(%x : tensor<0xf32>) -> tensor<0xf32>
  %r = pad.pad constant %y low[2] high[0] : tensor<0xf32> to tensor<2xf32>
  return %r : tensor<2xf32>
}

// Another user needs the source without padding.
// CHECK-LABEL: func @two_users
// CHECK: pad.pad edge
func.func @two_users(%x: tensor<4xf32>) -> (tensor<6xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %y = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %r = pad.pad edge %y low[1] high[1] : tensor<4xf32> to tensor<6xf32>
  return %r, %y : tensor<6xf32>, tensor<4xf32>
}

// The producer adds to what is in its init.
// CHECK-LABEL: func @init_is_read
// CHECK: pad.pad edge
func.func @init_is_read(%x: tensor<4x3xf32>, %z: tensor<4xf32>) -> tensor<6xf32> {
  %y = linalg.reduce ins(%x : tensor<4x3xf32>) outs(%z : tensor<4xf32>) dimensions = [1]
    (%a: f32, %b: f32) {
      %s = arith.addf %a, %b : f32
      linalg.yield %s : f32
    }
  %r = pad.pad edge %y low[1] high[1] : tensor<4xf32> to tensor<6xf32>
  return %r : tensor<6xf32>
}

// The padding would be done once an iteration, the producer only once.
// CHECK-LABEL: func @other_block
// CHECK: pad.pad edge
func.func @other_block(%x: tensor<4xf32>, %c: i1, %z: tensor<6xf32>) -> tensor<6xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %y = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %r = scf.if %c -> tensor<6xf32> {
    %p = pad.pad edge %y low[1] high[1] : tensor<4xf32> to tensor<6xf32>
    scf.yield %p : tensor<6xf32>
  } else {
    scf.yield %z : tensor<6xf32>
  }
  return %r : tensor<6xf32>
}

// The pads depend on what the producer makes.
// CHECK-LABEL: func @pad_depends_on_producer
// CHECK: pad.pad edge
func.func @pad_depends_on_producer(%x: tensor<?xf32>, %i: tensor<?xindex>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %y:2 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>],
      iterator_types = ["parallel"]} outs(%x, %i : tensor<?xf32>, tensor<?xindex>) {
  ^bb0(%a: f32, %b: index):
    %v = arith.constant 1.0 : f32
    %n = linalg.index 0 : index
    linalg.yield %v, %n : f32, index
  } -> (tensor<?xf32>, tensor<?xindex>)
  %e = tensor.extract %y#1[%c0] : tensor<?xindex>
  %low = affine.max affine_map<()[s0] -> (0, s0)>()[%e]
  %r = pad.pad edge %y#0 low[%low] high[2] : tensor<?xf32> to tensor<?xf32>
  return %r : tensor<?xf32>
}

// CHECK-LABEL: func @pads_nothing
// CHECK: pad.pad edge
func.func @pads_nothing(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = linalg.exp ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) -> tensor<4xf32>
  %r = pad.pad edge %y low[0] high[0] : tensor<4xf32> to tensor<4xf32>
  return %r : tensor<4xf32>
}
