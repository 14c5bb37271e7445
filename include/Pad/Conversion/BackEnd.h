//===- BackEnd.h - Systems that pads are written for ------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// What the conversions of pads to TOSA, StableHLO and ONNX share: a pattern and
// a driver that turn each pad into the ops of its recipe.
//
//===----------------------------------------------------------------------===//

#ifndef PAD_CONVERSION_BACKEND_H
#define PAD_CONVERSION_BACKEND_H

#include "Pad/Conversion/PadRecipe.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir {
namespace pad {

/// A system of ops on tensors, in which recipes are spelled.
class BackEnd {
public:
  virtual ~BackEnd() = default;

  /// The name of the system, as errors have it.
  StringRef getName() const { return name; }

  /// The dialect of its ops.
  StringRef getDialect() const { return dialect; }

  /// What its ops can do.
  const BackEndTraits &getTraits() const { return traits; }

  /// Why the system has no tensors of `elementType`, as a clause; empty if it
  /// has.
  virtual std::string explainElementType(Type elementType) const = 0;

  /// Why the system has no ops for `step` of `recipe`, as a clause; empty if it
  /// has.
  virtual std::string explainStep(const PadRecipe & /*recipe*/,
                                  const RecipeStep & /*step*/) const {
    return "";
  }

  /// Whether the ops of `step` of `recipe` need the padding value.
  virtual bool readsPadding(const PadRecipe &recipe,
                            const RecipeStep &step) const;

  /// Creates the padding value of `op` as the tensor that pads there take.
  virtual Value emitPadding(OpBuilder &builder, PadOp op) const = 0;

  /// Creates the ops of `step`, which is not the source, and returns a value of
  /// its type. `operands` are those of the step, and `getPadding` makes the
  /// padding value when it is called first.
  virtual Value emit(OpBuilder &builder, PadOp op, const RecipeStep &step,
                     ValueRange operands,
                     function_ref<Value()> getPadding) const = 0;

protected:
  BackEnd(StringRef name, StringRef dialect, int64_t maxPieces)
      : name(name), dialect(dialect) {
    traits.maxPieces = maxPieces;
  }

  BackEndTraits traits;

private:
  StringRef name, dialect;
};

/// The recipe of `op` in the ops of `backEnd`, or why there is none.
PadRecipe getPadRecipe(PadOp op, const BackEnd &backEnd);

/// Creates the ops of `recipe`, which is that of `op` in `backEnd`, and returns
/// what replaces its result.
Value emitRecipe(OpBuilder &builder, PadOp op, const PadRecipe &recipe,
                 const BackEnd &backEnd);

/// ONNX with the operators of version `opset`, or of the newest one if that is
/// 0. With `padModes`, `Pad` has modes other than constant.
std::shared_ptr<const BackEnd> createOnnxBackEnd(int64_t opset, bool padModes,
                                                 int64_t maxPieces);

/// Adds the pattern that turns `pad.pad` into ops of `backEnd`.
void populatePadToBackEndPatterns(RewritePatternSet &patterns,
                                  std::shared_ptr<const BackEnd> backEnd);

/// Applies that pattern below `root`. A pad on tensors that is left is an
/// error, and the function fails; with `partial` it stays. It is also an error
/// if ops of the dialect cannot be created in the context of `root`.
LogicalResult convertPads(Operation *root,
                          std::shared_ptr<const BackEnd> backEnd, bool partial);

/// A pass that calls `convertPads`. `Base` is what tablegen makes of a
/// `PadToBackEnd`.
template <typename Base>
struct BackEndPass : Base {
  using Base::Base;

  /// The system that the options describe; null, after an error, if there is
  /// none.
  virtual std::shared_ptr<const BackEnd> createBackEnd() = 0;

  void runOnOperation() override {
    std::shared_ptr<const BackEnd> backEnd = createBackEnd();
    if (!backEnd ||
        failed(convertPads(this->getOperation(), backEnd, this->partial)))
      this->signalPassFailure();
  }
};

/// Creates the op `name` of a dialect that need not be linked in.
Value createForeignOp(OpBuilder &builder, Location loc, StringRef name,
                      RankedTensorType type, ValueRange operands,
                      ArrayRef<NamedAttribute> attributes = {});

/// The entry `number` of each axis of `pads`.
SmallVector<int64_t> collect(ArrayRef<PadAxis> pads, int64_t PadAxis::*number);

/// The padding value of `op` as an attribute that a constant tensor of `shape`
/// has everywhere; null if it is not known.
DenseElementsAttr getConstantPadding(PadOp op, ArrayRef<int64_t> shape);

/// A list of numbers, index attributes or values, as a tensor of `i64` that is
/// not constant.
Value emitNumbers(OpBuilder &builder, Location loc,
                  ArrayRef<OpFoldResult> numbers);

/// The padding value of `op` as the only element of a tensor of `shape`, which
/// is not constant.
Value emitPaddingTensor(OpBuilder &builder, PadOp op, ArrayRef<int64_t> shape);

} // namespace pad
} // namespace mlir

#endif // PAD_CONVERSION_BACKEND_H
