//===- OnnxFolding.cpp - Pads become parts of other nodes -----------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// A pad is removed if its result is its source, or if every node that reads it
// has padding of its own that can do what the pad does. The ops of the module
// are changed along with the nodes.
//
// Quantized models put a QuantizeLinear and a DequantizeLinear behind every
// node. Behind a pad of zeros they change nothing if the pad reads the result
// of a DequantizeLinear of the same numbers. An integer n of at most 16 bits
// becomes n * scale, rounded to a float, and that divided by the scale is so
// near to n that it is rounded to n:
// https://github.com/onnx/onnx/blob/main/docs/Operators.md#QuantizeLinear
//
//===----------------------------------------------------------------------===//

#include "ModelNodes.h"
#include "OnnxRewrite.h"
#include "Pad/IR/PadTraffic.h"
#include "Pad/IR/PaddingValue.h"
#include "Pad/Import/ForeignOps.h"
#include "Pad/Import/PadConsumers.h"
#include "Pad/Transforms/Lowerability.h"

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

namespace {
/// The constants of an op that quantizes, or of its inverse.
struct Quantization {
  float scale = 0;
  APInt zeroPoint;
  Type type;

  bool operator!=(const Quantization &other) const {
    return type != other.type || scale != other.scale ||
           zeroPoint != other.zeroPoint;
  }
};
} // namespace

/// The constants of `op`, an operator of `type` of whole tensors, of which
/// every number is exact; nullopt if it is something else.
static std::optional<Quantization> getQuantization(Operation *op,
                                                   StringRef type) {
  std::optional<OnnxNode> node = op ? OnnxNode::get(op) : std::nullopt;
  if (!node || node->getType() != type || op->getNumOperands() != 3)
    return std::nullopt;
  // Other attributes change types or limits.
  for (NamedAttribute attribute : op->getAttrs())
    if (attribute.getName() != "axis")
      return std::nullopt;
  DenseElementsAttr scale = getConstantTensor(op->getOperand(1)),
                    point = getConstantTensor(op->getOperand(2));
  if (!scale || !point || scale.getNumElements() != 1 ||
      point.getNumElements() != 1 || !scale.getElementType().isF32() ||
      !isa<IntegerType>(point.getElementType()) ||
      point.getElementType().getIntOrFloatBitWidth() > 16)
    return std::nullopt;
  // Products neither overflow nor lose bits.
  auto number = scale.getSplatValue<float>();
  if (!(number > 0x1p-100f && number < 0x1p100f))
    return std::nullopt;
  return Quantization{number, point.getSplatValue<APInt>(),
                      point.getElementType()};
}

/// The ops `DequantizeLinear` that give back what `op`, a `QuantizeLinear`,
/// reads, which is `padded`, the result of `pad` or a cast of it. They do if
/// what is padded is dequantized by the same scale and zero point, and the
/// padding value is a zero. Empty if some reader of `op` gives something else.
static SmallVector<Operation *> getRestoringOps(Operation *op, Value padded,
                                                PadOp pad) {
  std::optional<Quantization> quantization =
      getQuantization(pad.getSource().getDefiningOp(), "DequantizeLinear");
  auto value = dyn_cast_or_null<FloatAttr>(getConstantPaddingValue(pad));
  if (!quantization || !value || !value.getValue().isZero() ||
      getQuantization(op, "QuantizeLinear") != quantization ||
      op->getOperand(0) != padded)
    return {};
  SmallVector<Operation *> restoring;
  for (OpOperand &use : op->getResult(0).getUses()) {
    if (use.getOperandNumber() != 0 ||
        getQuantization(use.getOwner(), "DequantizeLinear") != quantization)
      return {};
    restoring.push_back(use.getOwner());
  }
  return restoring;
}

namespace {
class PadFolder {
public:
  PadFolder(const OnnxNodeMap &nodes, OnnxNames &names, OnnxEdits &edits,
            MLIRContext *context)
      : nodes(nodes), names(names), edits(edits), rewriter(context) {}

  /// Removes `pad` if it pads nothing.
  void removeNothing(OnnxModelPad &pad);
  /// Makes `pad` a part of the nodes that read it, or says why it stays.
  void foldIntoReaders(OnnxModelPad &pad);

private:
  /// What reads a pad.
  struct Readers {
    /// The ops, each with what it reads.
    SmallVector<PadReader> ops;
    /// Nodes between the pad and these that quantize it and give it back.
    SmallVector<const onnx::NodeProto *> removed;
  };

  /// Adds what reads `value`, which is `name` in the model and has the elements
  /// of `pad`. Returns why it cannot read something else; empty if it can.
  std::string findReaders(const std::string &name, Value value,
                          const OnnxModelPad &pad, Readers &readers) const;
  /// Whether nodes that read the result of `pad` can read its source by name.
  bool canReplace(const OnnxModelPad &pad) const;
  /// Removes `pad`, so that nodes read its source in the place of its result.
  void remove(OnnxModelPad &pad);

  const OnnxNodeMap &nodes;
  OnnxNames &names;
  OnnxEdits &edits;
  IRRewriter rewriter;
};
} // namespace

bool PadFolder::canReplace(const OnnxModelPad &pad) const {
  const std::string &name = pad.node->output(0);
  // In a graph within another one, a name may be that of another value.
  return !names.isReturned(name) && !names.isAmbiguous(name) &&
         !names.isAmbiguous(pad.node->input(0));
}

void PadFolder::remove(OnnxModelPad &pad) {
  edits.replaced[pad.node].clear();
  names.replace(pad.node->output(0), pad.node->input(0), *pad.node);
  pad.savedBytes = getBytes(pad.pad);
}

void PadFolder::removeNothing(OnnxModelPad &pad) {
  auto isZero = [](int64_t number) { return number == 0; };
  if (!llvm::all_of(pad.low, isZero) || !llvm::all_of(pad.high, isZero) ||
      !canReplace(pad))
    return;
  remove(pad);
  pad.rewrite("is removed, because it pads nothing");
  rewriter.replaceOp(pad.pad, pad.pad.getSource());
}

std::string PadFolder::findReaders(const std::string &name, Value value,
                                   const OnnxModelPad &pad,
                                   Readers &readers) const {
  if (names.isReturned(name))
    return "a graph returns it";
  if (names.isAmbiguous(name) || names.isAmbiguous(pad.node->input(0)))
    return "several graphs have values of its name, or of that of its source";
  SmallVector<PadReader> found;
  addReaders(value, found);
  // The importer makes several ops of some nodes, and none of others, such as a
  // node that takes the shape.
  for (auto [reader, padded] : found)
    if (reader->isRegistered() && describeFunction(reader->getLoc()).empty())
      return quoteName(getNodeName(reader->getLoc())) +
             " reads it, and pads of pads stay";
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
    SmallVector<Operation *> restoring =
        getRestoringOps(reader, padded, pad.pad);
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
      if (std::string reason = findReaders(
              node->output(0), dequantize->getResult(0), pad, readers);
          !reason.empty())
        return reason;
    }
  }
  return readers.ops.empty() ? "nothing reads it" : "";
}

void PadFolder::foldIntoReaders(OnnxModelPad &pad) {
  Readers readers;
  if (std::string reason =
          findReaders(pad.node->output(0), pad.pad.getResult(), pad, readers);
      !reason.empty())
    return pad.stay(reason);
  std::string takers;
  SmallVector<std::pair<const onnx::NodeProto *, AttributeChanges>> changes;
  for (auto [reader, padded] : readers.ops) {
    std::string described = quoteName(getNodeName(reader->getLoc()));
    const onnx::NodeProto *node =
        reader->isRegistered() ? nullptr : nodes.lookup(reader);
    std::string reason = "pads of pads stay";
    if (node)
      described += " (" + makeIdentifier(node->op_type()) + ")";
    else if (!reader->isRegistered())
      reason = "that node is" + describeFunction(reader->getLoc()) +
               " of the model; inline the functions first (onnx.inliner)";
    std::optional<AttributeChanges> taken =
        node ? takePadOver({reader, padded}, pad.pad, reason) : std::nullopt;
    if (!taken)
      return pad.stay(Twine(described) + " reads it, and " + reason);
    changes.emplace_back(node, std::move(*taken));
    takers += (takers.empty() ? "" : " and ") + described;
  }
  for (auto &[node, attributes] : changes)
    edits.attributes[node] = std::move(attributes);
  for (const onnx::NodeProto *node : readers.removed) {
    edits.replaced[node].clear();
    names.replace(node->output(0), pad.node->input(0), *node);
  }
  remove(pad);
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
      folder.removeNothing(pad);
  for (OnnxModelPad &pad : pads)
    if (pad.isOpen())
      folder.foldIntoReaders(pad);
}
