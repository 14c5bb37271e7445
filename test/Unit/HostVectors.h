//===- HostVectors.h - Vectors that this host can run -----------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_TEST_UNIT_HOSTVECTORS_H
#define PAD_TEST_UNIT_HOSTVECTORS_H

#include "Pad/Conversion/Passes.h"

namespace mlir {
namespace pad {

/// Vectors of `--convert-pad-to-vector`: a width, and masks and permutations.
struct TestedVectors {
  StringRef name;
  VectorWidth width;
  VectorISA isa;
  int64_t bits;
  /// Whether this host has the instructions. Widths alone run on every host.
  bool isOnHost;

  /// As the pass takes them.
  VectorShape getShape() const { return {bits, /*isScalable=*/false, isa}; }
};

/// All that are tested, the same on every host.
ArrayRef<TestedVectors> getTestedVectors();

/// Those of them that this host can run; `number` counts on for ever.
const TestedVectors &getHostVectors(int64_t number);

/// How many of `getTestedVectors` this host can run.
int64_t countHostVectors();

} // namespace pad
} // namespace mlir

#endif // PAD_TEST_UNIT_HOSTVECTORS_H
