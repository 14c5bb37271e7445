//===- GraphPads.h - Pads that have numbers in lists ------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_IMPORT_GRAPHPADS_H
#define PAD_IMPORT_GRAPHPADS_H

#include "Pad/Import/ImportedPad.h"
#include "Pad/Import/IntegerTensors.h"
#include "Pad/Import/PadImport.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir {
namespace pad {

/// The integers of attribute `name`, which is text such as "0,1" (OpenVINO), an
/// integer, or a list of them (nGraph). Nullopt if it is absent or none of
/// them.
std::optional<SmallVector<int64_t>> getIntegerList(Operation *op,
                                                   StringRef name);

/// The integer of attribute `name`; nullopt if it is absent or none.
std::optional<int64_t> getInteger(Operation *op, StringRef name);

/// The modes of OpenVINO and of nGraph, by the numbers of nGraph's enumeration.
inline constexpr PadMode kGraphModes[] = {PadMode::Constant, PadMode::Edge,
                                          PadMode::Reflect, PadMode::Symmetric};

/// What an op of OpenVINO, nGraph or TFLite computes of integers (see
/// IntegerTensors::OpRule), of those that they have under the same name.
IntegerTensors::Result analyseSharedOp(IntegerTensors &tensors,
                                       OpResult result);

/// Whether `op` is such an op, a constant, or stands for an omitted input.
bool isSharedArithmetic(Operation *op);

/// A pad of a node that is read: of OpenVINO, nGraph, TFLite, StableHLO, ONNX.
/// What one asks for after a failure is not done, and the reason stays that of
/// the first one.
class GraphPad {
public:
  /// The low, high or interior pads of an `ImportedPad`.
  using List = SmallVector<OpFoldResult> ImportedPad::*;

  explicit GraphPad(Operation *op,
                    IntegerTensors::OpRule rule = analyseSharedOp,
                    IntegerTensors::TypeRule typeRule = nullptr)
      : op(op), tensors(std::move(rule), std::move(typeRule)) {}

  /// States why the op cannot be converted, a clause, unless that is empty.
  void refuse(const Twine &why);
  bool isRefused() const { return !reason.empty(); }
  StringRef getReason() const { return reason; }

  PadMode getMode() const { return pad.getMode(); }
  void setMode(PadMode mode, bool periodic = false) {
    pad.setMode(mode, periodic);
  }
  ArrayRef<OpFoldResult> get(List list) const { return pad.*list; }

  /// Adds the integers of attribute `name` to `list`, or refuses others.
  void readAttribute(StringRef name, List list);
  /// Operand `index`, a vector that is named `name`. Where its type leaves open
  /// how many numbers it has, the rank of what is padded says it.
  IntegerTensors::Result readVector(unsigned index, StringRef name);
  /// Makes `numbers`, of the operand that is named `name`, the entries of
  /// `lists`, which take turns; refuses none.
  void setNumbers(StringRef name, const IntegerTensors::Result &numbers,
                  ArrayRef<List> lists);
  void readOperand(unsigned index, StringRef name, List list) {
    setNumbers(name, readVector(index, name), list);
  }
  IntegerTensors &getTensors() { return tensors; }

  /// Reads the type of what is padded. If it has no rank, the pads give it.
  void readSource();
  /// The element type of what is padded; null after a failure.
  Type getElementType() const {
    return isRefused() ? Type() : sourceType.getElementType();
  }
  /// Refuses pads that exceed what their mode allows where it does not repeat,
  /// or that are negative, if `noNegative`, a clause, says that this is not
  /// allowed. The system calls the pads `lowName` and `highName`, and the mode
  /// `modeName`.
  void checkLimits(StringRef lowName, StringRef highName, StringRef modeName,
                   StringRef noNegative);
  /// Refuses what `pad.pad` cannot represent, and results of a negative extent
  /// if `noNegativeExtent`.
  void checkNumbers(bool noNegativeExtent = false);

  /// Sets the padding value: the element of `operand`, or `constant`.
  void setValue(Value operand) { value = operand; }
  void setValue(Attribute constant) { constantValue = constant; }
  /// The same of operand `index`, which is named `name` and must be a scalar of
  /// the element type.
  void readScalar(unsigned index, StringRef name);

  /// Replaces the op by the pad, and erases what only it has used, if that
  /// `isPure`; or says why not.
  ImportResult convert(bool (*isPure)(Operation *), RewriterBase &rewriter);

protected:
  Operation *op;
  IntegerTensors tensors;
  /// Numbers known only at run time are values of the draft of `tensors`.
  ImportedPad pad;
  /// Null as long as the rank is not known.
  RankedTensorType sourceType;
  /// The padding value; both are null for the default of the element type.
  Value value;
  Attribute constantValue;

private:
  std::string reason;
};

/// The lists of `stablehlo.pad` and TFLite's STABLEHLO_PAD.
inline constexpr std::pair<StringLiteral, GraphPad::List> kStablehloLists[] = {
    {"edge_padding_low", &ImportedPad::low},
    {"edge_padding_high", &ImportedPad::high},
    {"interior_padding", &ImportedPad::interior}};

} // namespace pad
} // namespace mlir

#endif // PAD_IMPORT_GRAPHPADS_H
