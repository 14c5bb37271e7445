//===- OnnxProto.h - Message types of ONNX ----------------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The messages of ONNX 1.12, as the linked library has them. Fields that later
// versions added are read by their numbers, or skipped.
//
//===----------------------------------------------------------------------===//

#ifndef PAD_LIB_IMPORT_ONNX_ONNXPROTO_H
#define PAD_LIB_IMPORT_ONNX_ONNXPROTO_H

#define ONNX_ML 1
#define ONNX_NAMESPACE onnx
#include "onnx/onnx_pb.h"

#endif // PAD_LIB_IMPORT_ONNX_ONNXPROTO_H
