//===- OnnxFolding.cpp - Pads become parts of other nodes -----------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// A pad is removed if its result is its source, if the pad that reads it can
// pad as both do, or if every node that reads it has padding of its own that
// can do what the pad does. The ops of the module are changed
// along with the nodes, so that what is left is again a pad of its source.
//
//===----------------------------------------------------------------------===//

#include "ImportNames.h"
#include "NodeLocations.h"
#include "OnnxRewrite.h"
#include "Pad/IR/PadDescription.h"
#include "Pad/IR/PadTraffic.h"
#include "Pad/Import/ForeignOps.h"
#include "Pad/Import/PadConsumers.h"
#include "Pad/Transforms/Lowerability.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::pad;

/// The bytes that `pad` moves.
static std::optional<int64_t> getBytes(PadOp pad) {
  PadTraffic traffic =
      getTraffic(pad, getElementBytes(pad.getSourceType().getElementType()));
  if (!traffic.read || !traffic.written)
    return std::nullopt;
  return *traffic.read + *traffic.written;
}

/// `changes` as edits of a node. All that are not removed are lists.
static OnnxAttributeEdits makeEdits(const AttributeChanges &changes) {
  OnnxAttributeEdits edits;
  for (auto [name, value] : changes)
    edits[name.str()] =
        value ? std::optional(makeOnnxAttribute(name, *getIntegers(value)))
              : std::nullopt;
  return edits;
}

namespace {
/// A pad as it is after the rewrites so far.
struct FoldedPad {
  OnnxModelPad *pad;
  /// The value that it pads.
  std::string source;
  /// The node that has its mode and its padding value.
  const onnx::NodeProto *form;
  /// Whether another pad has become a part of it.
  bool isMerged = false;
};

class PadFolder {
public:
  PadFolder(const OnnxNodeMap &nodes, OnnxNames &names, OnnxEdits &edits,
            MLIRContext *context)
      : nodes(nodes), names(names), edits(edits), rewriter(context) {}

  void add(OnnxModelPad &pad) {
    folded[pad.pad] = {&pad, pad.node->input(0), pad.node};
  }

  /// Removes `op` if it pads nothing.
  bool removeNothing(PadOp op);
  /// Makes the pad that `op` pads a part of it. Returns what pads as both do.
  PadOp merge(PadOp op);
  /// Makes `op` a part of the nodes that read it, or says why it stays.
  void foldIntoReaders(PadOp op);

private:
  /// What reads a pad.
  struct Readers {
    /// The ops, each with what it reads.
    SmallVector<PadReader> ops;
    /// Nodes between the pad and these that quantize it and give it back, and
    /// the names of what they give back.
    SmallVector<const onnx::NodeProto *> removed;
    SmallVector<std::string> restored;
  };

  /// Adds what reads `value`, which is `name` in the model and has the elements
  /// of `op`. Returns why it cannot read something else; empty if it can.
  std::string findReaders(const std::string &name, Value value, PadOp op,
                          Readers &readers) const;
  /// Whether nodes that read the result of `state` can read its source by name.
  bool canReplace(const FoldedPad &state) const;
  /// Removes `op`, so that nodes read its source in the place of its result.
  void remove(PadOp op);
  /// The node that has the mode and the padding value of `description`, in
  /// which `inner` and `outer` are together; null if no `Pad` pads like that.
  const onnx::NodeProto *findForm(const PadDescription &description,
                                  PadOp inner, PadOp outer) const;
  /// Writes the node of `op`, of which others have become parts.
  void writeMerged(PadOp op);

  const OnnxNodeMap &nodes;
  OnnxNames &names;
  OnnxEdits &edits;
  IRRewriter rewriter;
  DenseMap<Operation *, FoldedPad> folded;
};
} // namespace

bool PadFolder::canReplace(const FoldedPad &state) const {
  const std::string &name = state.pad->node->output(0);
  // In a graph within another one, a name may be that of another value.
  return !names.isReturned(name) && !names.isAmbiguous(name) &&
         !names.isAmbiguous(state.source);
}

void PadFolder::remove(PadOp op) {
  const FoldedPad &state = folded.at(op);
  const onnx::NodeProto *node = state.pad->node;
  edits.replaced[node].clear();
  edits.renamed[node->output(0)] = state.source;
  names.replace(node->output(0), state.source);
  state.pad->savedBytes = getBytes(op);
}

bool PadFolder::removeNothing(PadOp op) {
  OnnxModelPad &pad = *folded.at(op).pad;
  auto isZero = [](int64_t number) { return number == 0; };
  if (!llvm::all_of(pad.low, isZero) || !llvm::all_of(pad.high, isZero) ||
      !canReplace(folded.at(op)))
    return false;
  remove(op);
  pad.rewrite("is removed, because it pads nothing");
  folded.erase(op);
  rewriter.replaceOp(op, op.getSource());
  return true;
}

const onnx::NodeProto *PadFolder::findForm(const PadDescription &description,
                                           PadOp inner, PadOp outer) const {
  AxisMode mode = description.getAxisMode(0);
  for (int64_t axis = 0, rank = outer.getRank(); axis < rank; ++axis) {
    // Negative pads of ONNX crop before the mode reads the source.
    PadAxis numbers = description.getStaticNumbers(inner.getSourceType(), axis);
    bool isMixed = std::min(numbers.low, numbers.high) < 0 &&
                   std::max(numbers.low, numbers.high) > 0;
    if (description.getAxisMode(axis) != mode || numbers.interior != 0 ||
        ShapedType::isDynamic(numbers.low) ||
        ShapedType::isDynamic(numbers.high) ||
        (mode.mode != PadMode::Constant && isMixed))
      return nullptr;
  }
  for (PadOp op : {outer, inner})
    if (op.getAxisMode(0) == mode &&
        (mode.mode != PadMode::Constant || op.getValue() == description.value))
      return folded.at(op).form;
  return nullptr;
}

PadOp PadFolder::merge(PadOp op) {
  auto inner = op.getSource().getDefiningOp<PadOp>();
  auto found = inner ? folded.find(inner) : folded.end();
  if (found == folded.end())
    return op;
  FoldedPad innerState = found->second, state = folded.at(op);
  const std::string &padded = innerState.pad->node->output(0);
  SmallVector<PadReader> readers;
  addReaders(inner.getResult(), readers);
  if (names.countReads(padded) != 1 || readers.size() != 1 ||
      !canReplace(innerState))
    return op;
  StringRef reason;
  std::optional<PadDescription> both = addPads(op, inner, reason);
  const onnx::NodeProto *form = both ? findForm(*both, inner, op) : nullptr;
  if (!form || (form->input_size() > 2 && names.isAmbiguous(form->input(2))))
    return op;

  std::optional<int64_t> innerBytes = getBytes(inner), bytes = getBytes(op);
  rewriter.setInsertionPoint(op);
  auto merged = PadOp::create(rewriter, op.getLoc(), both->getResultType(op),
                              both->source, *both, both->value);
  std::optional<int64_t> mergedBytes = getBytes(merged);
  state.pad->savedBytes = std::nullopt;
  if (bytes && mergedBytes)
    state.pad->savedBytes = *bytes - *mergedBytes;
  innerState.pad->savedBytes = innerBytes;
  edits.replaced[innerState.pad->node].clear();
  // A function that returns its input may be between the two.
  edits.renamed[padded] = innerState.source;
  names.replace(padded, innerState.source);
  innerState.pad->rewrite("becomes a part of " +
                          quoteName(getNodeName(op.getLoc())));
  folded.erase(inner);
  folded.erase(op);
  folded[merged] = {state.pad, innerState.source, form, /*isMerged=*/true};
  Value result = merged;
  if (result.getType() != op.getType())
    result =
        tensor::CastOp::create(rewriter, op.getLoc(), op.getType(), result);
  rewriter.replaceOp(op, result);
  rewriter.eraseOp(inner);
  return merged;
}

void PadFolder::writeMerged(PadOp op) {
  const FoldedPad &state = folded.at(op);
  OnnxModelPad &pad = *state.pad;
  SmallVector<int64_t> numbers(op.getStaticLow());
  llvm::append_range(numbers, op.getStaticHigh());
  OnnxNodeBuilder builder(names, pad.node->output(0), *pad.opset);
  SmallVector<std::string> inputs = {state.source};
  SmallVector<onnx::AttributeProto> attributes;
  for (const onnx::AttributeProto &attribute : state.form->attribute()) {
    bool isPads = attribute.name() == "pads" || attribute.name() == "paddings";
    attributes.push_back(isPads ? makeOnnxAttribute(attribute.name(), numbers)
                                : attribute);
  }
  // https://github.com/onnx/onnx/blob/main/docs/Changelog.md#Pad-11
  if (*pad.opset >= 11) {
    inputs.push_back(builder.createConstant(numbers));
    if (state.form->input_size() > 2)
      inputs.push_back(state.form->input(2));
  }
  std::string result = builder.create("Pad", inputs, attributes);
  edits.replaced[pad.node] = builder.finish(*pad.node, result);
  pad.isRewritten = true;
}

std::string PadFolder::findReaders(const std::string &name, Value value,
                                   PadOp op, Readers &readers) const {
  if (names.isReturned(name))
    return "a graph returns it";
  if (names.isAmbiguous(name) || names.isAmbiguous(folded.at(op).source))
    return "several graphs have values of its name, or of that of its source";
  SmallVector<PadReader> found;
  addReaders(value, found);
  // The importer makes several ops of some nodes, and none of others, such as a
  // node that takes the shape.
  for (auto [reader, padded] : found)
    if (reader->isRegistered() && describeFunction(reader->getLoc()).empty())
      return quoteName(getNodeName(reader->getLoc())) +
             " reads it, and it cannot be merged with that pad";
  if (found.size() != names.countReads(name)) {
    auto isImported = [&](const onnx::NodeProto *node) {
      return llvm::any_of(found, [&](PadReader reader) {
        return nodes.lookup(reader.first) == node;
      });
    };
    for (const onnx::NodeProto *node : names.getReaders(name))
      if (!names.isCall(*node) && !isImported(node))
        return quoteName(getOnnxNodeName(*node)) + " (" +
               makeIdentifier(node->op_type()) +
               ") reads it, and the node has no padding of its own";
    return "a function of the model reads it; inline the functions first "
           "(onnx.inliner)";
  }
  for (auto [reader, padded] : found) {
    SmallVector<Operation *> restoring = getRestoringOps(reader, padded, op);
    const onnx::NodeProto *quantize = nodes.lookup(reader);
    auto isNodeBehind = [&](Operation *dequantize) {
      const onnx::NodeProto *node = nodes.lookup(dequantize);
      return node && node->input(0) == quantize->output(0);
    };
    if (restoring.empty() || !quantize ||
        names.countReads(quantize->output(0)) != restoring.size() ||
        !llvm::all_of(restoring, isNodeBehind)) {
      readers.ops.emplace_back(reader, padded);
      continue;
    }
    readers.removed.push_back(quantize);
    for (Operation *dequantize : restoring) {
      const onnx::NodeProto *node = nodes.lookup(dequantize);
      readers.removed.push_back(node);
      readers.restored.push_back(node->output(0));
      if (std::string reason = findReaders(
              node->output(0), dequantize->getResult(0), op, readers);
          !reason.empty())
        return reason;
    }
  }
  return readers.ops.empty() ? "nothing reads it" : "";
}

void PadFolder::foldIntoReaders(PadOp op) {
  const FoldedPad &state = folded.at(op);
  OnnxModelPad &pad = *state.pad;
  if (state.isMerged)
    writeMerged(op);
  auto stay = [&](const Twine &reason) {
    if (state.isMerged)
      pad.rewrite("pads as those before it did, too, and stays: " + reason);
    else
      pad.stay(reason);
  };
  Readers readers;
  if (std::string reason =
          findReaders(pad.node->output(0), op.getResult(), op, readers);
      !reason.empty())
    return stay(reason);
  std::string takers;
  SmallVector<std::pair<const onnx::NodeProto *, OnnxAttributeEdits>> changes;
  for (auto [reader, padded] : readers.ops) {
    std::string described = quoteName(getNodeName(reader->getLoc()));
    const onnx::NodeProto *node =
        reader->isRegistered() ? nullptr : nodes.lookup(reader);
    std::string reason = "it cannot be merged with that pad";
    if (node)
      described += " (" + makeIdentifier(node->op_type()) + ")";
    else if (!reader->isRegistered())
      reason = "that node is" + describeFunction(reader->getLoc()) +
               " of the model; inline the functions first (onnx.inliner)";
    std::optional<AttributeChanges> taken =
        node ? takePadOver({reader, padded}, op, reason) : std::nullopt;
    if (!taken)
      return stay(Twine(described) + " reads it, and " + reason);
    changes.emplace_back(node, makeEdits(*taken));
    takers += (takers.empty() ? "" : " and ") + described;
  }
  for (auto &[node, attributes] : changes)
    edits.attributes[node] = std::move(attributes);
  for (const onnx::NodeProto *node : readers.removed)
    edits.replaced[node].clear();
  for (const std::string &name : readers.restored)
    edits.renamed[name] = state.source;
  std::optional<int64_t> before = pad.savedBytes;
  remove(op);
  if (before && pad.savedBytes)
    *pad.savedBytes += *before;
  pad.rewrite(
      "becomes the padding of " + takers +
      (readers.removed.empty() ? "" : ", without quantization between"));
}

void mlir::pad::foldPads(MutableArrayRef<OnnxModelPad> pads,
                         const OnnxNodeMap &nodes, OnnxNames &names,
                         OnnxEdits &edits) {
  if (pads.empty())
    return;
  PadFolder folder(nodes, names, edits, pads.front().loc->getContext());
  for (OnnxModelPad &pad : pads)
    if (pad.isOpen())
      folder.add(pad);
  for (OnnxModelPad &pad : pads)
    if (pad.isOpen() && !folder.removeNothing(pad.pad))
      pad.pad = folder.merge(pad.pad);
  for (OnnxModelPad &pad : pads)
    if (pad.isOpen())
      folder.foldIntoReaders(pad.pad);
}
