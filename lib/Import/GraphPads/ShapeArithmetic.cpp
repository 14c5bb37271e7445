//===- ShapeArithmetic.cpp - Computed pads of OpenVINO and nGraph ---------===//
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

using Result = IntegerTensors::Result;

/// Whether attribute `name` is a true boolean, in either spelling.
static bool isTrue(Operation *op, StringRef name, bool byDefault) {
  Attribute attribute = op->getAttr(name);
  if (auto text = dyn_cast_if_present<StringAttr>(attribute))
    return text.getValue().trim() == "true" || text.getValue().trim() == "1";
  if (auto flag = dyn_cast_if_present<BoolAttr>(attribute))
    return flag.getValue();
  return byDefault;
}

/// A tensor of rank 0.
static IntegerTensor getScalar(IntegerTensors &tensors, int64_t number,
                               Type elementType) {
  IntegerTensor tensor = tensors.getVector({number}, elementType);
  tensor.shape.clear();
  return tensor;
}

/// `lhs / rhs` rounded down, for divisors that are known to be positive.
static Result divideDown(IntegerTensors &tensors, const IntegerTensor &lhs,
                         const IntegerTensor &rhs) {
  std::optional<SmallVector<int64_t>> divisors = getConstants(rhs);
  if (!divisors ||
      llvm::any_of(*divisors, [](int64_t divisor) { return divisor <= 0; }))
    return tensors.unknown(
        "it is computed with a division, rounded down, by a number that is not "
        "known to be positive");
  auto scalar = [&](int64_t number) {
    return getScalar(tensors, number, lhs.elementType);
  };
  // Truncation rounds a negative quotient up: subtract divisor - 1 first.
  Result sign = tensors.combine(IntegerArithmetic::Min, lhs, scalar(0));
  if (sign)
    sign = tensors.combine(IntegerArithmetic::Max, *sign, scalar(-1));
  Result rest = tensors.combine(IntegerArithmetic::Sub, rhs, scalar(1));
  if (sign && rest)
    rest = tensors.combine(IntegerArithmetic::Mul, *sign, *rest);
  if (sign && rest)
    rest = tensors.combine(IntegerArithmetic::Add, lhs, *rest);
  if (!sign || !rest)
    return std::nullopt;
  return tensors.combine(IntegerArithmetic::Div, *rest, rhs);
}

/// Elementwise arithmetic with numpy's broadcasting; nullopt for another op.
static Result analyseArithmetic(IntegerTensors &tensors, Operation *op,
                                StringRef type) {
  auto arithmetic = llvm::StringSwitch<std::optional<IntegerArithmetic>>(type)
                        .Case("Add", IntegerArithmetic::Add)
                        .Case("Subtract", IntegerArithmetic::Sub)
                        .Case("Multiply", IntegerArithmetic::Mul)
                        .Case("Divide", IntegerArithmetic::Div)
                        .Case("Minimum", IntegerArithmetic::Min)
                        .Case("Maximum", IntegerArithmetic::Max)
                        .Default(std::nullopt);
  if (!arithmetic || op->getNumOperands() != 2)
    return tensors.unknown("it is computed by '" +
                           op->getName().getStringRef() +
                           "', which is not understood");
  Result lhs = tensors.analyse(op->getOperand(0));
  Result rhs = lhs ? tensors.analyse(op->getOperand(1)) : std::nullopt;
  if (!rhs)
    return std::nullopt;
  if (*arithmetic == IntegerArithmetic::Div &&
      !isa<FloatType>(lhs->elementType) &&
      isTrue(op, op->getAttr("pythondiv") ? "pythondiv" : "m_pythondiv",
             /*byDefault=*/true))
    return divideDown(tensors, *lhs, *rhs);
  return tensors.combine(*arithmetic, *lhs, *rhs);
}

/// StridedSlice; only plain slices are supported.
static Result analyseStridedSlice(IntegerTensors &tensors, Operation *op) {
  Result source = tensors.analyse(op->getOperand(0));
  if (!source)
    return std::nullopt;
  auto starts = tensors.analyseConstants(op->getOperand(1));
  auto ends = tensors.analyseConstants(op->getOperand(2));
  if (!starts || !ends)
    return std::nullopt;
  SmallVector<int64_t> steps(starts->size(), 1), axes;
  if (op->getNumOperands() > 3) {
    auto given = tensors.analyseConstants(op->getOperand(3));
    if (!given)
      return std::nullopt;
    steps = *given;
  }
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
  size_t rank = source->shape.size();
  if (starts->size() != ends->size() || steps.size() != starts->size() ||
      starts->size() > rank || llvm::is_contained(steps, 0))
    return tensors.invalid("it is computed by a StridedSlice whose operands do "
                           "not fit its tensor");
  SmallVector<int64_t> beginMask = getMask("begin_mask"),
                       endMask = getMask("end_mask"),
                       shrinkMask = getMask("shrink_axis_mask"), shrunk;
  for (size_t axis = 0; axis < starts->size(); ++axis) {
    axes.push_back(axis);
    int64_t &start = (*starts)[axis], &end = (*ends)[axis];
    if (isSet(shrinkMask, axis)) {
      shrunk.push_back(axis);
      steps[axis] = 1;
      end = start == -1 || start == INT64_MAX ? INT64_MAX : start + 1;
      continue;
    }
    if (isSet(beginMask, axis))
      start = steps[axis] < 0 ? INT64_MAX : 0;
    if (isSet(endMask, axis))
      end = steps[axis] < 0 ? INT64_MIN : INT64_MAX;
  }
  Result sliced = tensors.slice(*source, *starts, *ends, axes, steps);
  if (!sliced || shrunk.empty())
    return sliced;
  return tensors.squeeze(*sliced, ArrayRef<int64_t>(shrunk));
}

/// Slice-8, whose starts, ends, steps and optional axes are operands.
static Result analyseSlice(IntegerTensors &tensors, Operation *op) {
  Result source = tensors.analyse(op->getOperand(0));
  if (!source)
    return std::nullopt;
  SmallVector<SmallVector<int64_t>> lists;
  for (Value operand : op->getOperands().drop_front()) {
    auto numbers = tensors.analyseConstants(operand);
    if (!numbers)
      return std::nullopt;
    lists.push_back(*numbers);
  }
  if (lists.size() == 3)
    lists.push_back(
        llvm::to_vector(llvm::seq<int64_t>(0, lists.front().size())));
  return tensors.slice(*source, lists[0], lists[1], lists[3], lists[2]);
}

/// Split in equal parts, and VariadicSplit in parts of given lengths.
static Result analyseSplit(IntegerTensors &tensors, OpResult result) {
  Operation *op = result.getOwner();
  Result source = tensors.analyse(op->getOperand(0));
  auto axis =
      source ? tensors.analyseConstants(op->getOperand(1)) : std::nullopt;
  if (!axis || axis->size() != 1)
    return std::nullopt;
  auto rank = static_cast<int64_t>(source->shape.size());
  int64_t position = axis->front() < 0 ? axis->front() + rank : axis->front();
  if (position < 0 || position >= rank)
    return tensors.invalid("it is computed by a split of an axis that its "
                           "tensor does not have");
  int64_t extent = source->shape[position], parts = op->getNumResults();
  int64_t start = 0, length = extent / parts;
  if (op->getNumOperands() == 2) {
    if (extent % parts)
      return tensors.invalid("it is computed by a split in unequal parts");
    start = length * result.getResultNumber();
  } else {
    auto lengths = tensors.analyseConstants(op->getOperand(2));
    if (!lengths)
      return std::nullopt;
    int64_t known = 0;
    for (int64_t part : *lengths)
      known += part >= 0 && part <= extent ? part : 0;
    for (int64_t &part : *lengths)
      if (part == -1)
        part = extent - known;
    if (static_cast<int64_t>(lengths->size()) != parts ||
        llvm::any_of(*lengths,
                     [&](int64_t part) { return part < 0 || part > extent; }))
      return tensors.invalid("it is computed by a split whose parts are not "
                             "those of its tensor");
    for (int64_t part :
         ArrayRef<int64_t>(*lengths).take_front(result.getResultNumber()))
      start += part;
    length = (*lengths)[result.getResultNumber()];
  }
  return tensors.slice(*source, {start}, {start + length}, {position}, {1});
}

/// A scalar repeated to the shape that the second operand is.
static Result analyseBroadcast(IntegerTensors &tensors, Operation *op) {
  Result source = tensors.analyse(op->getOperand(0));
  auto shape =
      source ? tensors.analyseConstants(op->getOperand(1)) : std::nullopt;
  if (!shape)
    return std::nullopt;
  if (source->elements.size() != 1)
    return tensors.unknown("it is computed by a Broadcast of several numbers");
  return tensors.getFilled(*shape, source->elements[0], source->elementType);
}

/// Ops whose first operand is the tensor and whose other operands say how it
/// changes.
static Result analyseMove(IntegerTensors &tensors, Operation *op,
                          StringRef type) {
  Result source = tensors.analyse(op->getOperand(0));
  if (!source)
    return std::nullopt;
  if (type == "Squeeze" && op->getNumOperands() == 1)
    return tensors.squeeze(*source, std::nullopt);
  auto numbers = tensors.analyseConstants(op->getOperand(1));
  if (!numbers)
    return std::nullopt;
  if (type == "Squeeze")
    return tensors.squeeze(*source, ArrayRef<int64_t>(*numbers));
  if (type == "Unsqueeze")
    return tensors.unsqueeze(*source, *numbers);
  if (type == "Transpose")
    return tensors.transpose(*source, *numbers);
  return tensors.reshape(*source, *numbers,
                         /*allowZero=*/!isTrue(op, "special_zero", false));
}

/// Gather, whose axis is an operand, or an attribute in nGraph's version 0.
static Result analyseGather(IntegerTensors &tensors, Operation *op) {
  Result source = tensors.analyse(op->getOperand(0));
  Result indices = source ? tensors.analyse(op->getOperand(1)) : std::nullopt;
  if (!indices)
    return std::nullopt;
  std::optional<int64_t> axis = getInteger(op, "axis");
  if (op->getNumOperands() == 3) {
    auto numbers = tensors.analyseConstants(op->getOperand(2));
    axis = numbers && numbers->size() == 1 ? std::optional(numbers->front())
                                           : std::nullopt;
  }
  if (!axis || getInteger(op, "batch_dims").value_or(0) != 0)
    return tensors.unknown("it is computed by a Gather whose axis is not "
                           "known, or that has batches");
  return tensors.gather(*source, *indices, *axis);
}

static Result analyseConcat(IntegerTensors &tensors, Operation *op) {
  SmallVector<IntegerTensor> parts;
  for (Value operand : op->getOperands()) {
    Result part = tensors.analyse(operand);
    if (!part)
      return std::nullopt;
    parts.push_back(std::move(*part));
  }
  std::optional<int64_t> axis = getInteger(op, "axis");
  if (!axis || parts.empty())
    return tensors.unknown("it is computed by a Concat without an axis");
  return tensors.concat(parts, *axis);
}

Result mlir::pad::analyseSharedOp(IntegerTensors &tensors, OpResult result,
                                  StringRef dialect) {
  Operation *op = result.getOwner();
  StringRef type = op->getName().getStringRef();
  unsigned operands = op->getNumOperands();
  auto has = [&](unsigned least, unsigned most) {
    return operands >= least && operands <= most;
  };
  if (!type.consume_front(dialect) || !type.consume_front("."))
    return tensors.unknown("it is computed by '" +
                           op->getName().getStringRef() +
                           "', which is not understood");
  Type elementType = getElementTypeOrSelf(result.getType());
  if ((type == "Const" || type == "Constant") && has(0, 0))
    return tensors.getConstant(op->getAttr("value"));
  if (type == "ShapeOf" && has(1, 1))
    return tensors.getExtents(op->getOperand(0), elementType);
  if (type == "Convert" && has(1, 1)) {
    Result source = tensors.analyse(op->getOperand(0));
    return source ? tensors.cast(*source, elementType) : std::nullopt;
  }
  if ((type == "Ceiling" || type == "Floor") && has(1, 1)) {
    Result source = tensors.analyse(op->getOperand(0));
    return source ? tensors.round(*source, type == "Ceiling") : std::nullopt;
  }
  if (type == "Concat")
    return analyseConcat(tensors, op);
  if (type == "Gather" && has(2, 3))
    return analyseGather(tensors, op);
  if (type == "StridedSlice" && has(3, 4))
    return analyseStridedSlice(tensors, op);
  if (type == "Slice" && has(4, 5))
    return analyseSlice(tensors, op);
  if ((type == "Split" && has(2, 2)) || (type == "VariadicSplit" && has(3, 3)))
    return analyseSplit(tensors, result);
  if (type == "Broadcast" && has(2, 2))
    return analyseBroadcast(tensors, op);
  if ((type == "Squeeze" && has(1, 2)) ||
      (llvm::is_contained({"Unsqueeze", "Transpose", "Reshape"}, type) &&
       has(2, 2)))
    return analyseMove(tensors, op, type);
  if (type == "Negative" && has(1, 1)) {
    Result source = tensors.analyse(op->getOperand(0));
    if (!source)
      return std::nullopt;
    return tensors.combine(IntegerArithmetic::Sub,
                           getScalar(tensors, 0, source->elementType), *source);
  }
  return analyseArithmetic(tensors, op, type);
}
