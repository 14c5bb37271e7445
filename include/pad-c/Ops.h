/*===- pad-c/Ops.h - pad.pad and pad.pad_into ---------------------*- C -*-===*\
|*                                                                            *|
|* Part of the Pad project, under the Apache License v2.0 with LLVM           *|
|* Exceptions. See LICENSE for license information.                           *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef PAD_C_OPS_H
#define PAD_C_OPS_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The most axes of a pad that Geometry.h and Kernel.h take. */
#define MLIR_PAD_MAX_RANK 64

/** What a position outside of the source reads. */
typedef enum MlirPadMode {
#define PAD_MODE(NAME, TEXT, EXTENSION, SKIPPED) MlirPadMode##NAME,
#include "Pad/IR/PadModes.def"
} MlirPadMode;

/** How one axis is extended. `periodic` lets reflect and symmetric repeat (C5);
 * other modes ignore it. */
typedef struct MlirPadAxisMode {
  MlirPadMode mode;
  bool periodic;
} MlirPadAxisMode;

/** Which pads of an op. */
typedef enum MlirPadSide {
  MlirPadSideLow,
  MlirPadSideHigh,
  MlirPadSideInterior
} MlirPadSide;

/** One pad of an axis, in elements: `value`, of type `index`, or `number` where
 * `value` is null. */
typedef struct MlirPadAmount {
  int64_t number;
  MlirValue value;
} MlirPadAmount;

/** The pad `number`, known at compile time. */
inline static MlirPadAmount mlirPadAmountOf(int64_t number) {
  MlirPadAmount amount = {number, {NULL}};
  return amount;
}

/** The pad `value`, of type `index`. */
inline static MlirPadAmount mlirPadAmountOfValue(MlirValue value) {
  MlirPadAmount amount = {0, value};
  return amount;
}

/** Creates a `pad.pad` of the tensor `source`, detached, whose result type is
 * inferred. `modes` has `numModes` entries: one for all axes, or one an axis;
 * `low`, `high` and `interior` have one an axis, and `interior` may be NULL for
 * zeros. `value` is the padding value; null where there is none, and then it is
 * zero (C3). Null if `source` is no ranked tensor, if the lists have other
 * lengths or are NULL, or if there is no such pad (C1 to C7): the diagnostic
 * goes to the handlers of the context of `location`, which must not be null. */
MLIR_CAPI_EXPORTED MlirOperation mlirPadOpCreate(
    MlirLocation location, MlirValue source, intptr_t numModes,
    const MlirPadAxisMode *modes, const MlirPadAmount *low,
    const MlirPadAmount *high, const MlirPadAmount *interior, MlirValue value);

/** The same for a `pad.pad_into`, which writes to `init`: a tensor or memref as
 * `source` is, of the extents of the result. */
MLIR_CAPI_EXPORTED MlirOperation mlirPadIntoOpCreate(
    MlirLocation location, MlirValue source, MlirValue init, intptr_t numModes,
    const MlirPadAxisMode *modes, const MlirPadAmount *low,
    const MlirPadAmount *high, const MlirPadAmount *interior, MlirValue value);

/** Whether `operation` is a `pad.pad` or a `pad.pad_into`; a null one is none.
 * The functions below take no other. Given another operation, an axis that it
 * does not have or a number that is no MlirPadSide, they return zeros and
 * nulls, and the diagnostic goes to the handlers of the context, if there is
 * one. */
MLIR_CAPI_EXPORTED bool mlirOperationIsAPad(MlirOperation operation);

/** The number of axes. */
MLIR_CAPI_EXPORTED intptr_t mlirPadOpGetRank(MlirOperation operation);

/** How axis `axis` is extended. */
MLIR_CAPI_EXPORTED MlirPadAxisMode mlirPadOpGetMode(MlirOperation operation,
                                                    intptr_t axis);

/** The pad of axis `axis` on `side`. */
MLIR_CAPI_EXPORTED MlirPadAmount mlirPadOpGetAmount(MlirOperation operation,
                                                    MlirPadSide side,
                                                    intptr_t axis);

/** The value that is padded. */
MLIR_CAPI_EXPORTED MlirValue mlirPadOpGetSource(MlirOperation operation);

/** The padding value; null where the op has none. */
MLIR_CAPI_EXPORTED MlirValue mlirPadOpGetValue(MlirOperation operation);

#ifdef __cplusplus
}
#endif

#endif /* PAD_C_OPS_H */
