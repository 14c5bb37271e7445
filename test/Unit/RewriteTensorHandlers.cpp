//===- RewriteTensorHandlers.cpp - Evaluates pad, tensor and linalg -------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/PadOps.h"
#include "RewriteInterpreter.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/SmallVectorExtras.h"

using namespace mlir;
using namespace mlir::pad;

//===----------------------------------------------------------------------===//
// pad
//===----------------------------------------------------------------------===//

/// Evaluates a pad whose result has the static extents of `shape`; the dynamic
/// ones are the rule's.
static LogicalResult evaluatePad(PadOpInterface op, ArrayRef<int64_t> shape,
                                 Value result, Frame &frame) {
  const RuntimeValue &source = frame.get(op.getSource());
  SmallVector<int64_t> low = frame.getIndices(op.getMixedLow());
  SmallVector<int64_t> high = frame.getIndices(op.getMixedHigh());
  SmallVector<int64_t> interior = frame.getIndices(op.getMixedInterior());
  SmallVector<PadAxis> axes;
  SmallVector<int64_t> extents;
  for (int64_t axis = 0, rank = op.getRank(); axis < rank; ++axis) {
    axes.push_back({source.shape[axis], low[axis], high[axis], interior[axis],
                    op.getMode(axis), op.isPeriodic(axis)});
    std::optional<int64_t> extent = getPaddedExtent(axes.back());
    if (!extent)
      return frame.fail(op, "no rule for negative interior or overflow");
    extents.push_back(ShapedType::isStatic(shape[axis]) ? shape[axis]
                                                        : *extent);
  }
  Bits padding = 0;
  if (Value value = op.getValue())
    padding = frame.get(value).elements.front();
  SmallVector<int64_t> position(axes.size());
  frame.set(
      result, RuntimeValue::generate(extents, [&](ArrayRef<int64_t> index) {
        for (auto [axis, numbers] : llvm::enumerate(axes)) {
          std::optional<int64_t> read = getSourceIndex(numbers, index[axis]);
          if (!read)
            return padding;
          position[axis] = *read;
        }
        return source.at(position);
      }));
  return success();
}

static LogicalResult evaluatePadOp(PadOp op, Frame &frame) {
  return evaluatePad(op, op.getType().getShape(), op.getResult(), frame);
}

static LogicalResult evaluatePadInto(PadIntoOp op, Frame &frame) {
  if (!op.getResult())
    return frame.fail(op, "not on tensors");
  SmallVector<int64_t> shape =
      llvm::to_vector(ArrayRef<int64_t>(frame.get(op.getInit()).shape));
  return evaluatePad(op, shape, op.getResult(), frame);
}

//===----------------------------------------------------------------------===//
// tensor: creation
//===----------------------------------------------------------------------===//

static LogicalResult evaluateEmpty(tensor::EmptyOp op, Frame &frame) {
  frame.set(
      op.getResult(),
      RuntimeValue::generate(frame.getShape(op.getType(), op.getDynamicSizes()),
                             [](ArrayRef<int64_t>) { return std::nullopt; }));
  return success();
}

static LogicalResult evaluateSplat(tensor::SplatOp op, Frame &frame) {
  Bits bits = frame.get(op.getInput()).elements.front();
  frame.set(
      op.getResult(),
      RuntimeValue::generate(frame.getShape(op.getType(), op.getDynamicSizes()),
                             [&](ArrayRef<int64_t>) { return bits; }));
  return success();
}

static LogicalResult evaluateDim(tensor::DimOp op, Frame &frame) {
  const RuntimeValue &source = frame.get(op.getSource());
  int64_t axis = frame.getIndex(op.getIndex());
  if (axis < 0 || axis >= static_cast<int64_t>(source.shape.size()))
    return frame.fail(op, "no such axis");
  frame.set(op.getResult(), RuntimeValue::scalar(source.shape[axis]));
  return success();
}

static LogicalResult evaluateExtract(tensor::ExtractOp op, Frame &frame) {
  const RuntimeValue &source = frame.get(op.getTensor());
  SmallVector<int64_t> index = llvm::map_to_vector(
      op.getIndices(), [&](Value value) { return frame.getIndex(value); });
  if (!source.contains(index))
    return frame.fail(op, "index out of bounds");
  frame.set(op.getResult(), RuntimeValue::scalar(source.at(index)));
  return success();
}

static LogicalResult evaluateFromElements(tensor::FromElementsOp op,
                                          Frame &frame) {
  RuntimeValue result;
  llvm::append_range(result.shape, op.getType().getShape());
  for (Value element : op.getElements())
    result.elements.push_back(frame.get(element).elements.front());
  frame.set(op.getResult(), std::move(result));
  return success();
}

/// Runs the body of `op` for every index of its result.
template <typename OpTy>
static RuntimeValue generateByBody(OpTy op, ArrayRef<int64_t> shape,
                                   Frame &frame) {
  return RuntimeValue::generate(shape, [&](ArrayRef<int64_t> index) -> Bits {
    SmallVector<RuntimeValue> arguments = llvm::map_to_vector(
        index, [](int64_t i) { return RuntimeValue::scalar(i); });
    SmallVector<RuntimeValue> yielded =
        frame.runBlock(op.getRegion().front(), arguments);
    return yielded.empty() ? Bits() : yielded.front().elements.front();
  });
}

static LogicalResult evaluateGenerate(tensor::GenerateOp op, Frame &frame) {
  frame.set(op.getResult(),
            generateByBody(op,
                           frame.getShape(op.getType(), op.getDynamicExtents()),
                           frame));
  return success(frame.error.empty());
}

static LogicalResult evaluateTensorPad(tensor::PadOp op, Frame &frame) {
  RuntimeValue source = frame.get(op.getSource());
  SmallVector<int64_t> low = frame.getIndices(op.getMixedLowPad());
  SmallVector<int64_t> high = frame.getIndices(op.getMixedHighPad());
  SmallVector<int64_t> shape;
  for (auto [extent, before, after] : llvm::zip_equal(source.shape, low, high))
    shape.push_back(extent + before + after);
  if (llvm::any_of(shape, [](int64_t extent) { return extent < 0; }))
    return frame.fail(op, "negative extent");
  RuntimeValue result = generateByBody(op, shape, frame);
  SmallVector<int64_t> position(shape.size());
  result = RuntimeValue::generate(shape, [&](ArrayRef<int64_t> index) {
    for (size_t axis = 0; axis < position.size(); ++axis)
      position[axis] = index[axis] - low[axis];
    return source.contains(position) ? source.at(position) : result.at(index);
  });
  frame.set(op.getResult(), std::move(result));
  return success(frame.error.empty());
}

//===----------------------------------------------------------------------===//
// tensor: views
//===----------------------------------------------------------------------===//

static LogicalResult evaluateCast(tensor::CastOp op, Frame &frame) {
  frame.set(op.getResult(), frame.get(op.getSource()));
  return success();
}

/// The window of a slice, in the axes of the tensor that it is part of.
struct Window {
  template <typename OpTy>
  Window(OpTy op, Frame &frame)
      : offsets(frame.getIndices(op.getMixedOffsets())),
        sizes(frame.getIndices(op.getMixedSizes())),
        strides(frame.getIndices(op.getMixedStrides())) {}

  /// Whether every position of the window is in bounds of `shape`, also the
  /// start of an empty one.
  bool isIn(ArrayRef<int64_t> shape) const {
    for (auto [offset, size, stride, extent] :
         llvm::zip_equal(offsets, sizes, strides, shape)) {
      int64_t last = size > 0 ? offset + (size - 1) * stride + 1 : offset;
      if (offset < 0 || size < 0 || offset > extent || last > extent ||
          last < 0)
        return false;
    }
    return true;
  }
  SmallVector<int64_t> getPosition(ArrayRef<int64_t> index) const {
    SmallVector<int64_t> position;
    for (auto [offset, stride, i] : llvm::zip_equal(offsets, strides, index))
      position.push_back(offset + i * stride);
    return position;
  }

  SmallVector<int64_t> offsets, sizes, strides;
};

static LogicalResult evaluateExtractSlice(tensor::ExtractSliceOp op,
                                          Frame &frame) {
  const RuntimeValue &source = frame.get(op.getSource());
  Window window(op, frame);
  if (!window.isIn(source.shape))
    return frame.fail(op, "the slice is out of bounds");
  RuntimeValue result =
      RuntimeValue::generate(window.sizes, [&](ArrayRef<int64_t> index) {
        return source.at(window.getPosition(index));
      });
  // The axes that a rank-reducing slice drops are of extent 1.
  llvm::SmallBitVector dropped = op.getDroppedDims();
  SmallVector<int64_t, 4> kept;
  for (auto [axis, extent] : llvm::enumerate(window.sizes))
    if (!dropped[axis])
      kept.push_back(extent);
  result.shape = kept;
  frame.set(op.getResult(), std::move(result));
  return success();
}

static LogicalResult evaluateInsertSlice(tensor::InsertSliceOp op,
                                         Frame &frame) {
  RuntimeValue source = frame.get(op.getSource());
  RuntimeValue result = frame.get(op.getDest());
  Window window(op, frame);
  if (!window.isIn(result.shape))
    return frame.fail(op, "the slice is out of bounds");
  if (std::accumulate(window.sizes.begin(), window.sizes.end(), int64_t(1),
                      std::multiplies<int64_t>()) !=
      static_cast<int64_t>(source.elements.size()))
    return frame.fail(op, "the slice does not have the size of the source");
  source.shape.assign(window.sizes.begin(), window.sizes.end());
  (void)RuntimeValue::generate(window.sizes, [&](ArrayRef<int64_t> index) {
    return result.at(window.getPosition(index)) = source.at(index);
  });
  frame.set(op.getResult(), std::move(result));
  return success();
}

static LogicalResult evaluateConcat(tensor::ConcatOp op, Frame &frame) {
  int64_t dim = op.getDim();
  SmallVector<int64_t> shape = llvm::to_vector(
      ArrayRef<int64_t>(frame.get(op.getInputs().front()).shape));
  shape[dim] = 0;
  for (Value input : op.getInputs())
    shape[dim] += frame.get(input).shape[dim];
  frame.set(op.getResult(),
            RuntimeValue::generate(shape, [&](ArrayRef<int64_t> index) {
              SmallVector<int64_t> position(index);
              for (Value input : op.getInputs()) {
                const RuntimeValue &part = frame.get(input);
                if (position[dim] < part.shape[dim])
                  return part.at(position);
                position[dim] -= part.shape[dim];
              }
              return Bits();
            }));
  return success();
}

static LogicalResult evaluateExpandShape(tensor::ExpandShapeOp op,
                                         Frame &frame) {
  RuntimeValue result = frame.get(op.getSrc());
  SmallVector<int64_t> shape = frame.getIndices(op.getMixedOutputShape());
  result.shape.assign(shape.begin(), shape.end());
  frame.set(op.getResult(), std::move(result));
  return success();
}

static LogicalResult evaluateCollapseShape(tensor::CollapseShapeOp op,
                                           Frame &frame) {
  RuntimeValue result = frame.get(op.getSrc());
  SmallVector<int64_t, 4> shape;
  for (const ReassociationIndices &group : op.getReassociationIndices()) {
    int64_t extent = 1;
    for (int64_t axis : group)
      extent *= result.shape[axis];
    shape.push_back(extent);
  }
  result.shape = shape;
  frame.set(op.getResult(), std::move(result));
  return success();
}

//===----------------------------------------------------------------------===//
// linalg
//===----------------------------------------------------------------------===//

/// Evaluates any structured op on tensors by its indexing maps and its body.
static LogicalResult evaluateStructured(linalg::LinalgOp op, Frame &frame) {
  if (!op.hasPureTensorSemantics())
    return frame.fail(op, "not on tensors");
  SmallVector<int64_t> extents;
  for (OpOperand &operand : op->getOpOperands())
    llvm::append_range(extents, frame.get(operand.get()).shape);
  SmallVector<int64_t> space = op.getShapesToLoopsMap().compose(extents);
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  SmallVector<RuntimeValue> results;
  for (Value init : op.getDpsInits())
    results.push_back(frame.get(init));
  SmallVector<RuntimeValue> inputs;
  for (Value input : op.getDpsInputs())
    inputs.push_back(frame.get(input));

  SmallVector<int64_t> outer = frame.iteration;
  (void)RuntimeValue::generate(space, [&](ArrayRef<int64_t> point) -> Bits {
    if (!frame.error.empty())
      return std::nullopt;
    frame.iteration.assign(point.begin(), point.end());
    SmallVector<RuntimeValue> arguments;
    for (auto [i, runtime] :
         llvm::enumerate(llvm::concat<RuntimeValue>(inputs, results))) {
      SmallVector<int64_t> index = maps[i].compose(point);
      if (!runtime.contains(index)) {
        (void)frame.fail(op, "an operand is too small");
        return std::nullopt;
      }
      arguments.push_back(RuntimeValue::scalar(runtime.at(index)));
    }
    // linalg.map passes its inputs, and its init where the body takes it.
    Block *body = op.getBlock();
    arguments.resize(body->getNumArguments());
    SmallVector<RuntimeValue> yielded = frame.runBlock(*body, arguments);
    if (!frame.error.empty())
      return std::nullopt;
    for (auto [i, element] : llvm::enumerate(yielded))
      results[i].at(maps[inputs.size() + i].compose(point)) =
          element.elements.front();
    return std::nullopt;
  });
  frame.iteration = outer;
  for (auto [result, runtime] : llvm::zip_equal(op->getResults(), results))
    frame.set(result, std::move(runtime));
  return success(frame.error.empty());
}

static LogicalResult evaluateIndex(linalg::IndexOp op, Frame &frame) {
  frame.set(op.getResult(), RuntimeValue::scalar(frame.iteration[op.getDim()]));
  return success();
}

void mlir::pad::registerTensorHandlers() {
  addHandler<PadOp>(evaluatePadOp);
  addHandler<PadIntoOp>(evaluatePadInto);
  addHandler<tensor::EmptyOp>(evaluateEmpty);
  addHandler<tensor::SplatOp>(evaluateSplat);
  addHandler<tensor::DimOp>(evaluateDim);
  addHandler<tensor::ExtractOp>(evaluateExtract);
  addHandler<tensor::FromElementsOp>(evaluateFromElements);
  addHandler<tensor::GenerateOp>(evaluateGenerate);
  addHandler<tensor::PadOp>(evaluateTensorPad);
  addHandler<tensor::CastOp>(evaluateCast);
  addHandler<tensor::ExtractSliceOp>(evaluateExtractSlice);
  addHandler<tensor::InsertSliceOp>(evaluateInsertSlice);
  addHandler<tensor::ConcatOp>(evaluateConcat);
  addHandler<tensor::ExpandShapeOp>(evaluateExpandShape);
  addHandler<tensor::CollapseShapeOp>(evaluateCollapseShape);
  addHandler<linalg::IndexOp>(evaluateIndex);
  addStructuredHandler(evaluateStructured);
}
