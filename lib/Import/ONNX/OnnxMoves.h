//===- OnnxMoves.h - ONNX nodes that only move elements ---------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_LIB_IMPORT_ONNX_ONNXMOVES_H
#define PAD_LIB_IMPORT_ONNX_ONNXMOVES_H

#include "Pad/Import/ElementMoves.h"

namespace mlir {
namespace pad {

/// The ONNX nodes with which exporters write pads.
extern const MoveSystem kOnnxMoves;

} // namespace pad
} // namespace mlir

#endif // PAD_LIB_IMPORT_ONNX_ONNXMOVES_H
