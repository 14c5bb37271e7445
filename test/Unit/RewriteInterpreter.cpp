//===- RewriteInterpreter.cpp - Evaluates small functions -----------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RewriteInterpreter.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "llvm/ADT/SmallVectorExtras.h"

using namespace mlir;
using namespace mlir::pad;
using llvm::APInt;

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

bool RuntimeValue::contains(ArrayRef<int64_t> index) const {
  for (auto [i, extent] : llvm::zip_equal(index, shape))
    if (i < 0 || i >= extent)
      return false;
  return true;
}

size_t RuntimeValue::getPosition(ArrayRef<int64_t> index) const {
  size_t position = 0;
  for (auto [i, extent] : llvm::zip_equal(index, shape))
    position = position * extent + i;
  return position;
}

RuntimeValue
RuntimeValue::generate(ArrayRef<int64_t> shape,
                       llvm::function_ref<Bits(ArrayRef<int64_t>)> get) {
  RuntimeValue value;
  value.shape.assign(shape.begin(), shape.end());
  if (llvm::is_contained(shape, 0))
    return value;
  SmallVector<int64_t> index(shape.size(), 0);
  while (true) {
    value.elements.push_back(get(index));
    int64_t axis = static_cast<int64_t>(shape.size()) - 1;
    while (axis >= 0 && ++index[axis] == shape[axis])
      index[axis--] = 0;
    if (axis < 0)
      return value;
  }
}

unsigned mlir::pad::getBitWidth(Type type) {
  if (type.isIndex())
    return 64;
  return type.isIntOrFloat() ? type.getIntOrFloatBitWidth() : 0;
}

/// The bits of the elements of `attribute`, of which each takes `width`.
static RuntimeValue getDenseElements(DenseElementsAttr attribute) {
  RuntimeValue value;
  llvm::append_range(value.shape, attribute.getType().getShape());
  value.elements.reserve(attribute.getNumElements());
  if (isa<FloatType>(attribute.getElementType()))
    for (const llvm::APFloat &element : attribute.getValues<llvm::APFloat>())
      value.elements.push_back(element.bitcastToAPInt().getZExtValue());
  else
    for (const APInt &element : attribute.getValues<APInt>())
      value.elements.push_back(element.getZExtValue());
  return value;
}

std::optional<RuntimeValue> mlir::pad::getConstant(Attribute attribute) {
  if (auto integer = dyn_cast<IntegerAttr>(attribute))
    return RuntimeValue::scalar(integer.getValue().getZExtValue());
  if (auto number = dyn_cast<FloatAttr>(attribute))
    return RuntimeValue::scalar(
        number.getValue().bitcastToAPInt().getZExtValue());
  auto elements = dyn_cast<ElementsAttr>(attribute);
  if (!elements || getBitWidth(elements.getElementType()) == 0 ||
      getBitWidth(elements.getElementType()) > 64)
    return std::nullopt;
  if (auto dense = dyn_cast<DenseElementsAttr>(attribute))
    return getDenseElements(dense);
  auto resource = dyn_cast<DenseResourceElementsAttr>(attribute);
  if (!resource || !resource.getRawHandle().getBlob())
    return std::nullopt;
  auto dense = DenseElementsAttr::getFromRawBuffer(
      resource.getType(), resource.getRawHandle().getBlob()->getData());
  return getDenseElements(dense);
}

//===----------------------------------------------------------------------===//
// Frame
//===----------------------------------------------------------------------===//

const RuntimeValue &Frame::get(Value value) const {
  auto found = values.find(value);
  assert(found != values.end() && "a value is used before it is defined");
  return found->second;
}

void Frame::set(Value value, RuntimeValue runtime) {
  values[value] = std::move(runtime);
}

int64_t Frame::getIndex(Value value) {
  Bits bits = get(value).elements.front();
  if (!bits) {
    (void)fail(value.getDefiningOp(), "an index is unspecified");
    return 0;
  }
  unsigned width = getBitWidth(value.getType());
  return APInt(64, *bits).trunc(width).getSExtValue();
}

int64_t Frame::getIndex(OpFoldResult ofr) {
  if (auto attribute = dyn_cast<Attribute>(ofr))
    return cast<IntegerAttr>(attribute).getInt();
  return getIndex(cast<Value>(ofr));
}

SmallVector<int64_t> Frame::getIndices(ArrayRef<OpFoldResult> list) {
  return llvm::map_to_vector(list,
                             [&](OpFoldResult ofr) { return getIndex(ofr); });
}

SmallVector<int64_t> Frame::getShape(Type type, ValueRange extents) {
  SmallVector<int64_t> shape(cast<ShapedType>(type).getShape());
  for (int64_t &extent : shape)
    if (ShapedType::isDynamic(extent)) {
      extent = getIndex(extents.front());
      extents = extents.drop_front();
    }
  return shape;
}

llvm::DenseMap<Value, SmallVector<int64_t>> Frame::getShapes() const {
  llvm::DenseMap<Value, SmallVector<int64_t>> shapes;
  for (const auto &[value, runtime] : values)
    if (isa<RankedTensorType>(value.getType()))
      shapes[value] = llvm::to_vector(ArrayRef<int64_t>(runtime.shape));
  return shapes;
}

LogicalResult Frame::fail(Operation *op, const Twine &reason) {
  if (error.empty())
    error =
        ((op ? op->getName().getStringRef() : "value") + ": " + reason).str();
  return failure();
}

static llvm::DenseMap<TypeID, Handler> &getHandlers() {
  static llvm::DenseMap<TypeID, Handler> handlers;
  return handlers;
}

void mlir::pad::addHandler(TypeID id, Handler handler) {
  getHandlers()[id] = std::move(handler);
}

static LogicalResult (*structuredHandler)(linalg::LinalgOp, Frame &);

void mlir::pad::addStructuredHandler(LogicalResult (*handler)(linalg::LinalgOp,
                                                              Frame &)) {
  structuredHandler = handler;
}

/// Evaluates `op` by its handler.
static LogicalResult evaluate(Operation *op, Frame &frame) {
  auto handler = getHandlers().find(op->getName().getTypeID());
  if (handler != getHandlers().end())
    return handler->second(op, frame);
  if (auto structured = dyn_cast<linalg::LinalgOp>(op))
    return structuredHandler(structured, frame);
  return frame.fail(op, "the interpreter does not know this op");
}

void mlir::pad::addElementwise(TypeID id, ElementFunction function) {
  addHandler(id, [function = std::move(function)](Operation *op, Frame &frame) {
    const RuntimeValue &first = frame.get(op->getOperand(0));
    RuntimeValue result;
    result.shape = first.shape;
    for (Value operand : op->getOperands())
      if (frame.get(operand).shape != first.shape)
        return frame.fail(op, "operands differ in their shape");
    for (size_t i = 0, count = first.elements.size(); i < count; ++i) {
      SmallVector<APInt, 3> operands;
      for (Value operand : op->getOperands())
        if (Bits bits = frame.get(operand).elements[i])
          operands.push_back(
              APInt(getBitWidth(getElementTypeOrSelf(operand)), *bits));
      if (operands.size() == op->getNumOperands())
        result.elements.push_back(function(op, operands).getZExtValue());
      else
        result.elements.push_back(std::nullopt);
    }
    frame.set(op->getResult(0), std::move(result));
    return success();
  });
}

/// Whether `value` is one of `type`, as verified IR promises.
static bool hasType(const RuntimeValue &value, Type type) {
  auto shaped = dyn_cast<ShapedType>(type);
  if (!shaped)
    return value.shape.empty();
  if (shaped.getRank() != static_cast<int64_t>(value.shape.size()))
    return false;
  for (auto [extent, actual] : llvm::zip_equal(shaped.getShape(), value.shape))
    if (ShapedType::isStatic(extent) && extent != actual)
      return false;
  return true;
}

SmallVector<RuntimeValue> Frame::runBlock(Block &block,
                                          ArrayRef<RuntimeValue> arguments) {
  for (auto [argument, runtime] :
       llvm::zip_equal(block.getArguments(), arguments))
    set(argument, runtime);
  for (Operation &op : block.without_terminator()) {
    if (failed(evaluate(&op, *this)) || !error.empty())
      return {};
    for (Value result : op.getResults())
      if (!hasType(get(result), result.getType())) {
        (void)fail(&op, "the result is not of its type");
        return {};
      }
  }
  return llvm::map_to_vector(block.getTerminator()->getOperands(),
                             [&](Value value) { return get(value); });
}

Outcome mlir::pad::interpret(func::FuncOp function,
                             ArrayRef<RuntimeValue> arguments) {
  static bool registered = [] {
    registerScalarHandlers();
    registerTensorHandlers();
    registerAdjointHandlers();
    registerPackHandlers();
    return true;
  }();
  (void)registered;
  Frame frame;
  Outcome outcome;
  outcome.results = frame.runBlock(function.getBody().front(), arguments);
  outcome.error = std::move(frame.error);
  outcome.shapes = frame.getShapes();
  return outcome;
}
