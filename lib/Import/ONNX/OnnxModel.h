//===- OnnxModel.h - ONNX models in files -----------------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_LIB_IMPORT_ONNX_ONNXMODEL_H
#define PAD_LIB_IMPORT_ONNX_ONNXMODEL_H

#include "OnnxGraph.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace mlir {
namespace pad {

/// The place of the model in `buffer`. The file has no lines. MLIR prints its
/// place as FILE:0:0, and that of a location without a line as <unknown>:0.
FileLineColLoc locateOnnxFile(const llvm::MemoryBuffer &buffer,
                              MLIRContext *context);

/// Reads the message in `buffer`; protobuf bounds its size and depth.
LogicalResult parseOnnxModel(const llvm::MemoryBuffer &buffer, Location fileLoc,
                             onnx::ModelProto &model, OnnxData &data);

/// The module of `model`, which is the file at `fileLoc`; null after a
/// diagnostic. `nodes`, if it is not null, then has the nodes of the ops, which
/// are parts of `model`.
OwningOpRef<ModuleOp> importOnnxModel(const onnx::ModelProto &model,
                                      const OnnxData &data,
                                      FileLineColLoc fileLoc,
                                      OnnxNodeMap *nodes = nullptr);

} // namespace pad
} // namespace mlir

#endif // PAD_LIB_IMPORT_ONNX_ONNXMODEL_H
