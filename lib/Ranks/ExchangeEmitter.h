//===- ExchangeEmitter.h - Emits the functions of an exchange ---*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_LIB_RANKS_EXCHANGEEMITTER_H
#define PAD_LIB_RANKS_EXCHANGEEMITTER_H

#include "ExchangeBuilder.h"

namespace mlir {
namespace pad {

/// A box in memory: extents, and strides of both sides in elements.
struct Box {
  SmallVector<ArithValue> extents, toStrides, fromStrides;
};

/// A rank with which a plan exchanges a message.
struct Partner {
  /// In the grid.
  SmallVector<ArithValue> coordinates;
  /// Its number, and the elements of the message.
  ArithValue rank, count;
};

/// Emits the functions of one exchange. Those of a name that `getName` gives
/// are internal, but for the four that `emitExchange` describes.
class ExchangeEmitter : ExchangeBuilder {
public:
  using ExchangeBuilder::ExchangeBuilder;

  void emit();

private:
  //===--------------------------------------------------------------------===//
  // ExchangeBoxes.cpp: elements from one array to another.
  //===--------------------------------------------------------------------===//

  /// `move(to, from, boxes...)` copies a box of elements, with an extent and
  /// both strides for each axis.
  void emitMoveBox();
  void moveBox(Value to, Value from, const Box &box);
  /// `fill(to, value, boxes...)` stores an element to each place of a box.
  void emitFillBox();
  void fillBox(Value to, ArrayRef<ArithValue> extents,
               ArrayRef<ArithValue> strides, Value value);
  /// `boxes(plan, source, result, value, readsMessages)` writes what the result
  /// reads of this rank and the padding values, or what it reads of messages.
  void emitMoveBoxes();
  /// Where the message of the rank with `coordinates` begins in the buffer of
  /// received elements.
  ArithValue getReceiveOffset(ArrayRef<ExchangeAxis> axes,
                              ArrayRef<ArithValue> coordinates);

  //===--------------------------------------------------------------------===//
  // ExchangeSums.cpp: gradients.
  //===--------------------------------------------------------------------===//

  /// `sum(plan, result)` sums what this rank has read of a gradient.
  void emitSum();

  //===--------------------------------------------------------------------===//
  // ExchangeCreation.cpp: plans, and where pieces are.
  //===--------------------------------------------------------------------===//

  void emitCreate();
  /// Sets an error of the argument unless `condition` holds, and prints why on
  /// rank 0; `name` is free in the module.
  void refuseUnless(ArithValue condition, ArithValue rank, StringRef name,
                    const Twine &message, ValueRange values);
  /// Refuses a grid that has not `numRanks` ranks.
  void checkGrid(ArrayRef<ArithValue> numbers, ArithValue rank,
                 ArithValue numRanks);
  /// Refuses numbers for which the arithmetic of pieces does not hold, and
  /// those for which a result has no room for its source.
  void checkLimits(ArrayRef<ArithValue> numbers, ArithValue rank);
  /// Refuses pieces that do not make up an axis.
  void checkPieces(ArrayRef<ArithValue> numbers, ArithValue rank);
  /// Sets an error, and prints why, if a piece of this rank has more bytes than
  /// `kMaxPieceBytes`.
  void checkSizes(Value words, ArithValue rank);
  /// `agree(comm, rank, error, numbers...)` returns 0 if no rank of `comm` has
  /// an error, and all have the same numbers and kernel. Otherwise it prints
  /// which ones this rank has.
  void emitAgree();
  /// What tells kernels of different static numbers apart.
  int64_t getSignature();
  /// `allocate(plan)` allocates the buffers of a plan; `release(plan)` frees
  /// all its memory.
  void emitAllocate();
  void emitRelease();
  /// `connect(plan)` makes the requests of a plan.
  void emitConnect();
  void emitFree();
  void emitLocalShape();
  /// Calls `body` for each other rank for which `count`, of an axis and a part,
  /// is not 0 along every axis.
  void forEachPartner(ArrayRef<ExchangeAxis> axes,
                      function_ref<ArithValue(size_t, ArithValue)> count,
                      function_ref<void(const Partner &)> body);
  /// Those that have what this rank reads, and those that read what it has.
  void forEachSender(ArrayRef<ExchangeAxis> axes,
                     function_ref<void(const Partner &)> body);
  void forEachReceiver(ArrayRef<ExchangeAxis> axes,
                       function_ref<void(const Partner &)> body);
  /// Calls `body` with the first byte and the bytes of each part of a message
  /// of `bytes` bytes.
  void forEachPart(ArithValue bytes,
                   function_ref<void(ArithValue, ArithValue)> body);

  //===--------------------------------------------------------------------===//
  // ExchangeKernel.cpp: what runs each time.
  //===--------------------------------------------------------------------===//

  void emitRun();
  /// Sets an error, and prints why, if an array is null of which this rank's
  /// piece has elements. `value` is that of the padding value, or null.
  void checkArrays(Value plan, Value source, Value result, Value value);
  /// Sets an error of the argument where `condition` holds, and prints
  /// `message`.
  void refuseToRun(ArithValue condition, StringRef name, const Twine &message);
  /// Packs what the other ranks read of `source`.
  void emitPacking(Value plan, Value source);

  /// Elements of a row from which on `memcpy` moves it.
  static constexpr int64_t kMinCopiedElements = 9;
  /// More than any memory has, and still no product of it and 2 wraps.
  static constexpr int64_t kMaxPieceBytes = int64_t(1) << 62;
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
  /// Words that a plan has of each message to send: where it begins in the
  /// buffer, and the coordinates of its rank.
  int64_t getSendWords() { return 1 + static_cast<int64_t>(getRank()); }

  SmallVector<ArithValue> getResultExtents(ArrayRef<ExchangeAxis> axes);
  SmallVector<ArithValue> getResultStrides(ArrayRef<ExchangeAxis> axes);
  SmallVector<ArithValue> getSourceStrides(ArrayRef<ExchangeAxis> axes);
  /// Of this rank.
  SmallVector<ArithValue> getSourceExtents(ArrayRef<ExchangeAxis> axes);
  SmallVector<ArithValue> getCoordinates(ArrayRef<ExchangeAxis> axes);
};

} // namespace pad
} // namespace mlir

#endif // PAD_LIB_RANKS_EXCHANGEEMITTER_H
