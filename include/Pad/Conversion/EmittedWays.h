//===- EmittedWays.h - What emitted code does at run time -------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The ways among which code from --convert-pad-to-vector chooses. With the
// option `trace`, the code reports each way that it takes to a function of the
// process, so that a test can say which ways have run.
//
//===----------------------------------------------------------------------===//

#ifndef PAD_CONVERSION_EMITTEDWAYS_H
#define PAD_CONVERSION_EMITTEDWAYS_H

#include "mlir/IR/Builders.h"

namespace mlir {
namespace pad {

/// A form of emitted code that moves a pad or some of its rows.
enum class EmittedWay {
#define PAD_EMITTED_WAY(NAME, TEXT) NAME,
#include "Pad/Conversion/EmittedWays.def"
};

/// The number of ways.
constexpr int64_t kNumEmittedWays =
    static_cast<int64_t>(EmittedWay::Scalar) + 1;

/// A form of emitted code that sums rows of a gradient; that code reports
/// `Threaded` and `Scalar`, too. Its numbers follow those of `EmittedWay`.
enum class AdjointWay {
  /// Vectors with constant shuffles at the ends of rows.
  KnownEnds = kNumEmittedWays,
  /// One masked vector at either end of a row.
  OneVectorEnds,
  /// Several masked vectors at either end.
  VectorEnds,
  /// Vectors, whose elements at the ends of rows are then overwritten one by
  /// one.
  ElementEnds,
  /// Vectors, each of which may be read by both borders.
  MaskedTerms,
  /// The ends element by element, and vectors between them.
  Elements
};

/// The name of a form in tables.
StringRef stringifyEmittedWay(EmittedWay way);

/// The function that traced code calls with the number of each way it takes:
/// `void pad_trace_way(int64_t way)`.
constexpr StringLiteral kTraceFunction = "pad_trace_way";

/// Emits a call of `kTraceFunction` with the number of a way, which is declared
/// in the module around the insertion point.
void emitTrace(OpBuilder &builder, Location loc, int64_t way);

} // namespace pad
} // namespace mlir

#endif // PAD_CONVERSION_EMITTEDWAYS_H
