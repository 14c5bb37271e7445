//===- TranslateModel.h - Translations of models ----------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_TOOLS_PAD_TRANSLATE_TRANSLATEMODEL_H
#define PAD_TOOLS_PAD_TRANSLATE_TRANSLATEMODEL_H

#include "mlir/Support/LLVM.h"

namespace mlir {
namespace pad {

/// Whether the command line says what to do: names a translation, or asks for
/// help or the version. Otherwise LLVM prints a line for each translation.
bool saysWhatToDo(int argc, char **argv);

/// Whether the command line asks for an import, a report or a rewrite of a
/// model, and for nothing that only MLIR's own `main` does.
bool translatesModel(int argc, char **argv);

/// Does what such a command line asks for. MLIR's `main` copies the input, and
/// a model is mapped, because few of its weights are read.
LogicalResult translateModel(int argc, char **argv, StringRef overview);

} // namespace pad
} // namespace mlir

#endif // PAD_TOOLS_PAD_TRANSLATE_TRANSLATEMODEL_H
