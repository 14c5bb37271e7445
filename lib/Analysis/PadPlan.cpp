//===- PadPlan.cpp - How a pad is best moved ------------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Analysis/PadPlan.h"
#include "Pad/Analysis/CostModel.h"
#include "Pad/IR/SymbolicPadGeometry.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

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

Operation *mlir::pad::getAllocationScope(Block *block) {
  for (Operation *op = block->getParentOp(); op; op = op->getParentOp())
    if (op->hasTrait<OpTrait::AutomaticAllocationScope>() &&
        !isa<scf::ForOp, affine::AffineForOp>(op))
      return op;
  return nullptr;
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

namespace {
/// Strides of a memref, as far as they are static. An innermost one that is not
/// is taken to be 1 (see `PadPlan::assumesUnitStride`).
struct Strides {
  explicit Strides(MemRefType type)
      : shape(type.getShape()), isIdentity(type.getLayout().isIdentity()) {
    int64_t offset;
    isStrided = succeeded(type.getStridesAndOffset(strides, offset));
    if (!isStrided || strides.empty())
      return;
    assumesUnit = ShapedType::isDynamic(strides.back());
    if (assumesUnit)
      strides.back() = 1;
  }

  /// Whether the elements along `axis` are neighbours of those inside it.
  bool isDense(int64_t axis) const {
    if (isIdentity)
      return true;
    bool isInnermost = axis + 1 == static_cast<int64_t>(shape.size());
    int64_t inner = isInnermost ? 1 : shape[axis + 1];
    int64_t stride = isInnermost ? 1 : strides[axis + 1];
    return !ShapedType::isDynamic(strides[axis]) &&
           !ShapedType::isDynamic(inner) && !ShapedType::isDynamic(stride) &&
           strides[axis] == inner * stride;
  }

  ArrayRef<int64_t> shape;
  bool isIdentity;
  bool isStrided;
  bool assumesUnit = false;
  SmallVector<int64_t> strides;
};
} // namespace

/// `a * b`; dynamic if a factor is, or if it exceeds 64 bits.
static int64_t multiply(int64_t a, int64_t b) {
  return multiplyExtents({a, b}).value_or(ShapedType::kDynamic);
}

/// Whether `a * b` of known factors fits.
static bool fitsProduct(int64_t a, int64_t b) {
  return ShapedType::isDynamic(a) || ShapedType::isDynamic(b) ||
         multiplyExtents({a, b});
}

/// Whether `inner`, an unpadded axis that is dense inside `outer`, may become
/// part of it: every element of `outer` is then a whole of them. Where the mode
/// reads elements of `outer` out of order, they have to stay wholes.
static bool canMerge(const PlannedAxis &outer, const PlannedAxis &inner,
                     PadMode mode) {
  if (inner.isPadded)
    return false;
  if (!outer.isPadded)
    return true;
  return mode == PadMode::Constant && outer.numbers.interior == 0 &&
         fitsProduct(outer.numbers.low, inner.numbers.extent) &&
         fitsProduct(outer.numbers.high, inner.numbers.extent);
}

/// Whether no number of `axis` says that it is padded.
static bool mayBeUnpadded(const PadAxis &axis) {
  return llvm::all_of(ArrayRef<int64_t>{axis.low, axis.high, axis.interior},
                      [](int64_t number) {
                        return number == 0 || ShapedType::isDynamic(number);
                      });
}

/// One plan of `op`. With `hasDynamicChunk`, an innermost axis whose extent or
/// pads are not known is taken to be a chunk, and there is no plan without such
/// an axis; otherwise one without pads is a row that is not short.
static std::optional<PadPlan> planPad(PadIntoOp op, VectorShape shape,
                                      bool mayAlias, bool hasDynamicChunk,
                                      std::string &reason) {
  auto sourceType = dyn_cast<MemRefType>(op.getSource().getType());
  auto resultType = dyn_cast<MemRefType>(op.getInit().getType());
  if (!sourceType || !resultType) {
    reason = "not bufferized";
    return std::nullopt;
  }
  PadPlan plan;
  plan.mode = op.getMode();
  plan.elementBits = getMemoryBits(sourceType.getElementType());
  if (plan.elementBits == 0) {
    reason = "elements that are no whole integers in memory";
    return std::nullopt;
  }
  if (shape.isScalable && plan.elementBits > 64) {
    reason = "elements wider than those of scalable vectors";
    return std::nullopt;
  }
  bool isComplex = isa<ComplexType>(sourceType.getElementType());
  plan.elementAlignment = plan.elementBits / 8 / (isComplex ? 2 : 1);
  int64_t rank = sourceType.getRank();
  if (rank == 0) {
    reason = "a single element";
    return std::nullopt;
  }
  Strides source(sourceType), result(resultType);
  if (!source.isStrided || !result.isStrided || source.strides.back() != 1 ||
      result.strides.back() != 1) {
    reason = "an innermost stride other than 1";
    return std::nullopt;
  }
  plan.assumesUnitStride = source.assumesUnit || result.assumesUnit;

  // Merge.
  bool isDense = true;
  for (int64_t axis = rank - 1; axis >= 0; --axis) {
    PlannedAxis planned;
    planned.first = axis;
    planned.end = axis + 1;
    planned.numbers = getKnownNumbers(op, axis);
    planned.resultExtent = resultType.getDimSize(axis);
    planned.isPadded = !isPlannedUnpadded(op, axis);
    isDense &= result.isDense(axis);
    planned.isResultDense = isDense;
    if (!plan.axes.empty() && source.isDense(axis) && result.isDense(axis) &&
        canMerge(planned, plan.axes.back(), plan.mode)) {
      PlannedAxis &inner = plan.axes.back();
      int64_t size = inner.numbers.extent;
      inner.numbers = {multiply(planned.numbers.extent, size),
                       multiply(planned.numbers.low, size),
                       multiply(planned.numbers.high, size),
                       planned.numbers.interior};
      inner.resultExtent = multiply(planned.resultExtent, size);
      // An unknown extent makes a pad of zero no other number.
      if (planned.numbers.low == 0)
        inner.numbers.low = 0;
      if (planned.numbers.high == 0)
        inner.numbers.high = 0;
      inner.first = axis;
      inner.isPadded = planned.isPadded;
      inner.isResultDense = planned.isResultDense;
      continue;
    }
    plan.axes.push_back(planned);
  }
  std::reverse(plan.axes.begin(), plan.axes.end());

  // The row, and whole elements inside it.
  int64_t last = plan.axes.size() - 1;
  auto isDenseInBoth = [&](const PlannedAxis &axis) {
    return source.isDense(axis.end - 1) && result.isDense(axis.end - 1);
  };
  plan.row = last;
  // Whether the last axis may be the chunk of the one around it.
  bool isDenseInside = last > 0 && isDenseInBoth(plan.axes[last - 1]);
  bool isWhole = isDenseInside && !plan.axes[last].isPadded;
  bool isLongRow = false;
  if (isWhole && plan.axes[last].isStatic()) {
    if (plan.axes[last].numbers.extent > 0 &&
        plan.axes[last].numbers.extent <=
            cost::kMaxChunkBytes * 8 / plan.elementBits) {
      plan.row = last - 1;
      plan.chunk = plan.axes[last].numbers.extent;
    }
  } else if (isWhole) {
    isLongRow = !hasDynamicChunk;
    if (hasDynamicChunk) {
      plan.row = last - 1;
      plan.chunk = ShapedType::kDynamic;
    }
  }
  const PlannedAxis &innermost = plan.axes[last];
  bool isMerged = innermost.end - innermost.first > 1;
  if (hasDynamicChunk && isDenseInside && innermost.isPadded && !isMerged &&
      mayBeUnpadded(innermost.numbers)) {
    plan.row = last - 1;
    plan.chunk = ShapedType::kDynamic;
    plan.assumesUnpaddedChunk = true;
  }
  if (hasDynamicChunk && !ShapedType::isDynamic(plan.chunk))
    return std::nullopt;

  // In place, both step through memory alike.
  plan.mayBeInPlace = mayAlias;
  for (int64_t axis = 0; axis < rank; ++axis)
    if (!ShapedType::isDynamic(source.strides[axis]) &&
        !ShapedType::isDynamic(result.strides[axis]) &&
        source.strides[axis] != result.strides[axis] &&
        source.shape[axis] != 1 && source.shape[axis] != 0)
      plan.mayBeInPlace = false;

  // The static tile: of lanes that are known.
  plan.tileBegin = plan.axes.size();
  int64_t size = multiply(plan.axes[plan.row].resultExtent, plan.chunk);
  if (plan.axes[plan.row].isStatic() && !ShapedType::isDynamic(size) &&
      !shape.isScalable) {
    plan.tileBegin = plan.row;
    int64_t lanes = shape.bits / plan.elementBits;
    int64_t rowSize = size;
    while (rowSize <= 2 * lanes && plan.tileBegin > 0) {
      const PlannedAxis &outer = plan.axes[plan.tileBegin - 1];
      int64_t outerSize = multiply(size, outer.resultExtent);
      if (!outer.isStatic() || !isDenseInBoth(outer) ||
          ShapedType::isDynamic(outerSize) ||
          outerSize > cost::kMaxTileVectors * lanes)
        break;
      size = outerSize;
      --plan.tileBegin;
    }
    SmallVector<PadAxis> tileAxes;
    if (rowSize <= 2 * lanes && size > 0 && plan.tileBegin > 0) {
      // Stores that all begin where a vector does cross no cache line.
      const PlannedAxis &outer = plan.axes[plan.tileBegin - 1];
      int64_t group = lanes / std::gcd(size, lanes);
      if (group > 1 && outer.isStatic() && !outer.isPadded &&
          isDenseInBoth(outer) && outer.numbers.extent % group == 0 &&
          !plan.mayBeInPlace &&
          size * group * plan.elementBits / 8 <= cost::kMaxTileGroupBytes) {
        plan.tileGroup = group;
        tileAxes.push_back(PadAxis{group});
      }
    }
    for (int64_t k = plan.tileBegin; k <= plan.row; ++k)
      tileAxes.push_back(plan.axes[k].numbers);
    plan.tile.emplace(plan.mode, tileAxes, plan.chunk);
    // A long row without runs is moved by the numbers at run time; so is one of
    // a type that no memory holds.
    bool isLong = plan.tileGroup == 1 && plan.tile->getRuns().empty() &&
                  plan.tile->getResultSize() > cost::kMaxTileVectors * lanes;
    if (isLong || plan.tile->getSourceSize() == INT64_MAX) {
      plan.tile.reset();
      plan.tileBegin = plan.axes.size();
      plan.tileGroup = 1;
    }
  }

  plan.mayHaveShortRows =
      plan.row > 0 && !plan.tile && !isLongRow && !shape.isScalable;

  if (plan.row > 0 && plan.mode != PadMode::Constant && plan.tile &&
      plan.tileBegin == plan.row) {
    const PlannedAxis &outer = plan.axes[plan.row - 1];
    const PadAxis &numbers = outer.numbers;
    int64_t rowSize = plan.tile->getResultSize();
    plan.repeatsRows =
        outer.isStatic() && numbers.interior == 0 && numbers.low >= 0 &&
        numbers.high >= 0 && numbers.low + numbers.high > 0 &&
        numbers.extent > 0 && rowSize > 0 &&
        rowSize <= cost::kMaxTileVectors * shape.bits / plan.elementBits &&
        outer.resultExtent <=
            cost::kMaxRepeatedPlaneBytes * 8 / (rowSize * plan.elementBits);
  }

  // A scalable vector may hold less or more than a line. The stage is memory of
  // the function.
  plan.canStream = plan.axes.front().isResultDense && plan.elementBits <= 64 &&
                   !shape.isScalable && getAllocationScope(op->getBlock());

  return plan;
}

std::vector<PadPlan> mlir::pad::planPad(PadIntoOp op, VectorShape shape,
                                        bool mayAlias, std::string &reason) {
  std::vector<PadPlan> plans;
  for (bool hasDynamicChunk : {true, false})
    if (std::optional<PadPlan> plan =
            ::planPad(op, shape, mayAlias, hasDynamicChunk, reason))
      plans.push_back(*plan);
  return plans;
}

/// Prints `value`, or `?`.
static void printNumber(raw_ostream &os, int64_t value) {
  if (ShapedType::isDynamic(value))
    os << '?';
  else
    os << value;
}

void PadPlan::print(raw_ostream &os) const {
  os << stringifyPadMode(mode) << ", i" << elementBits << ":";
  for (auto [k, axis] : llvm::enumerate(axes)) {
    int64_t index = k;
    os << (index > row                  ? " chunk "
           : tile && index >= tileBegin ? " tile "
           : !tile && index == row      ? " row "
                                        : " loop ");
    printNumber(os, axis.numbers.extent);
    os << "->";
    printNumber(os, axis.resultExtent);
  }
  if (tile && !tile->getRuns().empty()) {
    os << "; runs";
    for (const PadRun &run : tile->getRuns()) {
      static constexpr StringLiteral kNames[] = {"fill", "forward", "reverse",
                                                 "hold"};
      os << ' ' << kNames[static_cast<int>(run.kind)] << ' ' << run.length;
    }
  }
  if (tileGroup != 1)
    os << "; tiles of " << tileGroup;
  if (repeatsRows)
    os << "; copies of rows";
  if (assumesUnpaddedChunk)
    os << "; if that has no pads";
  if (mayHaveShortRows)
    os << "; maybe of short rows";
  if (mayBeInPlace)
    os << "; in place if they coincide";
}
