//===- ExternalData.cpp - Data beside a model -----------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExternalData.h"
#include "ImportNames.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace mlir::pad;

std::string mlir::pad::getModelFolder(StringRef file) {
  if (file == "<stdin>" || file == "-")
    return "";
  StringRef folder = llvm::sys::path::parent_path(file);
  return folder.empty() ? "." : folder.str();
}

static llvm::Error makeError(const llvm::Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
mlir::pad::readDataBeside(StringRef folder, StringRef path, uint64_t offset,
                          uint64_t length) {
  namespace fs = llvm::sys::fs;
  std::string name = "the external data " + quoteName(path);
  if (folder.empty())
    return makeError(name + " is beside the model, and a model from standard "
                            "input has no folder; give the model as a file");
  if (path.empty() || path.contains('\0') ||
      llvm::sys::path::is_absolute(path) ||
      llvm::is_contained(llvm::make_range(llvm::sys::path::begin(path),
                                          llvm::sys::path::end(path)),
                         ".."))
    return makeError(name + " must be a relative path without '..': only files "
                            "in the folder of the model are read");
  SmallString<128> joined(folder);
  llvm::sys::path::append(joined, path);
  SmallString<128> realFolder, realPath;
  fs::file_status status;
  if (std::error_code error = fs::real_path(folder, realFolder))
    return makeError(name + " cannot be read: " + error.message());
  if (std::error_code error = fs::real_path(joined, realPath))
    return makeError(name + " cannot be read: " + error.message());
  StringRef below = realPath;
  if (!below.consume_front(realFolder) ||
      !(realFolder.ends_with("/") || below.starts_with("/")))
    return makeError(name + " is a link to a file outside of the folder of the "
                            "model; only files in that folder are read");
  if (std::error_code error = fs::status(realPath, status))
    return makeError(name + " cannot be read: " + error.message());
  if (status.type() != fs::file_type::regular_file)
    return makeError(name + " is not a regular file");
  if (offset > status.getSize() || length > status.getSize() - offset)
    return makeError(name + " has " + std::to_string(status.getSize()) +
                     " bytes, but the tensor claims " + std::to_string(length) +
                     " bytes from byte " + std::to_string(offset) + " on");
  if (length == 0)
    return llvm::MemoryBuffer::getMemBuffer("");
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> buffer =
      llvm::MemoryBuffer::getFileSlice(realPath, length, offset);
  if (!buffer)
    return makeError(name + " cannot be read: " + buffer.getError().message());
  return std::move(*buffer);
}
