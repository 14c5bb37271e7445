//===- AdjointCase.h - Random gradients and their oracle --------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_TEST_UNIT_ADJOINTCASE_H
#define PAD_TEST_UNIT_ADJOINTCASE_H

#include "DifferentialCase.h"
#include "Pad/IR/PadOps.h"
#include "llvm/ADT/APFloat.h"
#include <string>
#include <vector>

namespace mlir {
namespace pad {

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

/// Types of every kind.
ArrayRef<SummedType> getSummedTypes();

/// How a function states its gradient.
enum class AdjointForm { StaticTensor, DynamicTensor, StaticMemRef, Strided };
inline constexpr AdjointForm kAdjointForms[] = {
    AdjointForm::StaticTensor, AdjointForm::DynamicTensor,
    AdjointForm::StaticMemRef, AdjointForm::Strided};

inline bool isDynamic(AdjointForm form) {
  return form == AdjointForm::DynamicTensor || form == AdjointForm::Strided;
}
inline bool isTensor(AdjointForm form) {
  return form == AdjointForm::DynamicTensor ||
         form == AdjointForm::StaticTensor;
}

/// One gradient with all its numbers known, and its data: of the source, or of
/// the padding value.
struct AdjointCase {
  SummedType type;
  SmallVector<PadAxis> axes;
  AdjointForm form;
  bool accumulate = false, isOfValue = false;
  /// Dynamic numbers are arguments, but for interior pads, or all pads, if
  /// these hold.
  bool hasKnownInterior = false, hasKnownPads = false;
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

/// The product of extents that are known.
int64_t countElements(ArrayRef<int64_t> shape);

/// Elements of which sums depend on the order, and zeros of both signs.
std::vector<uint8_t> drawElements(Random &random, const SummedType &type,
                                  int64_t count);

/// A case of `mode` in the last axis, and random others.
AdjointCase drawAdjoint(Random &random, const SummedType &type, PadMode mode,
                        AdjointForm form, bool isOfValue);

/// The result by scattering, one axis after the other (A2, A3, A5).
std::vector<uint8_t> getExpectedAdjoint(const AdjointCase &test);

/// The gradient of the padding value: rows of the last axis, and their sums
/// over the other axes, one after the other (A4).
std::vector<uint8_t> getExpectedValue(const AdjointCase &test);

/// A function of the case.
std::string printFunction(const AdjointCase &test, StringRef name);

} // namespace pad
} // namespace mlir

#endif // PAD_TEST_UNIT_ADJOINTCASE_H
