//===- RewriteHarness.h - Rewrites, executed before and after ---*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Every rewrite of the project is applied alone to an exhaustive set of small
// functions. A function is valid before and after, and gives the same bits
// before and after; a rewrite that changes no function fails. Some of them also
// run with types that say more of the extents, or less. A sample of the
// functions is compiled, before and after, and run.
//
// A test file registers its rewrites:
//
//   TEST(MyRewrites, Name) {
//     Rewrite rewrite("name");
//     rewrite.pattern = "FoldSomething";      // the class, in populate's set
//     rewrite.populate = populateSomethingPatterns;
//     rewrite.build = [](CaseBuilder &b) -> bool { ...; b.finish(result); };
//     runRewrite(rewrite);
//   }
//
//===----------------------------------------------------------------------===//

#ifndef PAD_TEST_UNIT_REWRITEHARNESS_H
#define PAD_TEST_UNIT_REWRITEHARNESS_H

#include "RewriteCases.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/Support/LogicalResult.h"

namespace mlir {
namespace pad {

/// A rewrite and the functions to try it on. One of `populate` and `apply` says
/// what is applied.
struct Rewrite {
  explicit Rewrite(std::string name) : name(std::move(name)) {}

  std::string name;

  /// Builds a function from choices; false if there is no such case.
  std::function<bool(CaseBuilder &)> build;

  /// Adds patterns, which run to a fixed point without folds.
  std::function<void(RewritePatternSet &)> populate;
  /// Of these, only the pattern whose class has this name; all if empty.
  std::string pattern;

  /// Changes the function in another way: by folds, or a pass. False if nothing
  /// changed.
  std::function<FailureOr<bool>(func::FuncOp)> apply;

  /// How many cases the long tier draws from a set that is too large to run; 0
  /// runs all. The first tier draws some thousands.
  int64_t drawn = 0;

  /// Whether it runs with types that say less or more of the extents, too; not
  /// where upstream's part of it cannot take them.
  bool takesAnyTypes = true;

  /// Functions to compile and run, before and after.
  int64_t compiled = 4;
};

/// Runs `rewrite`; reports differences to GoogleTest.
void runRewrite(const Rewrite &rewrite);

/// Runs the folders of `function`'s ops, once an op; whether any changed.
FailureOr<bool> foldOps(func::FuncOp function);

} // namespace pad
} // namespace mlir

#endif // PAD_TEST_UNIT_REWRITEHARNESS_H
