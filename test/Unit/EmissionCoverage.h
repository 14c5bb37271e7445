//===- EmissionCoverage.h - Which combinations have run ---------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_TEST_UNIT_EMISSIONCOVERAGE_H
#define PAD_TEST_UNIT_EMISSIONCOVERAGE_H

#include "Pad/Conversion/EmittedWays.h"
#include "PadKernel.h"
#include <array>

namespace mlir {
namespace pad {

/// What a compiled pad is, one trait for each dimension of the design, and what
/// its code did.
enum class Dimension {
  Way,
  /// Of the innermost axis, and of the one around it.
  RowMode,
  OuterMode,
  Vectors,
  Form,
  /// Of the elements along any axis; those of the result's are never zero.
  SourceStrides,
  ResultStrides,
  Innermost,
  RowLow,
  RowHigh,
  RowInterior,
  RowExtent,
  OuterLow,
  OuterHigh,
  OuterInterior,
  OuterExtent
};
constexpr size_t kNumDimensions =
    static_cast<size_t>(Dimension::OuterExtent) + 1;

/// Values of `Dimension::Way`: those of `EmittedWay`, and the lowerings that
/// have one way only.
constexpr int64_t kWaySCF = kNumEmittedWays, kWayLinalg = kNumEmittedWays + 1;

/// Values of the interior dimensions.
enum class InteriorTrait {
  None,
  Attribute,
  Constant,
  ConstantNotPositive,
  Argument,
  ArgumentNotPositive
};

/// Values of the stride dimensions: `Zero` if any stride is, or else `Negative`
/// if any is.
enum class StridesTrait { Positive, Negative, Zero };

/// A pair of traits.
struct TraitPair {
  Dimension a;
  int64_t valueA;
  Dimension b;
  int64_t valueB;
};

/// The pair in words.
std::string describe(const TraitPair &pair);

/// The names of the values of `dimension`.
ArrayRef<StringRef> getTraitNames(Dimension dimension);

/// The trait of a case in every dimension but the way; -1 where it has none: a
/// pad of one axis has no outer one, and an innermost axis without pads may be
/// part of the elements of a row.
using CaseTraits = std::array<int64_t, kNumDimensions>;
CaseTraits getTraits(const DifferentialCase &test, KernelForm form,
                     const Way &way);

/// Counts of pairs of traits of elements of one width in memory.
class EmissionCoverage {
public:
  /// `elementBits` in memory.
  explicit EmissionCoverage(int64_t elementBits);

  /// A case with `traits` ran, and went each of `ways`, values of
  /// `Dimension::Way`.
  void record(CaseTraits traits, ArrayRef<int64_t> ways);

  /// The ways by all traits, one row a way: the count, or what makes the pair
  /// unreachable.
  std::string print() const;

  /// Pairs that are reachable and never ran, `hasRun` false, or that are said
  /// to be unreachable and did run.
  std::vector<TraitPair> findErrors(bool hasRun) const;
  /// Whether code of vectors number `vectors` of the trait never goes `way`.
  bool isUnreachableByVectors(int64_t way, int64_t vectors) const;

private:
  int64_t &countOf(Dimension a, int64_t valueA, Dimension b, int64_t valueB);
  /// Whether the pair cannot occur.
  bool isUnreachable(const TraitPair &pair) const;
  bool isUnreachableWay(int64_t way) const;

  int64_t elementBits;
  /// By the numbers of the traits in one list of all.
  std::vector<std::vector<int64_t>> counts;
};

} // namespace pad
} // namespace mlir

#endif // PAD_TEST_UNIT_EMISSIONCOVERAGE_H
