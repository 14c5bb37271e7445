//===- ShardedPadOps.td - Pads across ranks ----------------*- tablegen -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_IR_SHARDEDPADOPS_TD
#define PAD_IR_SHARDEDPADOPS_TD

include "Pad/IR/PadDialect.td"
include "Pad/IR/PadAttributes.td"
include "Pad/IR/PadOpInterface.td"
include "mlir/Dialect/Shard/IR/ShardBase.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

// A pad of a tensor that lies on a grid of ranks. Messages are read: nothing may
// sink the op into a branch that only some ranks take.
class Pad_ShardedOp<string mnemonic> : Op<Pad_Dialect, mnemonic, [
    AttrSizedOperandSegments, PadNumbersInterface, MemoryEffects<[MemRead]>,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  dag shardedNumbers = (ins
    Variadic<Index>:$extents,
    Variadic<Index>:$low,                  /*C1, C5*/
    Variadic<Index>:$high,                 /*C1, C5*/
    Variadic<Index>:$interior,             /*C1, C2*/
    Variadic<Index>:$source_offsets,
    Variadic<Index>:$result_offsets,
    Pad_PadModesAttr:$modes,               /*C1*/
    DenseI64ArrayAttr:$static_extents,
    DenseI64ArrayAttr:$static_low,
    DenseI64ArrayAttr:$static_high,
    DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$static_interior,
    FlatSymbolRefAttr:$grid,
    Shard_GridAxesArrayAttr:$split_axes,
    DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$static_source_offsets,
    DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$static_result_offsets
  );
  let results = (outs AnyRankedTensor:$result);  /*C4*/
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// Number of axes.
    int64_t getRank() { return getSource().getType().getRank(); }
    /// The numbers of axis `axis` of the whole tensor; `ShapedType::kDynamic`
    /// where they are not static.
    PadAxis getStaticNumbers(int64_t axis);
    /// The pieces of axis `axis` of the source, and of the result, if the grid
    /// has extents `shape`.
    AxisPieces getSourcePieces(int64_t axis, ::llvm::ArrayRef<int64_t> shape);
    AxisPieces getResultPieces(int64_t axis, ::llvm::ArrayRef<int64_t> shape);
  }];
  let extraClassDefinition = [{
    PadAxis $cppClass::getStaticNumbers(int64_t axis) {
      return ::mlir::pad::getStaticNumbers(*this, axis,
                                           getStaticExtents()[axis]);
    }
    AxisPieces $cppClass::getSourcePieces(int64_t axis,
                                          ::llvm::ArrayRef<int64_t> shape) {
      return getAxisPieces(getSplitAxes(), axis, shape,
                           getStaticExtents()[axis], getStaticSourceOffsets());
    }
    AxisPieces $cppClass::getResultPieces(int64_t axis,
                                          ::llvm::ArrayRef<int64_t> shape) {
      std::optional<PadAxis> numbers = getStaticAxis(getStaticNumbers(axis));
      return getAxisPieces(getSplitAxes(), axis, shape,
                           numbers ? *getPaddedExtent(*numbers)
                                   : ::mlir::ShapedType::kDynamic,
                           getStaticResultOffsets());
    }
  }];
}

def Pad_ShardedPadOp : Pad_ShardedOp<"sharded_pad"> {
  let summary = "a rank's piece of the pad of a tensor that lies on a grid";
  let description = [{
    A tensor lies in pieces on the ranks of a `shard.grid`, `source` is the
    piece of this rank, and the result is its piece of the padded tensor, which
    lies on the ranks in the same way. `extents` are those of the whole source;
    `modes`, `low`, `high` and `interior` are those of the `pad.pad` of the
    whole. Along an axis, `split_axes` lists the axes of the grid on which it
    lies, of which the last one counts first. The first pieces have one element
    more than the last ones where an extent is no multiple of their number,
    unless `source_offsets` or `result_offsets` say where each piece begins, and
    the extent, for one split axis after the other, as `sharded_dims_offsets` of
    `shard.sharding` does.

    Elements of other ranks come in messages. All ranks of the grid have to run
    the op, with the same numbers. `value` is given where an axis has constant
    mode or interior padding. Reflect and symmetric are always periodic at run
    time.

    `--shard-partition` makes it of `pad.pad`, and
    `--convert-sharded-pad-to-mpi` calls of MPI.

    Example:

    ```mlir
    shard.grid @grid(shape = 2x2)
    func.func @ring(%x: tensor<8x8xf64>) -> tensor<9x9xf64> {
      %r = pad.sharded_pad wrap %x of[16, 16] low[1, 1] high[1, 1]
          on @grid split_axes = [[0], [1]] : tensor<8x8xf64> to tensor<9x9xf64>
      return %r : tensor<9x9xf64>
    }
    ```
  }];
  let arguments = !con((ins
    AnyRankedTensor:$source,
    Optional<AnyType>:$value               /*C3*/
  ), shardedNumbers);
  let assemblyFormat = [{
    custom<PadModes>($modes) $source
    (`value` `(` $value^ `)`)?
    `of` `` custom<PadAmounts>($extents, $static_extents)
    `low` `` custom<PadAmounts>($low, $static_low)
    `high` `` custom<PadAmounts>($high, $static_high)
    `` custom<InteriorAmounts>($interior, $static_interior)
    `on` $grid `split_axes` `=` $split_axes
    `` custom<OptionalAmounts>($source_offsets, $static_source_offsets,
                                  "\"source_offsets\"")
    `` custom<OptionalAmounts>($result_offsets, $static_result_offsets,
                                  "\"result_offsets\"")
    attr-dict `:`
    custom<PadTypes>(ref($value), type($value), type($source), type($result))
  }];
}

def Pad_ExchangeOp : Pad_ShardedOp<"exchange"> {
  let summary = "what a rank's piece of a pad reads of a tensor on a grid";
  let description = [{
    The elements of the whole source that this rank's piece of the result of the
    equal `pad.sharded_pad` reads, each once, which come in messages from the
    ranks that have them. Along each axis they are neighbours; in mode wrap, the
    first element of the axis comes behind the last one. `--pad-partition` makes
    it of `pad.sharded_pad`, with a `pad.pad` that does the rest on the rank.

    Example: each rank gets its own 8 elements and the last one or the first one
    of the other rank.

    ```mlir
    shard.grid @grid(shape = 2)
    func.func @ring(%x: tensor<8xf64>) -> tensor<9xf64> {
      %r = pad.exchange wrap %x of[16] low[1] high[1]
          on @grid split_axes = [[0]] : tensor<8xf64> to tensor<9xf64>
      return %r : tensor<9xf64>
    }
    ```
  }];
  let arguments = !con((ins AnyRankedTensor:$source), shardedNumbers);
  let assemblyFormat = [{
    custom<PadModes>($modes) $source
    `of` `` custom<PadAmounts>($extents, $static_extents)
    `low` `` custom<PadAmounts>($low, $static_low)
    `high` `` custom<PadAmounts>($high, $static_high)
    `` custom<InteriorAmounts>($interior, $static_interior)
    `on` $grid `split_axes` `=` $split_axes
    `` custom<OptionalAmounts>($source_offsets, $static_source_offsets,
                                  "\"source_offsets\"")
    `` custom<OptionalAmounts>($result_offsets, $static_result_offsets,
                                  "\"result_offsets\"")
    attr-dict `:` type($source) `to` type($result)
  }];
}

def Pad_PieceOffsetsOp : Op<Pad_Dialect, "piece_offsets", [
    MemoryEffects<[MemRead]>,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "where the pieces of an axis begin on the ranks of a grid";
  let description = [{
    `extent` is that of this rank's piece of an axis that lies on `axes` of the
    grid, the last of which counts first. The results are where each piece
    begins, and the extent of the whole axis: one more than there are pieces.
    All ranks of the grid have to run the op.

    `--shard-partition` makes it for pads of axes with a dynamic extent.

    Example:

    ```mlir
    shard.grid @grid(shape = 2x3)
    func.func @whole(%mine: index) -> index {
      %o:3 = pad.piece_offsets %mine on @grid axes = [0] : index, index, index
      return %o#2 : index
    }
    ```
  }];
  let arguments = (ins
    Index:$extent,
    FlatSymbolRefAttr:$grid,
    Shard_GridAxesAttr:$axes
  );
  let results = (outs Variadic<Index>:$offsets);
  let assemblyFormat = [{
    $extent `on` $grid `axes` `=` $axes attr-dict `:` type($offsets)
  }];
}

#endif // PAD_IR_SHARDEDPADOPS_TD
