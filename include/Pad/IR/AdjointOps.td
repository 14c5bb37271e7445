//===- AdjointOps.td - The gradients of pads ---------------*- tablegen -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_IR_ADJOINTOPS_TD
#define PAD_IR_ADJOINTOPS_TD

include "Pad/IR/PadDialect.td"
include "Pad/IR/PadAttributes.td"
include "Pad/IR/PadOpInterface.td"
include "mlir/Interfaces/DestinationStyleOpInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def AdjointOpInterface
    : OpInterface<"AdjointOpInterface", [PadNumbersInterface]> {
  let cppNamespace = "::mlir::pad";
  let description = [{
    The view of the ops on gradients of pads that the verifier and the lowerings
    work on.
  }];
  let methods = [
    InterfaceMethod<"The gradient of the result of the pad.",
      "::mlir::Value", "getGradient">,
    InterfaceMethod<"The extents of the source of the pad (A1);"
                    " `ShapedType::kDynamic` where they are not static.",
      "::llvm::SmallVector<int64_t>", "getSourceShape">,
    InterfaceMethod<"The same as attributes and values.",
      "::llvm::SmallVector<::mlir::OpFoldResult>", "getMixedSourceShape",
      (ins "::mlir::OpBuilder &":$builder)>
  ];
  let extraSharedClassDeclaration = [{
    /// Type of the gradient of the result.
    ::mlir::ShapedType getGradientType() {
      return ::llvm::cast<::mlir::ShapedType>($_op.getGradient().getType());
    }
    /// Number of axes.
    int64_t getRank() { return getGradientType().getRank(); }
  }];
}

class Pad_AdjointOpBase<string mnemonic, list<Trait> traits>
    : Op<Pad_Dialect, mnemonic, !listconcat(traits, [
        AttrSizedOperandSegments, PadNumbersInterface, AdjointOpInterface,
        DeclareOpInterfaceMethods<ConditionallySpeculatable>])> {
  dag padNumbers = (ins
    Variadic<Index>:$low,                  /*C1, C5*/
    Variadic<Index>:$high,                 /*C1, C5*/
    Variadic<Index>:$interior,             /*C1, C2*/
    Pad_PadModesAttr:$modes,               /*C1*/
    DenseI64ArrayAttr:$static_low,
    DenseI64ArrayAttr:$static_high,
    DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$static_interior
  );
  dag extents = (ins
    Variadic<Index>:$extents,              /*A1*/
    DenseI64ArrayAttr:$static_extents
  );
  let hasVerifier = 1;
}

def Pad_AdjointOp : Pad_AdjointOpBase<"adjoint", [
    NoMemoryEffect,
    DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface,
                              ["reifyResultShapes"]>]> {
  let hasFolder = 1;
  let hasCanonicalizer = 1;
  let summary = "the gradient of the source of a pad";
  let description = [{
    The transpose of the `pad.pad` with these modes and numbers, as a linear map
    of its source: an element of the result is the sum of those elements of
    `gradient`, the gradient of the result of the pad, whose positions read it.
    An element that no position reads is zero. `extents` are those of the source
    of the pad, and so of the result (A1).

    Along an axis, terms are added in the order of their positions, starting
    from the first term. The gradient of several axes is that of the first axis,
    then that of the second one, and so on (A2): the result has the same bits
    for any tiles, threads and vectors. Integers wrap, complex numbers add by
    parts, and floating-point types narrower than `f32` are summed in `f32` and
    rounded once (A3). Types without addition, such as `i1`, are refused.

    Examples:

    ```mlir
    // 1 2 3 4 5 6  ==>  the elements 1 and 2 of the source are read twice.
    func.func @reflect(%g: tensor<6xf32>) -> tensor<4xf32> {
      %r = pad.adjoint reflect %g of[4] low[2] high[0]
          : tensor<6xf32> to tensor<4xf32>
      return %r : tensor<4xf32>
    }
    ```

    ```mlir
    func.func @dynamic(%g: tensor<?x?xf32>, %d: index, %l: index)
        -> tensor<?x8xf32> {
      %r = pad.adjoint [edge, wrap] %g of[%d, 8] low[%l, 1] high[0, 1]
          : tensor<?x?xf32> to tensor<?x8xf32>
      return %r : tensor<?x8xf32>
    }
    ```
  }];
  let arguments = !con((ins AnyRankedTensor:$gradient), extents, padNumbers);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    custom<PadModes>($modes) $gradient
    `of` `` custom<PadAmounts>($extents, $static_extents)
    `low` `` custom<PadAmounts>($low, $static_low)
    `high` `` custom<PadAmounts>($high, $static_high)
    `` custom<InteriorAmounts>($interior, $static_interior)
    attr-dict `:` type($gradient) `to` type($result)
  }];
  let builders = [
    // The pad of a source of `extents` by `pads`.
    OpBuilder<(ins "Value":$gradient, "ArrayRef<OpFoldResult>":$extents,
      "const PadAmounts &":$pads)>
  ];
  let extraClassDeclaration = [{
    ::llvm::SmallVector<int64_t> getSourceShape() {
      return ::llvm::SmallVector<int64_t>(getType().getShape());
    }
    ::llvm::SmallVector<::mlir::OpFoldResult>
    getMixedSourceShape(::mlir::OpBuilder &builder);
  }];
}

def Pad_AdjointIntoOp : Pad_AdjointOpBase<"adjoint_into", [
    DestinationStyleOpInterface,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "the gradient of the source of a pad, into a destination";
  let description = [{
    Writes the elements of the equal `pad.adjoint` into `init`, whose extents
    are those of the source of the pad. With `accumulate`, they are added to
    what `init` holds, by one more addition in the element type (A5).

    The extents of `init` and of `gradient` decide which elements are written
    and read: no value of the operands can make the op read or write out of
    bounds. Memrefs do not overlap.

    Examples:

    ```mlir
    func.func @tensors(%g: tensor<?xf32>, %out: tensor<?xf32>) -> tensor<?xf32> {
      %r = pad.adjoint_into edge %g into %out low[1] high[1]
          : tensor<?xf32> into tensor<?xf32> -> tensor<?xf32>
      return %r : tensor<?xf32>
    }
    ```

    ```mlir
    func.func @memrefs(%g: memref<10xf32>, %sum: memref<8xf32>) {
      pad.adjoint_into wrap %g into %sum accumulate low[1] high[1]
          : memref<10xf32> into memref<8xf32>
      return
    }
    ```
  }];
  let arguments = !con((ins
    AnyTypeOf<[AnyRankedTensor, AnyMemRef]>:$gradient,
    AnyTypeOf<[AnyRankedTensor, AnyMemRef]>:$init,
    UnitAttr:$accumulate                   /*A5*/
  ), padNumbers);
  let results = (outs Optional<AnyRankedTensor>:$result);
  let assemblyFormat = [{
    custom<PadModes>($modes) $gradient `into` $init (`accumulate` $accumulate^)?
    `low` `` custom<PadAmounts>($low, $static_low)
    `high` `` custom<PadAmounts>($high, $static_high)
    `` custom<InteriorAmounts>($interior, $static_interior)
    attr-dict `:` type($gradient) `into` type($init) (`->` type($result)^)?
  }];
  let builders = [
    OpBuilder<(ins "Value":$gradient, "Value":$init, "const PadAmounts &":$pads,
      CArg<"bool", "false">:$accumulate)>
  ];
  let extraClassDeclaration = [{
    ::llvm::SmallVector<int64_t> getSourceShape() {
      return ::llvm::SmallVector<int64_t>(
          ::llvm::cast<::mlir::ShapedType>(getInit().getType()).getShape());
    }
    ::llvm::SmallVector<::mlir::OpFoldResult>
    getMixedSourceShape(::mlir::OpBuilder &builder);
    ::mlir::MutableOperandRange getDpsInitsMutable() {
      return ::mlir::MutableOperandRange(getInitMutable());
    }
  }];
}

def Pad_AdjointValueOp : Pad_AdjointOpBase<"adjoint_value", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "the gradient of the padding value of a pad";
  let description = [{
    The sum of `gradient`, the gradient of the result of a pad, over all
    positions that give the padding value. `extents` are those of the source.
    Positions of a row of the innermost axis are added in their order; the sums
    of rows are added over the other axes, outermost first (A4). It is zero if
    there are none.

    Example: 1 2 3 4 5 6 gives 1 + 2 + 6.

    ```mlir
    func.func @constant(%g: tensor<6xf32>) -> f32 {
      %r = pad.adjoint_value constant %g of[3] low[2] high[1] : tensor<6xf32>
      return %r : f32
    }
    ```
  }];
  let arguments = !con((ins
    AnyTypeOf<[AnyRankedTensor, AnyMemRef]>:$gradient
  ), extents, padNumbers);
  let results = (outs AnyType:$result);
  let assemblyFormat = [{
    custom<PadModes>($modes) $gradient
    `of` `` custom<PadAmounts>($extents, $static_extents)
    `low` `` custom<PadAmounts>($low, $static_low)
    `high` `` custom<PadAmounts>($high, $static_high)
    `` custom<InteriorAmounts>($interior, $static_interior)
    attr-dict `:` type($gradient)
  }];
  let builders = [
    OpBuilder<(ins "Value":$gradient, "ArrayRef<OpFoldResult>":$extents,
      "const PadAmounts &":$pads)>
  ];
  let extraClassDeclaration = [{
    ::llvm::SmallVector<int64_t> getSourceShape() {
      return ::llvm::SmallVector<int64_t>(getStaticExtents());
    }
    ::llvm::SmallVector<::mlir::OpFoldResult>
    getMixedSourceShape(::mlir::OpBuilder &builder);
  }];
}

#endif // PAD_IR_ADJOINTOPS_TD
