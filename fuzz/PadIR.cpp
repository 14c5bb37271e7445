//===- PadIR.cpp - Programs for libFuzzer ---------------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Parses an input, textual IR or bytecode, and verifies it. What is a module is
// the same after it was printed and read, as text and as bytecode, and passes
// that take it leave a valid module, or fail with an error.
//
//===----------------------------------------------------------------------===//

#include "Pad/InitAll.h"
#include "TextMutator.h"
#include "TimeLimit.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/IR/Verifier.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include <cstdlib>
#include <cstring>
#include <functional>

using namespace mlir;

static constexpr const char *kPipelines[] = {
    "canonicalize,cse",
    "pad-import,pad-fold-into-consumers,canonicalize",
    "lower-pad-to-llvm",
    "lower-pad-to-llvm{lowering=scf}",
    "lower-pad-to-llvm{lowering=linalg}",
    "lower-pad-to-llvm{runtime-verification=true}",
    "canonicalize,lower-pad-to-llvm{threads=openmp parallel-threshold=0}"};

[[noreturn]] static void fail(const std::string &reason) {
  llvm::errs() << reason << "\n";
  std::abort();
}

static std::string print(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream(text) << *module.getOperation();
  return text;
}

/// What is printed of `text`, as which a module was written, after it was read.
static std::string readAgain(StringRef text, MLIRContext &context,
                             const char *form) {
  auto module = parseSourceString<ModuleOp>(text, ParserConfig(&context));
  if (!module)
    fail(std::string("cannot read the module as ") + form);
  return print(*module);
}

namespace {
/// What programs share: to make a context, and the patterns of passes, takes
/// longer than to read and lower a small program.
struct Session {
  explicit Session(const DialectRegistry &registry)
      : context(registry, MLIRContext::Threading::DISABLED) {
    // Pads of other systems.
    context.allowUnregisteredDialects();
    for (const char *pipeline : kPipelines) {
      pipelines.push_back(std::make_unique<PassManager>(&context));
      if (failed(parsePassPipeline(pipeline, *pipelines.back())))
        fail(std::string("no pipeline ") + pipeline);
    }
  }

  MLIRContext context;
  std::vector<std::unique_ptr<PassManager>> pipelines;
};
} // namespace

/// The session of the next program. A context keeps what it has seen, so that
/// it is not kept for ever.
static Session &getSession() {
  static const DialectRegistry registry = [] {
    registerAllPasses();
    pad::registerAllPasses();
    DialectRegistry all;
    registerAllDialects(all);
    registerAllExtensions(all);
    pad::registerAllDialects(all);
    return all;
  }();
  static std::unique_ptr<Session> session;
  static unsigned left = 0;
  if (left-- == 0) {
    session = std::make_unique<Session>(registry);
    left = 1000;
  }
  return *session;
}

/// The programs that are valid.
static unsigned long numRead = 0;

extern "C" unsigned long padGetNumRead() { return numRead; }

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  limitTime();
  Session &session = getSession();
  MLIRContext &context = session.context;
  bool hasError = false;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    hasError |= diagnostic.getSeverity() == DiagnosticSeverity::Error;
  });
  std::string text(reinterpret_cast<const char *>(data), size);
  auto module = parseSourceString<ModuleOp>(text, ParserConfig(&context));
  if (!module) {
    if (!hasError)
      fail("no module, and no error");
    return 0;
  }
  ++numRead;
  std::string printed = print(*module);
  std::string again = readAgain(printed, context, "text");
  // A decimal of f80 or f128 is read with the precision of a double: what was
  // printed once is the same from there on.
  if (again != printed) {
    printed = again;
    if (readAgain(printed, context, "text") != printed)
      fail("another module as text");
    module = parseSourceString<ModuleOp>(printed, ParserConfig(&context));
  }
  std::string bytes;
  llvm::raw_string_ostream stream(bytes);
  if (failed(writeBytecodeToFile(*module, stream)))
    fail("cannot write bytecode");
  if (readAgain(bytes, context, "bytecode") != printed)
    fail("another module as bytecode");

  size_t choice = std::hash<std::string>()(text) % std::size(kPipelines);
  std::string pipeline = kPipelines[choice];
  hasError = false;
  if (failed(session.pipelines[choice]->run(*module))) {
    if (!hasError)
      fail("a failure of " + pipeline + " without an error");
  } else if (failed(verify(*module))) {
    fail("an invalid module after " + pipeline);
  }
  return 0;
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size,
                                          size_t maxSize, unsigned seed) {
  std::mt19937 random(seed);
  std::string text(reinterpret_cast<const char *>(data), size);
  if (StringRef(text).starts_with("ML\xefR")) {
    // Bytecode: bytes behind its head.
    if (size > 8)
      text[4 + random() % (size - 4)] = static_cast<char>(random());
  } else {
    text = mutateText(text, random);
  }
  size = std::min(text.size(), maxSize);
  std::memcpy(data, text.data(), size);
  return size;
}
