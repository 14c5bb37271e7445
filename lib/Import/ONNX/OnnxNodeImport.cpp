//===- OnnxNode.cpp - Nodes of ONNX models --------------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModelNodes.h"
#include "OnnxGraph.h"

using namespace mlir;
using namespace mlir::pad;

/// The most that inlining may add to a model, because a small file can call
/// functions that call functions, each several times.
static constexpr uint64_t kMostInlinedBytes = uint64_t(64) << 20;
/// The bytes that an op takes in memory beside its text, and those of an
/// operand or a result.
static constexpr uint64_t kBytesPerOp = 256, kBytesPerOperand = 32;

/// Whether the operator of `node` is one of ONNX's own.
static bool isStandard(const onnx::NodeProto &node) {
  return isOnnxDomain(node.domain());
}

FailureOr<Value> OnnxGraphImporter::importOperand(const onnx::NodeProto &node,
                                                  Location loc,
                                                  StringRef name) {
  if (name.empty())
    return createNoValue(builder, loc, "onnx");
  if (Value value = lookUp(name))
    return value;
  return emitNodeError(loc, node)
         << "nothing before it defines the input " << quoteName(name)
         << "; the nodes of a graph must come in an order without cycles in "
            "which each uses what earlier ones define";
}

LogicalResult OnnxGraphImporter::importRegion(const onnx::GraphProto &graph,
                                              Location loc,
                                              OperationState &state) {
  Block *block = &state.addRegion()->emplaceBlock();
  FailureOr<SmallVector<Value>> results = importGraph(graph, block);
  if (failed(results))
    return failure();
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(block);
  builder.create(loc, builder.getStringAttr("onnx.Yield"), *results);
  return success();
}

FailureOr<const onnx::AttributeProto *>
OnnxGraphImporter::resolveAttribute(const onnx::NodeProto &node, Location loc,
                                    const onnx::AttributeProto &attribute) {
  if (attribute.ref_attr_name().empty())
    return &attribute;
  if (call)
    return call->attributes.lookup(attribute.ref_attr_name());
  return emitAttributeError(loc, node, attribute)
         << "it refers to an attribute of a function, but the node is in none";
}

LogicalResult OnnxGraphImporter::importAttributes(const onnx::NodeProto &node,
                                                  Location loc,
                                                  OperationState &state) {
  using Proto = onnx::AttributeProto;
  SmallVector<Attribute> regions;
  for (const Proto &attribute : node.attribute()) {
    auto emitInvalid = [&] { return emitAttributeError(loc, node, attribute); };
    StringAttr name = builder.getStringAttr(attribute.name());
    if (makeIdentifier(attribute.name()) != attribute.name())
      return emitInvalid() << "the name is no identifier";
    if (state.attributes.get(name) || llvm::is_contained(regions, name))
      return emitInvalid() << "it is given twice";
    FailureOr<const Proto *> given = resolveAttribute(node, loc, attribute);
    if (failed(given))
      return failure();
    if (!*given)
      continue;
    Proto::AttributeType kind = (*given)->type();
    if (kind == Proto::GRAPH) {
      // Its nodes would see the names around the call.
      if (*given != &attribute)
        return emitInvalid()
               << "it refers to attribute "
               << quoteName(attribute.ref_attr_name())
               << " of the function, which is a graph, and graphs cannot be "
                  "given to functions; inline the function first "
                  "(onnx.inliner)";
      if (!attribute.has_g())
        return emitInvalid() << "its graph is missing";
      regions.push_back(name);
      if (failed(importRegion(attribute.g(), loc, state)))
        return failure();
      continue;
    }
    bool isConstant = isStandard(node) && node.op_type() == "Constant";
    FailureOr<Attribute> value =
        (isConstant ? convertOnnxConstant : convertOnnxAttribute)(
            builder.getContext(), **given, data, emitInvalid);
    if (failed(value))
      return failure();
    state.addAttribute(name, *value);
  }
  if (!regions.empty())
    state.addAttribute("onnx.regions", builder.getArrayAttr(regions));
  return success();
}

LogicalResult OnnxGraphImporter::importResultTypes(const onnx::NodeProto &node,
                                                   Location loc,
                                                   OperationState &state) {
  for (auto [index, name] : llvm::enumerate(node.output())) {
    if (name.empty()) {
      state.addTypes(builder.getNoneType());
      continue;
    }
    FailureOr<Type> declared = Type();
    if (const onnx::TypeProto *type = scopes.back().types.lookup(name))
      declared =
          convertOnnxType(builder.getContext(), *type, [&, &name = name] {
            return emitNodeError(loc, node)
                   << "the type of its output " << quoteName(name) << ": ";
          });
    if (failed(declared))
      return failure();
    Type inferred = isStandard(node)
                        ? inferOnnxType(state, node.op_type(), index)
                        : getUnknownOnnxType(builder.getContext());
    state.addTypes(mergeOnnxTypes(*declared, inferred));
  }
  return success();
}

LogicalResult OnnxGraphImporter::importNode(const onnx::NodeProto &node) {
  Location loc = locate(getOnnxNodeName(node));
  if (node.op_type().empty())
    return emitNodeError(loc, node) << "it has no operator";
  if (call)
    inlinedBytes += kBytesPerOp + call->path.size() + node.ByteSizeLong() +
                    kBytesPerOperand * (node.input_size() + node.output_size());
  if (inlinedBytes > kMostInlinedBytes)
    return emitNodeError(loc, node)
           << "the nodes that stand for calls of functions would take more "
              "than "
           << kMostInlinedBytes
           << " bytes; give the model fewer calls of functions that call "
              "others";
  if (const OnnxFunction *function = functions.find(node))
    return importCall(node, loc, *function);
  if (call && isStandard(node) && !call->function.version)
    return emitNodeError(loc, node)
           << "the function imports no version of ONNX's own operators, which "
              "decides what they mean";
  OperationState state(loc,
                       makeOpName("onnx", isStandard(node) ? "" : node.domain(),
                                  node.op_type(), builder.getContext()));
  for (const std::string &name : node.input()) {
    FailureOr<Value> operand = importOperand(node, loc, name);
    if (failed(operand))
      return failure();
    state.addOperands(*operand);
  }
  if (failed(importAttributes(node, loc, state)))
    return failure();

  auto emitOutputError = [&] { return emitNodeError(loc, node); };
  if (isStandard(node) && node.op_type() == "Constant") {
    if (node.output_size() != 1 || node.input_size() != 0 ||
        state.attributes.getAttrs().size() != 1 || !state.regions.empty())
      return emitOutputError()
             << "a Constant has one attribute, its value, one "
                "output and no input";
    return define(
        node.output(0),
        createConstant(loc, state.attributes.getAttrs().front().getValue()),
        emitOutputError);
  }
  if (failed(importResultTypes(node, loc, state)))
    return failure();
  // Other nodes are of the version that the module states.
  if (call && isStandard(node) && call->function.version != version)
    state.addAttribute("onnx.opset_version",
                       builder.getI64IntegerAttr(*call->function.version));
  Operation *op = builder.create(state);
  if (nodes && !call)
    nodes->try_emplace(op, &node);
  for (auto [name, value] : llvm::zip_equal(node.output(), op->getResults()))
    if (!name.empty() && failed(define(name, value, emitOutputError)))
      return failure();
  return success();
}
