//===- EmissionCoverage.cpp - Which combinations have run -----------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EmissionCoverage.h"
#include "llvm/Support/Format.h"

using namespace mlir;
using namespace mlir::pad;

ArrayRef<StringRef> mlir::pad::getTraitNames(Dimension dimension) {
  static const SmallVector<StringRef> ways = [] {
    SmallVector<StringRef> names;
    for (int64_t way = 0; way < kNumEmittedWays; ++way)
      names.push_back(stringifyEmittedWay(static_cast<EmittedWay>(way)));
    names.append({"scf", "linalg"});
    return names;
  }();
  static const SmallVector<StringRef> modes =
      llvm::map_to_vector(kPadModes, stringifyPadMode);
  static const SmallVector<StringRef> vectors = [] {
    SmallVector<StringRef> names = {"none"};
    for (const TestedVectors &tested : getTestedVectors())
      names.push_back(tested.name);
    return names;
  }();
  static constexpr StringRef forms[] = {"tensor", "memref", "strided", "rows"};
  static constexpr StringRef strides[] = {"positive", "negative", "zero"};
  static constexpr StringRef innermost[] = {"padded", "unpadded"};
  static constexpr StringRef given[] = {"attr", "const", "arg"};
  static constexpr StringRef interiors[] = {"none",     "attr", "const",
                                            "const<=0", "arg",  "arg<=0"};
  static constexpr StringRef extents[] = {"static", "?"};
  switch (dimension) {
  case Dimension::Way:
    return ways;
  case Dimension::RowMode:
  case Dimension::OuterMode:
    return modes;
  case Dimension::Vectors:
    return vectors;
  case Dimension::Form:
    return forms;
  case Dimension::SourceStrides:
    return strides;
  case Dimension::ResultStrides:
    return ArrayRef(strides).drop_back();
  case Dimension::Innermost:
    return innermost;
  case Dimension::RowLow:
  case Dimension::RowHigh:
  case Dimension::OuterLow:
  case Dimension::OuterHigh:
    return given;
  case Dimension::RowInterior:
  case Dimension::OuterInterior:
    return interiors;
  case Dimension::RowExtent:
  case Dimension::OuterExtent:
    return extents;
  }
  llvm_unreachable("unknown dimension");
}

static StringRef getName(Dimension dimension) {
  static constexpr StringRef names[kNumDimensions] = {
      "way",       "row mode",       "outer mode",     "vectors",
      "form",      "source strides", "result strides", "innermost",
      "row low",   "row high",       "row inner",      "row extent",
      "outer low", "outer high",     "outer inner",    "outer extent",
  };
  return names[static_cast<size_t>(dimension)];
}

/// The trait of an axis whose interior pad is given as `given` says. Without
/// neighbours there is none.
static InteriorTrait getInteriorTrait(const PadAxis &axis,
                                      const AxisGiven &given) {
  int64_t interior = axis.interior;
  if (given.isSourceStatic && axis.extent <= 1)
    return InteriorTrait::None;
  switch (given.interior) {
  case Given::Attribute:
    return interior ? InteriorTrait::Attribute : InteriorTrait::None;
  case Given::Constant:
    return interior > 0 ? InteriorTrait::Constant
                        : InteriorTrait::ConstantNotPositive;
  case Given::Argument:
    return interior > 0 ? InteriorTrait::Argument
                        : InteriorTrait::ArgumentNotPositive;
  }
  llvm_unreachable("unknown way of giving");
}

/// Values of `Dimension::Form`.
static constexpr int64_t kTensor = 0, kMemRef = 1, kStrided = 2, kRows = 3;

static int64_t getFormTrait(KernelForm form) {
  switch (form) {
  case KernelForm::StaticTensor:
  case KernelForm::DynamicTensor:
  case KernelForm::MixedTensor:
    return kTensor;
  case KernelForm::StaticMemRef:
  case KernelForm::MixedMemRef:
    return kMemRef;
  case KernelForm::StridedMemRef:
  case KernelForm::MixedStrided:
    return kStrided;
  case KernelForm::StridedRows:
  case KernelForm::MixedRows:
    return kRows;
  }
  llvm_unreachable("unknown form");
}

/// The trait of a memref of `shape`: strides between no elements are none.
static StridesTrait getStridesTrait(ArrayRef<int64_t> shape,
                                    const Layout &layout) {
  auto trait = StridesTrait::Positive;
  if (llvm::is_contained(shape, 0))
    return trait;
  for (auto [extent, stride] : llvm::zip_equal(shape, layout.strides)) {
    if (extent > 1 && stride == 0)
      return StridesTrait::Zero;
    if (extent > 1 && stride < 0)
      trait = StridesTrait::Negative;
  }
  return trait;
}

static int64_t getVectorsTrait(const Way &way) {
  if (way.lowering != PadLowering::Vector)
    return 0;
  return way.vectors - getTestedVectors().begin() + 1;
}

/// Whether the compiler knows that all pads of axis `axis` are zeros.
static bool isKnownUnpadded(const DifferentialCase &test, KernelForm form,
                            int64_t axis) {
  AxisGiven given = getGiven(test, form, axis);
  InteriorTrait interior = getInteriorTrait(test.axes[axis], given);
  return test.axes[axis].low == 0 && test.axes[axis].high == 0 &&
         given.low != Given::Argument && given.high != Given::Argument &&
         (interior == InteriorTrait::None ||
          interior == InteriorTrait::ConstantNotPositive);
}

CaseTraits mlir::pad::getTraits(const DifferentialCase &test, KernelForm form,
                                const Way &way) {
  CaseTraits traits;
  traits.fill(-1);
  auto set = [&](Dimension dimension, auto value) {
    traits[static_cast<size_t>(dimension)] = static_cast<int64_t>(value);
  };
  set(Dimension::Vectors, getVectorsTrait(way));
  set(Dimension::Form, getFormTrait(form));
  bool hasStrides = getFormTrait(form) >= kStrided;
  set(Dimension::SourceStrides,
      hasStrides ? getStridesTrait(test.sourceShape(), test.layouts->source)
                 : StridesTrait::Positive);
  set(Dimension::ResultStrides,
      hasStrides ? getStridesTrait(test.resultShape(), test.layouts->result)
                 : StridesTrait::Positive);
  int64_t rank = test.axes.size();
  if (rank == 0)
    return traits;
  set(Dimension::RowMode, test.axes.back().mode);
  if (rank > 1)
    set(Dimension::OuterMode, test.axes[rank - 2].mode);
  bool isUnpadded = isKnownUnpadded(test, form, rank - 1);
  set(Dimension::Innermost, isUnpadded);
  if (isUnpadded)
    return traits;
  for (int64_t axis = std::max<int64_t>(rank - 2, 0); axis < rank; ++axis) {
    AxisGiven given = getGiven(test, form, axis);
    bool isRow = axis + 1 == rank;
    set(isRow ? Dimension::RowLow : Dimension::OuterLow, given.low);
    set(isRow ? Dimension::RowHigh : Dimension::OuterHigh, given.high);
    set(isRow ? Dimension::RowInterior : Dimension::OuterInterior,
        getInteriorTrait(test.axes[axis], given));
    set(isRow ? Dimension::RowExtent : Dimension::OuterExtent,
        !given.isSourceStatic);
  }
  return traits;
}

/// The first number of the traits of each dimension in one list of all.
static size_t getFirst(Dimension dimension) {
  size_t first = 0;
  for (size_t k = 0; k < static_cast<size_t>(dimension); ++k)
    first += getTraitNames(static_cast<Dimension>(k)).size();
  return first;
}

EmissionCoverage::EmissionCoverage(int64_t elementBits)
    : elementBits(elementBits) {
  size_t traits = getFirst(Dimension::OuterExtent) +
                  getTraitNames(Dimension::OuterExtent).size();
  counts.assign(traits, std::vector<int64_t>(traits, 0));
}

int64_t &EmissionCoverage::countOf(Dimension a, int64_t valueA, Dimension b,
                                   int64_t valueB) {
  return counts[getFirst(a) + valueA][getFirst(b) + valueB];
}

void EmissionCoverage::record(CaseTraits traits, ArrayRef<int64_t> ways) {
  auto recordPair = [&](Dimension a, int64_t valueA, Dimension b) {
    int64_t valueB = traits[static_cast<size_t>(b)];
    if (valueA < 0 || valueB < 0)
      return;
    ++countOf(a, valueA, b, valueB);
  };
  for (size_t k = 1; k < kNumDimensions; ++k) {
    auto b = static_cast<Dimension>(k);
    for (int64_t way : ways)
      recordPair(Dimension::Way, way, b);
    for (size_t j = 1; j < k; ++j)
      recordPair(static_cast<Dimension>(j), traits[j], b);
  }
}

bool EmissionCoverage::isUnreachableWay(int64_t way) const {
  // Lines hold whole elements of at most 64 bits; masks and permutations are of
  // lanes of at most so many, where the host has them.
  auto areAnyVectors = [&](auto can) {
    return llvm::any_of(getTestedVectors(), [&](const TestedVectors &vectors) {
      return vectors.isOnHost && can(vectors.getShape());
    });
  };
  if (way >= kNumEmittedWays)
    return false;
  switch (static_cast<EmittedWay>(way)) {
  case EmittedWay::PermutedBlocks:
    // A part of `Rows`: InnerBlocksTest.cpp has its pairs.
    return true;
  case EmittedWay::StreamedRows:
  case EmittedWay::StreamedPieces:
    return elementBits > 64;
  case EmittedWay::LongRows:
    return !areAnyVectors([&](VectorShape shape) {
      return shape.hasMasks(elementBits) && shape.canPermute(elementBits);
    });
  case EmittedWay::Masked:
  case EmittedWay::FewMaskedRows:
    return !areAnyVectors(
        [&](VectorShape shape) { return shape.hasMasks(elementBits); });
  case EmittedWay::StreamedLongRows:
  case EmittedWay::Permuted:
    return !areAnyVectors(
        [&](VectorShape shape) { return shape.canPermute(elementBits); });
  default:
    return false;
  }
}

bool EmissionCoverage::isUnreachableByVectors(int64_t way,
                                              int64_t vectors) const {
  if (way >= kNumEmittedWays || vectors == 0)
    return false;
  VectorShape shape = getTestedVectors()[vectors - 1].getShape();
  switch (static_cast<EmittedWay>(way)) {
  case EmittedWay::LongRows:
    return !shape.hasMasks(elementBits) || !shape.canPermute(elementBits);
  case EmittedWay::Masked:
  case EmittedWay::FewMaskedRows:
    return !shape.hasMasks(elementBits);
  case EmittedWay::Blended:
  case EmittedWay::BlendedAlone:
  case EmittedWay::ShortBorders:
    return shape.hasMasks(elementBits);
  case EmittedWay::StreamedLongRows:
  case EmittedWay::Permuted:
    return !shape.canPermute(elementBits);
  default:
    return false;
  }
}

/// Whether code that goes `way` cannot come of a pad with `value` in
/// `dimension`.
static bool isUnreachableByWay(int64_t way, Dimension dimension,
                               int64_t value) {
  bool isScalarLowering = way == kWaySCF || way == kWayLinalg;
  if (dimension == Dimension::Vectors)
    return isScalarLowering != (value == 0);
  if (isScalarLowering)
    return false;

  bool isOfInterior = dimension == Dimension::RowInterior ||
                      dimension == Dimension::OuterInterior;
  bool isPositive = static_cast<StridesTrait>(value) == StridesTrait::Positive;
  auto given = static_cast<Given>(value);
  auto interior = static_cast<InteriorTrait>(value);
  bool isDynamic = value == 1;
  // An interior pad that the compiler knows to be 0.
  bool isKnownZero = interior == InteriorTrait::None ||
                     interior == InteriorTrait::ConstantNotPositive;
  switch (static_cast<EmittedWay>(way)) {
  case EmittedWay::Composed:
  case EmittedWay::Runs:
    // Rows that are known; those of memrefs of unknown innermost stride too,
    // where that turns out to be 1.
    switch (dimension) {
    case Dimension::RowLow:
    case Dimension::RowHigh:
      return given == Given::Argument;
    case Dimension::RowInterior:
      return interior == InteriorTrait::Argument ||
             interior == InteriorTrait::ArgumentNotPositive;
    case Dimension::RowExtent:
      return isDynamic;
    default:
      return false;
    }
  case EmittedWay::Rows:
  case EmittedWay::PermutedBlocks:
    return false;
  case EmittedWay::Scattered:
    // Also along the axis around an innermost one that turns out unpadded.
    return false;
  case EmittedWay::FewMaskedRows:
  case EmittedWay::FewRows:
  case EmittedWay::LongRows:
  case EmittedWay::Masked:
  case EmittedWay::ShortBorders:
    return isOfInterior && !isKnownZero;
  case EmittedWay::Blended:
  case EmittedWay::BlendedAlone:
    // Of dense sources.
    return (dimension == Dimension::SourceStrides && !isPositive) ||
           (isOfInterior && !isKnownZero);
  case EmittedWay::Permuted:
    return false;
  case EmittedWay::Repeats:
    // Static rows of any interior pad repeat, too, and those are along the
    // outer axis where the innermost one is unpadded.
    return isOfInterior && (interior == InteriorTrait::Argument ||
                            interior == InteriorTrait::ArgumentNotPositive);
  // Results that are known to be dense are streamed.
  case EmittedWay::StreamedRows:
    // An innermost axis that turns out unpadded is part of the elements.
    return (dimension == Dimension::ResultStrides && !isPositive) ||
           (dimension == Dimension::RowInterior && !isKnownZero &&
            interior != InteriorTrait::ArgumentNotPositive);
  case EmittedWay::StreamedLongRows:
    return (dimension == Dimension::ResultStrides && !isPositive) ||
           (isOfInterior && !isKnownZero);
  case EmittedWay::StreamedPieces:
    return dimension == Dimension::ResultStrides && !isPositive;
  case EmittedWay::InPlace:
    if (dimension == Dimension::Form)
      return value == kTensor || value == kMemRef;
    // The source has the strides of the result.
    if (dimension == Dimension::SourceStrides)
      return static_cast<StridesTrait>(value) == StridesTrait::Zero;
    // With wider gaps the source is no part of the result.
    return isOfInterior && (interior == InteriorTrait::Attribute ||
                            interior == InteriorTrait::Constant ||
                            interior == InteriorTrait::Argument);
  case EmittedWay::Filled:
    // There are no elements.
    return dimension == Dimension::SourceStrides && !isPositive;
  case EmittedWay::Threaded:
    return false;
  case EmittedWay::Scalar:
    // Other operands break C4 to get there.
    return dimension == Dimension::Form && value != kStrided;
  }
  llvm_unreachable("unknown way");
}

bool EmissionCoverage::isUnreachable(const TraitPair &pair) const {
  auto isNotOnHost = [](Dimension dimension, int64_t value) {
    return dimension == Dimension::Vectors && value > 0 &&
           !getTestedVectors()[value - 1].isOnHost;
  };
  if (isNotOnHost(pair.a, pair.valueA) || isNotOnHost(pair.b, pair.valueB))
    return true;
  if (pair.a == Dimension::Way)
    return isUnreachableWay(pair.valueA) ||
           isUnreachableByWay(pair.valueA, pair.b, pair.valueB) ||
           (pair.b == Dimension::Vectors &&
            isUnreachableByVectors(pair.valueA, pair.valueB));
  // Only forms with strides have others than those of dense memory.
  if (pair.a == Dimension::Form && (pair.b == Dimension::SourceStrides ||
                                    pair.b == Dimension::ResultStrides))
    return pair.valueA < kStrided && pair.valueB != 0;
  // See CaseTraits.
  return pair.a == Dimension::Innermost && pair.valueA == 1 &&
         pair.b > Dimension::Innermost;
}

std::string EmissionCoverage::print() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "ways of " << elementBits << "-bit elements, and how often each ran "
     << "with each trait ('-': cannot occur)\n";
  for (size_t k = 1; k < kNumDimensions; ++k) {
    auto dimension = static_cast<Dimension>(k);
    ArrayRef<StringRef> values = getTraitNames(dimension);
    os << llvm::format("%-16s", getName(dimension).str().c_str());
    for (StringRef value : values)
      os << llvm::format("%10s", value.str().c_str());
    os << '\n';
    for (auto [way, name] : llvm::enumerate(getTraitNames(Dimension::Way))) {
      if (isUnreachableWay(way))
        continue;
      os << llvm::format("  %-14s", name.str().c_str());
      for (size_t value = 0; value < values.size(); ++value) {
        int64_t count =
            counts[getFirst(Dimension::Way) + way][getFirst(dimension) + value];
        TraitPair pair = {Dimension::Way, static_cast<int64_t>(way), dimension,
                          static_cast<int64_t>(value)};
        if (count == 0 && isUnreachable(pair))
          os << llvm::format("%10s", "-");
        else
          os << llvm::format("%10lld", static_cast<long long>(count));
      }
      os << '\n';
    }
  }
  return text;
}

std::vector<TraitPair> EmissionCoverage::findErrors(bool hasRun) const {
  std::vector<TraitPair> errors;
  for (size_t i = 0; i < kNumDimensions; ++i)
    for (size_t j = i + 1; j < kNumDimensions; ++j) {
      TraitPair pair{static_cast<Dimension>(i), 0, static_cast<Dimension>(j),
                     0};
      int64_t numA = getTraitNames(pair.a).size(),
              numB = getTraitNames(pair.b).size();
      for (pair.valueA = 0; pair.valueA < numA; ++pair.valueA)
        for (pair.valueB = 0; pair.valueB < numB; ++pair.valueB) {
          bool ran = counts[getFirst(pair.a) + pair.valueA]
                           [getFirst(pair.b) + pair.valueB] != 0;
          if (ran == hasRun && ran == isUnreachable(pair))
            errors.push_back(pair);
        }
    }
  return errors;
}

std::string mlir::pad::describe(const TraitPair &pair) {
  return (getName(pair.a) + " " + getTraitNames(pair.a)[pair.valueA] + " and " +
          getName(pair.b) + " " + getTraitNames(pair.b)[pair.valueB])
      .str();
}
