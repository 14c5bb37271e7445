//===- PadKernel.h - Compiled pads ------------------------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_TEST_UNIT_PADKERNEL_H
#define PAD_TEST_UNIT_PADKERNEL_H

#include "DifferentialCase.h"
#include "HostVectors.h"
#include "Pad/Pipelines/Pipelines.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"

namespace mlir {
class ExecutionEngine;

namespace pad {

/// How a function states its pad.
enum class KernelForm {
  /// `pad.pad`, every number in the IR.
  StaticTensor,
  /// `pad.pad`, every number an argument.
  DynamicTensor,
  /// `pad.pad_into` on contiguous memrefs of static shape.
  StaticMemRef,
  /// `pad.pad_into` on memrefs of any strides and offset, pads as arguments.
  StridedMemRef,
  /// The same, with an innermost stride that is known to be 1.
  StridedRows,
  /// `pad.pad`, `pad.pad_into` on contiguous memrefs, on memrefs of any strides
  /// and offset, and on those with an innermost stride of 1, where the case
  /// says how the numbers are given.
  MixedTensor,
  MixedMemRef,
  MixedStrided,
  MixedRows
};

/// Whether kernels of `form` take every number as an argument.
bool isDynamicForm(KernelForm form);

/// How a kernel of `form` for `test` is given the numbers of axis `axis`.
AxisGiven getGiven(const DifferentialCase &test, KernelForm form, size_t axis);

/// The layouts of `test` in `form` with a result of `resultShape`: those of the
/// case, or any that the form takes.
Layouts getLayouts(Random &random, const DifferentialCase &test,
                   KernelForm form, ArrayRef<int64_t> resultShape);

/// A context with what the pipeline needs.
std::unique_ptr<MLIRContext> createKernelContext();

/// A way through the compiler.
struct Way {
  std::string name;
  PadLowering lowering;
  /// For `PadLowering::Vector`, null for those of this host; the threshold in
  /// bytes.
  const TestedVectors *vectors = nullptr;
  int64_t nontemporalThreshold = 0;
  PadThreads threads = PadThreads::None;
  int64_t parallelThreshold = 0;
  /// Whether the code reports the ways that it takes to `pad_trace_way`.
  bool traces = false;
};

/// A memref descriptor of MLIR's C interface for elements of `bytes` in the
/// memory at `data`.
SmallVector<int64_t> makeDescriptor(void *data, int64_t bytes,
                                    const Layout &layout,
                                    ArrayRef<int64_t> shape);

/// The ways that traced kernels have reported since the last call, a bit each:
/// the numbers of `EmittedWay`.
uint64_t takeTracedWays();

/// Functions that pad, compiled in one module.
class KernelModule {
public:
  explicit KernelModule(MLIRContext &context);
  ~KernelModule();

  /// Adds a function for `test`. `hasZero == false` needs a value in dynamic
  /// forms.
  void add(StringRef name, const DifferentialCase &test, KernelForm form);
  /// The same with a destination of `resultShape`, which may be another than
  /// the pads give.
  void add(StringRef name, const DifferentialCase &test, KernelForm form,
           SmallVector<int64_t> resultShape);

  /// Adds the functions of this IR.
  void addFunctions(StringRef text);

  /// The IR of function `name`.
  std::string print(StringRef name);

  /// What lowers a file of such functions as they were compiled.
  StringRef getCommand() const { return command; }

  /// Lowers and compiles; false after printing what failed.
  bool compile(const Way &way, bool optimize);

  /// Runs `name` on the memrefs `source` and `destination`. `axes` are the
  /// numbers that dynamic forms get as arguments.
  void run(StringRef name, const DifferentialCase &test, KernelForm form,
           void *source, const Layout &sourceLayout,
           ArrayRef<int64_t> sourceShape, void *destination,
           const Layout &destinationLayout, ArrayRef<int64_t> destinationShape);
  /// Runs `name` on pointers to its arguments and to its result.
  void run(StringRef name, MutableArrayRef<void *> arguments);

private:
  OwningOpRef<ModuleOp> source;
  OwningOpRef<ModuleOp> lowered;
  std::unique_ptr<ExecutionEngine> engine;
  std::string command;
};

} // namespace pad
} // namespace mlir

#endif // PAD_TEST_UNIT_PADKERNEL_H
