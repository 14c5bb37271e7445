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
#include "llvm/Support/DynamicLibrary.h"

using namespace mlir;
using namespace mlir::pad;

LoadedCode::LoadedCode(std::unique_ptr<llvm::orc::LLJIT> engine)
    : engine(std::move(engine)) {}
LoadedCode::~LoadedCode() = default;

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
  llvm::Expected<std::unique_ptr<llvm::orc::LLJIT>> engine =
      llvm::orc::LLJITBuilder().create();
  if (!engine)
    return engine.takeError();
  // What is wrong with the object is an error of `load` or `lookup`, and is not
  // printed.
  (*engine)->getExecutionSession().setErrorReporter(
      [](llvm::Error error) { consumeError(std::move(error)); });
  llvm::orc::JITDylib &library = (*engine)->getMainJITDylib();
  auto process = llvm::orc::DynamicLibrarySearchGenerator::GetForCurrentProcess(
      (*engine)->getDataLayout().getGlobalPrefix());
  if (!process)
    return process.takeError();
  library.addGenerator(std::move(*process));
  if (llvm::Error error = (*engine)->addObjectFile(
          llvm::MemoryBuffer::getMemBufferCopy(object, "pad")))
    return std::move(error);
  return std::unique_ptr<LoadedCode>(new LoadedCode(std::move(*engine)));
}

llvm::Expected<void *> LoadedCode::lookup(StringRef name) const {
  llvm::Expected<llvm::orc::ExecutorAddr> address = engine->lookup(name);
  if (!address)
    return address.takeError();
  return address->toPtr<void *>();
}
