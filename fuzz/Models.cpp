//===- Models.cpp - Models for libFuzzer ----------------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Imports a model of the format that its first bytes say. It becomes a valid
// module, or there is an error. An ONNX model that becomes one is also
// rewritten, in both ways, and is a model still then.
//
//===----------------------------------------------------------------------===//

#include "ModelMutator.h"
#include "Pad/Import/Import.h"
#include "TimeLimit.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/IR/Verifier.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include <cstdlib>
#include <cstring>

using namespace mlir;
using namespace mlir::pad;

[[noreturn]] static void fail(const char *reason) {
  llvm::errs() << reason << "\n";
  std::abort();
}

/// The format of which `text` seems to be.
static const ModelFormat &findFormat(StringRef text) {
  if (text.drop_front(std::min<size_t>(4, text.size())).starts_with("TFL3"))
    return *findModelFormat("model.tflite");
  StringRef begin = text.ltrim();
  return *findModelFormat(begin.starts_with("<") ? "model.xml"
                          : begin.starts_with("{") || begin.starts_with("[")
                              ? "model.json"
                              : "model.onnx");
}

/// A context that many models share: to make one takes longer than to read a
/// small model.
static MLIRContext &getContext() {
  static std::unique_ptr<MLIRContext> context;
  static unsigned left = 0;
  if (left-- == 0) {
    context = std::make_unique<MLIRContext>(MLIRContext::Threading::DISABLED);
    left = 200;
  }
  return *context;
}

/// Runs `body` on the sources of `text`; whether it succeeds. It says why if it
/// does not.
static bool
run(StringRef text, const ModelFormat &format,
    function_ref<LogicalResult(llvm::SourceMgr &, MLIRContext &)> body) {
  MLIRContext &context = getContext();
  bool hasError = false;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    hasError |= diagnostic.getSeverity() == DiagnosticSeverity::Error &&
                !diagnostic.str().empty();
  });
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBuffer(text, ("model" + format.suffix).str()),
      llvm::SMLoc());
  bool succeeds = succeeded(body(sources, context));
  if (!succeeds && !hasError)
    fail("no result, and no error");
  return succeeds;
}

/// Whether `text` is a model.
static bool import(StringRef text, const ModelFormat &format) {
  return run(text, format, [&](llvm::SourceMgr &sources, MLIRContext &context) {
    OwningOpRef<ModuleOp> module =
        importModel(format, sources, &context, ImportOptions());
    if (!module || failed(verify(*module)))
      return failure();
    module->print(llvm::nulls());
    return success();
  });
}

/// The models that could be read.
static unsigned long numRead = 0;

extern "C" unsigned long padGetNumRead() { return numRead; }

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  limitTime();
  std::string text(reinterpret_cast<const char *>(data), size);
  const ModelFormat &format = findFormat(text);
  if (!import(text, format))
    return 0;
  ++numRead;
  if (format.suffix != ".onnx")
    return 0;
  for (OnnxRewriteTarget target :
       {OnnxRewriteTarget::ConstantOnly, OnnxRewriteTarget::Fold}) {
    std::string rewritten;
    llvm::raw_string_ostream os(rewritten);
    if (run(text, format,
            [&](llvm::SourceMgr &sources, MLIRContext &context) {
              return rewriteOnnxModel(sources, target, os, llvm::nulls(),
                                      &context);
            }) &&
        !import(rewritten, format))
      fail("what was rewritten is no model");
  }
  return 0;
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size,
                                          size_t maxSize, unsigned seed) {
  std::mt19937_64 random(seed);
  std::string text = mutateModel(
      std::string(reinterpret_cast<const char *>(data), size), random);
  size = std::min(text.size(), maxSize);
  std::memcpy(data, text.data(), size);
  return size;
}
