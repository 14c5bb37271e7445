//===- Reads.cpp - What a fused consumer reads ----------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit/Reads.h"
#include "Emit/Body.h"
#include "Pad/Analysis/AxisRuns.h"
#include "Pad/IR/PadSlicing.h"
#include "Pad/IR/PaddingValue.h"
#include "Pad/Rows/Loops.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::pad;

ReadEmitter::ReadEmitter(OpBuilder &builder, linalg::LinalgOp op,
                         const LoopPlan &plan, ArithValue rowExtent,
                         const PaddedOperands &padded)
    : builder(builder), op(op), plan(plan), m{builder, op.getLoc()},
      padded(padded), rowExtent(rowExtent) {
  for (const FusedPad &fused : plan.pads) {
    PadOp pad = fused.pad;
    PaddedSource &source = sources[fused.operand];
    source.fused = &fused;
    source.source = pad.getSource();
    if (mayReadPaddingValue(pad))
      source.paddingValue = emitPaddingValue(builder, pad.getLoc(), pad);
    for (const SymbolicPadAxis &numbers :
         getSymbolicAxes(builder, pad.getLoc(), pad)) {
      source.maps.push_back(emitSourceIndexMap(builder, pad.getLoc(), numbers));
      source.low.push_back(m.value(numbers.low));
      source.extents.push_back(m.value(numbers.extent));
    }
  }
  for (auto [fused, row] : llvm::zip(plan.pads, plan.rowPads))
    if (row)
      sources[fused.operand].row = &*row;
  if (!plan.mergesRows)
    return;
  // Rows are merged in front of all loops, not inside of them.
  auto merge = [&](linalg::LinalgOp reader, int64_t loop, Value computed) {
    for (OpOperand *operand : reader.getDpsInputOperands())
      if (operand->get() != computed &&
          reader.getMatchingIndexingMap(operand).isFunctionOfDim(loop))
        mergeRows(getTensor(*operand));
  };
  merge(op, plan.getMergedLoop(), Value());
  for (auto &[operand, source] : sources)
    if (op.getMatchingIndexingMap(&op->getOpOperand(operand))
            .isFunctionOfDim(plan.getMergedLoop()))
      source.source = mergeRows(source.source);
  Value computed = op->getResult(0);
  for (linalg::LinalgOp user : plan.epilogue) {
    merge(user, user.getNumLoops() - 2, computed);
    computed = user->getResult(0);
  }
}

RowEnds ReadEmitter::emitRowEnds(int64_t lanes) {
  RowEnds ends;
  RowBorders borders = plan.getRowBorders();
  for (auto [fused, row] : llvm::zip(plan.pads, plan.rowPads)) {
    if (!row)
      continue;
    ArithValue holds =
        emitHasRowEnds(*row, rowExtent, sources[fused.operand].extents.back(),
                       borders.getLeastRest(lanes), lanes);
    ends.holds = ends.holds ? ends.holds & holds : holds;
  }
  if (!ends.holds || isZeroInteger(OpFoldResult(ends.holds)))
    return {};
  ends.border = rowExtent - borders.behind;
  return ends;
}

ArithValue ReadEmitter::emitIsOutside(const LoopPoint &point, int64_t lanes) {
  ArithValue all;
  for (const FusedPad &fused : plan.pads) {
    PadOp pad = fused.pad;
    int64_t axis = pad.getRank() - 1;
    if (isUnpaddedAxis(pad, axis))
      continue;
    AffineMap map = op.getMatchingIndexingMap(&op->getOpOperand(fused.operand));
    const SourceIndexMap<ArithValue> &positions =
        sources[fused.operand].maps[axis];
    ArithValue index = getPosition(map, point.indices).back();
    ReadRun<ArithValue> run = getReadRun(positions, index, index + lanes);
    PadExtension extension = positions.extension;
    ArithValue holds =
        (run.count >= lanes) &
        (extension.isFilled() ? run.isFilled
                              : eq(run.direction, extension.getDirection()));
    all = all ? all & holds : holds;
  }
  return all;
}

/// The sum of `index` and `number`, as one addition to a common index: so CSE
/// merges what neighbours load from the same place.
static ArithValue addNumber(ArithValue index, int64_t number) {
  if (auto sum = Value(index).getDefiningOp<arith::AddIOp>())
    if (std::optional<int64_t> known = getConstantIntValue(sum.getRhs()))
      return index.bind(sum.getLhs()) + (*known + number);
  return index + number;
}

SmallVector<ArithValue> ReadEmitter::getPosition(AffineMap map,
                                                 ArrayRef<ArithValue> indices) {
  return llvm::map_to_vector(*getWindow(map), [&](const WindowAxis &axis) {
    ArithValue index;
    int64_t number = axis.constant;
    for (auto [loop, coefficient] : llvm::enumerate(axis.coefficients)) {
      if (coefficient == 0)
        continue;
      if (std::optional<int64_t> known = getConstantIntValue(indices[loop])) {
        number += *known * coefficient;
        continue;
      }
      ArithValue term = indices[loop] * coefficient;
      index = index ? index + term : term;
    }
    return index ? addNumber(index, number) : m.constant(number);
  });
}

int64_t ReadEmitter::getTap(const WindowAxis &window, const LoopPoint &point) {
  int64_t tap = window.constant;
  for (auto [loop, coefficient] : llvm::enumerate(window.coefficients))
    if (coefficient != 0 && static_cast<int64_t>(loop) != plan.getRowLoop())
      tap += coefficient * *getConstantIntValue(point.indices[loop]);
  return tap;
}

Value ReadEmitter::emitPackedWeights(ArithValue begin) {
  Value weights = op->getOperand(plan.packedWeights);
  auto type = cast<RankedTensorType>(weights.getType());
  SmallVector<int64_t> shape(type.getShape());
  shape.back() = plan.lanes * plan.copies;
  Value packed =
      tensor::EmptyOp::create(builder, m.loc, shape, type.getElementType());
  SmallVector<Value> begins, ends, steps;
  for (int64_t extent : ArrayRef(shape).drop_back()) {
    begins.push_back(m.constant(0));
    ends.push_back(m.constant(extent));
    steps.push_back(m.constant(1));
  }
  scf::LoopNest nest = scf::buildLoopNest(
      builder, m.loc, begins, ends, steps, packed,
      [&](OpBuilder &, Location, ValueRange indices, ValueRange made) {
        SmallVector<ArithValue> from;
        for (Value index : indices)
          from.push_back(m(index));
        SmallVector<Value> to(indices);
        Value tensor = made[0];
        for (int64_t copy = 0; copy < plan.copies; ++copy) {
          from.push_back(begin + copy * plan.lanes);
          to.push_back(m.constant(copy * plan.lanes));
          tensor = vector::TransferWriteOp::create(
                       builder, m.loc, emitLoad(weights, from, plan.lanes),
                       tensor, to, ArrayRef<bool>{true})
                       .getResult();
          from.pop_back();
          to.pop_back();
        }
        return scf::ValueVector{tensor};
      });
  for (scf::ForOp loop : nest.loops)
    loop->setAttr(kLoopAnnotation, getLoopAnnotation(builder.getContext(),
                                                     /*isRolled=*/true));
  return nest.results[0];
}

ArithValue ReadEmitter::emitIsLong(const FusedPad &fused) {
  ArithValue all = m.condition(true);
  for (auto [axis, extent] : llvm::enumerate(sources[fused.operand].extents)) {
    PadOp pad = fused.pad;
    if (isUnpaddedAxis(pad, axis) || getConstantIntValue(extent))
      continue;
    PadAxis numbers = getKnownNumbers(pad, axis);
    all = all & (extent > std::max({int64_t(0), numbers.low, numbers.high}));
  }
  return all;
}

SourceRead<ArithValue> ReadEmitter::readAxis(const PaddedSource &source,
                                             int64_t axis, ArithValue index,
                                             const LoopPoint &point) {
  bool isNear = point.isLong && !getConstantIntValue(source.extents[axis]);
  return source.maps[axis].read(index, isNear);
}

ArithValue ReadEmitter::emitHasSource(const LoopPoint &point) {
  ArithValue hasSource;
  // In the interior of padded rows, the innermost window is written out, and
  // one branch decides for all of its elements.
  if (!plan.mapsOuterLoops &&
      (plan.unrollsReductions() || plan.pads.size() != 1 ||
       plan.rolledReductions == plan.reductionLoops.size() ||
       !point.interior.test(plan.getRowLoop())))
    return hasSource;
  const FusedPad &fused = plan.pads.front();
  OpOperand &operand = op->getOpOperand(fused.operand);
  SmallVector<ArithValue> position =
      getPosition(op.getMatchingIndexingMap(&operand), point.indices);
  for (auto [axis, index] : llvm::enumerate(position)) {
    int64_t loop = fused.splitLoops[axis];
    if (isUnpaddedAxis(PadOp(fused.pad), axis) ||
        (loop >= 0 && point.interior.test(loop)) ||
        (loop == plan.loopOfBlocks && point.rows > 1))
      continue;
    if (fused.window[axis].coefficients[plan.reductionLoops.back()] != 0)
      return {};
    if (auto has =
            readAxis(sources[fused.operand], axis, index, point).hasSource)
      hasSource = hasSource ? hasSource & *has : *has;
  }
  return hasSource;
}

Value ReadEmitter::mergeRows(Value tensor) {
  if (!plan.mergesRows)
    return tensor;
  Value &made = merged[tensor];
  if (!made)
    made = tensor::CollapseShapeOp::create(
        builder, m.loc, tensor,
        getMergedRows(cast<RankedTensorType>(tensor.getType())));
  return made;
}

SmallVector<Value> ReadEmitter::getIndices(Value tensor,
                                           ArrayRef<ArithValue> position) {
  SmallVector<Value> indices = llvm::to_vector_of<Value>(position);
  int64_t rank = cast<RankedTensorType>(tensor.getType()).getRank();
  if (rank < static_cast<int64_t>(position.size())) {
    indices.pop_back();
    indices.back() = position.drop_back().back() * rowExtent + position.back();
  }
  return indices;
}

Value ReadEmitter::emitLoad(Value tensor, ArrayRef<ArithValue> position,
                            int64_t lanes, int64_t stride) {
  SmallVector<Value> indices = getIndices(tensor, position);
  if (lanes == 1)
    return tensor::ExtractOp::create(builder, m.loc, tensor, indices);
  auto type = VectorType::get(lanes, getElementTypeOrSelf(tensor));
  return emitStridedLoad(builder, m.loc, lanes, stride, m(indices.back()),
                         [&](ArithValue index) {
                           indices.back() = index;
                           return vector::TransferReadOp::create(
                               builder, m.loc, type, tensor, indices,
                               /*padding=*/std::nullopt, ArrayRef<bool>{true});
                         });
}

/// The distance in a row between what two neighbours along `loop` read by
/// `map`.
static int64_t getStride(AffineMap map, int64_t loop) {
  return getWindow(map)->back().coefficients[loop];
}

Value ReadEmitter::emitUnpadded(OpOperand &operand, RowLoops loops,
                                ArrayRef<ArithValue> indices,
                                const LoopPoint &point, int64_t lanes) {
  Value tensor = getTensor(operand);
  if (!isa<RankedTensorType>(tensor.getType()))
    return tensor;
  AffineMap map = cast<linalg::LinalgOp>(operand.getOwner())
                      .getMatchingIndexingMap(&operand);
  SmallVector<ArithValue> position = getPosition(map, indices);
  if (!map.isFunctionOfDim(loops.row))
    return emitLoad(tensor, position, /*lanes=*/1);
  if (point.weights && operand.getOwner() == op.getOperation() &&
      operand.getOperandNumber() == plan.packedWeights) {
    position.back() = position.back() - point.stretch;
    return emitLoad(point.weights, position, lanes);
  }
  if (!plan.mergesRows)
    return emitLoad(tensor, position, lanes, getStride(map, loops.row));
  if (map.isFunctionOfDim(loops.merged))
    return emitLoad(mergeRows(tensor), position, lanes);
  // The operand is the same for all rows, but the index counts the elements of
  // all rows before.
  if (point.interior.test(plan.getMergedLoop()))
    position.back() = urem(position.back(), rowExtent);
  return emitLoad(tensor, position, lanes);
}

Value ReadEmitter::emit(OpOperand &operand, const LoopPoint &point,
                        int64_t lanes) {
  auto found = sources.find(operand.getOperandNumber());
  if (found == sources.end())
    return emitUnpadded(operand, {plan.getRowLoop(), plan.getMergedLoop()},
                        point.indices, point, lanes);

  AffineMap map = op.getMatchingIndexingMap(&operand);
  if (!map.isFunctionOfDim(plan.getRowLoop()))
    lanes = 1;
  SmallVector<ArithValue> position = getPosition(map, point.indices);
  const PaddedSource &source = found->second;
  const FusedPad &fused = *source.fused;
  // LLVM would make a copy of a loop for each scalar condition in a window that
  // is written out. So a load of some element of the source is followed by a
  // choice, if the source is known to have elements.
  ArrayRef<int64_t> shape = PadOp(fused.pad).getSourceType().getShape();
  bool mayChoose = plan.unrollsReductions() &&
                   (point.isLong || (!ShapedType::isDynamicShape(shape) &&
                                     !llvm::is_contained(shape, 0)));
  ArithValue hasSource, isChosen;
  // How a vector in a border reads the last axis.
  std::optional<PadExtension> outside;
  for (auto [axis, index] : llvm::enumerate(position)) {
    if (isUnpaddedAxis(PadOp(fused.pad), axis))
      continue;
    if (point.rowPart == RowPart::Outside && axis + 1 == position.size()) {
      outside = source.maps[axis].extension;
      if (outside->isMirrored())
        index = index + (lanes - 1);
    }
    int64_t loop = fused.splitLoops[axis];
    if (loop >= 0 && point.interior.test(loop)) {
      std::optional<int64_t> low = getConstantIntValue(source.low[axis]);
      index = low ? addNumber(index, -*low) : index - source.low[axis];
      continue;
    }
    SourceRead<ArithValue> read = readAxis(source, axis, index, point);
    index = read.index;
    bool chooses = plan.mapsOuterLoops
                       ? point.rows > 1 && loop == plan.loopOfBlocks
                       : mayChoose;
    if (!read.hasSource || (!chooses && point.hasSource == true))
      continue;
    ArithValue &condition = chooses ? isChosen : hasSource;
    condition = condition ? condition & *read.hasSource : *read.hasSource;
    if (chooses)
      index = max(min(index, source.extents[axis] - 1), 0);
  }
  auto emitValue = [&] {
    return emitLanes(builder, m.loc, source.paddingValue, lanes);
  };
  if (point.hasSource == false || (outside && outside->isFilled()))
    return emitValue();
  auto emitRead = [&]() -> Value {
    if (lanes == 1)
      return emitLoad(source.source, position, lanes);
    if (outside && outside->isRepeated())
      return emitLanes(builder, m.loc,
                       emitLoad(source.source, position, /*lanes=*/1), lanes);
    if (outside) {
      Value stretch = emitLoad(source.source, position, lanes);
      SmallVector<int64_t> order(llvm::reverse(llvm::seq<int64_t>(0, lanes)));
      return outside->isWrapped()
                 ? stretch
                 : vector::ShuffleOp::create(builder, m.loc, stretch, stretch,
                                             order);
    }
    if (point.rowPart == RowPart::Inside || !source.row)
      return emitLoad(source.source, position, lanes,
                      getStride(map, plan.getRowLoop()));
    return emitRowEnd(
        builder, m.loc, *source.row, point.rowPart,
        getTap(fused.window.back(), point), source.extents.back(), lanes,
        [&](ArithValue index) {
          position.back() = index;
          return emitLoad(source.source, position, lanes);
        },
        emitValue);
  };
  auto emitSource = [&]() -> Value {
    if (!isChosen)
      return emitRead();
    if (std::optional<int64_t> known = getConstantIntValue(isChosen))
      return *known != 0 ? emitRead() : emitValue();
    return arith::SelectOp::create(builder, m.loc,
                                   emitLanes(builder, m.loc, isChosen, lanes),
                                   emitRead(), emitValue());
  };
  if (!hasSource)
    return emitSource();
  return emitEither(m, hasSource, emitSource, emitValue);
}
