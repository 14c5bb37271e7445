//===- ReportCodeSize.cpp - Remarks on machine code -----------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/PadRemarks.h"
#include "Pad/Target/NativeCode.h"
#include "Pad/Target/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Object/SymbolSize.h"
#include "llvm/Target/TargetMachine.h"

namespace mlir {
namespace pad {
#define GEN_PASS_DEF_PADREPORTCODESIZE
#include "Pad/Target/Passes.h.inc"
} // namespace pad
} // namespace mlir

using namespace mlir;
using namespace mlir::pad;

/// The bytes of machine code of each function in `object`, an object file whose
/// symbols begin with `prefix`.
static llvm::Expected<llvm::StringMap<uint64_t>>
readCodeSizes(StringRef object, StringRef prefix) {
  llvm::Expected<std::unique_ptr<llvm::object::ObjectFile>> file =
      llvm::object::ObjectFile::createObjectFile({object, "pad"});
  if (!file)
    return file.takeError();
  llvm::StringMap<uint64_t> sizes;
  for (auto [symbol, size] : llvm::object::computeSymbolSizes(**file)) {
    auto type = symbol.getType();
    if (!type)
      return type.takeError();
    if (*type != llvm::object::SymbolRef::ST_Function)
      continue;
    auto name = symbol.getName();
    if (!name)
      return name.takeError();
    name->consume_front(prefix);
    sizes[*name] = size;
  }
  return sizes;
}

/// The machine of `cpu`, which is one of this host's architecture.
static llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
createMachine(const std::string &cpu) {
  registerHostTarget();
  NativeOptions options;
  options.cpu = cpu;
  return createNativeTarget(options);
}

/// The bytes of machine code of each function of `module` on `cpu`.
static llvm::Expected<llvm::StringMap<uint64_t>>
measureCode(ModuleOp module, const std::string &cpu) {
  llvm::Expected<std::unique_ptr<llvm::TargetMachine>> machine =
      createMachine(cpu);
  if (!machine)
    return machine.takeError();

  // What cannot be compiled is no error here.
  std::string message;
  ScopedDiagnosticHandler handler(module.getContext(),
                                  [&](Diagnostic &diagnostic) {
                                    if (message.empty())
                                      message = diagnostic.str();
                                  });
  llvm::Expected<std::string> object = compileNative(
      module, **machine, NativeOptions().optLevel, NativeKind::Object);
  if (!object && !message.empty()) {
    llvm::consumeError(object.takeError());
    return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
  }
  if (!object)
    return object.takeError();
  char prefix = (*machine)->createDataLayout().getGlobalPrefix();
  return readCodeSizes(*object, prefix ? StringRef(&prefix, 1) : StringRef());
}

namespace {
struct PadReportCodeSizePass
    : public mlir::pad::impl::PadReportCodeSizeBase<PadReportCodeSizePass> {
  using PadReportCodeSizeBase::PadReportCodeSizeBase;

  void getDependentDialects(DialectRegistry &registry) const override {
    registerAllToLLVMIRTranslations(registry);
  }

  LogicalResult initialize(MLIRContext *context) override {
    if (cpu.empty())
      return success();
    if (auto machine = createMachine(cpu); !machine)
      return emitError(UnknownLoc::get(context))
             << getArgument() << ": " << llvm::toString(machine.takeError());
    return success();
  }

  void runOnOperation() override {
    markAllAnalysesPreserved();
    std::optional<llvm::StringMap<uint64_t>> sizes;
    for (auto function : getOperation().getOps<LLVM::LLVMFuncOp>()) {
      if (function.isExternal())
        continue;
      remark::detail::InFlightRemark remark = remark::analysis(
          function.getLoc(), remark::RemarkOpts::name("code")
                                 .category(kRemarkCategory)
                                 .function(function.getName()));
      // Nobody listens.
      if (!remark)
        return;
      if (!sizes) {
        llvm::Expected<llvm::StringMap<uint64_t>> measured =
            measureCode(getOperation(), cpu);
        if (!measured) {
          remark << remark::metric("Reason",
                                   llvm::toString(measured.takeError()));
          return;
        }
        sizes = std::move(*measured);
      }
      remark << remark::metric("CodeBytes", sizes->lookup(function.getName()));
    }
  }
};
} // namespace
