//===- GraphIntegers.cpp - Integers of OpenVINO, nGraph and TFLite --------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Import/GraphPads.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace mlir::pad;

using Numbers = IntegerTensors::Numbers;
using Result = IntegerTensors::Result;

std::optional<SmallVector<int64_t>> mlir::pad::getIntegerList(Operation *op,
                                                              StringRef name) {
  Attribute attribute = op->getAttr(name);
  auto text = dyn_cast_if_present<StringAttr>(attribute);
  if (!text)
    return getIntegers(attribute);
  SmallVector<int64_t> numbers;
  SmallVector<StringRef> entries;
  if (!text.getValue().trim().empty())
    text.getValue().split(entries, ',');
  for (StringRef entry : entries)
    if (entry.trim().getAsInteger(10, numbers.emplace_back()))
      return std::nullopt;
  return numbers;
}

std::optional<int64_t> mlir::pad::getInteger(Operation *op, StringRef name) {
  std::optional<SmallVector<int64_t>> numbers = getIntegerList(op, name);
  if (!numbers || numbers->size() != 1)
    return std::nullopt;
  return numbers->front();
}

/// Whether attribute `name` is a true boolean, in either spelling.
static bool isTrue(Operation *op, StringRef name, bool byDefault) {
  Attribute attribute = op->getAttr(name);
  if (auto text = dyn_cast_if_present<StringAttr>(attribute))
    return text.getValue().trim() == "true" || text.getValue().trim() == "1";
  if (auto flag = dyn_cast_if_present<BoolAttr>(attribute))
    return flag.getValue();
  return byDefault;
}

/// What `op` computes of numbers, element by element, if it does.
static std::optional<ElementFunction> getFunction(Operation *op,
                                                  StringRef type) {
  using Function = ElementFunction;
  bool roundsDown =
      isTrue(op, op->getAttr("pythondiv") ? "pythondiv" : "m_pythondiv",
             /*byDefault=*/true);
  return llvm::StringSwitch<std::optional<Function>>(type)
      .Case("Add", Function::Add)
      .Case("Ceiling", Function::Ceil)
      .Case("Divide", roundsDown ? Function::FloorDivide : Function::Divide)
      .Case("Floor", Function::Floor)
      .Case("Maximum", Function::Maximum)
      .Case("Minimum", Function::Minimum)
      .Case("Multiply", Function::Multiply)
      .Case("Negative", Function::Negate)
      .Case("Subtract", Function::Subtract)
      .Default(std::nullopt);
}

/// StridedSlice; only plain slices are supported.
static Result readStridedSlice(IntegerTensors &tensors, OpResult result) {
  Operation *op = result.getOwner();
  Result source = tensors.analyse(op->getOperand(0));
  Numbers starts = tensors.analyseConstants(op->getOperand(1));
  Numbers ends = tensors.analyseConstants(op->getOperand(2));
  if (!source || !starts || !ends)
    return std::nullopt;
  Numbers steps = SmallVector<int64_t>(starts->size(), 1);
  if (op->getNumOperands() > 3)
    steps = tensors.analyseConstants(op->getOperand(3));
  auto getMask = [&](StringRef name) {
    return getIntegerList(op, name).value_or(SmallVector<int64_t>());
  };
  auto isSet = [](ArrayRef<int64_t> mask, size_t axis) {
    return axis < mask.size() && mask[axis] != 0;
  };
  for (StringRef name : {"new_axis_mask", "ellipsis_mask"})
    if (llvm::any_of(getMask(name), [](int64_t bit) { return bit != 0; }))
      return tensors.unknown("it is computed by a StridedSlice with '" + name +
                             "'");
  if (!steps || starts->size() != ends->size() ||
      steps->size() != starts->size() ||
      starts->size() > source->shape.size() || llvm::is_contained(*steps, 0))
    return tensors.invalid("it is computed by a StridedSlice whose operands do "
                           "not fit its tensor");
  SmallVector<int64_t> beginMask = getMask("begin_mask"),
                       endMask = getMask("end_mask"),
                       shrinkMask = getMask("shrink_axis_mask"), shrunk, axes;
  for (size_t axis = 0; axis < starts->size(); ++axis) {
    axes.push_back(axis);
    int64_t &start = (*starts)[axis], &end = (*ends)[axis],
            &step = (*steps)[axis];
    if (isSet(shrinkMask, axis)) {
      shrunk.push_back(axis);
      step = 1;
      end = start == -1 || start == INT64_MAX ? INT64_MAX : start + 1;
      continue;
    }
    if (isSet(beginMask, axis))
      start = step < 0 ? INT64_MAX : 0;
    if (isSet(endMask, axis))
      end = step < 0 ? INT64_MIN : INT64_MAX;
  }
  return tensors.squeeze(tensors.slice(source, starts, ends, axes, steps),
                         shrunk);
}

/// Slice-8, whose starts, ends, steps and optional axes are operands.
static Result readSlice(IntegerTensors &tensors, OpResult result) {
  Result source = tensors.analyse(result.getOwner()->getOperand(0));
  SmallVector<Numbers> lists;
  for (Value operand : result.getOwner()->getOperands().drop_front())
    lists.push_back(tensors.analyseConstants(operand));
  if (lists.size() == 3 && lists[0])
    lists.push_back(llvm::to_vector(llvm::seq<int64_t>(0, lists[0]->size())));
  return tensors.slice(source, lists[0], lists[1], lists.back(), lists[2]);
}

/// Split in equal parts, and VariadicSplit in parts of given lengths.
static Result readSplit(IntegerTensors &tensors, OpResult result) {
  Operation *op = result.getOwner();
  Result source = tensors.analyse(op->getOperand(0));
  std::optional<int64_t> given = tensors.analyseNumber(op->getOperand(1));
  if (!source || !given)
    return std::nullopt;
  auto axis = tensors.normalizeAxis(*given, source->shape.size());
  if (!axis)
    return std::nullopt;
  int64_t extent = source->shape[*axis], parts = op->getNumResults();
  SmallVector<int64_t> lengths(parts, extent / parts);
  if (op->getNumOperands() == 3) {
    Numbers named = tensors.analyseConstants(op->getOperand(2));
    if (!named)
      return std::nullopt;
    lengths = *named;
    int64_t known = 0;
    for (int64_t part : lengths)
      known += part >= 0 && part <= extent ? part : 0;
    llvm::replace(lengths, int64_t(-1), extent - known);
  } else if (extent % parts) {
    return tensors.invalid("it is computed by a split in unequal parts");
  }
  if (static_cast<int64_t>(lengths.size()) != parts ||
      llvm::any_of(lengths,
                   [&](int64_t part) { return part < 0 || part > extent; }))
    return tensors.invalid("it is computed by a split whose parts are not "
                           "those of its tensor");
  unsigned number = result.getResultNumber();
  int64_t start = llvm::sum_of(ArrayRef(lengths).take_front(number));
  return tensors.slice(source, *axis, start, start + lengths[number]);
}

/// Ops whose second operand is a list that says how the first one changes;
/// Squeeze need not have it.
static Result readMove(IntegerTensors &tensors, OpResult result) {
  Operation *op = result.getOwner();
  StringRef type = op->getName().stripDialect();
  Result source = tensors.analyse(op->getOperand(0));
  if (op->getNumOperands() == 1)
    return tensors.squeezeAll(source);
  Numbers numbers = tensors.analyseConstants(op->getOperand(1));
  if (type == "Broadcast")
    return tensors.repeat(source, numbers);
  if (type == "Squeeze")
    return tensors.squeeze(source, numbers);
  if (type == "Unsqueeze")
    return tensors.unsqueeze(source, numbers);
  if (type == "Transpose")
    return tensors.transpose(source, numbers);
  return tensors.reshape(source, numbers,
                         /*allowZero=*/!isTrue(op, "special_zero", false));
}

/// Gather, whose axis is an operand, or an attribute in nGraph's version 0.
static Result readGather(IntegerTensors &tensors, OpResult result) {
  Operation *op = result.getOwner();
  Result source = tensors.analyse(op->getOperand(0));
  Result indices = tensors.analyse(op->getOperand(1));
  std::optional<int64_t> axis = op->getNumOperands() == 3
                                    ? tensors.analyseNumber(op->getOperand(2))
                                    : getInteger(op, "axis");
  if (!axis || getInteger(op, "batch_dims").value_or(0) != 0)
    return tensors.unknown("it is computed by a Gather whose axis is not "
                           "known, or that has batches");
  return tensors.gather(source, indices, *axis);
}

static Result readConcat(IntegerTensors &tensors, OpResult result) {
  Operation *op = result.getOwner();
  SmallVector<Result> parts;
  for (Value operand : op->getOperands())
    parts.push_back(tensors.analyse(operand));
  std::optional<int64_t> axis = getInteger(op, "axis");
  if (!axis || parts.empty())
    return tensors.unknown("it is computed by a Concat without an axis");
  return tensors.concat(parts, *axis);
}

static Result readConstant(IntegerTensors &tensors, OpResult result) {
  return tensors.getConstant(result.getOwner()->getAttr("value"));
}

static Result readShape(IntegerTensors &tensors, OpResult result) {
  return tensors.getExtents(result.getOwner()->getOperand(0),
                            getElementTypeOrSelf(result.getType()));
}

static Result readConvert(IntegerTensors &tensors, OpResult result) {
  return tensors.cast(tensors.analyse(result.getOwner()->getOperand(0)),
                      getElementTypeOrSelf(result.getType()));
}

namespace {
/// An op that is evaluated, of `least` to `most` operands.
struct SharedOp {
  StringLiteral name;
  unsigned least, most;
  Result (*read)(IntegerTensors &tensors, OpResult result);
};
} // namespace

static constexpr SharedOp kSharedOps[] = {
    {"Broadcast", 2, 2, readMove},     {"Concat", 0, ~0u, readConcat},
    {"Const", 0, 0, readConstant},     {"Constant", 0, 0, readConstant},
    {"Convert", 1, 1, readConvert},    {"Gather", 2, 3, readGather},
    {"Reshape", 2, 2, readMove},       {"ShapeOf", 1, 1, readShape},
    {"Slice", 4, 5, readSlice},        {"Split", 2, 2, readSplit},
    {"Squeeze", 1, 2, readMove},       {"StridedSlice", 3, 4, readStridedSlice},
    {"Transpose", 2, 2, readMove},     {"Unsqueeze", 2, 2, readMove},
    {"VariadicSplit", 3, 3, readSplit}};

/// Whether `op` is a node of one of the systems that share these operators.
static bool isOfGraph(Operation *op) {
  return llvm::is_contained({"ngraph", "openvino", "tflite"},
                            op->getName().getDialectNamespace());
}

Result mlir::pad::analyseSharedOp(IntegerTensors &tensors, OpResult result) {
  Operation *op = result.getOwner();
  StringRef type = op->getName().stripDialect();
  unsigned operands = op->getNumOperands();
  if (isOfGraph(op)) {
    for (const SharedOp &shared : kSharedOps)
      if (shared.name == type && operands >= shared.least &&
          operands <= shared.most)
        return shared.read(tensors, result);
    if (auto function = getFunction(op, type);
        function && operands == getArity(*function))
      return tensors.compute(*function, SmallVector<Value>(op->getOperands()));
  }
  return tensors.unknown("it is computed by '" + op->getName().getStringRef() +
                         "', which is not understood");
}

bool mlir::pad::isSharedArithmetic(Operation *op) {
  StringRef type = op->getName().stripDialect();
  return isOfGraph(op) &&
         (type == "NoValue" || getFunction(op, type) ||
          llvm::any_of(kSharedOps, [&](const SharedOp &shared) {
            return shared.name == type;
          }));
}
