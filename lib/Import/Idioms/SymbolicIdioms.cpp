//===- SymbolicIdioms.cpp - Idioms of any extents -------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SymbolicIdioms.h"
#include "IndexBodies.h"
#include "Pad/IR/ArithValue.h"
#include "Pad/IR/PadSlicing.h"
#include "Pad/IR/ScalarConstant.h"
#include "Pad/IR/SymbolicPadGeometry.h"
#include "Pad/IR/ValueBoundsQueries.h"
#include "Pad/Import/ForeignOps.h"
#include "Pad/Import/ImportedPad.h"
#include "TensorReads.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"

using namespace mlir;
using namespace mlir::pad;

/// The extents of `tensor`, the result of an op that fills; they come from the
/// operands of that op.
static SmallVector<OpFoldResult> getExtents(OpBuilder &builder, Location loc,
                                            Value tensor) {
  if (auto fill = tensor.getDefiningOp<linalg::FillOp>())
    return getExtents(builder, loc, fill.output());
  if (auto empty = tensor.getDefiningOp<tensor::EmptyOp>())
    return empty.getMixedSizes();
  return tensor::getMixedSizes(builder, loc, tensor);
}

/// Whether `createFill` has an op for `fill`, a scalar of `type`.
static bool canCreateFill(const Fill &fill, Type type) {
  return fill.value || (fill.constant && isa<IntegerType, FloatType>(type));
}

/// The scalar that `fill` is.
static Value createFill(OpBuilder &builder, Location loc, const Fill &fill,
                        Type type) {
  return fill.value ? fill.value
                    : createScalarConstant(builder, loc, type, fill.constant);
}

/// `a` less the sum of `b` and `c`.
static OpFoldResult subtract(const ArithContext &math, OpFoldResult a,
                             OpFoldResult b, OpFoldResult c) {
  return getAsOpFoldResult(math.value(a) - math.value(b) - math.value(c));
}

/// Creates the pad of `source`; null if the verifier would refuse it.
static Value createPad(OpBuilder &builder, Location loc, Value source,
                       Type resultType, const ImportedPad &pad,
                       const Fill &fill = {}) {
  auto sourceType = cast<RankedTensorType>(source.getType());
  if (!explainInvalidPad(sourceType, resultType, pad).empty())
    return {};
  Value value;
  if (fill)
    value = createFill(builder, loc, fill, sourceType.getElementType());
  return createImportedPad(builder, loc, source, resultType, pad, value);
}

Value mlir::pad::convertInsertIntoFill(tensor::InsertSliceOp op,
                                       OpBuilder &builder) {
  Fill fill = getUniformFill(op.getDest());
  RankedTensorType sourceType = op.getSourceType();
  int64_t rank = op.getType().getRank();
  if (!canCreateFill(fill, sourceType.getElementType()) ||
      sourceType.getRank() != rank ||
      sourceType.getEncoding() != op.getType().getEncoding() ||
      !llvm::all_of(op.getStaticStrides(),
                    [](int64_t stride) { return stride == 1; }))
    return {};
  Location loc = op.getLoc();
  ArithContext math{builder, loc};
  ImportedPad pad;
  pad.low = op.getMixedOffsets();
  SmallVector<OpFoldResult> extents = getExtents(builder, loc, op.getDest());
  SmallVector<OpFoldResult> sizes = op.getMixedSizes();
  for (int64_t axis = 0; axis < rank; ++axis) {
    // The whole source is inserted.
    if (sourceType.isDynamicDim(axis))
      sizes[axis] = tensor::getMixedSize(builder, loc, op.getSource(), axis);
    pad.high.push_back(
        subtract(math, extents[axis], pad.low[axis], sizes[axis]));
  }
  return createPad(builder, loc, op.getSource(), op.getType(), pad, fill);
}

namespace {
/// How a part of a concatenation relates to a tensor.
struct Part {
  /// Elements of the axis from its first, or to its last.
  bool isFirst = false, isLast = false;
  OpFoldResult size;
};
} // namespace

/// How `part` relates to axis `axis` of `tensor`; nullopt if it is not known to
/// be the first or last elements of the axis.
static std::optional<Part> getPart(Value part, Value tensor, int64_t axis) {
  auto slice = part.getDefiningOp<tensor::ExtractSliceOp>();
  int64_t rank = cast<RankedTensorType>(tensor.getType()).getRank();
  if (!slice || slice.getSource() != tensor ||
      slice.getType().getRank() != rank ||
      !llvm::all_of(slice.getStaticStrides(),
                    [](int64_t stride) { return stride == 1; }))
    return std::nullopt;
  SmallVector<OpFoldResult> offsets = slice.getMixedOffsets();
  SmallVector<OpFoldResult> sizes = slice.getMixedSizes();
  for (int64_t other = 0; other < rank; ++other)
    if (other != axis &&
        !isWholeAxis(tensor, other, offsets[other], sizes[other]))
      return std::nullopt;
  Part result;
  result.size = sizes[axis];
  result.isFirst = isConstantIntValue(offsets[axis], 0);
  // The last element is in bounds: the end is at most the extent.
  MLIRContext *context = tensor.getContext();
  AffineExpr sum = getAffineDimExpr(0, context) + getAffineDimExpr(1, context);
  AffineMap map = AffineMap::get(2, 0, sum);
  result.isLast = isProven({map, {offsets[axis], sizes[axis]}},
                           ValueBoundsConstraintSet::EQ, {tensor, axis});
  return result;
}

/// The mode in which `before` and `after`, of which one may be missing, extend
/// an axis by its own elements.
static std::optional<PadMode> getMode(const std::optional<Part> &before,
                                      const std::optional<Part> &after) {
  auto isOne = [](const Part &part) {
    return isConstantIntValue(part.size, 1);
  };
  if ((!before || (before->isFirst && isOne(*before))) &&
      (!after || (after->isLast && isOne(*after))))
    return PadMode::Edge;
  if ((!before || before->isLast) && (!after || after->isFirst))
    return PadMode::Wrap;
  return std::nullopt;
}

/// `[first elements or last ones,] tensor [, first elements or last ones]`.
static Value convertSelfConcat(tensor::ConcatOp op, OpBuilder &builder) {
  OperandRange inputs = op.getInputs();
  int64_t axis = op.getDim();
  if (inputs.size() < 2 || inputs.size() > 3)
    return {};
  for (unsigned middle = inputs.size() - 2; middle < 2; ++middle) {
    Value tensor = inputs[middle];
    if (tensor.getDefiningOp() &&
        llvm::is_contained(inputs.take_front(middle), tensor))
      continue;
    std::optional<Part> before, after;
    if (middle == 1 && !(before = getPart(inputs[0], tensor, axis)))
      continue;
    if (middle + 1 < inputs.size() &&
        !(after = getPart(inputs[middle + 1], tensor, axis)))
      continue;
    std::optional<PadMode> mode = getMode(before, after);
    if (!mode)
      continue;
    ImportedPad pad;
    pad.setMode(*mode);
    pad.low.assign(op.getType().getRank(), builder.getIndexAttr(0));
    pad.high = pad.low;
    if (before)
      pad.low[axis] = before->size;
    if (after)
      pad.high[axis] = after->size;
    return createPad(builder, op.getLoc(), tensor, op.getType(), pad);
  }
  return {};
}

Value mlir::pad::convertConcat(tensor::ConcatOp op, OpBuilder &builder) {
  Value source;
  Fill fill;
  SmallVector<Value> before, after;
  for (Value input : op.getInputs()) {
    Fill inputFill = getUniformFill(input);
    if (inputFill) {
      if (fill && !(fill == inputFill))
        return {};
      fill = inputFill;
      (source ? after : before).push_back(input);
      continue;
    }
    if (source)
      return convertSelfConcat(op, builder);
    source = input;
  }
  if (!source || !canCreateFill(fill, op.getType().getElementType()))
    return {};
  Location loc = op.getLoc();
  ArithContext math{builder, loc};
  auto sum = [&](ArrayRef<Value> parts) {
    ArithValue size = math.constant(0);
    for (Value part : parts)
      size = size + math.value(getExtents(builder, loc, part)[op.getDim()]);
    return getAsOpFoldResult(size);
  };
  ImportedPad pad;
  pad.low.assign(op.getType().getRank(), builder.getIndexAttr(0));
  pad.high = pad.low;
  pad.low[op.getDim()] = sum(before);
  pad.high[op.getDim()] = sum(after);
  return createPad(builder, loc, source, op.getType(), pad, fill);
}

/// The constant `value`.
static std::optional<int64_t> getConstant(Value value) {
  return getConstantIntValue(value);
}

/// Whether `value` is the extent of axis `axis` of `tensor`, plus `offset`.
static bool isExtent(Value value, Value tensor, int64_t axis, int64_t offset) {
  int64_t extent = cast<RankedTensorType>(tensor.getType()).getDimSize(axis);
  if (std::optional<int64_t> constant = getConstant(value))
    return ShapedType::isStatic(extent) && *constant == extent + offset;
  if (auto dim = value.getDefiningOp<tensor::DimOp>())
    return offset == 0 && dim.getSource() == tensor &&
           dim.getConstantIndex() == axis;
  if (auto sum = value.getDefiningOp<arith::AddIOp>())
    for (auto [part, other] : {std::pair(sum.getLhs(), sum.getRhs()),
                               std::pair(sum.getRhs(), sum.getLhs())})
      if (getConstant(other) == offset)
        return isExtent(part, tensor, axis, 0);
  if (auto difference = value.getDefiningOp<arith::SubIOp>())
    return getConstant(difference.getRhs()) == -offset &&
           isExtent(difference.getLhs(), tensor, axis, 0);
  return false;
}

/// The constant `low` if `value` is the index of axis `axis` of `op` less
/// `low`. It is not so large that the difference could exceed 64 bits.
static std::optional<int64_t> getLow(Value value, Operation *op, int64_t axis) {
  if (getIndexAxis(value, op) == axis)
    return 0;
  std::optional<int64_t> low;
  if (auto difference = value.getDefiningOp<arith::SubIOp>()) {
    if (getIndexAxis(difference.getLhs(), op) == axis)
      low = getConstant(difference.getRhs());
  } else if (auto sum = value.getDefiningOp<arith::AddIOp>()) {
    for (auto [part, other] : {std::pair(sum.getLhs(), sum.getRhs()),
                               std::pair(sum.getRhs(), sum.getLhs())})
      if (getIndexAxis(part, op) == axis)
        if (std::optional<int64_t> constant = getConstant(other);
            constant && *constant != INT64_MIN)
          low = -*constant;
  }
  constexpr int64_t most = int64_t(1) << 32;
  return low && *low >= -most && *low <= most ? low : std::nullopt;
}

/// The operand of `OpTy` in `value` whose other operand satisfies `isLimit`.
template <typename OpTy>
static Value stripLimit(Value value, llvm::function_ref<bool(Value)> isLimit) {
  auto op = value.getDefiningOp<OpTy>();
  if (!op)
    return {};
  if (isLimit(op.getRhs()))
    return op.getLhs();
  return isLimit(op.getLhs()) ? op.getRhs() : Value();
}

/// The operand that `value` clamps to `[0, extent - 1]` of an axis of `tensor`.
static Value stripClamp(Value value, Value tensor, int64_t axis) {
  auto isZero = [](Value limit) { return getConstant(limit) == 0; };
  auto isLast = [&](Value limit) { return isExtent(limit, tensor, axis, -1); };
  // The axis has elements, so both orders give the same.
  if (Value inner = stripLimit<arith::MaxSIOp>(value, isZero))
    return stripLimit<arith::MinSIOp>(inner, isLast);
  if (Value inner = stripLimit<arith::MinSIOp>(value, isLast))
    return stripLimit<arith::MaxSIOp>(inner, isZero);
  return {};
}

Value mlir::pad::convertClampedBody(Operation *op, OpBuilder &builder) {
  std::optional<IndexBody> body = getIndexBody(op);
  if (!body || !body->conditions.empty())
    return {};
  Value tensor = body->extract.getTensor();
  auto resultType = cast<RankedTensorType>(op->getResult(0).getType());
  ImportedPad pad;
  pad.setMode(PadMode::Edge);
  bool isClamped = false;
  for (auto [axis, index] : llvm::enumerate(body->extract.getIndices())) {
    Value inner = stripClamp(index, tensor, axis);
    std::optional<int64_t> low = getLow(inner ? inner : index, op, axis);
    // An index that is not clamped must stay in bounds: an access beyond them
    // is undefined and does not make a pad.
    if (!low || (!inner && *low != 0))
      return {};
    isClamped |= static_cast<bool>(inner);
    pad.low.push_back(builder.getIndexAttr(*low));
  }
  if (!isClamped)
    return {};
  Location loc = op->getLoc();
  ArithContext math{builder, loc};
  SmallVector<OpFoldResult> extents;
  if (auto generate = dyn_cast<tensor::GenerateOp>(op))
    extents = getMixedValues(resultType.getShape(),
                             generate.getDynamicExtents(), builder);
  else
    extents = getExtents(builder, loc,
                         cast<linalg::GenericOp>(op).getDpsInits().front());
  for (int64_t axis = 0; axis < resultType.getRank(); ++axis)
    pad.high.push_back(
        subtract(math, extents[axis], pad.low[axis],
                 tensor::getMixedSize(builder, loc, tensor, axis)));
  return createPad(builder, loc, tensor, resultType, pad);
}
