//===- VectorShape.h - The vectors of a target ------------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_ROWS_VECTORSHAPE_H
#define PAD_ROWS_VECTORSHAPE_H

#include <cstdint>

namespace mlir {
class Operation;

namespace pad {

/// The vectors that a pad becomes.
enum class VectorWidth {
  /// Those of the host; a driver replaces it by one of the next three.
  Host,
  Bits128,
  Bits256,
  Bits512,
  /// A multiple of 128 bits known at run time: SVE, RVV.
  Scalable
};

/// The instructions that a target has for masks and permutations of lanes that
/// are known only at run time.
enum class VectorISA {
  /// Those of the host; a driver replaces it by one of the others.
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

/// What a target makes of a store that lies in two cache lines.
enum class SplitStores {
  /// What the host does; a driver replaces it by one of the others.
  Host,
  /// It takes about as long as two stores.
  Fast,
  /// It waits for its second line, unless the store behind it begins there:
  /// Intel's processors ask for the first line of a store before its turn comes
  /// (measured with Emerald Rapids).
  Slow
};

/// The vectors of a target.
struct VectorShape {
  /// Bits of a vector, or of the unit that a scalable one is a multiple of.
  int64_t bits = 128;
  bool isScalable = false;
  /// The instructions for masks and permutations; not `Host`.
  VectorISA isa = VectorISA::None;

  /// Whether there are loads and stores with masks for lanes of `elementBits`
  /// that take as long as plain ones.
  bool hasMasks(int64_t elementBits) const;
  /// Whether lanes of `elementBits` can be permuted by numbers that are known
  /// only at run time.
  bool canPermute(int64_t elementBits) const;
  /// Bits of the vectors that are permuted like that: AVX2 permutes bytes
  /// inside of 128 bits.
  int64_t getPermutedBits(int64_t elementBits) const;
};

/// Vectors of `width`, which is not `Host`, with `VectorISA::None`.
VectorShape getVectorShape(VectorWidth width);

/// The smallest result, in bytes, that is written past the caches: `option` if
/// that is not negative, else a part of the last-level cache that the module
/// around `op` states (`"L3_cache_size_in_bytes"` of the device `"CPU"` in
/// `dlti.target_system_spec`), or, if it states none, of one of 32 MiB.
int64_t getNontemporalThreshold(Operation *op, int64_t option);

} // namespace pad
} // namespace mlir

#endif // PAD_ROWS_VECTORSHAPE_H
