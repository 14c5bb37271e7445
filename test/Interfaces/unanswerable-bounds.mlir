// RUN: pad-opt %s --canonicalize | FileCheck %s
// RUN: pad-opt %s --convert-pad-to-tensor=partial | FileCheck %s --check-prefix=NAMES
// RUN: pad-opt %s --pad-split-crop --pad-shrink-source | FileCheck %s --check-prefix=NAMES
// RUN: pad-opt %s --pad-decompose-borders --pad-collapse-axes | FileCheck %s --check-prefix=NAMES
// RUN: pad-opt %s --pad-producer-into-padded | FileCheck %s --check-prefix=NAMES
// RUN: pad-opt %s --lower-pad-to-llvm | FileCheck %s --check-prefix=LLVM

// Numbers of which upstream's value bounds cannot tell anything, and crash where
// they are asked: the index of the body of a `tensor.pad`, also behind
// arithmetic, and the extents of arithmetic on tensors.

// CHECK-LABEL: func @body_index
// CHECK: tensor.pad
// CHECK: pad.pad edge %{{.*}} low[%{{.*}}] high[0]
// NAMES-LABEL: func @body_index
// LLVM-LABEL: llvm.func @body_index
func.func @body_index(%x: tensor<?xf32>, %y: tensor<3xf32>) -> tensor<5xf32> {
  %c0 = arith.constant 0 : index
  %r = tensor.pad %y low[1] high[1] {
  ^bb0(%i: index):
    %p = pad.pad edge %x low[%i] high[0] : tensor<?xf32> to tensor<?xf32>
    %e = tensor.extract %p[%c0] : tensor<?xf32>
    tensor.yield %e : f32
  } : tensor<3xf32> to tensor<5xf32>
  return %r : tensor<5xf32>
}

// CHECK-LABEL: func @computed_from_body_index
// CHECK: pad.pad reflect
// NAMES-LABEL: func @computed_from_body_index
// LLVM-LABEL: llvm.func @computed_from_body_index
func.func @computed_from_body_index(%x: tensor<?x4xf32>, %y: tensor<3xf32>,
                                    %n: index) -> tensor<5xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = tensor.pad %y low[1] high[1] {
  ^bb0(%i: index):
    %low = arith.addi %i, %c1 : index
    %high = arith.subi %n, %low : index
    %p = pad.pad reflect %x low[%low, 0] high[%high, 1]
        : tensor<?x4xf32> to tensor<?x5xf32>
    %d = tensor.dim %p, %c0 : tensor<?x5xf32>
    %s = tensor.extract_slice %p[%i, 0] [%d, 5] [1, 1]
        : tensor<?x5xf32> to tensor<?x5xf32>
    %e = tensor.extract %s[%c0, %c0] : tensor<?x5xf32>
    tensor.yield %e : f32
  } : tensor<3xf32> to tensor<5xf32>
  return %r : tensor<5xf32>
}

// CHECK-LABEL: func @extents_of_arithmetic
// CHECK: pad.pad wrap
// NAMES-LABEL: func @extents_of_arithmetic
// LLVM-LABEL: llvm.func @extents_of_arithmetic
func.func @extents_of_arithmetic(%x: tensor<?x4xf32>, %i: index, %n: index)
    -> tensor<?x4xf32> {
  %a = arith.addf %x, %x : tensor<?x4xf32>
  %p = pad.pad wrap %a low[0, %i] high[0, 1] : tensor<?x4xf32> to tensor<?x?xf32>
  %s = tensor.extract_slice %p[0, 1] [%n, 4] [1, 1]
      : tensor<?x?xf32> to tensor<?x4xf32>
  return %s : tensor<?x4xf32>
}
