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

def FlushBeforeAbort : Pass<"flush-before-abort", "ModuleOp"> {
  let summary = "Flush the output before the program aborts";
  let description = [{
    Upstream lowers an assertion to `puts` and `abort`. C's output to a pipe or a
    file is buffered, and `abort` need not write it: the message, and what the
    program printed before, would be lost.

    Before:

    ```mlir
    llvm.func @abort()
    llvm.func @before() {
      llvm.call @abort() : () -> ()
      llvm.unreachable
    }
    ```

    After:

    ```mlir
    llvm.func @fflush(!llvm.ptr) -> i32
    llvm.func @abort()
    llvm.func @before() {
      %all = llvm.mlir.zero : !llvm.ptr
      %status = llvm.call @fflush(%all) : (!llvm.ptr) -> i32
      llvm.call @abort() : () -> ()
      llvm.unreachable
    }
    ```
  }];
  let dependentDialects = ["LLVM::LLVMDialect"];
}

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
    frees memrefs, also because buffer deallocation has run before, has each function without tensors marked: it frees what it
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

def MarkNestedIndices : Pass<"mark-nested-indices"> {
  let summary = "Keep CSE from merging indices of nested linalg ops";
  let description = [{
    `linalg.index` names a loop of the op that it is in, but has no operand that
    says so: upstream's CSE replaces the index of an inner op by the equal one of
    an outer op, and every element is then computed for the wrong position. This
    gives the inner ones an attribute that tells them apart. Upstream's
    `--control-flow-sink` and inlining make such IR of correct IR.

    Before:

    ```mlir
    func.func @before(%rows: memref<3xindex>, %columns: memref<4xindex>) {
      linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>],
                      iterator_types = ["parallel"]}
          outs(%rows : memref<3xindex>) {
      ^bb0(%row: index):
        %i = linalg.index 0 : index
        linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>],
                        iterator_types = ["parallel"]}
            outs(%columns : memref<4xindex>) {
        ^bb0(%column: index):
          %j = linalg.index 0 : index
          linalg.yield %j : index
        }
        linalg.yield %i : index
      }
      return
    }
    ```

    After:

    ```mlir
    func.func @before(%rows: memref<3xindex>, %columns: memref<4xindex>) {
      linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>],
                      iterator_types = ["parallel"]}
          outs(%rows : memref<3xindex>) {
      ^bb0(%row: index):
        %i = linalg.index 0 : index
        linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>],
                        iterator_types = ["parallel"]}
            outs(%columns : memref<4xindex>) {
        ^bb0(%column: index):
          %j = linalg.index 0 {pad.nesting_depth = 1 : i64} : index
          linalg.yield %j : index
        }
        linalg.yield %i : index
      }
      return
    }
    ```
  }];
}

def ExpandClones : Pass<"expand-clones"> {
  let summary = "Make clones allocations and copies";
  let description = [{
    Upstream lowers a `bufferization.clone` only to a dense buffer. Buffer
    deallocation makes clones of views too, whose types have static strides: they
    get a buffer with these strides. A clone without a rank has that of the memref
    which was cast to it.

    Before:

    ```mlir
    func.func @before(%x: memref<4xf32>) -> memref<4xf32> {
      %c = bufferization.clone %x : memref<4xf32> to memref<4xf32>
      return %c : memref<4xf32>
    }
    ```

    After:

    ```mlir
    func.func @before(%x: memref<4xf32>) -> memref<4xf32> {
      %c = memref.alloc() : memref<4xf32>
      memref.copy %x, %c : memref<4xf32> to memref<4xf32>
      return %c : memref<4xf32>
    }
    ```
  }];
  let dependentDialects = ["arith::ArithDialect", "memref::MemRefDialect"];
}

def ExpandDynamicShapes : Pass<"expand-dynamic-shapes"> {
  let summary = "Make reshapes to several dynamic extents casts of memrefs";
  let description = [{
    MLIR 22's `--expand-strided-metadata` crashes on a `memref.expand_shape` that
    splits one axis into several dynamic ones, and divides by zero where it splits
    one into a dynamic one and one of static extent 0. The sizes are operands of
    the op, and the strides follow from them.

    Before:

    ```mlir
    func.func @before(%x: memref<?xf32>, %m: index, %n: index) -> memref<?x?xf32> {
      %r = memref.expand_shape %x [[0, 1]] output_shape [%m, %n] : memref<?xf32> into memref<?x?xf32>
      return %r : memref<?x?xf32>
    }
    ```

    After:

    ```mlir
    func.func @before(%x: memref<?xf32>, %m: index, %n: index) -> memref<?x?xf32> {
      %base, %offset, %size, %stride = memref.extract_strided_metadata %x : memref<?xf32> -> memref<f32>, index, index, index
      %r = memref.reinterpret_cast %base to offset: [0], sizes: [%m, %n], strides: [%n, 1] : memref<f32> to memref<?x?xf32>
      return %r : memref<?x?xf32>
    }
    ```
  }];
  let dependentDialects = ["arith::ArithDialect", "memref::MemRefDialect"];
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

def PadShrinkSource : Pass<"pad-shrink-source"> {
  let summary = "Pad only the part of a source that a pad reads";
  let description = [{
    A tile of a pad is a pad of the whole source, most of which it does not read:
    a local copy of the source, a producer to be fused, or a data transfer would
    be too large. This slices the source: constant and edge to what the window
    covers, reflect and symmetric also to the mirror image of what is outside,
    wrap to a window within one period. A tile that provably lies inside the
    source becomes a slice of it with no pads.

    Opt-in: where numbers are dynamic, the part costs a few minima and maxima, and
    the result of a slice is not known to be non-empty. Runs after tiling. Axes
    with interior padding keep the whole source.

    Before:

    ```mlir
    func.func @before(%x: tensor<64xf32>) -> tensor<8xf32> {
      %r = pad.pad reflect %x low[2] high[-58]
          : tensor<64xf32> to tensor<8xf32>
      return %r : tensor<8xf32>
    }
    ```

    After:

    ```mlir
    func.func @before(%x: tensor<64xf32>) -> tensor<8xf32> {
      %s = tensor.extract_slice %x[0] [6] [1] : tensor<64xf32> to tensor<6xf32>
      %r = pad.pad reflect %s low[2] high[0] : tensor<6xf32> to tensor<8xf32>
      return %r : tensor<8xf32>
    }
    ```
  }];
  let dependentDialects = ["arith::ArithDialect", "tensor::TensorDialect"];
}

def PadTileAndFuse : Pass<"pad-tile-and-fuse", "func::FuncOp"> {
  let summary = "Compute pads inside the linalg ops that read them";
  let description = [{
    A convolution, a pooling, a stencil reads its padded operand once: the padded
    tensor need not exist. A slice of a pad is a pad, in every mode; so the
    consumer is split along each padded axis into border, interior and border.
    The interior reads the source itself, and the borders pad a small strip. What
    a strip takes, or a tile where the consumer cannot be split, has at most
    `local-bytes`, and `tile-sizes` tile all parts. The order of summation stays,
    so every element of the result is bitwise the same.

    Not split is a consumer whose pads dilate (interior pads), and one whose
    innermost loop runs along a padded axis with reduction loops around it, which
    would run a border of few iterations again and again: it is tiled, and every
    tile pads. A pad with several users, with a user other than a linalg op on
    tensors, or read only by reduction loops is left.

    Opt-in because it makes up to `2 n + 1` copies of a consumer with `n` padded
    axes, which later patterns for the consumer may not want to see.

    Before:

    ```mlir
    func.func @before(%x: tensor<8xf32>, %k: tensor<3xf32>, %out: tensor<8xf32>)
        -> tensor<8xf32> {
      %p = pad.pad edge %x low[1] high[1] : tensor<8xf32> to tensor<10xf32>
      %r = linalg.conv_1d ins(%p, %k : tensor<10xf32>, tensor<3xf32>)
          outs(%out : tensor<8xf32>) -> tensor<8xf32>
      return %r : tensor<8xf32>
    }
    ```

    After:

    ```mlir
    func.func @before(%x: tensor<8xf32>, %k: tensor<3xf32>, %out: tensor<8xf32>)
        -> tensor<8xf32> {
      %p0 = pad.pad edge %x low[1] high[-6] : tensor<8xf32> to tensor<3xf32>
      %s0 = tensor.extract_slice %out[0] [1] [1] : tensor<8xf32> to tensor<1xf32>
      %c0 = linalg.conv_1d ins(%p0, %k : tensor<3xf32>, tensor<3xf32>)
          outs(%s0 : tensor<1xf32>) -> tensor<1xf32>
      %r0 = tensor.insert_slice %c0 into %out[0] [1] [1]
          : tensor<1xf32> into tensor<8xf32>
      %p1 = pad.pad edge %x low[-6] high[1] : tensor<8xf32> to tensor<3xf32>
      %s1 = tensor.extract_slice %r0[7] [1] [1] : tensor<8xf32> to tensor<1xf32>
      %c1 = linalg.conv_1d ins(%p1, %k : tensor<3xf32>, tensor<3xf32>)
          outs(%s1 : tensor<1xf32>) -> tensor<1xf32>
      %r1 = tensor.insert_slice %c1 into %r0[7] [1] [1]
          : tensor<1xf32> into tensor<8xf32>
      %s2 = tensor.extract_slice %r1[1] [6] [1] : tensor<8xf32> to tensor<6xf32>
      %c2 = linalg.conv_1d ins(%x, %k : tensor<8xf32>, tensor<3xf32>)
          outs(%s2 : tensor<6xf32>) -> tensor<6xf32>
      %r2 = tensor.insert_slice %c2 into %r1[1] [6] [1]
          : tensor<6xf32> into tensor<8xf32>
      return %r2 : tensor<8xf32>
    }
    ```
  }];
  let options = [
    ListOption<"tileSizes", "tile-sizes", "int64_t",
               "Tile sizes of the consumer's loops; 0 for none. Those of "
               "reduction loops are ignored. By default, as local-bytes says">,
    Option<"parallel", "parallel", "bool", /*default=*/"false",
           "Loop over tiles with scf.forall, and tile the interior too">,
    Option<"localBytes", "local-bytes", "int64_t", /*default=*/"256 << 10",
           "Bytes that a tile may pad without tile-sizes; by default 256 KiB">,
    Option<"remarks", "remarks", "bool", /*default=*/"false",
           "Say of each pad how it is fused, or why it is left">
  ];
  let dependentDialects = [
    "affine::AffineDialect", "arith::ArithDialect", "linalg::LinalgDialect",
    "scf::SCFDialect", "tensor::TensorDialect"
  ];
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
    A caller frees every result, so two results are never in one buffer. CSE makes
    one of two equal pads, and views, selections and branches may hand on one
    allocation under several names: a result that may share its buffer with one
    before it becomes a clone.

    What a function does not own, such as an argument, a constant or a view of
    these, `--deallocate-buffers` clones where it is returned: a view that a
    function returns is a copy. So the caller owns every result, and frees what
    `allocated` of its descriptor points to. (MLIR puts the descriptor of a result
    without a rank in a buffer from `malloc`, too.) A function that
    `--mark-manual-deallocation` has marked returns what it says.

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
      %b = bufferization.clone %a : memref<4xf32> to memref<4xf32>
      return %a, %b : memref<4xf32>, memref<4xf32>
    }
    ```
  }];
  let dependentDialects = ["bufferization::BufferizationDialect"];
}

def ResultsToOutParams : Pass<"results-to-out-params", "ModuleOp"> {
  let summary = "Write results to memrefs that the caller passes";
  let description = [{
    Upstream's out-params, for functions as callers outside of the module see
    them. A caller inside cannot allocate a result of dynamic extents that it does
    not know, nor pass more arguments to a function that it holds by address: such
    a function goes on to return its results if it is private, and gets a private
    twin for the callers inside if it is public. So does a function that
    `--mark-manual-deallocation` has marked and that may return an argument or a
    view, which callers inside may count on.

    An out-param takes the place of an allocation that is returned and never
    freed. Anything else is copied, and then freed if the function has given it
    away and frees memrefs itself. Upstream's own option for this loses what a
    `bufferization.clone` copies, so it is not used.

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
  let dependentDialects = [
    "arith::ArithDialect", "bufferization::BufferizationDialect",
    "memref::MemRefDialect"
  ];
}

def PadFoldConstants : Pass<"pad-fold-constants"> {
  let summary = "Compute pads of constants";
  let description = [{
    A pad of a dense or resource constant, with static pads and a constant value,
    becomes the padded constant, bit for bit. A splat that stays one is folded
    whatever its size.

    Opt-in, because it grows the program: padded weights take more bytes than
    weights and a pad.

    Before:

    ```mlir
    func.func @before() -> tensor<5xi32> {
      %x = arith.constant dense<[1, 2, 3]> : tensor<3xi32>
      %r = pad.pad reflect %x low[2] high[0] : tensor<3xi32> to tensor<5xi32>
      return %r : tensor<5xi32>
    }
    ```

    After:

    ```mlir
    func.func @before() -> tensor<5xi32> {
      %r = arith.constant dense<[3, 2, 1, 2, 3]> : tensor<5xi32>
      return %r : tensor<5xi32>
    }
    ```
  }];
  let options = [
    Option<"maxElements", "max-elements", "int64_t", /*default=*/"64",
           "Elements of a result up to which it is folded">
  ];
  let dependentDialects = ["arith::ArithDialect", "tensor::TensorDialect"];
}

def PadDropUnitAxes : Pass<"pad-drop-unit-axes"> {
  let summary = "Drop the axes of extent 1 that a pad leaves alone";
  let description = [{
    Such an axis costs a loop in a lowering that does not see that it is none:
    the source is collapsed, and the result expanded again. Both are views.

    Opt-in, because the reshapes stand between the pad and its neighbours, which
    then do not fuse; `--convert-pad-to-vector` needs no such help.

    Before:

    ```mlir
    func.func @before(%x: tensor<1x4x1xf32>) -> tensor<1x6x1xf32> {
      %r = pad.pad edge %x low[0, 1, 0] high[0, 1, 0]
          : tensor<1x4x1xf32> to tensor<1x6x1xf32>
      return %r : tensor<1x6x1xf32>
    }
    ```

    After:

    ```mlir
    func.func @before(%x: tensor<1x4x1xf32>) -> tensor<1x6x1xf32> {
      %c = tensor.collapse_shape %x [[0, 1, 2]]
          : tensor<1x4x1xf32> into tensor<4xf32>
      %p = pad.pad edge %c low[1] high[1] : tensor<4xf32> to tensor<6xf32>
      %r = tensor.expand_shape %p [[0, 1, 2]] output_shape [1, 6, 1]
          : tensor<6xf32> into tensor<1x6x1xf32>
      return %r : tensor<1x6x1xf32>
    }
    ```
  }];
  let dependentDialects = ["arith::ArithDialect", "tensor::TensorDialect"];
}

def PadCollapseAxes : Pass<"pad-collapse-axes"> {
  let summary = "Make one axis of neighbours that a pad leaves alone";
  let description = [{
    Fewer axes are fewer loops, and longer rows to move: the source is collapsed,
    and the result expanded again. Both are views. Opt-in for the reason of
    `--pad-drop-unit-axes`. A static extent of 0 beside a dynamic one stays as it
    is: MLIR 22 cannot lower such a collapse, and there is nothing to move.

    Before:

    ```mlir
    func.func @before(%x: tensor<8x4x?xf32>) -> tensor<10x4x?xf32> {
      %r = pad.pad wrap %x low[1, 0, 0] high[1, 0, 0]
          : tensor<8x4x?xf32> to tensor<10x4x?xf32>
      return %r : tensor<10x4x?xf32>
    }
    ```

    After:

    ```mlir
    func.func @before(%x: tensor<8x4x?xf32>) -> tensor<10x4x?xf32> {
      %c2 = arith.constant 2 : index
      %d = tensor.dim %x, %c2 : tensor<8x4x?xf32>
      %c = tensor.collapse_shape %x [[0], [1, 2]]
          : tensor<8x4x?xf32> into tensor<8x?xf32>
      %p = pad.pad wrap %c low[1, 0] high[1, 0]
          : tensor<8x?xf32> to tensor<10x?xf32>
      %r = tensor.expand_shape %p [[0], [1, 2]] output_shape [10, 4, %d]
          : tensor<10x?xf32> into tensor<10x4x?xf32>
      return %r : tensor<10x4x?xf32>
    }
    ```
  }];
  let dependentDialects = ["arith::ArithDialect", "tensor::TensorDialect"];
}

def PadPropagateReshape : Pass<"pad-propagate-reshape"> {
  let summary = "Move expand_shape and collapse_shape through pads";
  let description = [{
    A reshape that only splits or merges axes that are not padded, or adds or
    drops axes of extent 1, may stand before the pad or after it. `up` moves it to
    the source, so that the pad meets the consumers of the reshape; `down` moves
    it to the result, so that the pad meets the producer of the source.

    Opt-in, because neither side is better by itself: it depends on which
    neighbour the pad is to fuse with.

    Before:

    ```mlir
    func.func @before(%x: tensor<4x6xf32>) -> tensor<6x2x3xf32> {
      %p = pad.pad edge %x low[1, 0] high[1, 0]
          : tensor<4x6xf32> to tensor<6x6xf32>
      %r = tensor.expand_shape %p [[0], [1, 2]] output_shape [6, 2, 3]
          : tensor<6x6xf32> into tensor<6x2x3xf32>
      return %r : tensor<6x2x3xf32>
    }
    ```

    After:

    ```mlir
    func.func @before(%x: tensor<4x6xf32>) -> tensor<6x2x3xf32> {
      %e = tensor.expand_shape %x [[0], [1, 2]] output_shape [4, 2, 3]
          : tensor<4x6xf32> into tensor<4x2x3xf32>
      %r = pad.pad edge %e low[1, 0, 0] high[1, 0, 0]
          : tensor<4x2x3xf32> to tensor<6x2x3xf32>
      return %r : tensor<6x2x3xf32>
    }
    ```
  }];
  let options = [
    Option<"direction", "direction", "::mlir::pad::ReshapeDirection",
           /*default=*/"::mlir::pad::ReshapeDirection::Up",
           "Where reshapes go: up to the source, or down to the result",
           [{::llvm::cl::values(
             clEnumValN(::mlir::pad::ReshapeDirection::Up, "up",
                        "before the pad"),
             clEnumValN(::mlir::pad::ReshapeDirection::Down, "down",
                        "after the pad"))}]>
  ];
  let dependentDialects = ["arith::ArithDialect", "tensor::TensorDialect"];
}

def PadPropagateTranspose : Pass<"pad-propagate-transpose"> {
  let summary = "Transpose on the smaller side of a pad";
  let description = [{
    `linalg.transpose` of a pad that grows its source becomes a pad of the
    transposed source, and a pad that shrinks a transposed tensor a transpose of
    the pad. Nothing moves where the sizes are equal, or where neither types nor
    signs say which side is smaller.

    Opt-in, because the transpose may have a neighbour to fuse with where it is.

    Before:

    ```mlir
    func.func @before(%x: tensor<4x6xf32>) -> tensor<6x8xf32> {
      %p = pad.pad wrap %x low[2, 0] high[2, 0]
          : tensor<4x6xf32> to tensor<8x6xf32>
      %e = tensor.empty() : tensor<6x8xf32>
      %r = linalg.transpose ins(%p : tensor<8x6xf32>)
          outs(%e : tensor<6x8xf32>) permutation = [1, 0]
      return %r : tensor<6x8xf32>
    }
    ```

    After:

    ```mlir
    func.func @before(%x: tensor<4x6xf32>) -> tensor<6x8xf32> {
      %e = tensor.empty() : tensor<6x4xf32>
      %t = linalg.transpose ins(%x : tensor<4x6xf32>)
          outs(%e : tensor<6x4xf32>) permutation = [1, 0]
      %r = pad.pad wrap %t low[0, 2] high[0, 2]
          : tensor<6x4xf32> to tensor<6x8xf32>
      return %r : tensor<6x8xf32>
    }
    ```
  }];
  let dependentDialects = [
    "arith::ArithDialect", "linalg::LinalgDialect", "tensor::TensorDialect"
  ];
}

def PadPropagateElementwise : Pass<"pad-propagate-elementwise"> {
  let summary = "Compute unary elementwise ops on the smaller side of a pad";
  let description = [{
    `f(pad(x, v))` becomes `pad(f(x), f(v))` where the pad grows `x`, and
    `pad(f(x))` becomes `f(pad(x))` where it shrinks it. `f` is an op of one
    tensor that maps elements (casts, arith, math, complex) or a linalg op with
    one input and identity maps; it has no side effects. `f(v)` is the same op on
    one element, of the default padding value where none is given.

    Opt-in, because `f` may have a consumer to fuse with, and because a cast to a
    wider type makes the pad move more bytes. An axis of a mode other than
    constant that turns out to be empty, against C6, holds the default padding
    value, not `f` of it.

    Before:

    ```mlir
    func.func @before(%x: tensor<4xf32>, %v: f32) -> tensor<6xf32> {
      %p = pad.pad constant %x value(%v) low[1] high[1]
          : tensor<4xf32> to tensor<6xf32>
      %r = math.exp %p : tensor<6xf32>
      return %r : tensor<6xf32>
    }
    ```

    After:

    ```mlir
    func.func @before(%x: tensor<4xf32>, %v: f32) -> tensor<6xf32> {
      %w = math.exp %v : f32
      %f = math.exp %x : tensor<4xf32>
      %r = pad.pad constant %f value(%w) low[1] high[1]
          : tensor<4xf32> to tensor<6xf32>
      return %r : tensor<6xf32>
    }
    ```
  }];
  let dependentDialects = [
    "arith::ArithDialect", "complex::ComplexDialect", "linalg::LinalgDialect",
    "LLVM::LLVMDialect", "tensor::TensorDialect"
  ];
}

def PadSplitCrop : Pass<"pad-split-crop"> {
  let summary = "Make slices of negative pads";
  let description = [{
    For what comes after and knows no negative pads. A crop becomes a slice of the
    source where no mode could bring back what it hides: in constant mode, and on
    axes that are cropped on both sides or on one and left alone on the other.
    Elsewhere it becomes a slice of the result. Interior padding is left: there,
    always of the result. Pads known only at run time count as negative unless
    they are known not to be (a maximum with 0, an extent, value bounds).

    Opt-in, because a slice of the result is of a larger tensor than needed; the
    lowerings pad and crop at once. Canonicalization may make one pad of the two
    again: this belongs right before what needs it. A pad into a destination is
    split only where its source is sliced.

    Before:

    ```mlir
    func.func @before(%x: tensor<8x8xf32>) -> tensor<7x9xf32> {
      %r = pad.pad reflect %x low[-1, -1] high[0, 2]
          : tensor<8x8xf32> to tensor<7x9xf32>
      return %r : tensor<7x9xf32>
    }
    ```

    After:

    ```mlir
    func.func @before(%x: tensor<8x8xf32>) -> tensor<7x9xf32> {
      %s = tensor.extract_slice %x[1, 0] [7, 8] [1, 1]
          : tensor<8x8xf32> to tensor<7x8xf32>
      %p = pad.pad reflect %s low[0, 0] high[0, 2]
          : tensor<7x8xf32> to tensor<7x10xf32>
      %r = tensor.extract_slice %p[0, 1] [7, 9] [1, 1]
          : tensor<7x10xf32> to tensor<7x9xf32>
      return %r : tensor<7x9xf32>
    }
    ```
  }];
  let dependentDialects = ["arith::ArithDialect", "tensor::TensorDialect"];
}

def PadDecomposeInterior : Pass<"pad-decompose-interior"> {
  let summary = "Insert the source with strides where there is interior padding";
  let description = [{
    For what comes after and knows no interior padding: the source is inserted
    with strides into a `linalg.fill` of the padding value, and that is padded.
    A pad of another mode than constant that has a value stays where it may
    extend an empty axis: its result is that value there, and the pad that would
    be left has none.

    Opt-in, because it writes the dilated tensor twice, and pads it after that;
    the lowerings do all at once.

    Before:

    ```mlir
    func.func @before(%x: tensor<3xf32>, %v: f32) -> tensor<6xf32> {
      %r = pad.pad constant %x value(%v) low[0] high[1] interior[1]
          : tensor<3xf32> to tensor<6xf32>
      return %r : tensor<6xf32>
    }
    ```

    After:

    ```mlir
    func.func @before(%x: tensor<3xf32>, %v: f32) -> tensor<6xf32> {
      %e = tensor.empty() : tensor<5xf32>
      %f = linalg.fill ins(%v : f32) outs(%e : tensor<5xf32>) -> tensor<5xf32>
      %d = tensor.insert_slice %x into %f[0] [3] [2]
          : tensor<3xf32> into tensor<5xf32>
      %r = pad.pad constant %d value(%v) low[0] high[1]
          : tensor<5xf32> to tensor<6xf32>
      return %r : tensor<6xf32>
    }
    ```
  }];
  let dependentDialects = [
    "arith::ArithDialect", "complex::ComplexDialect", "linalg::LinalgDialect",
    "LLVM::LLVMDialect", "tensor::TensorDialect"
  ];
}

def PadDecomposeBorders : Pass<"pad-decompose-borders"> {
  let summary = "Put pads together of slices";
  let description = [{
    For what comes after and knows slices and concatenations, but no pads. Axis by
    axis, the borders are splats of the padding value, or slices of what is padded
    so far. A border that runs backwards or repeats an element takes a slice an
    index. Pads that may be negative and interior padding are left:
    `--pad-split-crop` and `--pad-decompose-interior` come before. In a mode other
    than constant, a padded axis is static.

    Opt-in, because it copies the tensor once an axis.

    Before:

    ```mlir
    func.func @before(%x: tensor<4xf32>) -> tensor<8xf32> {
      %r = pad.pad wrap %x low[3] high[1] : tensor<4xf32> to tensor<8xf32>
      return %r : tensor<8xf32>
    }
    ```

    After:

    ```mlir
    func.func @before(%x: tensor<4xf32>) -> tensor<8xf32> {
      %l = tensor.extract_slice %x[1] [3] [1] : tensor<4xf32> to tensor<3xf32>
      %h = tensor.extract_slice %x[0] [1] [1] : tensor<4xf32> to tensor<1xf32>
      %r = tensor.concat dim(0) %l, %x, %h
          : (tensor<3xf32>, tensor<4xf32>, tensor<1xf32>) -> tensor<8xf32>
      return %r : tensor<8xf32>
    }
    ```
  }];
  let options = [
    Option<"maxPieces", "max-pieces", "int64_t", /*default=*/"16",
           "Slices of an axis up to which it is put together of them">
  ];
  let dependentDialects = [
    "arith::ArithDialect", "complex::ComplexDialect", "LLVM::LLVMDialect",
    "tensor::TensorDialect"
  ];
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
