//===- TorchToPad.cpp - Pads of torch.aten to pad.pad ---------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Import/ElementMoves.h"
#include "Pad/Import/ForeignOps.h"
#include "Pad/Import/GraphPads.h"
#include "Pad/Import/ImportPasses.h"
#include "Pad/Import/TorchValues.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/ScopedPrinter.h"

using namespace mlir;
using namespace mlir::pad;

namespace {
/// A pad of torch.aten.
class TorchPad : public GraphPad {
public:
  using GraphPad::GraphPad;

  /// Reads the op, which has the name `torch.aten.NAME`, or refuses it.
  void read(StringRef name);
  /// Creates the pad as a builtin tensor of signless elements.
  Value create(OpBuilder &builder, Location loc, RankedTensorType resultType);

private:
  void readMode(Value operand);
  void readValue(Value operand);
  /// Reads the pads; `axes` is the number of axes that the name tells, or 0.
  void readPads(int64_t axes);
  void checkWrap();

  /// The number that `position` of the list of pads is: it has low and high of
  /// an axis, from the last axis on.
  OpFoldResult &at(size_t position) {
    return (position % 2 == 0
                ? pad.low
                : pad.high)[sourceType.getRank() - 1 - position / 2];
  }

  /// The padding value; null where the op has none.
  Value scalar;
};
} // namespace

/// Operands of the op `name` of torch.aten; nullopt for ops that are no pads.
static std::optional<unsigned> getPadOperandCount(StringRef name) {
  return llvm::StringSwitch<std::optional<unsigned>>(name)
      .Case("constant_pad_nd", 3)
      .Cases({"pad", "_pad_enum"}, 4)
      .Cases({"reflection_pad1d", "reflection_pad2d", "reflection_pad3d"}, 2)
      .Cases({"replication_pad1d", "replication_pad2d", "replication_pad3d"}, 2)
      .Case("_pad_circular", 2)
      .Default(std::nullopt);
}

void TorchPad::readMode(Value operand) {
  // By the numbers of `_pad_enum`.
  static constexpr std::pair<StringLiteral, PadMode> kModes[] = {
      {"constant", PadMode::Constant},
      {"reflect", PadMode::Reflect},
      {"replicate", PadMode::Edge},
      {"circular", PadMode::Wrap}};
  std::optional<int64_t> number = getTorchInt(operand);
  std::optional<StringRef> text = getTorchString(operand);
  for (auto [index, mode] : llvm::enumerate(kModes))
    if (number == int64_t(index) || text == mode.first)
      return setMode(mode.second);
  if (text)
    return refuse("operand 'mode' is \"" + *text +
                  "\", but PyTorch has constant, reflect, replicate and "
                  "circular");
  refuse("operand 'mode' must be a torch.constant.str, or of _pad_enum a "
         "torch.constant.int of 0 to 3");
}

void TorchPad::readValue(Value operand) {
  if (isTorchNone(operand))
    return;
  if (getMode() == PadMode::Constant) {
    scalar = operand;
    std::string reason = explainNotScalar(scalar, sourceType.getElementType());
    if (!reason.empty())
      refuse("operand 'value' " + reason);
  } else if (!isTorchZero(operand)) {
    refuse("operand 'value' is given in mode " + stringifyPadMode(getMode()) +
           ", which reads none; pass none or 0 (C3)");
  }
}

void TorchPad::read(StringRef name) {
  for (Type type : {op->getOperand(0).getType(), op->getResult(0).getType()})
    if (!getTorchTensorType(type))
      return refuse("type " + llvm::to_string(type) +
                    " is no !torch.vtensor<[...],TYPE> of integers, floats or "
                    "complex numbers; infer shapes and maximize value "
                    "semantics first");
  sourceType = getTorchTensorType(op->getOperand(0).getType());
  setMode(PadMode::Constant);
  if (name.consume_front("reflection_pad"))
    setMode(PadMode::Reflect);
  else if (name.consume_front("replication_pad"))
    setMode(PadMode::Edge);
  else if (name == "_pad_circular")
    setMode(PadMode::Wrap);
  int64_t axes = 0;
  if (name.consume_back("d"))
    (void)name.getAsInteger(10, axes);
  if (op->getNumOperands() == 4)
    readMode(op->getOperand(2));
  if (op->getNumOperands() > 2)
    readValue(op->getOperands().back());
  if (!isRefused())
    readPads(axes);
}

void TorchPad::readPads(int64_t axes) {
  std::optional<SmallVector<Value>> list = getTorchList(op->getOperand(1));
  if (!list)
    return refuse("operand 'pad' must be made by torch.prim.ListConstruct");
  int64_t rank = sourceType.getRank(), entries = list->size();
  if (axes != 0 && entries != 2 * axes)
    return refuse("operand 'pad' has " + Twine(entries) +
                  " entries, but the op pads " + Twine(axes) +
                  (axes == 1 ? " axis" : " axes") +
                  "; give two entries per axis");
  if (entries % 2 != 0 || entries > 2 * rank)
    return refuse("operand 'pad' has " + Twine(entries) +
                  " entries, but must have two for each axis that is padded, "
                  "and the input has rank " +
                  Twine(rank));
  // The padded axes come after the channels, or after batches and channels.
  if (getMode() != PadMode::Constant &&
      (entries < 2 || entries > 6 || entries / 2 + 1 > rank ||
       entries / 2 + 2 < rank))
    return refuse("it pads " + Twine(entries / 2) + " axes of rank " +
                  Twine(rank) + " in mode " + stringifyPadMode(getMode()) +
                  ", but PyTorch pads the last 1, 2 or 3, and there are 1 or 2 "
                  "more in front");
  Builder builder(op->getContext());
  pad.low.assign(rank, builder.getIndexAttr(0));
  pad.high = pad.low;
  for (auto [position, value] : llvm::enumerate(*list)) {
    std::optional<int64_t> number = getTorchInt(value);
    if (!number && !isTorchType(value.getType(), "int"))
      return refuse("entry " + Twine(position) + " of operand 'pad' has type " +
                    llvm::to_string(value.getType()) +
                    ", but must be a !torch.int");
    at(position) =
        number ? OpFoldResult(builder.getIndexAttr(*number)) : OpFoldResult();
  }
  // PyTorch has no mode that is periodic.
  checkLimits("low", "high", "mode", /*noNegative=*/"");
  if (!isRefused())
    refuse(explainNegativeExtent(sourceType, pad));
  if (!isRefused())
    refuse(explainInvalidPad(
        sourceType, getTorchTensorType(op->getResult(0).getType()), pad));
  if (getMode() == PadMode::Wrap)
    checkWrap();
}

/// PyTorch wraps round at most once. It crops first, so the elements that it
/// then copies must be left.
void TorchPad::checkWrap() {
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
        refuse(name + " of axis " + Twine(axis) + " is " + Twine(amount) +
               ", but circular padding wraps round at most once: " +
               Twine(left) + " elements are left to copy");
  }
}

Value TorchPad::create(OpBuilder &builder, Location loc,
                       RankedTensorType resultType) {
  Value value;
  if (scalar)
    value = createTorchScalar(builder, loc, scalar, getElementType());
  for (auto [position, entry] :
       llvm::enumerate(*getTorchList(op->getOperand(1))))
    if (!at(position))
      at(position) = createTorchIndex(builder, loc, entry);
  Value source =
      createBridge(builder, loc, getSignless(sourceType), op->getOperand(0));
  // Circular padding copies from what is left, where pad.pad would bring back
  // what was cropped.
  if (getMode() == PadMode::Wrap)
    source = createCropFirst(builder, loc, source, pad);
  return createImportedPad(builder, loc, source, resultType, pad, value);
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
  TorchPad pad(op);
  pad.read(name);
  if (pad.isRefused())
    return ImportResult::refused(pad.getReason());

  Location loc = op->getLoc();
  Type type = op->getResult(0).getType();
  RankedTensorType resultType = getSignless(getTorchTensorType(type));
  Value padded = pad.create(rewriter, loc, resultType);
  SmallVector<Value> used(op->getOperands());
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
