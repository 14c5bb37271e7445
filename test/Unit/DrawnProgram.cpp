//===- DrawnProgram.cpp - Random functions with pads ----------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DrawnProgram.h"
#include "Pad/IR/AdjointOps.h"
#include "RewriteFamilies.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::pad;

namespace {
/// A tensor of the program, and its extents when it runs.
struct Tensor {
  Value value;
  SmallVector<int64_t> shape;

  int64_t getRank() const { return shape.size(); }
  RankedTensorType getType() const { return getTensorType(value); }
};

/// No tensor has more elements.
constexpr int64_t kMostElements = 600;
/// No axis of a window has more steps.
constexpr int64_t kMostWindow = 3;

class Drawer {
public:
  explicit Drawer(CaseBuilder &b)
      : b(b), builder(b.builder), loc(b.loc),
        type(b.pick<Type>({b.f32(), b.f32(), b.f32(), b.i32(), b.i8(),
                           b.builder.getF64Type()})) {}

  void run();

private:
  /// \name Statements: each makes a tensor, or null where it cannot.
  /// @{
  Tensor drawPad(const Tensor &source, bool extends = false);
  Tensor drawAdjoint(const Tensor &gradient);
  Tensor drawSlice(const Tensor &source);
  Tensor drawInsertion(const Tensor &target);
  Tensor drawReshape(const Tensor &source);
  Tensor drawTranspose(const Tensor &source);
  Tensor drawElementwise(const Tensor &source);
  Tensor drawReduction(const Tensor &source);
  Tensor drawWindow(const Tensor &source);
  Tensor drawNamedWindow(const Tensor &source);
  Tensor drawCast(const Tensor &source);
  Tensor drawConcat(const Tensor &source);
  Tensor drawLoop(const Tensor &source);
  Tensor drawBranch(const Tensor &source);
  Tensor drawCall(const Tensor &source);
  /// @}

  bool choose() { return b.choose(0, 1); }
  OpFoldResult addIndex(int64_t number) {
    // Functions that are called know their numbers.
    Known known = b.pick({Known::Attribute, Known::Attribute, Known::Constant,
                          Known::Argument});
    if (isInCallee && known == Known::Argument)
      known = Known::Constant;
    return b.addIndex(number, known);
  }
  /// An axis of `extent` elements; nullopt where no pad is allowed.
  std::optional<PadAxis> drawAxis(int64_t extent, bool extends);
  PadAmounts addAmounts(ArrayRef<PadAxis> axes);
  Value addPadOf(Value source, ArrayRef<PadAxis> axes);
  /// A window of `shape` at `offsets`.
  Value addSlice(Value source, ArrayRef<int64_t> offsets,
                 ArrayRef<int64_t> shape, ArrayRef<int64_t> strides);
  Tensor addInput(SmallVector<int64_t> shape);
  SmallVector<OpFoldResult> getSizes(Value tensor) {
    return tensor::getMixedSizes(builder, loc, tensor);
  }
  Value addEmpty(ArrayRef<OpFoldResult> sizes) {
    return tensor::EmptyOp::create(builder, loc, sizes, type);
  }
  /// A tensor of zeros.
  Value addZeros(ArrayRef<OpFoldResult> sizes) {
    Value zero = b.addConstant(type, 0);
    return linalg::FillOp::create(builder, loc, ValueRange(zero),
                                  ValueRange(addEmpty(sizes)))
        .getResult(0);
  }
  /// A function of two elements or tensors; of those that keep numbers small.
  Value addBinary(int64_t kind, Value x, Value y);
  static constexpr int64_t kLastBinary = 3;
  /// `x` times a small constant.
  Value addScaled(Value x);
  Value castTo(Value tensor, Type to) {
    return tensor.getType() == to
               ? tensor
               : tensor::CastOp::create(builder, loc, to, tensor).getResult();
  }
  static bool isSmall(ArrayRef<int64_t> shape) {
    int64_t count = 1;
    for (int64_t extent : shape)
      count *= extent;
    return count <= kMostElements;
  }
  const Tensor &pickTensor() {
    // Often the last one, so that ops form chains.
    int64_t last = tensors.size() - 1;
    return tensors[choose() ? last : b.choose(0, last)];
  }

  CaseBuilder &b;
  OpBuilder &builder;
  Location loc;
  Type type;
  std::vector<Tensor> tensors;
  bool isInCallee = false;
};
} // namespace

//===----------------------------------------------------------------------===//
// Numbers and elements
//===----------------------------------------------------------------------===//

std::optional<PadAxis> Drawer::drawAxis(int64_t extent, bool extends) {
  if (b.choose(0, 3) == 0)
    return PadAxis{extent};
  AxisMode mode = b.chooseMode();
  std::optional<PadAxis> axis =
      b.choosePads(mode, extent, /*hasInterior=*/!extends && choose());
  if (axis && extends) {
    axis->low = std::max<int64_t>(axis->low, 0);
    axis->high = std::max<int64_t>(axis->high, 0);
    if (!isValidAxis(*axis))
      return std::nullopt;
  }
  return axis;
}

PadAmounts Drawer::addAmounts(ArrayRef<PadAxis> axes) {
  PadAmounts amounts;
  for (const PadAxis &axis : axes) {
    amounts.low.push_back(addIndex(axis.low));
    amounts.high.push_back(addIndex(axis.high));
    amounts.interior.push_back(axis.interior ? addIndex(axis.interior)
                                             : b.addIndex(0));
    amounts.modes.push_back({axis.mode, axis.periodic});
  }
  return amounts;
}

Value Drawer::addPadOf(Value source, ArrayRef<PadAxis> axes) {
  PadAmounts amounts = addAmounts(axes);
  Value value = chooseValue(b, axes, type, /*isConstant=*/isInCallee);
  return PadOp::create(builder, loc, source, amounts.modes, amounts.low,
                       amounts.high, amounts.interior, value);
}

Value Drawer::addSlice(Value source, ArrayRef<int64_t> offsets,
                       ArrayRef<int64_t> shape, ArrayRef<int64_t> strides) {
  SmallVector<OpFoldResult> at, sizes, steps;
  for (auto [offset, extent, stride] :
       llvm::zip_equal(offsets, shape, strides)) {
    at.push_back(addIndex(offset));
    sizes.push_back(addIndex(extent));
    steps.push_back(b.addIndex(stride));
  }
  return tensor::ExtractSliceOp::create(builder, loc, source, at, sizes, steps);
}

Tensor Drawer::addInput(SmallVector<int64_t> shape) {
  SmallVector<int64_t> known = shape;
  for (int64_t &extent : known)
    if (choose())
      extent = ShapedType::kDynamic;
  return {b.addTensor(RankedTensorType::get(known, type), shape,
                      /*special=*/false),
          shape};
}

Value Drawer::addBinary(int64_t kind, Value x, Value y) {
  bool isFloat = isa<FloatType>(type);
  auto create = [&](auto floatOp, auto integerOp) -> Value {
    if (isFloat)
      return decltype(floatOp)::create(builder, loc, x, y);
    return decltype(integerOp)::create(builder, loc, x, y);
  };
  switch (kind) {
  case 0:
    return create(arith::AddFOp(), arith::AddIOp());
  case 1:
    return create(arith::SubFOp(), arith::SubIOp());
  case 2:
    return create(arith::MaximumFOp(), arith::MaxSIOp());
  default:
    return create(arith::MinimumFOp(), arith::MinSIOp());
  }
}

Value Drawer::addScaled(Value x) {
  if (auto floatType = dyn_cast<FloatType>(type)) {
    llvm::APFloat factor(b.pick({0.5, -1.0, 3.0}));
    bool losesInfo;
    factor.convert(floatType.getFloatSemantics(),
                   llvm::APFloat::rmNearestTiesToEven, &losesInfo);
    return arith::MulFOp::create(
        builder, loc, x,
        b.addConstant(type, factor.bitcastToAPInt().getZExtValue()));
  }
  return arith::MulIOp::create(builder, loc, x, b.addConstant(type, 3));
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

Tensor Drawer::drawPad(const Tensor &source, bool extends) {
  SmallVector<PadAxis> axes;
  Tensor result;
  for (int64_t extent : source.shape) {
    std::optional<PadAxis> axis = drawAxis(extent, extends);
    if (!axis)
      return {};
    axes.push_back(*axis);
    result.shape.push_back(*getPaddedExtent(*axis));
  }
  if (!isSmall(result.shape))
    return {};
  result.value = addPadOf(source.value, axes);
  return result;
}

Tensor Drawer::drawAdjoint(const Tensor &gradient) {
  SmallVector<PadAxis> axes;
  SmallVector<OpFoldResult> extents;
  Tensor result;
  for (int64_t padded : gradient.shape) {
    PadAxis axis{padded};
    if (choose()) {
      AxisMode mode = b.chooseMode();
      axis = {b.choose(0, 6), b.choose(-3, 4), 0, b.choose(0, 3) / 2, mode.mode,
              mode.periodic};
      axis.high =
          padded - axis.low - *getDilatedExtent(axis.extent, axis.interior);
      if (!isValidAxis(axis) || getPaddedExtent(axis) != padded)
        return {};
    }
    axes.push_back(axis);
    extents.push_back(addIndex(axis.extent));
    result.shape.push_back(axis.extent);
  }
  result.value = AdjointOp::create(builder, loc, gradient.value, extents,
                                   addAmounts(axes));
  return result;
}

Tensor Drawer::drawSlice(const Tensor &source) {
  SmallVector<int64_t> offsets, strides;
  Tensor result;
  for (int64_t extent : source.shape) {
    offsets.push_back(b.choose(0, extent));
    int64_t left = extent - offsets.back();
    strides.push_back(b.choose(0, 5) == 0 && left > 2 ? 2 : 1);
    int64_t most = (left + strides.back() - 1) / strides.back();
    result.shape.push_back(b.choose(std::min<int64_t>(most, 1), most));
  }
  result.value = addSlice(source.value, offsets, result.shape, strides);
  return result;
}

Tensor Drawer::drawInsertion(const Tensor &target) {
  const Tensor &source = pickTensor();
  if (source.getRank() != target.getRank())
    return {};
  SmallVector<OpFoldResult> offsets;
  for (auto [extent, most] : llvm::zip_equal(source.shape, target.shape)) {
    if (extent > most)
      return {};
    offsets.push_back(addIndex(b.choose(0, most - extent)));
  }
  SmallVector<OpFoldResult> strides(offsets.size(), b.addIndex(1));
  return {tensor::InsertSliceOp::create(builder, loc, source.value,
                                        target.value, offsets,
                                        getSizes(source.value), strides),
          target.shape};
}

Tensor Drawer::drawReshape(const Tensor &source) {
  Tensor result;
  int64_t axis = b.choose(0, source.getRank() - 1), rank = source.getRank();
  SmallVector<int64_t> known(source.getType().getShape());
  SmallVector<ReassociationIndices> groups;
  if (rank >= 2 && axis + 1 < rank && choose()) {
    // Two axes become one.
    for (int64_t i = 0; i < rank; ++i) {
      if (i == axis + 1)
        groups.back().push_back(i), result.shape.back() *= source.shape[i];
      else
        groups.push_back({i}), result.shape.push_back(source.shape[i]);
    }
    result.value = tensor::CollapseShapeOp::create(builder, loc, source.value,
                                                   groups);
    return result;
  }
  if (rank >= 4)
    return {};
  // One axis becomes two.
  int64_t extent = source.shape[axis], inner = 1;
  for (int64_t factor : {2, 3})
    if (extent % factor == 0 && choose())
      inner = factor;
  SmallVector<OpFoldResult> sizes = getSizes(source.value), outputs;
  SmallVector<int64_t> shape;
  for (int64_t i = 0, next = 0; i < rank; ++i) {
    groups.push_back({next++});
    result.shape.push_back(source.shape[i]);
    outputs.push_back(sizes[i]);
    shape.push_back(known[i]);
    if (i != axis)
      continue;
    groups.back().push_back(next++);
    bool isDynamic = ShapedType::isDynamic(known[i]);
    result.shape.back() = extent / inner;
    result.shape.push_back(inner);
    outputs.back() = isDynamic && inner != 1
                         ? b.addIndex(extent / inner, isInCallee
                                                          ? Known::Constant
                                                          : Known::Argument)
                     : isDynamic ? outputs.back()
                                 : b.addIndex(extent / inner);
    shape.back() = isDynamic ? ShapedType::kDynamic : extent / inner;
    outputs.push_back(b.addIndex(inner));
    shape.push_back(inner);
  }
  result.value = tensor::ExpandShapeOp::create(
      builder, loc, RankedTensorType::get(shape, type), source.value, groups,
      outputs);
  return result;
}

Tensor Drawer::drawTranspose(const Tensor &source) {
  SmallVector<int64_t> order = llvm::to_vector(llvm::seq(source.getRank()));
  for (int64_t i = source.getRank() - 1; i > 0; --i)
    std::swap(order[i], order[b.choose(0, i)]);
  SmallVector<OpFoldResult> sizes = getSizes(source.value), permuted;
  Tensor result;
  for (int64_t axis : order) {
    permuted.push_back(sizes[axis]);
    result.shape.push_back(source.shape[axis]);
  }
  result.value = linalg::TransposeOp::create(builder, loc, source.value,
                                             addEmpty(permuted), order)
                     ->getResult(0);
  return result;
}

Tensor Drawer::drawElementwise(const Tensor &source) {
  int64_t kind = b.choose(0, kLastBinary);
  const Tensor &candidate = pickTensor();
  Tensor other = candidate.shape == source.shape ? candidate : source;
  // An op on tensors, or a linalg op.
  if (source.value.getType() == other.value.getType() && choose())
    return {addBinary(kind, source.value, other.value), source.shape};
  AffineMap identity = builder.getMultiDimIdentityMap(source.getRank());
  SmallVector<AffineMap> maps(3, identity);
  SmallVector<utils::IteratorType> loops(source.getRank(),
                                         utils::IteratorType::parallel);
  Value init = addEmpty(getSizes(source.value));
  bool isScaled = choose();
  auto body = [&](OpBuilder &nested, Location, ValueRange elements) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToEnd(nested.getInsertionBlock());
    Value result = isScaled ? addScaled(elements[0]) : elements[0];
    result = addBinary(kind, result, elements[1]);
    linalg::YieldOp::create(builder, loc, result);
  };
  return {linalg::GenericOp::create(builder, loc, init.getType(),
                                    ValueRange{source.value, other.value}, init,
                                    maps, loops, body)
              .getResult(0),
          source.shape};
}

Tensor Drawer::drawReduction(const Tensor &source) {
  if (source.getRank() < 2)
    return {};
  int64_t axis = b.choose(0, source.getRank() - 1), kind = 2 * choose();
  SmallVector<OpFoldResult> sizes = getSizes(source.value);
  Tensor result{{}, source.shape};
  sizes.erase(sizes.begin() + axis);
  result.shape.erase(result.shape.begin() + axis);
  result.value =
      linalg::ReduceOp::create(
          builder, loc, ValueRange(source.value), ValueRange(addZeros(sizes)),
          ArrayRef<int64_t>(axis),
          [&](OpBuilder &nested, Location, ValueRange elements) {
            OpBuilder::InsertionGuard guard(builder);
            builder.setInsertionPointToEnd(nested.getInsertionBlock());
            linalg::YieldOp::create(
                builder, loc, addBinary(kind, elements[0], elements[1]));
          })
          ->getResult(0);
  return result;
}

Tensor Drawer::drawWindow(const Tensor &source) {
  // A pool or a convolution over the last one or two axes.
  int64_t rank = source.getRank(),
          windows = rank >= 2 ? b.choose(1, 2) : 1, first = rank - windows;
  Tensor result{{}, source.shape};
  SmallVector<int64_t> window;
  SmallVector<OpFoldResult> sizes = getSizes(source.value);
  SmallVector<AffineExpr> reads, writes, steps;
  for (int64_t i = 0; i < rank; ++i) {
    AffineExpr read = builder.getAffineDimExpr(i);
    writes.push_back(read);
    if (i >= first) {
      int64_t taps = b.choose(1, kMostWindow), dilation = b.choose(1, 2),
              stride = b.choose(1, 2), reach = (taps - 1) * dilation + 1;
      if (source.shape[i] < reach)
        return {};
      AffineExpr tap = builder.getAffineDimExpr(rank + window.size());
      read = read * stride + tap * dilation;
      steps.push_back(tap);
      window.push_back(taps);
      result.shape[i] = (source.shape[i] - reach) / stride + 1;
      bool isDynamic = source.getType().isDynamicDim(i);
      sizes[i] = b.addIndex(result.shape[i],
                            isDynamic && !isInCallee ? Known::Argument
                                                     : Known::Attribute);
    }
    reads.push_back(read);
  }
  SmallVector<utils::IteratorType> loops(rank, utils::IteratorType::parallel);
  loops.append(window.size(), utils::IteratorType::reduction);
  auto getMap = [&](ArrayRef<AffineExpr> exprs) {
    return AffineMap::get(rank + windows, 0, exprs, builder.getContext());
  };
  SmallVector<AffineMap> maps = {getMap(reads), getMap(steps), getMap(writes)};
  bool isPool = isInCallee || choose();
  int64_t kind = isPool ? 2 * choose() : 0;
  Value taps;
  if (isPool)
    taps = tensor::EmptyOp::create(builder, loc, window, type);
  else
    taps = b.addTensor(RankedTensorType::get(window, type), window,
                       /*special=*/false);
  auto body = [&](OpBuilder &nested, Location, ValueRange elements) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToEnd(nested.getInsertionBlock());
    Value term = elements[0];
    if (!isPool)
      term = isa<FloatType>(type)
                 ? arith::MulFOp::create(builder, loc, term, elements[1])
                       .getResult()
                 : arith::MulIOp::create(builder, loc, term, elements[1])
                       .getResult();
    linalg::YieldOp::create(builder, loc, addBinary(kind, elements[2], term));
  };
  Value init = addZeros(sizes);
  result.value = linalg::GenericOp::create(builder, loc, init.getType(),
                                           ValueRange{source.value, taps},
                                           init, maps, loops, body)
                     .getResult(0);
  return result;
}

Tensor Drawer::drawNamedWindow(const Tensor &source) {
  int64_t rank = source.getRank();
  if (rank == 3 || !source.getType().hasStaticShape() || isInCallee)
    return {};
  SmallVector<int64_t> taps = {b.choose(1, kMostWindow)};
  if (rank > 1)
    taps.push_back(b.choose(1, kMostWindow));
  Tensor result{{}, source.shape};
  for (auto [i, extent] : llvm::enumerate(taps)) {
    int64_t &size = result.shape[rank == 4 ? i + 1 : i];
    size -= extent - 1;
    if (size < 1)
      return {};
  }
  bool isConvolution = rank < 4 || choose();
  if (rank == 4 && isConvolution) {
    taps.push_back(source.shape[3]);
    taps.push_back(result.shape[3] = 2);
  }
  SmallVector<OpFoldResult> sizes;
  for (int64_t extent : result.shape)
    sizes.push_back(b.addIndex(extent));
  Value init = addZeros(sizes), window;
  if (isConvolution)
    window = b.addTensor(taps, type, /*isDynamic=*/false, /*special=*/false);
  else
    window = tensor::EmptyOp::create(builder, loc, taps, type);
  auto create = [&](auto op) {
    result.value =
        decltype(op)::create(builder, loc, TypeRange(init.getType()),
                             ValueRange{source.value, window}, ValueRange(init))
            ->getResult(0);
  };
  if (rank == 1)
    create(linalg::Conv1DOp());
  else if (rank == 2)
    create(linalg::Conv2DOp());
  else if (isConvolution)
    create(linalg::Conv2DNhwcHwcfOp());
  else if (choose())
    create(linalg::PoolingNhwcSumOp());
  else
    create(linalg::PoolingNhwcMaxOp());
  return result;
}

Tensor Drawer::drawCast(const Tensor &source) {
  SmallVector<int64_t> shape(source.shape);
  for (int64_t &extent : shape)
    if (choose())
      extent = ShapedType::kDynamic;
  auto cast = RankedTensorType::get(shape, type);
  if (cast == source.value.getType())
    return {};
  return {castTo(source.value, cast), source.shape};
}

Tensor Drawer::drawConcat(const Tensor &source) {
  const Tensor &other = pickTensor();
  int64_t axis = b.choose(0, source.getRank() - 1);
  Tensor result{{}, source.shape};
  if (other.getRank() != source.getRank())
    return {};
  result.shape[axis] = other.shape[axis];
  if (result.shape != other.shape)
    return {};
  result.shape[axis] += source.shape[axis];
  if (!isSmall(result.shape))
    return {};
  result.value = tensor::ConcatOp::create(
      builder, loc, axis, ValueRange{source.value, other.value});
  return result;
}

Tensor Drawer::drawLoop(const Tensor &source) {
  auto getBound = [&](int64_t number) {
    return cast<Value>(b.addIndex(
        number, b.pick({Known::Constant, Known::Argument})));
  };
  Value begin = getBound(0), end = getBound(b.choose(0, 3)), step = getBound(1);
  bool isCase = false;
  auto loop = scf::ForOp::create(
      builder, loc, begin, end, step, ValueRange(source.value),
      [&](OpBuilder &nested, Location, Value, ValueRange carried) {
        OpBuilder::InsertionGuard guard(builder);
        builder.setInsertionPointToEnd(nested.getInsertionBlock());
        // A pad, of which a window of the same shape is carried on.
        Tensor padded = drawPad({carried[0], source.shape}, /*extends=*/true);
        Value result = carried[0];
        if (padded.value) {
          isCase = true;
          SmallVector<int64_t> offsets, strides(source.getRank(), 1);
          for (auto [most, extent] :
               llvm::zip_equal(padded.shape, source.shape))
            offsets.push_back(b.choose(0, most - extent));
          result = castTo(
              addSlice(padded.value, offsets, source.shape, strides),
              source.value.getType());
          if (choose())
            result = addBinary(b.choose(0, kLastBinary), result, carried[0]);
        }
        scf::YieldOp::create(builder, loc, result);
      });
  return {loop.getResult(0), source.shape};
}

Tensor Drawer::drawBranch(const Tensor &source) {
  Value number = cast<Value>(b.addIndex(b.choose(0, 3), Known::Argument));
  Value bound = cast<Value>(b.addIndex(2, Known::Constant));
  Value condition = arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::slt, number, bound);
  auto branch = [&](OpBuilder &nested, Location) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToEnd(nested.getInsertionBlock());
    Tensor made = choose() ? drawElementwise(source) : drawSlice(source);
    Value result = made.shape == source.shape
                       ? castTo(made.value, source.value.getType())
                       : source.value;
    scf::YieldOp::create(builder, loc, result);
  };
  auto op = scf::IfOp::create(builder, loc, condition, branch, branch);
  return {op.getResult(0), source.shape};
}

Tensor Drawer::drawCall(const Tensor &source) {
  std::string name = "callee" + std::to_string(tensors.size());
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(b.function);
  auto callee = func::FuncOp::create(
      builder, loc, name,
      builder.getFunctionType({source.value.getType()}, {}));
  callee.setPrivate();
  builder.setInsertionPointToStart(callee.addEntryBlock());
  isInCallee = true;
  std::vector<Tensor> outer = {{callee.getArgument(0), source.shape}};
  std::swap(outer, tensors);
  Tensor argument = tensors.front();
  Tensor result = choose() ? drawPad(argument) : drawWindow(argument);
  if (!result.value)
    result = argument;
  std::swap(outer, tensors);
  isInCallee = false;
  func::ReturnOp::create(builder, loc, result.value);
  callee.setFunctionType(builder.getFunctionType({source.value.getType()},
                                                 {result.value.getType()}));
  builder.setInsertionPointToEnd(&b.function.getBody().front());
  auto call = func::CallOp::create(builder, loc, callee, source.value);
  return {call.getResult(0), result.shape};
}

void Drawer::run() {
  int64_t rank = b.pick({1, 2, 2, 3, 3, 4});
  for (int64_t left = b.choose(1, 2); left; --left) {
    SmallVector<int64_t> shape;
    for (int64_t axis = 0; axis < rank; ++axis)
      shape.push_back(b.choose(0, 19) == 0
                          ? 0
                          : b.choose(1, rank == 1 ? 20 : rank == 4 ? 4 : 6));
    tensors.push_back(addInput(shape));
  }
  using Statement = std::function<Tensor(const Tensor &)>;
  const Statement statements[] = {
      [&](const Tensor &t) { return drawPad(t); },
      [&](const Tensor &t) { return drawPad(t); },
      [&](const Tensor &t) { return drawPad(t); },
      [&](const Tensor &t) { return drawPad(t); },
      [&](const Tensor &t) { return drawAdjoint(t); },
      [&](const Tensor &t) { return drawAdjoint(t); },
      [&](const Tensor &t) { return drawSlice(t); },
      [&](const Tensor &t) { return drawSlice(t); },
      [&](const Tensor &t) { return drawInsertion(t); },
      [&](const Tensor &t) { return drawReshape(t); },
      [&](const Tensor &t) { return drawReshape(t); },
      [&](const Tensor &t) { return drawTranspose(t); },
      [&](const Tensor &t) { return drawElementwise(t); },
      [&](const Tensor &t) { return drawElementwise(t); },
      [&](const Tensor &t) { return drawReduction(t); },
      [&](const Tensor &t) { return drawWindow(t); },
      [&](const Tensor &t) { return drawWindow(t); },
      [&](const Tensor &t) { return drawNamedWindow(t); },
      [&](const Tensor &t) { return drawCast(t); },
      [&](const Tensor &t) { return drawConcat(t); },
      [&](const Tensor &t) { return drawLoop(t); },
      [&](const Tensor &t) { return drawBranch(t); },
      [&](const Tensor &t) { return drawCall(t); },
  };
  size_t inputs = tensors.size();
  for (int64_t left = b.choose(2, 6); left; --left) {
    Tensor source = pickTensor();
    Tensor made = statements[b.choose(0, std::size(statements) - 1)](source);
    if (made.value)
      tensors.push_back(made);
  }
  SmallVector<Value> results = {tensors.back().value};
  if (tensors.size() > inputs + 1 && choose())
    results.push_back(
        tensors[b.choose(inputs, tensors.size() - 2)].value);
  b.finish(results);
}

void mlir::pad::drawProgram(CaseBuilder &b) { Drawer(b).run(); }
