//===- StablehloIntegers.h - What StableHLO computes of integers -*- C++
//-*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_LIB_IMPORT_STABLEHLO_STABLEHLOINTEGERS_H
#define PAD_LIB_IMPORT_STABLEHLO_STABLEHLOINTEGERS_H

#include "Pad/Import/IntegerTensors.h"

namespace mlir {
namespace pad {

/// What a StableHLO op computes of integers (see IntegerTensors::OpRule).
IntegerTensors::Result readStablehloIntegers(IntegerTensors &tensors,
                                             OpResult result);

/// The integers of attribute `name`, if there are `count`.
std::optional<SmallVector<int64_t>>
getStablehloList(Operation *op, StringRef name, std::optional<int64_t> count);

/// Whether `value` is a vector of integers that are computed of constants and
/// extents only, and that other ops read as indices.
bool isStablehloIndices(Value value);

/// Whether `op` computes integers, or nothing but a constant.
bool isStablehloArithmetic(Operation *op);

} // namespace pad
} // namespace mlir

#endif // PAD_LIB_IMPORT_STABLEHLO_STABLEHLOINTEGERS_H
