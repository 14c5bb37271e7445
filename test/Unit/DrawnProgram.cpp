//===- DrawnProgram.cpp - Random functions with pads ----------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DrawnProgram.h"
#include "ProgramDrawer.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::pad;

DrawnTensor ProgramDrawer::drawElementwise(const DrawnTensor &source) {
  int64_t kind = b.choose(0, kLastBinary);
  const DrawnTensor &candidate = pickTensor();
  DrawnTensor other = candidate.shape == source.shape ? candidate : source;
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

DrawnTensor ProgramDrawer::drawReduction(const DrawnTensor &source) {
  if (source.getRank() < 2)
    return {};
  int64_t axis = b.choose(0, source.getRank() - 1), kind = 2 * choose();
  SmallVector<OpFoldResult> sizes = getSizes(source.value);
  DrawnTensor result{{}, source.shape};
  sizes.erase(sizes.begin() + axis);
  result.shape.erase(result.shape.begin() + axis);
  result.value =
      linalg::ReduceOp::create(
          builder, loc, ValueRange(source.value), ValueRange(addZeros(sizes)),
          ArrayRef<int64_t>(axis),
          [&](OpBuilder &nested, Location, ValueRange elements) {
            OpBuilder::InsertionGuard guard(builder);
            builder.setInsertionPointToEnd(nested.getInsertionBlock());
            linalg::YieldOp::create(builder, loc,
                                    addBinary(kind, elements[0], elements[1]));
          })
          ->getResult(0);
  return result;
}

DrawnTensor ProgramDrawer::drawWindow(const DrawnTensor &source) {
  // A pool or a convolution over the last one or two axes.
  int64_t rank = source.getRank(), windows = rank >= 2 ? b.choose(1, 2) : 1,
          first = rank - windows;
  DrawnTensor result{{}, source.shape};
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
      sizes[i] = b.addIndex(result.shape[i], isDynamic && !isInCallee
                                                 ? Known::Argument
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
                                           ValueRange{source.value, taps}, init,
                                           maps, loops, body)
                     .getResult(0);
  return result;
}

DrawnTensor ProgramDrawer::drawNamedWindow(const DrawnTensor &source) {
  int64_t rank = source.getRank();
  if (rank == 3 || !source.getType().hasStaticShape() || isInCallee)
    return {};
  SmallVector<int64_t> taps = {b.choose(1, kMostWindow)};
  if (rank > 1)
    taps.push_back(b.choose(1, kMostWindow));
  DrawnTensor result{{}, source.shape};
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

DrawnTensor ProgramDrawer::drawLoop(const DrawnTensor &source) {
  auto getBound = [&](int64_t number) {
    return cast<Value>(
        b.addIndex(number, b.pick({Known::Constant, Known::Argument})));
  };
  Value begin = getBound(0), end = getBound(b.choose(0, 3)), step = getBound(1);
  bool isCase = false;
  auto loop = scf::ForOp::create(
      builder, loc, begin, end, step, ValueRange(source.value),
      [&](OpBuilder &nested, Location, Value, ValueRange carried) {
        OpBuilder::InsertionGuard guard(builder);
        builder.setInsertionPointToEnd(nested.getInsertionBlock());
        // A pad, of which a window of the same shape is carried on.
        DrawnTensor padded =
            drawPad({carried[0], source.shape}, /*extends=*/true);
        Value result = carried[0];
        if (padded.value && !llvm::is_contained(padded.shape, 0)) {
          isCase = true;
          SmallVector<int64_t> offsets, strides(source.getRank(), 1);
          for (auto [most, extent] :
               llvm::zip_equal(padded.shape, source.shape))
            // The verifier refuses slices that begin at the end, even empty
            // ones.
            offsets.push_back(std::min(b.choose(0, most - extent), most - 1));
          result =
              castTo(addSlice(padded.value, offsets, source.shape, strides),
                     source.value.getType());
          if (choose())
            result = addBinary(b.choose(0, kLastBinary), result, carried[0]);
        }
        scf::YieldOp::create(builder, loc, result);
      });
  return {loop.getResult(0), source.shape};
}

DrawnTensor ProgramDrawer::drawBranch(const DrawnTensor &source) {
  Value number = cast<Value>(b.addIndex(b.choose(0, 3), Known::Argument));
  Value bound = cast<Value>(b.addIndex(2, Known::Constant));
  Value condition = arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::slt, number, bound);
  auto branch = [&](OpBuilder &nested, Location) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToEnd(nested.getInsertionBlock());
    DrawnTensor made = choose() ? drawElementwise(source) : drawSlice(source);
    Value result = made.shape == source.shape
                       ? castTo(made.value, source.value.getType())
                       : source.value;
    scf::YieldOp::create(builder, loc, result);
  };
  auto op = scf::IfOp::create(builder, loc, condition, branch, branch);
  return {op.getResult(0), source.shape};
}

DrawnTensor ProgramDrawer::drawCall(const DrawnTensor &source) {
  std::string name = "callee" + std::to_string(tensors.size());
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(b.function);
  auto callee = func::FuncOp::create(
      builder, loc, name,
      builder.getFunctionType({source.value.getType()}, {}));
  callee.setPrivate();
  builder.setInsertionPointToStart(callee.addEntryBlock());
  isInCallee = true;
  std::vector<DrawnTensor> outer = {{callee.getArgument(0), source.shape}};
  std::swap(outer, tensors);
  DrawnTensor argument = tensors.front();
  DrawnTensor result = choose() ? drawPad(argument) : drawWindow(argument);
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

void ProgramDrawer::run() {
  int64_t rank = b.pick({1, 2, 2, 3, 3, 4});
  for (int64_t left = b.choose(1, 2); left; --left) {
    SmallVector<int64_t> shape;
    for (int64_t axis = 0; axis < rank; ++axis)
      shape.push_back(b.choose(0, 19) == 0 ? 0
                                           : b.choose(1, rank == 1   ? 20
                                                         : rank == 4 ? 4
                                                                     : 6));
    tensors.push_back(addInput(shape));
  }
  using Statement = std::function<DrawnTensor(const DrawnTensor &)>;
  const Statement statements[] = {
      [&](const DrawnTensor &t) { return drawPad(t); },
      [&](const DrawnTensor &t) { return drawPad(t); },
      [&](const DrawnTensor &t) { return drawPad(t); },
      [&](const DrawnTensor &t) { return drawPad(t); },
      [&](const DrawnTensor &t) { return drawAdjoint(t); },
      [&](const DrawnTensor &t) { return drawAdjoint(t); },
      [&](const DrawnTensor &t) { return drawSlice(t); },
      [&](const DrawnTensor &t) { return drawSlice(t); },
      [&](const DrawnTensor &t) { return drawInsertion(t); },
      [&](const DrawnTensor &t) { return drawReshape(t); },
      [&](const DrawnTensor &t) { return drawReshape(t); },
      [&](const DrawnTensor &t) { return drawTranspose(t); },
      [&](const DrawnTensor &t) { return drawElementwise(t); },
      [&](const DrawnTensor &t) { return drawElementwise(t); },
      [&](const DrawnTensor &t) { return drawReduction(t); },
      [&](const DrawnTensor &t) { return drawWindow(t); },
      [&](const DrawnTensor &t) { return drawWindow(t); },
      [&](const DrawnTensor &t) { return drawNamedWindow(t); },
      [&](const DrawnTensor &t) { return drawCast(t); },
      [&](const DrawnTensor &t) { return drawConcat(t); },
      [&](const DrawnTensor &t) { return drawLoop(t); },
      [&](const DrawnTensor &t) { return drawBranch(t); },
      [&](const DrawnTensor &t) { return drawCall(t); },
  };
  size_t inputs = tensors.size();
  for (int64_t left = b.choose(2, 6); left; --left) {
    DrawnTensor source = pickTensor();
    DrawnTensor made =
        statements[b.choose(0, std::size(statements) - 1)](source);
    if (made.value)
      tensors.push_back(made);
  }
  SmallVector<Value> results = {tensors.back().value};
  if (tensors.size() > inputs + 1 && choose())
    results.push_back(tensors[b.choose(inputs, tensors.size() - 2)].value);
  b.finish(results);
}

void mlir::pad::drawProgram(CaseBuilder &b) { ProgramDrawer(b).run(); }
