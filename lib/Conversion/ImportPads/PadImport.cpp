//===- PadImport.cpp - Pads of other dialects become pad.pad --------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Conversion/PadImport.h"

using namespace mlir;
using namespace mlir::pad;

namespace {
/// Removes from a set the ops that conversions erase.
struct ErasureListener : RewriterBase::Listener {
  explicit ErasureListener(DenseSet<Operation *> &live) : live(live) {}

  void notifyOperationErased(Operation *op) override { live.erase(op); }

  DenseSet<Operation *> &live;
};

/// An op that `importer` takes for a pad is replaced by the ops that `importer`
/// creates.
struct ImportPattern : RewritePattern {
  ImportPattern(MLIRContext *context, PadImporter importer)
      : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/1, context),
        importer(importer) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    ImportResult result = importer(op, rewriter);
    if (result.isConverted())
      return success();
    return rewriter.notifyMatchFailure(op, [&](Diagnostic &diagnostic) {
      diagnostic << (result.isNotAPad() ? StringRef("is not a pad")
                                        : result.getReason());
    });
  }

  PadImporter importer;
};
} // namespace

LogicalResult mlir::pad::importPads(Operation *root,
                                    ArrayRef<PadImporter> importers,
                                    bool verify) {
  SmallVector<Operation *> ops;
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op != root)
      ops.push_back(op);
  });
  DenseSet<Operation *> live(ops.begin(), ops.end());
  ErasureListener listener(live);
  IRRewriter rewriter(root->getContext(), &listener);
  bool refusedAny = false;
  for (Operation *op : ops) {
    for (PadImporter importer : importers) {
      // An importer may have erased this op with an earlier one.
      if (!live.contains(op))
        break;
      rewriter.setInsertionPoint(op);
      ImportResult result = importer(op, rewriter);
      if (result.isNotAPad())
        continue;
      if (result.isRefused()) {
        refusedAny = true;
        InFlightDiagnostic diagnostic =
            verify ? op->emitError() : op->emitRemark();
        diagnostic << "'" << op->getName()
                   << "' is not converted to pad.pad: " << result.getReason();
      }
      break;
    }
  }
  return failure(verify && refusedAny);
}

void mlir::pad::addImportPattern(RewritePatternSet &patterns,
                                 PadImporter importer) {
  patterns.add<ImportPattern>(patterns.getContext(), importer);
}
