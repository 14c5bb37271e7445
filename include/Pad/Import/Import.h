//===- Import.h - Models in files become modules ----------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Reading has two parts. A reader turns a file into a module of unregistered
// ops, one for each node, which contain what the file says. The conversion of
// the system, which runs on that module, then decides what a pad means.
//
//===----------------------------------------------------------------------===//

#ifndef PAD_IMPORT_IMPORT_H
#define PAD_IMPORT_IMPORT_H

#include "Pad/Import/PadImport.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace llvm {
class SourceMgr;
} // namespace llvm

namespace mlir {
namespace pad {

/// A pad of a model that stays as it is, because the type of what it pads is
/// not known.
struct OpenPad {
  Location loc;
  /// A clause that says which type.
  std::string reason;
};

/// What follows the reading of a file.
struct ImportOptions {
  /// Turn the pads into `pad.pad`, and remove the constants and the shape
  /// arithmetic that nothing uses any more.
  bool convertPads = true;
  /// The one node that matters: pads of other nodes that cannot be converted
  /// stay as they are. Without a node, each of them is an error, unless it is
  /// open.
  std::optional<std::string> node;
  /// Where to list the pads that are open. Without a list, each of them gets a
  /// warning.
  std::vector<OpenPad> *openPads = nullptr;
  /// Read the constants, too, that are in files beside the model. Otherwise
  /// only those are read that decide something.
  bool loadConstants = false;
  /// The largest result of a pad, in bytes. A larger one is an error; where
  /// the size is known only at run time, an assertion checks it.
  std::optional<int64_t> maxResultBytes;
};

/// Turns the main file of `sourceMgr` into a module of unregistered ops, whose
/// locations name the nodes; null after a diagnostic. The context then allows
/// unregistered dialects. Large constants refer to the buffer of the file,
/// which outlives the module.
using ModelReader = OwningOpRef<ModuleOp> (*)(llvm::SourceMgr &sourceMgr,
                                              MLIRContext *context);

/// A kind of files that hold models.
struct ModelFormat {
  /// The option of `pad-translate` that reads it.
  StringLiteral option;
  /// What the option does, in a few words.
  StringLiteral description;
  /// What the names of such files end in.
  StringLiteral suffix;
  /// Reads a file.
  ModelReader read;
  /// Converts one of its pads.
  PadImporter convertPad;
  /// Whether an op of the format, which is not registered, has no effects and
  /// is removed when nothing uses it: a constant, or shape arithmetic as it
  /// computes the operands of pads.
  bool (*isRemovable)(Operation *op);
};

/// Makes `context` know the dialects of what readers and conversions create,
/// and allow unregistered ones.
void loadImportDialects(MLIRContext &context);

/// Reads the main file of `sourceMgr`, and does what `options` say; null after
/// a diagnostic.
OwningOpRef<ModuleOp> importModel(const ModelFormat &format,
                                  llvm::SourceMgr &sourceMgr,
                                  MLIRContext *context,
                                  const ImportOptions &options);

/// Refuses every `pad.pad` whose result is known to take more than `most`
/// bytes, and emits a check in front of each that may.
LogicalResult limitPadResults(ModuleOp module, int64_t most);

/// Functions of nGraph, as its serializer writes them (`.json`); ONNX models
/// (`.onnx`); OpenVINO IR of version 10 or 11 (`.xml`, and `.bin` beside it);
/// TFLite models of version 3 of their schema (`.tflite`).
extern const ModelFormat kNGraphFormat, kOnnxFormat, kOpenVINOFormat,
    kTFLiteFormat;

/// Makes every import known to `pad-translate`, with the options that they
/// share, and `--rewrite-onnx` where this build reads ONNX.
void registerAllImports();

/// What reads an ONNX model that is rewritten.
enum class OnnxRewriteTarget { ConstantOnly, Fold };

/// Writes the ONNX model of `sources` to `os` with its pads as `target` wants
/// them, and to `report` what became of each.
LogicalResult rewriteOnnxModel(const llvm::SourceMgr &sources,
                               OnnxRewriteTarget target, raw_ostream &os,
                               raw_ostream &report, MLIRContext *context);

/// Makes `--rewrite-onnx` and `--for` known to `pad-translate`.
void registerOnnxRewrite();

/// Every format that this build has (`PAD_FRONT_ENDS`).
ArrayRef<const ModelFormat *> getModelFormats();

/// The format of the files that are named like `path`; null if none is.
const ModelFormat *findModelFormat(StringRef path);

} // namespace pad
} // namespace mlir

#endif // PAD_IMPORT_IMPORT_H
