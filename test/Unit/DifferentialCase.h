//===- DifferentialCase.h - Random pads and their oracle --------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_TEST_UNIT_DIFFERENTIALCASE_H
#define PAD_TEST_UNIT_DIFFERENTIALCASE_H

#include "MemRefLayout.h"
#include "Pad/IR/PadGeometry.h"
#include "mlir/IR/Types.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include <optional>
#include <string>
#include <vector>

namespace mlir {
namespace pad {

/// An element type as memory holds it.
struct ElementType {
  /// MLIR syntax.
  const char *name;
  /// Bytes from one element to the next.
  int64_t bytes;
  /// Bits in use in each byte.
  uint8_t mask = 0xFF;
  /// Whether an absent padding value is zero.
  bool hasZero = true;
  /// Byte of which the absent padding value is made.
  uint8_t defaultByte = 0;
};

/// How the compiler is given a pad.
enum class Given { Attribute, Constant, Argument };

/// How the compiler is given the numbers of an axis.
struct AxisGiven {
  Given low = Given::Attribute, high = Given::Attribute,
        interior = Given::Attribute;
  /// Whether the types state the extents of source and result.
  bool isSourceStatic = true, isResultStatic = true;
  /// Whether they state the strides, of cases with layouts.
  bool areStridesStatic = false;
};

/// Layouts of source and result.
struct Layouts {
  Layout source, result;
};

/// One pad with all its numbers known, and its data.
struct DifferentialCase {
  ElementType type;
  /// An interior pad may be negative where it is no attribute (C2): it then
  /// counts as 0.
  SmallVector<PadAxis> axes;
  /// One entry an axis, for forms in which the case says how numbers are given.
  SmallVector<AxisGiven> given;
  /// For the same forms, if they take strides; each run draws its own if this
  /// is absent.
  std::optional<Layouts> layouts;
  bool hasValue = false;
  /// Row-major source elements; `type.bytes` each.
  std::vector<uint8_t> source;
  /// One element: what padding positions hold.
  std::vector<uint8_t> value;

  /// Gives all axes one mode.
  void setMode(PadMode mode, bool periodic = false);
  /// Whether the mode of some axis, or an interior pad, reads the padding
  /// value.
  bool takesValue() const;
  SmallVector<int64_t> sourceShape() const;
  SmallVector<int64_t> resultShape() const;
};

/// The element types, of every width in memory.
ArrayRef<ElementType> getElementTypes();

/// The layout of the source that is the interior of a result of `layout`.
Layout getInteriorLayout(const DifferentialCase &test, Layout layout);

/// Whether `axis` satisfies C5 and C6.
bool isValidAxis(const PadAxis &axis);

/// Random modes of so many axes: half of the time one for all.
SmallVector<AxisMode> drawModes(Random &random, int64_t rank);

/// Fills source and padding value of `test` with random bits.
void drawData(Random &random, DifferentialCase &test);

/// A random case that the verifier accepts with every number static.
DifferentialCase drawCase(Random &random);

/// The elements of a result of `resultShape` of a case, by PadGeometry.
class ExpectedElements {
public:
  ExpectedElements(const DifferentialCase &test, ArrayRef<int64_t> resultShape);

  /// The element at `index`: a pointer into the case's source or value.
  const uint8_t *get(ArrayRef<int64_t> index) const;

private:
  const DifferentialCase &test;
  /// What each index of each axis reads: how far the element is from the first
  /// of the source, in elements; nullopt for the padding value.
  SmallVector<std::vector<std::optional<int64_t>>> offsets;
};

/// Calls `visit` with every index of `shape`, in row-major order.
void forEachIndex(ArrayRef<int64_t> shape,
                  llvm::function_ref<void(ArrayRef<int64_t>)> visit);

} // namespace pad
} // namespace mlir

#endif // PAD_TEST_UNIT_DIFFERENTIALCASE_H
