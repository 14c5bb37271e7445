//===- ImportedPad.h - A pad that a conversion makes ------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_IMPORT_IMPORTEDPAD_H
#define PAD_IMPORT_IMPORTEDPAD_H

#include "Pad/IR/PadAmounts.h"

namespace mlir {
namespace pad {

/// What a conversion has read of a pad. A number that is known only at run time
/// is null, or a value of a draft (`IntegerTensors`), until all checks have
/// passed; only then does the conversion create its value.
struct ImportedPad : PadAmounts {
  /// The mode of all axes, as most systems have it.
  PadMode getMode() const { return getAxisMode(0).mode; }
  void setMode(PadMode mode, bool periodic = false) {
    modes = {AxisMode{mode, periodic}};
  }
};

/// Why no `pad.pad` of a source of `sourceType` with the numbers of `pad` has a
/// result that can be cast to `resultType`, a tensor type with or without rank:
/// what the verifier would say (C1 to C7). Empty if one has.
std::string explainInvalidPad(RankedTensorType sourceType, Type resultType,
                              const ImportedPad &pad);

/// Why a pad is invalid in systems where a result extent must not be negative;
/// empty if none is known to be.
std::string explainNegativeExtent(RankedTensorType sourceType,
                                  const ImportedPad &pad);

/// Creates a slice of `source` for the axes that `pad` crops at one end and may
/// extend at the other one, and takes these crops out of `pad`. It is for
/// systems in which a mode reads only what a crop has left.
Value createCropFirst(OpBuilder &builder, Location loc, Value source,
                      ImportedPad &pad);

/// Creates the pad of `source`, for which `explainInvalidPad` has nothing to
/// say, as a value of `resultType`.
Value createImportedPad(OpBuilder &builder, Location loc, Value source,
                        Type resultType, const ImportedPad &pad,
                        Value value = {});

} // namespace pad
} // namespace mlir

#endif // PAD_IMPORT_IMPORTEDPAD_H
