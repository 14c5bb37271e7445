//===- PadOpInterface.td - What both pad ops share ---------*- tablegen -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_IR_PADOPINTERFACE_TD
#define PAD_IR_PADOPINTERFACE_TD

include "mlir/IR/OpBase.td"

def PadNumbersInterface : OpInterface<"PadNumbersInterface"> {
  let cppNamespace = "::mlir::pad";
  let description = [{
    The numbers and modes of a pad, which all ops that have them name alike.
  }];
  let methods = [
    InterfaceMethod<"How each axis is extended.",
      "::mlir::pad::PadModesAttr", "getModes">,
    InterfaceMethod<"Static low pads; `ShapedType::kDynamic` where dynamic.",
      "::llvm::ArrayRef<int64_t>", "getStaticLow">,
    InterfaceMethod<"Static high pads; `ShapedType::kDynamic` where dynamic.",
      "::llvm::ArrayRef<int64_t>", "getStaticHigh">,
    InterfaceMethod<"Static interior pads; empty where every axis has 0.",
      "::llvm::ArrayRef<int64_t>", "getStaticInterior">,
    InterfaceMethod<"Dynamic low pads, in axis order.",
      "::mlir::OperandRange", "getLow">,
    InterfaceMethod<"Dynamic high pads, in axis order.",
      "::mlir::OperandRange", "getHigh">,
    InterfaceMethod<"Dynamic interior pads, in axis order.",
      "::mlir::OperandRange", "getInterior">
  ];
  let extraSharedClassDeclaration = [{
    /// How axis `axis` is extended.
    ::mlir::pad::AxisMode getAxisMode(int64_t axis) {
      return $_op.getModes().getAxis(axis);
    }
    /// What a position of axis `axis` outside the source reads.
    ::mlir::pad::PadMode getMode(int64_t axis) {
      return getAxisMode(axis).mode;
    }
    /// Whether reflect and symmetric repeat for ever on axis `axis` (C5).
    bool isPeriodic(int64_t axis) { return getAxisMode(axis).periodic; }
    /// Low pads, one entry an axis: an index attribute or an index value.
    ::llvm::SmallVector<::mlir::OpFoldResult> getMixedLow() {
      return ::mlir::getMixedValues($_op.getStaticLow(), $_op.getLow(),
                                    $_op->getContext());
    }
    /// High pads, one entry an axis: an index attribute or an index value.
    ::llvm::SmallVector<::mlir::OpFoldResult> getMixedHigh() {
      return ::mlir::getMixedValues($_op.getStaticHigh(), $_op.getHigh(),
                                    $_op->getContext());
    }
    /// Interior pads, one entry an axis (zeros where the op omits them).
    ::llvm::SmallVector<::mlir::OpFoldResult> getMixedInterior() {
      if (!$_op.getStaticInterior().empty())
        return ::mlir::getMixedValues($_op.getStaticInterior(),
                                      $_op.getInterior(), $_op->getContext());
      return ::llvm::SmallVector<::mlir::OpFoldResult>(
          $_op.getStaticLow().size(),
          ::mlir::getAsIndexOpFoldResult($_op->getContext(), 0));
    }
    /// Whether some interior pad is not a static zero.
    bool hasInterior() {
      return ::llvm::any_of($_op.getStaticInterior(),
                            [](int64_t r) { return r != 0; });
    }
  }];
}

def PadOpInterface
    : OpInterface<"PadOpInterface", [PadNumbersInterface]> {
  let cppNamespace = "::mlir::pad";
  let description = [{
    The view of `pad.pad` and `pad.pad_into` that the verifier, shape inference
    and the lowerings work on, so that there is one of each.
  }];
  let methods = [
    InterfaceMethod<"The shaped value that is padded.",
      "::mlir::Value", "getSource">,
    InterfaceMethod<"The padding value; null where absent.",
      "::mlir::Value", "getValue">,
    InterfaceMethod<"Type of the result, or of the destination on memrefs.",
      "::mlir::ShapedType", "getPaddedType">
  ];
  let extraSharedClassDeclaration = [{
    /// Type of the source.
    ::mlir::ShapedType getSourceType() {
      return ::llvm::cast<::mlir::ShapedType>($_op.getSource().getType());
    }
    /// Number of axes.
    int64_t getRank() { return getSourceType().getRank(); }
    /// Whether some axis is of constant mode, whatever its pads are.
    bool hasConstantAxis() {
      return $_op.getModes().contains(::mlir::pad::PadMode::Constant);
    }
    /// Whether every axis is of constant mode that is not known to be neither
    /// extended nor cropped.
    bool isConstantPad() {
      for (int64_t axis = 0, rank = getRank(); axis < rank; ++axis)
        if ($_op.getMode(axis) != ::mlir::pad::PadMode::Constant &&
            ($_op.getStaticLow()[axis] != 0 || $_op.getStaticHigh()[axis] != 0))
          return false;
      return true;
    }
    /// Whether a padding value may be given: it can be read in constant mode,
    /// or between neighbours (C3).
    bool takesValue() { return hasConstantAxis() || $_op.hasInterior(); }
  }];
}

#endif // PAD_IR_PADOPINTERFACE_TD
