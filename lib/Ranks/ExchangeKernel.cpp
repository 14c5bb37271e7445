//===- ExchangeKernel.cpp - A pad across ranks as functions ---------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Ranks/ExchangeKernel.h"
#include "ExchangeBuilder.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::pad;

namespace {
/// What the innermost of the loops over parts of each axis knows of them.
struct Partner {
  SmallVector<ArithValue> coordinates;
  ArithValue rank, count;
};

/// Emits the functions of one exchange.
class ExchangeEmitter : ExchangeBuilder {
public:
  using ExchangeBuilder::ExchangeBuilder;

  void emit() {
    if (spec.mpi == MpiLibrary::OpenMpi)
      LLVM::GlobalOp::create(b, loc, i8, /*isConstant=*/false,
                             LLVM::Linkage::External, kOpenMpiByte,
                             Attribute());
    emitMoveBox();
    emitFillBox();
    emitMoveBoxes();
    emitConnect();
    emitCreate();
    emitRun();
    emitFree();
    emitLocalShape();
  }

private:
  /// The object whose address is MPI_BYTE of Open MPI.
  static constexpr StringLiteral kOpenMpiByte = "ompi_mpi_byte";
  /// Bytes of one message at most; a count of MPI has 31 bits.
  static constexpr int64_t kMaxMessageBytes = int64_t(1) << 30;

  Type getElementType() {
    return b.getIntegerType(8 * static_cast<unsigned>(spec.elementBytes));
  }
  std::string getName(StringRef suffix) {
    return (spec.name + "_" + suffix).str();
  }
  ArithValue getBytes(ArithValue elements) {
    return elements * spec.elementBytes;
  }
  /// The code of MPI_ERR_DIMS.
  int64_t getDimensionsError() {
    return spec.mpi == MpiLibrary::Mpich ? 11 : 12;
  }
  int64_t getRequestBytes() { return spec.mpi == MpiLibrary::Mpich ? 4 : 8; }

  /// Constants of the MPI library.
  Value getByteType();
  Value getIgnoredStatuses();

  /// Copies a box of elements from one strided array to another.
  void emitMoveBox();
  /// Stores an element to each place of a box.
  void emitFillBox();
  /// Makes what the result reads of this rank, or of messages.
  void emitMoveBoxes();
  /// Allocates the buffers of a plan, and makes its requests.
  void emitConnect();
  void emitCreate();
  void emitRun();
  void emitFree();
  void emitLocalShape();

  void moveBox(Value to, Value from, const Box &box);
  void fillBox(Value to, ArrayRef<ArithValue> extents,
               ArrayRef<ArithValue> strides, Value value);

  /// Calls `body` for each other rank for which `count`, of an axis and a part,
  /// is not 0 along every axis.
  void forEachPartner(ArrayRef<ExchangeAxis> axes, ArithValue rank,
                      function_ref<ArithValue(size_t, ArithValue)> count,
                      function_ref<void(const Partner &)> body);
  /// Calls `body` with the first byte and the bytes of each part of a message.
  void forEachPart(ArithValue bytes,
                   function_ref<void(ArithValue, ArithValue)> body);
  /// Where the message of the rank with `coordinates` begins in the buffer of
  /// received elements.
  ArithValue getReceiveOffset(ArrayRef<ExchangeAxis> axes,
                              ArrayRef<ArithValue> coordinates);
  ArithValue getOwnCount(ArrayRef<ExchangeAxis> axes);

  ArithValue getRankOf(ArrayRef<ExchangeAxis> axes,
                       ArrayRef<ArithValue> coordinates);
};
} // namespace

Value ExchangeEmitter::getByteType() {
  if (spec.mpi == MpiLibrary::Mpich)
    return m(
        arith::ConstantOp::create(b, loc, b.getI32IntegerAttr(0x4c00010d)));
  return LLVM::AddressOfOp::create(b, loc, pointer, kOpenMpiByte);
}

Value ExchangeEmitter::getIgnoredStatuses() {
  Value address = LLVM::ConstantOp::create(
      b, loc, i64, b.getI64IntegerAttr(spec.mpi == MpiLibrary::Mpich ? 1 : 0));
  return LLVM::IntToPtrOp::create(b, loc, pointer, address);
}

//===----------------------------------------------------------------------===//
// Boxes
//===----------------------------------------------------------------------===//

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
                         eq(fromStride, spec.elementBytes) & (extent > 8);
    ifThen(isDense, [&] {
      LLVM::MemcpyOp::create(b, loc, to, from, getBytes(extent).castTo(i64),
                             /*isVolatile=*/false);
    });
    ifThen(invert(isDense), [&] { loop(moveElement); });
  };
  nest(nest, 0, arguments[0], arguments[1]);
  endFunction({});
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

void ExchangeEmitter::moveBox(Value to, Value from, const Box &box) {
  SmallVector<Value> arguments = {to, from};
  for (size_t k = 0; k < getRank(); ++k)
    arguments.append({box.extents[k], box.toStrides[k], box.fromStrides[k]});
  call(getName("move"), {}, arguments);
}

void ExchangeEmitter::fillBox(Value to, ArrayRef<ArithValue> extents,
                              ArrayRef<ArithValue> strides, Value value) {
  SmallVector<Value> arguments = {to, value};
  for (auto [extent, stride] : llvm::zip_equal(extents, strides))
    arguments.append({extent, stride});
  call(getName("fill"), {}, arguments);
}

/// The extents of one field of each axis.
template <typename Get>
static SmallVector<ArithValue> collect(ArrayRef<ExchangeAxis> axes, Get get) {
  return llvm::map_to_vector(axes, get);
}

ArithValue ExchangeEmitter::getRankOf(ArrayRef<ExchangeAxis> axes,
                                      ArrayRef<ArithValue> coordinates) {
  ArithValue rank = m.constant(0);
  for (auto [axis, coordinate] : llvm::zip_equal(axes, coordinates))
    rank = rank * axis.parts + coordinate;
  return rank;
}

ArithValue ExchangeEmitter::getOwnCount(ArrayRef<ExchangeAxis> axes) {
  ArithValue count = m.constant(1);
  for (const ExchangeAxis &axis : axes)
    count = count * getPartsIn(axis.window, axis.extent, axis.source).getSize();
  return count;
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
  ArithValue own = getOffset(
      collect(axes, [](const ExchangeAxis &axis) { return axis.coordinate; }));
  return select(own < offset, offset - getOwnCount(axes), offset);
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
  SmallVector<ArithValue> resultStrides = getDenseStrides(
      m,
      collect(axes, [](const ExchangeAxis &axis) { return axis.result.size; }));
  SmallVector<ArithValue> sourceStrides =
      spec.inPlace
          ? resultStrides
          : getDenseStrides(m, collect(axes, [](const ExchangeAxis &a) {
                              return a.source.size;
                            }));
  bool hasInterior = llvm::any_of(
      spec.axes, [](const PadAxis &axis) { return axis.interior != 0; });
  Value element = arguments[3];
  ArithValue isFirst = invert(readsMessages);
  if (hasInterior)
    ifThen(isFirst, [&] {
      fillBox(
          result,
          collect(axes, [](const ExchangeAxis &a) { return a.result.size; }),
          resultStrides, element);
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
      ArithValue owner = getEvenOwner(axis.extent, axis.parts, run.element);
      run = getRunIn(run, getSourcePiece(axis, owner));
      runs.push_back(run);
      owners.push_back(owner);
      if (getExtension(spec.axes[k].mode).isFilled() && !hasInterior)
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

//===----------------------------------------------------------------------===//
// Plans
//===----------------------------------------------------------------------===//

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
    LLVM::StoreOp::create(b, loc, plan, result);
  });
  endFunction(loadError());
}

void ExchangeEmitter::emitConnect() {
  Value plan =
      beginFunction(getName("connect"), {pointer}, i32, /*isPublic=*/false)[0];
  clearError();
  std::vector<ExchangeAxis> axes = loadAxes(plan);
  Value comm = LLVM::LoadOp::create(b, loc, communicator, plan);
  ArithValue rank = getRankOf(axes, collect(axes, [](const ExchangeAxis &axis) {
                                return axis.coordinate;
                              }));
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
  int64_t sendWords = 1 + static_cast<int64_t>(getRank());
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

void ExchangeEmitter::emitRun() {
  // plan, source, result, and the padding value if it is a parameter.
  SmallVector<Type> types = {pointer, pointer, pointer};
  if (spec.isValueDynamic)
    types.push_back(pointer);
  SmallVector<Value> arguments =
      beginFunction(getName("run"), types, i32, /*isPublic=*/true);
  Value plan = arguments[0], source = arguments[1];
  clearError();
  std::vector<ExchangeAxis> axes = loadAxes(plan);
  SmallVector<ArithValue> resultStrides = getDenseStrides(
      m, collect(axes, [](const ExchangeAxis &a) { return a.result.size; }));
  SmallVector<ArithValue> sourceStrides =
      spec.inPlace
          ? resultStrides
          : getDenseStrides(m, collect(axes, [](const ExchangeAxis &a) {
                              return a.source.size;
                            }));
  ArithValue numReceives = loadWord(plan, plan::NumReceiveRequests);
  Value requests = loadPointer(plan, plan::Requests);
  ifThen(numReceives > 0, [&] {
    callMpi("MPI_Startall", {getInteger(numReceives, i32), requests});
  });
  int64_t sendWords = 1 + static_cast<int64_t>(getRank());
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
  ArithValue numRequests = loadWord(plan, plan::NumRequests);
  ifThen(numReceives < numRequests, [&] {
    callMpi("MPI_Startall",
            {getInteger(numRequests - numReceives, i32),
             getAddress(requests, numReceives * getRequestBytes())});
  });
  Value element =
      spec.isValueDynamic
          ? LLVM::LoadOp::create(b, loc, getElementType(), arguments[3],
                                 /*alignment=*/1)
                .getResult()
          : arith::ConstantOp::create(
                b, loc, b.getIntegerAttr(getElementType(), spec.value))
                .getResult();
  auto moveBoxes = [&](bool readsMessages) {
    call(getName("boxes"), {},
         {plan, source, arguments[2], element, m.condition(readsMessages)});
  };
  moveBoxes(false);
  ifThen(numRequests > 0, [&] {
    callMpi("MPI_Waitall",
            {getInteger(numRequests, i32), requests, getIgnoredStatuses()});
  });
  ifThen(numReceives > 0, [&] { moveBoxes(true); });
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

void mlir::pad::emitExchange(ModuleOp module, const ExchangeSpec &spec) {
  module.getContext()
      ->loadDialect<arith::ArithDialect, func::FuncDialect, LLVM::LLVMDialect,
                    scf::SCFDialect>();
  ExchangeEmitter(module, spec).emit();
}
