//===- ExchangeCreation.cpp - Plans of exchanges --------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExchangeEmitter.h"
#include "Pad/IR/PadOps.h"

using namespace mlir;
using namespace mlir::pad;

/// What a plan points to, or null.
static constexpr plan::Word kAllocated[] = {plan::Requests, plan::Sends,
                                            plan::SendBuffer,
                                            plan::ReceiveBuffer, plan::Window};

void ExchangeEmitter::forEachPartner(
    ArrayRef<ExchangeAxis> axes,
    function_ref<ArithValue(size_t, ArithValue)> count,
    function_ref<void(const Partner &)> body) {
  ArithValue rank = m.constant(0);
  for (const ExchangeAxis &axis : axes)
    rank = rank * axis.parts + axis.coordinate;
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
  SmallVector<Type> types = {mpi.getHandleType()};
  types.append(getNumDynamic(), i64);
  types.push_back(pointer);
  SmallVector<Value> arguments =
      beginFunction(getName("create"), types, i32, /*isPublic=*/true);
  Value comm = arguments[0], result = arguments.back();
  ArrayRef<Value> rest = ArrayRef(arguments).drop_front();
  SmallVector<ArithValue> numbers = takeNumbers(rest);
  clearError();
  ArithValue hasNoPlace = isNull(result);
  ifThen(invert(hasNoPlace), [&] {
    LLVM::StoreOp::create(b, loc, LLVM::ZeroOp::create(b, loc, pointer),
                          result);
  });
  Value variable = makeVariable(m.constant(0));
  auto askComm = [&](StringRef function) {
    callMpi(function, {comm, variable});
    return getIndex(LLVM::LoadOp::create(b, loc, i32, variable));
  };
  ArithValue rank = askComm("MPI_Comm_rank");
  ArithValue isInter = ne(askComm("MPI_Comm_test_inter"), 0);
  ifThen(eq(loadVariable(error), 0) & isInter, [&] {
    storeVariable(error, m.constant(mpi.getCommunicatorError()));
    ifThen(eq(rank, 0), [&] {
      printError(getName("inter"),
                 spec.name +
                     "_create: the communicator is an intercommunicator, whose "
                     "groups form no grid; merge them by "
                     "MPI_Intercomm_merge\n",
                 {});
    });
  });
  ifThen(eq(loadVariable(error), 0), [&] {
    ifThen(hasNoPlace, [&] {
      printError(getName("place"),
                 spec.name + "_create: rank %d: the address of the plan is "
                             "NULL\n",
                 rank.castTo(i32));
    });
    SmallVector<Value> agreed = {
        comm, rank, select(hasNoPlace, m.constant(mpi.getArgumentError()), 0)};
    llvm::append_range(agreed, ArrayRef(arguments).drop_front().drop_back());
    callMpi(getName("agree"), agreed);
  });
  ifThen(eq(loadVariable(error), 0),
         [&] { checkGrid(numbers, rank, askComm("MPI_Comm_size")); });
  ifThen(eq(loadVariable(error), 0), [&] {
    SmallVector<ArithValue> whole = numbers;
    addCoordinates(whole, rank);
    checkLimits(whole, rank);
    ifThen(eq(loadVariable(error), 0), [&] { checkPieces(whole, rank); });
  });
  ifThen(eq(loadVariable(error), 0), [&] {
    addCoordinates(numbers, rank);
    Value plan =
        call("malloc", pointer,
             m.constant(8 * (plan::NumWords + getNumAxisWords())).castTo(i64));
    ArithValue isThere = invert(isNull(plan));
    ifThen(isThere, [&] {
      Value words = getAddress(plan, m.constant(int64_t(8) * plan::NumWords));
      storeNumbers(words, numbers);
      for (plan::Word word : kAllocated)
        storePointer(plan, word, LLVM::ZeroOp::create(b, loc, pointer));
      checkSizes(words, rank);
      ifThen(eq(loadVariable(error), 0),
             [&] { callMpi(getName("allocate"), plan); });
    });
    ifThen(invert(isThere),
           [&] { storeVariable(error, m.constant(mpi.getMemoryError())); });
    ifThen(eq(loadVariable(error), mpi.getMemoryError()), [&] {
      printError(getName("memory"),
                 spec.name + "_create: rank %d: there is no memory for the "
                             "messages\n",
                 rank.castTo(i32));
    });
    // All ranks have a plan, or none has.
    Value largest = makeWords(1);
    callMpi("MPI_Allreduce",
            {error, largest, m.constant(1).castTo(i32),
             mpi.getInt64Type(b, loc), mpi.getMaximum(b, loc), comm});
    ifThen(eq(loadVariable(error), 0),
           [&] { storeVariable(error, loadVariable(largest)); });
    // Messages of the program do not meet those of the plan.
    ifThen(eq(loadVariable(error), 0), [&] {
      callMpi("MPI_Comm_dup", {comm, plan});
      ifThen(eq(loadVariable(error), 0), [&] {
        LLVM::StoreOp::create(b, loc, plan, result);
        callMpi(getName("connect"), plan);
      });
    });
    ifThen(ne(loadVariable(error), 0) & isThere, [&] {
      ArithValue isConnected =
          invert(isNull(LLVM::LoadOp::create(b, loc, pointer, result)));
      ifThen(isConnected, [&] {
        callMpi(getName("free"), plan);
        LLVM::StoreOp::create(b, loc, LLVM::ZeroOp::create(b, loc, pointer),
                              result);
      });
      ifThen(invert(isConnected), [&] { call(getName("release"), {}, plan); });
    });
  });
  endFunction(loadError());
}

void ExchangeEmitter::forEachSender(ArrayRef<ExchangeAxis> axes,
                                    function_ref<void(const Partner &)> body) {
  forEachPartner(
      axes,
      [&](size_t k, ArithValue part) {
        return getPartsIn(axes[k].window, axes[k].extent,
                          getSourcePiece(axes[k], part))
            .getSize();
      },
      body);
}

void ExchangeEmitter::forEachReceiver(
    ArrayRef<ExchangeAxis> axes, function_ref<void(const Partner &)> body) {
  forEachPartner(
      axes,
      [&](size_t k, ArithValue part) {
        ReadWindow<ArithValue> window = getReadWindow(
            axes[k].positions, axes[k].extent, getResultPiece(axes[k], part));
        return getPartsIn(window, axes[k].extent, axes[k].source).getSize();
      },
      body);
}

void ExchangeEmitter::emitAllocate() {
  Value plan =
      beginFunction(getName("allocate"), {pointer}, i32, /*isPublic=*/false)[0];
  clearError();
  std::vector<ExchangeAxis> axes = loadAxes(plan);
  Value numRequests = makeVariable(m.constant(0)),
        numSends = makeVariable(m.constant(0)),
        numElements = makeVariable(m.constant(0));
  // Where it ends, there is no memory.
  auto add = [&](Value variable, ArithValue number) {
    storeVariable(variable,
                  min(loadVariable(variable) + number, kMaxPieceBytes / 16));
  };
  auto countRequests = [&](const Partner &partner) {
    add(numRequests, ceilDiv(getBytes(partner.count), kMaxMessageBytes));
    add(numElements, partner.count);
  };
  auto allocate = [&](plan::Word word, ArithValue bytes) {
    Value memory = call("malloc", pointer, max(bytes, 1).castTo(i64));
    storePointer(plan, word, memory);
    ifThen(isNull(memory),
           [&] { storeVariable(error, m.constant(mpi.getMemoryError())); });
  };
  forEachSender(axes, countRequests);
  allocate(plan::ReceiveBuffer, getBytes(loadVariable(numElements)));
  storeVariable(numElements, m.constant(0));
  forEachReceiver(axes, [&](const Partner &partner) {
    countRequests(partner);
    add(numSends, m.constant(1));
  });
  storeWord(plan, plan::NumSends, loadVariable(numSends));
  allocate(plan::SendBuffer, getBytes(loadVariable(numElements)));
  if (isGradient()) {
    ArithValue size = m.constant(spec.elementBytes);
    for (const ExchangeAxis &axis : axes)
      size = size * axis.result.size;
    allocate(plan::Window, size);
  }
  allocate(plan::Requests, loadVariable(numRequests) * mpi.getRequestBytes());
  allocate(plan::Sends, loadVariable(numSends) * (8 * getSendWords()));
  endFunction(loadError());
}

void ExchangeEmitter::emitConnect() {
  Value plan =
      beginFunction(getName("connect"), {pointer}, i32, /*isPublic=*/false)[0];
  clearError();
  std::vector<ExchangeAxis> axes = loadAxes(plan);
  Value comm = LLVM::LoadOp::create(b, loc, mpi.getHandleType(), plan);
  Value requests = loadPointer(plan, plan::Requests);
  storeWord(plan, plan::NumRequests, m.constant(0));
  auto makeRequests = [&](StringRef function, plan::Word buffer,
                          ArithValue offset, const Partner &partner) {
    forEachPart(getBytes(partner.count), [&](ArithValue begin,
                                             ArithValue bytes) {
      ArithValue request = loadWord(plan, plan::NumRequests);
      Value tag = arith::ConstantOp::create(b, loc, b.getI32IntegerAttr(0));
      callMpi(function,
              {getAddress(loadPointer(plan, buffer), getBytes(offset) + begin),
               bytes.castTo(i32), mpi.getByteType(b, loc),
               partner.rank.castTo(i32), tag, comm,
               getAddress(requests, request * mpi.getRequestBytes())});
      // Requests that are made are freed.
      ifThen(eq(loadVariable(error), 0),
             [&] { storeWord(plan, plan::NumRequests, request + 1); });
    });
  };
  forEachSender(axes, [&](const Partner &partner) {
    makeRequests("MPI_Recv_init", plan::ReceiveBuffer,
                 getReceiveOffset(axes, partner.coordinates), partner);
  });
  storeWord(plan, plan::NumReceiveRequests, loadWord(plan, plan::NumRequests));
  int64_t sendWords = getSendWords();
  Value sends = loadPointer(plan, plan::Sends),
        numSends = makeVariable(m.constant(0)),
        numElements = makeVariable(m.constant(0));
  forEachReceiver(axes, [&](const Partner &partner) {
    ArithValue number = loadVariable(numSends),
               offset = loadVariable(numElements);
    storeWord(sends, number * sendWords, offset);
    for (size_t k = 0; k < getRank(); ++k)
      storeWord(sends, number * sendWords + (1 + k), partner.coordinates[k]);
    makeRequests("MPI_Send_init", plan::SendBuffer, offset, partner);
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
  ifThen(invert(isNull(plan)), [&] {
    Value requests = loadPointer(plan, plan::Requests);
    forLoop(m.constant(0), loadWord(plan, plan::NumRequests),
            [&](ArithValue i) {
              callMpi("MPI_Request_free",
                      {getAddress(requests, i * mpi.getRequestBytes())});
            });
    callMpi("MPI_Comm_free", {plan});
    call(getName("release"), {}, plan);
  });
  endFunction(loadError());
}

void ExchangeEmitter::emitRelease() {
  Value plan =
      beginFunction(getName("release"), {pointer}, {}, /*isPublic=*/false)[0];
  for (plan::Word word : kAllocated)
    call("free", {}, loadPointer(plan, word));
  call("free", {}, plan);
  endFunction({});
}

void ExchangeEmitter::emitLocalShape() {
  // rank, numbers; offset and shape of the source, and of the result.
  SmallVector<Type> types = {i32};
  types.append(getNumDynamic(), i64);
  types.append(4, pointer);
  SmallVector<Value> arguments =
      beginFunction(getName("local_shape"), types, {}, /*isPublic=*/true);
  ArrayRef<Value> rest = ArrayRef(arguments).drop_front();
  SmallVector<ArithValue> numbers = takeNumbers(rest);
  auto store = [&](Value list, size_t k, ArithValue number) {
    ifThen(invert(isNull(list)),
           [&] { storeWord(list, static_cast<int64_t>(k), number); });
  };
  // What is left of the rank beyond the grid is 0.
  ArithValue left = getIndex(arguments[0]), isInGrid = left >= 0;
  for (size_t k = getRank(); k-- > 0;) {
    ArithValue parts = numbers[getWord(k, plan::Parts)];
    isInGrid = isInGrid & (parts > 0);
    left = udiv(left, max(parts, 1));
  }
  isInGrid = isInGrid & eq(left, 0);
  ifThen(invert(isInGrid), [&] {
    for (Value list : rest)
      for (size_t k = 0; k < getRank(); ++k)
        store(list, k, m.constant(0));
  });
  ifThen(isInGrid, [&] {
    addCoordinates(numbers, getIndex(arguments[0]));
    Value words = makeWords(getNumAxisWords());
    storeNumbers(words, numbers);
    for (auto [k, axis] : llvm::enumerate(makeAxes(words))) {
      store(rest[0], k, axis.source.begin);
      store(rest[1], k, axis.source.size);
      Piece<ArithValue> made =
          isGradient() ? getMadePiece(axis, axis.coordinate) : axis.result;
      store(rest[2], k, made.begin);
      store(rest[3], k, made.size);
    }
  });
  endFunction({});
}
