//===- AdjointTest.cpp - Compiled gradients of pads against an oracle -----===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Random gradients of every element type, mode and form through every lowering,
// bit for bit against an oracle that scatters: it walks over the gradient, one
// axis after the other, and adds each element to the one that its position
// reads (A2 to A5). All pairs of type, mode, form and way are counted.
//
//===----------------------------------------------------------------------===//

#include "KernelRun.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APInt.h"
#include "gtest/gtest.h"
#include <cmath>
#include <cstring>
#include <set>

using namespace mlir;
using namespace mlir::pad;

namespace {
/// A number of a sum: of a floating-point type, or an integer that wraps.
struct Number {
  std::optional<APFloat> real;
  APInt integer;
};

/// An element type, of one or two numbers.
struct SummedType {
  const char *name;
  /// Of one number in memory.
  int64_t bits;
  /// Null for integers.
  const llvm::fltSemantics *semantics = nullptr;
  int64_t numParts = 1;

  int64_t getBytes() const { return bits / 8 * numParts; }
  const llvm::fltSemantics &getSumSemantics() const {
    return bits < 32 ? APFloat::IEEEsingle() : *semantics;
  }
};

ArrayRef<SummedType> getSummedTypes() {
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

using Element = SmallVector<Number, 2>;

Element readElement(const SummedType &type, const uint8_t *bytes) {
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

void writeElement(const SummedType &type, const Element &element,
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

/// How a function states its gradient.
enum class AdjointForm { StaticTensor, DynamicTensor, StaticMemRef, Strided };
constexpr AdjointForm kForms[] = {
    AdjointForm::StaticTensor, AdjointForm::DynamicTensor,
    AdjointForm::StaticMemRef, AdjointForm::Strided};

bool isDynamic(AdjointForm form) {
  return form == AdjointForm::DynamicTensor || form == AdjointForm::Strided;
}
bool isTensor(AdjointForm form) {
  return form == AdjointForm::DynamicTensor ||
         form == AdjointForm::StaticTensor;
}

struct AdjointCase {
  SummedType type;
  SmallVector<PadAxis> axes;
  AdjointForm form;
  bool accumulate = false, isOfValue = false;
  std::vector<uint8_t> gradient = {}, held = {};

  SmallVector<int64_t> getShape() const {
    return llvm::map_to_vector(axes,
                               [](const PadAxis &axis) { return axis.extent; });
  }
  SmallVector<int64_t> getPaddedShape() const {
    return llvm::map_to_vector(
        axes, [](const PadAxis &axis) { return *getPaddedExtent(axis); });
  }
};

int64_t countElements(ArrayRef<int64_t> shape) {
  return *multiplyExtents(shape);
}

/// Numbers that differ in size, so that the order of a sum matters, and zeros
/// of both signs.
std::vector<uint8_t> drawElements(Random &random, const SummedType &type,
                                  int64_t count) {
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

/// A case of `mode` in the last axis, and random others.
AdjointCase drawAdjoint(Random &random, const SummedType &type, PadMode mode,
                        AdjointForm form, bool isOfValue) {
  AdjointCase test{type, {}, form, draw(random, 0, 1) == 1, isOfValue, {}, {}};
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

int64_t getPlace(ArrayRef<int64_t> shape, ArrayRef<int64_t> index) {
  int64_t place = 0;
  for (auto [extent, i] : llvm::zip_equal(shape, index))
    place = place * extent + i;
  return place;
}

/// The result by scattering, one axis after the other.
std::vector<uint8_t> getExpectedAdjoint(const AdjointCase &test) {
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
      const Sum &term = sums[getPlace(shape, index)];
      if (!read || !term.value)
        return;
      SmallVector<int64_t> place(index);
      place[k] = *read;
      scattered[getPlace(next, place)].add(*term.value);
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

/// The gradient of the padding value: rows of the last axis, and their sums
/// over the other axes, one after the other (A4).
std::vector<uint8_t> getExpectedValue(const AdjointCase &test) {
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
    sums[getPlace(rows, row)].add(readElement(
        test.type,
        test.gradient.data() + getPlace(shape, index) * test.type.getBytes()));
  });
  for (size_t k = 0; k + 1 < test.axes.size(); ++k) {
    SmallVector<int64_t> next = rows;
    next[k] = 1;
    std::vector<Sum> gathered(countElements(next));
    forEachIndex(rows, [&](ArrayRef<int64_t> index) {
      SmallVector<int64_t> place(index);
      place[k] = 0;
      if (const Sum &term = sums[getPlace(rows, index)]; term.value)
        gathered[getPlace(next, place)].add(*term.value);
    });
    sums = std::move(gathered);
    rows = next;
  }
  std::vector<uint8_t> result(test.type.getBytes());
  if (!sums.empty() && sums.front().value)
    writeElement(test.type, *sums.front().value, result.data());
  return result;
}

/// A function of the case.
std::string printFunction(const AdjointCase &test, StringRef name) {
  bool dynamic = isDynamic(test.form);
  std::string arguments, modes, of;
  int64_t numArguments = 0;
  auto number = [&](int64_t value) {
    if (!dynamic)
      return std::to_string(value);
    std::string argument = "%n" + std::to_string(numArguments++);
    arguments += ", " + argument + ": index";
    return argument;
  };
  auto list = [&](int64_t PadAxis::*amount) {
    std::string text;
    for (const PadAxis &axis : test.axes)
      text += (text.empty() ? "" : ", ") + number(axis.*amount);
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
  std::string numbers = " low" + list(&PadAxis::low);
  numbers += " high" + list(&PadAxis::high);
  numbers += " interior" + list(&PadAxis::interior);
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

/// Copies dense elements to memory of `layout`, or back.
void copyElements(const AdjointCase &test, ArrayRef<int64_t> shape,
                  const Layout &layout, uint8_t *dense, uint8_t *memory,
                  bool isBack) {
  int64_t bytes = test.type.getBytes();
  forEachIndex(shape, [&](ArrayRef<int64_t> index) {
    uint8_t *place = memory + layout.at(index) * bytes;
    memcpy(isBack ? dense : place, isBack ? place : dense, bytes);
    dense += bytes;
  });
}

/// Runs the function of `test` and compares all bytes of the result.
void runAndCompareAdjoint(KernelModule &kernels, StringRef name,
                          AdjointCase test, Random &random) {
  SmallVector<int64_t> shape = test.getShape(),
                       paddedShape = test.getPaddedShape();
  auto layout = [&](ArrayRef<int64_t> extents) {
    return test.form == AdjointForm::Strided
               ? drawLayout(random, extents, /*hasDenseRows=*/false,
                            /*isSource=*/false)
               : getContiguousLayout(extents);
  };
  Layout gradientLayout = layout(paddedShape), resultLayout = layout(shape);
  int64_t bytes = test.type.getBytes();
  FencedMemory gradient(gradientLayout.span * bytes, draw(random, 0, 1));
  copyElements(test, paddedShape, gradientLayout, test.gradient.data(),
               gradient.data, /*isBack=*/false);
  FencedMemory result(resultLayout.span * bytes, draw(random, 0, 1));
  alignas(16) uint8_t value[16];
  SmallVector<int64_t> gradientDescriptor = makeDescriptor(
                           gradient.data, bytes, gradientLayout, paddedShape),
                       resultDescriptor = makeDescriptor(result.data, bytes,
                                                         resultLayout, shape);
  void *gradientPointer = gradientDescriptor.data(),
       *resultPointer = resultDescriptor.data();
  SmallVector<void *> arguments{&gradientPointer};
  bool isInto = !test.isOfValue && !isTensor(test.form);
  if (isInto)
    arguments.push_back(&resultPointer);
  SmallVector<int64_t> numbers;
  auto append = [&](int64_t PadAxis::*amount) {
    for (const PadAxis &axis : test.axes)
      numbers.push_back(axis.*amount);
  };
  if (isDynamic(test.form)) {
    if (!isInto)
      append(&PadAxis::extent);
    append(&PadAxis::low);
    append(&PadAxis::high);
    append(&PadAxis::interior);
  }
  for (int64_t &number : numbers)
    arguments.push_back(&number);
  void *valuePointer = value;
  // A complex number is a struct, which the C interface writes to memory.
  if (test.isOfValue && test.type.numParts == 2)
    arguments.insert(arguments.begin(), &valuePointer);
  else if (test.isOfValue)
    arguments.push_back(value);
  else if (!isInto)
    arguments.push_back(&resultPointer);

  announceRun(kernels, name);
  if (test.isOfValue) {
    kernels.run(name, arguments);
    std::vector<uint8_t> expected = getExpectedValue(test);
    EXPECT_EQ(memcmp(value, expected.data(), bytes), 0) << kernels.print(name);
    return;
  }
  copyElements(test, shape, resultLayout, test.held.data(), result.data,
               /*isBack=*/false);
  kernels.run(name, arguments);
  std::vector<uint8_t> expected = getExpectedAdjoint(test), actual = expected;
  copyElements(test, shape, resultLayout, actual.data(), result.data,
               /*isBack=*/true);
  auto mismatch =
      std::mismatch(actual.begin(), actual.end(), expected.begin()).first;
  if (mismatch == actual.end())
    return;
  std::string axes;
  for (const PadAxis &axis : test.axes)
    axes += " (" + std::to_string(axis.extent) + ", " +
            std::to_string(axis.low) + ", " + std::to_string(axis.high) + ", " +
            std::to_string(axis.interior) + ")";
  ADD_FAILURE() << "element " << (mismatch - actual.begin()) / bytes
                << " of the result of " << kernels.print(name)
                << "\n  with (extent, low, high, interior)" << axes;
}

class Adjoint : public testing::TestWithParam<int> {
protected:
  static void SetUpTestSuite() { reportFaults(); }
};

/// Functions of `cases` by every lowering, and by threads.
void runCases(std::vector<AdjointCase> cases, bool optimize, Random &random) {
  std::unique_ptr<MLIRContext> context = createKernelContext();
  KernelModule kernels(*context);
  auto getName = [](size_t number) { return "case" + std::to_string(number); };
  for (auto [number, test] : llvm::enumerate(cases))
    kernels.addFunctions(printFunction(test, getName(number)));
  std::vector<Way> ways = {{"scf", PadLowering::SCF},
                           {"linalg", PadLowering::Linalg}};
  for (const TestedVectors &vectors : getTestedVectors())
    if (vectors.isOnHost)
      ways.push_back({("vector, " + vectors.name).str(), PadLowering::Vector,
                      &vectors, INT64_MAX});
  if (!StringRef(PAD_OPENMP_LIBRARY).empty()) {
    Way threads{"threads", PadLowering::Vector, nullptr, INT64_MAX};
    threads.threads = PadThreads::OpenMP;
    ways.push_back(threads);
  }
  for (const Way &way : ways) {
    SCOPED_TRACE(way.name);
    ASSERT_TRUE(kernels.compile(way, optimize));
    for (auto [number, test] : llvm::enumerate(cases))
      runAndCompareAdjoint(kernels, getName(number), test, random);
  }
}

/// Kernels of one element type: each mode in each form, several times.
TEST_P(Adjoint, EveryFormMatchesTheOracle) {
  constexpr int kRepetitions = 5;
  Random random(GetParam());
  const SummedType &type = getSummedTypes()[GetParam()];
  std::vector<AdjointCase> cases;
  for (PadMode mode : kPadModes)
    for (AdjointForm form : kForms)
      for (int i = 0; i < kRepetitions; ++i)
        cases.push_back(drawAdjoint(random, type, mode, form,
                                    /*isOfValue=*/i == 4));
  runCases(cases, /*optimize=*/GetParam() % 6 == 1, random);
}
INSTANTIATE_TEST_SUITE_P(Types, Adjoint,
                         testing::Range(0, int(getSummedTypes().size())));

/// Elements that are sums along two outer axes of any modes, in rows of every
/// mode, shorter and longer than a vector, with and without blocks inside.
TEST(AdjointRows, AddTheOuterAxesFirst) {
  reportFaults();
  Random random(7);
  constexpr AdjointForm kMemRefs[] = {AdjointForm::StaticMemRef,
                                      AdjointForm::DynamicTensor,
                                      AdjointForm::StaticTensor};
  std::vector<AdjointCase> cases;
  for (PadMode first : kPadModes)
    for (PadMode second : kPadModes)
      for (PadMode row : kPadModes) {
        auto axis = [&](PadMode mode, int64_t extent) {
          return PadAxis{extent,
                         draw(random, 1, 3),
                         draw(random, 1, 3),
                         /*interior=*/0,
                         mode,
                         /*periodic=*/true};
        };
        AdjointCase test{getSummedTypes()[7 + cases.size() % 2],
                         {axis(first, 4), axis(second, 3)},
                         kMemRefs[cases.size() % 3]};
        test.accumulate = !isTensor(test.form) && draw(random, 0, 1) == 1;
        constexpr int64_t kExtents[] = {7, 20, 40, 75};
        test.axes.push_back(axis(row, kExtents[cases.size() % 4]));
        if (cases.size() % 5 == 4)
          test.axes.push_back(PadAxis{draw(random, 1, 20), 0, 0, 0, row, true});
        test.gradient = drawElements(random, test.type,
                                     countElements(test.getPaddedShape()));
        test.held =
            drawElements(random, test.type, countElements(test.getShape()));
        cases.push_back(test);
      }
  runCases(cases, /*optimize=*/false, random);
}
/// Rows whose ends are several vectors, which meet or overlap.
TEST(AdjointRows, TakeBordersOfSeveralVectors) {
  reportFaults();
  Random random(8);
  std::vector<AdjointCase> cases;
  for (PadMode mode : kPadModes)
    for (int64_t extent : {17, 33, 50, 60, 100})
      for (int64_t border : {5, 9, 17, 25}) {
        AdjointCase test{
            getSummedTypes()[7 + cases.size() % 2],
            {PadAxis{3, 1, 0, 0, mode, true},
             PadAxis{extent, std::min(border, extent - 1),
                     std::min<int64_t>(border + cases.size() % 3, extent - 1),
                     0, mode, true}},
            AdjointForm::StaticMemRef,
            /*accumulate=*/cases.size() % 4 != 0};
        test.gradient = drawElements(random, test.type,
                                     countElements(test.getPaddedShape()));
        test.held =
            drawElements(random, test.type, countElements(test.getShape()));
        cases.push_back(test);
      }
  runCases(cases, /*optimize=*/false, random);
}
} // namespace
