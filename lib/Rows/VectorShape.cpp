//===- VectorShape.cpp - The vectors of a target --------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Rows/VectorShape.h"
#include "Pad/Rows/CostModel.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "llvm/Support/ErrorHandling.h"

using namespace mlir;
using namespace mlir::pad;

bool VectorShape::hasMasks(int64_t elementBits) const {
  return (isa == VectorISA::AVX512 || isa == VectorISA::AVX512VBMI) &&
         !isScalable && elementBits <= 64;
}

bool VectorShape::canPermute(int64_t elementBits) const {
  if (isScalable || bits < 256 || elementBits > 64)
    return false;
  switch (isa) {
  case VectorISA::Host:
    llvm_unreachable("a driver has replaced it");
  case VectorISA::None:
    return false;
  case VectorISA::AVX2:
    return bits == 256;
  case VectorISA::AVX512:
    return elementBits >= 16;
  case VectorISA::AVX512VBMI:
    return true;
  }
  llvm_unreachable("unknown instructions");
}

int64_t VectorShape::getPermutedBits(int64_t elementBits) const {
  return isa == VectorISA::AVX2 && elementBits < 32 ? 128 : bits;
}

VectorShape mlir::pad::getVectorShape(VectorWidth width) {
  switch (width) {
  case VectorWidth::Host:
    llvm_unreachable("a driver has replaced it");
  case VectorWidth::Bits128:
    return {128, /*isScalable=*/false};
  case VectorWidth::Bits256:
    return {256, /*isScalable=*/false};
  case VectorWidth::Bits512:
    return {512, /*isScalable=*/false};
  case VectorWidth::Scalable:
    return {128, /*isScalable=*/true};
  }
  llvm_unreachable("unknown vector width");
}

int64_t mlir::pad::getNontemporalThreshold(Operation *op, int64_t option) {
  if (option >= 0)
    return option;
  MLIRContext *context = op->getContext();
  std::optional<Attribute> stated =
      DataLayout::closest(op).getDevicePropertyValue(
          StringAttr::get(context, "CPU"),
          StringAttr::get(context, "L3_cache_size_in_bytes"));
  auto bytes = stated ? dyn_cast<IntegerAttr>(*stated) : IntegerAttr();
  // What is no number of bytes states nothing.
  int64_t size = bytes ? bytes.getValue().trySExtValue().value_or(0) : 0;
  return cost::getStreamedBytes(size > 0 ? size : cost::kAssumedCacheBytes);
}
