//===- ExchangeOptions.cpp - A pad on ranks, from options -----------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExchangeOptions.h"
#include "Pad/IR/AdjointOps.h"
#include "Pad/IR/ShardedPadOps.h"
#include "Pad/CInterface/CNames.h"
#include "Pad/CInterface/CTypes.h"
#include "Pad/Compiler/PadKernel.h"
#include "Pad/Transforms/Lowerability.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::pad;

/// The `numBits` bits of the constant `value`.
static llvm::APInt getBits(Attribute value, unsigned numBits) {
  if (auto number = dyn_cast<FloatAttr>(value))
    return number.getValue().bitcastToAPInt().zext(numBits);
  if (auto number = dyn_cast<IntegerAttr>(value))
    return number.getValue().zext(numBits);
  // Real and imaginary part.
  auto parts = cast<ArrayAttr>(value);
  return getBits(parts[0], numBits) |
         getBits(parts[1], numBits).shl(numBits / 2);
}

/// An error if axis `axis` of `numbers` cannot lie on `parts` ranks as
/// `options` say.
static llvm::Error checkAxis(int64_t axis, const PadAxis &numbers,
                             int64_t parts, const PadcOptions &options) {
  auto refuse = [&](const llvm::Twine &reason) {
    return llvm::createStringError("--grid: axis " + Twine(axis) + " " +
                                   reason);
  };
  auto isNegative = [](int64_t number) {
    return number < 0 && ShapedType::isStatic(number);
  };
  if (parts == 0 || isNegative(parts))
    return refuse("must have a number of ranks, 1 or more");
  if (!fitsRanks(numbers))
    return refuse("has a number or a dilated extent above 2^61, the most for a "
                  "pad across ranks (C7)");
  if (options.halo && numbers.interior != 0)
    return refuse("has an interior pad, which halos do not have; leave out "
                  "--halo and --in-place");
  if (options.inPlace && (isNegative(numbers.low) || isNegative(numbers.high)))
    return refuse("has a negative pad, for which the result has no room for "
                  "the source; leave out --in-place");
  return llvm::Error::success();
}

llvm::Expected<ExchangeSpec>
mlir::pad::makeExchangeSpec(PadOp pad, const PadcOptions &options) {
  if (!options.lowering.empty())
    return llvm::createStringError(
        "'--" + StringRef(options.lowering).trim() +
        "' is for pads on one rank; leave it out, or --grid");
  ExchangeSpec spec;
  llvm::Expected<SmallVector<int64_t>> grid = parseKernelShape(*options.grid);
  if (!grid)
    return llvm::createStringError("--grid: " + toString(grid.takeError()));
  spec.grid = std::move(*grid);
  int64_t rank = pad.getRank();
  if (static_cast<int64_t>(spec.grid.size()) != rank)
    return llvm::createStringError(
        "--grid: '" + *options.grid + "' has " + Twine(spec.grid.size()) +
        (spec.grid.size() == 1 ? " entry" : " entries") + ", but --shape has " +
        Twine(rank) + (rank == 1 ? " axis" : " axes") +
        "; give one per axis, 1 for an axis in one piece");
  for (int64_t axis = 0; axis < rank; ++axis) {
    spec.axes.push_back(getStaticNumbers(pad, axis));
    if (llvm::Error error =
            checkAxis(axis, spec.axes.back(), spec.grid[axis], options))
      return std::move(error);
  }
  Type elementType = pad.getSourceType().getElementType();
  if (!getCType(elementType)) {
    std::string type;
    llvm::raw_string_ostream(type) << elementType;
    return llvm::createStringError("--type: '" + type + "' has no type in C");
  }
  if (options.kernel.adjoint && options.kernel.value)
    return llvm::createStringError(
        "--value: the gradient of a pad does not depend on the "
        "padding value; leave it out");
  if (options.kernel.adjoint &&
      !(isSummable(elementType) && hasNativeSum(elementType))) {
    std::string type;
    llvm::raw_string_ostream(type) << elementType;
    return llvm::createStringError(
        "--type: '" + type +
        "' has no addition, so pads of it have no gradient (A3)");
  }
  if (options.kernel.name)
    spec.name = *options.kernel.name;
  if (StringRef clash = getCNameClash(spec.name + "_run", CNameUse::Function);
      !clash.empty())
    return llvm::createStringError("--name: '" + spec.name + "_run' " + clash);
  spec.elementBytes = *getElementBytes(elementType);
  spec.results = options.kernel.adjoint ? ResultPieces::Gradients
                 : options.halo         ? ResultPieces::Halo
                                        : ResultPieces::Disjoint;
  if (options.kernel.adjoint)
    spec.summedType = elementType;
  spec.inPlace = options.inPlace;
  spec.mpi = options.mpi;
  unsigned numBits = 8 * static_cast<unsigned>(spec.elementBytes);
  spec.value = llvm::APInt(numBits, 0);
  if (Value value = pad.getValue()) {
    Attribute constant;
    spec.isValueDynamic = !matchPattern(value, m_Constant(&constant));
    if (!spec.isValueDynamic)
      spec.value = getBits(constant, numBits);
  }
  return spec;
}
