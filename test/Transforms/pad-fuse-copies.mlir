// RUN: pad-opt %s --pad-fuse-into-loops=vector-bits=512 --canonicalize --cse --split-input-file | FileCheck %s
// RUN: pad-opt %s "--pad-fuse-into-loops=vector-bits=512 where-faster remarks" --split-input-file -o /dev/null 2>&1 | FileCheck %s --check-prefix=AUTO
// RUN: pad-opt %s --pad-fuse-into-loops=vector-bits=0 --canonicalize --cse --split-input-file | FileCheck %s --check-prefix=SCALAR

// The loop from patch to patch is split, so that patches inside of the image are copied by
// vectors; rows of those that reach over its end are copied as far as they lie inside.
// AUTO: emitted as loops over vectors of 16
// CHECK-LABEL: func @patches
// CHECK: scf.for {{.*}} = %c0 to %c7 step %c1
// CHECK: scf.for {{.*}} = %c0 to %c7 step %c1
// CHECK: vector.transfer_read %arg0{{.*}} vector<16xf32>
// CHECK-NEXT: vector.transfer_write
// CHECK: vector.transfer_read %arg0{{.*}} vector<16xf32>
// CHECK-NEXT: vector.transfer_write
// CHECK: tensor.extract
// CHECK-NOT: vector.transfer_read
// CHECK: return
func.func @patches(%x: tensor<100x120xf32>) -> tensor<7x8x16x16xf32> {
  %p = pad.pad edge %x low[0, 0] high[12, 8] : tensor<100x120xf32> to tensor<112x128xf32>
  %e = tensor.empty() : tensor<7x8x16x16xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(a, b, c, d) -> (a * 16 + c, b * 16 + d)>,
                                        affine_map<(a, b, c, d) -> (a, b, c, d)>],
                       iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%p : tensor<112x128xf32>) outs(%e : tensor<7x8x16x16xf32>) {
  ^bb0(%v: f32, %o: f32):
    linalg.yield %v : f32
  } -> tensor<7x8x16x16xf32>
  return %r : tensor<7x8x16x16xf32>
}

// -----

// Few frames, of which most reach over an end, are not copied element by element.
// AUTO: not fused: each row has 306 elements of borders that would be computed one by one
func.func @frames(%x: tensor<1024xf32>) -> tensor<5x1024xf32> {
  %p = pad.pad reflect %x low[512] high[512] : tensor<1024xf32> to tensor<2048xf32>
  %e = tensor.empty() : tensor<5x1024xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(a, b) -> (a * 256 + b)>,
                                        affine_map<(a, b) -> (a, b)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<2048xf32>) outs(%e : tensor<5x1024xf32>) {
  ^bb0(%v: f32, %o: f32):
    linalg.yield %v : f32
  } -> tensor<5x1024xf32>
  return %r : tensor<5x1024xf32>
}

// -----

// Frames of unknown number are not taken for many.
// AUTO: not fused: each row has 32 elements of borders that would be computed one by one
func.func @any_frames(%x: tensor<?xf32>, %e: tensor<?x1024xf32>) -> tensor<?x1024xf32> {
  %p = pad.pad reflect %x low[512] high[512] : tensor<?xf32> to tensor<?xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(a, b) -> (a * 256 + b)>,
                                        affine_map<(a, b) -> (a, b)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<?xf32>) outs(%e : tensor<?x1024xf32>) {
  ^bb0(%v: f32, %o: f32):
    linalg.yield %v : f32
  } -> tensor<?x1024xf32>
  return %r : tensor<?x1024xf32>
}

// -----

// The three columns of a window are written out, so that the ends of each of its rows are
// vectors, and whole cache lines are stored. Two vectors of a row that mostly overlap are moved
// in less time if the row is padded.
// AUTO: not fused: windows are copied by rows of 10 elements, much of which vectors of 8 would move twice
// AUTO: emitted as loops over vectors of 16
// CHECK-LABEL: func @columns
// CHECK: scf.for {{.*}} = %c0 to %c4 step %c1
// CHECK: %[[FIRST:.*]] = vector.transfer_read %arg0
// CHECK: vector.shuffle %[[FIRST]], %[[FIRST]] [0, 0, 1,
// CHECK: scf.for {{.*}} = %c0 to %c4 step %c1
// CHECK-NOT: vector.shuffle
// CHECK: scf.for {{.*}} = %c0 to %c4 step %c1
// CHECK: vector.shuffle {{.*}} 14, 15, 15]
// CHECK-NOT: tensor.extract %
// Rows of scalars have no such ends.
// SCALAR-LABEL: func @columns
// SCALAR: scf.for {{.*}} = %c0 to %c3 step %c1
func.func @columns(%x: tensor<4x128xf32>, %y: tensor<4x10xf32>) -> (tensor<3x4x128xf32>, tensor<3x4x10xf32>) {
  %p = pad.pad edge %x low[0, 1] high[0, 1] : tensor<4x128xf32> to tensor<4x130xf32>
  %e = tensor.empty() : tensor<3x4x128xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(k, i, j) -> (i, j + k)>,
                                        affine_map<(k, i, j) -> (k, i, j)>],
                       iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%p : tensor<4x130xf32>) outs(%e : tensor<3x4x128xf32>) {
  ^bb0(%v: f32, %o: f32):
    linalg.yield %v : f32
  } -> tensor<3x4x128xf32>
  %q = pad.pad edge %y low[0, 1] high[0, 1] : tensor<4x10xf32> to tensor<4x12xf32>
  %f = tensor.empty() : tensor<3x4x10xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(k, i, j) -> (i, j + k)>,
                                        affine_map<(k, i, j) -> (k, i, j)>],
                       iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%q : tensor<4x12xf32>) outs(%f : tensor<3x4x10xf32>) {
  ^bb0(%v: f32, %o: f32):
    linalg.yield %v : f32
  } -> tensor<3x4x10xf32>
  return %r, %s : tensor<3x4x128xf32>, tensor<3x4x10xf32>
}

// -----

// Six of them are too many around a loop over padded rows: bufferization asks each loop for the
// type of the one before it several times.
// AUTO: not fused: each row has 5 elements of borders that would be computed one by one
// CHECK-LABEL: func @many_columns
// CHECK: scf.for {{.*}} = %c0 to %c6 step %c1
// CHECK: return
func.func @many_columns(%x: tensor<8x128xf32>) -> tensor<6x10x128xf32> {
  %p = pad.pad edge %x low[1, 2] high[1, 3] : tensor<8x128xf32> to tensor<10x133xf32>
  %e = tensor.empty() : tensor<6x10x128xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(k, i, j) -> (i, j + k)>,
                                        affine_map<(k, i, j) -> (k, i, j)>],
                       iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%p : tensor<10x133xf32>) outs(%e : tensor<6x10x128xf32>) {
  ^bb0(%v: f32, %o: f32):
    linalg.yield %v : f32
  } -> tensor<6x10x128xf32>
  return %r : tensor<6x10x128xf32>
}

// -----

// Rows in borders are copied between the others, in the order of the result.
// CHECK-LABEL: func @rows_in_order
// CHECK: vector.transfer_write {{.*}}[%c0, %c0, %c112]
// CHECK: scf.for {{.*}} = %c1 to %c9 step %c1
// CHECK: vector.transfer_write {{.*}}[%c0, %c9, %c0]
// CHECK: vector.transfer_write {{.*}}[%c1, %c0, %c0]
func.func @rows_in_order(%x: tensor<8x128xf32>) -> tensor<3x10x128xf32> {
  %p = pad.pad edge %x low[1, 1] high[1, 1] : tensor<8x128xf32> to tensor<10x130xf32>
  %e = tensor.empty() : tensor<3x10x128xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(k, i, j) -> (i, j + k)>,
                                        affine_map<(k, i, j) -> (k, i, j)>],
                       iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%p : tensor<10x130xf32>) outs(%e : tensor<3x10x128xf32>) {
  ^bb0(%v: f32, %o: f32):
    linalg.yield %v : f32
  } -> tensor<3x10x128xf32>
  return %r : tensor<3x10x128xf32>
}

// -----

// Where many frames are in borders, these are read by vectors, if all that one
// reads is a stretch that is mirrored, and element by element where not.
// CHECK-LABEL: func @frames_in_borders
// CHECK: scf.for %{{.*}} = %c4 to %{{.*}} step %c1
// CHECK: scf.for %{{.*}} = %c0 to %{{.*}} step %c1
// CHECK: scf.for %{{.*}} = %c0 to %{{.*}} step %c16
// CHECK: %[[LONG:.*]] = arith.cmpi sge, %{{.*}}, %c16
// CHECK: %[[BACKWARD:.*]] = arith.cmpi eq, %{{.*}}, %c-1
// CHECK: %[[IS:.*]] = arith.andi %[[LONG]], %[[BACKWARD]]
// CHECK: scf.if %[[IS]]
// CHECK: %[[V:.*]] = vector.transfer_read
// CHECK: vector.shuffle %[[V]], %[[V]] [15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]
// CHECK: } else {
// CHECK: scf.for
// CHECK: tensor.insert
// CHECK: scf.for
// CHECK: tensor.insert
// CHECK: return
func.func @frames_in_borders(%x: tensor<16384xf32>) -> tensor<129x1024xf32> {
  %p = pad.pad reflect %x low[512] high[512] : tensor<16384xf32> to tensor<17408xf32>
  %e = tensor.empty() : tensor<129x1024xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(f, t) -> (f * 128 + t)>, affine_map<(f, t) -> (f, t)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<17408xf32>) outs(%e : tensor<129x1024xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<129x1024xf32>
  return %r : tensor<129x1024xf32>
}
