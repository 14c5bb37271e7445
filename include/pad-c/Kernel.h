/*===- pad-c/Kernel.h - Kernels in this process ------------------*- C -*-===*\
|*                                                                            *|
|* Part of the Pad project, under the Apache License v2.0 with LLVM           *|
|* Exceptions. See LICENSE for license information.                           *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

/* A kernel is the machine code of one or more functions. Each takes plain
 * pointers and numbers, in the order of its arguments, and returns nothing:
 *   - a tensor or memref: a pointer to its first element, then an `int64_t` for
 *     each dynamic extent, then one for each dynamic stride, in elements;
 *   - a scalar: itself; complex: a pointer to its real and imaginary part;
 *   - then for each result a pointer that it is written to, dense and
 *     row-major.
 * Functions may be called by several threads at a time. On x86-64 and AArch64,
 * arrays may begin at any address; on other processors they must be aligned as
 * C aligns their elements.
 *
 * What is wrong with a call of the functions below is text that goes to
 * `onError`, which may be NULL. They print nothing, and may be called by
 * several threads at a time, too. They check every number, mode and text, and
 * that lists with entries are not NULL; the caller sees to it that lists and
 * texts are as long as is said, and that kernels were not destroyed.
 *
 * pad-c/Geometry.h checks the numbers that a kernel is called with, and gives
 * the extents of its result. */

#ifndef PAD_C_KERNEL_H
#define PAD_C_KERNEL_H

#include "mlir-c/Support.h"
#include "pad-c/Ops.h"

#ifdef __cplusplus
extern "C" {
#endif

/** An extent or pad known only at run time. */
#define MLIR_PAD_DYNAMIC INT64_MIN

/** A compiled kernel. */
typedef struct MlirPadKernel {
  void *ptr;
} MlirPadKernel;

/** A pad as a function: `pad(source, extents that are dynamic, low pads that
 * are, high ones, interior ones, the padding value if it is, result)`. */
typedef struct MlirPadKernelSpec {
  /** Number of axes, at most MLIR_PAD_MAX_RANK. */
  intptr_t rank;
  /** One for all axes, or one an axis. */
  intptr_t numModes;
  const MlirPadAxisMode *modes;
  /** As MLIR writes it: "f32", "bf16", "i8", "complex<f32>". */
  MlirStringRef elementType;
  /** One an axis each, or MLIR_PAD_DYNAMIC; `interior` may be NULL for zeros.
   */
  const int64_t *shape, *low, *high, *interior;
  /** The padding value: "1.5", "-0.0", "nan", "true", or "RE,IM"; "?" for an
   * argument, so that one kernel takes every value; empty for zero. */
  MlirStringRef value;
  /** Whether the function is the gradient of the source instead (pad.adjoint):
   * `pad(gradient, extents of the gradient that are dynamic, extents of the
   * source that are, low pads that are, high ones, interior ones, result)`. It
   * takes no `value`. */
  bool adjoint;
} MlirPadKernelSpec;

/** Compiles the pad of `spec` as a function "pad" for this processor, with the
 * options `lowering` of `--lower-pad-to-llvm` ("threads=openmp", or empty), but
 * not `results` and `emit-c-interface`. What the code calls has to be in the
 * process: `pad_trace_way` for "trace=true". Null on an error. */
MLIR_CAPI_EXPORTED MlirPadKernel
mlirPadKernelCreate(const MlirPadKernelSpec *spec, MlirStringRef lowering,
                    MlirStringCallback onError, void *userData);

/** Compiles the public functions of a module of MLIR text or bytecode. */
MLIR_CAPI_EXPORTED MlirPadKernel
mlirPadKernelCreateFromModule(MlirStringRef module, MlirStringRef lowering,
                              MlirStringCallback onError, void *userData);

/** Loads what `mlirPadKernelGetObject` gave, in this or another process of the
 * same processor and the same version of the library. Bytes that were cut off
 * or damaged, or are of another processor or version, are an error. Bytes that
 * somebody forged are code that is run: take them from where you would take a
 * program. */
MLIR_CAPI_EXPORTED MlirPadKernel mlirPadKernelCreateFromObject(
    MlirStringRef object, MlirStringCallback onError, void *userData);

/** The object file of `kernel`, and a digest behind it; it lives as long as
 * `kernel`. Empty if `kernel` is null. */
MLIR_CAPI_EXPORTED MlirStringRef mlirPadKernelGetObject(MlirPadKernel kernel);

/** The address of the function `name`: cast it to its type. NULL if `kernel`
 * has no such function, or is null. It lives as long as `kernel`. */
MLIR_CAPI_EXPORTED void *mlirPadKernelLookup(MlirPadKernel kernel,
                                             MlirStringRef name);

/** Whether `kernel` is none. */
inline static bool mlirPadKernelIsNull(MlirPadKernel kernel) {
  return !kernel.ptr;
}

/** Frees `kernel` and its code, if it is not null. */
MLIR_CAPI_EXPORTED void mlirPadKernelDestroy(MlirPadKernel kernel);

/** Lowers a module of MLIR text or bytecode to LLVM IR, by
 * `--lower-pad-to-llvm` with the options `lowering`, and passes its text to
 * `onText`, which may be NULL, too. */
MLIR_CAPI_EXPORTED MlirLogicalResult mlirPadLowerToLLVMIR(
    MlirStringRef module, MlirStringRef lowering, MlirStringCallback onText,
    MlirStringCallback onError, void *userData);

/** What object files depend on: the version of the library and of LLVM, the
 * processor and its features. Those of another key are not to be loaded. */
MLIR_CAPI_EXPORTED MlirStringRef mlirPadGetHostKey(void);

#ifdef __cplusplus
}
#endif

#endif /* PAD_C_KERNEL_H */
