//===- ImportPasses.h - Conversions into the pad dialect --------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_IMPORT_IMPORTPASSES_H
#define PAD_IMPORT_IMPORTPASSES_H

#include "Pad/Import/PadImport.h"
#include "mlir/Pass/Pass.h"

namespace mlir {
namespace pad {

#define GEN_PASS_DECL
#include "Pad/Import/ImportPasses.h.inc"

// What each conversion does to one op (see PadImporter). The pass of the same
// name applies the conversion to all ops, and `--pad-import` applies all
// conversions.

/// A `tensor.pad` whose value does not depend on the indices of its body
/// becomes a constant pad.
ImportResult convertTensorToPad(Operation *op, RewriterBase &rewriter);

/// A `tosa.pad` of constant padding becomes a constant pad.
ImportResult convertTosaToPad(Operation *op, RewriterBase &rewriter);

/// A `stablehlo.pad` or `stablehlo.dynamic_pad` becomes a constant pad.
ImportResult convertStablehloToPad(Operation *op, RewriterBase &rewriter);

/// The pads of `torch.aten` become pads, between casts of their types.
ImportResult convertTorchToPad(Operation *op, RewriterBase &rewriter);

/// Ops that together only pad become pads: a slice inserted into a fill, or a
/// concatenation of slices.
ImportResult convertIdiomsToPad(Operation *op, RewriterBase &rewriter);

/// An ONNX `Pad` becomes a pad; so does circular padding that is spelled with
/// `Slice` and `Concat`. What computed their operands is erased where nothing
/// else uses it.
ImportResult convertOnnxToPad(Operation *op, RewriterBase &rewriter);

/// Whether `op` is an ONNX constant or an operator with which integer tensors
/// are computed, so that it may be erased where nothing uses it.
bool isOnnxShapeArithmetic(Operation *op);

/// A Pad of nGraph, `"ngraph.Pad"` of version 0 or 1 or `"ngraph.DynPad"`,
/// becomes a pad.
ImportResult convertNGraphToPad(Operation *op, RewriterBase &rewriter);

/// A Pad of OpenVINO, `"openvino.Pad"` of any operation set, becomes a pad.
ImportResult convertOpenVINOToPad(Operation *op, RewriterBase &rewriter);

/// A PAD, PADV2 or MIRROR_PAD of TFLite, such as `"tflite.PAD"`, becomes a pad.
ImportResult convertTFLiteToPad(Operation *op, RewriterBase &rewriter);

/// Adds the pattern that makes constant pads padding of the ops that read them.
void populatePadFoldIntoConsumersPatterns(RewritePatternSet &patterns);

#define GEN_PASS_REGISTRATION
#include "Pad/Import/ImportPasses.h.inc"

} // namespace pad
} // namespace mlir

#endif // PAD_IMPORT_IMPORTPASSES_H
