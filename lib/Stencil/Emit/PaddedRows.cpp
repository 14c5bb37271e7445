//===- PaddedRows.cpp - Padded copies of sources of short rows ------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit/Reads.h"
#include "Pad/IR/PadSlicing.h"
#include "Pad/IR/PaddingValue.h"
#include "Pad/Rows/Loops.h"
#include "Pad/Rows/StencilCostModel.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace mlir::pad;

namespace {
/// A padded copy of a source that holds the results of several pads of it.
class PaddedCopy {
public:
  /// Emits the copy for `pads`, which have the same source, modes and padding
  /// value.
  PaddedCopy(ArithContext m, ArrayRef<const FusedPad *> pads);

  /// The part of the copy that is the result of `fused`.
  Value getOperand(const FusedPad &fused) const;

private:
  /// The copy without any element of the source.
  Value emitEmpty();
  /// A table of the positions that the last axis reads, for all rows.
  Value emitPositions();
  /// A loop over `count` indices from `begin` on, carrying `made`.
  Value emitFor(ArithValue begin, ArithValue count, int64_t step, Value made,
                function_ref<Value(ArithValue, Value)> body);
  /// Copies along the axes from number `axis` on.
  Value emitAxis(int64_t axis, Value made);
  /// Copies a row: the source by vectors, and borders element by element.
  Value emitRow(Value made);

  ArithContext m;
  PadOp pad;
  Value positions, copy;
  /// The axes whose borders read elements of the source.
  llvm::SmallBitVector isExtended;
  /// Of each axis: the widest pad before the source, the extent of the copy,
  /// the positions that it reads, and which part of it is the source.
  SmallVector<ArithValue> low, extents;
  SmallVector<SourceIndexMap<ArithValue>, 0> maps;
  SmallVector<SymbolicInBoundsRange> inside;
  /// Whether the source has no element although borders read it.
  ArithValue isEmpty;
  /// The indices of the loops, and the position that these read.
  SmallVector<Value> indices, position;
};
} // namespace

PaddedCopy::PaddedCopy(ArithContext m, ArrayRef<const FusedPad *> pads)
    : m(m), pad(pads.front()->pad), isEmpty(m.condition(false)) {
  SmallVector<SymbolicPadAxis> axes = getSymbolicAxes(m.b, m.loc, pad);
  // Elements of the copy from the first one of the source on.
  SmallVector<ArithValue> behind(axes.size());
  low.resize(axes.size());
  isExtended.resize(axes.size());
  for (const FusedPad *fused : pads) {
    PadOp other = fused->pad;
    SmallVector<OpFoldResult> sizes =
        tensor::getMixedSizes(m.b, m.loc, other.getResult());
    for (auto [axis, numbers] :
         llvm::enumerate(getSymbolicAxes(m.b, m.loc, other))) {
      ArithValue before = m.value(numbers.low),
                 after = m.value(sizes[axis]) - before;
      if (pad.getMode(axis) != PadMode::Constant &&
          !isUnpaddedAxis(other, axis))
        isExtended.set(axis);
      low[axis] = low[axis] ? max(low[axis], before) : before;
      behind[axis] = behind[axis] ? max(behind[axis], after) : after;
    }
  }
  for (auto [axis, numbers] : llvm::enumerate(axes)) {
    extents.push_back(low[axis] + behind[axis]);
    numbers.low = getAsOpFoldResult(low[axis]);
    maps.push_back(emitSourceIndexMap(m.b, m.loc, numbers));
    inside.push_back(emitInBoundsRange(m.b, m.loc, numbers,
                                       getAsOpFoldResult(extents.back())));
    if (isExtended.test(axis))
      isEmpty = isEmpty | (m.value(numbers.extent) <= 0);
  }
  if (isExtended.test(axes.size() - 1))
    positions = emitPositions();
  Value values = emitEmpty();
  copy = emitEither(
      m, isEmpty, [&] { return values; }, [&] { return emitAxis(0, values); });
}

Value PaddedCopy::emitEmpty() {
  ArithValue count = m.constant(1);
  SmallVector<OpFoldResult> sizes;
  ReassociationIndices axes;
  for (ArithValue extent : extents) {
    count = count * extent;
    axes.push_back(sizes.size());
    sizes.push_back(getAsOpFoldResult(extent));
  }
  Type type = pad.getSourceType().getElementType();
  Value made =
      tensor::EmptyOp::create(m.b, m.loc, getAsOpFoldResult(count), type);
  if (mayReadPaddingValue(pad)) {
    Value value = emitPaddingValue(m.b, m.loc, pad);
    if (!pad.hasConstantAxis())
      count = select(isEmpty, count, 0);
    made = emitFor(m.constant(0), count, 1, made,
                   [&](ArithValue index, Value made) -> Value {
                     return tensor::InsertOp::create(m.b, m.loc, value, made,
                                                     Value(index));
                   });
  }
  if (sizes.size() == 1)
    return made;
  SmallVector<int64_t> shape;
  SmallVector<Value> unused;
  dispatchIndexOpFoldResults(sizes, unused, shape);
  return tensor::ExpandShapeOp::create(
      m.b, m.loc, RankedTensorType::get(shape, type), made,
      ArrayRef<ReassociationIndices>(axes), sizes);
}

Value PaddedCopy::emitFor(ArithValue begin, ArithValue count, int64_t step,
                          Value made,
                          function_ref<Value(ArithValue, Value)> body) {
  auto loop = scf::ForOp::create(m.b, m.loc, begin, begin + count,
                                 m.constant(step), made);
  loop->setAttr(kLoopAnnotation,
                getLoopAnnotation(m.b.getContext(), /*isRolled=*/true));
  OpBuilder::InsertionGuard guard(m.b);
  m.b.setInsertionPointToStart(loop.getBody());
  scf::YieldOp::create(
      m.b, m.loc, body(m(loop.getInductionVar()), loop.getRegionIterArg(0)));
  return loop.getResult(0);
}

Value PaddedCopy::emitPositions() {
  Value empty = tensor::EmptyOp::create(
      m.b, m.loc, getAsOpFoldResult(extents.back()), m.b.getIndexType());
  return emitFor(m.constant(0), extents.back(), 1, empty,
                 [&](ArithValue index, Value made) -> Value {
                   return tensor::InsertOp::create(
                       m.b, m.loc, maps.back().read(index).index, made,
                       Value(index));
                 });
}

Value PaddedCopy::emitAxis(int64_t axis, Value made) {
  if (axis + 1 == static_cast<int64_t>(extents.size()))
    return emitRow(made);
  bool isInside = !isExtended.test(axis);
  ArithValue begin = isInside ? m.value(inside[axis].begin) : m.constant(0),
             count = isInside ? m.value(inside[axis].size) : extents[axis];
  Value all = emitFor(begin, count, 1, made, [&](ArithValue index, Value made) {
    indices.push_back(index);
    position.push_back(isInside ? index - low[axis]
                                : maps[axis].read(index).index);
    Value rows = emitAxis(axis + 1, made);
    indices.pop_back();
    position.pop_back();
    return rows;
  });
  if (axis == 0)
    PadDialect::FusedNestAttrHelper(m.b.getContext())
        .setAttr(all.getDefiningOp(), m.b.getUnitAttr());
  return all;
}

Value PaddedCopy::emitRow(Value made) {
  constexpr int64_t lanes = stencil::kMinLanesOfShortRow;
  ArithValue begin = m.value(inside.back().begin),
             size = m.value(inside.back().size),
             from = m.value(inside.back().sourceBegin);
  auto emitAt = [&](ArithValue index, ArithValue source, auto body) -> Value {
    indices.push_back(index);
    position.push_back(source);
    Value result = body();
    indices.pop_back();
    position.pop_back();
    return result;
  };
  ArithValue vectors = select(size >= lanes, size, 0);
  auto type = VectorType::get(lanes, pad.getSourceType().getElementType());
  made = emitFor(
      m.constant(0), vectors, lanes, made, [&](ArithValue index, Value made) {
        // The last vector ends with the source.
        index = min(index, size - lanes);
        return emitAt(begin + index, from + index, [&]() -> Value {
          Value vector = vector::TransferReadOp::create(
              m.b, m.loc, type, pad.getSource(), position,
              /*padding=*/std::nullopt, ArrayRef<bool>{true});
          return vector::TransferWriteOp::create(m.b, m.loc, vector, made,
                                                 indices, ArrayRef<bool>{true})
              .getResult();
        });
      });
  auto emitElements = [&](ArithValue first, ArithValue count, Value made) {
    return emitFor(first, count, 1, made, [&](ArithValue index, Value made) {
      ArithValue source =
          positions
              ? m(tensor::ExtractOp::create(m.b, m.loc, positions, Value(index))
                      .getResult())
              : from + (index - begin);
      return emitAt(index, source, [&]() -> Value {
        Value element =
            tensor::ExtractOp::create(m.b, m.loc, pad.getSource(), position);
        return tensor::InsertOp::create(m.b, m.loc, element, made, indices);
      });
    });
  };
  if (!positions)
    return emitElements(begin, size - vectors, made);
  made = emitElements(m.constant(0), begin, made);
  ArithValue end = begin + vectors;
  return emitElements(end, extents.back() - end, made);
}

Value PaddedCopy::getOperand(const FusedPad &fused) const {
  PadOp other = fused.pad;
  SmallVector<OpFoldResult> offsets,
      sizes = tensor::getMixedSizes(m.b, m.loc, other.getResult());
  for (auto [numbers, before] :
       llvm::zip_equal(getSymbolicAxes(m.b, m.loc, other), low))
    offsets.push_back(getAsOpFoldResult(before - m.value(numbers.low)));
  return emitSlice(m.b, m.loc, copy, offsets, sizes);
}

PaddedOperands mlir::pad::emitPaddedOperands(OpBuilder &builder,
                                             ArrayRef<FusedPad> pads) {
  PaddedOperands made;
  for (const FusedPad &fused : pads) {
    if (made.contains(fused.operand))
      continue;
    PadOp pad = fused.pad;
    SmallVector<const FusedPad *> alike;
    for (const FusedPad &other : pads)
      if (PadOp of = other.pad; of.getSource() == pad.getSource() &&
                                of.getModes() == pad.getModes() &&
                                haveSamePaddingValue(of, pad))
        alike.push_back(&other);
    PaddedCopy copy({builder, pad.getLoc()}, alike);
    for (const FusedPad *other : alike)
      made[other->operand] = copy.getOperand(*other);
  }
  return made;
}
