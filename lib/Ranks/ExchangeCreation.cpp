//===- ExchangeCreation.cpp - Plans of exchanges --------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExchangeEmitter.h"

using namespace mlir;
using namespace mlir::pad;

Value ExchangeEmitter::getByteType() {
  if (spec.mpi == MpiLibrary::Mpich)
    return m(
        arith::ConstantOp::create(b, loc, b.getI32IntegerAttr(0x4c00010d)));
  return LLVM::AddressOfOp::create(b, loc, pointer, kOpenMpiByte);
}

void ExchangeEmitter::forEachPartner(
    ArrayRef<ExchangeAxis> axes, ArithValue rank,
    function_ref<ArithValue(size_t, ArithValue)> count,
    function_ref<void(const Partner &)> body) {
  Partner partner;
  auto nest = [&](auto nest, ArithValue number, ArithValue size) -> void {
    size_t k = partner.coordinates.size();
    if (k == axes.size()) {
      partner.rank = number;
      partner.count = size;
      return ifThen(ne(number, rank), [&] { body(partner); });
    }
    forLoop(m.constant(0), axes[k].parts, [&](ArithValue part) {
      ArithValue elements = count(k, part);
      ifThen(elements > 0, [&] {
        partner.coordinates.push_back(part);
        nest(nest, number * axes[k].parts + part, size * elements);
        partner.coordinates.pop_back();
      });
    });
  };
  nest(nest, m.constant(0), m.constant(1));
}

void ExchangeEmitter::forEachPart(
    ArithValue bytes, function_ref<void(ArithValue, ArithValue)> body) {
  forLoop(m.constant(0), ceilDiv(bytes, kMaxMessageBytes), [&](ArithValue i) {
    ArithValue begin = i * kMaxMessageBytes;
    body(begin, min(bytes - begin, kMaxMessageBytes));
  });
}

void ExchangeEmitter::emitCreate() {
  // comm, numbers, and where the plan is written.
  SmallVector<Type> types = {communicator};
  types.append(getNumDynamic(), i64);
  types.push_back(pointer);
  SmallVector<Value> arguments =
      beginFunction(getName("create"), types, i32, /*isPublic=*/true);
  Value comm = arguments[0], result = arguments.back();
  ArrayRef<Value> rest = ArrayRef(arguments).drop_front();
  SmallVector<SmallVector<ArithValue>> numbers = takeNumbers(rest);
  clearError();
  LLVM::StoreOp::create(b, loc, LLVM::ZeroOp::create(b, loc, pointer), result);
  Value variable = makeVariable(m.constant(0));
  auto askComm = [&](StringRef function) {
    callMpi(function, {comm, variable});
    return getIndex(LLVM::LoadOp::create(b, loc, i32, variable));
  };
  ArithValue numRanks = askComm("MPI_Comm_size"), product = m.constant(1),
             isGrid = m.condition(true);
  for (ArrayRef<ArithValue> axis : numbers) {
    isGrid = isGrid & (axis[plan::Parts] > 0) & (axis[plan::Parts] <= numRanks);
    product = product * axis[plan::Parts];
  }
  isGrid = isGrid & eq(product, numRanks);
  ifThen(invert(isGrid),
         [&] { storeVariable(error, m.constant(getDimensionsError())); });
  ifThen(eq(loadVariable(error), 0), [&] {
    addCoordinates(numbers, askComm("MPI_Comm_rank"));
    Value plan = allocate(
        m.constant(8 * (plan::NumWords + getRank() * plan::NumAxisWords)));
    for (size_t k = 0; k < getRank(); ++k)
      for (auto [word, number] : llvm::enumerate(numbers[k]))
        storeWord(plan, plan::NumWords + k * plan::NumAxisWords + word, number);
    // Messages of the program do not meet those of the plan.
    callMpi("MPI_Comm_dup", {comm, plan});
    callMpi(getName("connect"), {plan});
    ifThen(eq(loadVariable(error), 0),
           [&] { LLVM::StoreOp::create(b, loc, plan, result); });
  });
  endFunction(loadError());
}

void ExchangeEmitter::emitConnect() {
  Value plan =
      beginFunction(getName("connect"), {pointer}, i32, /*isPublic=*/false)[0];
  clearError();
  std::vector<ExchangeAxis> axes = loadAxes(plan);
  Value comm = LLVM::LoadOp::create(b, loc, communicator, plan);
  ArithValue rank = m.constant(0);
  for (const ExchangeAxis &axis : axes)
    rank = rank * axis.parts + axis.coordinate;
  auto getReceived = [&](size_t k, ArithValue part) {
    return getPartsIn(axes[k].window, axes[k].extent,
                      getSourcePiece(axes[k], part))
        .getSize();
  };
  auto getSent = [&](size_t k, ArithValue part) {
    ReadWindow<ArithValue> window = getReadWindow(
        axes[k].positions, axes[k].extent, getResultPiece(axes[k], part));
    return getPartsIn(window, axes[k].extent, axes[k].source).getSize();
  };
  // Twice: to count, and to make the requests.
  Value numRequests = makeVariable(m.constant(0)),
        numSends = makeVariable(m.constant(0)),
        numElements = makeVariable(m.constant(0));
  auto add = [&](Value variable, ArithValue number) {
    storeVariable(variable, loadVariable(variable) + number);
  };
  auto countRequests = [&](const Partner &partner) {
    add(numRequests, ceilDiv(getBytes(partner.count), kMaxMessageBytes));
    add(numElements, partner.count);
  };
  forEachPartner(axes, rank, getReceived, countRequests);
  storeWord(plan, plan::NumReceiveRequests, loadVariable(numRequests));
  Value received = allocate(getBytes(loadVariable(numElements)));
  storePointer(plan, plan::ReceiveBuffer, received);
  storeVariable(numElements, m.constant(0));
  forEachPartner(axes, rank, getSent, [&](const Partner &partner) {
    countRequests(partner);
    add(numSends, m.constant(1));
  });
  storeWord(plan, plan::NumRequests, loadVariable(numRequests));
  storeWord(plan, plan::NumSends, loadVariable(numSends));
  Value sent = allocate(getBytes(loadVariable(numElements)));
  storePointer(plan, plan::SendBuffer, sent);
  Value requests = allocate(loadVariable(numRequests) * getRequestBytes());
  storePointer(plan, plan::Requests, requests);
  int64_t sendWords = getSendWords();
  Value sends = allocate(loadVariable(numSends) * (8 * sendWords));
  storePointer(plan, plan::Sends, sends);

  storeVariable(numRequests, m.constant(0));
  auto makeRequests = [&](StringRef function, Value buffer, ArithValue offset,
                          const Partner &partner) {
    forEachPart(getBytes(partner.count), [&](ArithValue begin,
                                             ArithValue bytes) {
      ArithValue request = loadVariable(numRequests);
      Value tag = arith::ConstantOp::create(b, loc, b.getI32IntegerAttr(0));
      callMpi(function, {getAddress(buffer, getBytes(offset) + begin),
                         getInteger(bytes, i32), getByteType(),
                         getInteger(partner.rank, i32), tag, comm,
                         getAddress(requests, request * getRequestBytes())});
      storeVariable(numRequests, request + 1);
    });
  };
  forEachPartner(axes, rank, getReceived, [&](const Partner &partner) {
    makeRequests("MPI_Recv_init", received,
                 getReceiveOffset(axes, partner.coordinates), partner);
  });
  storeVariable(numSends, m.constant(0));
  storeVariable(numElements, m.constant(0));
  forEachPartner(axes, rank, getSent, [&](const Partner &partner) {
    ArithValue number = loadVariable(numSends),
               offset = loadVariable(numElements);
    storeWord(sends, number * sendWords, offset);
    for (size_t k = 0; k < getRank(); ++k)
      storeWord(sends, number * sendWords + (1 + k), partner.coordinates[k]);
    makeRequests("MPI_Send_init", sent, offset, partner);
    storeVariable(numSends, number + 1);
    storeVariable(numElements, offset + partner.count);
  });
  endFunction(loadError());
}

void ExchangeEmitter::emitFree() {
  SmallVector<Value> arguments =
      beginFunction(getName("free"), {pointer}, i32, /*isPublic=*/true);
  Value plan = arguments[0];
  clearError();
  Value requests = loadPointer(plan, plan::Requests);
  forLoop(m.constant(0), loadWord(plan, plan::NumRequests), [&](ArithValue i) {
    callMpi("MPI_Request_free", {getAddress(requests, i * getRequestBytes())});
  });
  callMpi("MPI_Comm_free", {plan});
  for (plan::Word word :
       {plan::Requests, plan::Sends, plan::SendBuffer, plan::ReceiveBuffer})
    call("free", {}, loadPointer(plan, word));
  call("free", {}, plan);
  endFunction(loadError());
}

void ExchangeEmitter::emitLocalShape() {
  // rank, numbers; offset and shape of the source, and of the result.
  SmallVector<Type> types = {i32};
  types.append(getNumDynamic(), i64);
  types.append(4, pointer);
  SmallVector<Value> arguments =
      beginFunction(getName("local_shape"), types, {}, /*isPublic=*/true);
  ArrayRef<Value> rest = ArrayRef(arguments).drop_front();
  SmallVector<SmallVector<ArithValue>> numbers = takeNumbers(rest);
  addCoordinates(numbers, getIndex(arguments[0]));
  std::vector<ExchangeAxis> axes =
      makeAxes([&](size_t k, plan::AxisWord word) { return numbers[k][word]; });
  for (auto [k, axis] : llvm::enumerate(axes)) {
    auto place = static_cast<int64_t>(k);
    storeWord(rest[0], place, axis.source.begin);
    storeWord(rest[1], place, axis.source.size);
    storeWord(rest[2], place, axis.result.begin);
    storeWord(rest[3], place, axis.result.size);
  }
  endFunction({});
}
