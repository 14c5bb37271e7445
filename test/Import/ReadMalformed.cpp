//===- ReadMalformed.cpp - Imports damaged models -------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Reads a model cut off at many places, with random bytes replaced, and with
// changes that leave it a file of its format, all in one process: each import
// must end with a module or with an error, in seconds, and in a bounded amount
// of memory. The input at hand is written to a file before it is read, so that
// a crash leaves it there.
//
//===----------------------------------------------------------------------===//

#include "../../fuzz/ModelMutator.h"
#include "Pad/Import/Import.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include <csignal>
#include <random>
#include <sys/resource.h>
#include <unistd.h>

using namespace mlir;
using namespace mlir::pad;
namespace cl = llvm::cl;

static cl::list<std::string> files(cl::Positional, cl::OneOrMore,
                                   cl::desc("FILE..."));
static cl::opt<std::string> formatName("format", cl::Required,
                                       cl::desc("Option of the format"));
static cl::opt<std::string> lastInput("last-input", cl::Required,
                                      cl::desc("Where the input is written"));
static cl::opt<unsigned> cutEvery("cut-every", cl::init(64),
                                  cl::desc("Bytes between two cuts"));
static cl::opt<unsigned> flips("flips", cl::init(300),
                               cl::desc("Inputs with random bytes replaced, "
                                        "of all files together"));
static cl::opt<unsigned>
    mutants("mutants", cl::init(0),
            cl::desc("Inputs with numbers, strings and fields changed, of all "
                     "files together"));
static cl::opt<unsigned> seed("seed", cl::init(1), cl::desc("Of the bytes"));
static cl::opt<unsigned> seconds("seconds", cl::init(10),
                                 cl::desc("Time limit of one input"));
// A sanitizer needs more address space than there is memory.
static cl::opt<uint64_t>
    memory("memory",
           cl::init(LLVM_ADDRESS_SANITIZER_BUILD ? 0 : uint64_t(1) << 30),
           cl::desc("Address space in bytes; 0: any"));

/// Says which input took too long.
static void reportTimeout(int) {
  static const char message[] = "error: the last input takes too long\n";
  (void)!write(STDERR_FILENO, message, sizeof(message) - 1);
  _exit(1);
}

/// Imports `text` under the name `file`; none if that neither succeeds nor says
/// why.
static std::optional<bool> import(const ModelFormat &format, StringRef file,
                                  StringRef text) {
  MLIRContext context(MLIRContext::Threading::DISABLED);
  bool hasError = false;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    hasError |= diagnostic.getSeverity() == DiagnosticSeverity::Error &&
                !diagnostic.str().empty();
  });
  llvm::SourceMgr sourceMgr;
  sourceMgr.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBuffer(text, file),
                               llvm::SMLoc());
  OwningOpRef<ModuleOp> module =
      importModel(format, sourceMgr, &context, ImportOptions());
  if (!module || failed(verify(*module)))
    return hasError ? std::optional<bool>(false) : std::nullopt;
  module->print(llvm::nulls());
  return true;
}

namespace {
/// What became of the inputs.
struct Counts {
  unsigned read = 0, refused = 0;
};
} // namespace

/// Imports `text`, and counts the outcome; false with a message if there is
/// none.
static bool runOne(const ModelFormat &format, StringRef file, StringRef text,
                   Counts &counts) {
  std::error_code error;
  llvm::raw_fd_ostream(lastInput, error) << text;
  alarm(seconds);
  std::optional<bool> outcome = import(format, file, text);
  alarm(0);
  if (!outcome) {
    llvm::errs() << "error: the last input is refused without an error\n";
    return false;
  }
  ++(*outcome ? counts.read : counts.refused);
  return true;
}

/// Imports the cut and the changed forms of one file.
static bool runAll(const ModelFormat &format, StringRef file,
                   unsigned numChanged, unsigned numMutants,
                   std::mt19937_64 &random, Counts &counts) {
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> buffer =
      llvm::MemoryBuffer::getFile(file);
  if (!buffer || (*buffer)->getBufferSize() == 0) {
    llvm::errs() << "error: cannot read '" << file << "'\n";
    return false;
  }
  StringRef text = (*buffer)->getBuffer();
  for (size_t size = 0; size < text.size(); size += cutEvery)
    // In memory of its own, so that a sanitizer knows where it ends.
    if (!runOne(format, file, text.take_front(size).str(), counts))
      return false;
  for (unsigned i = 0; i != numChanged; ++i) {
    std::string changed = text.str();
    // Mostly one byte, and sometimes as many as eight.
    for (unsigned left = 1 + (random() % 2) * (random() % 8); left; --left)
      changed[random() % changed.size()] = static_cast<char>(random());
    if (!runOne(format, file, changed, counts))
      return false;
  }
  for (unsigned i = 0; i != numMutants; ++i) {
    std::string changed = text.str();
    for (unsigned left = 1 + random() % 4; left; --left)
      changed = mutateModel(changed, random);
    if (!runOne(format, file, changed, counts))
      return false;
  }
  return runOne(format, file, text, counts);
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  pad::registerAllImports();
  cl::ParseCommandLineOptions(argc, argv, "Imports damaged models\n");
  auto format = llvm::find_if(getModelFormats(), [](const ModelFormat *known) {
    return known->option == formatName;
  });
  if (format == getModelFormats().end()) {
    llvm::errs() << "error: no format has the option '" << formatName << "'\n";
    return 1;
  }
  if (memory) {
    rlimit limit{memory, memory};
    setrlimit(RLIMIT_AS, &limit);
  }
  std::signal(SIGALRM, reportTimeout);
  std::mt19937_64 random(seed);
  Counts counts;
  for (auto [index, file] : llvm::enumerate(files)) {
    auto getShare = [&, index = index](uint64_t all) {
      return all * (index + 1) / files.size() - all * index / files.size();
    };
    if (!runAll(**format, file, getShare(flips), getShare(mutants), random,
                counts)) {
      llvm::errs() << "error: a damaged form of '" << file << "', kept in '"
                   << lastInput << "'\n";
      return 1;
    }
  }
  llvm::outs() << "--" << formatName << ": " << counts.read + counts.refused
               << " inputs, " << counts.read << " read, " << counts.refused
               << " refused\n";
  return 0;
}
