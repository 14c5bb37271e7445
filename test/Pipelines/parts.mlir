// The three parts of the pipeline, one after the other, are the whole of it, and upstream's
// bufferization may take the place of the second one.

// RUN: pad-opt %s --lower-pad-to-llvm="import=true vector-width=256" -o %t.whole
// RUN: pad-opt %s --pad-tensor-pipeline="import=true vector-width=256" -o %t.tensors
// RUN: FileCheck %s --check-prefix=TENSORS --implicit-check-not=tensor.pad < %t.tensors
// RUN: pad-opt %t.tensors --pad-buffer-pipeline -o %t.buffers
// RUN: FileCheck %s --check-prefix=BUFFERS --implicit-check-not='tensor<' < %t.buffers
// RUN: pad-opt %t.buffers --pad-code-pipeline=vector-width=256 -o %t.code
// RUN: diff %t.whole %t.code

// On another op than a module, a pipeline is refused.
// RUN: not pad-opt %s --pass-pipeline='builtin.module(func.func(lower-pad-to-llvm))' 2>&1 | FileCheck %s --check-prefix=NESTED
// RUN: not pad-opt %s --pass-pipeline='builtin.module(func.func(pad-buffer-pipeline))' 2>&1 | FileCheck %s --check-prefix=NESTED
// NESTED: error: Can't add pipeline '{{.*}}' restricted to 'builtin.module' on a PassManager intended to run on 'func.func', did you intend to nest?

// RUN: pad-opt %t.tensors --one-shot-bufferize="bufferize-function-boundaries allow-return-allocs-from-loops" --pad-code-pipeline=lowering=scf | %run_main | FileCheck %s --check-prefix=RAN
// RUN: %run_main < %t.code | FileCheck %s --check-prefix=RAN

// A part that gets what another one has to make first says so.
// RUN: not pad-opt %s --pad-code-pipeline 2>&1 | FileCheck %s --check-prefix=SKIPPED
// SKIPPED: error: 'pad.pad' op was not lowered: its tensors were not bufferized

// TENSORS-LABEL: func.func @pads
// TENSORS: pad.pad_into reflect
// TENSORS: pad.pad_into constant
// TENSORS-LABEL: func.func @blur
// TENSORS: vector.transfer_write
// BUFFERS-LABEL: func.func @pads
// BUFFERS: pad.pad_into reflect {{.*}} : memref<2x3xf32> into memref
func.func @pads(%x: tensor<2x3xf32>, %v: f32, %n: index) -> (tensor<4x7xf32>, tensor<?x4xf32>) {
  %r = pad.pad reflect %x low[1, 2] high[1, 2] : tensor<2x3xf32> to tensor<4x7xf32>
  %c = tensor.pad %x low[%n, 1] high[1, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %v : f32
  } : tensor<2x3xf32> to tensor<?x4xf32>
  return %r, %c : tensor<4x7xf32>, tensor<?x4xf32>
}

#same = affine_map<(i, j) -> (i, j)>
func.func @blur(%x: tensor<4x40xf32>) -> tensor<4x40xf32> {
  %p = pad.pad wrap %x low[0, 1] high[0, 1] : tensor<4x40xf32> to tensor<4x42xf32>
  %left = tensor.extract_slice %p[0, 0] [4, 40] [1, 1] : tensor<4x42xf32> to tensor<4x40xf32>
  %right = tensor.extract_slice %p[0, 2] [4, 40] [1, 1] : tensor<4x42xf32> to tensor<4x40xf32>
  %e = tensor.empty() : tensor<4x40xf32>
  %r = linalg.generic {indexing_maps = [#same, #same, #same], iterator_types = ["parallel", "parallel"]}
      ins(%left, %right : tensor<4x40xf32>, tensor<4x40xf32>) outs(%e : tensor<4x40xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<4x40xf32>
  return %r : tensor<4x40xf32>
}

func.func private @printMemrefF32(tensor<*xf32>) attributes {llvm.emit_c_interface}

// RAN: [5,   4,   3,   4,   5,   4,   3],
// RAN-NEXT: [2,   1,   0,   1,   2,   1,   0],
// RAN: [9,   0,   1,   2],
func.func @main() {
  %x = arith.constant dense<[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]> : tensor<2x3xf32>
  %v = arith.constant 9.0 : f32
  %c1 = arith.constant 1 : index
  %r, %c = call @pads(%x, %v, %c1) : (tensor<2x3xf32>, f32, index) -> (tensor<4x7xf32>, tensor<?x4xf32>)
  %u = tensor.cast %r : tensor<4x7xf32> to tensor<*xf32>
  %w = tensor.cast %c : tensor<?x4xf32> to tensor<*xf32>
  call @printMemrefF32(%u) : (tensor<*xf32>) -> ()
  call @printMemrefF32(%w) : (tensor<*xf32>) -> ()
  return
}
