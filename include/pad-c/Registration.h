/*===- pad-c/Registration.h - The dialect and its passes ----------*- C -*-===*\
|*                                                                            *|
|* Part of the Pad project, under the Apache License v2.0 with LLVM           *|
|* Exceptions. See LICENSE for license information.                           *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef PAD_C_REGISTRATION_H
#define PAD_C_REGISTRATION_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

MLIR_DECLARE_CAPI_DIALECT_REGISTRATION(Pad, pad);

/** Adds the pad dialect to `registry`, with every external model of its ops:
 * tiling, bufferization, value bounds, runtime verification. */
MLIR_CAPI_EXPORTED void
mlirPadRegisterAllDialects(MlirDialectRegistry registry);

/** Registers every pass and pipeline of the project, so that
 * `mlirParsePassPipeline` and `mlirOpPassManagerAddPipeline` know them. May be
 * called more than once, and by several threads. */
MLIR_CAPI_EXPORTED void mlirPadRegisterAllPasses(void);

/** The version of the library: "0.1.0". */
MLIR_CAPI_EXPORTED MlirStringRef mlirPadGetVersion(void);

#ifdef __cplusplus
}
#endif

#endif /* PAD_C_REGISTRATION_H */
