//===- ForeignSyntax.cpp - Input that only another tool can read ----------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ForeignSyntax.h"
#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;

/// How to turn VHLO, the form in which StableHLO is stored, into text.
static constexpr llvm::StringLiteral kVhloWayOut =
    "the input is VHLO, the form in which StableHLO is stored; make it "
    "StableHLO with 'stablehlo-translate --deserialize', print that with "
    "'stablehlo-opt --mlir-print-op-generic', and read it with "
    "--allow-unregistered-dialect";

/// The dialect that the parser does not find, as its `message` about an op in
/// its own syntax says.
static StringRef getMissingDialect(StringRef message) {
  if (!message.consume_front("Dialect `") || !message.contains("custom op"))
    return "";
  return message.take_until([](char c) { return c == '\''; });
}

std::string mlir::pad::explainForeignSyntax(llvm::MemoryBufferRef input,
                                            const DialectRegistry &registry) {
  if (isBytecode(input)) {
    // Its strings name the dialects and the producer.
    StringRef bytes = input.getBuffer();
    return bytes.contains("vhlo") || bytes.contains("StableHLO")
               ? kVhloWayOut.str()
               : "";
  }
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.allowUnregisteredDialects();
  std::string dialect;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    if (dialect.empty())
      dialect = getMissingDialect(diagnostic.str()).str();
    return success();
  });
  auto sources = std::make_shared<llvm::SourceMgr>();
  sources->AddNewSourceBuffer(llvm::MemoryBuffer::getMemBuffer(input),
                              llvm::SMLoc());
  OwningOpRef<ModuleOp> module =
      parseSourceFile<ModuleOp>(sources, ParserConfig(&context));
  if (module || dialect.empty())
    return "";
  if (dialect == "vhlo")
    return kVhloWayOut.str();
  return "dialect '" + dialect +
         "' is not linked in, and only its own tools read its syntax; print "
         "the "
         "input there with --mlir-print-op-generic, and read it with "
         "--allow-unregistered-dialect";
}
