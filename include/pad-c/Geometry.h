/*===- pad-c/Geometry.h - Extents of results ----------------------*- C -*-===*\
|*                                                                            *|
|* Part of the Pad project, under the Apache License v2.0 with LLVM           *|
|* Exceptions. See LICENSE for license information.                           *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef PAD_C_GEOMETRY_H
#define PAD_C_GEOMETRY_H

#include "mlir-c/Support.h"
#include "pad-c/Ops.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Checks the numbers of a pad (C1, C2, C5 to C7), and writes the extents of
 * its result to `result`. Fails if the pad breaks a rule: then nothing is
 * written, and the diagnostic of the first axis that does goes to `onError`,
 * which may be NULL. Nothing is compiled. Several threads may call it at a
 * time.
 *
 * `extents` are those of the source, and `low`, `high` and `interior` its pads,
 * in elements. They and `result` have an entry for each of `rank` axes, of
 * which there are at most MLIR_PAD_MAX_RANK; `interior` may be NULL for zeros,
 * and any list without entries may be. `modes` has `numModes` entries: one for
 * all axes, or one an axis. No number stands for one known only at run time:
 * MLIR_PAD_DYNAMIC of Kernel.h is -2^63, which exceeds 64-bit extents (C7). */
MLIR_CAPI_EXPORTED MlirLogicalResult mlirPadInferExtents(
    intptr_t rank, intptr_t numModes, const MlirPadAxisMode *modes,
    const int64_t *extents, const int64_t *low, const int64_t *high,
    const int64_t *interior, int64_t *result, MlirStringCallback onError,
    void *userData);

/** The text of the mode of that number, as IR has it: "reflect". Its data is
 * NULL where no mode has the number. */
MLIR_CAPI_EXPORTED MlirStringRef mlirPadGetModeName(unsigned mode);

#ifdef __cplusplus
}
#endif

#endif /* PAD_C_GEOMETRY_H */
