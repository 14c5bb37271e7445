//===- FoldsTest.cpp - Folds, executed before and after -------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RewriteHarness.h"
#include "gtest/gtest-spi.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::pad;

TEST(PadFolds, NoOp) {
  Rewrite rewrite("no-op");
  rewrite.apply = foldOps;
  rewrite.build = [](CaseBuilder &b) {
    ModeAndPeriod mode = b.chooseMode();
    std::optional<PadAxis> axis = b.chooseAxis(mode);
    if (!axis)
      return false;
    Value x = b.addTensor({axis->extent}, b.f32(), b.choose(0, 1));
    b.finish(b.choose(0, 1) ? b.addPad(x, mode, *axis)
                            : b.addPadInto(x, mode, *axis));
    return true;
  };
  runRewrite(rewrite);
}

/// A pad of the right type is not its source: stock `tensor.pad` is folded so.
static FailureOr<bool> foldEqualTypes(func::FuncOp function) {
  bool changed = false;
  function.walk([&](PadOp op) {
    if (op.getSource().getType() != op.getType())
      return;
    op.replaceAllUsesWith(op.getSource());
    op.erase();
    changed = true;
  });
  return changed;
}

TEST(RewriteHarness, FindsAWrongFold) {
  Rewrite rewrite("a wrong fold");
  rewrite.apply = foldEqualTypes;
  rewrite.build = [](CaseBuilder &b) {
    ModeAndPeriod mode = b.chooseMode();
    std::optional<PadAxis> axis = b.chooseAxis(mode);
    if (!axis)
      return false;
    b.finish(b.addPad(b.addTensor({axis->extent}, b.f32()), mode, *axis));
    return true;
  };
  EXPECT_NONFATAL_FAILURE(runRewrite(rewrite), "the results differ");
}
