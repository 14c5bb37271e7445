//===- LoadedCode.h - Object files in this process --------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_COMPILER_LOADEDCODE_H
#define PAD_COMPILER_LOADEDCODE_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace llvm::orc {
class LLJIT;
} // namespace llvm::orc

namespace mlir {
namespace pad {

/// An object file of `compileModule` for this host, in memory that can be
/// executed for as long as this exists. Its functions may be called by several
/// threads at a time.
class LoadedCode {
public:
  /// Links the bytes `object` with what this process has loaded: libc, and
  /// LLVM's OpenMP library where the code needs it. Refuses bytes that are no
  /// object file for this host, and names the functions that the process lacks.
  /// Bytes that `compileModule` did not write may crash the process.
  static llvm::Expected<std::unique_ptr<LoadedCode>> load(StringRef object);
  ~LoadedCode();

  /// The address of the function `name` of the object; null if it has none.
  void *lookup(StringRef name) const;

private:
  LoadedCode(std::unique_ptr<llvm::orc::LLJIT> engine,
             llvm::StringMap<void *> functions);

  std::unique_ptr<llvm::orc::LLJIT> engine;
  llvm::StringMap<void *> functions;
};

} // namespace pad
} // namespace mlir

#endif // PAD_COMPILER_LOADEDCODE_H
