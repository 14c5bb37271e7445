//===- PadFoldIntoConsumers.cpp - Pads as padding of other ops ------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OwnPadding.h"
#include "Pad/IR/FunctionPattern.h"
#include "Pad/Import/ForeignOps.h"
#include "Pad/Import/ImportPasses.h"
#include "Pad/Import/PadConsumers.h"
#include "Pad/Import/TorchValues.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::pad {
#define GEN_PASS_DEF_PADFOLDINTOCONSUMERS
#include "Pad/Import/ImportPasses.h.inc"
} // namespace mlir::pad

using namespace mlir;
using namespace mlir::pad;

/// Gives `op` the attribute `name`, or removes it if `value` is null. What an
/// unregistered op has as properties stays there.
static void changeAttribute(Operation *op, StringRef name, Attribute value) {
  auto properties =
      op->isRegistered()
          ? DictionaryAttr()
          : dyn_cast_if_present<DictionaryAttr>(op->getPropertiesAsAttribute());
  if (properties && !op->getDiscardableAttr(name)) {
    NamedAttrList list(properties);
    if (value)
      list.set(name, value);
    else
      list.erase(name);
    (void)op->setPropertiesFromAttribute(list.getDictionary(op->getContext()),
                                         nullptr);
  } else if (value) {
    op->setAttr(name, value);
  } else {
    op->removeAttr(name);
  }
}

/// What the ops that read `pad` become if all of them take it over. Nullopt,
/// and `reason`, if one does not.
static std::optional<SmallVector<AttributeChanges>>
foldInto(ArrayRef<PadReader> readers, PadOp pad, std::string &reason) {
  SmallVector<AttributeChanges> folded;
  for (PadReader reader : readers) {
    std::optional<AttributeChanges> changes = takePadOver(reader, pad, reason);
    if (changes && changes->empty())
      reason = "its attributes are not rewritten";
    if (!reason.empty()) {
      reason =
          (reader.first->getName().getStringRef() + " reads it, and " + reason)
              .str();
      return std::nullopt;
    }
    folded.push_back(std::move(*changes));
  }
  if (folded.empty()) {
    reason = "nothing reads it";
    return std::nullopt;
  }
  return folded;
}

/// A constant pad becomes padding of the ops that read it, if all of them can
/// take it over.
static LogicalResult foldIntoConsumers(PadOp op, PatternRewriter &rewriter) {
  SmallVector<PadReader> readers;
  addReaders(op, readers);
  std::string reason;
  auto folded = foldInto(readers, op, reason);
  if (!folded)
    return rewriter.notifyMatchFailure(op, reason);
  SmallVector<Value> padded;
  for (auto [reader, changes] : llvm::zip_equal(readers, *folded)) {
    Operation *user = reader.first;
    padded.push_back(reader.second);
    rewriter.setInsertionPoint(user);
    std::optional<TorchWindow> torch = TorchWindow::get(user);
    Value source = op.getSource();
    if (torch) {
      Type type = getTorchType(reader.second.getType(),
                               cast<RankedTensorType>(source.getType()));
      source = createBridge(rewriter, user->getLoc(), type, source);
      padded.push_back(user->getOperand(torch->padding));
    }
    rewriter.modifyOpInPlace(user, [&, &changes = changes] {
      user->setOperand(0, source);
      for (auto [name, value] : changes)
        if (torch)
          user->setOperand(
              torch->padding,
              createTorchList(rewriter, user->getLoc(), *getIntegers(value)));
        else
          changeAttribute(user, name, value);
    });
  }
  eraseUnused(rewriter, padded, [](Operation *unused) {
    StringRef name = unused->getName().getStringRef();
    return name == "torch.prim.ListConstruct" || name == "torch.constant.int";
  });
  return success();
}

namespace {
struct PadFoldIntoConsumers
    : pad::impl::PadFoldIntoConsumersBase<PadFoldIntoConsumers> {
  using PadFoldIntoConsumersBase::PadFoldIntoConsumersBase;

  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populatePadFoldIntoConsumersPatterns(patterns);
    GreedyRewriteConfig config;
    config.enableFolding(false).enableConstantCSE(false);
    config.setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled);
    if (failed(
            applyPatternsGreedily(getOperation(), std::move(patterns), config)))
      return signalPassFailure();
    if (!remarks)
      return;
    getOperation()->walk([](PadOp op) {
      SmallVector<PadReader> readers;
      addReaders(op, readers);
      std::string reason;
      foldInto(readers, op, reason);
      op.emitRemark() << "stays: " << reason;
    });
  }
};
} // namespace

void mlir::pad::populatePadFoldIntoConsumersPatterns(
    RewritePatternSet &patterns) {
  addPatterns<foldIntoConsumers>(patterns);
}
