//===- TensorReads.h - What the elements of a tensor read -------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// What each element of a tensor of static extents is: an element of one other
// tensor (the base), a fill value, or undefined. This is stored as a product of
// lists, one for each axis, which say what each index reads. Ops that move
// elements are followed exactly; an op whose result is not such a product is
// not followed.
//
//===----------------------------------------------------------------------===//

#ifndef PAD_LIB_IMPORT_IDIOMS_TENSORREADS_H
#define PAD_LIB_IMPORT_IDIOMS_TENSORREADS_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Value.h"
#include <optional>

namespace mlir {
namespace pad {

/// A scalar that fills a tensor: a constant or any other value. If it is
/// neither, there is no fill.
struct Fill {
  Value value;
  Attribute constant;

  explicit operator bool() const { return value || constant; }
  /// Whether both are the same, bit for bit.
  bool operator==(const Fill &other) const {
    return constant ? constant == other.constant : value == other.value;
  }
};

/// `value`, a scalar, as a fill.
Fill getFill(Value value);

/// The scalar that every element of `tensor` is, if it is made by an op that
/// fills.
Fill getUniformFill(Value tensor);

/// An index that reads the fill value.
constexpr int64_t kReadsFill = -1;
/// An index of undefined elements.
constexpr int64_t kReadsNothing = -2;

/// An index whose elements another axis decides, whatever is read here.
constexpr int64_t kReadsAny = -3;

/// For each index of an axis the index of the base that it reads, or one of the
/// above.
using AxisReads = SmallVector<int64_t>;

/// The longest axis that is listed.
constexpr int64_t kLongestAxis = 4096;

/// What the elements of a tensor read. An element is undefined if one of its
/// indices is, else the fill value if one of its indices is, else that of the
/// base.
struct TensorReads {
  SmallVector<AxisReads> axes;
  /// The fill value; none where nothing reads it.
  Fill fill;

  /// What every element reads, if it is the fill value or nothing for all.
  std::optional<int64_t> getUniform() const;
};

/// Whether the axes of `type` can be listed.
bool canList(Type type);

/// The fill value of two parts of a tensor; nullopt if theirs differ.
std::optional<Fill> mergeFills(const Fill &a, const Fill &b);

/// Composes: what reads `inner`, at the indices that `outer` lists for each
/// axis. Nullopt where the fill values differ.
std::optional<TensorReads> compose(const TensorReads &inner,
                                   ArrayRef<AxisReads> outer, const Fill &fill);

} // namespace pad
} // namespace mlir

#endif // PAD_LIB_IMPORT_IDIOMS_TENSORREADS_H
