//===- IntegerTensors.h - Small computed integer tensors --------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Front ends compute the pads of a tensor from its extents, by slices, casts
// and arithmetic of small tensors. Here such a tensor becomes one number or one
// index value for each element, in two steps. The first step reads the ops and
// changes nothing: what is known only at run time is `arith`, `tensor.dim` and
// `tensor.extract` ops of a draft, a block of its own in which arguments stand
// for tensors, and arith's folders fold the rest. The second step copies what
// is needed from the draft, and cannot fail.
//
// Each front end names its ops differently, so it passes a rule that says what
// the result of an op is, in terms of the tensor functions of `IntegerTensors`.
// Rules are written without checks of each step: what one asks for after its
// first failure is nothing, functions make nothing of nothing, and the reason
// stays that of the failure.
//
//===----------------------------------------------------------------------===//

#ifndef PAD_IMPORT_INTEGERTENSORS_H
#define PAD_IMPORT_INTEGERTENSORS_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/PatternMatch.h"
#include <functional>

namespace mlir {
namespace pad {

/// A tensor of known shape, element by element.
struct IntegerTensor {
  /// An integer type of at most 64 bits, index, f16, bf16, f32 or f64.
  /// Constants of type `ui64` are at most the signed maximum; what is known
  /// only at run time may exceed it, and is then negative.
  Type elementType;
  SmallVector<int64_t> shape;
  /// In row-major order. Integers of any type are of type index; numbers in
  /// floating point have the element type. Constants are attributes, and all
  /// others values of the draft.
  SmallVector<OpFoldResult> elements;
  /// Of a vector whose length is known only at run time, that length. Its shape
  /// is `[kDynamic]`, and it has one element, computed from its place in the
  /// vector, an argument of the draft.
  OpFoldResult length = OpFoldResult();
};

/// The elements of `tensor` if all are known.
std::optional<SmallVector<int64_t>> getConstants(const IntegerTensor &tensor);

/// `number` as a constant element of a tensor of `elementType`.
OpFoldResult getNumber(int64_t number, Type elementType);

/// What ops of several systems compute of numbers, element by element.
enum class ElementFunction {
  // Of one operand.
  Abs,
  Ceil,
  Floor,
  Negate,
  /// Of a truth value, as the others of logic.
  Not,
  Sign,
  // Of two operands; the first ones take more, from the first on.
  Add,
  And,
  Maximum,
  Minimum,
  Multiply,
  Or,
  Subtract,
  /// Truncated toward zero.
  Divide,
  /// Rounded down, by a constant that is positive.
  FloorDivide,
  Equal,
  Greater,
  GreaterOrEqual,
  Less,
  LessOrEqual,
  NotEqual,
  Xor,
  /// With the sign of the divisor, and with that of the dividend.
  Modulo,
  Remainder,
  // Of three operands: a least number, numbers and a greatest one, or a
  // condition and two numbers.
  Clamp,
  Select
};

/// How many operands `function` has, at least.
unsigned getArity(ElementFunction function);

/// Whether `function` is one of the two comparisons that others consist of.
bool isComparison(ElementFunction function);

/// Reads computed integer tensors, and emits their elements.
class IntegerTensors {
public:
  /// A tensor, or nothing where it is not known.
  using Result = std::optional<IntegerTensor>;
  /// A list of constants, or nothing where one is not known.
  using Numbers = std::optional<SmallVector<int64_t>>;

  /// Computes the tensor that `result` is from the operands and attributes of
  /// its op. If it cannot, it returns what `unknown` or `invalid` return.
  using OpRule = std::function<Result(IntegerTensors &, OpResult result)>;

  /// The builtin tensor type that stands for `type`; null if there is none.
  /// Emission casts to it (`builtin.unrealized_conversion_cast`).
  using TypeRule = std::function<RankedTensorType(Type type)>;

  /// Without `typeRule`, only builtin tensors are tensors.
  explicit IntegerTensors(OpRule opRule, TypeRule typeRule = nullptr);

  //===--------------------------------------------------------------------===//
  // First step: reading
  //===--------------------------------------------------------------------===//

  /// The tensor that `value` is: a constant, what the rule computes for its op,
  /// or elements that run time reads from a tensor of static shape. On failure,
  /// `getReason` says why. Nothing is read where a rule has failed.
  Result analyse(Value value);
  /// The same, but the rule that asks does not fail with it.
  Result tryToAnalyse(Value value);

  /// The same, or a vector of a length that is known only at run time: `cast`,
  /// `combine` and `select` take it, with tensors of one element.
  Result analyseOpen(Value value);

  /// States that `value`, whose type may leave that open, has `shape`. Where
  /// run time reads its elements, the emission relies on that (`tensor.cast`).
  /// A shape that contradicts the type or an earlier statement is ignored.
  void assumeShape(Value value, ArrayRef<int64_t> shape);

  /// The elements of `value` if all are known without run time.
  Numbers analyseConstants(Value value);
  /// The one element of `value` if it is known without run time.
  std::optional<int64_t> analyseNumber(Value value);

  /// Why the last analysis failed, as a clause.
  StringRef getReason() const { return reason; }

  //===--------------------------------------------------------------------===//
  // Tensor functions, for rules
  //===--------------------------------------------------------------------===//

  /// The result of a rule that cannot evaluate an op. Its elements are then
  /// read at run time, if that is possible.
  std::nullopt_t unknown(const Twine &why);

  /// The result of a rule for an op that is invalid: every analysis that needs
  /// it fails.
  std::nullopt_t invalid(const Twine &why);

  /// `axis` counted from the front; nullopt, with the reason, out of range.
  std::optional<int64_t> normalizeAxis(int64_t axis, int64_t rank);

  /// The builtin type of `value`, of the shape that is assumed of it; null if
  /// it is no tensor of known rank.
  RankedTensorType getTensorType(Value value) const;
  /// The same without what is assumed.
  RankedTensorType getDeclaredType(Value value) const;

  /// A constant of an elements attribute, or of a number in floating point or a
  /// list of them.
  Result getConstant(Attribute attribute);
  /// The numbers from `start` to before `limit`, of a length that is known only
  /// at run time.
  Result getOpenRange(const Result &start, const Result &limit);
  /// A vector of constants, and a tensor of rank 0.
  IntegerTensor getVector(ArrayRef<int64_t> numbers, Type elementType);
  IntegerTensor getScalar(int64_t number, Type elementType);
  /// Equal elements.
  Result getFilled(ArrayRef<int64_t> shape, OpFoldResult element,
                   Type elementType);
  /// The one element of `tensor`, again and again.
  Result repeat(const Result &tensor, const Numbers &shape);
  /// The extents of axes `[begin, end)` of `tensor`, as a vector.
  Result getExtents(Value tensor, Type elementType, int64_t begin = 0,
                    int64_t end = INT64_MAX);
  /// The extent of axis `axis` of `tensor`, which may be negative.
  Result getExtent(Value tensor, Type elementType, int64_t axis);
  /// Elements converted to another type: narrower integers wrap, and numbers in
  /// floating point are truncated. A negative constant is no `ui64`.
  Result cast(const Result &tensor, Type elementType);
  /// What `function` makes of `operands`, with numpy's broadcasting. They may
  /// be vectors of a length that is known only at run time.
  Result compute(ElementFunction function, ArrayRef<Value> operands);
  /// The same of two tensors; `function` is a basic one: a sum, difference,
  /// product, quotient, minimum or maximum, or `Equal` or `Less`, of which the
  /// elements are 1 or 0, of type i1. Numbers of type `ui64` known only at run
  /// time have no order, and no quotient.
  Result combine(ElementFunction function, const Result &lhs,
                 const Result &rhs);
  /// The elements of `tensor`, in floating point, rounded to integers, up or
  /// down; integers stay.
  Result round(const Result &tensor, bool up);
  /// The elements of `lhs` where those of `condition` are not 0, else those of
  /// `rhs`, with numpy's broadcasting.
  Result select(const Result &condition, const Result &lhs, const Result &rhs);
  /// `tensor` in the shape that it and a tensor of `shape` broadcast to.
  Result broadcast(const Result &tensor, const Numbers &shape);
  /// Tensors one after the other along `axis`, which may be negative.
  Result concat(ArrayRef<Result> tensors, int64_t axis);
  /// The same elements in `shape`: -1 is what is left, 0 the extent of
  /// `tensor`, unless `allowZero`.
  Result reshape(const Result &tensor, const Numbers &shape,
                 bool allowZero = false);
  /// Without the axes of extent 1 that `axes` names, or all of them.
  Result squeeze(const Result &tensor, const Numbers &axes);
  Result squeezeAll(const Result &tensor);
  /// With new axes of extent 1 at the places `axes` of the result.
  Result unsqueeze(const Result &tensor, const Numbers &axes);
  /// Axes in the order `permutation`; reversed if that is empty.
  Result transpose(const Result &tensor, const Numbers &permutation);
  /// Every `step`-th index from `start` to before `end` of each axis that is
  /// named, as Python has it: negative numbers count from the back, and what is
  /// out of range ends at the last element.
  Result slice(const Result &tensor, const Numbers &starts, const Numbers &ends,
               const Numbers &axes, const Numbers &steps);
  /// Indices `[begin, end)` of one axis.
  Result slice(const Result &tensor, int64_t axis, int64_t begin, int64_t end);
  /// What `function`, a basic one, makes of all indices of `axis`, as one.
  Result reduce(const Result &tensor, int64_t axis, ElementFunction function);
  /// The axes that `axes` names backwards.
  Result reverse(const Result &tensor, const Numbers &axes);
  /// Slices of `tensor` along `axis` at `indices`, which may be negative.
  Result gather(const Result &tensor, const Result &indices, int64_t axis);
  /// Each row of `rows`, of rank 2, which has one number for each of `places`,
  /// as a row of `count` numbers: the last one whose place it is, or 0.
  /// Negative places count from the back, and those out of range are none.
  Result scatter(const IntegerTensor &rows, const IntegerTensor &places,
                 int64_t count);

  //===--------------------------------------------------------------------===//
  // Second step: emission
  //===--------------------------------------------------------------------===//

  /// The tensor and its axis of which `element`, of the draft, is the extent;
  /// nullopt if it is something else.
  std::optional<std::pair<Value, int64_t>> getExtentOf(Value element) const;

  /// Puts index values in the place of those of the draft in `lists`. Every op
  /// emitted is defined for all its operands.
  void emit(OpBuilder &builder, Location loc,
            ArrayRef<SmallVectorImpl<OpFoldResult> *> lists) const;

private:
  /// Makes ops of the draft.
  ImplicitLocOpBuilder getDraft(MLIRContext *context) {
    ImplicitLocOpBuilder builder(UnknownLoc::get(context), context);
    builder.setInsertionPointToEnd(&draft);
    return builder;
  }
  /// The argument of the draft that stands for `tensor`, of known rank.
  Value getStandIn(Value tensor);
  /// The type of that argument: a builtin tensor of signless elements where
  /// `tensor` is of another dialect, as its dialect converts it.
  RankedTensorType getStandInType(Value tensor) const;
  /// Element `position`, in row-major order, of `tensor`, at run time.
  OpFoldResult getElement(Value tensor, int64_t position);
  /// A constant in floating point; nullopt for any other one.
  Result getRealConstant(Attribute attribute);
  /// `number` in floating point; null, with the reason, for one known only at
  /// run time in f16 or bf16.
  OpFoldResult toReal(OpFoldResult number, FloatType type);
  /// `real` as an integer; null, with the reason, for a constant that has no
  /// 64 bits.
  OpFoldResult toInteger(OpFoldResult real);
  /// The low bits of `number` as a number of `elementType`; null, with the
  /// reason, if it is a negative constant, which is no `ui64`.
  OpFoldResult wrap(OpFoldResult number, Type elementType);
  /// Null, with the reason, where constants have no result.
  OpFoldResult combine(ElementFunction function, OpFoldResult lhs,
                       OpFoldResult rhs);
  OpFoldResult select(OpFoldResult condition, OpFoldResult lhs,
                      OpFoldResult rhs);
  /// The tensors in the shape that they broadcast to; nullopt, with the reason,
  /// if there is none.
  std::optional<SmallVector<IntegerTensor>>
  broadcastTogether(ArrayRef<const IntegerTensor *> tensors);
  Result analyseOnce(Value value);
  /// The elements of `value` at run time, where its op is not evaluated because
  /// of the reason.
  Result readAtRunTime(Value value);
  /// Whether a tensor of `shape` is small; says why if it is not.
  bool isSmall(ArrayRef<int64_t> shape);

  /// What is known of a value. While a value is being analysed, this says that
  /// its analysis does not end.
  struct Known {
    Result tensor;
    std::string reason = "it is computed from itself";
    bool isPending = true;
  };

  OpRule opRule;
  TypeRule typeRule;
  Block draft;
  DenseMap<Value, Value> standIns;
  /// What the arguments of the draft stand for; null for places.
  SmallVector<Value> originals;
  DenseMap<Value, Known> known;
  DenseMap<Value, RankedTensorType> assumed;
  std::string reason;
  bool isInvalid = false;
  /// Whether the rule that is applied has failed.
  bool hasFailed = false;
  int64_t depth = 0;
};

/// What `slice` selects of one axis: `count` indices from `start` on, `step`
/// apart.
struct SliceRange {
  int64_t start;
  int64_t count;
};

/// `index` of `extent` elements or axes, counted from the front, where a
/// negative one counts from the back; nullopt if it is out of range.
std::optional<int64_t> normalizeIndex(int64_t index, int64_t extent);

/// Resolves Python's `[start:end:step]` on an axis of `extent` elements, of
/// `step` other than 0.
SliceRange resolveSlice(int64_t extent, int64_t start, int64_t end,
                        int64_t step);

/// Whether numbers of `type` are in floating point, and are evaluated.
bool isReal(Type type);

/// Whether numbers of `elementType` have no sign: unsigned integers and i1.
bool hasNoSign(Type elementType);

/// `number`, which has the sign of `type`, as a signed 64-bit number; nullopt
/// if it is none.
std::optional<int64_t> toInt64(const APInt &number, Type type);

/// The attribute `name` of `op`, where an unregistered op may have it: among
/// its attributes or in its properties. Null if it has none.
Attribute getAnyAttr(Operation *op, StringRef name);

/// The elements of `attribute`, which may be a resource; null if it has none,
/// or is one that was elided.
DenseElementsAttr getDenseElements(Attribute attribute);

/// The integers that `attribute` holds: one integer, `array<i64: ...>` of any
/// width, `dense<...>` or a list. Nullopt if it holds anything else, a
/// number that exceeds 64 bits, or one number more than 2^20 times.
std::optional<SmallVector<int64_t>> getIntegers(Attribute attribute);

/// Integers of an array attribute, a dense array or an elements attribute of at
/// most one axis.
std::optional<SmallVector<int64_t>> readIntegers(Attribute attribute);

} // namespace pad
} // namespace mlir

#endif // PAD_IMPORT_INTEGERTENSORS_H
