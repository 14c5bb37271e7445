//===- Passes.td - What MLIR 22 cannot do yet --------------*- tablegen -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_UPSTREAM_PASSES_TD
#define PAD_UPSTREAM_PASSES_TD

include "mlir/Pass/PassBase.td"

def PrepareBufferization : Pass<"pad-prepare-bufferization"> {
  let summary = "Rewrite ops on tensors that upstream bufferizes wrongly";
  let description = [{
    Upstream's bufferization makes a global of each constant tensor, and the
    object file holds all its elements, even if they are equal. A pad that reads
    only padding is such a constant, and may be larger than memory. This pass
    makes a constant of one value and more than 1,024 elements a `linalg.fill`.

    Bufferization makes a `memref.collapse_shape` of the wrong type where extent
    0 meets dynamic ones, and an invalid `memref.subview` at the end of a
    `tensor.concat` for an operand without elements. This pass makes a reshape
    of a type with extent 0 a `tensor.empty`, and removes the operands of a
    concatenation whose extent is 0. That of dynamic operands is 0 if the result
    has no more than the static ones.

    Where a `vector.transfer_write` at the first element of a static tensor has
    a vector of lower rank, bufferization takes the whole tensor for
    overwritten. If the tensor may not be written in place, the new buffer then
    lacks the elements that are not. This pass gives such a write an index that
    is not known to be zero, so that the tensor is copied. Canonicalization
    takes the cast away again.

    Before:

    ```mlir
    func.func @before(%x: tensor<?x0xf32>, %y: tensor<1x8xf32>, %v: vector<4xf32>) -> (tensor<64x64xf32>, tensor<?xf32>, tensor<1x8xf32>) {
      %c0 = arith.constant 0 : index
      %large = arith.constant dense<1.0> : tensor<64x64xf32>
      %r = tensor.collapse_shape %x [[0, 1]] : tensor<?x0xf32> into tensor<?xf32>
      %w = vector.transfer_write %v, %y[%c0, %c0] {in_bounds = [true]} : vector<4xf32>, tensor<1x8xf32>
      return %large, %r, %w : tensor<64x64xf32>, tensor<?xf32>, tensor<1x8xf32>
    }
    ```

    After:

    ```mlir
    func.func @before(%x: tensor<?x0xf32>, %y: tensor<1x8xf32>, %v: vector<4xf32>) -> (tensor<64x64xf32>, tensor<?xf32>, tensor<1x8xf32>) {
      %c0 = arith.constant 0 : index
      %one = arith.constant 1.0 : f32
      %empty = tensor.empty() : tensor<64x64xf32>
      %large = linalg.fill ins(%one : f32) outs(%empty : tensor<64x64xf32>) -> tensor<64x64xf32>
      %e = tensor.empty() : tensor<0xf32>
      %r = tensor.cast %e : tensor<0xf32> to tensor<?xf32>
      %z = arith.constant 0 : i64
      %i = arith.index_cast %z : i64 to index
      %w = vector.transfer_write %v, %y[%i, %c0] {in_bounds = [true]} : vector<4xf32>, tensor<1x8xf32>
      return %large, %r, %w : tensor<64x64xf32>, tensor<?xf32>, tensor<1x8xf32>
    }
    ```
  }];
  let dependentDialects = [
    "affine::AffineDialect", "arith::ArithDialect", "complex::ComplexDialect",
    "linalg::LinalgDialect", "tensor::TensorDialect"
  ];
}

def EliminateEmptyTensors : Pass<"pad-eliminate-empty-tensors", "ModuleOp"> {
  let summary = "Compute results where they are inserted";
  let description = [{
    Runs upstream's `--eliminate-empty-tensors`, but only if the module has a
    `tensor.empty` and an op that inserts a tensor into another one. Upstream's
    pass begins with the analysis of bufferization, whose time is quadratic in
    the reads of a tensor. For the loops of a 7x7 stencil, which insert only
    vectors, that was a fifth of the time to compile them, for nothing. Where
    the result of a branch is inserted into itself, upstream's pass makes a slice
    of it in the branch; this one does not. Nor does it compute in a memref
    what is used once it is there, because the memref may hold something else
    then.

    Before:

    ```mlir
    func.func @before(%x: tensor<8xf32> {bufferization.writable = true}, %v: f32) -> tensor<8xf32> {
      %e = tensor.empty() : tensor<4xf32>
      %f = linalg.fill ins(%v : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
      %r = tensor.insert_slice %f into %x[2] [4] [1] : tensor<4xf32> into tensor<8xf32>
      return %r : tensor<8xf32>
    }
    ```

    After:

    ```mlir
    func.func @before(%x: tensor<8xf32> {bufferization.writable = true}, %v: f32) -> tensor<8xf32> {
      %s = tensor.extract_slice %x[2] [4] [1] : tensor<8xf32> to tensor<4xf32>
      %f = linalg.fill ins(%v : f32) outs(%s : tensor<4xf32>) -> tensor<4xf32>
      %r = tensor.insert_slice %f into %x[2] [4] [1] : tensor<4xf32> into tensor<8xf32>
      return %r : tensor<8xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::tensor::TensorDialect"];
}

def DynamicElementwiseToLinalg : Pass<"pad-dynamic-elementwise-to-linalg"> {
  let summary = "Convert elementwise ops on dynamic extents to linalg.generic";
  let description = [{
    Upstream folds `arith.xori`, `arith.cmpi` and other ops with equal operands
    to a constant of the type of the result, even if that has dynamic extents.
    Such a constant has no elements, and no buffer can hold it. This pass makes
    these ops linalg ops, as upstream's `--convert-elementwise-to-linalg` does,
    so that only their elements are folded. It leaves ops on static extents to
    constant folding. It also leaves ops whose result type has an encoding and
    is not the type of an operand, which upstream does not convert. Run it
    before other passes fold, and once more after them with `static-extents`,
    which converts the ops on static extents, too.

    An `arith.select` of two tensors by one `i1`, which upstream makes of some
    `scf.if`, stays where extents are dynamic: the extents of the two tensors
    may differ, and upstream's conversion would read both over the extents of
    the first one. Bufferization makes such an op a choice between two buffers.

    Before:

    ```mlir
    func.func @before(%x: tensor<?xi32>) -> tensor<?xi32> {
      %r = arith.xori %x, %x : tensor<?xi32>
      return %r : tensor<?xi32>
    }
    ```

    After:

    ```mlir
    func.func @before(%x: tensor<?xi32>) -> tensor<?xi32> {
      %r = linalg.generic {
        indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
        iterator_types = ["parallel"]}
        ins(%x, %x : tensor<?xi32>, tensor<?xi32>) outs(%x : tensor<?xi32>) {
      ^bb0(%a: i32, %b: i32, %out: i32):
        %s = arith.xori %a, %b : i32
        linalg.yield %s : i32
      } -> tensor<?xi32>
      return %r : tensor<?xi32>
    }
    ```
  }];
  let options = [
    Option<"staticExtents", "static-extents", "bool", /*default=*/"false",
           "Convert elementwise ops of any extents">
  ];
  let dependentDialects = [
    "arith::ArithDialect", "linalg::LinalgDialect", "tensor::TensorDialect"
  ];
}

def CanonicalizeInBounds : Pass<"pad-canonicalize-in-bounds"> {
  let summary = "Canonicalize without making views out of bounds";
  let description = [{
    Upstream's canonicalizer folds a `memref.cast` into the `memref.subview`
    that reads it. A view without elements may begin behind the end of its
    source, but the verifier refuses that once the extent of the source is
    static. And where a slice of a tensor has constant operands, the
    canonicalizer infers a new type that drops the first axes of extent 1,
    whichever the old type drops, and casts between the two: a slice of
    `tensor<1x?x1xf32>` that has type `tensor<1x?xf32>` becomes a column of
    `tensor<?x1xf32>`. This pass is upstream's canonicalizer without these two
    rewrites where they are wrong.

    Before:

    ```mlir
    func.func @before(%x: memref<4x6xf32>, %n: index) -> (memref<?xf32, strided<[1], offset: ?>>, memref<?xf32, strided<[?], offset: ?>>) {
      %c = memref.cast %x : memref<4x6xf32> to memref<?x?xf32>
      %row = memref.subview %c[%n, 0] [1, %n] [1, 1] : memref<?x?xf32> to memref<?xf32, strided<[1], offset: ?>>
      %none = memref.subview %c[4, 0] [%n, 1] [1, 1] : memref<?x?xf32> to memref<?xf32, strided<[?], offset: ?>>
      return %row, %none : memref<?xf32, strided<[1], offset: ?>>, memref<?xf32, strided<[?], offset: ?>>
    }
    ```

    After:

    ```mlir
    func.func @before(%x: memref<4x6xf32>, %n: index) -> (memref<?xf32, strided<[1], offset: ?>>, memref<?xf32, strided<[?], offset: ?>>) {
      %c = memref.cast %x : memref<4x6xf32> to memref<?x?xf32>
      %row = memref.subview %x[%n, 0] [1, %n] [1, 1] : memref<4x6xf32> to memref<?xf32, strided<[1], offset: ?>>
      %none = memref.subview %c[4, 0] [%n, 1] [1, 1] : memref<?x?xf32> to memref<?xf32, strided<[?], offset: ?>>
      return %row, %none : memref<?xf32, strided<[1], offset: ?>>, memref<?xf32, strided<[?], offset: ?>>
    }
    ```
  }];
}

def MarkNestedIndices : Pass<"pad-mark-nested-indices"> {
  let summary = "Keep CSE from merging indices of nested linalg ops";
  let description = [{
    `linalg.index` names a loop of the op that it is in, but has no operand that
    says so. Upstream's CSE therefore replaces the index of an inner op by the
    equal one of an outer op, and every element is then computed for the wrong
    position. This pass gives the indices of inner ops an attribute that tells
    them apart. Upstream's `--control-flow-sink` and inlining also produce
    nested linalg ops with such indices.

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

def MarkManualDeallocation : Pass<"pad-mark-manual-deallocation", "ModuleOp"> {
  let summary = "Keep memrefs that the input frees out of buffer deallocation";
  let description = [{
    Upstream's buffer deallocation frees every allocation, its own and the
    input's, and does not follow a memref that the input frees. If a module
    frees memrefs, be it because buffer deallocation has run before, this pass
    marks each function without tensors. Such a function frees what it
    allocates, and owns what calls return to it. A function with tensors keeps
    the allocations that it frees, or that it passes to a function that may free
    them. It may not free a memref of another origin; that is refused. Run this
    pass before bufferization.

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

def DeallocateBuffers : Pass<"pad-deallocate-buffers", "ModuleOp"> {
  let summary = "Free what bufferization allocated, and return no buffer twice";
  let description = [{
    This runs upstream's ownership-based buffer deallocation on the functions
    that `--pad-mark-manual-deallocation` has not marked. Those return exactly
    what their code returns, and lose the mark.

    A caller frees every result, so two results must not be in one buffer. But
    CSE merges two equal pads, and views, selections and branches may hand on
    one allocation under several names. A result that may share its buffer with
    an earlier result therefore becomes a clone. Upstream clones every result
    that a function does not own, such as an argument, a constant or a view of
    these. The caller thus owns every result, and frees what `allocated` of its
    descriptor points to. (MLIR puts the descriptor of a result without a rank
    in a buffer from `malloc`, too.)

    Before:

    ```mlir
    func.func @before() -> (memref<4xf32>, memref<4xf32>) {
      %a = memref.alloc() : memref<4xf32>
      return %a, %a : memref<4xf32>, memref<4xf32>
    }
    func.func @manual() attributes {pad.manual_deallocation} {
      %a = memref.alloc() : memref<4xf32>
      memref.dealloc %a : memref<4xf32>
      return
    }
    ```

    After:

    ```mlir
    func.func @before() -> (memref<4xf32>, memref<4xf32>) {
      %a = memref.alloc() : memref<4xf32>
      %b = bufferization.clone %a : memref<4xf32> to memref<4xf32>
      %true = arith.constant true
      %owned:2 = bufferization.dealloc (%a, %b : memref<4xf32>, memref<4xf32>) if (%true, %true) retain (%a, %b : memref<4xf32>, memref<4xf32>)
      return %a, %b : memref<4xf32>, memref<4xf32>
    }
    func.func @manual() {
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

def ResultsToOutParams : Pass<"pad-results-to-out-params", "ModuleOp"> {
  let summary = "Write results to memrefs that the caller passes";
  let description = [{
    The results of functions become out-params, memrefs that the caller passes,
    as upstream's `--buffer-results-to-out-params` makes them. A caller in the
    same module cannot allocate a result whose dynamic extents it does not know,
    and cannot pass more arguments to a function that it calls by its address. A
    function with such callers continues to return its results if it is private;
    if it is public, the callers in the module call a private copy of it that
    does. The same holds for a function that `--pad-mark-manual-deallocation`
    has marked, because it may return a view of an argument, and callers in the
    module may rely on that.

    No out-param may overlap an argument or another one, which `llvm.noalias`
    says. An out-param replaces an allocation that is returned and never freed.
    Any other result is copied; it is then freed if the function would have
    handed over its ownership and frees memrefs itself. Upstream's own option
    for this is not used, because it loses what a `bufferization.clone` copies.

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
    func.func @before(%n: index,
                      %out: memref<?xf32> {llvm.noalias}) {
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

def GuardAllocations : Pass<"pad-guard-allocations"> {
  let summary = "Trap instead of writing past what was allocated";
  let description = [{
    The size of a buffer with dynamic extents is a product that can exceed 64
    bits: `malloc` would then get a small number, and the writes would go past
    what it returns (C7). This pass emits a check of the product before a
    `memref.alloc`, which traps if it is too large, and one after it, which
    traps if there was no memory.

    Only what bufferization has allocated in functions with pads is checked:
    `--pad-mark-functions` has marked these functions, and in them the
    allocations of the input, which stay unchecked and lose their mark.

    Before:

    ```mlir
    func.func @before(%n: index) -> memref<?xi8> attributes {pad.has_pads} {
      %a = memref.alloc(%n) : memref<?xi8>
      return %a : memref<?xi8>
    }
    ```

    After:

    ```mlir
    func.func @before(%n: index) -> memref<?xi8> attributes {pad.has_pads} {
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

def ExpandClones : Pass<"pad-expand-clones"> {
  let summary = "Lower bufferization.clone to an allocation and a copy";
  let description = [{
    Upstream lowers a `bufferization.clone` only to a dense buffer. Buffer
    deallocation also makes clones of views whose types have static strides;
    they get a buffer with these strides. A clone of an unranked memref gets the
    rank of the memref that was cast to it.

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

def MemRefCopyToLinalg : Pass<"pad-memref-copy-to-linalg"> {
  let summary = "Copy memrefs with linalg instead of a runtime call";
  let description = [{
    Upstream lowers a `memref.copy` of a strided view to a call of the runtime
    function `memrefCopy`, which copies element by element and has to be linked.
    A `linalg.generic` becomes a loop instead.

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

def SkipEmptyLoops : Pass<"pad-skip-empty-loops"> {
  let summary = "Run linalg ops only if their inner loops have iterations";
  let description = [{
    Upstream makes one loop in another of the indices of a linalg op. Where the
    inner one has no iterations, as for the rows of a matrix without columns,
    the outer one goes over its indices all the same, of which there may be 2^40
    in a matrix that takes no memory. Functions without pads are left alone.

    Before:

    ```mlir
    func.func @before(%a: memref<?x?xf32>, %v: f32) attributes {pad.has_pads} {
      linalg.fill ins(%v : f32) outs(%a : memref<?x?xf32>)
      return
    }
    ```

    After:

    ```mlir
    func.func @before(%a: memref<?x?xf32>, %v: f32) attributes {pad.has_pads} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %columns = memref.dim %a, %c1 : memref<?x?xf32>
      %hasColumns = arith.cmpi sgt, %columns, %c0 : index
      scf.if %hasColumns {
        linalg.fill ins(%v : f32) outs(%a : memref<?x?xf32>)
      }
      return
    }
    ```
  }];
  let dependentDialects = [
    "arith::ArithDialect", "memref::MemRefDialect", "scf::SCFDialect"
  ];
}

def SplitComplexSums : Pass<"pad-split-complex-sums"> {
  let summary = "Add and subtract complex numbers by parts";
  let description = [{
    Upstream folds a sum of complex numbers from which one of them is subtracted
    again to the other one, and a difference to which is added what was
    subtracted. Rounding makes that another number. It folds them where one op
    reads the other, so that values depend on what is fused into one loop. Parts
    are floats, which nothing folds so. Named linalg ops that add become
    `linalg.generic`. Functions without pads are left alone.

    Before:

    ```mlir
    func.func @before(%a: complex<f32>, %b: complex<f32>) -> complex<f32> attributes {pad.has_pads} {
      %r = complex.add %a, %b : complex<f32>
      return %r : complex<f32>
    }
    ```

    After:

    ```mlir
    func.func @before(%a: complex<f32>, %b: complex<f32>) -> complex<f32> attributes {pad.has_pads} {
      %aRe = complex.re %a : complex<f32>
      %bRe = complex.re %b : complex<f32>
      %re = arith.addf %aRe, %bRe : f32
      %aIm = complex.im %a : complex<f32>
      %bIm = complex.im %b : complex<f32>
      %im = arith.addf %aIm, %bIm : f32
      %r = complex.create %re, %im : complex<f32>
      return %r : complex<f32>
    }
    ```
  }];
  let dependentDialects = [
    "arith::ArithDialect", "complex::ComplexDialect", "linalg::LinalgDialect"
  ];
}

def SplitRankReductions : Pass<"pad-split-rank-reductions"> {
  let summary = "Apply strides before a view loses axes";
  let description = [{
    Upstream finds out which axes a `memref.subview` drops by comparing strides
    with those of its source, and crashes where the op multiplies the stride of
    an axis. This pass splits such a view into two: the first one keeps all
    axes, and the second one only drops some. `--generate-runtime-verification`
    then checks the first one. Where several axes of extent 1 have dynamic
    strides, upstream drops the first of them, even if it is another one that
    the type of the view lacks. The second view is then a
    `memref.collapse_shape`.

    Before:

    ```mlir
    func.func @before(%x: memref<6x2x2xf64>) -> memref<1x2xf64, strided<[8, 1], offset: 8>> {
      %r = memref.subview %x[2, 0, 0] [1, 1, 2] [2, 1, 1] : memref<6x2x2xf64> to memref<1x2xf64, strided<[8, 1], offset: 8>>
      return %r : memref<1x2xf64, strided<[8, 1], offset: 8>>
    }
    ```

    After:

    ```mlir
    func.func @before(%x: memref<6x2x2xf64>) -> memref<1x2xf64, strided<[8, 1], offset: 8>> {
      %s = memref.subview %x[2, 0, 0] [1, 1, 2] [2, 1, 1] : memref<6x2x2xf64> to memref<1x1x2xf64, strided<[8, 2, 1], offset: 8>>
      %r = memref.subview %s[0, 0, 0] [1, 1, 2] [1, 1, 1] : memref<1x1x2xf64, strided<[8, 2, 1], offset: 8>> to memref<1x2xf64, strided<[8, 1], offset: 8>>
      return %r : memref<1x2xf64, strided<[8, 1], offset: 8>>
    }
    ```
  }];
  let dependentDialects = ["memref::MemRefDialect"];
}

def ExpandDynamicShapes : Pass<"pad-expand-dynamic-shapes"> {
  let summary = "Lower reshapes to several dynamic extents to strided casts";
  let description = [{
    MLIR 22's `--expand-strided-metadata` crashes on a `memref.expand_shape`
    that splits one axis into several dynamic ones, and divides by zero where it
    splits one into a dynamic one and one of static extent 0. This pass makes
    such a reshape a cast: the sizes are operands of the op, and the strides
    follow from them.

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

def FoldExpandOfCollapse : Pass<"pad-fold-expand-of-collapse"> {
  let summary = "Replace a memref that is collapsed and expanded back by itself";
  let description = [{
    Upstream folds a `memref.expand_shape` of a `memref.collapse_shape` only if
    all extents are static. A function would return, or copy into an out-param,
    a view of the memref that it has allocated for the result. This pass folds
    both where the extents are known to be those of the memref: it was allocated
    with them, or they are its `memref.dim`.

    Before:

    ```mlir
    func.func @before(%n: index) -> memref<?x?xf32> {
      %a = memref.alloc(%n, %n) : memref<?x?xf32>
      %c = memref.collapse_shape %a [[0, 1]] : memref<?x?xf32> into memref<?xf32>
      %r = memref.expand_shape %c [[0, 1]] output_shape [%n, %n] : memref<?xf32> into memref<?x?xf32>
      return %r : memref<?x?xf32>
    }
    ```

    After:

    ```mlir
    func.func @before(%n: index) -> memref<?x?xf32> {
      %a = memref.alloc(%n, %n) : memref<?x?xf32>
      return %a : memref<?x?xf32>
    }
    ```
  }];
  let dependentDialects = ["memref::MemRefDialect"];
}

def InlineAllocaScopes : Pass<"pad-inline-alloca-scopes"> {
  let summary = "Allocate the stack memory of OpenMP loops once a thread";
  let description = [{
    `--convert-scf-to-openmp` wraps the body of a loop in `memref.alloca_scope`,
    which may contain only one block. A scope that still allocates can therefore
    not become a control-flow graph. This pass moves allocations of constant
    size in front of the loop, into the parallel region, and inlines the scope.
    A scope with other allocations is left alone.

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

def ComputeBF16AsF32 : Pass<"pad-compute-bf16-as-f32"> {
  let summary = "Compute bf16 by ops of f32, and round by ops of integers";
  let description = [{
    For a target without AVX512-BF16, LLVM 22 rounds each result of bf16, those
    of a vector one by one, by the runtime function `__truncsfbf2`, and computes
    the maximum of two extended numbers as one of bf16. With AVX512-BF16, it
    uses `vcvtneps2bf16`, which makes zeros of denormal numbers (Intel's
    manual). After this pass, ops of `arith` and `math` on numbers and vectors
    of bf16 (tensors are left as they are) compute f32, are rounded to
    nearest, ties to even, and every NaN becomes the same one;
    integers and `math.fma` are first rounded to f32, as LLVM does. Numbers of
    more bits than f32 has are rounded once. Maxima, minima and negations are
    not rounded. Upstream's
    `--arith-emulate-unsupported-floats` lets folds drop the rounding between
    two ops.

    Only functions that `--pad-mark-functions` has marked are changed; they lose
    the mark.

    Before:

    ```mlir
    func.func @before(%x: vector<8xbf16>, %y: vector<8xbf16>) -> vector<8xbf16>
        attributes {pad.has_pads} {
      %r = arith.maximumf %x, %y : vector<8xbf16>
      return %r : vector<8xbf16>
    }
    ```

    After:

    ```mlir
    func.func @before(%x: vector<8xbf16>, %y: vector<8xbf16>) -> vector<8xbf16> {
      %width = arith.constant dense<16> : vector<8xi32>
      %xh = arith.bitcast %x : vector<8xbf16> to vector<8xi16>
      %xi = arith.extui %xh : vector<8xi16> to vector<8xi32>
      %xs = arith.shli %xi, %width : vector<8xi32>
      %xw = arith.bitcast %xs : vector<8xi32> to vector<8xf32>
      %yh = arith.bitcast %y : vector<8xbf16> to vector<8xi16>
      %yi = arith.extui %yh : vector<8xi16> to vector<8xi32>
      %ys = arith.shli %yi, %width : vector<8xi32>
      %yw = arith.bitcast %ys : vector<8xi32> to vector<8xf32>
      %m = arith.maximumf %xw, %yw : vector<8xf32>
      %mi = arith.bitcast %m : vector<8xf32> to vector<8xi32>
      %ms = arith.shrui %mi, %width : vector<8xi32>
      %mh = arith.trunci %ms : vector<8xi32> to vector<8xi16>
      %r = arith.bitcast %mh : vector<8xi16> to vector<8xbf16>
      return %r : vector<8xbf16>
    }
    ```
  }];
  let dependentDialects = ["arith::ArithDialect"];
}

def MoveBF16AsBits : Pass<"pad-move-bf16-as-bits", "ModuleOp"> {
  let summary = "Hold bf16 values of the LLVM dialect as i16";
  let description = [{
    Padding moves elements and computes nothing with them. But for x86 without
    AVX512-BF16, LLVM 22 keeps every `bfloat` that crosses a block or a call as
    a `float`, and rounds it back with the runtime function `__truncsfbf2`. That
    function is slow, is not part of libc, and changes signaling NaNs. After
    this pass, loads, stores, constants, selects, block arguments and function
    signatures use the 16 bits, also in structs and vectors. Arithmetic on
    numbers and vectors of bf16 gets a bitcast on each side.

    Only functions with pads of bf16 are changed, which `--pad-mark-functions`
    has marked, and the functions whose signatures have to agree with theirs:
    one calls the other with bf16, or both call or are called by address with
    bf16. They lose the mark.

    Before:

    ```mlir
    llvm.func @before(%p: !llvm.ptr, %c: i1, %v: bf16)
        attributes {pad.has_bf16_pads} {
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

def RelaxLLVM : Pass<"pad-relax-llvm", "ModuleOp"> {
  let summary = "Drop alignments and flags that memrefs need not have";
  let description = [{
    The caller of a kernel may pass arrays that begin between two elements. MLIR
    22 tells LLVM that each load and store of an element, or of a vector, is
    aligned to the size of an element. LLVM believes it, and removes later
    tests of the address. This pass makes accesses of the LLVM dialect
    aligned to 1 byte. It keeps an alignment that exceeds the size of an
    element, which code that has tested the address states, atomic accesses, and
    descriptors of memrefs. Instructions of x86 and AArch64 access any address,
    and the code for them is the same. Others may need an instruction for each
    byte. A module whose `llvm.target_triple` names another processor therefore
    keeps its alignments.

    A view of a memref from its last row to its first has a negative stride, as
    numpy's `x[::-1]` has. MLIR 22 computes the right address for it, but also
    tells LLVM that no sum or product on the way wraps as an unsigned number
    (`nuw`), which makes the behavior undefined. This pass removes `nuw` from
    additions, multiplications and addresses.

    Upstream lowers an assertion to `puts` and `abort`. C buffers output to a
    pipe or a file, and `abort` need not write it, so the message and what the
    program printed before may be lost. This pass flushes the output between the
    two calls. An `abort` without a message is left alone.

    Before:

    ```mlir
    llvm.func @abort()
    llvm.func @puts(!llvm.ptr)
    llvm.func @before(%base: !llvm.ptr, %row: i64, %stride: i64) -> f32 {
      %offset = llvm.mul %row, %stride overflow<nsw, nuw> : i64
      %address = llvm.getelementptr inbounds|nuw %base[%offset]
          : (!llvm.ptr, i64) -> !llvm.ptr, f32
      %x = llvm.load %address {alignment = 4 : i64} : !llvm.ptr -> f32
      llvm.return %x : f32
    }
    llvm.func @fails(%message: !llvm.ptr) {
      llvm.call @puts(%message) : (!llvm.ptr) -> ()
      llvm.call @abort() : () -> ()
      llvm.unreachable
    }
    ```

    After:

    ```mlir
    llvm.func @fflush(!llvm.ptr) -> i32
    llvm.func @abort()
    llvm.func @puts(!llvm.ptr)
    llvm.func @before(%base: !llvm.ptr, %row: i64, %stride: i64) -> f32 {
      %offset = llvm.mul %row, %stride overflow<nsw> : i64
      %address = llvm.getelementptr inbounds %base[%offset]
          : (!llvm.ptr, i64) -> !llvm.ptr, f32
      %x = llvm.load %address {alignment = 1 : i64} : !llvm.ptr -> f32
      llvm.return %x : f32
    }
    llvm.func @fails(%message: !llvm.ptr) {
      llvm.call @puts(%message) : (!llvm.ptr) -> ()
      %all = llvm.mlir.zero : !llvm.ptr
      %status = llvm.call @fflush(%all) : (!llvm.ptr) -> i32
      llvm.call @abort() : () -> ()
      llvm.unreachable
    }
    ```
  }];
  let dependentDialects = ["LLVM::LLVMDialect"];
}

#endif // PAD_UPSTREAM_PASSES_TD
