//===- ExchangeKernel.cpp - A pad across ranks as functions ---------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Ranks/ExchangeKernel.h"
#include "ExchangeEmitter.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::pad;

SmallVector<ArithValue>
ExchangeEmitter::getResultExtents(ArrayRef<ExchangeAxis> axes) {
  return llvm::map_to_vector(
      axes, [](const ExchangeAxis &axis) { return axis.result.size; });
}

SmallVector<ArithValue>
ExchangeEmitter::getResultStrides(ArrayRef<ExchangeAxis> axes) {
  return getDenseStrides(m, getResultExtents(axes));
}

SmallVector<ArithValue>
ExchangeEmitter::getSourceStrides(ArrayRef<ExchangeAxis> axes) {
  if (spec.inPlace)
    return getResultStrides(axes);
  return getDenseStrides(
      m, llvm::map_to_vector(
             axes, [](const ExchangeAxis &axis) { return axis.source.size; }));
}

SmallVector<ArithValue>
ExchangeEmitter::getCoordinates(ArrayRef<ExchangeAxis> axes) {
  return llvm::map_to_vector(
      axes, [](const ExchangeAxis &axis) { return axis.coordinate; });
}

void ExchangeEmitter::emit() {
  emitMoveBox();
  emitFillBox();
  emitMoveBoxes();
  if (isGradient())
    emitSum();
  emitAgree();
  emitAllocate();
  emitRelease();
  emitConnect();
  emitFree();
  emitCreate();
  emitRun();
  emitLocalShape();
}

void ExchangeEmitter::emitPacking(Value plan, Value source) {
  std::vector<ExchangeAxis> axes = loadAxes(plan);
  SmallVector<ArithValue> sourceStrides = getSourceStrides(axes);
  int64_t sendWords = getSendWords();
  Value sends = loadPointer(plan, plan::Sends),
        buffer = loadPointer(plan, plan::SendBuffer);
  forLoop(m.constant(0), loadWord(plan, plan::NumSends), [&](ArithValue i) {
    ArithValue offset = loadWord(sends, i * sendWords);
    std::vector<WindowParts<ArithValue>> parts;
    SmallVector<ArithValue> extents;
    for (size_t k = 0; k < getRank(); ++k) {
      ArithValue part = loadWord(sends, i * sendWords + (1 + k));
      ReadWindow<ArithValue> window = getReadWindow(
          axes[k].positions, axes[k].extent, getResultPiece(axes[k], part));
      parts.push_back(getPartsIn(window, axes[k].extent, axes[k].source));
      extents.push_back(parts.back().getSize());
    }
    SmallVector<ArithValue> strides = getDenseStrides(m, extents);
    Box box;
    box.toStrides = strides;
    box.fromStrides = sourceStrides;
    auto nest = [&](auto nest, ArithValue to, ArithValue from) -> void {
      size_t k = box.extents.size();
      if (k == getRank())
        return moveBox(getAddress(buffer, getBytes(to)),
                       getAddress(source, getBytes(from)), box);
      for (bool isSecond : {false, true}) {
        // Only a ring has a second part.
        if (isSecond && axes[k].positions.extension.kind != PadRunKind::Forward)
          continue;
        Piece<ArithValue> piece = isSecond ? parts[k].second : parts[k].first;
        ArithValue place = isSecond ? parts[k].first.size : m.constant(0);
        ifThen(piece.size > 0, [&] {
          box.extents.push_back(piece.size);
          nest(nest, to + place * strides[k],
               from + (piece.begin - axes[k].source.begin) * sourceStrides[k]);
          box.extents.pop_back();
        });
      }
    };
    nest(nest, offset, m.constant(0));
  });
}

void ExchangeEmitter::emitRun() {
  // plan, source, result, and the padding value if it is a parameter.
  SmallVector<Type> types = {pointer, pointer, pointer};
  if (spec.isValueDynamic)
    types.push_back(pointer);
  SmallVector<Value> arguments =
      beginFunction(getName("run"), types, i32, /*isPublic=*/true);
  Value plan = arguments[0], source = arguments[1];
  clearError();
  ArithValue numReceives = loadWord(plan, plan::NumReceiveRequests);
  Value requests = loadPointer(plan, plan::Requests);
  ifThen(numReceives > 0, [&] {
    callMpi("MPI_Startall", {getInteger(numReceives, i32), requests});
  });
  emitPacking(plan, source);
  ArithValue numRequests = loadWord(plan, plan::NumRequests);
  ifThen(numReceives < numRequests, [&] {
    callMpi("MPI_Startall",
            {getInteger(numRequests - numReceives, i32),
             getAddress(requests, numReceives * mpi.getRequestBytes())});
  });
  Value element =
      spec.isValueDynamic
          ? LLVM::LoadOp::create(b, loc, getElementType(), arguments[3],
                                 /*alignment=*/1)
                .getResult()
          : arith::ConstantOp::create(
                b, loc, b.getIntegerAttr(getElementType(), spec.value))
                .getResult();
  Value moved = isGradient() ? loadPointer(plan, plan::Window) : arguments[2];
  auto moveBoxes = [&](bool readsMessages) {
    call(getName("boxes"), {},
         {plan, source, moved, element, m.condition(readsMessages)});
  };
  moveBoxes(false);
  ifThen(numRequests > 0, [&] {
    callMpi("MPI_Waitall", {getInteger(numRequests, i32), requests,
                            mpi.getIgnoredStatuses(b, loc)});
  });
  ifThen(numReceives > 0, [&] { moveBoxes(true); });
  if (isGradient())
    call(getName("sum"), {}, {plan, arguments[2]});
  endFunction(loadError());
}

void mlir::pad::emitExchange(ModuleOp module, const ExchangeSpec &spec) {
  module.getContext()
      ->loadDialect<arith::ArithDialect, func::FuncDialect, LLVM::LLVMDialect,
                    scf::SCFDialect>();
  ExchangeEmitter(module, spec).emit();
}
