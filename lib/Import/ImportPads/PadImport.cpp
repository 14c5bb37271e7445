//===- PadImport.cpp - Pads of other dialects become pad.pad --------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Import/PadImport.h"
#include "Pad/IR/PadRemarks.h"
#include "Pad/Transforms/Lowerability.h"

using namespace mlir;
using namespace mlir::pad;

namespace {
/// Removes from a set the ops that conversions erase, and lists the pads that
/// they create.
struct ConversionListener : RewriterBase::Listener {
  explicit ConversionListener(DenseSet<Operation *> &live) : live(live) {}

  void notifyOperationErased(Operation *op) override {
    live.erase(op);
    llvm::erase_if(created, [&](PadOp pad) { return pad == op; });
  }
  void notifyOperationInserted(Operation *op,
                               OpBuilder::InsertPoint previous) override {
    if (auto pad = dyn_cast<PadOp>(op); pad && !previous.isSet())
      created.push_back(pad);
  }

  DenseSet<Operation *> &live;
  SmallVector<PadOp> created;
};
} // namespace

/// Says what `pad` moves, which was an op of name `from`: to the remark engine,
/// and if `prints`, as a diagnostic.
static void remarkOn(PadOp pad, OperationName from, bool prints) {
  PadTraffic traffic =
      getTraffic(pad, getElementBytes(pad.getSourceType().getElementType()));
  remarkPassed(pad, "import", traffic)
      << remark::metric("Op", from.getStringRef().str());
  if (!prints)
    return;
  InFlightDiagnostic remark = pad.emitRemark();
  remark << "'" << from << "' becomes " << pad.getModes().getText() << " pad, ";
  if (traffic.read && traffic.written)
    remark << "which reads " << *traffic.read << " bytes and writes "
           << *traffic.written << "; a fill and then a copy write "
           << *traffic.read << " of these twice";
  else
    remark << "which writes each byte of its result once; a fill and then a "
              "copy write those of the source twice";
}

void mlir::pad::importPads(
    Operation *root, ArrayRef<PadImporter> importers, bool remarks,
    function_ref<void(Operation *op, const ImportResult &result)> explain) {
  SmallVector<Operation *> ops;
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op != root)
      ops.push_back(op);
  });
  DenseSet<Operation *> live(ops.begin(), ops.end());
  ConversionListener listener(live);
  IRRewriter rewriter(root->getContext(), &listener);
  for (Operation *op : ops) {
    for (PadImporter importer : importers) {
      // An importer may have erased this op with an earlier one.
      if (!live.contains(op))
        break;
      rewriter.setInsertionPoint(op);
      listener.created.clear();
      OperationName name = op->getName();
      ImportResult result = importer(op, rewriter);
      if (result.isNotAPad())
        continue;
      for (PadOp pad : listener.created)
        remarkOn(pad, name, remarks);
      if (result.isRefused()) {
        remarkMissed(op, "import", result.getReason());
        explain(op, result);
      }
      break;
    }
  }
}

LogicalResult mlir::pad::importPads(Operation *root,
                                    ArrayRef<PadImporter> importers,
                                    bool verify, bool remarks) {
  bool refusedAny = false;
  importPads(
      root, importers, remarks, [&](Operation *op, const ImportResult &result) {
        refusedAny = true;
        InFlightDiagnostic diagnostic =
            verify ? op->emitError() : op->emitRemark();
        diagnostic << "'" << op->getName()
                   << "' is not converted to pad.pad: " << result.getReason();
      });
  return failure(verify && refusedAny);
}
