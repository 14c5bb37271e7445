//===- NativeCode.h - Machine code through LLVM -----------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_TARGET_NATIVECODE_H
#define PAD_TARGET_NATIVECODE_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <optional>
#include <string>

namespace llvm {
class TargetMachine;
} // namespace llvm

namespace mlir {
namespace pad {

/// What machine code is for.
struct NativeOptions {
  /// Target triple; empty for this host.
  std::string triple;
  /// CPU name; empty or "native" for this host's CPU with its features, and for
  /// the baseline of any other target.
  std::string cpu;
  /// 0 to 3.
  unsigned optLevel = 3;
};

/// What a file holds.
enum class NativeKind { LLVMIR, Bitcode, Assembly, Object, SharedObject };

/// The kind that the suffix of `path` names: .ll, .bc, .s, .o or .so.
std::optional<NativeKind> getNativeKind(llvm::StringRef path);

/// Registers every target of LLVM, once a process.
void registerNativeTargets();

/// Registers the target of this host; several threads may call it.
void registerHostTarget();

/// The machine that `options` name. Refuses unknown triples and CPUs, GPUs,
/// big-endian targets, and those whose pointers do not have 64 bits.
llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
createNativeTarget(const NativeOptions &options);

/// Whether `options` name this host's own CPU.
bool isHost(const NativeOptions &options);

/// Bits of the fixed-size vectors that `machine` computes best with, from 128
/// to 512; 128 if it has none. With AVX-512 they are 512, as on a host that has
/// it: 3x3 convolutions take 1.4 times as long with 256 (Emerald Rapids).
unsigned getVectorBits(llvm::TargetMachine &machine);

/// Whether `machine` has vectors of a size known at run time: SVE, RVV.
bool hasScalableVectors(llvm::TargetMachine &machine);

/// What `machine` has of masks and permutations, as the option `vector-isa` of
/// `--lower-pad-to-llvm` names it: `none`, `avx2`, `avx512` or `avx512vbmi`.
llvm::StringRef getVectorISA(const llvm::TargetMachine &machine);

/// Whether stores that lie in two cache lines are `slow` on `machine`, as the
/// option `split-stores` of `--lower-pad-to-llvm` names it, or `fast`. CPUs
/// that are any, as `x86-64-v3` is, may be slow ones.
llvm::StringRef getSplitStores(const llvm::TargetMachine &machine);

/// Writes data layout and triple of `machine` into `module`, for the lowering.
void setNativeTarget(ModuleOp module, const llvm::TargetMachine &machine);

/// Compiles `module`, in the LLVM dialect, into the bytes of a file of `kind`.
/// A shared object is linked by `linker`; empty looks for LLVM's `ld.lld`. It
/// takes `malloc`, `free`, `memcpy`, `memmove` and `memset` from the process
/// that loads it.
llvm::Expected<std::string> compileNative(ModuleOp module,
                                          llvm::TargetMachine &machine,
                                          unsigned optLevel, NativeKind kind,
                                          llvm::StringRef linker = {});

} // namespace pad
} // namespace mlir

#endif // PAD_TARGET_NATIVECODE_H
