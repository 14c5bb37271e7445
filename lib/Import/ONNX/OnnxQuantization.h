//===- OnnxQuantization.h - Values that are quantized again -----*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_LIB_IMPORT_ONNX_ONNXQUANTIZATION_H
#define PAD_LIB_IMPORT_ONNX_ONNXQUANTIZATION_H

#include "Pad/IR/PadOps.h"

namespace mlir {
namespace pad {

/// The ops `DequantizeLinear` that give back what `op`, a `QuantizeLinear`,
/// reads, which is `padded`, the result of `pad` or a cast of it. They do if
/// what is padded is dequantized by the same scale and zero point, and the
/// padding value is a zero. Empty if some reader of `op` gives something else.
SmallVector<Operation *> getRestoringOps(Operation *op, Value padded,
                                         PadOp pad);

} // namespace pad
} // namespace mlir

#endif // PAD_LIB_IMPORT_ONNX_ONNXQUANTIZATION_H
