//===- GraphPads.cpp - Pads of OpenVINO, nGraph and TFLite ----------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Import/GraphPads.h"
#include "Pad/IR/ArithValue.h"
#include "Pad/IR/ScalarConstant.h"
#include "Pad/Import/ForeignOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/ScopedPrinter.h"

using namespace mlir;
using namespace mlir::pad;

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

void GraphPad::refuse(const Twine &why) {
  if (reason.empty())
    reason = why.str();
}

bool GraphPad::readAttribute(StringRef name, List list) {
  std::optional<SmallVector<int64_t>> numbers = getIntegerList(op, name);
  if (numbers)
    llvm::append_range(pad.*list,
                       getAsIndexOpFoldResult(op->getContext(), *numbers));
  return numbers.has_value();
}

void GraphPad::readOperand(unsigned index, StringRef name, List list,
                           int64_t subtracted) {
  if (isRefused())
    return;
  Value operand = op->getOperand(index);
  for (Value padded : {op->getOperand(0), Value(op->getResult(0))})
    if (auto type = dyn_cast<RankedTensorType>(padded.getType()))
      tensors.assumeShape(operand, {type.getRank()});
  IntegerTensors::Result numbers = tensors.analyse(operand);
  if (!numbers)
    return refuse("input '" + name +
                  "' cannot be read: " + tensors.getReason());
  if (numbers->shape.size() != 1)
    return refuse("input '" + name + "' has rank " +
                  Twine(numbers->shape.size()) + ", but must have rank 1 (C1)");
  setNumbers(*numbers, list, subtracted);
}

void GraphPad::assign(ArrayRef<OpFoldResult> numbers, ArrayRef<List> lists) {
  for (List list : lists)
    (pad.*list).clear();
  for (auto [position, number] : llvm::enumerate(numbers))
    (pad.*lists[position % lists.size()]).push_back(number);
}

void GraphPad::setNumbers(const IntegerTensor &numbers, ArrayRef<List> lists,
                          int64_t subtracted) {
  SmallVector<OpFoldResult> known = getKnownIndices(numbers);
  for (OpFoldResult &number : known)
    if (number && subtracted != 0)
      // The least number of all wraps around to one that is refused, too.
      number = getAsIndexOpFoldResult(
          op->getContext(),
          static_cast<int64_t>(
              static_cast<uint64_t>(*getConstantIntValue(number)) -
              subtracted));
  assign(known, lists);
  computed.push_back({numbers.elements, llvm::to_vector(lists), subtracted});
}

void GraphPad::readSource() {
  if (isRefused())
    return;
  Type type = op->getOperand(0).getType();
  auto tensor = dyn_cast<TensorType>(type);
  if (!tensor || !isa<TensorType>(op->getResult(0).getType()))
    return refuse("it pads " + llvm::to_string(type) + ", which is no tensor");
  Type elementType = tensor.getElementType();
  if (!elementType.isIntOrFloat() && !isa<ComplexType>(elementType))
    return refuse("it pads elements of type " + llvm::to_string(elementType) +
                  ", which is no numeric type of MLIR");
  sourceType = dyn_cast<RankedTensorType>(tensor);
  if (!sourceType)
    sourceType = RankedTensorType::get(
        SmallVector<int64_t>(pad.low.size(), ShapedType::kDynamic),
        elementType);
}

void GraphPad::checkLimits(StringRef lowName, StringRef highName,
                           StringRef modeName, StringRef noNegative) {
  size_t rank = isRefused() ? 0 : sourceType.getRank();
  if (pad.low.size() != rank || pad.high.size() != rank)
    return;
  for (size_t axis = 0; axis < rank; ++axis) {
    PadAxis numbers = pad.getStaticNumbers(sourceType, axis);
    std::optional<int64_t> limit;
    if (ShapedType::isStatic(numbers.extent))
      limit = getPadLimit(pad.getMode(), /*periodic=*/false, numbers.extent);
    for (auto [name, amount] :
         {std::pair(lowName, numbers.low), {highName, numbers.high}}) {
      if (ShapedType::isDynamic(amount))
        continue;
      if (amount < 0 && !noNegative.empty())
        refuse(name + " of axis " + Twine(axis) + " is " + Twine(amount) +
               ", but " + noNegative);
      if (limit && amount > *limit)
        refuse(name + " of axis " + Twine(axis) + " is " + Twine(amount) +
               ", but " + modeName + " '" + stringifyPadMode(pad.getMode()) +
               "' extends an axis of extent " + Twine(numbers.extent) +
               " by at most " + Twine(*limit) + " (C5)");
    }
  }
}

void GraphPad::checkNumbers(bool noNegativeExtent) {
  if (!isRefused())
    refuse(explainInvalidPad(sourceType, op->getResult(0).getType(), pad));
  if (!isRefused() && noNegativeExtent)
    refuse(explainNegativeExtent(sourceType, pad));
}

std::string mlir::pad::explainNotPaddingValue(Value value, StringRef name,
                                              Type elementType) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  DenseElementsAttr constant = getConstantTensor(value);
  if (constant && constant.getType() != type)
    return ("input '" + name + "' is a constant of element type " +
            llvm::to_string(elementType) + ", whose bytes are not read")
        .str();
  if (type && type.getRank() == 0 && type.getElementType() == elementType)
    return "";
  return ("input '" + name + "' has type " + llvm::to_string(value.getType()) +
          ", but must be a tensor of rank 0 of element type " +
          llvm::to_string(elementType) + " (C3)")
      .str();
}

ImportResult GraphPad::convert(StringRef constantName, RewriterBase &rewriter) {
  if (isRefused())
    return ImportResult::refused(reason);
  Location loc = op->getLoc();
  for (const Computed &one : computed) {
    SmallVector<OpFoldResult> numbers =
        tensors.emit(rewriter, loc, one.numbers);
    for (OpFoldResult &number : numbers)
      if (one.subtracted != 0)
        number = getAsOpFoldResult(ArithContext{rewriter, loc}.value(number) -
                                   one.subtracted);
    assign(numbers, one.lists);
  }
  Value element;
  if (value)
    element = createElement(rewriter, loc, value);
  else if (constantValue)
    element =
        createScalarConstant(rewriter, loc, getElementType(), constantValue);
  Value source = op->getOperand(0);
  if (source.getType() != sourceType)
    source = tensor::CastOp::create(rewriter, loc, sourceType, source);
  SmallVector<Value> operands(op->getOperands().drop_front());
  rewriter.replaceOp(op, createImportedPad(rewriter, loc, source,
                                           op->getResult(0).getType(), pad,
                                           element));
  eraseUnused(rewriter, operands, [&](Operation *definition) {
    return definition->getName().getStringRef() == constantName;
  });
  return ImportResult::converted();
}

using Numbers = IntegerTensors::Numbers;
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
  std::optional<int64_t> axis = normalizeIndex(*given, source->shape.size());
  if (!axis)
    return tensors.invalid("it is computed by a split of an axis that its "
                           "tensor does not have");
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

static Result readBroadcast(IntegerTensors &tensors, OpResult result) {
  Result source = tensors.analyse(result.getOwner()->getOperand(0));
  return tensors.repeat(
      source, tensors.analyseConstants(result.getOwner()->getOperand(1)));
}

static Result readSqueeze(IntegerTensors &tensors, OpResult result) {
  Operation *op = result.getOwner();
  Result source = tensors.analyse(op->getOperand(0));
  if (op->getNumOperands() == 1)
    return tensors.squeezeAll(source);
  return tensors.squeeze(source, tensors.analyseConstants(op->getOperand(1)));
}

/// Ops whose second operand is a list that says how the first one changes.
static Result readMove(IntegerTensors &tensors, OpResult result) {
  Operation *op = result.getOwner();
  StringRef type = op->getName().stripDialect();
  Result source = tensors.analyse(op->getOperand(0));
  Numbers numbers = tensors.analyseConstants(op->getOperand(1));
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
    {"Broadcast", 2, 2, readBroadcast},
    {"Concat", 0, ~0u, readConcat},
    {"Const", 0, 0, readConstant},
    {"Constant", 0, 0, readConstant},
    {"Convert", 1, 1, readConvert},
    {"Gather", 2, 3, readGather},
    {"Reshape", 2, 2, readMove},
    {"ShapeOf", 1, 1, readShape},
    {"Slice", 4, 5, readSlice},
    {"Split", 2, 2, readSplit},
    {"Squeeze", 1, 2, readSqueeze},
    {"StridedSlice", 3, 4, readStridedSlice},
    {"Transpose", 2, 2, readMove},
    {"Unsqueeze", 2, 2, readMove},
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
