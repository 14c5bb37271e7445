//===- ProgramsTest.cpp - Random programs, compiled in many ways ----------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Random functions (DrawnProgram.h) go through random sequences of passes, and
// are compiled with random options. The interpreter says what they give before;
// what they give afterwards, interpreted and compiled, has the same bits.
//
// `scripts/fuzz programs` runs more of them, by these variables:
//
//   PAD_PROGRAM_SEED      number of the first program
//   PAD_PROGRAM_SECONDS   how long to draw programs
//   PAD_PROGRAM_FOLDER    gets a file of each program that fails, and
//   `last.mlir` PAD_PROGRAM_FILE      the one program that Programs.File runs
//
//===----------------------------------------------------------------------===//

#include "DrawnProgram.h"
#include "HostMachine.h"
#include "Pad/InitAll.h"
#include "PadKernel.h"
#include "RewriteKernels.h"
#include "TestTier.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Transforms/Passes.h"
#include "mlir/ExecutionEngine/ExecutionEngine.h"
#include "mlir/ExecutionEngine/OptUtils.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Target/TargetMachine.h"
#include "gtest/gtest.h"
#include <chrono>
#include <sys/time.h>

using namespace mlir;
using namespace mlir::pad;

/// Passes that leave what a program gives as it is, and may run in any order.
/// (Upstream's --linalg-fold-unit-extent-dims and
/// --linalg-specialize-generic-ops do not: docs/Upstream.md.)
static constexpr const char *kPasses[] = {
    "canonicalize",
    "canonicalize",
    "cse",
    "sccp",
    "inline",
    "loop-invariant-code-motion",
    "loop-invariant-subset-hoisting",
    "control-flow-sink",
    "convert-elementwise-to-linalg",
    "fold-tensor-subset-ops",
    "linalg-fuse-elementwise-ops",
    "linalg-generalize-named-ops",
    "linalg-inline-scalar-operands",
    "pad-collapse-axes",
    "pad-decompose-borders",
    "pad-decompose-interior",
    "pad-drop-unit-axes",
    "pad-dynamic-elementwise-to-linalg",
    "pad-fold-constants",
    "pad-fold-expand-of-collapse",
    "pad-fold-into-reductions",
    "func.func(pad-fuse-into-loops)",
    "func.func(pad-fuse-into-loops{where-faster=true})",
    "pad-producer-into-padded",
    "pad-propagate-elementwise",
    "pad-propagate-reshape",
    "pad-propagate-reshape{direction=down}",
    "pad-propagate-transpose",
    "pad-shrink-source",
    "pad-split-crop",
    "pad-split-modes",
    "func.func(pad-tile-and-fuse{tile-sizes=2})",
    "pad-to-destination-style"};

/// Attributes of a file: how its program is compiled and called.
static constexpr char kPassesAttr[] = "program.passes",
                      kOptionsAttr[] = "program.options",
                      kOptimizesAttr[] = "program.optimizes",
                      kShapeAttr[] = "program.shape",
                      kBitsAttr[] = "program.bits";

namespace {
/// A program, what it is called with, and a way through the compiler.
struct Program {
  OwningOpRef<ModuleOp> module;
  SmallVector<RuntimeValue> arguments;
  std::string passes, options;
  bool optimizes = false;

  func::FuncOp getFunction() const { return find(*module); }
  static func::FuncOp find(ModuleOp module) {
    return module.lookupSymbol<func::FuncOp>("case");
  }
};

/// What became of a program.
struct Verdict {
  /// Why it failed; empty if it did not.
  std::string failure;
  /// Whether it was compiled and run, and not refused by a pass of upstream.
  bool ran = false;
};
} // namespace

static std::unique_ptr<MLIRContext> createContext() {
  static bool registered = [] {
    registerTransformsPasses();
    registerLinalgPasses();
    tensor::registerTensorPasses();
    pad::registerAllPasses();
    return true;
  }();
  (void)registered;
  std::unique_ptr<MLIRContext> context = createKernelContext();
  context->loadDialect<affine::AffineDialect, arith::ArithDialect,
                       linalg::LinalgDialect, math::MathDialect,
                       scf::SCFDialect, tensor::TensorDialect>();
  return context;
}

static std::string print(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream(text) << module;
  return text;
}

/// Writes down in the IR of `program` how it is compiled and called.
static void annotate(Program &program) {
  Builder builder(program.module->getContext());
  ModuleOp module = *program.module;
  module->setAttr(kPassesAttr, builder.getStringAttr(program.passes));
  module->setAttr(kOptionsAttr, builder.getStringAttr(program.options));
  module->setAttr(kOptimizesAttr, builder.getBoolAttr(program.optimizes));
  func::FuncOp function = program.getFunction();
  for (auto [i, value] : llvm::enumerate(program.arguments)) {
    if (isa<RankedTensorType>(function.getArgument(i).getType()))
      function.setArgAttr(i, kShapeAttr,
                          builder.getDenseI64ArrayAttr(value.shape));
    else
      function.setArgAttr(i, kBitsAttr,
                          builder.getI64IntegerAttr(*value.elements.front()));
  }
}

/// Draws program number `seed`.
static Program draw(MLIRContext *context, uint64_t seed) {
  Program program;
  program.module = ModuleOp::create(UnknownLoc::get(context));
  Choices choices(seed, 1);
  (void)choices.next();
  CaseBuilder test(*program.module, choices);
  drawProgram(test);
  program.arguments = std::move(test.arguments);
  for (int64_t left = choices.choose(0, 5); left; --left) {
    program.passes += program.passes.empty() ? "" : ",";
    program.passes += kPasses[choices.choose(0, std::size(kPasses) - 1)];
  }
  auto add = [&](const char *name, ArrayRef<const char *> values) {
    const char *value = choices.pick(values);
    program.options += program.options.empty() ? "" : " ";
    program.options += std::string(name) + "=" + value;
  };
  add("lowering", {"vector", "vector", "scf", "linalg"});
  add("fuse", {"auto", "true", "false"});
  add("vector-width", {"host", "128", "256"});
  add("vector-isa", {"none", "host"});
  add("nontemporal-threshold", {"-1", "0"});
  add("runtime-verification", {"false", "false", "true"});
  program.optimizes = choices.choose(0, 3) == 0;
  annotate(program);
  return program;
}

/// Reads a file that `annotate` made; its module is null if it is none.
static Program readProgram(MLIRContext *context, StringRef file) {
  Program program;
  program.module = parseSourceFile<ModuleOp>(file, ParserConfig(context));
  func::FuncOp function = program.module ? program.getFunction() : nullptr;
  if (!function)
    return {};
  auto getText = [&](StringRef name) {
    auto text = (*program.module)->getAttrOfType<StringAttr>(name);
    return text ? text.str() : std::string();
  };
  program.passes = getText(kPassesAttr);
  program.options = getText(kOptionsAttr);
  auto optimizes = (*program.module)->getAttrOfType<BoolAttr>(kOptimizesAttr);
  program.optimizes = optimizes && optimizes.getValue();
  for (unsigned i = 0; i < function.getNumArguments(); ++i) {
    Type type = function.getArgument(i).getType();
    if (auto shape =
            function.getArgAttrOfType<DenseI64ArrayAttr>(i, kShapeAttr))
      program.arguments.push_back(CaseBuilder::makeElements(
          getElementTypeOrSelf(type), shape.asArrayRef(), /*special=*/false));
    else if (auto bits = function.getArgAttrOfType<IntegerAttr>(i, kBitsAttr))
      program.arguments.push_back(RuntimeValue::scalar(bits.getInt()));
    else
      return {};
  }
  return program;
}

/// Runs the passes of `program`; failed if one refuses it.
static LogicalResult runPasses(const Program &program, ModuleOp module) {
  PassManager passes(module.getContext(), ModuleOp::getOperationName(),
                     OpPassManager::Nesting::Implicit);
  if (failed(parsePassPipeline(program.passes, passes)))
    return failure();
  return passes.run(module);
}

/// Whether `program` gives `results` when it is compiled by its options.
static std::string runCompiledModule(const Program &program, ModuleOp module,
                                     FunctionType type,
                                     ArrayRef<RuntimeValue> results) {
  LowerPadToLLVMOptions options;
  if (failed(options.parseFromString(program.options)))
    return "no such options";
  options.results = ResultStyle::OutParams;
  options.emitCInterface = true;
  PassManager passes(module.getContext());
  buildLowerPadToLLVMPipeline(passes, options);
  if (failed(passes.run(module)))
    return "it cannot be lowered";
  auto machine =
      createHostMachine(program.optimizes ? llvm::CodeGenOptLevel::Default
                                          : llvm::CodeGenOptLevel::None);
  ExecutionEngineOptions engineOptions;
  auto optimizer = makeOptimizingTransformer(/*optLevel=*/2, /*sizeLevel=*/0,
                                             /*targetMachine=*/nullptr);
  if (program.optimizes)
    engineOptions.transformer = optimizer;
  auto engine =
      ExecutionEngine::create(module, engineOptions, std::move(machine));
  if (!engine)
    return "it cannot be compiled: " + toString(engine.takeError());
  std::optional<SmallVector<RuntimeValue>> actual =
      runFunction(**engine, "case", type, program.arguments, results);
  if (!actual)
    return "it cannot be called";
  if (!refines(results, *actual))
    return "compiled code differs\n  expected" + describe(results) +
           "\n  result" + describe(*actual);
  return "";
}

static Verdict check(const Program &program) {
  std::string messages;
  ScopedDiagnosticHandler diagnostics(
      (*program.module)->getContext(), [&](Diagnostic &diagnostic) {
        if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
          messages += "\n  " + diagnostic.str();
      });
  if (failed(verify(*program.module)))
    return {"it is invalid:" + messages, false};
  Outcome before = interpret(program.getFunction(), program.arguments);
  if (!before.error.empty())
    return {"it cannot be interpreted: " + before.error, false};
  FunctionType type = program.getFunction().getFunctionType();
  if (!canCompile(program.getFunction()))
    return {};

  OwningOpRef<ModuleOp> module = (*program.module).clone();
  if (failed(runPasses(program, *module)))
    return {"a pass fails:" + messages, false};
  func::FuncOp function = Program::find(*module);
  if (!function || function.getFunctionType() != type)
    return {"passes change the type of the function", false};
  Outcome after = interpret(function, program.arguments);
  // Some ops that passes make are unknown to the interpreter.
  if (!after.error.empty() && !StringRef(after.error).contains("not know"))
    return {"after passes: " + after.error, false};
  if (after.error.empty() && !refines(before.results, after.results))
    return {"passes change the results\n  expected" + describe(before.results) +
                "\n  result" + describe(after.results),
            false};
  std::string failure =
      runCompiledModule(program, *module, type, before.results);
  if (!failure.empty())
    return {failure + messages, false};
  return {"", true};
}

/// The value of a variable of the environment, or `standard`.
static StringRef getVariable(const char *name, StringRef standard = "") {
  const char *value = std::getenv(name);
  return value ? StringRef(value) : standard;
}
static uint64_t getNumber(const char *name, uint64_t standard) {
  uint64_t number = standard;
  (void)getVariable(name).getAsInteger(10, number);
  return number;
}

static void writeFile(StringRef folder, const Twine &name, StringRef text) {
  if (folder.empty())
    return;
  SmallString<128> path(folder);
  llvm::sys::path::append(path, name);
  std::error_code error;
  llvm::raw_fd_ostream file(path, error);
  ASSERT_FALSE(error) << path.str().str();
  file << text;
}

TEST(Programs, Drawn) {
  uint64_t seed = getNumber("PAD_PROGRAM_SEED", 1),
           seconds = getNumber("PAD_PROGRAM_SECONDS", 0), count = 0, ran = 0;
  StringRef folder = getVariable("PAD_PROGRAM_FOLDER");
  auto end = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
  for (int64_t left = inTier(16, 240);
       seconds ? std::chrono::steady_clock::now() < end : left > 0;
       --left, ++seed) {
    // A context of its own: types and attributes of many programs add up.
    std::unique_ptr<MLIRContext> context = createContext();
    Program program = draw(context.get(), seed);
    std::string text =
        ("// program " + Twine(seed) + "\n" + print(*program.module)).str();
    writeFile(folder, "last.mlir", text);
    // Programs take a part of a second; one that does not end is a failure.
    const itimerval limit = {{0, 0}, {30, 0}};
    setitimer(ITIMER_PROF, &limit, nullptr);
    Verdict verdict = check(program);
    setitimer(ITIMER_PROF, std::array<itimerval, 1>().data(), nullptr);
    ++count;
    ran += verdict.ran;
    if (verdict.failure.empty())
      continue;
    writeFile(folder, "program-" + Twine(seed) + ".mlir", text);
    ADD_FAILURE() << "program " << seed << ": " << verdict.failure << "\n"
                  << text;
  }
  llvm::outs() << count << " programs from seed " << seed - count << ", " << ran
               << " compiled and run\n";
  EXPECT_GT(ran, count * 3 / 4);
}

TEST(Programs, File) {
  StringRef file = getVariable("PAD_PROGRAM_FILE");
  if (file.empty())
    GTEST_SKIP() << "PAD_PROGRAM_FILE is not set";
  std::unique_ptr<MLIRContext> context = createContext();
  Program program = readProgram(context.get(), file);
  // What a reducer has made no program is none that fails.
  if (!program.module)
    GTEST_SKIP() << "no program";
  std::string failure = check(program).failure;
  if (StringRef(failure).starts_with("it "))
    GTEST_SKIP() << failure;
  EXPECT_EQ(failure, "") << print(*program.module);
}
