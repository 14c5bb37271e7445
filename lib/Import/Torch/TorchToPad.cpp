//===- TorchToPad.cpp - Pads of torch.aten to pad.pad ---------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Import/ElementMoves.h"
#include "Pad/Import/ForeignOps.h"
#include "Pad/Import/ImportPasses.h"
#include "Pad/Import/ImportedPad.h"
#include "Pad/Import/TorchValues.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/ScopedPrinter.h"

using namespace mlir;
using namespace mlir::pad;

namespace {
/// A pad of torch.aten, as its op names it.
struct TorchPad {
  explicit TorchPad(Operation *op) : op(op) {}

  Operation *op;
  PadMode mode = PadMode::Constant;
  /// Number of axes that the name tells; 0 where it tells none.
  int64_t axes = 0;
  /// The padding value; null where the op has none.
  Value scalar;
  /// The pads, low and high of an axis, from the last axis on.
  SmallVector<Value> pads;
  RankedTensorType sourceType, resultType;

  Value getSource() const { return op->getOperand(0); }
  /// Reads the operands of `op`, which has the name `torch.aten.NAME`.
  std::string read(StringRef name);
  /// The numbers as far as they are constant.
  std::string check(ImportedPad &pad) const;
  /// Creates the numbers known only at run time.
  void createNumbers(OpBuilder &builder, ImportedPad &pad) const;

private:
  std::string readMode(Value mode);
  std::string checkAxes() const;
  std::string checkWrap(const ImportedPad &pad) const;
};
} // namespace

static std::optional<PadMode> getMode(StringRef name) {
  return llvm::StringSwitch<std::optional<PadMode>>(name)
      .Case("constant", PadMode::Constant)
      .Case("reflect", PadMode::Reflect)
      .Case("replicate", PadMode::Edge)
      .Case("circular", PadMode::Wrap)
      .Default(std::nullopt);
}

/// Operands of the op `name` of torch.aten; nullopt for ops that are no pads.
static std::optional<unsigned> getPadOperandCount(StringRef name) {
  return llvm::StringSwitch<std::optional<unsigned>>(name)
      .Case("constant_pad_nd", 3)
      .Cases({"pad", "_pad_enum"}, 4)
      .Cases({"reflection_pad1d", "reflection_pad2d", "reflection_pad3d"}, 2)
      .Cases({"replication_pad1d", "replication_pad2d", "replication_pad3d"}, 2)
      .Case("_pad_circular", 2)
      .Cases({"circular_pad1d", "circular_pad2d", "circular_pad3d"}, 2)
      .Default(std::nullopt);
}

std::string TorchPad::readMode(Value operand) {
  static constexpr PadMode numbered[] = {PadMode::Constant, PadMode::Reflect,
                                         PadMode::Edge, PadMode::Wrap};
  std::optional<PadMode> known;
  if (std::optional<int64_t> number = getTorchInt(operand)) {
    if (*number >= 0 && *number < 4)
      known = numbered[*number];
  } else if (std::optional<StringRef> text = getTorchString(operand)) {
    known = getMode(*text);
    if (!known)
      return "operand 'mode' is \"" + text->str() +
             "\", but PyTorch has constant, reflect, replicate and circular";
  }
  if (!known)
    return "operand 'mode' must be a torch.constant.str, or of _pad_enum a "
           "torch.constant.int of 0 to 3";
  mode = *known;
  return "";
}

std::string TorchPad::read(StringRef name) {
  sourceType = getTorchTensorType(getSource().getType());
  resultType = getTorchTensorType(op->getResult(0).getType());
  for (Type type : {getSource().getType(), op->getResult(0).getType()})
    if (!getTorchTensorType(type))
      return "type " + llvm::to_string(type) +
             " is no !torch.vtensor<[...],TYPE> of integers, floats or complex "
             "numbers; infer shapes and maximize value semantics first";
  if (name.consume_front("reflection_pad"))
    mode = PadMode::Reflect;
  else if (name.consume_front("replication_pad"))
    mode = PadMode::Edge;
  else if (name == "_pad_circular" || name.consume_front("circular_pad"))
    mode = PadMode::Wrap;
  if (name.consume_back("d"))
    (void)name.getAsInteger(10, axes);
  if (op->getNumOperands() == 4)
    if (std::string reason = readMode(op->getOperand(2)); !reason.empty())
      return reason;
  if (op->getNumOperands() > 2)
    scalar = op->getOperands().back();
  if (scalar && isTorchNone(scalar))
    scalar = Value();
  if (scalar && mode != PadMode::Constant) {
    if (!isTorchZero(scalar))
      return "operand 'value' is given in mode " +
             stringifyPadMode(mode).str() +
             ", which reads none; pass none or 0 (C3)";
    scalar = Value();
  }
  if (scalar) {
    std::string reason = explainNotScalar(scalar, sourceType.getElementType());
    if (!reason.empty())
      return "operand 'value' " + reason;
  }
  std::optional<SmallVector<Value>> list = getTorchList(op->getOperand(1));
  if (!list)
    return "operand 'pad' must be made by torch.prim.ListConstruct";
  pads = *list;
  return "";
}

std::string TorchPad::checkAxes() const {
  int64_t rank = sourceType.getRank(), entries = pads.size();
  if (axes != 0 && entries != 2 * axes)
    return "operand 'pad' has " + std::to_string(entries) +
           " entries, but the op pads " + std::to_string(axes) +
           (axes == 1 ? " axis" : " axes") + "; give two entries per axis";
  if (entries % 2 != 0 || entries > 2 * rank)
    return "operand 'pad' has " + std::to_string(entries) +
           " entries, but must have two for each axis that is padded, and the "
           "input has rank " +
           std::to_string(rank);
  if (mode == PadMode::Constant)
    return "";
  // The padded axes come after the channels, or after batches and channels.
  if (entries < 2 || entries > 6 || entries / 2 + 1 > rank ||
      entries / 2 + 2 < rank)
    return "it pads " + std::to_string(entries / 2) + " axes of rank " +
           std::to_string(rank) + " in mode " + stringifyPadMode(mode).str() +
           ", but PyTorch pads the last 1, 2 or 3, and there are 1 or 2 more "
           "in front";
  return "";
}

/// PyTorch wraps round at most once. It crops first, so the elements that it
/// then copies must be left.
std::string TorchPad::checkWrap(const ImportedPad &pad) const {
  for (int64_t axis = 0, rank = sourceType.getRank(); axis < rank; ++axis) {
    PadAxis numbers = pad.getStaticNumbers(sourceType, axis);
    int64_t left = numbers.extent;
    for (int64_t amount : {numbers.low, numbers.high})
      if (ShapedType::isStatic(amount) && ShapedType::isStatic(left))
        left += std::max(std::min<int64_t>(amount, 0), -left);
    for (auto [name, amount] :
         {std::pair<StringRef, int64_t>("low", numbers.low),
          {"high", numbers.high}})
      if (ShapedType::isStatic(amount) && ShapedType::isStatic(left) &&
          amount > left)
        return (name + " of axis " + Twine(axis) + " is " + Twine(amount) +
                ", but circular padding wraps round at most once: " +
                Twine(left) + " elements are left to copy")
            .str();
  }
  return "";
}

std::string TorchPad::check(ImportedPad &pad) const {
  std::string reason = checkAxes();
  if (!reason.empty())
    return reason;
  Builder builder(op->getContext());
  int64_t rank = sourceType.getRank();
  pad.setMode(mode);
  pad.low.assign(rank, builder.getIndexAttr(0));
  pad.high = pad.low;
  for (auto [position, value] : llvm::enumerate(pads)) {
    std::optional<int64_t> number = getTorchInt(value);
    if (!number && !isTorchType(value.getType(), "int"))
      return "entry " + std::to_string(position) +
             " of operand 'pad' has type " + llvm::to_string(value.getType()) +
             ", but must be a !torch.int";
    SmallVector<OpFoldResult> &list = position % 2 == 0 ? pad.low : pad.high;
    list[rank - 1 - position / 2] =
        number ? OpFoldResult(builder.getIndexAttr(*number)) : OpFoldResult();
  }
  reason = explainNegativeExtent(sourceType, pad);
  if (reason.empty())
    reason = explainInvalidPad(sourceType, resultType, pad);
  if (reason.empty() && mode == PadMode::Wrap)
    reason = checkWrap(pad);
  return reason;
}

void TorchPad::createNumbers(OpBuilder &builder, ImportedPad &pad) const {
  int64_t rank = sourceType.getRank();
  for (auto [position, value] : llvm::enumerate(pads)) {
    SmallVector<OpFoldResult> &list = position % 2 == 0 ? pad.low : pad.high;
    OpFoldResult &number = list[rank - 1 - position / 2];
    if (!number)
      number = createTorchIndex(builder, op->getLoc(), value);
  }
}

ImportResult mlir::pad::convertTorchToPad(Operation *op,
                                          RewriterBase &rewriter) {
  StringRef name = getAtenName(op);
  std::optional<unsigned> operands = getPadOperandCount(name);
  if (!operands &&
      (name.contains("index") ||
       llvm::is_contained({"cat", "repeat", "reshape", "slice.Tensor", "view"},
                          name)))
    return convertMovesToPad(op, kTorchMoves, rewriter);
  if (!operands)
    return ImportResult::notAPad();
  if (op->getNumOperands() != *operands || op->getNumResults() != 1)
    return ImportResult::wrongCount(op, "PyTorch", Twine(*operands));
  TorchPad torchPad(op);
  ImportedPad pad;
  std::string reason = torchPad.read(name);
  if (reason.empty())
    reason = torchPad.check(pad);
  if (!reason.empty())
    return ImportResult::refused(reason);

  Location loc = op->getLoc();
  RankedTensorType sourceType = getSignless(torchPad.sourceType);
  RankedTensorType resultType = getSignless(torchPad.resultType);
  Value value;
  if (torchPad.scalar)
    value = createTorchScalar(rewriter, loc, torchPad.scalar,
                              torchPad.sourceType.getElementType());
  torchPad.createNumbers(rewriter, pad);
  Value source = createBridge(rewriter, loc, sourceType, torchPad.getSource());
  // Circular padding copies from what is left, where pad.pad would bring back
  // what was cropped.
  if (pad.getMode() == PadMode::Wrap)
    source = createCropFirst(rewriter, loc, source, pad);
  Value padded =
      createImportedPad(rewriter, loc, source, resultType, pad, value);
  SmallVector<Value> used(op->getOperands());
  Type type = op->getResult(0).getType();
  // Users that cast back to tensors use the pad directly.
  for (Operation *user : llvm::make_early_inc_range(op->getUsers()))
    if (auto cast = dyn_cast<UnrealizedConversionCastOp>(user);
        cast && cast.getInputs().size() == 1 && cast.getOutputs().size() == 1 &&
        cast.getOutputs().front().getType() == resultType)
      rewriter.replaceOp(cast, padded);
  if (op->use_empty())
    rewriter.eraseOp(op);
  else
    rewriter.replaceOp(op, createBridge(rewriter, loc, type, padded));
  eraseUnused(rewriter, used, isTorchConstant);
  return ImportResult::converted();
}
