//===- PadOps.td - pad.pad and pad.pad_into ----------------*- tablegen -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_IR_PADOPS_TD
#define PAD_IR_PADOPS_TD

include "Pad/IR/PadDialect.td"
include "Pad/IR/PadAttributes.td"
include "Pad/IR/PadOpInterface.td"
include "mlir/Interfaces/DestinationStyleOpInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class Pad_Op<string mnemonic, list<Trait> traits>
    : Op<Pad_Dialect, mnemonic, !listconcat(traits, [
        AttrSizedOperandSegments, PadNumbersInterface, PadOpInterface,
        DeclareOpInterfaceMethods<ConditionallySpeculatable>])> {
  let hasVerifier = 1;
  let hasFolder = 1;
  // Bytecode of older versions is read, too.
  let useCustomPropertiesEncoding = 1;
}

def Pad_PadOp : Pad_Op<"pad", [
    NoMemoryEffect,
    DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface,
                              ["reifyResultShapes"]>]> {
  let hasCanonicalizer = 1;
  let summary = "pads, crops and dilates a tensor";
  let description = [{
    Extends each axis of `source` by `low` elements before and `high` elements
    after it, with `interior` elements between neighbours. A negative pad crops:
    it moves the window, but does not remove data before the mode reads it. The
    result extent is `max(0, low + dilated extent + high)`.

    `modes` says what a position outside the source reads: one mode for all
    axes, or a list with one for each. An element is the padding value if any
    axis says so (outside of the source in constant mode, or between
    neighbours), else the source element at the positions that the axes read.
    `value` is the padding value; if it is absent, it is zero (the zero point of
    a quantized type, the null pointer of a pointer type). `periodic` lets
    reflect and symmetric repeat for ever; without it, a pad is at most the
    extent less one (reflect) or the extent (symmetric).

    Examples:

    ```mlir
    func.func @reflect(%x: tensor<3x?xf32>, %l: index) -> tensor<5x?xf32> {
      %r = pad.pad reflect %x low[0, %l] high[2, 3]
          : tensor<3x?xf32> to tensor<5x?xf32>
      return %r : tensor<5x?xf32>
    }
    ```

    ```mlir
    func.func @interior(%x: tensor<3x3xf32>, %v: f32) -> tensor<7x9xf32> {
      %r = pad.pad constant %x value(%v) low[1, 2] high[1, 0] interior[1, 2]
          : tensor<3x3xf32> to tensor<7x9xf32>
      return %r : tensor<7x9xf32>
    }
    ```

    ```mlir
    // A map of the earth: it ends at the poles, and goes on in longitude.
    func.func @globe(%x: tensor<180x360xf32>) -> tensor<182x364xf32> {
      %r = pad.pad [edge, wrap] %x low[1, 2] high[1, 2]
          : tensor<180x360xf32> to tensor<182x364xf32>
      return %r : tensor<182x364xf32>
    }
    ```

    ```mlir
    func.func @periodic(%x: tensor<3x2xf32>) -> tensor<3x4xf32> {
      %r = pad.pad reflect periodic %x low[0, 2] high[0, 0]
          : tensor<3x2xf32> to tensor<3x4xf32>
      return %r : tensor<3x4xf32>
    }
    ```
  }];
  let arguments = (ins
    AnyRankedTensor:$source,
    Optional<AnyType>:$value,              /*C3*/
    Variadic<Index>:$low,                  /*C1, C5*/
    Variadic<Index>:$high,                 /*C1, C5*/
    Variadic<Index>:$interior,             /*C1, C2*/
    Pad_PadModesAttr:$modes,               /*C1*/
    DenseI64ArrayAttr:$static_low,
    DenseI64ArrayAttr:$static_high,
    DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$static_interior
  );
  let results = (outs AnyRankedTensor:$result);  /*C4*/
  let assemblyFormat = [{
    custom<PadModes>($modes) $source
    (`value` `(` $value^ `)`)?
    `low` `` custom<PadAmounts>($low, $static_low)
    `high` `` custom<PadAmounts>($high, $static_high)
    `` custom<InteriorAmounts>($interior, $static_interior)
    attr-dict `:`
    custom<PadTypes>(ref($value), type($value), type($source), type($result))
  }];
  let builders = [
    // `modes` has one entry, or one an axis.
    OpBuilder<(ins "RankedTensorType":$resultType, "Value":$source,
      "ArrayRef<AxisMode>":$modes, "ArrayRef<OpFoldResult>":$low,
      "ArrayRef<OpFoldResult>":$high,
      CArg<"ArrayRef<OpFoldResult>", "{}">:$interior,
      CArg<"Value", "nullptr">:$value)>,
    OpBuilder<(ins "Value":$source, "ArrayRef<AxisMode>":$modes,
      "ArrayRef<OpFoldResult>":$low, "ArrayRef<OpFoldResult>":$high,
      CArg<"ArrayRef<OpFoldResult>", "{}">:$interior,
      CArg<"Value", "nullptr">:$value), [{
      build($_builder, $_state, RankedTensorType(), source, modes, low, high,
            interior, value);
    }]>,
    OpBuilder<(ins "RankedTensorType":$resultType, "Value":$source,
      "const PadAmounts &":$pads, CArg<"Value", "nullptr">:$value), [{
      build($_builder, $_state, resultType, source, pads.modes, pads.low,
            pads.high, pads.interior, value);
    }]>,
    // One mode for all axes.
    OpBuilder<(ins "RankedTensorType":$resultType, "Value":$source,
      "PadMode":$mode, "ArrayRef<OpFoldResult>":$low,
      "ArrayRef<OpFoldResult>":$high,
      CArg<"ArrayRef<OpFoldResult>", "{}">:$interior,
      CArg<"Value", "nullptr">:$value, CArg<"bool", "false">:$periodic), [{
      build($_builder, $_state, resultType, source, AxisMode{mode, periodic},
            low, high, interior, value);
    }]>,
    OpBuilder<(ins "Value":$source, "PadMode":$mode,
      "ArrayRef<OpFoldResult>":$low, "ArrayRef<OpFoldResult>":$high,
      CArg<"ArrayRef<OpFoldResult>", "{}">:$interior,
      CArg<"Value", "nullptr">:$value, CArg<"bool", "false">:$periodic), [{
      build($_builder, $_state, RankedTensorType(), source, mode, low, high,
            interior, value, periodic);
    }]>
  ];
  let extraClassDeclaration = [{
    ::mlir::ShapedType getPaddedType() { return getResult().getType(); }
  }];
}

def Pad_PadIntoOp : Pad_Op<"pad_into", [
    DestinationStyleOpInterface,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "pads, crops and dilates into a destination";
  let description = [{
    Writes the elements of the equal `pad.pad` into `init`. Every element of
    `init` is written, and none is read. On tensors the result is `init` after
    the write; on memrefs there is no result.

    The extents of `init` decide which positions are written, and `low` decides
    where they start. No value of the operands can therefore make the op read or
    write out of bounds.

    On memrefs, source and destination must not overlap, except that the source
    may be exactly the interior view of the destination. Then only the borders
    change. Strides of memrefs may be negative, and those of the source may be
    zero: only elements of the destination must not share memory.

    Examples:

    ```mlir
    func.func @tensors(%x: tensor<?xf32>, %out: tensor<?xf32>) -> tensor<?xf32> {
      %r = pad.pad_into edge %x into %out low[1] high[1]
          : tensor<?xf32> into tensor<?xf32> -> tensor<?xf32>
      return %r : tensor<?xf32>
    }
    ```

    ```mlir
    func.func @memrefs(%x: memref<?xf32, strided<[?], offset: ?>>,
                       %out: memref<?xf32>) {
      pad.pad_into edge %x into %out low[1] high[1]
          : memref<?xf32, strided<[?], offset: ?>> into memref<?xf32>
      return
    }
    ```
  }];
  let arguments = (ins
    AnyTypeOf<[AnyRankedTensor, AnyMemRef]>:$source,
    AnyTypeOf<[AnyRankedTensor, AnyMemRef]>:$init,
    Optional<AnyType>:$value,              /*C3*/
    Variadic<Index>:$low,                  /*C1, C5*/
    Variadic<Index>:$high,                 /*C1, C5*/
    Variadic<Index>:$interior,             /*C1, C2*/
    Pad_PadModesAttr:$modes,               /*C1*/
    DenseI64ArrayAttr:$static_low,
    DenseI64ArrayAttr:$static_high,
    DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$static_interior
  );
  let results = (outs Optional<AnyRankedTensor>:$result);  /*C4*/
  let assemblyFormat = [{
    custom<PadModes>($modes) $source `into` $init
    (`value` `(` $value^ `)`)?
    `low` `` custom<PadAmounts>($low, $static_low)
    `high` `` custom<PadAmounts>($high, $static_high)
    `` custom<InteriorAmounts>($interior, $static_interior)
    attr-dict `:`
    custom<PadIntoTypes>(ref($value), type($value), type($source), type($init),
                         type($result))
  }];
  let builders = [
    // `modes` has one entry, or one an axis.
    OpBuilder<(ins "Value":$source, "Value":$init, "ArrayRef<AxisMode>":$modes,
      "ArrayRef<OpFoldResult>":$low, "ArrayRef<OpFoldResult>":$high,
      CArg<"ArrayRef<OpFoldResult>", "{}">:$interior,
      CArg<"Value", "nullptr">:$value)>,
    OpBuilder<(ins "Value":$source, "Value":$init, "const PadAmounts &":$pads,
      CArg<"Value", "nullptr">:$value), [{
      build($_builder, $_state, source, init, pads.modes, pads.low, pads.high,
            pads.interior, value);
    }]>,
    // One mode for all axes.
    OpBuilder<(ins "Value":$source, "Value":$init, "PadMode":$mode,
      "ArrayRef<OpFoldResult>":$low, "ArrayRef<OpFoldResult>":$high,
      CArg<"ArrayRef<OpFoldResult>", "{}">:$interior,
      CArg<"Value", "nullptr">:$value, CArg<"bool", "false">:$periodic), [{
      build($_builder, $_state, source, init, AxisMode{mode, periodic}, low,
            high, interior, value);
    }]>
  ];
  let extraClassDeclaration = [{
    ::mlir::ShapedType getPaddedType() {
      return ::llvm::cast<::mlir::ShapedType>(getInit().getType());
    }
    ::mlir::MutableOperandRange getDpsInitsMutable() {
      return ::mlir::MutableOperandRange(getInitMutable());
    }
  }];
}

#endif // PAD_IR_PADOPS_TD
