// RUN: pad-opt %s --pad-fuse-into-loops="vector-bits=256 remarks" --canonicalize --cse --split-input-file -o %t 2>%t.remarks
// RUN: FileCheck %s --input-file=%t
// RUN: FileCheck %s --input-file=%t.remarks --check-prefix=REMARK

#same = affine_map<(i) -> (i)>
// CHECK-LABEL: func @differences
// CHECK-NOT: pad.pad
// CHECK: vector.shuffle
// CHECK: scf.for %[[I:.*]] = %c4 to
// CHECK: %[[BEFORE:.*]] = arith.addi %[[I]], %c-1 :
// CHECK: %[[A:.*]] = vector.transfer_read %{{.*}}[%[[BEFORE]]]
// CHECK: %[[BEHIND:.*]] = arith.addi %[[I]], %c1 :
// CHECK: %[[B:.*]] = vector.transfer_read %{{.*}}[%[[BEHIND]]]
// CHECK: arith.subf %[[B]], %[[A]] : vector<4xf64>
// CHECK-NOT: tensor.extract
// CHECK: return
// REMARK: remark: fused into 'linalg.generic', which is emitted as loops over vectors of 4
func.func @differences(%x: tensor<59xf64>) -> tensor<59xf64> {
  %c2 = arith.constant 2 : index
  %p = pad.pad reflect %x low[1] high[1] : tensor<59xf64> to tensor<61xf64>
  %e = tensor.empty() : tensor<59xf64>
  %r = linalg.generic {indexing_maps = [#same], iterator_types = ["parallel"]}
      outs(%e : tensor<59xf64>) {
  ^bb0(%o: f64):
    %i = linalg.index 0 : index
    %j = arith.addi %i, %c2 : index
    %a = tensor.extract %p[%i] : tensor<61xf64>
    %b = tensor.extract %p[%j] : tensor<61xf64>
    %d = arith.subf %b, %a : f64
    linalg.yield %d : f64
  } -> tensor<59xf64>
  return %r : tensor<59xf64>
}

// -----

#same = affine_map<(i) -> (i)>
// CHECK-LABEL: func @reversed
// CHECK: pad.pad
// CHECK: tensor.extract
// CHECK: return
// REMARK: remark: not fused: tensor.extract reads it at an index that is not that of a loop plus a constant of at least 0
func.func @reversed(%x: tensor<59xf64>) -> tensor<59xf64> {
  %c60 = arith.constant 60 : index
  %p = pad.pad reflect %x low[1] high[1] : tensor<59xf64> to tensor<61xf64>
  %e = tensor.empty() : tensor<59xf64>
  %r = linalg.generic {indexing_maps = [#same], iterator_types = ["parallel"]}
      outs(%e : tensor<59xf64>) {
  ^bb0(%o: f64):
    %i = linalg.index 0 : index
    %j = arith.subi %c60, %i : index
    %a = tensor.extract %p[%j] : tensor<61xf64>
    linalg.yield %a : f64
  } -> tensor<59xf64>
  return %r : tensor<59xf64>
}

// -----

#same = affine_map<(i, j) -> (i, j)>
// REMARK: remark: not fused: tensor.extract reads it along a loop that does not run along one axis of it and of the result
func.func @diagonal(%x: tensor<59x59xf64>) -> tensor<59x59xf64> {
  %p = pad.pad edge %x low[1, 1] high[1, 1] : tensor<59x59xf64> to tensor<61x61xf64>
  %e = tensor.empty() : tensor<59x59xf64>
  %r = linalg.generic {indexing_maps = [#same], iterator_types = ["parallel", "parallel"]}
      outs(%e : tensor<59x59xf64>) {
  ^bb0(%o: f64):
    %i = linalg.index 0 : index
    %a = tensor.extract %p[%i, %i] : tensor<61x61xf64>
    linalg.yield %a : f64
  } -> tensor<59x59xf64>
  return %r : tensor<59x59xf64>
}

// -----

#same = affine_map<(i) -> (i)>
// No iteration may get there.
// REMARK: remark: not fused: tensor.extract reads behind it
func.func @behind(%x: tensor<59xf64>) -> tensor<59xf64> {
  %c3 = arith.constant 3 : index
  %p = pad.pad edge %x low[1] high[1] : tensor<59xf64> to tensor<61xf64>
  %e = tensor.empty() : tensor<59xf64>
  %r = linalg.generic {indexing_maps = [#same], iterator_types = ["parallel"]}
      outs(%e : tensor<59xf64>) {
  ^bb0(%o: f64):
    %i = linalg.index 0 : index
    %j = arith.addi %i, %c3 : index
    %a = tensor.extract %p[%j] : tensor<61xf64>
    linalg.yield %a : f64
  } -> tensor<59xf64>
  return %r : tensor<59xf64>
}
