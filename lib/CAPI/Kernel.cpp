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
#include "Pad/Compiler/PadKernel.h"
#include "Pad/Version.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/CAPI/Support.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SHA256.h"
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
    // Some are pads that `import` reads; the others are refused by name.
    context.allowUnregisteredDialects();
  }
  /// Hands over the errors.
  ~Session() {
    if (onError && !text.empty())
      onError(wrap(StringRef(text)), userData);
  }

  MLIRContext *getContext() { return &context; }

  void report(llvm::Error error) { add(toString(std::move(error))); }

  /// `text`, which the header calls `name`; nullopt after an error.
  std::optional<StringRef> read(MlirStringRef text, const char *name) {
    llvm::Expected<StringRef> known = unwrapText(text, name);
    if (known)
      return *known;
    report(known.takeError());
    return std::nullopt;
  }

private:
  static const DialectRegistry &getRegistry() {
    static const DialectRegistry *registry = [] {
      registerHostTarget();
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

/// What an object file ends in, so that no other one is run: a digest of its
/// `code` and of what that depends on.
static constexpr size_t kSealBytes = 32;
static std::string makeSeal(StringRef code) {
  llvm::SHA256 digest;
  digest.update(unwrap(mlirPadGetHostKey()));
  digest.update(code);
  return llvm::toStringRef(digest.final()).str();
}

/// `code` as a kernel; null after an error.
static MlirPadKernel loadKernel(Session &session, StringRef code) {
  llvm::Expected<std::unique_ptr<LoadedCode>> loaded = LoadedCode::load(code);
  if (!loaded) {
    session.report(loaded.takeError());
    return {nullptr};
  }
  return {new Kernel{code.str() + makeSeal(code), std::move(*loaded)}};
}

/// The functions of `module` as a kernel; null after an error.
static MlirPadKernel compileKernel(Session &session, ModuleOp module,
                                   MlirStringRef lowering) {
  std::optional<StringRef> text = session.read(lowering, "lowering");
  if (!text)
    return {nullptr};
  CompileOptions options;
  options.lowering = text->str();
  FailureOr<CompiledModule> compiled = compileModule(
      module, options, NativeKind::Object,
      [&](llvm::Error error) { session.report(std::move(error)); });
  if (failed(compiled))
    return {nullptr};
  return loadKernel(session, compiled->code);
}

/// The module of `spec`; null after an error.
static OwningOpRef<ModuleOp> buildModule(Session &session,
                                         const MlirPadKernelSpec &spec) {
  auto getList = [&](const int64_t *list) {
    return SmallVector<int64_t>(list, list + (list ? spec.rank : 0));
  };
  llvm::Error error = checkRank(spec.rank);
  if (!error)
    error = checkLists(
        spec.rank,
        {{"shape", spec.shape}, {"low", spec.low}, {"high", spec.high}});
  if (error) {
    session.report(std::move(error));
    return nullptr;
  }
  llvm::Expected<SmallVector<AxisMode>> modes =
      unwrapModes(spec.rank, spec.numModes, spec.modes);
  if (!modes) {
    session.report(modes.takeError());
    return nullptr;
  }
  PadKernelSpec kernel;
  kernel.isAdjoint = spec.adjoint;
  kernel.modes = *modes;
  kernel.shape = getList(spec.shape);
  kernel.low = getList(spec.low);
  kernel.high = getList(spec.high);
  kernel.interior = getList(spec.interior);
  std::optional<StringRef> typeText =
      session.read(spec.elementType, "elementType");
  std::optional<StringRef> valueText = session.read(spec.value, "value");
  if (!typeText || !valueText)
    return nullptr;
  llvm::Expected<Type> type = parseKernelType(*typeText, session.getContext());
  if (!type) {
    session.report(type.takeError());
    return nullptr;
  }
  kernel.elementType = *type;
  if (!valueText->empty())
    if (llvm::Error error = readKernelValue(*valueText, kernel)) {
      session.report(std::move(error));
      return nullptr;
    }
  return buildPadKernel(session.getContext(), kernel);
}

/// The module of `text`; null after an error.
static OwningOpRef<ModuleOp> parseModule(Session &session, MlirStringRef text) {
  std::optional<StringRef> known = session.read(text, "module");
  if (!known)
    return nullptr;
  return parseSourceString<ModuleOp>(*known, session.getContext());
}

MlirPadKernel mlirPadKernelCreate(const MlirPadKernelSpec *spec,
                                  MlirStringRef lowering,
                                  MlirStringCallback onError, void *userData) {
  Session session(onError, userData);
  if (!spec) {
    session.report(llvm::createStringError("spec is NULL"));
    return {nullptr};
  }
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
  OwningOpRef<ModuleOp> module = parseModule(session, text);
  if (!module)
    return {nullptr};
  return compileKernel(session, *module, lowering);
}

MlirPadKernel mlirPadKernelCreateFromObject(MlirStringRef object,
                                            MlirStringCallback onError,
                                            void *userData) {
  Session session(onError, userData);
  std::optional<StringRef> bytes = session.read(object, "object");
  if (!bytes)
    return {nullptr};
  StringRef code = bytes->drop_back(std::min(bytes->size(), kSealBytes));
  if (makeSeal(code) != bytes->substr(code.size())) {
    session.report(llvm::createStringError(
        "the object is damaged, or made by another version of the library or "
        "for another processor; compile the kernel again"));
    return {nullptr};
  }
  return loadKernel(session, code);
}

MlirStringRef mlirPadKernelGetObject(MlirPadKernel kernel) {
  if (mlirPadKernelIsNull(kernel))
    return wrap(StringRef());
  return wrap(StringRef(static_cast<Kernel *>(kernel.ptr)->object));
}

void *mlirPadKernelLookup(MlirPadKernel kernel, MlirStringRef name) {
  llvm::Expected<StringRef> known = unwrapText(name, "name");
  if (known && !mlirPadKernelIsNull(kernel))
    return static_cast<Kernel *>(kernel.ptr)->code->lookup(*known);
  consumeError(known.takeError());
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
  OwningOpRef<ModuleOp> module = parseModule(session, text);
  if (!module)
    return mlirLogicalResultFailure();
  std::optional<StringRef> known = session.read(lowering, "lowering");
  if (!known)
    return mlirLogicalResultFailure();
  LowerPadToLLVMOptions options;
  if (llvm::Error error = readLowering(*known, options)) {
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
  if (onText)
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
