//===- RewriteInterpreter.h - Evaluates small functions ---------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// A reference interpreter of functions on tensors, for comparing IR before and
// after a rewrite. It knows what it evaluates by PadGeometry and by the
// documentation of the upstream ops, and shares no code with the lowerings.
//
// An op is added by a handler: `addHandler<OpTy>([](OpTy op, Frame &frame)
// ...)` in one of the `register...Handlers` functions.
//
//===----------------------------------------------------------------------===//

#ifndef PAD_TEST_UNIT_REWRITEINTERPRETER_H
#define PAD_TEST_UNIT_REWRITEINTERPRETER_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/OpDefinition.h"
#include "llvm/ADT/APInt.h"
#include "llvm/ADT/DenseMap.h"
#include <functional>
#include <optional>
#include <vector>

namespace mlir {
namespace linalg {
class LinalgOp;
} // namespace linalg

namespace pad {

/// The bits of an element of at most 64 bits; none where it is unspecified, as
/// in `tensor.empty`.
using Bits = std::optional<uint64_t>;

/// A tensor, or a scalar as a tensor of rank 0; elements are row-major.
struct RuntimeValue {
  SmallVector<int64_t, 4> shape;
  std::vector<Bits> elements;

  /// The element at `index`, which is in bounds.
  Bits at(ArrayRef<int64_t> index) const {
    return elements[getPosition(index)];
  }
  Bits &at(ArrayRef<int64_t> index) { return elements[getPosition(index)]; }
  /// Whether `index` is in bounds.
  bool contains(ArrayRef<int64_t> index) const;
  /// A scalar.
  static RuntimeValue scalar(Bits bits) { return {{}, {bits}}; }
  /// A tensor of `shape`, its elements given by their index.
  static RuntimeValue generate(ArrayRef<int64_t> shape,
                               llvm::function_ref<Bits(ArrayRef<int64_t>)> get);

private:
  size_t getPosition(ArrayRef<int64_t> index) const;
};

/// Bits in an element or scalar of `type`: 64 for an index; 0 if the
/// interpreter does not know it.
unsigned getBitWidth(Type type);

/// The elements of a constant attribute; none for unknown attributes.
std::optional<RuntimeValue> getConstant(Attribute attribute);

/// The values of a run, and the services that handlers of ops call.
class Frame {
public:
  const RuntimeValue &get(Value value) const;
  void set(Value value, RuntimeValue runtime);
  /// An index or integer, sign-extended; an unspecified one is an error.
  int64_t getIndex(Value value);
  int64_t getIndex(OpFoldResult ofr);
  SmallVector<int64_t> getIndices(ArrayRef<OpFoldResult> list);
  /// The shape of the tensor type `type`, its dynamic extents taken from
  /// `extents`.
  SmallVector<int64_t> getShape(Type type, ValueRange extents);

  /// Runs `block` with `arguments`; what its terminator passes on, or nothing
  /// after an error.
  SmallVector<RuntimeValue> runBlock(Block &block,
                                     ArrayRef<RuntimeValue> arguments);
  /// Records an error; the run ends.
  LogicalResult fail(Operation *op, const Twine &reason);

  /// Position in the iteration space of the innermost structured op.
  SmallVector<int64_t> iteration;
  /// The extents of the tensors that have been computed.
  llvm::DenseMap<Value, SmallVector<int64_t>> getShapes() const;
  /// What went wrong first.
  std::string error;

private:
  llvm::DenseMap<Value, RuntimeValue> values;
};

using Handler = std::function<LogicalResult(Operation *, Frame &)>;

/// Makes the interpreter evaluate ops of type `id`.
void addHandler(TypeID id, Handler handler);
template <typename OpTy>
void addHandler(LogicalResult (*handler)(OpTy, Frame &)) {
  addHandler(TypeID::get<OpTy>(), [handler](Operation *op, Frame &frame) {
    return handler(cast<OpTy>(op), frame);
  });
}

/// Makes the interpreter evaluate structured ops (linalg) without a handler.
void addStructuredHandler(LogicalResult (*handler)(linalg::LinalgOp, Frame &));

/// Makes the interpreter evaluate an elementwise op, on scalars and tensors, by
/// what it does to elements. Unspecified operands give an unspecified result.
using ElementFunction =
    std::function<llvm::APInt(Operation *, ArrayRef<llvm::APInt>)>;
void addElementwise(TypeID id, ElementFunction function);
template <typename OpTy>
void addElementwise(llvm::APInt (*function)(OpTy, ArrayRef<llvm::APInt>)) {
  addElementwise(TypeID::get<OpTy>(),
                 [function](Operation *op, ArrayRef<llvm::APInt> operands) {
                   return function(cast<OpTy>(op), operands);
                 });
}

/// The handlers of arith, math, affine, scf and func ops.
void registerScalarHandlers();
/// The handlers of pad, tensor and linalg ops.
void registerTensorHandlers();
/// The handlers of linalg.pack and linalg.unpack.
void registerPackHandlers();
/// The handlers of gradients.
void registerAdjointHandlers();

/// Runs `function`. The results, or why there are none, and the extents of each
/// of its tensors.
struct Outcome {
  SmallVector<RuntimeValue> results;
  std::string error;
  llvm::DenseMap<Value, SmallVector<int64_t>> shapes;
};
Outcome interpret(func::FuncOp function, ArrayRef<RuntimeValue> arguments);

} // namespace pad
} // namespace mlir

#endif // PAD_TEST_UNIT_REWRITEINTERPRETER_H
