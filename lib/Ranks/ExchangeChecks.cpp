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
  SmallVector<Type> types = {mpi.getHandleType(), index, index};
  types.append(getNumDynamic(), i64);
  SmallVector<Value> arguments =
      beginFunction(getName("agree"), types, i32, /*isPublic=*/false);
  Value comm = arguments[0];
  ArrayRef<Value> numbers = ArrayRef(arguments).drop_front(3);
  clearError();
  auto getCount = [&](int64_t count) { return m.constant(count).castTo(i32); };
  // The largest of what all ranks have, and of its negation: the numbers, as
  // one, and the kernel; and the largest error.
  ArithValue hash = m.constant(getSignature());
  for (Value number : numbers)
    hash = (hash ^ getIndex(number)) * 0x100000001b3;
  hash = lshr(hash, 1);
  ArithValue kernel = m.constant(getSignature());
  const ArithValue words[] = {hash, 0 - hash, kernel, 0 - kernel,
                              m(arguments[2])};
  Value own = makeWords(5), largest = makeWords(5);
  for (auto [word, value] : llvm::enumerate(words))
    storeWord(own, static_cast<int64_t>(word), value);
  callMpi("MPI_Allreduce", {own, largest, getCount(5), mpi.getInt64Type(b, loc),
                            mpi.getMaximum(b, loc), comm});
  auto agrees = [&](int64_t word) {
    return eq(loadWord(largest, word), 0 - loadWord(largest, word + 1));
  };
  Value rank = m(arguments[1]).castTo(i32);
  ifThen(eq(loadVariable(error), 0),
         [&] { storeVariable(error, loadWord(largest, 4)); });
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

void ExchangeEmitter::checkGrid(ArrayRef<ArithValue> numbers, ArithValue rank,
                                ArithValue numRanks) {
  // Below 2^31, so that no product of two wraps.
  ArithValue product = m.constant(1), isGrid = m.condition(true);
  std::string grid;
  SmallVector<Value> values;
  for (size_t k = 0; k < getRank(); ++k) {
    ArithValue parts = numbers[getWord(k, plan::Parts)];
    product = product * parts;
    isGrid = isGrid & (parts > 0) & (parts <= numRanks) & (product <= numRanks);
    grid += k == 0 ? "%lld" : "x%lld";
    values.push_back(parts.castTo(i64));
  }
  isGrid = isGrid & eq(product, numRanks);
  values.push_back(numRanks.castTo(i64));
  ifThen(invert(isGrid), [&] {
    storeVariable(error, m.constant(mpi.getDimensionsError()));
    ifThen(eq(rank, 0), [&] {
      printError(getName("ranks"),
                 spec.name + "_create: the grid is " + grid +
                     ", but the communicator has %lld ranks; give positive "
                     "numbers whose product is that\n",
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
    if (spec.inPlace)
      refuseUnless((get(plan::Low) >= 0) & (get(plan::High) >= 0), rank,
                   (Twine("room") + Twine(k)).str(),
                   "axis " + Twine(k) +
                       " has the pads %lld and %lld, but the result of a "
                       "negative pad has no room for the source; use a kernel "
                       "without --in-place\n",
                   {get(plan::Low).castTo(i64), get(plan::High).castTo(i64)});
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

void ExchangeEmitter::checkSizes(Value words, ArithValue rank) {
  std::vector<ExchangeAxis> axes = makeAxes(words);
  auto fits = [&](function_ref<ArithValue(const ExchangeAxis &)> getSize) {
    ArithValue bytes = m.constant(spec.elementBytes),
               isEmpty = m.condition(false), isBelow = m.condition(true);
    for (const ExchangeAxis &axis : axes) {
      ArithValue size = getSize(axis);
      isEmpty = isEmpty | eq(size, 0);
      isBelow =
          isBelow & (bytes <= udiv(m.constant(kMaxPieceBytes), umax(size, 1)));
      bytes = bytes * size;
    }
    return isBelow | isEmpty;
  };
  ArithValue areBelow =
      fits([](const ExchangeAxis &axis) { return axis.source.size; }) &
      fits([](const ExchangeAxis &axis) { return axis.result.size; }) &
      fits([](const ExchangeAxis &axis) { return axis.window.size; });
  ifThen(invert(areBelow), [&] {
    storeVariable(error, m.constant(mpi.getArgumentError()));
    printError(getName("bytes"),
               spec.name + "_create: rank %d: a piece of the source or of the "
                           "result has more than 2^62 bytes (C7)\n",
               rank.castTo(i32));
  });
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
