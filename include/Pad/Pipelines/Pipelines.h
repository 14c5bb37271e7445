//===- Pipelines.h - Pass pipelines -----------------------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_PIPELINES_PIPELINES_H
#define PAD_PIPELINES_PIPELINES_H

#include "Pad/Conversion/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"

namespace mlir {
namespace pad {

/// The dialect through which pads become loops.
enum class PadLowering { Vector, SCF, Linalg };

/// Which linalg ops read the sources of their pads.
enum class PadFusion {
  None,
  /// Those that are expected to be faster than with a padded tensor.
  WhereFaster,
  /// All that can.
  All
};

/// How functions hand their tensor results to the caller.
enum class ResultStyle {
  /// As memrefs, each in a buffer of its own that the function allocates with
  /// `malloc` and the caller frees.
  Return,
  /// Written to memrefs that the caller passes after the other arguments.
  OutParams
};

/// How a function may use the cores of its host.
enum class PadThreads {
  /// On the caller's thread.
  None,
  /// Large pads by OpenMP: the code calls its run-time library.
  OpenMP
};

/// Lowers the functions of an exchange (`emitExchange`) to the LLVM dialect.
void buildLowerExchangeToLLVMPipeline(OpPassManager &pm);

/// Options of `--lower-pad-to-llvm`.
struct LowerPadToLLVMOptions
    : public PassPipelineOptions<LowerPadToLLVMOptions> {
  PassOptions::Option<bool> import{
      *this, "import",
      llvm::cl::desc("Start with --pad-import: the pads of other dialects "
                     "become pad.pad; casts between their types that nothing "
                     "needs any more go"),
      llvm::cl::init(false)};
  PassOptions::Option<PadLowering> lowering{
      *this, "lowering",
      llvm::cl::desc("The dialect through which pads become loops"),
      llvm::cl::init(PadLowering::Vector),
      llvm::cl::values(
          clEnumValN(PadLowering::Vector, "vector", "vectors of rows"),
          clEnumValN(PadLowering::SCF, "scf", "scalar loops"),
          clEnumValN(PadLowering::Linalg, "linalg", "linalg ops on tensors"))};
  PassOptions::Option<PadFusion> fuse{
      *this, "fuse",
      llvm::cl::desc("Start with --pad-fuse-into-loops: linalg ops read the "
                     "sources of their pads"),
      llvm::cl::init(PadFusion::WhereFaster),
      llvm::cl::values(
          clEnumValN(PadFusion::WhereFaster, "auto",
                     "where that is expected to be faster"),
          clEnumValN(PadFusion::All, "true", "wherever it can be done"),
          clEnumValN(PadFusion::None, "false", "nowhere"))};
  PassOptions::Option<bool> contract{
      *this, "contract",
      llvm::cl::desc(
          "Add products of f32 and f64 without rounding them first, "
          "by one instruction, where the processor has it; else only "
          "where ops have fastmath<contract>"),
      llvm::cl::init(false)};
  PassOptions::Option<VectorWidth> vectorWidth{
      *this, "vector-width",
      llvm::cl::desc("Bits of a vector of lowering=vector; host, the default, "
                     "asks the processor of this machine"),
      llvm::cl::init(VectorWidth::Host),
      llvm::cl::values(
          clEnumValN(VectorWidth::Host, "host", "those of this host"),
          clEnumValN(VectorWidth::Bits128, "128", ""),
          clEnumValN(VectorWidth::Bits256, "256", ""),
          clEnumValN(VectorWidth::Bits512, "512", ""),
          clEnumValN(VectorWidth::Scalable, "scalable",
                     "a multiple of 128 known at run time: SVE, RVV"))};
  PassOptions::Option<VectorISA> vectorISA{
      *this, "vector-isa",
      llvm::cl::desc("Masks and permutations of lanes of x86 that "
                     "lowering=vector may use; none, the default, makes code "
                     "for any processor"),
      llvm::cl::init(VectorISA::None),
      llvm::cl::values(
          clEnumValN(VectorISA::Host, "host", "those of this host"),
          clEnumValN(VectorISA::None, "none", ""),
          clEnumValN(VectorISA::AVX2, "avx2", ""),
          clEnumValN(VectorISA::AVX512, "avx512", "F, VL and BW"),
          clEnumValN(VectorISA::AVX512VBMI, "avx512vbmi", "and VBMI"))};
  PassOptions::Option<SplitStores> splitStores{
      *this, "split-stores",
      llvm::cl::desc("Stores in two cache lines, slow on Intel's processors, "
                     "for which fused loops prefetch the second one; host, the "
                     "default, asks the processor of this machine"),
      llvm::cl::init(SplitStores::Host),
      llvm::cl::values(
          clEnumValN(SplitStores::Host, "host", "those of this host"),
          clEnumValN(SplitStores::Fast, "fast", ""),
          clEnumValN(SplitStores::Slow, "slow", ""))};
  PassOptions::Option<int64_t> nontemporalThreshold{
      *this, "nontemporal-threshold",
      llvm::cl::desc(
          "Bytes of a result from which on lowering=vector writes it "
          "past the caches; -1 takes three eighths of the host's "
          "last-level cache, of Intel's of at most 32 MiB"),
      llvm::cl::init(-1)};
  PassOptions::Option<PadThreads> threads{
      *this, "threads",
      llvm::cl::desc("How many threads run a large pad of lowering=vector, and "
                     "the input's parallel loops"),
      llvm::cl::init(PadThreads::None),
      llvm::cl::values(
          clEnumValN(PadThreads::None, "none", "the caller's alone"),
          clEnumValN(PadThreads::OpenMP, "openmp",
                     "those of OpenMP, whose library is then needed"))};
  PassOptions::Option<int64_t> parallelThreshold{
      *this, "parallel-threshold",
      llvm::cl::desc(
          "Bytes of a result from which on threads share it; by default 2 MiB"),
      llvm::cl::init(cost::kParallelBytes)};
  PassOptions::Option<ResultStyle> results{
      *this, "results",
      llvm::cl::desc("How functions hand over their tensor results"),
      llvm::cl::init(ResultStyle::Return),
      llvm::cl::values(
          clEnumValN(ResultStyle::Return, "return",
                     "allocated with malloc and returned"),
          clEnumValN(ResultStyle::OutParams, "out-params",
                     "written to memrefs passed after the arguments"))};
  PassOptions::Option<bool> runtimeVerification{
      *this, "runtime-verification",
      llvm::cl::desc("Check at run time what the verifier could not (C2, C4 to "
                     "C7), and what other ops check: print the op and what is "
                     "wrong, and abort"),
      llvm::cl::init(false)};
  PassOptions::Option<bool> trace{
      *this, "trace",
      llvm::cl::desc("Make the code of lowering=vector call "
                     "pad_trace_way(int64_t), which the program has to define, "
                     "with the number of each way that it takes"),
      llvm::cl::init(false)};
  PassOptions::Option<bool> emitCInterface{
      *this, "emit-c-interface",
      llvm::cl::desc("Give every function a twin _mlir_ciface_NAME that C can "
                     "call, with pointers to memref descriptors"),
      llvm::cl::init(false)};
};

/// Adds the passes of `--lower-pad-to-llvm` to `pm`, which runs on a module.
/// They lower functions on tensors or memrefs to the LLVM dialect; the last
/// pass refuses any op that is left. They are the three pipelines below, one
/// after the other, with the same options.
void buildLowerPadToLLVMPipeline(OpPassManager &pm,
                                 const LowerPadToLLVMOptions &options);

/// Adds the passes of `--pad-tensor-pipeline`: they import the pads of other
/// dialects, refuse what cannot be lowered, fuse pads with what reads them, and
/// leave the others in destination style, for any bufferization. Reads the
/// options `import`, `lowering`, `fuse`, `contract`, `vector-width`,
/// `runtime-verification` and `emit-c-interface`.
void buildPadTensorPipeline(OpPassManager &pm,
                            const LowerPadToLLVMOptions &options);

/// Adds the first passes of `--pad-tensor-pipeline`, which import the pads of
/// other dialects, before any pass that folds one. Reads the option `import`.
void buildPadImportPipeline(OpPassManager &pm,
                            const LowerPadToLLVMOptions &options);

/// Adds the passes of `--pad-buffer-pipeline`: they make tensors memrefs, give
/// each result a buffer of its own, and free what they have allocated. Reads
/// the option `results`.
void buildPadBufferPipeline(OpPassManager &pm,
                            const LowerPadToLLVMOptions &options);

/// Adds the passes of `--pad-code-pipeline`: they make loops and vectors of
/// pads and linalg ops on memrefs, and these the LLVM dialect; the last pass
/// refuses any op that is left. Reads the options `lowering`, `fuse`,
/// `vector-width`, `vector-isa`, `split-stores`, `nontemporal-threshold`,
/// `threads`, `parallel-threshold` and `trace`.
void buildPadCodePipeline(OpPassManager &pm,
                          const LowerPadToLLVMOptions &options);

/// Registers `--lower-pad-to-llvm` and its three parts.
void registerPadPipelines();

} // namespace pad
} // namespace mlir

#endif // PAD_PIPELINES_PIPELINES_H
