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

/// Reads `text` again, which `module` was written to.
static void readAgain(StringRef text, ModuleOp module, const char *form) {
  auto again =
      parseSourceString<ModuleOp>(text, ParserConfig(module->getContext()));
  if (!again)
    fail(std::string("cannot read the module as ") + form);
  if (print(*again) != print(module))
    fail(std::string("another module as ") + form);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const DialectRegistry registry = [] {
    registerAllPasses();
    pad::registerAllPasses();
    DialectRegistry all;
    registerAllDialects(all);
    registerAllExtensions(all);
    pad::registerAllDialects(all);
    return all;
  }();
  // To make a context takes longer than to read a small program.
  static std::unique_ptr<MLIRContext> shared;
  static unsigned left = 0;
  if (left-- == 0) {
    shared = std::make_unique<MLIRContext>(registry,
                                           MLIRContext::Threading::DISABLED);
    left = 100;
  }
  MLIRContext &context = *shared;
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
  // A decimal of f80 or f128 is read with the precision of a double: what was
  // printed once is the same from there on.
  module = parseSourceString<ModuleOp>(print(*module), ParserConfig(&context));
  if (!module)
    fail("cannot read what was printed");
  readAgain(print(*module), *module, "text");
  std::string bytes;
  llvm::raw_string_ostream stream(bytes);
  if (failed(writeBytecodeToFile(*module, stream)))
    fail("cannot write bytecode");
  readAgain(bytes, *module, "bytecode");

  const char *pipeline =
      kPipelines[std::hash<std::string>()(text) % std::size(kPipelines)];
  PassManager passes(&context);
  if (failed(parsePassPipeline(pipeline, passes)))
    fail(std::string("no pipeline ") + pipeline);
  hasError = false;
  if (failed(passes.run(*module))) {
    if (!hasError)
      fail(std::string("a failure of ") + pipeline + " without an error");
  } else if (failed(verify(*module))) {
    fail(std::string("an invalid module after ") + pipeline);
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
