//===- LoadedCode.cpp - Object files in this process ----------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Compiler/LoadedCode.h"
#include "Pad/Target/NativeCode.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/ExecutionEngine/Orc/ObjectFileInterface.h"
#include "llvm/Support/DynamicLibrary.h"

using namespace mlir;
using namespace mlir::pad;

LoadedCode::LoadedCode(std::unique_ptr<llvm::orc::LLJIT> engine,
                       llvm::StringMap<void *> functions)
    : engine(std::move(engine)), functions(std::move(functions)) {}
LoadedCode::~LoadedCode() = default;

namespace {
/// What goes wrong while code is loaded.
class LoadingErrors {
public:
  void add(llvm::Error error) {
    auto append = [](std::string &list, const std::string &entry) {
      list += (list.empty() ? "" : ", ") + entry;
    };
    llvm::handleAllErrors(
        std::move(error),
        [&](const llvm::orc::SymbolsNotFound &notFound) {
          for (const llvm::orc::SymbolStringPtr &symbol : notFound.getSymbols())
            append(missing, "'" + (*symbol).str() + "'");
        },
        [&](const llvm::ErrorInfoBase &other) {
          append(reasons, other.message());
        });
  }

  /// The error that says it all, `last` included.
  llvm::Error explain(llvm::Error last) {
    add(std::move(last));
    if (missing.empty())
      return llvm::createStringError("cannot load the code: " + reasons);
    return llvm::createStringError(
        "the code needs " + missing +
        ", which this process does not have; load the library that defines it, "
        "or export it from the program (-rdynamic), before the code is loaded");
  }

private:
  std::string missing, reasons;
};
} // namespace

llvm::Expected<std::unique_ptr<LoadedCode>> LoadedCode::load(StringRef object) {
  registerHostTarget();
  // Code with threads calls it; other code does without.
  if (object.contains("__kmpc_fork_call")) {
    std::string reason;
    StringRef library = PAD_OPENMP_LIBRARY;
    if (library.empty() || llvm::sys::DynamicLibrary::LoadLibraryPermanently(
                               library.str().c_str(), &reason))
      return llvm::createStringError(
          "code with threads=openmp needs LLVM's OpenMP library, " +
          (library.empty() ? "which was not there when pad was built"
                           : "'" + library + "': " + llvm::Twine(reason)) +
          "; install it (Debian: libomp5), or compile without threads");
  }
  // They are errors of this function, and nothing is printed.
  LoadingErrors errors;
  llvm::Expected<std::unique_ptr<llvm::orc::LLJIT>> engine =
      llvm::orc::LLJITBuilder().create();
  if (!engine)
    return errors.explain(engine.takeError());
  llvm::orc::ExecutionSession &session = (*engine)->getExecutionSession();
  session.setErrorReporter(
      [&](llvm::Error error) { errors.add(std::move(error)); });
  llvm::orc::JITDylib &library = (*engine)->getMainJITDylib();
  auto process = llvm::orc::DynamicLibrarySearchGenerator::GetForCurrentProcess(
      (*engine)->getDataLayout().getGlobalPrefix());
  if (!process)
    return errors.explain(process.takeError());
  library.addGenerator(std::move(*process));
  std::unique_ptr<llvm::MemoryBuffer> buffer =
      llvm::MemoryBuffer::getMemBufferCopy(object, "pad");
  auto interface = llvm::orc::getObjectFileInterface(session, *buffer);
  if (!interface)
    return errors.explain(interface.takeError());
  if (llvm::Error error = (*engine)->addObjectFile(std::move(buffer)))
    return errors.explain(std::move(error));

  // All of it is linked now, so that nothing can be missing later.
  llvm::orc::SymbolLookupSet defined;
  for (const auto &[symbol, flags] : interface->SymbolFlags)
    if (symbol != interface->InitSymbol)
      defined.add(symbol);
  auto addresses = session.lookup(llvm::orc::makeJITDylibSearchOrder(&library),
                                  std::move(defined));
  if (!addresses)
    return errors.explain(addresses.takeError());
  llvm::StringMap<void *> functions;
  for (const auto &[symbol, definition] : *addresses)
    functions[*symbol] = definition.getAddress().toPtr<void *>();
  session.setErrorReporter(llvm::consumeError);
  return std::unique_ptr<LoadedCode>(
      new LoadedCode(std::move(*engine), std::move(functions)));
}

void *LoadedCode::lookup(StringRef name) const {
  return functions.lookup(engine->mangle(name));
}
