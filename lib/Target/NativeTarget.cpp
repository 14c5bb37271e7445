//===- NativeTarget.cpp - Triples and CPUs --------------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Target/NativeCode.h"
#include "Pad/Upstream/Versions.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/SubtargetFeature.h"
#include <mutex>

using namespace mlir;
using namespace mlir::pad;

void mlir::pad::registerHostTarget() {
  static std::once_flag isDone;
  std::call_once(isDone, [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    llvm::InitializeNativeTargetAsmParser();
  });
}

static llvm::Triple getTriple(const NativeOptions &options) {
  return llvm::Triple(options.triple.empty()
                          ? llvm::sys::getDefaultTargetTriple()
                          : llvm::Triple::normalize(options.triple));
}

bool mlir::pad::isHost(const NativeOptions &options) {
  if (!options.cpu.empty() && options.cpu != "native")
    return false;
  llvm::Triple triple = getTriple(options);
  llvm::Triple host(llvm::sys::getDefaultTargetTriple());
  return triple.getArch() == host.getArch() && triple.getOS() == host.getOS();
}

/// The CPU of `triple` that is spelled most like `name`, as a question; empty
/// if none is close.
static std::string suggestCPU(const llvm::MCSubtargetInfo &subtarget,
                              StringRef name) {
  unsigned best = name.size() / 3 + 1;
  std::string suggestion;
  for (const auto &cpu : subtarget.getAllProcessorDescriptions()) {
    StringRef known = getKey(cpu);
    unsigned distance =
        name.edit_distance(known, /*AllowReplacements=*/true, best);
    if (distance >= best)
      continue;
    best = distance;
    suggestion = "; did you mean '" + known.str() + "'?";
  }
  return suggestion;
}

/// The feature that processors of 64 bits have, where the table of CPUs of
/// `triple` also has others; empty elsewhere.
static StringRef get64BitFeature(const llvm::Triple &triple) {
  if (triple.isMIPS64())
    return "+gp64";
  return triple.isX86() || triple.isRISCV() || triple.isLoongArch() ? "+64bit"
                                                                    : "";
}

/// Why there is no code for `cpu` of `triple`; empty if there is. LLVM would
/// end the process. An empty name is that of the baseline.
static std::string explainCPU(const llvm::Target &target,
                              const llvm::Triple &triple,
                              const std::string &cpu) {
  std::unique_ptr<llvm::MCSubtargetInfo> any(
      target.createMCSubtargetInfo(triple, "", ""));
  if (cpu.empty() || !any)
    return "";
  if (!any->isCPUStringValid(cpu))
    return "unknown CPU '" + cpu + "' for target '" + triple.str() + "'" +
           suggestCPU(*any, cpu);
  StringRef feature = get64BitFeature(triple);
  std::unique_ptr<llvm::MCSubtargetInfo> subtarget(
      target.createMCSubtargetInfo(triple, cpu, ""));
  if (feature.empty() || subtarget->checkFeatures(feature))
    return "";
  return "CPU '" + cpu + "' has no 64-bit instructions, which target '" +
         triple.str() + "' needs; name another one";
}

llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
mlir::pad::createNativeTarget(const NativeOptions &options) {
  llvm::Triple triple = getTriple(options);
  std::string reason;
  const llvm::Target *target =
      llvm::TargetRegistry::lookupTarget(triple, reason);
  if (!target)
    return llvm::createStringError(
        "unknown target '" + options.triple +
        "'; give a triple of a 64-bit processor, such as "
        "x86_64-linux-gnu, aarch64-linux-gnu or "
        "riscv64-linux-gnu");
  if (triple.isGPU())
    return llvm::createStringError(
        "target '" + triple.str() +
        "' is a GPU; padc makes code for processors");
  if (triple.isBPF())
    return llvm::createStringError(
        "target '" + triple.str() +
        "' is a virtual machine of the kernel; padc makes code for "
        "processors");

  std::string cpu = options.cpu == "native" ? "" : options.cpu;
  llvm::SubtargetFeatures features;
  if (isHost(options)) {
    cpu = llvm::sys::getHostCPUName().str();
    for (const auto &feature : llvm::sys::getHostCPUFeatures())
      features.AddFeature(feature.first(), feature.second);
  } else if (!options.cpu.empty() && options.cpu == "native") {
    return llvm::createStringError(
        "CPU 'native' is this host's, but the target is '" + triple.str() +
        "'; name a CPU of that target");
  } else if (cpu.empty() && triple.isRISCV64()) {
    // What Linux distributions are built for, and its calling convention.
    for (StringRef feature : {"m", "a", "f", "d", "c"})
      features.AddFeature(feature);
  }
  if (std::string why = explainCPU(*target, triple, cpu); !why.empty())
    return llvm::createStringError(why);

  static constexpr llvm::CodeGenOptLevel kLevels[] = {
      llvm::CodeGenOptLevel::None, llvm::CodeGenOptLevel::Less,
      llvm::CodeGenOptLevel::Default, llvm::CodeGenOptLevel::Aggressive};
  std::unique_ptr<llvm::TargetMachine> machine(target->createTargetMachine(
      triple, cpu, features.getString(), llvm::TargetOptions(),
      llvm::Reloc::PIC_, std::nullopt,
      kLevels[std::min(options.optLevel, 3u)]));
  if (!machine)
    return llvm::createStringError("target '" + triple.str() +
                                   "' cannot generate code");
  if (machine->getPointerSizeInBits(0) != 64)
    return llvm::createStringError(
        "target '" + triple.str() + "' has pointers of " +
        llvm::Twine(machine->getPointerSizeInBits(0)) + " bits; padc needs 64");
  if (!machine->createDataLayout().isLittleEndian())
    return llvm::createStringError(
        "target '" + triple.str() +
        "' is big-endian; padc makes code for little-endian "
        "processors");
  return machine;
}

/// The size of the registers of `kind` that `machine` has.
static llvm::TypeSize
getRegisterBits(llvm::TargetMachine &machine,
                llvm::TargetTransformInfo::RegisterKind kind) {
  llvm::LLVMContext context;
  llvm::Module module("", context);
  module.setDataLayout(machine.createDataLayout());
  auto *function = llvm::Function::Create(
      llvm::FunctionType::get(llvm::Type::getVoidTy(context), false),
      llvm::GlobalValue::ExternalLinkage, "", module);
  return machine.getTargetTransformInfo(*function).getRegisterBitWidth(kind);
}

unsigned mlir::pad::getVectorBits(llvm::TargetMachine &machine) {
  // LLVM prefers 256 bits for its own vectors on most of them.
  if (machine.getTargetTriple().isX86() &&
      getMCSubtargetInfo(machine).checkFeatures("+avx512f"))
    return 512;
  unsigned bits =
      getRegisterBits(machine, llvm::TargetTransformInfo::RGK_FixedWidthVector)
          .getFixedValue();
  return std::clamp(bits, 128u, 512u);
}

bool mlir::pad::hasScalableVectors(llvm::TargetMachine &machine) {
  return getRegisterBits(machine, llvm::TargetTransformInfo::RGK_ScalableVector)
      .isNonZero();
}

StringRef mlir::pad::getVectorISA(const llvm::TargetMachine &machine) {
  if (!machine.getTargetTriple().isX86())
    return "none";
  auto has = [&](StringRef features) {
    return getMCSubtargetInfo(machine).checkFeatures(features);
  };
  if (has("+avx512f,+avx512vl,+avx512bw"))
    return has("+avx512vbmi") ? "avx512vbmi" : "avx512";
  return has("+avx2") ? "avx2" : "none";
}

StringRef mlir::pad::getSplitStores(const llvm::TargetMachine &machine) {
  if (!machine.getTargetTriple().isX86())
    return "fast";
  // AMD's processors have CLZERO, and Intel's do not.
  const llvm::MCSubtargetInfo &info = getMCSubtargetInfo(machine);
  return info.checkFeatures("+avx") && !info.checkFeatures("+clzero") ? "slow"
                                                                      : "fast";
}

void mlir::pad::setNativeTarget(ModuleOp module,
                                const llvm::TargetMachine &machine) {
  Builder builder(module.getContext());
  module->setAttr(LLVM::LLVMDialect::getDataLayoutAttrName(),
                  builder.getStringAttr(
                      machine.createDataLayout().getStringRepresentation()));
  module->setAttr(LLVM::LLVMDialect::getTargetTripleAttrName(),
                  builder.getStringAttr(machine.getTargetTriple().str()));
}
