//===- ExchangeChecks.cpp - What the ranks of an exchange check -----------===//
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

int64_t ExchangeEmitter::getSignature() {
  // FNV-1a.
  uint64_t hash = 0xcbf29ce484222325;
  auto add = [&](int64_t number) {
    hash = (hash ^ static_cast<uint64_t>(number)) * 0x100000001b3;
  };
  for (auto [axis, parts] : llvm::zip_equal(spec.axes, spec.grid))
    for (int64_t number : {axis.extent, axis.low, axis.high, axis.interior,
                           static_cast<int64_t>(axis.mode), parts})
      add(number);
  for (const auto &offsets : {spec.sourceOffsets, spec.resultOffsets})
    for (ArrayRef<int64_t> axis : offsets)
      for (int64_t number : axis)
        add(number);
  for (int64_t number : {spec.elementBytes, static_cast<int64_t>(spec.results),
                         static_cast<int64_t>(spec.axes.size())})
    add(number);
  if (isGradient()) {
    std::string type;
    llvm::raw_string_ostream(type) << spec.summedType;
    for (char letter : type)
      add(letter);
  }
  // Its negation fits, too.
  return static_cast<int64_t>(hash >> 1);
}

void ExchangeEmitter::emitAgree() {
  SmallVector<Type> types = {mpi.getHandleType(), index};
  types.append(getNumDynamic(), i64);
  SmallVector<Value> arguments =
      beginFunction(getName("agree"), types, i32, /*isPublic=*/false);
  Value comm = arguments[0];
  ArrayRef<Value> numbers = ArrayRef(arguments).drop_front(2);
  clearError();
  auto getCount = [&](int64_t count) {
    return getInteger(m.constant(count), i32);
  };
  // The largest of what all ranks have, and of its negation: the numbers, as
  // one, and the kernel.
  ArithValue hash = m.constant(getSignature());
  for (Value number : numbers)
    hash = (hash ^ getIndex(number)) * 0x100000001b3;
  hash = lshr(hash, 1);
  ArithValue kernel = m.constant(getSignature());
  Value own = makeWords(4), largest = makeWords(4);
  const ArithValue words[] = {hash, 0 - hash, kernel, 0 - kernel};
  for (auto [word, value] : llvm::enumerate(words))
    storeWord(own, static_cast<int64_t>(word), value);
  callMpi("MPI_Allreduce", {own, largest, getCount(4), mpi.getInt64Type(b, loc),
                            mpi.getMaximum(b, loc), comm});
  auto agrees = [&](int64_t word) {
    return eq(loadWord(largest, word), 0 - loadWord(largest, word + 1));
  };
  Value rank = getInteger(m(arguments[1]), i32);
  ifThen(eq(loadVariable(error), 0) & invert(agrees(0)), [&] {
    storeVariable(error, m.constant(mpi.getArgumentError()));
    ifThen(invert(agrees(2)), [&] {
      printError(getName("kernels"),
                 spec.name +
                     "_create: rank %d: not all ranks of the communicator "
                     "have the same kernel; compile it once for all\n",
                 rank);
    });
    ifThen(agrees(2), [&] {
      auto count = static_cast<int64_t>(numbers.size());
      Value first = makeWords(count);
      for (auto [word, number] : llvm::enumerate(numbers))
        storeWord(first, static_cast<int64_t>(word), getIndex(number));
      callMpi("MPI_Bcast", {first, getCount(8 * count), mpi.getByteType(b, loc),
                            getCount(0), comm});
      int64_t word = 0;
      forEachNumber([&](const AxisNumber &number) {
        if (ShapedType::isStatic(number.known))
          return;
        Value mine = numbers[word], other = loadWord(first, word).castTo(i64);
        ifThen(ne(m(mine), m(other)), [&] {
          printError(
              (spec.name + "_differs" + Twine(word)).str(),
              (spec.name + "_create: rank %d: the " + number.name +
               " of axis " + Twine(number.axis) +
               " is %lld, but it is %lld on rank 0; give the same on all "
               "ranks\n")
                  .str(),
              {rank, mine, other});
        });
        ++word;
      });
    });
  });
  endFunction(loadError());
}

void ExchangeEmitter::refuseUnless(ArithValue condition, ArithValue rank,
                                   StringRef name, const Twine &message,
                                   ValueRange values) {
  ifThen(invert(condition), [&] {
    storeVariable(error, m.constant(mpi.getArgumentError()));
    ifThen(eq(rank, 0), [&] {
      printError(getName(name), (spec.name + "_create: " + message).str(),
                 values);
    });
  });
}

void ExchangeEmitter::checkLimits(ArrayRef<ArithValue> numbers,
                                  ArithValue rank) {
  const int64_t limit = int64_t(1) << 61;
  for (size_t k = 0; k < getRank(); ++k) {
    if (getStaticAxis(spec.axes[k]))
      continue;
    auto get = [&](plan::AxisWord word) { return numbers[getWord(k, word)]; };
    ArithValue extent = get(plan::Extent), fits = extent <= limit;
    for (plan::AxisWord word : {plan::Low, plan::High})
      fits = fits & (get(word) <= limit) & (get(word) >= -limit);
    // An interior pad below 0 counts as 0.
    ArithValue step = max(get(plan::Interior), 0) + 1;
    fits = fits & (extent >= 0) &
           ((extent <= 1) | (extent - 1 < udiv(m.constant(limit), step)));
    refuseUnless(fits, rank, (Twine("limits") + Twine(k)).str(),
                 "the extent of axis " + Twine(k) +
                     " is negative, or a number or the dilated extent of it "
                     "exceeds 2^61 (C7)\n",
                 {});
  }
}

void ExchangeEmitter::checkPieces(ArrayRef<ArithValue> numbers,
                                  ArithValue rank) {
  Value words;
  std::vector<ExchangeAxis> axes;
  for (size_t k = 0; k < getRank(); ++k)
    for (bool isResult : {false, true}) {
      const auto &offsets = isResult ? spec.resultOffsets : spec.sourceOffsets;
      // What is known has been verified.
      if (offsets.empty() || offsets[k].empty() ||
          (getStaticAxis(spec.axes[k]) &&
           !ShapedType::isDynamicShape(offsets[k])))
        continue;
      if (!words) {
        words = makeWords(getNumAxisWords());
        storeNumbers(words, numbers);
        axes = makeAxes(words);
      }
      Value list = isResult ? axes[k].resultOffsets : axes[k].sourceOffsets;
      ArithValue extent = isResult ? axes[k].padded : axes[k].extent;
      auto last = static_cast<int64_t>(offsets[k].size()) - 1;
      ArithValue isRising =
          eq(loadWord(list, 0), 0) & eq(loadWord(list, last), extent);
      for (int64_t part = 0; part < last; ++part)
        isRising =
            isRising & (loadWord(list, part) <= loadWord(list, part + 1));
      refuseUnless(isRising, rank,
                   ((isResult ? "result" : "source") + Twine(k)).str(),
                   Twine("the first indices of pieces of the ") +
                       (isResult ? "result" : "source") + " along axis " +
                       Twine(k) + " do not rise from 0 to its extent %lld\n",
                   extent.castTo(i64));
    }
}
