//===- VectorShape.h - The vectors of a target ------------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_ANALYSIS_VECTORSHAPE_H
#define PAD_ANALYSIS_VECTORSHAPE_H

#include <cstdint>

namespace mlir {
namespace pad {

/// The instructions that a target has for masks and permutations of lanes that
/// are known only at run time.
enum class VectorISA {
  /// Those of the host that compiles.
  Host,
  /// None that are used.
  None,
  /// x86's AVX2: masked loads of 32 and 64 bits, and permutations.
  AVX2,
  /// x86's AVX-512 F, VL and BW: masked loads and stores of all elements, and
  /// permutations of 16 bits and more.
  AVX512,
  /// AVX-512 with permutations of bytes (VBMI).
  AVX512VBMI
};

/// The vectors of a target.
struct VectorShape {
  /// Bits of a vector, or of the unit that a scalable one is a multiple of.
  int64_t bits = 128;
  bool isScalable = false;
  /// What is there beside loads, stores and shuffles; not `Host`.
  VectorISA isa = VectorISA::None;

  /// Whether lanes of `elementBits` that a mask turns off are neither loaded
  /// nor stored, at the price of a plain access.
  bool hasMasks(int64_t elementBits) const;
  /// Whether lanes of `elementBits` can be permuted as numbers that are values
  /// say.
  bool canPermute(int64_t elementBits) const;
  /// Bits of the vectors that are permuted so: AVX2 permutes bytes inside 128.
  int64_t getPermutedBits(int64_t elementBits) const;
};

} // namespace pad
} // namespace mlir

#endif // PAD_ANALYSIS_VECTORSHAPE_H
