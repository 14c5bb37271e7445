//===- RewriteCases.h - Small functions for testing rewrites ----*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The cases of a rewrite are the functions that a build function makes from the
// choices it asks for: all of them, one after the other, or random ones.
//
//===----------------------------------------------------------------------===//

#ifndef PAD_TEST_UNIT_REWRITECASES_H
#define PAD_TEST_UNIT_REWRITECASES_H

#include "DifferentialCase.h"
#include "Pad/IR/PadOps.h"
#include "RewriteInterpreter.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir {
namespace pad {

/// The choices of a case. `next()` moves on: in exhaustive order, until all
/// combinations have been seen, or to random ones.
class Choices {
public:
  /// All combinations.
  Choices() = default;
  /// `count` random ones.
  Choices(uint64_t seed, int64_t count) : random(seed), left(count) {}

  /// A number in `[low, high]`.
  int64_t choose(int64_t low, int64_t high);
  /// An entry of `list`.
  template <typename T>
  T pick(std::initializer_list<T> list) {
    return *(list.begin() + choose(0, static_cast<int64_t>(list.size()) - 1));
  }
  template <typename T>
  T pick(ArrayRef<T> list) {
    return list[choose(0, static_cast<int64_t>(list.size()) - 1)];
  }

  /// Whether there is another case; the choices of the last one are over.
  bool next();

private:
  /// One choice of the exhaustive order.
  struct Digit {
    int64_t value, last;
  };
  SmallVector<Digit, 16> digits;
  size_t position = 0;
  bool started = false;
  Random random;
  /// Cases left to draw; -1 in exhaustive order.
  int64_t left = -1;
};

/// How the IR of a case knows a number.
enum class Known { Attribute, Constant, Argument };

/// Builds the function of one case and its arguments.
class CaseBuilder {
public:
  CaseBuilder(ModuleOp module, Choices &choices);

  OpBuilder builder;
  Location loc;
  Choices &choices;

  /// \name Choices
  /// @{
  int64_t choose(int64_t low, int64_t high) {
    return choices.choose(low, high);
  }
  template <typename T>
  T pick(std::initializer_list<T> list) {
    return choices.pick(list);
  }
  /// Every mode, and those with a limit also as periodic.
  AxisMode chooseMode();
  /// `mode` for another axis, or one of a few others.
  AxisMode chooseOther(AxisMode mode);
  /// An axis with an extent of 0 to 4, pads of -5 to 6 and, if `hasInterior`,
  /// interior padding of 0 to 2; nullopt where `mode` breaks C5 or C6.
  std::optional<PadAxis> chooseAxis(AxisMode mode, bool hasInterior = true);
  /// The same for an axis of extent `extent`.
  std::optional<PadAxis> choosePads(AxisMode mode, int64_t extent,
                                    bool hasInterior = true);
  /// An axis whose pads may break C5 and C6, for where they are not static: the
  /// rule still says what it gives.
  PadAxis chooseAnyAxis(AxisMode mode, bool hasInterior = true);
  /// @}

  /// \name Values
  /// @{
  /// An argument of `shape` with distinct elements: numbers, and with `special`
  /// also -0.0 and a NaN with a payload. Its type leaves open the extents of
  /// which `isDynamic` is set; all if it is `true`.
  Value addTensor(ArrayRef<int64_t> shape, Type elementType,
                  bool isDynamic = false, bool special = true);
  Value addTensor(RankedTensorType type, ArrayRef<int64_t> shape,
                  bool special = true);
  /// The elements of such an argument.
  static RuntimeValue makeElements(Type elementType, ArrayRef<int64_t> shape,
                                   bool special);
  /// A scalar argument; `bits` of its type.
  Value addScalar(Type type, uint64_t bits);
  /// An index in the way of `known`.
  OpFoldResult addIndex(int64_t number, Known known = Known::Attribute);
  SmallVector<OpFoldResult> addIndices(ArrayRef<int64_t> numbers,
                                       Known known = Known::Attribute);
  /// A scalar constant by its bits.
  Value addConstant(Type type, uint64_t bits);
  /// A pad of the axes of `source` as `axes` say.
  Value addPad(Value source, ArrayRef<PadAxis> axes, Value value = {},
               Known known = Known::Attribute);
  /// The same into a destination; its type is `type`, or the inferred one.
  Value addPadInto(Value source, ArrayRef<PadAxis> axes, Value value = {},
                   Known known = Known::Attribute, RankedTensorType type = {});
  /// The same in either form, by choice.
  Value addPadOfEitherForm(Value source, ArrayRef<PadAxis> axes,
                           Value value = {}, Known known = Known::Attribute);
  Type f32() { return builder.getF32Type(); }
  Type i32() { return builder.getI32Type(); }
  Type i8() { return builder.getI8Type(); }
  /// @}

  /// Ends the function: it returns `results`.
  void finish(ValueRange results);

  func::FuncOp function;
  SmallVector<RuntimeValue> arguments;
};

} // namespace pad
} // namespace mlir

#endif // PAD_TEST_UNIT_REWRITECASES_H
