//===- Kernel.cpp - Kernels compiled and called in C programs -------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pad-c/Kernel.h"
#include "Modes.h"
#include "Pad/Compiler/Compiler.h"
#include "Pad/Compiler/LoadedCode.h"
#include "Pad/Target/PadKernel.h"
#include "Pad/Version.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/CAPI/Support.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"
#include <map>
#include <mutex>

using namespace mlir;
using namespace mlir::pad;

namespace {
/// What a `MlirPadKernel` points to.
struct Kernel {
  std::string object;
  std::unique_ptr<LoadedCode> code;
};

/// A context of its own for one call, whose diagnostics are the text that the
/// caller gets.
class Session {
public:
  Session(MlirStringCallback onError, void *userData)
      : onError(onError), userData(userData),
        context(getRegistry(), MLIRContext::Threading::DISABLED),
        handler(&context, [this](Diagnostic &diagnostic) {
          if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
            add(diagnostic);
        }) {
    context.printOpOnDiagnostic(false);
  }
  /// Hands over the errors.
  ~Session() {
    if (onError && !text.empty())
      onError(wrap(StringRef(text)), userData);
  }

  MLIRContext *getContext() { return &context; }

  void report(llvm::Error error) { add(toString(std::move(error))); }

private:
  static const DialectRegistry &getRegistry() {
    static const DialectRegistry *registry = [] {
      registerNativeTargets();
      auto *made = new DialectRegistry;
      registerCompilerDialects(*made);
      return made;
    }();
    return *registry;
  }

  void add(StringRef message) {
    text += (text.empty() ? "" : "\n") + message.str();
  }
  /// The error and its notes, each with the place in the module if it has one.
  void add(Diagnostic &diagnostic) {
    auto describe = [&](Diagnostic &part, StringRef kind) {
      auto place = dyn_cast<FileLineColLoc>(part.getLocation());
      std::string prefix = place
                               ? (llvm::Twine(place.getLine()) + ":" +
                                  llvm::Twine(place.getColumn()) + ": " + kind)
                                     .str()
                               : kind.str();
      add(prefix + part.str());
    };
    describe(diagnostic, "");
    for (Diagnostic &note : diagnostic.getNotes())
      describe(note, "note: ");
  }

  MlirStringCallback onError;
  void *userData;
  std::string text;
  MLIRContext context;
  ScopedDiagnosticHandler handler;
};
} // namespace

/// `object` as a kernel; null after an error.
static MlirPadKernel loadKernel(Session &session, std::string object) {
  llvm::Expected<std::unique_ptr<LoadedCode>> code = LoadedCode::load(object);
  if (!code) {
    session.report(code.takeError());
    return {nullptr};
  }
  return {new Kernel{std::move(object), std::move(*code)}};
}

/// The functions of `module` as a kernel; null after an error.
static MlirPadKernel compileKernel(Session &session, ModuleOp module,
                                   MlirStringRef lowering) {
  CompileOptions options;
  options.lowering = unwrap(lowering).str();
  FailureOr<CompiledModule> compiled = compileModule(
      module, options, NativeKind::Object,
      [&](llvm::Error error) { session.report(std::move(error)); });
  if (failed(compiled))
    return {nullptr};
  return loadKernel(session, std::move(compiled->code));
}

/// The module of `spec`; null after an error.
static OwningOpRef<ModuleOp> buildModule(Session &session,
                                         const MlirPadKernelSpec &spec) {
  auto getList = [&](const int64_t *list) {
    return SmallVector<int64_t>(list, list + (list ? spec.rank : 0));
  };
  llvm::Expected<SmallVector<AxisMode>> modes =
      unwrapModes(spec.rank, spec.numModes, spec.modes);
  if (!modes) {
    session.report(modes.takeError());
    return nullptr;
  }
  PadKernelSpec kernel;
  kernel.modes = *modes;
  kernel.shape = getList(spec.shape);
  kernel.low = getList(spec.low);
  kernel.high = getList(spec.high);
  kernel.interior = getList(spec.interior);
  llvm::Expected<Type> type =
      parseKernelType(unwrap(spec.elementType), session.getContext());
  if (!type) {
    session.report(type.takeError());
    return nullptr;
  }
  kernel.elementType = *type;
  if (spec.value.length != 0)
    if (llvm::Error error = readKernelValue(unwrap(spec.value), kernel)) {
      session.report(std::move(error));
      return nullptr;
    }
  return buildPadKernel(session.getContext(), kernel);
}

MlirPadKernel mlirPadKernelCreate(const MlirPadKernelSpec *spec,
                                  MlirStringRef lowering,
                                  MlirStringCallback onError, void *userData) {
  Session session(onError, userData);
  OwningOpRef<ModuleOp> module = buildModule(session, *spec);
  if (!module)
    return {nullptr};
  return compileKernel(session, *module, lowering);
}

MlirPadKernel mlirPadKernelCreateFromModule(MlirStringRef text,
                                            MlirStringRef lowering,
                                            MlirStringCallback onError,
                                            void *userData) {
  Session session(onError, userData);
  OwningOpRef<ModuleOp> module =
      parseSourceString<ModuleOp>(unwrap(text), session.getContext());
  if (!module)
    return {nullptr};
  return compileKernel(session, *module, lowering);
}

MlirPadKernel mlirPadKernelCreateFromObject(MlirStringRef object,
                                            MlirStringCallback onError,
                                            void *userData) {
  Session session(onError, userData);
  return loadKernel(session, unwrap(object).str());
}

MlirStringRef mlirPadKernelGetObject(MlirPadKernel kernel) {
  return wrap(StringRef(static_cast<Kernel *>(kernel.ptr)->object));
}

void *mlirPadKernelLookup(MlirPadKernel kernel, MlirStringRef name) {
  llvm::Expected<void *> address =
      static_cast<Kernel *>(kernel.ptr)->code->lookup(unwrap(name));
  if (address)
    return *address;
  consumeError(address.takeError());
  return nullptr;
}

void mlirPadKernelDestroy(MlirPadKernel kernel) {
  delete static_cast<Kernel *>(kernel.ptr);
}

MlirLogicalResult mlirPadLowerToLLVMIR(MlirStringRef text,
                                       MlirStringRef lowering,
                                       MlirStringCallback onText,
                                       MlirStringCallback onError,
                                       void *userData) {
  Session session(onError, userData);
  OwningOpRef<ModuleOp> module =
      parseSourceString<ModuleOp>(unwrap(text), session.getContext());
  if (!module)
    return mlirLogicalResultFailure();
  LowerPadToLLVMOptions options;
  if (llvm::Error error = readLowering(unwrap(lowering), options)) {
    session.report(std::move(error));
    return mlirLogicalResultFailure();
  }
  PassManager passes(session.getContext());
  buildLowerPadToLLVMPipeline(passes, options);
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> native;
  if (succeeded(passes.run(*module)))
    native = translateModuleToLLVMIR(*module, context, "pad");
  if (!native)
    return mlirLogicalResultFailure();
  std::string printed;
  llvm::raw_string_ostream(printed) << *native;
  onText(wrap(StringRef(printed)), userData);
  return mlirLogicalResultSuccess();
}

MlirStringRef mlirPadGetHostKey() {
  static const std::string key = [] {
    std::map<std::string, bool> features;
    for (const auto &feature : llvm::sys::getHostCPUFeatures())
      features[feature.first().str()] = feature.second;
    std::string made = "pad " PAD_VERSION_STRING " llvm " LLVM_VERSION_STRING
                       " " +
                       llvm::sys::getHostCPUName().str();
    for (const auto &[name, isThere] : features)
      made += (isThere ? " +" : " -") + name;
    return made;
  }();
  return wrap(StringRef(key));
}
