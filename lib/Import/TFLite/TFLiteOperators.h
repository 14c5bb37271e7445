//===- TFLiteOperators.h - TFLite's operators -------------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_LIB_IMPORT_TFLITE_TFLITEOPERATORS_H
#define PAD_LIB_IMPORT_TFLITE_TFLITEOPERATORS_H

#include "TFLiteTables.h"
#include "mlir/IR/OperationSupport.h"
#include <string>

namespace mlir {
namespace pad {

/// The name of the unregistered op for an operator: `tflite.CONV_2D`,
/// `tflite.custom.NAME`, or `tflite.BUILTIN_NUMBER` where the name is not
/// known.
std::string getTFLiteOperatorName(const tflite::OperatorCode &code);

/// Adds the options of `op` that are read as attributes: the mode of
/// MIRROR_PAD, the lists of STABLEHLO_PAD, and the numbers of the subgraphs
/// that an operator calls.
void addTFLiteOptions(const tflite::Operator &op, OperationState &state);

} // namespace pad
} // namespace mlir

#endif // PAD_LIB_IMPORT_TFLITE_TFLITEOPERATORS_H
