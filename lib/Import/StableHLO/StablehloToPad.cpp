//===- StablehloToPad.cpp - stablehlo.pad and its like to pad.pad ---------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// JAX writes the modes of `jnp.pad` (jax/_src/numpy/lax_numpy.py, `_pad`) axis
// after axis: reflect and symmetric by `slice`, `reverse` and `concatenate`,
// wrap without `reverse`, edge by the `slice` of one element that
// `broadcast_in_dim` and `reshape` repeat (`jnp.repeat`). A pad that is wider
// than the axis is a loop of Python there, so that the program has no `while`.
// Of polymorphic shapes, JAX slices by `real_dynamic_slice`; `jnp.take` and
// indexing become `gather`, and where an index may be out of bounds, a `select`
// between it and a fill (jax/_src/lax/slicing.py, `_gather_fill`). The meaning
// of these ops is that of the StableHLO specification.
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/PadOps.h"
#include "Pad/Import/ElementMoves.h"
#include "Pad/Import/ForeignOps.h"
#include "Pad/Import/GraphPads.h"
#include "Pad/Import/ImportPasses.h"
#include "StablehloIntegers.h"
#include "llvm/Support/ScopedPrinter.h"

using namespace mlir;
using namespace mlir::pad;

static RankedTensorType getTensorType(Value value) {
  return dyn_cast<RankedTensorType>(value.getType());
}

/// `stablehlo.slice`: every `strides`-th index from `start_indices` to before
/// `limit_indices`.
static ElementMove readSlice(Operation *op, RankedTensorType type) {
  auto starts = getStablehloList(op, "start_indices", type.getRank());
  auto limits = getStablehloList(op, "limit_indices", type.getRank());
  auto strides = getStablehloList(op, "strides", type.getRank());
  if (!starts || !limits || !strides)
    return {};
  SmallVector<AxisSlice> slices;
  for (auto [start, limit, stride] :
       llvm::zip_equal(*starts, *limits, *strides)) {
    if (start < 0 || limit < start || stride < 1)
      return {};
    slices.push_back(
        {static_cast<int64_t>(slices.size()), start, limit, stride});
  }
  return ElementMove::makeSlice(op->getOperand(0), type, slices);
}

/// `stablehlo.dynamic_slice` at constant indices, which it clamps so that the
/// slice is in bounds.
static ElementMove readDynamicSlice(Operation *op, RankedTensorType type) {
  auto sizes = getStablehloList(op, "slice_sizes", type.getRank());
  if (!sizes || op->getNumOperands() != 1 + sizes->size())
    return {};
  IntegerTensors tensors(readStablehloIntegers);
  SmallVector<AxisSlice> slices;
  for (auto [size, extent, index] : llvm::zip_equal(
           *sizes, type.getShape(), op->getOperands().drop_front())) {
    auto start = tensors.analyseConstants(index);
    if (!start || start->size() != 1 || ShapedType::isDynamic(extent) ||
        size < 0 || size > extent)
      return {};
    int64_t first = std::clamp<int64_t>(start->front(), 0, extent - size);
    slices.push_back(
        {static_cast<int64_t>(slices.size()), first, first + size});
  }
  return ElementMove::makeSlice(op->getOperand(0), type, slices);
}

/// `stablehlo.real_dynamic_slice`, whose starts, limits and strides are
/// operands.
static ElementMove readRealDynamicSlice(Operation *op, RankedTensorType type) {
  if (op->getNumOperands() != 4)
    return {};
  IntegerTensors tensors(readStablehloIntegers);
  SmallVector<IntegerTensor, 3> lists;
  for (Value operand : op->getOperands().drop_front()) {
    IntegerTensors::Result list = tensors.analyse(operand);
    if (!list)
      return {};
    lists.push_back(std::move(*list));
  }
  return ElementMove::makeSlice(op->getOperand(0), type, tensors, lists[0],
                                lists[1], lists[2], kStablehloMoves);
}

/// The integers after `name = ` in `text`, `[...]` or a single one; none where
/// it is not there, as `#stablehlo.gather` leaves out empty lists and zeros.
static SmallVector<int64_t> getNumbers(StringRef text, StringRef name) {
  SmallVector<int64_t> numbers;
  size_t place = text.find((name + " = ").str());
  if (place == StringRef::npos)
    return numbers;
  text = text.drop_front(place + name.size() + 3);
  bool isList = text.consume_front("[");
  text = text.take_until(
      [&](char c) { return c == ']' || c == '>' || (!isList && c == ','); });
  SmallVector<StringRef> items;
  text.split(items, ',');
  for (StringRef item : items)
    if (int64_t number; !item.trim().getAsInteger(10, number))
      numbers.push_back(number);
  return numbers;
}

/// `stablehlo.gather` and `dynamic_gather` of whole slices along one axis, at a
/// vector of indices. An index that is out of bounds takes the nearest element.
/// The attribute with the numbers of axes is of a dialect that is not linked
/// in, so that it is read as text.
static ElementMove readGather(Operation *op, RankedTensorType type) {
  bool isDynamic = op->getNumOperands() == 3;
  std::string numbers = llvm::to_string(op->getAttr("dimension_numbers"));
  SmallVector<int64_t> collapsed = getNumbers(numbers, "collapsed_slice_dims"),
                       mapped = getNumbers(numbers, "start_index_map"),
                       kept = getNumbers(numbers, "offset_dims"),
                       vector = getNumbers(numbers, "index_vector_dim");
  int64_t rank = type.getRank();
  if ((!isDynamic && op->getNumOperands() != 2) || mapped.size() != 1 ||
      collapsed != mapped || mapped[0] < 0 || mapped[0] >= rank ||
      !getNumbers(numbers, "operand_batching_dims").empty())
    return {};
  // The axis of the indices takes the place of the one that is gathered.
  int64_t axis = mapped[0];
  SmallVector<int64_t> others;
  for (int64_t other = 0; other < rank; ++other)
    if (other != axis)
      others.push_back(other);
  IntegerTensors tensors(readStablehloIntegers);
  IntegerTensors::Result indices = tensors.analyseOpen(op->getOperand(1));
  if (kept != others || !indices || indices->shape.empty())
    return {};
  int64_t place = vector.empty() ? 0 : vector.front();
  if (indices->shape.size() == 2 && place == 1 && indices->shape[1] == 1)
    indices->shape.pop_back();
  else if (indices->shape.size() != 1 || place != 1)
    return {};
  SmallVector<int64_t> sizes;
  if (isDynamic) {
    IntegerTensors::Result list = tensors.analyse(op->getOperand(2));
    if (!list || list->elements.size() != static_cast<size_t>(rank))
      return {};
    for (auto [other, size] : llvm::enumerate(list->elements)) {
      std::optional<int64_t> position = getAxisPosition(
          tensors, size, op->getOperand(0), other, kStablehloMoves);
      sizes.push_back(position == INT64_MAX ? ShapedType::kDynamic
                                            : position.value_or(-1));
    }
  } else if (auto list = getStablehloList(op, "slice_sizes", rank)) {
    sizes = *list;
  }
  SmallVector<int64_t> whole(type.getShape());
  whole[axis] = 1;
  if (sizes != whole)
    return {};
  return ElementMove::makeGather(op->getOperand(0), type, axis, tensors,
                                 *indices, IndexRule::Clamped, kStablehloMoves);
}

/// `stablehlo.select` of a predicate that is true everywhere.
static ElementMove readSelect(Operation *op) {
  if (op->getNumOperands() != 3)
    return {};
  // What is broadcast is not listed.
  Value predicate = op->getOperand(0);
  Operation *broadcast = predicate.getDefiningOp();
  if (broadcast && broadcast->getNumOperands() == 1 &&
      broadcast->getName().getStringRef() == "stablehlo.broadcast_in_dim")
    predicate = broadcast->getOperand(0);
  IntegerTensors tensors(readStablehloIntegers);
  std::optional<SmallVector<int64_t>> known =
      tensors.analyseConstants(predicate);
  auto type = getTensorType(op->getOperand(1));
  if (!known || !type || llvm::is_contained(*known, 0))
    return {};
  return ElementMove::makeView(
      op->getOperand(1),
      llvm::to_vector(llvm::seq<int64_t>(0, type.getRank())));
}

static ElementMove readReverse(Operation *op, RankedTensorType type) {
  auto axes = getStablehloList(op, "dimensions", std::nullopt);
  if (!axes || llvm::any_of(*axes, [](int64_t axis) { return axis < 0; }))
    return {};
  return ElementMove::makeReverse(op->getOperand(0), type.getRank(), *axes);
}

/// `stablehlo.broadcast_in_dim`: axis `a` of the operand is axis
/// `broadcast_dimensions[a]` of the result, or repeated along it if its extent
/// is 1.
static ElementMove readBroadcast(Operation *op, RankedTensorType type) {
  if (type.getRank() == 0)
    return ElementMove::makeFill(getFill(op->getOperand(0)));
  auto axes = getStablehloList(op, "broadcast_dimensions", type.getRank());
  if (!axes || !type.hasStaticShape())
    return {};
  for (auto [axis, extent] : llvm::zip_equal(*axes, type.getShape())) {
    if (axis < 0)
      return {};
    if (extent == 1)
      axis = -1;
  }
  return ElementMove::makeView(op->getOperand(0), std::move(*axes));
}

static ElementMove readStablehloMove(OpResult result) {
  Operation *op = result.getOwner();
  if (op->getNumOperands() == 0 || op->getNumResults() != 1)
    return {};
  auto type = getTensorType(op->getOperand(0));
  auto resultType = getTensorType(op->getResult(0));
  StringRef name = op->getName().getStringRef();
  if (!type || !resultType || !name.consume_front("stablehlo."))
    return {};
  if (name == "concatenate") {
    auto axis = getStablehloList(op, "dimension", 1);
    if (!axis)
      return {};
    return ElementMove::makeJoin(op->getOperands(), axis->front());
  }
  if (name == "dynamic_slice")
    return readDynamicSlice(op, type);
  if (name == "real_dynamic_slice")
    return readRealDynamicSlice(op, type);
  if (name == "gather" || name == "dynamic_gather")
    return readGather(op, type);
  if (name == "select")
    return readSelect(op);
  if (op->getNumOperands() != 1)
    return {};
  if (name == "slice")
    return readSlice(op, type);
  if (name == "reverse")
    return readReverse(op, type);
  if (name == "broadcast_in_dim")
    return readBroadcast(op, type);
  if (name == "reshape")
    return ElementMove::makeReshape(op->getOperand(0), type, resultType);
  return {};
}

static bool isPureStablehlo(Operation *op) {
  return isStablehloArithmetic(op) ||
         (op->getNumResults() == 1 && readStablehloMove(op->getResult(0)));
}

const MoveSystem mlir::pad::kStablehloMoves = {readStablehloMove, getTensorType,
                                               isPureStablehlo};

/// Replaces `op`, a `stablehlo.select` that always chooses a pad, by that pad.
static ImportResult convertSelect(Operation *op, RewriterBase &rewriter) {
  ElementMove move = op->getNumResults() == 1
                         ? kStablehloMoves.read(op->getResult(0))
                         : ElementMove();
  Value chosen = move ? move.sources.front() : Value();
  if (!chosen || !chosen.getDefiningOp<PadOp>() ||
      chosen.getType() != op->getResult(0).getType())
    return ImportResult::notAPad();
  SmallVector<Value> operands(op->getOperands());
  rewriter.replaceOp(op, chosen);
  eraseUnused(rewriter, operands, isStablehloArithmetic);
  return ImportResult::converted();
}

ImportResult mlir::pad::convertStablehloToPad(Operation *op,
                                              RewriterBase &rewriter) {
  StringRef name = op->getName().getStringRef();
  if (llvm::is_contained({"stablehlo.concatenate", "stablehlo.dynamic_gather",
                          "stablehlo.gather", "stablehlo.reshape",
                          "stablehlo.slice"},
                         name))
    return op->getNumResults() == 1 && isStablehloIndices(op->getResult(0))
               ? ImportResult::notAPad()
               : convertMovesToPad(op, kStablehloMoves, rewriter);
  if (name == "stablehlo.select")
    return convertSelect(op, rewriter);
  bool isDynamic = name == "stablehlo.dynamic_pad";
  if (!isDynamic && name != "stablehlo.pad")
    return ImportResult::notAPad();
  unsigned count = isDynamic ? 5 : 2;
  if (op->getNumOperands() != count || op->getNumResults() != 1)
    return ImportResult::wrongCount(op, "StableHLO", Twine(count));
  if (isStablehloIndices(op->getResult(0)))
    return ImportResult::notAPad();
  GraphPad pad(op, readStablehloIntegers);
  pad.setMode(PadMode::Constant);
  for (auto [position, list] : llvm::enumerate(kStablehloLists))
    if (isDynamic)
      pad.readOperand(2 + position, list.first, list.second);
    else
      pad.readAttribute(list.first, list.second);
  pad.readSource();
  pad.checkNumbers(/*noNegativeExtent=*/true);
  pad.readScalar(1, "padding_value");
  return pad.convert(isStablehloArithmetic, rewriter);
}
