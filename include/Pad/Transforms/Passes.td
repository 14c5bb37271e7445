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

def ContractProducts : Pass<"pad-contract-products"> {
  let summary = "Contract products and sums to fused multiply-adds";
  let description = [{
    A product of `f32` or `f64` that one sum or difference of the same block
    uses is not rounded before it is added: the two become one `math.fma`, where
    both have `fastmath<contract>`, or, with `all`, everywhere; named ops of
    linalg then become `linalg.generic`. Of two products that are added, the
    first one is contracted. The pass takes the flag from all other ops: LLVM
    would contract what happens to be in one loop, and results would depend on
    what is fused. `math.fma<contract>` stands for such a sum until
    `--pad-lower-contracted-products`.

    Before:

    ```mlir
    func.func @before(%x: f32, %y: f32, %z: f32) -> f32 {
      %p = arith.mulf %x, %y fastmath<contract> : f32
      %r = arith.addf %z, %p fastmath<contract> : f32
      return %r : f32
    }
    ```

    After:

    ```mlir
    func.func @before(%x: f32, %y: f32, %z: f32) -> f32 {
      %r = math.fma %x, %y, %z fastmath<contract> : f32
      return %r : f32
    }
    ```
  }];
  let options = [
    Option<"all", "all", "bool", /*default=*/"false",
           "Contract products without the flag, too">
  ];
  let dependentDialects = ["arith::ArithDialect", "math::MathDialect"];
}

def LowerContractedProducts : Pass<"pad-lower-contracted-products"> {
  let summary = "Lower contracted multiply-adds to llvm.intr.fmuladd";
  let description = [{
    `math.fma` with `fastmath<contract>` becomes `llvm.intr.fmuladd`, which is
    one instruction where the target has it, and two where that would be a call.
    Other `math.fma` stay: their products are never rounded.

    Before:

    ```mlir
    func.func @before(%x: f32, %y: f32, %z: f32) -> f32 {
      %r = math.fma %x, %y, %z fastmath<contract> : f32
      return %r : f32
    }
    ```

    After:

    ```mlir
    func.func @before(%x: f32, %y: f32, %z: f32) -> f32 {
      %r = llvm.intr.fmuladd(%x, %y, %z) : (f32, f32, f32) -> f32
      return %r : f32
    }
    ```
  }];
  let dependentDialects = ["LLVM::LLVMDialect"];
}

def PadFoldIntoReductions : Pass<"pad-fold-into-reductions"> {
  let summary = "Reduce the source instead of a pad by the neutral value";
  let description = [{
    It is useless to reduce padding elements that do not change the result. The
    linalg op reduces the source instead, without a padded tensor. Axes that are
    not reduced keep their pads, and other inputs are sliced to the data.

    The result is the same to the bit. So `+0.0` counts as neutral in a sum only
    where the sum starts from a constant other than `-0.0`, because the sum is
    then never `-0.0`. Padding values may pass through the body before they are
    combined, as in a sum of squares. A maximum that starts from a constant may
    be padded by anything that is not larger.

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

def PadProducerIntoPadded : Pass<"pad-producer-into-padded"> {
  let summary = "Let the producer of a padded tensor write into the result";
  let description = [{
    A pad copies its source. If the source has one producer, which is in
    destination style or a loop and has no other user, this pass allocates the
    padded tensor first. The producer then writes the interior of that tensor,
    and `pad.pad_into` is left with the borders. After bufferization there is
    one buffer instead of two, and the work of the pad is proportional to the
    borders. `--lower-pad-to-llvm` runs this pass except with `lowering=linalg`.

    The pass handles every mode and interior pads. It does not handle pads that
    may crop the source, because the producer would write outside of the result.
    A pad known only at run time needs a bound which proves that it is not
    negative, such as `affine.max` gives.

    It is better still to fuse a pad with its consumer. Do that first: after
    this pass there is no `pad.pad` to fuse.

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
    A tile of a pad is a pad of the whole source, most of which it does not
    read. A local copy of the source, a producer to be fused, or a data transfer
    would therefore be too large. This pass slices the source. For constant and
    edge, the slice is what the window covers; for reflect and symmetric, it
    also contains the mirror image of what is outside; for wrap, it is a window
    within one period. A tile that provably lies inside the source becomes a
    slice of the source without pads.

    The pass is opt-in: where numbers are dynamic, the slice costs a few minima
    and maxima, and is not known to be non-empty. Run it after tiling. Axes with
    interior padding keep the whole source.

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

def PadLowerPacks : Pass<"pad-lower-packs"> {
  let summary = "Rewrite linalg.pack as a pad, and linalg.unpack as a crop";
  let description = [{
    `linalg.pack` and `linalg.unpack` have no form on memrefs. The pass makes a
    pack a constant pad of the high ends, by its padding value, an expansion of
    each tiled axis into tiles and a transposition; an unpack becomes a
    transposition, a collapse and a crop. Numbers of tiles, and tiles, may be
    dynamic. Upstream's `transform.structured.lower_pack` makes a `tensor.pad`,
    and takes no dynamic tiles. `--lower-pad-to-llvm` runs the pass.

    Before:

    ```mlir
    func.func @before(%x: tensor<13xf32>, %v: f32, %o: tensor<2x8xf32>)
        -> tensor<2x8xf32> {
      %r = linalg.pack %x padding_value(%v : f32) inner_dims_pos = [0]
          inner_tiles = [8] into %o : tensor<13xf32> -> tensor<2x8xf32>
      return %r : tensor<2x8xf32>
    }
    ```

    After:

    ```mlir
    func.func @before(%x: tensor<13xf32>, %v: f32, %o: tensor<2x8xf32>)
        -> tensor<2x8xf32> {
      %p = pad.pad constant %x value(%v) low[0] high[3]
          : tensor<13xf32> to tensor<16xf32>
      %e = tensor.expand_shape %p [[0, 1]] output_shape [2, 8]
          : tensor<16xf32> into tensor<2x8xf32>
      %r = linalg.transpose ins(%e : tensor<2x8xf32>)
          outs(%o : tensor<2x8xf32>) permutation = [0, 1]
      return %r : tensor<2x8xf32>
    }
    ```
  }];
  let dependentDialects = [
    "arith::ArithDialect", "linalg::LinalgDialect", "pad::PadDialect",
    "tensor::TensorDialect"
  ];
}

def PadFoldIntoPacks : Pass<"pad-fold-into-packs"> {
  let summary = "Let linalg.pack pad, and linalg.unpack crop";
  let description = [{
    A back end that has packed layouts needs no padded tensor in front of a
    `linalg.pack`, and no cropped one behind a `linalg.unpack`. A constant pad
    of the high ends becomes the padding value of the pack that reads it, if it
    has the same value; a slice or a crop of the high ends makes the unpack in
    front of it unpack less. Both stay within the last tile, because pack and
    unpack may not have tiles that are padding only, so extents of the axes and
    tiles are static there. `--pad-lower-packs` is the way back.

    Before:

    ```mlir
    func.func @before(%x: tensor<13xf32>, %v: f32, %o: tensor<2x8xf32>)
        -> tensor<2x8xf32> {
      %p = pad.pad constant %x value(%v) low[0] high[3]
          : tensor<13xf32> to tensor<16xf32>
      %r = linalg.pack %p inner_dims_pos = [0] inner_tiles = [8] into %o
          : tensor<16xf32> -> tensor<2x8xf32>
      return %r : tensor<2x8xf32>
    }
    ```

    After:

    ```mlir
    func.func @before(%x: tensor<13xf32>, %v: f32, %o: tensor<2x8xf32>)
        -> tensor<2x8xf32> {
      %r = linalg.pack %x padding_value(%v : f32) inner_dims_pos = [0]
          inner_tiles = [8] into %o : tensor<13xf32> -> tensor<2x8xf32>
      return %r : tensor<2x8xf32>
    }
    ```
  }];
  let dependentDialects = [
    "arith::ArithDialect", "linalg::LinalgDialect", "tensor::TensorDialect"
  ];
}

def PadFuseIntoLoops : Pass<"pad-fuse-into-loops", "func::FuncOp"> {
  let summary = "Emit linalg ops that read pads as loops over the sources";
  let description = [{
    The fastest pad is none: a stencil, a blur, a pool or a convolution can read
    the source where the pad would have read it. The pass emits a consumer as
    one nest of loops. Each loop along a padded axis runs over its interior,
    where the source is read in place, and then over its borders, where the
    position that the mode reads is computed: rows of a border read other rows
    of the source. Of a row itself, the first and the last vector are composed
    of vectors of the source, if the pads along it are static, and otherwise the
    elements of its borders are computed one by one.

    The innermost parallel loop computes vectors of `vector-bits` bits where the
    operands are contiguous along it, or what neighbours read is at most 4
    elements apart, and the element types are integers of 8 to 64 bits, `f32`,
    `f64`, `bf16`, of which `--pad-compute-bf16-as-f32` makes `f32`, and with
    vectors of 256 bits or more `f16`; other consumers become scalar loops. Four
    rows are computed at once where no border is near: they share what their
    windows read, and memory serves several rows faster than one. Where windows
    run across planes, too, these are rows of two planes. Where a row is the
    channels of one column, which have no border, and columns follow each other
    without gaps in all tensors, both axes are merged, and vectors run across
    columns. Reduction loops run inside of it. They are unrolled completely if
    they have at most 64 iterations and few ops, but not if the code of the
    interior and of all borders would exceed about 32 KB, or if inside of a loop
    that carries tensors it would take seconds to compile. The order of
    summation does not change, so every element of the result is bitwise the
    same.

    A `linalg.generic` may also read pads by `tensor.extract` in its body, at
    the indices of its loops plus constants. Elementwise ops that compute with
    pads or slices of them, as programs of whole tensors do, are made one op
    first, with the elementwise ops whose results they alone read.

    Where one consumer reads pads of the result of another one, as in two passes
    of a blur, the two are a chain, which is computed by tiles of rows. For each
    tile of the second result, the rows of the first result that it reads are
    computed into a small buffer right before. So the first result is not
    written to memory and read again; rows that two tiles read are computed
    twice, by the same operations. A tile has at most 64 rows; it has fewer
    where their part of the first result would exceed 512 KiB, but at least 8,
    and at least 8 times as many as two neighbouring tiles share. Nothing else
    may read the first result, and its low pads along the axis of the tiles
    have to be static. Three consumers in a row are two chains.

    A pad is left alone, with a remark, if it has a user that is not fused, if
    it has interior padding, or if no parallel loop of its consumer runs along a
    padded axis. With `where-faster`, it is also left alone if its consumer
    would be computed by scalars or by short vectors, or if many elements of a
    row read its borders. Tiles are then not used for a chain whose first result
    has less than 2 MiB, or less than 16 MiB where an element takes 32 ops or
    more, or whose rows are so long that few of them fit a cache.

    Before:

    ```mlir
    #same = affine_map<(i) -> (i)>
    func.func @before(%x: tensor<16xf64>) -> tensor<16xf64> {
      %p = pad.pad reflect %x low[1] high[1] : tensor<16xf64> to tensor<18xf64>
      %p0 = tensor.extract_slice %p[0] [16] [1] : tensor<18xf64> to tensor<16xf64>
      %p2 = tensor.extract_slice %p[2] [16] [1] : tensor<18xf64> to tensor<16xf64>
      %e = tensor.empty() : tensor<16xf64>
      %r = linalg.generic {indexing_maps = [#same, #same, #same],
                           iterator_types = ["parallel"]}
          ins(%p0, %p2 : tensor<16xf64>, tensor<16xf64>) outs(%e : tensor<16xf64>) {
      ^bb0(%a: f64, %b: f64, %o: f64):
        %s = arith.addf %a, %b : f64
        linalg.yield %s : f64
      } -> tensor<16xf64>
      return %r : tensor<16xf64>
    }
    ```

    After, in essence:

    ```mlir
    func.func @before(%x: tensor<16xf64>, %e: tensor<16xf64>) -> tensor<16xf64> {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c14 = arith.constant 14 : index
      %z = arith.constant 0.0 : f64
      %f0 = vector.transfer_read %x[%c0], %z {in_bounds = [true]}
          : tensor<16xf64>, vector<2xf64>
      %f1 = vector.shuffle %f0, %f0 [1, 0] : vector<2xf64>, vector<2xf64>
      %f2 = vector.transfer_read %x[%c1], %z {in_bounds = [true]}
          : tensor<16xf64>, vector<2xf64>
      %f = arith.addf %f1, %f2 : vector<2xf64>
      %first = vector.transfer_write %f, %e[%c0] {in_bounds = [true]}
          : vector<2xf64>, tensor<16xf64>
      %inside = scf.for %i = %c2 to %c14 step %c2
          iter_args(%o = %first) -> (tensor<16xf64>) {
        %before = arith.subi %i, %c1 : index
        %behind = arith.addi %i, %c1 : index
        %a = vector.transfer_read %x[%before], %z {in_bounds = [true]}
            : tensor<16xf64>, vector<2xf64>
        %b = vector.transfer_read %x[%behind], %z {in_bounds = [true]}
            : tensor<16xf64>, vector<2xf64>
        %s = arith.addf %a, %b : vector<2xf64>
        %w = vector.transfer_write %s, %o[%i] {in_bounds = [true]}
            : vector<2xf64>, tensor<16xf64>
        scf.yield %w : tensor<16xf64>
      }
      %c13 = arith.constant 13 : index
      %l1 = vector.transfer_read %x[%c13], %z {in_bounds = [true]}
          : tensor<16xf64>, vector<2xf64>
      %l0 = vector.transfer_read %x[%c14], %z {in_bounds = [true]}
          : tensor<16xf64>, vector<2xf64>
      %l2 = vector.shuffle %l0, %l0 [1, 0] : vector<2xf64>, vector<2xf64>
      %l = arith.addf %l1, %l2 : vector<2xf64>
      %last = vector.transfer_write %l, %inside[%c14] {in_bounds = [true]}
          : vector<2xf64>, tensor<16xf64>
      return %last : tensor<16xf64>
    }
    ```
  }];
  let options = [
    Option<"vectorBits", "vector-bits", "int64_t", /*default=*/"128",
           "Bits of a vector; 0 for scalar loops; 128 by default">,
    Option<"whereFaster", "where-faster", "bool", /*default=*/"false",
           "Leave pads whose consumer is expected to be slower if it reads the "
           "source">,
    Option<"remarks", "remarks", "bool", /*default=*/"false",
           "Report how each pad is fused, or why it is left, as a remark">
  ];
  let dependentDialects = [
    "affine::AffineDialect", "arith::ArithDialect", "LLVM::LLVMDialect",
    "scf::SCFDialect", "tensor::TensorDialect", "ub::UBDialect",
    "vector::VectorDialect"
  ];
}

def PadTileAndFuse : Pass<"pad-tile-and-fuse", "func::FuncOp"> {
  let summary = "Compute pads inside the linalg ops that read them";
  let description = [{
    A padded tensor that only a convolution, a pooling or a stencil reads need
    not exist. A slice of a pad is a pad in every mode, so the pass splits the
    consumer along each padded axis into border, interior and border. The
    interior reads the source itself, and each border pads a small strip. A
    padded strip, or a padded tile where the consumer cannot be split, has at
    most `local-bytes`; `tile-sizes` tile all parts. The order of summation does
    not change, so every element of the result is bitwise the same.

    Two kinds of consumers are not split but tiled, and every tile pads:
    consumers of interior pads, and consumers whose innermost loop runs along a
    padded axis with reduction loops around it, because these would run a border
    of few iterations again and again. A pad is left alone if it has several
    users, if its user is not a linalg op on tensors, or if only reduction loops
    read it.

    The pass is opt-in because it makes up to `2 n + 1` copies of a consumer
    with `n` padded axes, and later patterns for the consumer may not match
    these.

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
           "Report how each pad is fused, or why it is left, as a remark">
  ];
  let dependentDialects = [
    "affine::AffineDialect", "arith::ArithDialect", "linalg::LinalgDialect",
    "scf::SCFDialect", "tensor::TensorDialect"
  ];
}

def PadToDestinationStyle : Pass<"pad-to-destination-style"> {
  let summary = "Rewrite pad.pad as pad.pad_into of an empty tensor";
  let description = [{
    This gives One-Shot Bufferize a destination to reuse, of `pad.adjoint`, too.
    `-eliminate-empty-tensors` replaces an empty tensor that ends up in a larger
    buffer by a slice of that buffer, and the pad then writes in place.

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
    Buffers hold integers and not quantized values. Every quantized type of the
    module becomes its storage type, and a `quant.scast` between the two is
    removed. A pad without a padding value gets the zero point as its value. A
    pad whose mode takes no value (C3) fills its result with the zero point if
    its source turns out to be empty.

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

def PadFoldConstants : Pass<"pad-fold-constants"> {
  let summary = "Compute pads of constants";
  let description = [{
    A pad of a dense or resource constant, with static pads and a constant
    value, becomes the padded constant, bit for bit. A pad that makes a splat of
    a splat is folded whatever its size.

    The pass is opt-in because it makes the program larger: padded weights take
    more bytes than weights and a pad.

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
    An axis of extent 1 costs a loop in a lowering that does not recognise it.
    The pass collapses the source and expands the result again; both are views.

    The pass is opt-in because the reshapes stand between the pad and its
    neighbours, which then do not fuse. `--convert-pad-to-vector` does not need
    it.

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
  let summary = "Merge neighbouring axes that a pad leaves alone";
  let description = [{
    Fewer axes mean fewer loops and longer rows to move. The pass collapses the
    source and expands the result again; both are views. It is opt-in for the
    same reason as `--pad-drop-unit-axes`. A static extent of 0 beside a dynamic
    one stays as it is: MLIR 22 cannot lower such a collapse, and there is
    nothing to move.

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
    drops axes of extent 1, may stand before the pad or after it. `up` moves it
    to the source, so that the pad meets the consumers of the reshape; `down`
    moves it to the result, so that the pad meets the producer of the source.

    The pass is opt-in because neither side is better by itself: the better one
    depends on the neighbour that the pad is to fuse with.

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
    A `linalg.transpose` of a pad that grows its source becomes a pad of the
    transposed source, and a pad that shrinks a transposed tensor becomes a
    transpose of the pad. Nothing moves where the sizes are equal, or where
    neither types nor signs say which side is smaller.

    The pass is opt-in because the transpose may have a neighbour to fuse with
    where it is.

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
    one input and identity maps; it has no side effects. `f(v)` is the same op
    on one element; where no padding value is given, that is the default one.

    The pass is opt-in because `f` may have a consumer to fuse with, and because
    a cast to a wider type makes the pad move more bytes. If an axis turns out
    to be empty in a mode other than constant, which C6 forbids, the result
    holds the default padding value and not `f` of it.

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
  let summary = "Split negative pads off as slices";
  let description = [{
    The pass serves later passes that do not know negative pads. A crop becomes
    a slice of the source where the mode cannot bring back what it hides: in
    constant mode, and on axes that are cropped on both sides, or on one side
    with no pad on the other. Elsewhere, and on axes with interior padding, it
    becomes a slice of the result. Interior padding itself stays. Pads known
    only at run time count as negative unless a maximum with 0, an extent or
    value bounds prove that they are not.

    The pass is opt-in because a slice of the result needs a larger tensor,
    while the lowerings pad and crop at once. Canonicalization may make one pad
    of the two ops again, so run this pass right before the pass that needs it.
    A pad into a destination is split only where its source is sliced.

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

def PadSplitModes : Pass<"pad-split-modes"> {
  let summary = "Split a pad of several modes into one pad for each mode";
  let description = [{
    The pass serves later passes that know pads of one mode only. A pad whose
    axes differ in their modes becomes one pad for each mode, each of the result
    of the one before. The pad of constant mode is the last one, so that what
    reads it can take it over (`--pad-fold-into-consumers`). A pad that has a
    padding value stays if its source may be empty: an empty axis reads that
    value in every mode.

    The pass is opt-in because each pad moves the whole tensor, while the
    lowerings pad all axes at once. Canonicalization makes one pad of them
    again, so run this pass right before the pass that needs it.

    Before:

    ```mlir
    func.func @before(%x: tensor<8x8xf32>) -> tensor<10x12xf32> {
      %r = pad.pad [constant, wrap] %x low[1, 2] high[1, 2]
          : tensor<8x8xf32> to tensor<10x12xf32>
      return %r : tensor<10x12xf32>
    }
    ```

    After:

    ```mlir
    func.func @before(%x: tensor<8x8xf32>) -> tensor<10x12xf32> {
      %p = pad.pad wrap %x low[0, 2] high[0, 2]
          : tensor<8x8xf32> to tensor<8x12xf32>
      %r = pad.pad constant %p low[1, 0] high[1, 0]
          : tensor<8x12xf32> to tensor<10x12xf32>
      return %r : tensor<10x12xf32>
    }
    ```
  }];
}

def PadDecomposeInterior : Pass<"pad-decompose-interior"> {
  let summary = "Insert the source with strides where there is interior padding";
  let description = [{
    The pass serves later passes that do not know interior padding. It inserts
    the source with strides into a `linalg.fill` of the padding value, and pads
    the result of that. A pad of another mode than constant that has a value
    stays if it may extend an empty axis: its result there is that value, and
    the pad that would be left has no value.

    The pass is opt-in because the dilated tensor is written twice and padded
    after that, while the lowerings do everything at once.

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
  let summary = "Decompose pads into slices and concatenations";
  let description = [{
    The pass serves later passes that know slices and concatenations but no
    pads. Axis by axis, the borders are splats of the padding value, or slices
    of what is padded so far. A border that runs backwards or repeats an element
    takes one slice for each index. Pads that may be negative and pads with
    interior padding are left alone; run `--pad-split-crop` and
    `--pad-decompose-interior` first. In a mode other than constant, a padded
    axis must be static.

    The pass is opt-in because it copies the tensor once for each axis.

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
           "The most slices that an axis is decomposed into">
  ];
  let dependentDialects = [
    "arith::ArithDialect", "complex::ComplexDialect", "LLVM::LLVMDialect",
    "tensor::TensorDialect"
  ];
}

def StreamFusedRows : Pass<"pad-stream-fused-rows", "func::FuncOp"> {
  let summary = "Order the loads and stores of rows of fused consumers";
  let description = [{
    `--pad-fuse-into-loops` marks its loops over blocks of a row, or of several
    rows, with `pad.fused_row`. Their blocks can be computed in any order, and
    twice. Of loops that only write such blocks, and do not read what they
    write, each iteration stores the block that the iteration before it has
    computed, so that a block is loaded before the previous one is stored. A
    processor may delay a load behind an earlier store whose address has the
    same last twelve bits (Intel's manuals call this 4K aliasing; an AMD Zen 4
    was measured to be as slow). The rows of an image of 1024 columns have such
    addresses. Where weights beside the source repeat (`pad.fixed_vectors`) and
    `vector-bits` are less than 512, so that processors have 16 registers, there
    is none left for the previous block, which is stored at once.

    A result that no cache holds is read into the caches only to be overwritten.
    If it has at least `nontemporal-threshold` bytes, and twice as many together
    with what its vectors are computed from, the stores are non-temporal, from
    the first whole cache line of a row on. Ordinary vectors
    write what lies before that line and behind the last one, but no part of the
    lines between: a processor would read such a line back from memory. Where
    less than a vector lies there, ordinary vectors write one more line. If only
    one row is computed at a time, the next page of the source is prefetched.
    The pass runs after bufferization, because addresses decide.

    Before:

    ```mlir
    func.func @before(%x: memref<4096x4096xf64>, %out: memref<4096x4096xf64>, %i: index) {
      %c0 = arith.constant 0 : index
      %c8 = arith.constant 8 : index
      %c4096 = arith.constant 4096 : index
      %z = arith.constant 0.0 : f64
      scf.for %j = %c0 to %c4096 step %c8 {
        %v = vector.transfer_read %x[%i, %j], %z {in_bounds = [true]}
            : memref<4096x4096xf64>, vector<8xf64>
        vector.transfer_write %v, %out[%i, %j] {in_bounds = [true]}
            : vector<8xf64>, memref<4096x4096xf64>
      } {pad.fused_row}
      return
    }
    ```
  }];
  let options = [
    Option<"nontemporalThreshold", "nontemporal-threshold", "int64_t",
           /*default=*/"::mlir::pad::cost::getStreamedBytes("
                       "::mlir::pad::cost::kAssumedCacheBytes)",
           "Bytes of a result from which on it is written past the caches; 12 "
           "MiB by default">,
    Option<"vectorBits", "vector-bits", "int64_t", /*default=*/"128",
           "Bits of a vector register">
  ];
  let dependentDialects = [
    "arith::ArithDialect", "LLVM::LLVMDialect", "memref::MemRefDialect",
    "scf::SCFDialect", "ub::UBDialect", "vector::VectorDialect"
  ];
}

def PrefetchSplitStores : Pass<"pad-prefetch-split-stores", "func::FuncOp"> {
  let summary = "Prefetch the lines that vectors of fused consumers end in";
  let description = [{
    A vector that does not begin a cache line is stored to two of them. Large
    arrays of `malloc` and numpy begin 16 bytes behind a line, so all of their
    vectors of more bytes are. Intel's processors prefetch the first line of a
    store for writing while it waits for its turn, and the second one only when
    that has come. Where vectors of a row follow each other, that line is the
    first one of the next store; where several rows are computed at once, or
    columns of channels, each store waits for a cache of level 2. So before such
    a store inside of a loop with `pad.fused_nest`, its last element is
    prefetched for writing, unless the next store begins right behind it, or the
    buffer fits a cache of level 1. The pass runs behind those that share nests
    and store blocks, which keep the attribute, and removes it.

    Before:

    ```mlir
    func.func @before(%x: memref<64x4096xf64>, %out: memref<64x4096xf64>, %j: index) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c64 = arith.constant 64 : index
      %z = arith.constant 0.0 : f64
      scf.for %i = %c0 to %c64 step %c1 {
        %v = vector.transfer_read %x[%i, %j], %z {in_bounds = [true]}
            : memref<64x4096xf64>, vector<8xf64>
        vector.transfer_write %v, %out[%i, %j] {in_bounds = [true]}
            : vector<8xf64>, memref<64x4096xf64>
      } {pad.fused_nest}
      return
    }
    ```

    After: `memref.prefetch %out[%i, %last], write` with `%last` = `%j + 7`
    stands before the write.
  }];
  let dependentDialects = ["arith::ArithDialect", "memref::MemRefDialect"];
}

def ShareFusedNests : Pass<"pad-share-fused-nests", "func::FuncOp"> {
  let summary = "Share large results of fused consumers among threads";
  let description = [{
    `--pad-fuse-into-loops` marks the outermost loop of a consumer, if it is not
    that of a row, with `pad.fused_nest`: its iterations compute different
    elements. It marks the loop over tiles of two consumers, too. This pass
    splits each marked loop whose result has at least `parallel-threshold` bytes
    into the tasks of an `scf.forall`, as large pads are split. Loops inside of
    a parallel loop or of a shared one stay, and buffers that a loop allocates
    belong to a task. The pass runs after bufferization, where a loop that still
    carries a value is left alone, and before `--pad-stream-fused-rows`, so that
    each task orders the stores that it makes past the caches.

    Before:

    ```mlir
    func.func @before(%x: memref<1024x1024xf64>, %out: memref<1024x1024xf64>) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c1024 = arith.constant 1024 : index
      scf.for %i = %c0 to %c1024 step %c1 {
        scf.for %j = %c0 to %c1024 step %c1 {
          %v = memref.load %x[%i, %j] : memref<1024x1024xf64>
          memref.store %v, %out[%i, %j] : memref<1024x1024xf64>
        }
      } {pad.fused_nest}
      return
    }
    ```

    After, in essence:

    ```mlir
    func.func @before(%x: memref<1024x1024xf64>, %out: memref<1024x1024xf64>) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c8 = arith.constant 8 : index
      %c1024 = arith.constant 1024 : index
      scf.forall (%task) in (128) {
        %begin = arith.muli %task, %c8 : index
        %end = arith.addi %begin, %c8 : index
        scf.for %i = %begin to %end step %c1 {
          scf.for %j = %c0 to %c1024 step %c1 {
            %v = memref.load %x[%i, %j] : memref<1024x1024xf64>
            memref.store %v, %out[%i, %j] : memref<1024x1024xf64>
          }
        }
      }
      return
    }
    ```
  }];
  let options = [
    Option<"parallelThreshold", "parallel-threshold", "int64_t",
           /*default=*/"::mlir::pad::cost::kParallelBytes",
           "Bytes of a result from which on it is shared out; by default 2 MiB">
  ];
  let dependentDialects = [
    "arith::ArithDialect", "memref::MemRefDialect", "scf::SCFDialect"
  ];
}

def MarkPads : Pass<"pad-mark-functions"> {
  let summary = "Note which functions have pads, for passes that see none";
  let description = [{
    `--pad-guard-allocations`, `--pad-compute-bf16-as-f32` and
    `--pad-move-bf16-as-bits` run when pads may be loops already, and change
    only functions that had pads. So this pass marks the functions with pads,
    and those with pads of bf16. In functions with pads, it also marks each
    `memref.alloc`: before bufferization, these are the input's own.
    `--lower-pad-to-llvm` runs this before pads are rewritten, and once more
    before bufferization, for the allocations that were rewritten since.

    Before:

    ```mlir
    func.func @before(%x: memref<4xbf16>) -> memref<6xbf16> {
      %a = memref.alloc() : memref<6xbf16>
      pad.pad_into edge %x into %a low[1] high[1]
          : memref<4xbf16> into memref<6xbf16>
      return %a : memref<6xbf16>
    }
    ```

    After:

    ```mlir
    func.func @before(%x: memref<4xbf16>) -> memref<6xbf16>
        attributes {pad.has_bf16_pads, pad.has_pads} {
      %a = memref.alloc() {pad.input_allocation} : memref<6xbf16>
      pad.pad_into edge %x into %a low[1] high[1]
          : memref<4xbf16> into memref<6xbf16>
      return %a : memref<6xbf16>
    }
    ```
  }];
}

def PartitionPads : Pass<"pad-partition"> {
  let summary = "Split pads across ranks into messages and local pads";
  let description = [{
    A slice of a pad is a pad: a rank's piece of the result is a `pad.pad`, with
    numbers of its own, of the elements that it reads, which `pad.exchange` gets
    from the other ranks. Use it if local pads are to fold, tile or fuse with
    what follows; `--lower-pad-to-llvm` takes `pad.sharded_pad` as it is, too,
    and then moves elements once instead of twice. A pad with interior padding
    stays.

    Before, from `--shard-partition`:

    ```mlir
    shard.grid @grid(shape = 2)
    func.func @before(%x: tensor<8x4xf64>) -> tensor<9x6xf64> {
      %r = pad.sharded_pad [wrap, edge] %x of[16, 4] low[1, 1] high[1, 1]
          on @grid split_axes = [[0]] : tensor<8x4xf64> to tensor<9x6xf64>
      return %r : tensor<9x6xf64>
    }
    ```

    After. Both ranks read 9 neighbouring rows of a ring; pads of an axis that
    differ from rank to rank would come from `shard.process_multi_index`.

    ```mlir
    shard.grid @grid(shape = 2)
    func.func @before(%x: tensor<8x4xf64>) -> tensor<9x6xf64> {
      %w = pad.exchange [wrap, edge] %x of[16, 4] low[1, 1] high[1, 1]
          on @grid split_axes = [[0]] : tensor<8x4xf64> to tensor<9x4xf64>
      %r = pad.pad [wrap, edge] %w low[0, 1] high[0, 1]
          : tensor<9x4xf64> to tensor<9x6xf64>
      return %r : tensor<9x6xf64>
    }
    ```
  }];
  let options = [
    Option<"remarks", "remarks", "bool", /*default=*/"false",
           "Report for each axis which rank sends how many elements to which, "
           "and all messages and bytes, as remarks">
  ];
  let dependentDialects = ["arith::ArithDialect", "shard::ShardDialect"];
}

def VerifyBufferizable : Pass<"pad-verify-bufferizable"> {
  let summary = "Refuse ops on tensors that cannot become ops on memrefs";
  let description = [{
    This pass runs before bufferization, which would only say that an op was not
    bufferized.
  }];
  let dependentDialects = ["bufferization::BufferizationDialect"];
}

def VerifyPadLowerable : Pass<"pad-verify-lowerable"> {
  let summary = "Refuse pads that cannot become native code, with the reason";
  let description = [{
    This is the first step of `--lower-pad-to-llvm`. It refuses a pad whose
    element type has no memory representation, whose tensor is sparse, or whose
    size exceeds the address space. At this point the types are still those that
    the user wrote, so the error can name them. It also refuses a `tensor.pad`
    with a pad that is negative, or not known to be none by the ranges of
    integers, because upstream's lowering then writes outside of the result, and
    any op of tf32, which LLVM does not have.
  }];
}

def VerifyPadLowered : Pass<"pad-verify-lowered", "ModuleOp"> {
  let summary = "Contract: nothing but the LLVM dialect is left";
  let description = [{
    This is the last step of `--lower-pad-to-llvm`. If a `pad` op is left, or
    any other op that the pipeline did not lower, the error names the op and the
    reason.
  }];
}

#endif // PAD_TRANSFORMS_PASSES_TD
