//===- FunctionComment.cpp - What a function does, in words ---------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionComment.h"
#include "Pad/CInterface/CTypes.h"
#include "Pad/IR/AdjointOps.h"
#include "Pad/IR/PaddingValue.h"
#include "Pad/IR/SymbolicPadGeometry.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::pad;

/// What a scalar is called that is neither an argument nor a constant.
static constexpr llvm::StringLiteral kComputed = "computed";

namespace {
/// Writes the comment of one function.
class CommentWriter {
public:
  CommentWriter(func::FuncOp function, const CFunction &described)
      : function(function), entry(&function.getBody().front()),
        described(described) {}

  std::vector<std::string> write() {
    function.walk([&](Operation *op) {
      if (auto pad = dyn_cast<PadOpInterface>(op))
        addPad(pad);
      else if (auto adjoint = dyn_cast<AdjointOpInterface>(op))
        addAdjoint(adjoint);
    });
    for (const CParameter &parameter : described.parameters)
      addParameter(parameter);
    addAliasing();
    if (!conditions.empty()) {
      add("The caller must ensure that:");
      for (const std::string &condition : conditions)
        add("- " + condition, /*indent=*/2);
    }
    return std::move(lines);
  }

private:
  /// Adds `text` in lines of at most 76 columns; all but the first start with
  /// `indent` spaces.
  void add(StringRef text, size_t indent = 2) {
    std::string line;
    for (StringRef word : llvm::split(text, ' ')) {
      if (line.size() > indent && line.size() + 1 + word.size() > 76) {
        lines.push_back(line);
        line = std::string(indent, ' ');
      } else if (!line.empty()) {
        line += ' ';
      }
      line += word;
    }
    lines.push_back(line);
  }

  /// Adds a condition that the caller must ensure, unless it has been added.
  void require(const Twine &condition) {
    if (std::string text = condition.str();
        !llvm::is_contained(conditions, text))
      conditions.push_back(text);
  }

  /// The name of the parameter of `role` for an argument.
  std::string getName(CParameterRole role, unsigned number,
                      int64_t axis = 0) const {
    for (const CParameter &parameter : described.parameters)
      if (parameter.role == role && parameter.number == number &&
          parameter.axis == axis)
        return parameter.name;
    return "?";
  }

  /// The number of `argument` if it is one of the function.
  std::optional<unsigned> getNumber(Value value) const {
    auto argument = dyn_cast<BlockArgument>(value);
    if (argument && argument.getOwner() == entry)
      return argument.getArgNumber();
    return std::nullopt;
  }

  /// A scalar in words.
  std::string describe(Value value) const {
    if (std::optional<unsigned> number = getNumber(value))
      return getName(CParameterRole::Scalar, *number);
    // Constants of signed and unsigned types are casts of signless ones.
    if (auto cast = value.getDefiningOp<UnrealizedConversionCastOp>();
        cast && cast.getNumOperands() == 1)
      return describe(cast.getOperand(0));
    Attribute constant;
    if (!matchPattern(value, m_Constant(&constant)))
      return kComputed.str();
    std::string text;
    llvm::raw_string_ostream os(text);
    constant.print(os, /*elideType=*/true);
    return text;
  }

  std::string describe(OpFoldResult amount) const {
    if (std::optional<int64_t> value = getConstantIntValue(amount))
      return std::to_string(*value);
    return describe(cast<Value>(amount));
  }

  /// The `kind` of axis `axis`, such as its low pad, in a condition: by its
  /// place, if the function computes it.
  std::string describe(OpFoldResult amount, StringRef kind,
                       int64_t axis) const {
    std::string text = describe(amount);
    return text == kComputed ? (kind + " of axis " + Twine(axis)).str() : text;
  }

  std::string describe(ArrayRef<OpFoldResult> amounts) const {
    std::string text = "[";
    for (auto [axis, amount] : llvm::enumerate(amounts))
      text += (axis ? ", " : "") + describe(amount);
    return text + "]";
  }

  /// An array in words: its name if it is an argument.
  std::string describeArray(Value array) const {
    if (std::optional<unsigned> number = getNumber(array))
      return getName(CParameterRole::Data, *number);
    return "an intermediate array";
  }

  /// What one pad does, and what must hold for it at run time.
  void addPad(PadOpInterface op) {
    std::string text = "Pads " + describeArray(op.getSource());
    if (auto into = dyn_cast<PadIntoOp>(op.getOperation()))
      text += " into " + describeArray(into.getInit());
    text += ", mode " + op.getModes().getText();
    text += ", low " + describe(op.getMixedLow()) + ", high " +
            describe(op.getMixedHigh());
    if (op.hasInterior())
      text += ", interior " + describe(op.getMixedInterior());
    if (op.getValue())
      text += ", padding value " + describe(op.getValue());
    else if (op.takesValue())
      text += ", padding value zero";
    add(text + ".");
    for (int64_t axis = 0, rank = op.getRank(); axis < rank; ++axis)
      if (!getStaticAxis(op, axis))
        addConditions(op, axis);
  }

  /// What the gradient of a pad is, and what must hold for it at run time.
  void addAdjoint(AdjointOpInterface op) {
    OpBuilder builder(op.getContext());
    auto into = dyn_cast<AdjointIntoOp>(op.getOperation());
    std::string text = isa<AdjointValueOp>(op.getOperation())
                           ? "The gradient of the padding value of a pad, mode "
                           : "The gradient of the source of a pad, mode ";
    text += op.getModes().getText() + ", low " + describe(op.getMixedLow()) +
            ", high " + describe(op.getMixedHigh());
    if (op.hasInterior())
      text += ", interior " + describe(op.getMixedInterior());
    if (into)
      text += std::string(into.getAccumulate() ? ", added to "
                                               : ", written into ") +
              describeArray(into.getInit());
    else
      text += ", of a source of extents " +
              describe(op.getMixedSourceShape(builder));
    text +=
        "; the gradient of the result is " + describeArray(op.getGradient());
    add(text + ".");
    if (!into)
      for (OpFoldResult extent : op.getMixedSourceShape(builder))
        if (!getConstantIntValue(extent))
          require(describe(extent) + " >= 0 (A1)");
    for (int64_t axis = 0, rank = op.getRank(); axis < rank; ++axis)
      if (!getStaticAxis(getStaticNumbers(op, axis)))
        require("the pad keeps C2 and C5 to C7, and its result has the extents "
                "of the gradient (A1)");
  }

  /// What the verifier could not check (C2, C4 to C7) of one axis.
  void addConditions(PadOpInterface op, int64_t axis) {
    OpFoldResult low = op.getMixedLow()[axis], high = op.getMixedHigh()[axis];
    OpFoldResult interior = op.getMixedInterior()[axis];
    if (!getConstantIntValue(interior))
      require(describe(interior, "interior", axis) + " >= 0 (C2)");
    bool extends = isPositive(low) || isPositive(high);
    if (op.getMode(axis) != PadMode::Constant && extends &&
        op.getSourceType().isDynamicDim(axis))
      require(describeExtent(op, axis) +
              " >= 1, unless the result is empty (C6)");
    if (getPadLimit(op.getMode(axis), op.isPeriodic(axis),
                    /*dilatedExtent=*/1)) {
      int64_t less = getExtension(op.getMode(axis)).skipped;
      for (auto [amount, kind] :
           {std::pair(low, "low"), std::pair(high, "high")})
        if (isPositive(amount))
          require(describe(amount, kind, axis) +
                  " <= " + describeDilated(op, axis, less) + " (C5)");
    }

    std::string sum = describe(low, "low", axis) + " + " +
                      describeDilated(op, axis, 0) + " + " +
                      describe(high, "high", axis);
    int64_t result = op.getPaddedType().getDimSize(axis);
    auto into = dyn_cast<PadIntoOp>(op.getOperation());
    if (ShapedType::isStatic(result))
      require(sum + " is " + Twine(result) + (result == 0 ? " or less" : "") +
              " (C4)");
    else if (into && getNumber(into.getInit()))
      require(
          getName(CParameterRole::Extent, *getNumber(into.getInit()), axis) +
          " is " + sum + ", or 0 if that is negative (C4)");
    addLargestExtent(op, axis);
  }

  /// C7, where an extent of an array in memory may break it.
  void addLargestExtent(PadOpInterface op, int64_t axis) {
    PadAxis numbers = getKnownNumbers(op, axis);
    bool knowsPads =
        ShapedType::isStatic(numbers.low) && ShapedType::isStatic(numbers.high);
    std::optional<PadAxis> largest = getStaticAxis(numbers);
    if (!largest && ShapedType::isDynamic(numbers.extent)) {
      numbers.extent = kLargestArrayExtent;
      largest = getStaticAxis(numbers);
    }
    int64_t sum;
    if (largest && getPaddedExtent(*largest))
      return;
    if (!knowsPads || llvm::AddOverflow(numbers.low, numbers.high, sum))
      require("no sum of pads and extents exceeds 64 bits (C7)");
    else
      require(describeDilated(op, axis, 0) + " <= " +
              Twine(INT64_MAX - std::max<int64_t>({0, numbers.high, sum})) +
              " (C7)");
  }

  /// Whether `amount` may extend an axis.
  static bool isPositive(OpFoldResult amount) {
    std::optional<int64_t> value = getConstantIntValue(amount);
    return !value || *value > 0;
  }

  /// The extent of an axis of the source after dilation, less `less`.
  std::string describeDilated(PadOpInterface op, int64_t axis, int64_t less) {
    int64_t extent = op.getSourceType().getDimSize(axis);
    std::optional<int64_t> interior =
        getConstantIntValue(op.getMixedInterior()[axis]);
    if (ShapedType::isStatic(extent) && interior)
      if (std::optional<int64_t> dilated = getDilatedExtent(extent, *interior))
        return std::to_string(std::max<int64_t>(*dilated - less, 0));
    std::string text = describeExtent(op, axis);
    if (interior == 0)
      return less ? text + " - 1" : text;
    text =
        "(" + text + " - 1) * " +
        (interior
             ? std::to_string(*interior + 1)
             : "(" + describe(op.getMixedInterior()[axis], "interior", axis) +
                   " + 1)");
    return less ? text : text + " + 1";
  }

  /// The extent of the source of `op` in words.
  std::string describeExtent(PadOpInterface op, int64_t axis) const {
    int64_t extent = op.getSourceType().getDimSize(axis);
    if (ShapedType::isStatic(extent))
      return std::to_string(extent);
    if (std::optional<unsigned> number = getNumber(op.getSource()))
      return getName(CParameterRole::Extent, *number, axis);
    return ("extent " + Twine(axis) + " of its source").str();
  }

  /// Shape and type of an array; what a scalar's C type does not say.
  void addParameter(const CParameter &parameter) {
    CType type = *getCType(parameter.type);
    std::string note = type.note.empty() ? "" : " (" + type.note + ")";
    bool isResult = parameter.role == CParameterRole::Result;
    if (parameter.role == CParameterRole::Scalar) {
      if (!note.empty())
        add(parameter.name + ": a scalar" + note + ".");
      return;
    }
    if (!isResult && parameter.role != CParameterRole::Data)
      return;
    auto shaped = dyn_cast<ShapedType>(
        (isResult ? described.results : described.arguments)[parameter.number]);
    if (!shaped) {
      add(parameter.name + ": one scalar" + note + ", written.");
      return;
    }
    std::string text = parameter.name + ": " + type.name.str() + note;
    if (shaped.getRank() == 0)
      text += ", one element";
    for (auto [axis, extent] : llvm::enumerate(shaped.getShape())) {
      text += axis ? " x " : ", extents ";
      text += ShapedType::isStatic(extent) ? std::to_string(extent)
              : isResult
                  ? "?"
                  : getName(CParameterRole::Extent, parameter.number, axis);
    }
    if (isResult && !shaped.hasStaticShape())
      text += " (from " + getShapeFunctionName(described.name) + ")";
    text += describeStrides(shaped, parameter.number);
    text += isResult             ? ", every element written"
            : parameter.readOnly ? ", only read"
                                 : ", read and written";
    add(text + ".");
  }

  /// Describes the strides of a memref that is not dense.
  std::string describeStrides(ShapedType shaped, unsigned number) const {
    auto memref = dyn_cast<MemRefType>(shaped);
    if (!memref || memref.getLayout().isIdentity())
      return "";
    std::string text;
    for (auto [axis, stride] :
         llvm::enumerate(memref.getStridesAndOffset().first)) {
      text += axis ? " x " : ", strides ";
      text += ShapedType::isStatic(stride)
                  ? std::to_string(stride)
                  : getName(CParameterRole::Stride, number, axis);
    }
    return text.empty() ? text : text + " in elements";
  }

  /// Which arrays may overlap.
  void addAliasing() {
    bool writes =
        llvm::any_of(described.parameters, [](const CParameter &parameter) {
          return parameter.role == CParameterRole::Result ||
                 (parameter.role == CParameterRole::Data &&
                  !parameter.readOnly);
        });
    if (!writes)
      return;
    bool padsMemRefs = function
                           .walk([](PadIntoOp op) {
                             return isa<MemRefType>(op.getInit().getType())
                                        ? WalkResult::interrupt()
                                        : WalkResult::advance();
                           })
                           .wasInterrupted();
    add(padsMemRefs ? "An array that is written must not overlap any other, "
                      "except that the source of a pad into it may be exactly "
                      "its interior."
                    : "An array that is written must not overlap any other.");
  }

  func::FuncOp function;
  Block *entry;
  const CFunction &described;
  std::vector<std::string> lines, conditions;
};
} // namespace

std::vector<std::string>
mlir::pad::describeFunction(func::FuncOp function, const CFunction &described) {
  return CommentWriter(function, described).write();
}
