//===- Compiler.h - A module to native code ---------------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_COMPILER_COMPILER_H
#define PAD_COMPILER_COMPILER_H

#include "Pad/CInterface/CInterface.h"
#include "Pad/Pipelines/Pipelines.h"
#include "Pad/Ranks/ExchangeKernel.h"
#include "Pad/Target/NativeCode.h"

namespace mlir {
class DialectRegistry;

namespace pad {

/// How a module is compiled.
struct CompileOptions {
  NativeOptions native;
  /// Options of `--lower-pad-to-llvm`, as it reads them: "threads=openmp
  /// vector-width=256". `results` and `emit-c-interface` are not among them:
  /// the functions write to pointers of the caller (see CInterface.h).
  std::string lowering;
  /// The linker of shared objects; empty looks for LLVM's `ld.lld`.
  std::string linker;
};

/// A module as native code.
struct CompiledModule {
  /// The bytes of a file.
  std::string code;
  /// The functions that it has.
  std::vector<CFunction> functions;
};

/// Registers every dialect, external model and translation that
/// `compileModule` needs, and those of MLIR that a module may have; with
/// PAD_STANDALONE, only the former.
void registerCompilerDialects(DialectRegistry &registry);

/// Reads the options of `--lower-pad-to-llvm` from their text ("threads=openmp
/// trace=true"). The error says what is wrong with which of them; nothing is
/// printed.
llvm::Error readLowering(StringRef text, LowerPadToLLVMOptions &options);

/// Compiles `module`, which has functions on tensors, memrefs and scalars, to
/// the bytes of a file of `kind`; `module` is lowered in place. What is wrong
/// with the module is a diagnostic of its context, and what is wrong with the
/// target, the linker or the options is passed to `report`.
FailureOr<CompiledModule> compileModule(ModuleOp module,
                                        const CompileOptions &options,
                                        NativeKind kind,
                                        function_ref<void(llvm::Error)> report);

/// Compiles the functions of an exchange across ranks to the bytes of a file of
/// `kind`. Errors of the target and the linker are passed to `report`.
FailureOr<std::string> compileExchange(MLIRContext *context,
                                       const ExchangeSpec &spec,
                                       const CompileOptions &options,
                                       NativeKind kind,
                                       function_ref<void(llvm::Error)> report);

} // namespace pad
} // namespace mlir

#endif // PAD_COMPILER_COMPILER_H
