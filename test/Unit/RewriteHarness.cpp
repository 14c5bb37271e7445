//===- RewriteHarness.cpp - Rewrites, executed before and after -----------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RewriteHarness.h"
#include "FailingCase.h"
#include "Pad/IR/AdjointOps.h"
#include "PadKernel.h"
#include "RewriteKernels.h"
#include "RewriteTypes.h"
#include "TestTier.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/xxhash.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::pad;

FailureOr<bool> mlir::pad::foldOps(func::FuncOp function) {
  SmallVector<Operation *> ops;
  function.walk([&](Operation *op) {
    if (isa<PadOpInterface, AdjointOp>(op))
      ops.push_back(op);
  });
  bool changed = false;
  OpBuilder builder(function.getContext());
  for (Operation *op : ops) {
    builder.setInsertionPoint(op);
    SmallVector<Value> results;
    if (failed(builder.tryFold(op, results)))
      continue;
    changed = true;
    if (results.empty())
      continue;
    op->replaceAllUsesWith(results);
    op->erase();
  }
  return changed;
}

namespace {
/// The patterns of a rewrite, frozen, and how they run: alone.
class PatternRun {
public:
  PatternRun(MLIRContext *context, const Rewrite &rewrite) {
    config.enableFolding(false).enableConstantCSE(false);
    config.setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled);
    RewritePatternSet set(context);
    rewrite.populate(set);
    std::vector<std::string> enabled;
    for (auto &pattern : set.getNativePatterns()) {
      StringRef name = pattern->getDebugName();
      if (rewrite.pattern.empty() || name == rewrite.pattern ||
          name.ends_with("::" + rewrite.pattern))
        enabled.push_back(name.str());
    }
    EXPECT_FALSE(enabled.empty()) << "no pattern " << rewrite.pattern;
    patterns = FrozenRewritePatternSet(std::move(set), {}, enabled);
  }
  explicit PatternRun(MLIRContext *context) {
    RewritePatternSet set(context);
    for (Dialect *dialect : context->getLoadedDialects())
      dialect->getCanonicalizationPatterns(set);
    for (RegisteredOperationName op : context->getRegisteredOperations())
      op.getCanonicalizationPatterns(set, context);
    patterns = FrozenRewritePatternSet(std::move(set));
  }

  FailureOr<bool> apply(func::FuncOp function) const {
    bool changed = false;
    if (failed(applyPatternsGreedily(function, patterns, config, &changed)))
      return failure();
    return changed;
  }

private:
  FrozenRewritePatternSet patterns;
  GreedyRewriteConfig config;
};

/// The table of all rewrites, printed when all tests have run.
class Table : public testing::Environment {
public:
  void add(std::string line) { lines.push_back(std::move(line)); }
  void TearDown() override {
    if (lines.empty())
      return;
    llvm::outs() << llvm::formatv("{0,-42}{1,10}{2,10}{3,10}{4,10}{5,10}\n",
                                  "rewrite", "cases", "retyped", "changed",
                                  "canon.", "compiled");
    for (const std::string &line : lines)
      llvm::outs() << line << '\n';
    llvm::outs().flush();
  }

private:
  std::vector<std::string> lines;
};
Table *table =
    static_cast<Table *>(testing::AddGlobalTestEnvironment(new Table));

/// One in so many cases is also canonicalized.
const int64_t kCanonicalizedShare = inTier(16, 4);

/// How many cases of `rewrite` are drawn; 0 if all run.
int64_t countDrawn(const Rewrite &rewrite) {
  constexpr int64_t kShort = 3000;
  if (isLongTier())
    return rewrite.drawn;
  return rewrite.drawn == 0 ? kShort : std::min(rewrite.drawn, kShort);
}

/// One in so many cases also runs with types that say more, or less.
constexpr int64_t kRetypedShare = 4;

/// The run of one rewrite over its cases.
class Run {
public:
  explicit Run(const Rewrite &rewrite)
      : rewrite(rewrite), context(createKernelContext()),
        random(llvm::xxh3_64bits(rewrite.name)),
        diagnostics(context.get(), [this](Diagnostic &diagnostic) {
          messages += "\n  " + diagnostic.str();
        }) {
    context->loadDialect<affine::AffineDialect, arith::ArithDialect,
                         linalg::LinalgDialect, math::MathDialect,
                         scf::SCFDialect, tensor::TensorDialect>();
    if (rewrite.populate)
      alone.emplace(context.get(), rewrite);
    canonicalizer.emplace(context.get());
    module = ModuleOp::create(UnknownLoc::get(context.get()));
  }

  void run();

private:
  void runCase(CaseBuilder &test);
  /// Applies the rewrite to the function of `test`, which gives `results`.
  void applyTo(CaseBuilder &test, ArrayRef<RuntimeValue> results);
  /// Compares `after` with what the case gave before; false after a failure.
  bool check(func::FuncOp before, func::FuncOp after, StringRef how,
             ArrayRef<RuntimeValue> arguments, ArrayRef<RuntimeValue> expected);
  void keepForCompiling(func::FuncOp before, func::FuncOp after,
                        CaseBuilder &test, ArrayRef<RuntimeValue> results);

  const Rewrite &rewrite;
  std::unique_ptr<MLIRContext> context;
  Random random;
  std::string messages;
  ScopedDiagnosticHandler diagnostics;
  std::optional<PatternRun> alone, canonicalizer;
  OwningOpRef<ModuleOp> module;
  std::vector<CompiledCase> kept;
  int64_t cases = 0, retyped = 0, changed = 0, canonicalized = 0,
          compilable = 0;
  int failures = 0;
};
} // namespace

static std::string print(func::FuncOp function) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  function.print(stream);
  return text;
}

bool Run::check(func::FuncOp before, func::FuncOp after, StringRef how,
                ArrayRef<RuntimeValue> arguments,
                ArrayRef<RuntimeValue> expected) {
  std::string reason;
  messages.clear();
  if (failed(verify(after))) {
    reason = "valid IR became invalid:" + messages;
  } else {
    Outcome outcome = interpret(after, arguments);
    if (!outcome.error.empty())
      reason = "cannot run it any more: " + outcome.error;
    else if (!refines(expected, outcome.results))
      reason = "the results differ" + describe(outcome.results);
  }
  if (reason.empty())
    return true;
  ++failures;
  std::string text = print(before);
  std::string notes = rewrite.name + ", " + how.str() + ": " + reason +
                      "\n  expected" + describe(expected) + "\n  arguments" +
                      describe(arguments) + "\nafter: " + print(after);
  ADD_FAILURE() << notes << "\nbefore: " << text
                << keepFailingCase("pad-opt %s --canonicalize", notes, text);
  return false;
}

void Run::keepForCompiling(func::FuncOp before, func::FuncOp after,
                           CaseBuilder &test, ArrayRef<RuntimeValue> results) {
  if (!canCompile(before))
    return;
  // A fair sample of unknown many.
  ++compilable;
  int64_t place = static_cast<int64_t>(kept.size()) < 2 * rewrite.compiled
                      ? compilable - 1
                      : draw(random, 0, compilable - 1);
  if (place >= rewrite.compiled)
    return;
  if (static_cast<int64_t>(kept.size()) < 2 * (place + 1))
    kept.resize(2 * (place + 1));
  CompiledCase *slot = &kept[2 * place];
  for (func::FuncOp function : {before, after}) {
    slot->function = function.clone();
    slot->arguments = test.arguments;
    slot->results = SmallVector<RuntimeValue>(results);
    ++slot;
  }
}

void Run::runCase(CaseBuilder &test) {
  func::FuncOp before = test.function;
  if (failed(verify(before)))
    return;
  ++cases;
  Outcome outcome = interpret(before, test.arguments);
  if (!outcome.error.empty()) {
    ++failures;
    ADD_FAILURE() << "cannot run the case: " << outcome.error << "\n"
                  << print(before);
    return;
  }
  applyTo(test, outcome.results);
  if (failures > 0 || !rewrite.takesAnyTypes ||
      draw(random, 0, kRetypedShare - 1) != 0)
    return;
  changeTypes(before, outcome.shapes, random);
  messages.clear();
  if (failed(verify(before)))
    return;
  ++retyped;
  applyTo(test, outcome.results);
}

void Run::applyTo(CaseBuilder &test, ArrayRef<RuntimeValue> results) {
  func::FuncOp before = test.function;
  OwningOpRef<func::FuncOp> after = before.clone();
  FailureOr<bool> outcomeOfRewrite =
      alone ? alone->apply(*after) : rewrite.apply(*after);
  if (failed(outcomeOfRewrite)) {
    ++failures;
    ADD_FAILURE() << "the rewrite fails or does not end on" << messages << "\n"
                  << print(before) << "\nafter: " << print(*after);
    return;
  }
  if (*outcomeOfRewrite) {
    ++changed;
    if (!check(before, *after, "alone", test.arguments, results))
      return;
    keepForCompiling(before, *after, test, results);
  }
  if (draw(random, 0, kCanonicalizedShare - 1) != 0)
    return;
  after = before.clone();
  FailureOr<bool> canonical = canonicalizer->apply(*after);
  if (failed(canonical)) {
    ++failures;
    ADD_FAILURE() << "the canonicalizer does not end on\n"
                  << print(before) << "\nafter: " << print(*after);
  } else if (*canonical) {
    ++canonicalized;
    check(before, *after, "canonicalized", test.arguments, results);
  }
}

void Run::run() {
  int64_t drawn = countDrawn(rewrite);
  Choices choices =
      drawn == 0 ? Choices()
                 : Choices(llvm::xxh3_64bits(rewrite.name + " cases"), drawn);
  // A broken rewrite fails in many cases: the first says it all.
  while (failures == 0 && choices.next()) {
    CaseBuilder test(*module, choices);
    messages.clear();
    if (rewrite.build(test))
      runCase(test);
    test.function.erase();
  }
  EXPECT_GT(changed, 0) << rewrite.name << " changed none of " << cases
                        << " cases";
  if (failures == 0)
    runCompiled(kept);
  if (!messages.empty() && testing::Test::HasFailure())
    llvm::errs() << messages << '\n';
  if (failures > 0)
    return;
  table->add(llvm::formatv("{0,-42}{1,10}{2,10}{3,10}{4,10}{5,10}",
                           rewrite.name, cases, retyped, changed, canonicalized,
                           kept.size())
                 .str());
}

void mlir::pad::runRewrite(const Rewrite &rewrite) { Run(rewrite).run(); }
