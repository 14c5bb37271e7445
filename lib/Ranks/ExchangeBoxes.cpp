//===- ExchangeBoxes.cpp - Elements from one array to another -------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExchangeEmitter.h"

using namespace mlir;
using namespace mlir::pad;

void ExchangeEmitter::emitMoveBox() {
  // to, from, and of each axis an extent and both strides.
  SmallVector<Type> types = {pointer, pointer};
  types.append(3 * getRank(), index);
  SmallVector<Value> arguments =
      beginFunction(getName("move"), types, {}, /*isPublic=*/false);
  auto get = [&](size_t axis, size_t word) {
    return m(arguments[2 + 3 * axis + word]);
  };
  auto moveElement = [&](Value to, Value from) {
    auto load =
        LLVM::LoadOp::create(b, loc, getElementType(), from, /*alignment=*/1);
    LLVM::StoreOp::create(b, loc, load, to, /*alignment=*/1);
  };
  auto nest = [&](auto nest, size_t axis, Value to, Value from) -> void {
    if (getRank() == 0)
      return moveElement(to, from);
    ArithValue extent = get(axis, 0), toStride = getBytes(get(axis, 1)),
               fromStride = getBytes(get(axis, 2));
    auto loop = [&](function_ref<void(Value, Value)> body) {
      forLoop(m.constant(0), extent, [&](ArithValue i) {
        body(getAddress(to, i * toStride), getAddress(from, i * fromStride));
      });
    };
    if (axis + 1 < getRank())
      return loop(
          [&](Value to, Value from) { nest(nest, axis + 1, to, from); });
    ArithValue isDense = eq(toStride, spec.elementBytes) &
                         eq(fromStride, spec.elementBytes) &
                         (extent >= kMinCopiedElements);
    ifThen(isDense, [&] {
      LLVM::MemcpyOp::create(b, loc, to, from, getBytes(extent).castTo(i64),
                             /*isVolatile=*/false);
    });
    ifThen(invert(isDense), [&] { loop(moveElement); });
  };
  nest(nest, 0, arguments[0], arguments[1]);
  endFunction({});
}

void ExchangeEmitter::moveBox(Value to, Value from, const Box &box) {
  SmallVector<Value> arguments = {to, from};
  for (size_t k = 0; k < getRank(); ++k)
    arguments.append({box.extents[k], box.toStrides[k], box.fromStrides[k]});
  call(getName("move"), {}, arguments);
}

void ExchangeEmitter::emitFillBox() {
  SmallVector<Type> types = {pointer, getElementType()};
  types.append(2 * getRank(), index);
  SmallVector<Value> arguments =
      beginFunction(getName("fill"), types, {}, /*isPublic=*/false);
  auto nest = [&](auto nest, size_t axis, Value to) -> void {
    if (axis == getRank()) {
      LLVM::StoreOp::create(b, loc, arguments[1], to, /*alignment=*/1);
      return;
    }
    ArithValue stride = getBytes(m(arguments[3 + 2 * axis]));
    forLoop(m.constant(0), m(arguments[2 + 2 * axis]), [&](ArithValue i) {
      nest(nest, axis + 1, getAddress(to, i * stride));
    });
  };
  nest(nest, 0, arguments[0]);
  endFunction({});
}

void ExchangeEmitter::fillBox(Value to, ArrayRef<ArithValue> extents,
                              ArrayRef<ArithValue> strides, Value value) {
  SmallVector<Value> arguments = {to, value};
  for (auto [extent, stride] : llvm::zip_equal(extents, strides))
    arguments.append({extent, stride});
  call(getName("fill"), {}, arguments);
}

ArithValue ExchangeEmitter::getReceiveOffset(ArrayRef<ExchangeAxis> axes,
                                             ArrayRef<ArithValue> coordinates) {
  // As if all ranks sent a message, this one too, in the order of their
  // numbers.
  auto getOffset = [&](ArrayRef<ArithValue> coordinates) {
    ArithValue offset = m.constant(0), before = m.constant(1);
    for (size_t k = 0; k < axes.size(); ++k) {
      const ExchangeAxis &axis = axes[k];
      Piece<ArithValue> piece = getSourcePiece(axis, coordinates[k]);
      ArithValue lower =
          getPartsIn(axis.window, axis.extent, {m.constant(0), piece.begin})
              .getSize();
      // Parts of this axis before the one of the rank, with all of the axes
      // behind this one.
      ArithValue behind = before * lower;
      for (size_t other = k + 1; other < axes.size(); ++other)
        behind = behind * axes[other].window.size;
      offset = offset + behind;
      before = before * getPartsIn(axis.window, axis.extent, piece).getSize();
    }
    return offset;
  };
  ArithValue offset = getOffset(coordinates);
  ArithValue own = getOffset(getCoordinates(axes));
  ArithValue numOwn = m.constant(1);
  for (const ExchangeAxis &axis : axes)
    numOwn =
        numOwn * getPartsIn(axis.window, axis.extent, axis.source).getSize();
  return select(own < offset, offset - numOwn, offset);
}

void ExchangeEmitter::emitMoveBoxes() {
  // plan, source, result, padding value, whether messages are read.
  SmallVector<Value> arguments = beginFunction(
      getName("boxes"),
      {pointer, pointer, pointer, getElementType(), b.getI1Type()}, {},
      /*isPublic=*/false);
  Value plan = arguments[0], source = arguments[1], result = arguments[2];
  ArithValue readsMessages = m(arguments[4]);
  std::vector<ExchangeAxis> axes = loadAxes(plan);
  SmallVector<ArithValue> resultStrides = getResultStrides(axes),
                          sourceStrides = getSourceStrides(axes);
  bool hasInterior = !isGradient() && llvm::any_of(spec.axes, [](auto &axis) {
    return axis.interior != 0;
  });
  Value element = arguments[3];
  ArithValue isFirst = invert(readsMessages);
  if (hasInterior)
    ifThen(isFirst, [&] {
      fillBox(result, getResultExtents(axes), resultStrides, element);
    });
  Value messages = loadPointer(plan, plan::ReceiveBuffer);
  std::vector<ReadRun<ArithValue>> runs;
  SmallVector<ArithValue> owners;
  auto getResultAddress = [&] {
    ArithValue offset = m.constant(0);
    for (size_t k = 0; k < runs.size(); ++k)
      offset =
          offset + (runs[k].first - axes[k].result.begin) * resultStrides[k];
    return getAddress(result, getBytes(offset));
  };
  auto moveRuns = [&] {
    ArithValue isOwn = m.condition(true);
    for (size_t k = 0; k < axes.size(); ++k)
      isOwn = isOwn & eq(owners[k], axes[k].coordinate);
    Box box;
    for (size_t k = 0; k < axes.size(); ++k) {
      box.extents.push_back(runs[k].count);
      box.toStrides.push_back(runs[k].stride * resultStrides[k]);
    }
    ifThen(isOwn & isFirst, [&] {
      ArithValue offset = m.constant(0);
      Box own = box;
      for (size_t k = 0; k < axes.size(); ++k) {
        offset = offset +
                 (runs[k].element - axes[k].source.begin) * sourceStrides[k];
        own.fromStrides.push_back(runs[k].direction * sourceStrides[k]);
      }
      Value to = getResultAddress(),
            from = getAddress(source, getBytes(offset));
      if (!spec.inPlace)
        return moveBox(to, from, own);
      // The data is there already.
      ArithValue isElsewhere =
          m(LLVM::ICmpOp::create(b, loc, LLVM::ICmpPredicate::ne, to, from));
      ifThen(isElsewhere, [&] { moveBox(to, from, own); });
    });
    ifThen(invert(isOwn) & readsMessages, [&] {
      SmallVector<ArithValue> extents, places;
      for (size_t k = 0; k < axes.size(); ++k) {
        WindowParts<ArithValue> parts = getPartsIn(
            axes[k].window, axes[k].extent, getSourcePiece(axes[k], owners[k]));
        extents.push_back(parts.getSize());
        ArithValue inFirst = runs[k].element - parts.first.begin;
        places.push_back(
            select(ult(inFirst, parts.first.size), inFirst,
                   runs[k].element - parts.second.begin + parts.first.size));
      }
      SmallVector<ArithValue> strides = getDenseStrides(m, extents);
      ArithValue offset = getReceiveOffset(axes, owners);
      Box other = box;
      for (size_t k = 0; k < axes.size(); ++k) {
        offset = offset + places[k] * strides[k];
        other.fromStrides.push_back(runs[k].direction * strides[k]);
      }
      moveBox(getResultAddress(), getAddress(messages, getBytes(offset)),
              other);
    });
  };
  auto nest = [&](auto nest) -> void {
    size_t k = runs.size();
    if (k == axes.size())
      return moveRuns();
    const ExchangeAxis &axis = axes[k];
    ArithValue end = axis.result.begin + axis.result.size;
    walk(axis.result.begin, end, [&](ArithValue place) {
      ReadRun<ArithValue> run = getReadRun(axis.positions, place, end);
      ArithValue owner = getOwner(axis, run.element);
      run = getRunIn(run, getSourcePiece(axis, owner));
      runs.push_back(run);
      owners.push_back(owner);
      if (axis.positions.extension.isFilled() && !hasInterior)
        ifThen(run.isFilled & isFirst, [&] {
          SmallVector<ArithValue> extents, strides;
          for (size_t other = 0; other < axes.size(); ++other) {
            extents.push_back(other <= k ? runs[other].count
                                         : axes[other].result.size);
            strides.push_back(resultStrides[other]);
          }
          fillBox(getResultAddress(), extents, strides, element);
        });
      ifThen(invert(run.isFilled) & (run.count > 0), [&] { nest(nest); });
      runs.pop_back();
      owners.pop_back();
      return run.next;
    });
  };
  nest(nest);
  endFunction({});
}
