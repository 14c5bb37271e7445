//===- ExchangeBuilder.h - Emits code on plans of exchanges -----*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_LIB_RANKS_EXCHANGEBUILDER_H
#define PAD_LIB_RANKS_EXCHANGEBUILDER_H

#include "MpiConstants.h"
#include "Pad/IR/ArithValue.h"
#include "Pad/Ranks/ExchangeKernel.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace mlir {
namespace pad {

/// The 64-bit words of a plan in memory, and those of each of its axes behind
/// them, and then where pieces begin that are not all constants.
namespace plan {
enum Word {
  Communicator,
  NumSends,
  /// Requests of messages to this rank, and of all messages.
  NumReceiveRequests,
  NumRequests,
  /// Pointers to memory of the plan.
  Requests,
  Sends,
  SendBuffer,
  ReceiveBuffer,
  /// What this rank reads of a gradient; else not used.
  Window,
  NumWords
};
enum AxisWord { Extent, Low, High, Interior, Parts, Coordinate, NumAxisWords };
} // namespace plan

/// A number of an axis.
struct AxisNumber {
  size_t axis;
  StringRef name;
  /// Where it is among the words of all axes.
  int64_t word;
  /// `ShapedType::kDynamic` if it is known at run time only.
  int64_t known;
};

/// One axis of an exchange on this rank. Of a gradient, `extent` and `source`
/// are those of the gradient of the result, and `result` is what is read of it.
struct ExchangeAxis {
  ArithValue extent, low, high, parts, coordinate;
  /// Where pieces begin, words in memory; null for even pieces.
  Value sourceOffsets, resultOffsets;
  /// What the pad reads, and the extent that it makes.
  SourceIndexMap<ArithValue> padPositions;
  ArithValue padded;
  /// What the result reads: the same, unless it is what the pad reads.
  SourceIndexMap<ArithValue> positions;
  /// Of this rank.
  Piece<ArithValue> source, result;
  ReadWindow<ArithValue> window;
  /// The extent of the source of the pad.
  ArithValue unpadded = {};
};

/// Emits loops, memory accesses and calls of one function of an exchange.
class ExchangeBuilder {
public:
  ExchangeBuilder(ModuleOp module, const ExchangeSpec &spec);

  const ExchangeSpec &spec;
  MpiConstants mpi;
  OpBuilder b;
  Location loc;
  ArithContext m;
  Type index, i8, i32, i64, pointer;

  size_t getRank() const { return spec.axes.size(); }

  /// Starts a function; its arguments.
  SmallVector<Value> beginFunction(StringRef name, TypeRange arguments,
                                   TypeRange results, bool isPublic);
  void endFunction(ValueRange results);

  /// Calls a function of this module, or one of C, which it declares.
  Value call(StringRef name, TypeRange results, ValueRange arguments);
  /// Calls a function of MPI, and keeps its error code if there was none
  /// before.
  void callMpi(StringRef name, ValueRange arguments);
  /// The first error code of MPI in a function, a variable; 0 for none.
  Value error;
  void clearError();
  /// As an i32.
  Value loadError();

  ArithValue getIndex(Value integer);
  Value getAddress(Value base, ArithValue bytes);
  ArithValue loadWord(Value base, ArithValue word);
  void storeWord(Value base, ArithValue word, ArithValue number);
  ArithValue loadWord(Value plan, int64_t word) {
    return loadWord(plan, m.constant(word));
  }
  void storeWord(Value plan, int64_t word, ArithValue number) {
    storeWord(plan, m.constant(word), number);
  }
  Value loadPointer(Value plan, int64_t word);
  void storePointer(Value plan, int64_t word, Value pointer);
  ArithValue isNull(Value pointer);

  void forLoop(ArithValue low, ArithValue high,
               function_ref<void(ArithValue)> body);
  void ifThen(ArithValue condition, function_ref<void()> body);
  /// Runs `body` on `begin`, then on what it returns, as long as that is less
  /// than `end`.
  void walk(ArithValue begin, ArithValue end,
            function_ref<ArithValue(ArithValue)> body);
  /// Words on the stack.
  Value makeWords(int64_t count);
  /// A word there, of value `value`.
  Value makeVariable(ArithValue value);
  ArithValue loadVariable(Value variable) { return loadWord(variable, 0); }
  void storeVariable(Value variable, ArithValue value) {
    storeWord(variable, 0, value);
  }

  /// The axes of `plan`.
  std::vector<ExchangeAxis> loadAxes(Value plan) {
    return makeAxes(getAddress(plan, m.constant(int64_t(8) * plan::NumWords)));
  }
  /// Those of the words of axes at `words`.
  std::vector<ExchangeAxis> makeAxes(Value words);
  /// Calls `body` for each number of each axis: all extents, then all low pads,
  /// and so on, and then where pieces begin that are not all constants.
  void forEachNumber(function_ref<void(const AxisNumber &)> body);
  /// Takes the dynamic numbers from the front of `arguments`; by word.
  SmallVector<ArithValue> takeNumbers(ArrayRef<Value> &arguments);
  /// Their number.
  size_t getNumDynamic();
  /// The words of all axes.
  int64_t getNumAxisWords();
  int64_t getWord(size_t axis, plan::AxisWord word) {
    return static_cast<int64_t>(axis) * plan::NumAxisWords + word;
  }
  /// Adds the coordinates of rank `rank` in the grid of `numbers` to them.
  void addCoordinates(SmallVectorImpl<ArithValue> &numbers, ArithValue rank);
  /// Stores the words of all axes at `words`.
  void storeNumbers(Value words, ArrayRef<ArithValue> numbers);
  Piece<ArithValue> getSourcePiece(const ExchangeAxis &axis, ArithValue part);
  /// The part whose piece of the source holds `element`.
  ArithValue getOwner(const ExchangeAxis &axis, ArithValue element);
  Piece<ArithValue> getResultPiece(const ExchangeAxis &axis, ArithValue part);
  /// What `part` has of the result of the kernel, which is not `result` of a
  /// gradient.
  Piece<ArithValue> getMadePiece(const ExchangeAxis &axis, ArithValue part);
  bool isGradient() const { return spec.results == ResultPieces::Gradients; }

  /// Prints `format` with `values` to standard error; `name` is free in the
  /// module.
  void printError(StringRef name, StringRef format, ValueRange values);

private:
  /// The address of `offsets`, a constant of the module, or at `word` of the
  /// words of axes at `words`, which is then behind them; null for none.
  Value getOffsets(StringRef suffix, size_t axis,
                   ArrayRef<SmallVector<int64_t>> offsets, Value words,
                   int64_t &word);
  /// Piece `part` of `parts` of an axis of `extent` elements.
  Piece<ArithValue> getPiece(ArithValue extent, ArithValue parts, Value offsets,
                             ArithValue part);

  ModuleOp module;
};

/// Strides of a dense array of `extents`, in elements.
SmallVector<ArithValue> getDenseStrides(ArithContext m,
                                        ArrayRef<ArithValue> extents);

} // namespace pad
} // namespace mlir

#endif // PAD_LIB_RANKS_EXCHANGEBUILDER_H
