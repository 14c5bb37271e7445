//===- VectorShape.cpp - The vectors of a target --------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Analysis/VectorShape.h"
#include "llvm/Support/ErrorHandling.h"

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
    llvm_unreachable("what the host has is known by now");
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
