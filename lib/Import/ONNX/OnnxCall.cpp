//===- OnnxCall.cpp - Calls of functions of ONNX models -------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OnnxGraph.h"
#include "OnnxNodeErrors.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace mlir::pad;

/// The deepest nesting of functions and graphs that is read; more would exhaust
/// the stack.
static constexpr size_t kMaxScopes = 256;

LogicalResult OnnxGraphImporter::checkCall(const onnx::NodeProto &node,
                                           Location loc,
                                           const OnnxFunction &function) {
  const onnx::FunctionProto &proto = *function.proto;
  auto emitCallError = [&] {
    return emitNodeError(loc, node)
           << "it calls function " << quoteName(proto.name());
  };
  if (node.input_size() > proto.input_size() ||
      node.output_size() > proto.output_size())
    return emitCallError() << " with " << node.input_size() << " inputs and "
                           << node.output_size()
                           << " outputs, but the function has "
                           << proto.input_size() << " and "
                           << proto.output_size();
  if (scopes.size() >= kMaxScopes)
    return emitCallError() << " in more than " << kMaxScopes
                           << " functions and graphs within one another";
  if (call)
    return success();
  // Calls within the function are counted with it.
  inlinedBytes = llvm::SaturatingMultiplyAdd<uint64_t>(
      function.numNodes, getNodeName(loc).size(),
      llvm::SaturatingAdd(inlinedBytes, function.numBytes));
  if (inlinedBytes > functions.getMostBytes())
    return emitCallError()
           << ", and the nodes that stand for calls would take more than "
           << functions.getMostBytes()
           << " bytes; give the model fewer calls of functions that call "
              "others";
  return success();
}

LogicalResult OnnxGraphImporter::bindAttributes(const onnx::NodeProto &node,
                                                Location loc, Call &inner) {
  for (const onnx::AttributeProto &attribute : node.attribute()) {
    FailureOr<const onnx::AttributeProto *> given =
        resolveAttribute(node, loc, attribute);
    if (failed(given))
      return failure();
    if (*given &&
        !inner.attributes.try_emplace(attribute.name(), *given).second)
      return emitAttributeError(loc, node, attribute) << "it is given twice";
  }
  for (const onnx::AttributeProto &attribute : inner.function.defaults)
    inner.attributes.try_emplace(attribute.name(), &attribute);
  return success();
}

LogicalResult OnnxGraphImporter::defineResults(const onnx::NodeProto &node,
                                               Location loc,
                                               const OnnxFunction &function,
                                               const Scope &returned) {
  for (auto [name, result] :
       llvm::zip_first(node.output(), function.proto->output())) {
    if (name.empty())
      continue;
    auto emitCallError = [&] { return emitNodeError(loc, node); };
    Value value = returned.values.lookup(result);
    if (!value)
      return emitCallError()
             << "it calls function " << quoteName(function.proto->name())
             << ", whose output " << quoteName(result)
             << " no node or input of it defines";
    if (failed(define(name, value, emitCallError)))
      return failure();
  }
  return success();
}

LogicalResult OnnxGraphImporter::importCall(const onnx::NodeProto &node,
                                            Location loc,
                                            const OnnxFunction &function) {
  const onnx::FunctionProto &proto = *function.proto;
  Call inner{function, (getNodeName(loc) + "/").str(), scopes.size(), {}};
  if (failed(checkCall(node, loc, function)) ||
      failed(bindAttributes(node, loc, inner)))
    return failure();
  Scope scope;
  for (auto [index, name] : llvm::enumerate(proto.input())) {
    FailureOr<Value> operand = importOperand(
        node, loc,
        int(index) < node.input_size() ? StringRef(node.input(index)) : "");
    if (failed(operand))
      return failure();
    if (!scope.values.try_emplace(name, *operand).second)
      return emitNodeError(loc, node)
             << "it calls function " << quoteName(proto.name())
             << ", which has two inputs " << quoteName(name);
  }
  for (const onnx::ValueInfoProto &value : function.types)
    scope.types[value.name()] = &value.type();
  // The graph around the call may know more about what the function returns.
  for (auto [name, result] : llvm::zip_first(node.output(), proto.output()))
    if (const onnx::TypeProto *declared = scopes.back().types.lookup(name))
      scope.types[result] = declared;
  scopes.push_back(std::move(scope));
  {
    llvm::SaveAndRestore enter(call, static_cast<const Call *>(&inner));
    Location functionLoc =
        NameLoc::get(builder.getStringAttr(proto.name()), fileLoc);
    if (failed(importNodes(proto.node(), functionLoc)))
      return failure();
  }
  Scope returned = scopes.pop_back_val();
  return defineResults(node, loc, function, returned);
}
