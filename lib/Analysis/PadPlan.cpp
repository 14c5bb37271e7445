//===- PadPlan.cpp - How a pad is best moved ------------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Analysis/PadPlan.h"
#include "Pad/IR/SymbolicPadGeometry.h"
#include "PadPlanSteps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::pad;

bool PlannedAxis::isStatic() const {
  return !ShapedType::isDynamic(numbers.extent) &&
         !ShapedType::isDynamic(numbers.low) &&
         !ShapedType::isDynamic(numbers.high) &&
         !ShapedType::isDynamic(numbers.interior) &&
         getPaddedExtent(numbers) == resultExtent;
}

bool mlir::pad::isPlannedUnpadded(PadIntoOp op, int64_t axis) {
  PadAxis numbers = getKnownNumbers(op, axis);
  int64_t resultExtent = op.getPaddedType().getDimSize(axis);
  bool isKnown = ShapedType::isStatic(numbers.extent) &&
                 ShapedType::isStatic(resultExtent);
  return numbers.isUnpadded() && (!isKnown || numbers.extent == resultExtent);
}

/// Bits that an element of `type` takes in memory; 0 if it cannot be moved as
/// one integer.
static int64_t getMemoryBits(Type type) {
  if (isa<IndexType, LLVM::LLVMPointerType>(type))
    return 64;
  if (auto complexType = dyn_cast<ComplexType>(type)) {
    int64_t part = getMemoryBits(complexType.getElementType());
    Type element = complexType.getElementType();
    // The complex dialect takes apart floats only.
    bool isWhole = isa<FloatType>(element) &&
                   element.getIntOrFloatBitWidth() == part && part <= 64;
    return isWhole ? 2 * part : 0;
  }
  if (!type.isIntOrFloat())
    return 0;
  // Less than a byte takes a byte. Other widths leave bytes unwritten.
  int64_t bits = std::max(8u, type.getIntOrFloatBitWidth());
  return llvm::isPowerOf2_64(bits) && bits <= 128 ? bits : 0;
}

/// Whether steps along no axis tell the source from an interior view of the
/// result: in place, both step through memory alike.
static bool mayStepAlike(const MemRefStrides &source,
                         const MemRefStrides &result) {
  for (auto [extent, from, to] :
       llvm::zip_equal(source.shape, source.strides, result.strides))
    if (!ShapedType::isDynamic(from) && !ShapedType::isDynamic(to) &&
        from != to && extent != 1 && extent != 0)
      return false;
  return true;
}

std::optional<PadPlan> mlir::pad::planPad(PadIntoOp op,
                                          const PadPlanOptions &options,
                                          std::string &reason) {
  auto sourceType = dyn_cast<MemRefType>(op.getSource().getType());
  auto resultType = dyn_cast<MemRefType>(op.getInit().getType());
  if (!sourceType || !resultType) {
    reason = "not bufferized";
    return std::nullopt;
  }
  PadPlan plan;
  plan.elementBits = getMemoryBits(sourceType.getElementType());
  if (plan.elementBits == 0) {
    reason = "elements that are no whole integers in memory";
    return std::nullopt;
  }
  if (options.vectors.isScalable && plan.elementBits > 64) {
    reason = "elements wider than those of scalable vectors";
    return std::nullopt;
  }
  bool isComplex = isa<ComplexType>(sourceType.getElementType());
  plan.elementAlignment = plan.elementBits / 8 / (isComplex ? 2 : 1);
  if (sourceType.getRank() == 0) {
    reason = "a single element";
    return std::nullopt;
  }
  MemRefStrides source(sourceType), result(resultType);
  if (!source.isStrided || !result.isStrided || source.strides.back() != 1 ||
      result.strides.back() != 1) {
    reason = "an innermost stride other than 1";
    return std::nullopt;
  }
  plan.assumesUnitStride = source.assumesUnit || result.assumesUnit;
  plan.mayBeInPlace = options.mayAlias && mayStepAlike(source, result);

  plan.axes = mergeAxes(op, source, result);
  chooseRows(plan, options.vectors);
  plan.versions = chooseVersions(op, plan, options);
  return plan;
}
