//===- Passes.td - Transformations of pad ops --------------*- tablegen -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_TRANSFORMS_PASSES_TD
#define PAD_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def GuardAllocations : Pass<"guard-allocations"> {
  let summary = "Trap instead of writing past what was allocated";
  let description = [{
    The size of a buffer with dynamic extents is a product that can exceed 64
    bits: `malloc` would then get a small number, and the writes would go past
    what it returns (C7). This checks the product before each `memref.alloc`, and
    traps where it is too large; after it, it traps where there is no memory.

    Before:

    ```mlir
    func.func @before(%n: index) -> memref<?xi8> {
      %a = memref.alloc(%n) : memref<?xi8>
      return %a : memref<?xi8>
    }
    ```

    After:

    ```mlir
    func.func @before(%n: index) -> memref<?xi8> {
      %limit = arith.constant 9223372036854771712 : index
      %large = arith.cmpi ugt, %n, %limit : index
      scf.if %large {
        llvm.intr.trap
      }
      %a = memref.alloc(%n) : memref<?xi8>
      %p = memref.extract_aligned_pointer_as_index %a : memref<?xi8> -> index
      %zero = arith.constant 0 : index
      %none = arith.cmpi eq, %p, %zero : index
      scf.if %none {
        llvm.intr.trap
      }
      return %a : memref<?xi8>
    }
    ```
  }];
  let dependentDialects = [
    "arith::ArithDialect", "LLVM::LLVMDialect", "memref::MemRefDialect",
    "scf::SCFDialect"
  ];
}

def DeallocateBuffers : Pass<"deallocate-buffers", "ModuleOp"> {
  let summary = "Free what bufferization allocated";
  let description = [{
    Upstream's ownership-based buffer deallocation, for the functions that
    `--mark-manual-deallocation` has not marked. Removes that mark.

    Before:

    ```mlir
    func.func @before() attributes {pad.manual_deallocation} {
      %a = memref.alloc() : memref<4xf32>
      memref.dealloc %a : memref<4xf32>
      return
    }
    ```

    After:

    ```mlir
    func.func @before() {
      %a = memref.alloc() : memref<4xf32>
      memref.dealloc %a : memref<4xf32>
      return
    }
    ```
  }];
  let dependentDialects = [
    "arith::ArithDialect", "bufferization::BufferizationDialect",
    "memref::MemRefDialect", "scf::SCFDialect"
  ];
}

def MarkManualDeallocation : Pass<"mark-manual-deallocation", "ModuleOp"> {
  let summary = "Keep memrefs that the input frees out of buffer deallocation";
  let description = [{
    Upstream's buffer deallocation frees every allocation, its own and the
    input's, and does not follow a memref that the input frees. So a module that
    frees memrefs has each function without tensors marked: it frees what it
    allocates, and owns what calls return to it. In a function with tensors, the
    allocations that it frees, or passes to a function that may, are left to it.
    A memref of other origin is refused there. Runs before bufferization.

    Before:

    ```mlir
    func.func @before() {
      %a = memref.alloc() : memref<4xf32>
      memref.dealloc %a : memref<4xf32>
      return
    }
    ```

    After:

    ```mlir
    func.func @before() attributes {pad.manual_deallocation} {
      %a = memref.alloc() : memref<4xf32>
      memref.dealloc %a : memref<4xf32>
      return
    }
    ```
  }];
  let dependentDialects = [
    "bufferization::BufferizationDialect", "pad::PadDialect"
  ];
}

def MemRefCopyToLinalg : Pass<"memref-copy-to-linalg"> {
  let summary = "Copy memrefs with linalg instead of a runtime call";
  let description = [{
    `memref.copy` of a strided view becomes a call of the runtime function
    `memrefCopy`, which copies element by element and has to be linked. A
    `linalg.generic` becomes a loop.

    Before:

    ```mlir
    func.func @before(%a: memref<4xf32>, %b: memref<4xf32>) {
      memref.copy %a, %b : memref<4xf32> to memref<4xf32>
      return
    }
    ```

    After:

    ```mlir
    func.func @before(%a: memref<4xf32>, %b: memref<4xf32>) {
      linalg.generic {
        indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
        iterator_types = ["parallel"]}
        ins(%a : memref<4xf32>) outs(%b : memref<4xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      }
      return
    }
    ```
  }];
  let dependentDialects = ["linalg::LinalgDialect", "memref::MemRefDialect"];
}

def PadFoldIntoReductions : Pass<"pad-fold-into-reductions"> {
  let summary = "Reduce the source instead of a pad by the neutral value";
  let description = [{
    Reducing padding elements that change nothing is work for nothing: the linalg
    op reduces the source instead, without a padded tensor. Axes that are not
    reduced keep their pads, and other inputs are sliced to the data.

    The result is the same to the bit, so `+0.0` counts as neutral in a sum only
    where that starts from a constant other than `-0.0`: it is then never `-0.0`.
    Padding values may pass through the body before they are combined, as in a
    sum of squares. A maximum that starts from a constant may be padded by
    anything that is not larger.

    Before:

    ```mlir
    func.func @before(%x: tensor<4x?xf32>) -> tensor<4xf32> {
      %zero = arith.constant 0.0 : f32
      %p = pad.pad constant %x low[0, 1] high[0, 2]
          : tensor<4x?xf32> to tensor<4x?xf32>
      %e = tensor.empty() : tensor<4xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
      %r = linalg.reduce { arith.addf } ins(%p : tensor<4x?xf32>)
          outs(%f : tensor<4xf32>) dimensions = [1]
      return %r : tensor<4xf32>
    }
    ```

    After:

    ```mlir
    func.func @before(%x: tensor<4x?xf32>) -> tensor<4xf32> {
      %zero = arith.constant 0.0 : f32
      %e = tensor.empty() : tensor<4xf32>
      %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
      %r = linalg.reduce { arith.addf } ins(%x : tensor<4x?xf32>)
          outs(%f : tensor<4xf32>) dimensions = [1]
      return %r : tensor<4xf32>
    }
    ```
  }];
  let dependentDialects = ["pad::PadDialect", "tensor::TensorDialect"];
}

def PadFoldIntoTosa : Pass<"pad-fold-into-tosa"> {
  let summary = "Turn pads into padding of the TOSA ops that use them";
  let description = [{
    TOSA's convolutions and pools have padding of their own, which hardware does
    for free. A constant pad of the spatial axes becomes part of it, where it adds
    the same numbers:

    | op | padding value |
    | --- | --- |
    | `conv2d`, `conv3d`, `depthwise_conv2d` | the zero point of the input; TOSA lets implementations skip the products of padding, so weights are taken to be finite |
    | `transpose_conv2d` | the same, as `out_pad` times the stride; float weights must be finite constants |
    | `max_pool2d` | the least integer, or minus infinity where NaNs propagate; less than the kernel |
    | `avg_pool2d` | none: it divides by the number of elements without padding |

    Every user of the pad must take it, or it would be done twice. Opt-in, as a
    target without such padding only has to take it out again.

    Before:

    ```mlir
    func.func @before(%x: tensor<1x6x6x2xf32>) -> tensor<1x4x4x2xf32> {
      %v = arith.constant 0xFF800000 : f32
      %p = pad.pad constant %x value(%v) low[0, 1, 1, 0] high[0, 1, 1, 0]
          : tensor<1x6x6x2xf32> to tensor<1x8x8x2xf32>
      %r = tosa.max_pool2d %p {kernel = array<i64: 2, 2>,
          pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>}
          : (tensor<1x8x8x2xf32>) -> tensor<1x4x4x2xf32>
      return %r : tensor<1x4x4x2xf32>
    }
    ```

    After:

    ```mlir
    func.func @before(%x: tensor<1x6x6x2xf32>) -> tensor<1x4x4x2xf32> {
      %r = tosa.max_pool2d %x {kernel = array<i64: 2, 2>,
          pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 2, 2>}
          : (tensor<1x6x6x2xf32>) -> tensor<1x4x4x2xf32>
      return %r : tensor<1x4x4x2xf32>
    }
    ```
  }];
}

def PadProducerIntoPadded : Pass<"pad-producer-into-padded"> {
  let summary = "Let the producer of a padded tensor write into the result";
  let description = [{
    A pad copies its source. Where that has one producer, in destination style or
    a loop, and the producer no other user, this allocates the padded tensor
    first: the producer writes its interior, and `pad.pad_into` is left with the
    borders. After bufferization that is one buffer instead of two, and the work
    of the pad is proportional to the borders. `--lower-pad-to-llvm` runs it, but
    with `lowering=linalg`.

    Every mode and interior pads; not where a pad may crop the source: the
    producer would write outside of the result. A pad known only at run time needs
    a bound that it is not negative, such as `affine.max` gives.

    Fusing a pad with its consumer is better still, and finds no `pad.pad` after
    this.

    Before:

    ```mlir
    func.func @before(%x: tensor<4xf32>) -> tensor<6xf32> {
      %e = tensor.empty() : tensor<4xf32>
      %y = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>)
          -> tensor<4xf32>
      %r = pad.pad reflect %y low[1] high[1] : tensor<4xf32> to tensor<6xf32>
      return %r : tensor<6xf32>
    }
    ```

    After:

    ```mlir
    func.func @before(%x: tensor<4xf32>) -> tensor<6xf32> {
      %e = tensor.empty() : tensor<6xf32>
      %v = tensor.extract_slice %e[1] [4] [1] : tensor<6xf32> to tensor<4xf32>
      %y = linalg.exp ins(%x : tensor<4xf32>) outs(%v : tensor<4xf32>)
          -> tensor<4xf32>
      %r = pad.pad_into reflect %y into %e low[1] high[1]
          : tensor<4xf32> into tensor<6xf32> -> tensor<6xf32>
      return %r : tensor<6xf32>
    }
    ```
  }];
  let dependentDialects = ["arith::ArithDialect", "tensor::TensorDialect"];
}

def PadToDestinationStyle : Pass<"pad-to-destination-style"> {
  let summary = "Rewrite pad.pad as pad.pad_into of an empty tensor";
  let description = [{
    Gives One-Shot Bufferize a destination to reuse: an empty tensor that ends up
    in a larger buffer is replaced by a slice of that buffer
    (`-eliminate-empty-tensors`), and the pad then writes in place.

    Before:

    ```mlir
    func.func @before(%x: tensor<4xf32>) -> tensor<6xf32> {
      %r = pad.pad wrap %x low[1] high[1] : tensor<4xf32> to tensor<6xf32>
      return %r : tensor<6xf32>
    }
    ```

    After:

    ```mlir
    func.func @before(%x: tensor<4xf32>) -> tensor<6xf32> {
      %e = tensor.empty() : tensor<6xf32>
      %r = pad.pad_into wrap %x into %e low[1] high[1]
          : tensor<4xf32> into tensor<6xf32> -> tensor<6xf32>
      return %r : tensor<6xf32>
    }
    ```
  }];
  let dependentDialects = ["arith::ArithDialect", "tensor::TensorDialect"];
}

def PadQuantizedToStorage : Pass<"pad-quantized-to-storage"> {
  let summary = "Hold quantized tensors in their storage type";
  let description = [{
    Buffers hold integers, not quantized values: every quantized type of the
    module becomes its storage type, and a `quant.scast` between the two goes
    away. A pad gets the zero point as its padding value where none is given. One
    of a mode that takes no value (C3) fills its result instead, if its source
    turns out to be empty.

    Before:

    ```mlir
    !q = !quant.uniform<i8:f32, 0.5:3>
    func.func @before(%x: tensor<4x!q>) -> tensor<5x!q> {
      %r = pad.pad constant %x low[1] high[0] : tensor<4x!q> to tensor<5x!q>
      return %r : tensor<5x!q>
    }
    ```

    After:

    ```mlir
    func.func @before(%x: tensor<4xi8>) -> tensor<5xi8> {
      %z = arith.constant 3 : i8
      %r = pad.pad constant %x value(%z) low[1] high[0]
          : tensor<4xi8> to tensor<5xi8>
      return %r : tensor<5xi8>
    }
    ```
  }];
  let dependentDialects = [
    "arith::ArithDialect", "linalg::LinalgDialect", "scf::SCFDialect",
    "tensor::TensorDialect"
  ];
}

def MoveBF16AsBits : Pass<"move-bf16-as-bits", "ModuleOp"> {
  let summary = "Hold bf16 values of the LLVM dialect as i16";
  let description = [{
    Padding moves elements and computes nothing with them. But for x86 without
    AVX512-BF16, LLVM 22 holds every `bfloat` that crosses a block or a call as a
    `float`, and rounds it back with the runtime function `__truncsfbf2`: slow, not
    in libc, and it changes signaling NaNs. So loads, stores, constants, selects,
    block arguments and function signatures use the 16 bits, also in structs and
    vectors; arithmetic on bf16 gets a bitcast on each side.

    Before:

    ```mlir
    llvm.func @before(%p: !llvm.ptr, %c: i1, %v: bf16) {
      %x = llvm.load %p : !llvm.ptr -> bf16
      %s = llvm.select %c, %x, %v : i1, bf16
      llvm.store %s, %p : bf16, !llvm.ptr
      llvm.return
    }
    ```

    After:

    ```mlir
    llvm.func @before(%p: !llvm.ptr, %c: i1, %v: i16) {
      %x = llvm.load %p : !llvm.ptr -> i16
      %s = llvm.select %c, %x, %v : i1, i16
      llvm.store %s, %p : i16, !llvm.ptr
      llvm.return
    }
    ```
  }];
  let dependentDialects = ["LLVM::LLVMDialect"];
}

def InlineAllocaScopes : Pass<"inline-alloca-scopes"> {
  let summary = "Allocate the stack memory of OpenMP loops once a thread";
  let description = [{
    `--convert-scf-to-openmp` wraps the body of a loop in `memref.alloca_scope`,
    which takes a single block: one that still allocates cannot become a
    control-flow graph. Allocations of constant size move in front of the loop,
    into the parallel region, and the scope is inlined. A scope with others is
    left.

    Before:

    ```mlir
    func.func @before(%n: index, %out: memref<?xf32>) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      omp.parallel {
        omp.wsloop {
          omp.loop_nest (%i) : index = (%c0) to (%n) step (%c1) {
            memref.alloca_scope {
              %a = memref.alloca() : memref<4xf32>
              %e = memref.load %a[%c0] : memref<4xf32>
              memref.store %e, %out[%i] : memref<?xf32>
            }
            omp.yield
          }
        }
        omp.terminator
      }
      return
    }
    ```

    After:

    ```mlir
    func.func @before(%n: index, %out: memref<?xf32>) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      omp.parallel {
        %a = memref.alloca() : memref<4xf32>
        omp.wsloop {
          omp.loop_nest (%i) : index = (%c0) to (%n) step (%c1) {
            %e = memref.load %a[%c0] : memref<4xf32>
            memref.store %e, %out[%i] : memref<?xf32>
            omp.yield
          }
        }
        omp.terminator
      }
      return
    }
    ```
  }];
  let dependentDialects = ["memref::MemRefDialect"];
}

def ReturnDistinctBuffers : Pass<"return-distinct-buffers", "func::FuncOp"> {
  let summary = "Return no buffer twice";
  let description = [{
    Where results become out-params, upstream replaces a returned allocation by
    the parameter, and crashes on one that is returned twice (CSE makes one of
    two equal pads). Every result after the first then returns a copy.

    Before:

    ```mlir
    func.func @before() -> (memref<4xf32>, memref<4xf32>) {
      %a = memref.alloc() : memref<4xf32>
      return %a, %a : memref<4xf32>, memref<4xf32>
    }
    ```

    After:

    ```mlir
    func.func @before() -> (memref<4xf32>, memref<4xf32>) {
      %a = memref.alloc() : memref<4xf32>
      %b = memref.alloc() : memref<4xf32>
      memref.copy %a, %b : memref<4xf32> to memref<4xf32>
      return %a, %b : memref<4xf32>, memref<4xf32>
    }
    ```
  }];
  let dependentDialects = ["memref::MemRefDialect"];
}

def ResultsToOutParams : Pass<"results-to-out-params", "ModuleOp"> {
  let summary = "Write results to memrefs that the caller passes";
  let description = [{
    Upstream's out-params, for functions as callers outside of the module see
    them. A caller inside cannot allocate a result of dynamic extents that it does
    not know, nor pass more arguments to a function that it holds by address: such
    a function goes on to return its results if it is private, and gets a private
    twin for the callers inside if it is public.

    Before:

    ```mlir
    func.func private @twice(%n: index) -> memref<?xf32> {
      %m = arith.addi %n, %n : index
      %a = memref.alloc(%m) : memref<?xf32>
      return %a : memref<?xf32>
    }
    func.func @before(%n: index) -> memref<?xf32> {
      %a = call @twice(%n) : (index) -> memref<?xf32>
      return %a : memref<?xf32>
    }
    ```

    After:

    ```mlir
    func.func private @twice(%n: index) -> memref<?xf32> {
      %m = arith.addi %n, %n : index
      %a = memref.alloc(%m) : memref<?xf32>
      return %a : memref<?xf32>
    }
    func.func @before(%n: index, %out: memref<?xf32>) {
      %a = call @twice(%n) : (index) -> memref<?xf32>
      memref.copy %a, %out : memref<?xf32> to memref<?xf32>
      return
    }
    ```
  }];
  let dependentDialects = ["memref::MemRefDialect"];
}

def VerifyBufferizable : Pass<"verify-bufferizable"> {
  let summary = "Refuse ops on tensors that cannot become ops on memrefs";
  let description = [{
    Runs before bufferization, which would only say that an op was not bufferized.
  }];
  let dependentDialects = ["bufferization::BufferizationDialect"];
}

def VerifyPadLowerable : Pass<"verify-pad-lowerable"> {
  let summary = "Refuse pads that cannot become native code, with the reason";
  let description = [{
    The first step of `--lower-pad-to-llvm`. A pad whose element type has no
    memory representation, whose tensor is sparse, or whose size exceeds the
    address space is an error here, where its types are still the ones the user
    wrote, and not a puzzle three passes later.
  }];
}

def VerifyPadLowered : Pass<"verify-pad-lowered", "ModuleOp"> {
  let summary = "Contract: nothing but the LLVM dialect is left";
  let description = [{
    The last step of `--lower-pad-to-llvm`. Any `pad` op left is an error that
    names the op and the reason, and so is any other op that the pipeline did not
    lower.
  }];
}

#endif // PAD_TRANSFORMS_PASSES_TD
