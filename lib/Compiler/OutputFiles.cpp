//===- OutputFiles.cpp - All files or none --------------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Compiler/OutputFiles.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>

using namespace mlir;
using namespace mlir::pad;
namespace fs = llvm::sys::fs;

static llvm::Error makeError(StringRef path, StringRef reason) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                 "cannot write '" + path + "': " + reason);
}

/// Writes `file` to a temporary file next to it.
static llvm::Expected<fs::TempFile> writeTemporary(const OutputFile &file) {
  fs::file_status status;
  if (!fs::status(file.path, status) && !fs::is_regular_file(status))
    return makeError(file.path, fs::is_directory(status)
                                    ? "it is a directory"
                                    : "it is not a regular file");
  unsigned mode = fs::all_read | fs::all_write;
  if (file.executable)
    mode |= fs::all_exe;
  llvm::Expected<fs::TempFile> temporary =
      fs::TempFile::create(file.path + ".%%%%%%.tmp", mode);
  if (!temporary)
    return makeError(file.path, toString(temporary.takeError()));
  llvm::raw_fd_ostream os(temporary->FD, /*shouldClose=*/false);
  os << file.bytes;
  os.flush();
  if (!os.has_error())
    return temporary;
  std::string reason = os.error().message();
  os.clear_error();
  llvm::consumeError(temporary->discard());
  return makeError(file.path, reason);
}

llvm::Error mlir::pad::writeOutputFiles(ArrayRef<OutputFile> files) {
  std::vector<fs::TempFile> temporaries;
  llvm::Error error = llvm::Error::success();
  for (const OutputFile &file : files) {
    llvm::Expected<fs::TempFile> temporary = writeTemporary(file);
    if (!temporary) {
      error = temporary.takeError();
      break;
    }
    temporaries.push_back(std::move(*temporary));
  }
  size_t kept = 0;
  while (!error && kept < files.size()) {
    if (llvm::Error failed = temporaries[kept].keep(files[kept].path))
      error = makeError(files[kept].path, toString(std::move(failed)));
    else
      ++kept;
  }
  if (!error)
    return llvm::Error::success();
  for (size_t i = 0; i < kept; ++i)
    (void)fs::remove(files[i].path);
  for (size_t i = kept; i < temporaries.size(); ++i)
    llvm::consumeError(temporaries[i].discard());
  return error;
}
