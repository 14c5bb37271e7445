//===- AdjointCase.cpp - Random gradients and their oracle ----------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AdjointCase.h"
#include "llvm/ADT/APInt.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>
#include <cstring>
#include <optional>

using namespace mlir;
using namespace mlir::pad;

namespace {
/// A number of a sum: of a floating-point type, or an integer that wraps.
struct Number {
  std::optional<APFloat> real;
  APInt integer;
};

using Element = SmallVector<Number, 2>;

/// A sum that starts with its first term.
struct Sum {
  std::optional<Element> value;

  void add(const Element &term) {
    if (!value) {
      value = term;
      return;
    }
    for (auto [number, other] : llvm::zip_equal(*value, term)) {
      if (number.real)
        number.real->add(*other.real, APFloat::rmNearestTiesToEven);
      else
        number.integer += other.integer;
    }
  }
};
} // namespace

ArrayRef<SummedType> mlir::pad::getSummedTypes() {
  static const SummedType types[] = {
      {"i8", 8},
      {"si16", 16},
      {"i32", 32},
      {"ui64", 64},
      {"index", 64},
      {"f16", 16, &APFloat::IEEEhalf()},
      {"bf16", 16, &APFloat::BFloat()},
      {"f32", 32, &APFloat::IEEEsingle()},
      {"f64", 64, &APFloat::IEEEdouble()},
      {"complex<f16>", 16, &APFloat::IEEEhalf(), 2},
      {"complex<f32>", 32, &APFloat::IEEEsingle(), 2},
      {"complex<f64>", 64, &APFloat::IEEEdouble(), 2}};
  return types;
}

static Element readElement(const SummedType &type, const uint8_t *bytes) {
  Element element;
  for (int64_t part = 0; part < type.numParts; ++part) {
    APInt bits(type.bits, 0);
    uint64_t word = 0;
    memcpy(&word, bytes + part * type.bits / 8, type.bits / 8);
    bits = APInt(type.bits, word);
    Number number{std::nullopt, bits};
    if (type.semantics) {
      number.real = APFloat(*type.semantics, bits);
      bool losesInfo;
      number.real->convert(type.getSumSemantics(), APFloat::rmNearestTiesToEven,
                           &losesInfo);
    }
    element.push_back(number);
  }
  return element;
}

static void writeElement(const SummedType &type, const Element &element,
                         uint8_t *bytes) {
  for (auto [part, number] : llvm::enumerate(element)) {
    APInt bits = number.integer;
    if (number.real) {
      APFloat real = *number.real;
      bool losesInfo;
      real.convert(*type.semantics, APFloat::rmNearestTiesToEven, &losesInfo);
      bits = real.bitcastToAPInt();
    }
    uint64_t word = bits.getZExtValue();
    memcpy(bytes + part * type.bits / 8, &word, type.bits / 8);
  }
}

int64_t mlir::pad::countElements(ArrayRef<int64_t> shape) {
  return *multiplyExtents(shape);
}

std::vector<uint8_t>
mlir::pad::drawElements(Random &random, const SummedType &type, int64_t count) {
  std::vector<uint8_t> bytes(count * type.getBytes());
  for (int64_t i = 0; i < count * type.numParts; ++i) {
    uint64_t word = random();
    if (type.semantics) {
      APFloat real(*type.semantics);
      // All bits of a mantissa, of which sums lose some.
      double value =
          std::ldexp(draw(random, int64_t(1) << 52, (int64_t(1) << 53) - 1),
                     draw(random, 0, 9) - 52);
      if (draw(random, 0, 9) == 0)
        value = 0;
      real = APFloat(random() % 2 ? value : -value);
      bool losesInfo;
      real.convert(*type.semantics, APFloat::rmNearestTiesToEven, &losesInfo);
      word = real.bitcastToAPInt().getZExtValue();
    }
    memcpy(bytes.data() + i * type.bits / 8, &word, type.bits / 8);
  }
  return bytes;
}

AdjointCase mlir::pad::drawAdjoint(Random &random, const SummedType &type,
                                   PadMode mode, AdjointForm form,
                                   bool isOfValue) {
  AdjointCase test{type, {}, form, draw(random, 0, 1) == 1, isOfValue};
  test.hasKnownInterior = draw(random, 0, 1) == 1;
  test.hasKnownPads = test.hasKnownInterior && draw(random, 0, 1) == 1;
  int64_t rank = draw(random, 1, 3);
  bool isSame = draw(random, 0, 1) == 1;
  for (int64_t k = 0; k < rank; ++k) {
    bool isLast = k == rank - 1;
    for (;;) {
      PadAxis axis;
      axis.extent = draw(random, 0, isLast && rank == 1 ? 60 : isLast ? 40 : 5);
      axis.mode = isLast || isSame ? mode : kPadModes[draw(random, 0, 4)];
      axis.periodic = draw(random, 0, 1) == 1;
      int64_t most = draw(random, 0, 3) == 0 ? 12 : 4;
      if (draw(random, 0, 4) != 0) {
        axis.low = draw(random, -most, most);
        axis.high = draw(random, -most, most);
      }
      if (draw(random, 0, 4) == 0)
        axis.interior = draw(random, 0, 2);
      if (!isValidAxis(axis))
        continue;
      test.axes.push_back(axis);
      break;
    }
  }
  test.gradient =
      drawElements(random, type, countElements(test.getPaddedShape()));
  test.held = drawElements(random, type,
                           isOfValue ? 1 : countElements(test.getShape()));
  if (isOfValue || isTensor(form))
    test.accumulate = false;
  return test;
}

static int64_t getOffset(ArrayRef<int64_t> shape, ArrayRef<int64_t> index) {
  int64_t place = 0;
  for (auto [extent, i] : llvm::zip_equal(shape, index))
    place = place * extent + i;
  return place;
}

std::vector<uint8_t> mlir::pad::getExpectedAdjoint(const AdjointCase &test) {
  SmallVector<int64_t> shape = test.getPaddedShape();
  std::vector<Sum> sums(countElements(shape));
  for (auto [i, sum] : llvm::enumerate(sums))
    sum.value =
        readElement(test.type, test.gradient.data() + i * test.type.getBytes());
  for (size_t k = 0; k < test.axes.size(); ++k) {
    const PadAxis &axis = test.axes[k];
    SmallVector<int64_t> next = shape;
    next[k] = axis.extent;
    std::vector<Sum> scattered(countElements(next));
    forEachIndex(shape, [&](ArrayRef<int64_t> index) {
      std::optional<int64_t> read = getSourceIndex(axis, index[k]);
      const Sum &term = sums[getOffset(shape, index)];
      if (!read || !term.value)
        return;
      SmallVector<int64_t> place(index);
      place[k] = *read;
      scattered[getOffset(next, place)].add(*term.value);
    });
    sums = std::move(scattered);
    shape = next;
  }
  std::vector<uint8_t> result(sums.size() * test.type.getBytes());
  for (auto [i, sum] : llvm::enumerate(sums)) {
    uint8_t *place = result.data() + i * test.type.getBytes();
    if (sum.value)
      writeElement(test.type, *sum.value, place);
    if (!test.accumulate)
      continue;
    Sum total;
    total.add(
        readElement(test.type, test.held.data() + i * test.type.getBytes()));
    total.add(readElement(test.type, place));
    writeElement(test.type, *total.value, place);
  }
  return result;
}

std::vector<uint8_t> mlir::pad::getExpectedValue(const AdjointCase &test) {
  SmallVector<int64_t> shape = test.getPaddedShape();
  SmallVector<int64_t> rows(shape);
  rows.back() = 1;
  std::vector<Sum> sums(countElements(rows));
  forEachIndex(shape, [&](ArrayRef<int64_t> index) {
    bool readsSource = true;
    for (auto [axis, i] : llvm::zip_equal(test.axes, index))
      readsSource &= getSourceIndex(axis, i).has_value();
    if (readsSource)
      return;
    SmallVector<int64_t> row(index);
    row.back() = 0;
    sums[getOffset(rows, row)].add(readElement(
        test.type,
        test.gradient.data() + getOffset(shape, index) * test.type.getBytes()));
  });
  for (size_t k = 0; k + 1 < test.axes.size(); ++k) {
    SmallVector<int64_t> next = rows;
    next[k] = 1;
    std::vector<Sum> gathered(countElements(next));
    forEachIndex(rows, [&](ArrayRef<int64_t> index) {
      SmallVector<int64_t> place(index);
      place[k] = 0;
      if (const Sum &term = sums[getOffset(rows, index)]; term.value)
        gathered[getOffset(next, place)].add(*term.value);
    });
    sums = std::move(gathered);
    rows = next;
  }
  std::vector<uint8_t> result(test.type.getBytes());
  if (!sums.empty() && sums.front().value)
    writeElement(test.type, *sums.front().value, result.data());
  return result;
}

std::string mlir::pad::printFunction(const AdjointCase &test, StringRef name) {
  bool dynamic = isDynamic(test.form);
  std::string arguments, modes, of;
  int64_t numArguments = 0;
  auto number = [&](int64_t value, bool isKnown) {
    if (!dynamic || isKnown)
      return std::to_string(value);
    std::string argument = "%n" + std::to_string(numArguments++);
    arguments += ", " + argument + ": index";
    return argument;
  };
  auto list = [&](int64_t PadAxis::*amount, bool isKnown = false) {
    std::string text;
    for (const PadAxis &axis : test.axes)
      text += (text.empty() ? "" : ", ") + number(axis.*amount, isKnown);
    return "[" + text + "]";
  };
  auto type = [&](ArrayRef<int64_t> shape) {
    std::string text = isTensor(test.form) ? "tensor<" : "memref<";
    for (int64_t extent : shape)
      text += (dynamic ? "?" : std::to_string(extent)) + "x";
    text += test.type.name;
    if (test.form == AdjointForm::Strided) {
      text += ", strided<[";
      for (size_t axis = 0; axis < shape.size(); ++axis)
        text += axis == 0 ? "?" : ", ?";
      text += "], offset: ?>";
    }
    return text + ">";
  };
  for (const PadAxis &axis : test.axes) {
    modes += modes.empty() ? "[" : ", ";
    modes += stringifyPadMode(axis.mode).str();
    bool repeats =
        axis.mode == PadMode::Reflect || axis.mode == PadMode::Symmetric;
    modes += repeats && axis.periodic ? " periodic" : "";
  }
  modes += "]";
  if (isTensor(test.form) || test.isOfValue)
    of = " of" + list(&PadAxis::extent);
  std::string numbers = " low" + list(&PadAxis::low, test.hasKnownPads);
  numbers += " high" + list(&PadAxis::high, test.hasKnownPads);
  numbers += " interior" + list(&PadAxis::interior, test.hasKnownInterior);
  std::string gradient = type(test.getPaddedShape()),
              result = type(test.getShape()), text;
  llvm::raw_string_ostream os(text);
  os << "func.func @" << name << "(%g: " << gradient;
  if (test.isOfValue) {
    os << arguments << ") -> " << test.type.name << " {\n  %r = "
       << "pad.adjoint_value " << modes << " %g" << of << numbers << " : "
       << gradient << "\n  return %r : " << test.type.name << "\n}\n";
  } else if (isTensor(test.form)) {
    os << arguments << ") -> " << result << " {\n  %r = pad.adjoint " << modes
       << " %g" << of << numbers << " : " << gradient << " to " << result
       << "\n  return %r : " << result << "\n}\n";
  } else {
    os << ", %out: " << result << arguments << ") {\n  pad.adjoint_into "
       << modes << " %g into %out" << (test.accumulate ? " accumulate" : "")
       << numbers << " : " << gradient << " into " << result
       << "\n  return\n}\n";
  }
  return text;
}
