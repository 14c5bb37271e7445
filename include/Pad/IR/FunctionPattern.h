//===- FunctionPattern.h - Patterns that are functions ----------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_IR_FUNCTIONPATTERN_H
#define PAD_IR_FUNCTIONPATTERN_H

#include "mlir/IR/PatternMatch.h"
#include "llvm/Support/TypeName.h"

namespace mlir {
namespace pad {
namespace detail {

template <typename OpTy>
using OperationName = decltype(OpTy::getOperationName());

/// An op has a name, and an op interface has none.
template <typename OpTy>
using RewritePatternOf =
    std::conditional_t<llvm::is_detected<OperationName, OpTy>::value,
                       OpRewritePattern<OpTy>, OpInterfaceRewritePattern<OpTy>>;

template <auto rewrite>
struct FunctionPattern;

template <typename OpTy, LogicalResult (*rewrite)(OpTy, PatternRewriter &)>
struct FunctionPattern<rewrite> : RewritePatternOf<OpTy> {
  FunctionPattern(MLIRContext *context, PatternBenefit benefit)
      : RewritePatternOf<OpTy>(context, benefit) {
    // The last name in `FunctionPattern<&(anonymous namespace)::rewrite>`.
    StringRef name = llvm::getTypeName<FunctionPattern>().rtrim(">)");
    this->setDebugName(name.substr(name.find_last_of("<&: ") + 1));
  }

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    return rewrite(op, rewriter);
  }
};

} // namespace detail

/// Adds a pattern for each of `rewrites`, which are functions of an op, or an
/// op interface, and a rewriter. Its debug name is that of the function, by
/// which drivers can leave it out; upstream's `RewritePatternSet::add` of a
/// function gives none, and takes no op interface.
template <auto... rewrites>
void addPatterns(RewritePatternSet &patterns, PatternBenefit benefit = 1) {
  patterns.add<detail::FunctionPattern<rewrites>...>(patterns.getContext(),
                                                     benefit);
}

} // namespace pad
} // namespace mlir

#endif // PAD_IR_FUNCTIONPATTERN_H
