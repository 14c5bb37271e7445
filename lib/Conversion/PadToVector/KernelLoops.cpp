//===- KernelLoops.cpp - Loops around kernels -----------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlendedPlanes.h"
#include "MaskedRows.h"
#include "Pad/Analysis/CostModel.h"
#include "PadEmitter.h"
#include "PermutedTiles.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::pad;
using arith::CmpIPredicate;

//===----------------------------------------------------------------------===//
// Kernels that move row by row
//===----------------------------------------------------------------------===//

/// The body of a kernel: `emitRow(sourceOffset, resultOffset, bordersOnly)` for
/// the source and the result of each row with data, `fill` for what reads none.
static void emitRows(PlaneKernel &kernel, bool bordersOnly,
                     LoopNest::Inner emitRow, LoopNest::Fill fill) {
  AxisValues axes[] = {kernel.outer, kernel.row};
  LoopNest nest(kernel.mover, axes, /*numLoops=*/1, std::move(emitRow),
                std::move(fill));
  kernel.forPlanes([&](Value source, Value result, RowWindow rows) {
    nest.emitRange(rows.first, rows.last, source, result, bordersOnly);
  });
}

/// Where the first index of the window of a row goes.
static Value getWindowOffset(PlaneKernel &kernel, Value rowOffset) {
  IndexMath m = kernel.mover.math();
  return m.add(rowOffset, m.mul(kernel.operands.window.first, kernel.chunk));
}

static void emitMovedRows(PlaneKernel &kernel, bool bordersOnly) {
  RowEmitter row(kernel.mover, kernel.row, kernel.chunk);
  const PlaneOperands &operands = kernel.operands;
  emitRows(
      kernel, bordersOnly,
      [&](Value source, Value result, bool bordersOnly) {
        row.emit(operands.source, source, operands.result,
                 getWindowOffset(kernel, result), operands.window, bordersOnly);
      },
      [&](Value offset, Value count) {
        kernel.mover.fillPadding(operands.result, offset, count);
      });
}

static void emitMaskedRows(PlaneKernel &kernel) {
  MaskedRows rows(kernel.mover, kernel.row);
  const PlaneOperands &operands = kernel.operands;
  emitRows(
      kernel, /*bordersOnly=*/false,
      [&](Value source, Value result, bool) {
        auto emit = [&](bool isOneVector) {
          rows.emit(operands.source, source, operands.result, result,
                    isOneVector);
        };
        kernel.mover.ifElse(
            rows.isOneVector, [&] { emit(true); }, [&] { emit(false); });
      },
      [&](Value offset, Value count) {
        kernel.mover.fillPadding(operands.result, offset, count);
      });
}

static void emitStreamedRows(PlaneKernel &kernel, StreamWriter &writer) {
  RowEmitter row(kernel.mover, kernel.row, kernel.chunk);
  const PlaneOperands &operands = kernel.operands;
  emitRows(
      kernel, /*bordersOnly=*/false,
      [&](Value source, Value result, bool) {
        emitStreamedRow(kernel.mover, writer, kernel.row, kernel.chunk,
                        operands.source, source,
                        getWindowOffset(kernel, result), operands.window,
                        [&](FlatBuffer stage, Value offset, RowWindow window) {
                          row.emit(operands.source, source, stage, offset,
                                   window, /*bordersOnly=*/false);
                        });
      },
      [&](Value offset, Value count) { writer.fillPadding(offset, count); });
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

void PadEmitter::emitPlaneNumbers() {
  {
    OpBuilder::InsertionGuard guard(b);
    Operation *scope = getAllocationScope(b.getInsertionBlock());
    b.setInsertionPointToStart(&scope->getRegion(0).front());
    planeNumbers =
        memref::AllocaOp::create(b, loc, getPlaneNumbersType(b.getContext()));
  }
  auto store = [&](PlaneNumber number, Value value) {
    storePlaneNumber(m, planeNumbers, number, value);
  };
  Value zero = m.constant(0), one = m.constant(1);
  // A number of axes that were merged is one of elements of the inner ones.
  auto storeAxis = [&](PlaneNumber first, int64_t k) {
    auto storeNext = [&](int64_t behind, Value value) {
      store(static_cast<PlaneNumber>(static_cast<int64_t>(first) + behind),
            value);
    };
    if (k < 0) {
      for (int64_t behind = 0; behind < 4; ++behind)
        storeNext(behind, behind == 0 || behind == 3 ? one : zero);
      return;
    }
    const PlannedAxis &planned = plan.axes[k];
    const AxisValues &axis = axes[k];
    const SymbolicPadAxis &own = numbers[planned.first];
    bool isMerged = planned.end - planned.first > 1;
    storeNext(0, isMerged ? axis.dilated : m.value(own.extent));
    storeNext(1, isMerged ? axis.low : m.value(own.low));
    storeNext(2, axis.step ? m.sub(axis.step, one) : zero);
    storeNext(3, axis.resultExtent);
  };
  int64_t row = plan.row;
  storeAxis(PlaneNumber::RowExtent, row);
  store(PlaneNumber::Chunk, chunk);
  storeAxis(PlaneNumber::OuterExtent, row - 1);
  store(PlaneNumber::OuterSourceStride,
        row > 0 ? axes[row - 1].sourceStride : zero);
  store(PlaneNumber::OuterResultStride,
        row > 0 ? axes[row - 1].resultStride : zero);
  store(PlaneNumber::Planes,
        row > 1 ? m.select(arePlanesUnpadded, axes[row - 2].resultExtent, one)
                : one);
  store(PlaneNumber::PlaneSourceStride,
        row > 1 ? axes[row - 2].sourceStride : zero);
  store(PlaneNumber::PlaneResultStride,
        row > 1 ? axes[row - 2].resultStride : zero);
  store(PlaneNumber::SourceBegin, m.value(source.offset));
  store(PlaneNumber::SourceEnd, m.value(source.end));
}

PlaneOperands PadEmitter::getOperands(Value sourceOffset, Value resultOffset,
                                      RowWindow rows, RowWindow window) {
  Value padding = traits.readsPadding() ? mover.getPadding(1) : Value();
  if (!padding)
    padding = mover.emitElement(0);
  return {source.buffer, sourceOffset, result.buffer, resultOffset,
          rows,          window,       planeNumbers,  padding};
}

void PadEmitter::emitStrategies(int64_t kernelBegin, Value arePlanesWhole) {
  strategies.clear();
  int64_t row = plan.row;
  if (!plan.mayHaveShortRows)
    return;
  RowWindow window{m.constant(0), axes[row].resultExtent},
      rows{m.constant(0), getIterations(kernelBegin, row)};
  if (MaskedRows::areSupported(traits))
    strategies.push_back({MaskedRows::emitFits(mover, axes[row]),
                          [this](const PlaneOperands &operands) {
                            func::FuncOp kernel = getPlaneKernel(
                                b, "mask_rows", traits, operands, {}, {},
                                [&](PlaneKernel &kernel) -> SmallVector<Value> {
                                  emitMaskedRows(kernel);
                                  return {};
                                });
                            callPlaneKernel(b, loc, kernel, operands, {});
                          }});
  for (BlendedRows::Form form : getBlendedForms(traits)) {
    Value fits = emitCanBlend(mover, axes[row - 1], axes[row], form);
    fits = m.apply<arith::AndIOp>(fits, arePlanesWhole);
    fits = m.apply<arith::AndIOp>(fits, source.emitIsDense(m));
    strategies.push_back({fits, [this, form](const PlaneOperands &operands) {
                            emitBlendedPlanes(b, loc, traits, operands, form);
                          }});
  }
  if (!PermutedTiles::areSupported(traits))
    return;
  // Before the others, which are better for long rows.
  Value hasOtherWay = arith::ConstantOp::create(b, loc, b.getBoolAttr(false));
  for (const Strategy &strategy : strategies)
    hasOtherWay = m.apply<arith::OrIOp>(hasOtherWay, strategy.condition);
  auto tiles = std::make_shared<PermutedTiles>(b, loc, traits);
  Value fits = tiles->emitPreparation(
      getOperands(m.value(source.offset), m.value(result.offset), rows, window),
      arePlanesWhole, hasOtherWay);
  strategies.insert(strategies.begin(),
                    {fits, [tiles](const PlaneOperands &operands) {
                       tiles->emit(operands);
                     }});
}

void PadEmitter::emitPlanes(Value sourceOffset, Value resultOffset,
                            RowWindow rows, RowWindow window,
                            bool bordersOnly) {
  PlaneOperands operands =
      getOperands(sourceOffset, resultOffset, rows, window);
  auto emitRest = [&] {
    func::FuncOp kernel = getPlaneKernel(
        b, bordersOnly ? "move_borders" : "move_rows", traits, operands, {}, {},
        [&](PlaneKernel &kernel) -> SmallVector<Value> {
          emitMovedRows(kernel, bordersOnly);
          return {};
        });
    callPlaneKernel(b, loc, kernel, operands, {});
  };
  auto emitFirst = [&](auto &self, ArrayRef<Strategy> left) -> void {
    if (left.empty())
      return emitRest();
    mover.ifElse(
        left.front().condition, [&] { left.front().emit(operands); },
        [&] { self(self, left.drop_front()); });
  };
  emitFirst(emitFirst, bordersOnly ? ArrayRef<Strategy>() : strategies);
}

void PadEmitter::emitStreamedPlanes(StreamWriter::Memory memory, Value begin,
                                    Value sourceOffset, Value resultOffset,
                                    RowWindow rows, RowWindow window) {
  PlaneOperands operands =
      getOperands(sourceOffset, resultOffset, rows, window);
  StreamWriter::Staging kind = staging->staging;
  bool isByRows = kind == StreamWriter::Staging::Borders;
  Value others[] = {memory.stage, memory.state, begin};
  func::FuncOp kernel = getPlaneKernel(
      b, isByRows ? "stream_rows" : "stream_pieces", traits, operands, others,
      {}, [&](PlaneKernel &kernel) -> SmallVector<Value> {
        StreamWriter writer(kernel.mover, kernel.operands.result,
                            kernel.others[2], kind, getMaxChunk(),
                            {kernel.others[0], kernel.others[1]});
        emitStreamedRows(kernel, writer);
        return {};
      });
  callPlaneKernel(b, loc, kernel, operands, others);
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

void PadEmitter::emitKernels(bool isStreamed, bool bordersOnly) {
  int64_t row = plan.row;
  if (row < 2)
    return emitKernelLoops(/*kernelBegin=*/0, isStreamed, bordersOnly);
  mover.ifElse(
      arePlanesUnpadded,
      [&] { emitKernelLoops(row - 2, isStreamed, bordersOnly); },
      [&] { emitKernelLoops(row - 1, isStreamed, bordersOnly); });
}

void PadEmitter::emitKernelLoops(int64_t kernelBegin, bool isStreamed,
                                 bool bordersOnly) {
  int64_t row = plan.row;
  Value sourceOffset = m.value(source.offset),
        resultOffset = m.value(result.offset);
  Value zero = m.constant(0), one = m.constant(1);
  Value rowSize = m.mul(axes[row].resultExtent, chunk);
  Value numRows = getIterations(kernelBegin, row);
  Value isTrue = arith::ConstantOp::create(b, loc, b.getBoolAttr(true));

  // What threads share: indices of a single row, iterations of the loops, or
  // planes and rows of what a kernel moves.
  Value units = axes[row].resultExtent, elements = chunk, rowsOfUnit = zero;
  Value arePlanesWhole = isTrue;
  if (kernelBegin > 0) {
    units = getIterations(0, kernelBegin);
    elements = m.mul(numRows, rowSize);
  } else if (row > 0) {
    units = numRows;
    rowsOfUnit = one;
    if (row == 2 && options.parallel) {
      Value planes = axes[row - 2].resultExtent;
      arePlanesWhole =
          m.cmp(CmpIPredicate::sge, planes, m.constant(cost::kManyIterations));
      units = m.select(arePlanesWhole, planes, numRows);
      rowsOfUnit = m.select(arePlanesWhole, axes[row - 1].resultExtent, one);
    } else if (options.parallel) {
      arePlanesWhole = arith::ConstantOp::create(b, loc, b.getBoolAttr(false));
    }
    elements = m.mul(rowsOfUnit, rowSize);
  }
  if (!isStreamed && !bordersOnly)
    emitStrategies(kernelBegin, arePlanesWhole);
  forThreads(units, [&](Value first, Value last) {
    std::optional<StreamWriter> writer;
    StreamWriter::Memory memory;
    auto at = [&](Value unit) {
      return m.add(resultOffset, m.mul(unit, elements));
    };
    Value begin = resultOffset;
    if (isStreamed) {
      memory = StreamWriter::allocate(mover, staging->staging, getMaxChunk());
      begin = at(first);
      writer.emplace(mover, result.buffer, begin, staging->staging,
                     getMaxChunk(), memory);
      writer->start();
    }
    RowWindow rows{zero, numRows}, window{zero, axes[row].resultExtent};
    if (row == 0)
      window = {first, last};
    else if (kernelBegin == 0)
      rows = {m.mul(first, rowsOfUnit), m.mul(last, rowsOfUnit)};
    LoopNest nest(
        mover, axes, kernelBegin,
        [&](Value from, Value to, bool bordersOnly) {
          if (isStreamed)
            return emitStreamedPlanes(memory, begin, from, to, rows, window);
          emitPlanes(from, to, rows, window, bordersOnly);
        },
        [&](Value offset, Value count) {
          isStreamed ? writer->fillPadding(offset, count)
                     : mover.fillPadding(result.buffer, offset, count);
        });
    if (kernelBegin > 0 && !getConstantIntValue(first))
      nest.emitIterations(kernelBegin, first, last, sourceOffset, resultOffset,
                          bordersOnly);
    else
      nest.emit(sourceOffset, resultOffset, bordersOnly);
    if (isStreamed)
      writer->finish(at(last));
  });
}
