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
ExchangeEmitter::getSourceExtents(ArrayRef<ExchangeAxis> axes) {
  return llvm::map_to_vector(
      axes, [](const ExchangeAxis &axis) { return axis.source.size; });
}

SmallVector<ArithValue>
ExchangeEmitter::getSourceStrides(ArrayRef<ExchangeAxis> axes) {
  if (spec.inPlace)
    return getResultStrides(axes);
  return getDenseStrides(m, getSourceExtents(axes));
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

void ExchangeEmitter::refuseToRun(ArithValue condition, StringRef name,
                                  const Twine &message) {
  ifThen(condition, [&] {
    storeVariable(error, m.constant(mpi.getArgumentError()));
    printError(getName(name), (spec.name + "_run: " + message + "\n").str(),
               {});
  });
}

void ExchangeEmitter::checkArrays(Value plan, Value source, Value result,
                                  Value value) {
  std::vector<ExchangeAxis> axes = loadAxes(plan);
  auto hasElements = [&](ArrayRef<ArithValue> extents) {
    ArithValue condition = m.condition(true);
    for (ArithValue extent : extents)
      condition = condition & ne(extent, 0);
    return condition;
  };
  SmallVector<ArithValue> made = getResultExtents(axes);
  if (isGradient())
    made = llvm::map_to_vector(axes, [&](const ExchangeAxis &axis) {
      return getMadePiece(axis, axis.coordinate).size;
    });
  const char *message = " is NULL, but this rank's piece of it has elements";
  refuseToRun(isNull(source) & hasElements(getSourceExtents(axes)), "no_source",
              (isGradient() ? "the gradient" : "the source") + Twine(message));
  refuseToRun(isNull(result) & hasElements(made), "no_result",
              "the result" + Twine(message));
  if (value)
    refuseToRun(isNull(value), "no_value",
                "the address of the padding value is NULL");
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
  refuseToRun(isNull(plan), "no_plan",
              "the plan is NULL; " + spec.name + "_create makes one");
  ifThen(eq(loadVariable(error), 0), [&] {
    checkArrays(plan, source, arguments[2],
                spec.isValueDynamic ? arguments[3] : Value());
  });
  ifThen(eq(loadVariable(error), 0), [&] {
    ArithValue numReceives = loadWord(plan, plan::NumReceiveRequests);
    Value requests = loadPointer(plan, plan::Requests);
    ifThen(numReceives > 0, [&] {
      callMpi("MPI_Startall", {numReceives.castTo(i32), requests});
    });
    emitPacking(plan, source);
    ArithValue numRequests = loadWord(plan, plan::NumRequests);
    ifThen(numReceives < numRequests, [&] {
      callMpi("MPI_Startall",
              {(numRequests - numReceives).castTo(i32),
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
      callMpi("MPI_Waitall", {numRequests.castTo(i32), requests,
                              mpi.getIgnoredStatuses(b, loc)});
    });
    ifThen(numReceives > 0, [&] { moveBoxes(true); });
    if (isGradient())
      call(getName("sum"), {}, {plan, arguments[2]});
  });
  endFunction(loadError());
}

void mlir::pad::emitExchange(ModuleOp module, const ExchangeSpec &spec) {
  module.getContext()
      ->loadDialect<arith::ArithDialect, func::FuncDialect, LLVM::LLVMDialect,
                    scf::SCFDialect>();
  ExchangeEmitter(module, spec).emit();
}
