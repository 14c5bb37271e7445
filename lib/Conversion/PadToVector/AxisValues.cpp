//===- AxisValues.cpp - One axis at run time ------------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AxisValues.h"

using namespace mlir;
using namespace mlir::pad;

void mlir::pad::forRuns(VectorMover &mover, const SymbolicPadRuns &axis,
                        Value first, Value last, bool isLeft,
                        function_ref<void(Value, Value, Value, bool)> body) {
  SymbolicPadRuns::Border border =
      axis.emitBorder(mover.math(), first, last, isLeft);
  mover.forLoop(border.getFirstRun(), border.getLastRun(), 1, [&](Value i) {
    SymbolicPadRun run = border.emitRun(mover.math(), i);
    auto move = [&](bool isReverse) {
      body(run.begin, run.position, run.count, isReverse);
    };
    if (!run.isReverse)
      return move(false);
    mover.ifElse(run.isReverse, [&] { move(true); }, [&] { move(false); });
  });
}
