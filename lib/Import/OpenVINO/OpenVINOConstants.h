//===- OpenVINOConstants.h - Data of OpenVINO constants ---------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_LIB_IMPORT_OPENVINO_OPENVINOCONSTANTS_H
#define PAD_LIB_IMPORT_OPENVINO_OPENVINOCONSTANTS_H

#include "OpenVINOModel.h"
#include "mlir/IR/BuiltinAttributes.h"

namespace mlir {
namespace pad {

/// The elements of a Const layer, from the .bin file beside the .xml file. If
/// MLIR does not have the type, or its packing is not known (u2, u3, u6, nf4,
/// string), these are its bytes as `i8`. Fails with a diagnostic.
FailureOr<DenseElementsAttr> readOpenVINOConstant(OpenVINOFile &file,
                                                  const OpenVINOLayer &layer);

} // namespace pad
} // namespace mlir

#endif // PAD_LIB_IMPORT_OPENVINO_OPENVINOCONSTANTS_H
