//===- OnnxRewrite.cpp - Pads of ONNX models become other nodes -----------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OnnxRewrite.h"
#include "ModelNodes.h"
#include "OnnxGraph.h"
#include "OnnxPad.h"
#include "Pad/Import/Import.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/ManagedStatic.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace mlir::pad;

namespace {
struct RewriteCLOptions {
  llvm::cl::opt<OnnxRewriteTarget> target{
      "for", llvm::cl::desc("What --rewrite-onnx makes of the pads of a model"),
      llvm::cl::values(
          clEnumValN(OnnxRewriteTarget::ConstantOnly, "constant-only",
                     "Slices and concatenations of pads of other modes, for "
                     "back ends that have constant pads only"),
          clEnumValN(OnnxRewriteTarget::Fold, "fold",
                     "Padding attributes of the nodes that read them, where "
                     "the results are equal"))};
};
} // namespace

static llvm::ManagedStatic<RewriteCLOptions> rewriteCLOptions;

/// Why nothing can be said about `pad` without running the model; empty if
/// something can.
static std::string explainUnknown(const OnnxModelPad &pad) {
  if (!pad.node)
    return "it is" + describeFunction(pad.loc) +
           " of the model; inline the functions first (onnx.inliner)";
  if (!pad.opset)
    return "the model states no version of ONNX's own operators, which decides "
           "what they mean";
  if (llvm::is_contained(pad.low, ShapedType::kDynamic) ||
      llvm::is_contained(pad.high, ShapedType::kDynamic))
    return "its pads are known only at run time";
  return "";
}

/// Reads the `Pad` nodes of `module` and turns them into `pad.pad`, so that
/// each knows the extents that earlier ones make.
static std::vector<OnnxModelPad> readPads(ModuleOp module,
                                          const OnnxNodeMap &nodes) {
  SmallVector<OnnxNode> found;
  module.walk([&](Operation *op) {
    if (std::optional<OnnxNode> node = OnnxNode::get(op))
      if (node->getType() == "Pad")
        found.push_back(*node);
  });
  IRRewriter rewriter(module.getContext());
  std::vector<OnnxModelPad> pads;
  for (const OnnxNode &node : found) {
    OnnxModelPad &pad = pads.emplace_back(node.getOp()->getLoc());
    pad.node = nodes.lookup(node.getOp());
    pad.opset = node.getOpset();
    OnnxPadReader reader(node);
    reader.read();
    if (reader.isRefused()) {
      pad.stay(reader.getReason());
      continue;
    }
    pad.sourceType = reader.getSourceType();
    pad.mode = reader.getPad().getMode();
    pad.low = decomposeMixedValues(reader.getPad().low).first;
    pad.high = decomposeMixedValues(reader.getPad().high).first;
    rewriter.setInsertionPoint(node.getOp());
    pad.pad = reader.create(rewriter, pad.loc);
    replaceOnnxNode(node, pad.pad, rewriter);
    if (std::string reason = explainUnknown(pad); !reason.empty())
      pad.stay(reason);
  }
  return pads;
}

/// Says on `os` what became of each pad.
static void report(ArrayRef<OnnxModelPad> pads, OnnxRewriteTarget target,
                   raw_ostream &os) {
  size_t numRewritten = 0, numUnknown = 0, numNodes = 0;
  int64_t savedBytes = 0;
  for (const OnnxModelPad &pad : pads) {
    os << quoteName(getNodeName(pad.loc)) << ": " << pad.outcome << "\n";
    numRewritten += pad.isRewritten;
    numUnknown += !pad.savedBytes;
    numNodes += pad.numNodes;
    savedBytes += pad.savedBytes.value_or(0);
  }
  os << pads.size() << (pads.size() == 1 ? " pad: " : " pads: ") << numRewritten
     << " rewritten";
  if (target == OnnxRewriteTarget::ConstantOnly) {
    os << " as " << numNodes << (numNodes == 1 ? " node" : " nodes");
  } else {
    os << ", " << savedBytes << " bytes are no longer moved";
    if (numUnknown)
      os << "; without " << numUnknown << " of extents known at run time";
  }
  os << "\n";
}

LogicalResult mlir::pad::rewriteOnnxModel(const llvm::SourceMgr &sources,
                                          OnnxRewriteTarget target,
                                          raw_ostream &os,
                                          raw_ostream &reported,
                                          MLIRContext *context) {
  loadImportDialects(*context);
  const llvm::MemoryBuffer &buffer =
      *sources.getMemoryBuffer(sources.getMainFileID());
  FileLineColLoc fileLoc = locateFile(sources, context);
  onnx::ModelProto model;
  OnnxData data;
  // The model is written again, with all elements.
  if (failed(parseOnnxModel(buffer, fileLoc, model, data, /*leavesOut=*/false)))
    return failure();
  OnnxNodeMap nodes;
  OwningOpRef<ModuleOp> module = importOnnxModel(model, data, fileLoc, &nodes);
  if (!module)
    return failure();
  std::vector<OnnxModelPad> pads = readPads(*module, nodes);
  OnnxNames names(model);
  OnnxEdits edits;
  if (target == OnnxRewriteTarget::Fold)
    foldPads(pads, nodes, names, edits);
  else
    replaceBorders(pads, names, edits);
  edits.apply(*model.mutable_graph());
  google::protobuf::LogSilencer silencer;
  std::string bytes;
  if (!model.SerializeToString(&bytes))
    return emitError(fileLoc)
           << "the rewritten model has " << model.ByteSizeLong()
           << " bytes, but an ONNX model has at most " << INT32_MAX
           << "; save large tensors as external data";
  os << bytes;
  report(pads, target, reported);
  return success();
}

/// What `--rewrite-onnx` does.
static LogicalResult
rewriteModel(const std::shared_ptr<llvm::SourceMgr> &sources, raw_ostream &os,
             MLIRContext *context) {
  SourceMgrDiagnosticHandler handler(*sources, context);
  if (rewriteCLOptions->target.getNumOccurrences() == 0)
    return emitError(UnknownLoc::get(context),
                     "--rewrite-onnx needs a target: --for=constant-only or "
                     "--for=fold");
  return rewriteOnnxModel(*sources, rewriteCLOptions->target, os, llvm::errs(),
                          context);
}

void mlir::pad::registerOnnxRewrite() {
  *rewriteCLOptions;
  TranslateRegistration registration(
      "rewrite-onnx", "Write an ONNX model anew with its pads as --for says",
      rewriteModel);
}
