//===- PadOps.h - The dialect and its operations ----------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_IR_PADOPS_H
#define PAD_IR_PADOPS_H

#include "Pad/IR/PadGeometry.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "Pad/IR/PadDialect.h.inc"

#define GET_ATTRDEF_CLASSES
#include "Pad/IR/PadAttributes.h.inc"

namespace mlir {
namespace pad {
struct PadAmounts;
} // namespace pad
} // namespace mlir

#include "Pad/IR/PadOpInterface.h.inc"

#define GET_OP_CLASSES
#include "Pad/IR/PadOps.h.inc"

namespace mlir {
namespace pad {

/// Type of the result of padding a tensor of `sourceType`: an extent is static
/// where the extent and the pads of its axis are, and representable (C7).
/// `interior` may be empty for zeros.
RankedTensorType inferPaddedType(RankedTensorType sourceType,
                                 ArrayRef<int64_t> low, ArrayRef<int64_t> high,
                                 ArrayRef<int64_t> interior);

/// The product of `extents`; nullopt where one is `ShapedType::kDynamic`, or
/// the product of it and those before it exceeds 64 bits.
std::optional<int64_t> multiplyExtents(ArrayRef<int64_t> extents);

/// Whether a value of `type` may have no elements: an extent is 0, or dynamic.
bool mayHaveNoElements(ShapedType type);

/// Axis `axis` of `op`; numbers are `ShapedType::kDynamic` where they are not
/// static.
PadAxis getStaticNumbers(PadOpInterface op, int64_t axis);

/// The same for a source of which that axis has `extent` elements.
PadAxis getStaticNumbers(PadNumbersInterface op, int64_t axis, int64_t extent);

/// The axis of `numbers`, `ShapedType::kDynamic` where they are not static, if
/// all that matter are.
std::optional<PadAxis> getStaticAxis(const PadAxis &numbers);

/// Axis `axis` of `op` if all its numbers are static.
std::optional<PadAxis> getStaticAxis(PadOpInterface op, int64_t axis);

/// Whether `pad` is an attribute of value 0. A constant operand does not count,
/// because no value may be given where all interior pads are static zeros (C3).
bool isStaticZero(OpFoldResult pad);

/// Whether the result of `op` is its source: all numbers are static zeros,
/// except interior padding of axes without neighbours. Equal types would prove
/// nothing, because `low[1] high[-1]` keeps the extent.
bool isNoOpPad(PadOpInterface op);

/// Checks C1 to C7 as far as `op` states them statically; emits an error that
/// names operand, axis, value and limit.
LogicalResult verifyPadOp(PadOpInterface op);

/// Why the verifier refuses an axis of `numbers` (C2, C4 to C7); empty if it
/// accepts it. `ShapedType::kDynamic` stands for what is not static, and is
/// accepted. `axis` is the number of the axis, and `declared` its extent in the
/// type of what is called `paddedName`, and must be the result's by the
/// constraint `label`. If `areModesMixed`, other axes have
/// other modes, and every message names that of this one.
std::string explainInvalidPadAxis(int64_t axis, const PadAxis &numbers,
                                  bool areModesMixed,
                                  int64_t declared = ShapedType::kDynamic,
                                  StringRef paddedName = "result",
                                  StringRef label = "C4");

/// Whether the verifier accepts an axis of `numbers` that has extent `padded`
/// in the result: the same without the message.
bool isValidPadAxis(const PadAxis &numbers,
                    int64_t padded = ShapedType::kDynamic);

} // namespace pad
} // namespace mlir

#endif // PAD_IR_PADOPS_H
