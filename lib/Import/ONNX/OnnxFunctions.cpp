//===- OnnxFunctions.cpp - Functions of a model, and calls of them --------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModelNodes.h"
#include "OnnxGraph.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace mlir::pad;

bool mlir::pad::isOnnxDomain(StringRef domain) {
  return domain.empty() || domain == "ai.onnx";
}

FailureOr<OnnxVersions> mlir::pad::readOnnxVersions(
    MLIRContext *context,
    const google::protobuf::RepeatedPtrField<onnx::OperatorSetIdProto> &imports,
    EmitError emitError) {
  Builder builder(context);
  OnnxVersions versions;
  for (const onnx::OperatorSetIdProto &imported : imports) {
    StringRef domain = imported.domain();
    int64_t version = imported.version();
    auto number = builder.getI64IntegerAttr(version);
    bool isStandard = isOnnxDomain(domain);
    if (isStandard ? versions.standard.value_or(version) != version
                   : versions.others.get(domain) &&
                         versions.others.get(domain) != number)
      return emitError() << " imports two versions of the operators of "
                         << quoteName(domain);
    if (isStandard)
      versions.standard = version;
    else
      versions.others.set(domain, number);
  }
  if (versions.standard && *versions.standard < 1)
    return emitError() << " imports version " << *versions.standard
                       << " of the operators, but the first is 1";
  return versions;
}

/// `domain`, by the shorter of its names.
static std::string normalizeDomain(const std::string &domain) {
  return isOnnxDomain(domain) ? std::string() : domain;
}

// ONNX 1.13 added the default attributes of functions, and ONNX 1.16 overloads
// and the types that functions declare. Where the library is older, these are
// unknown fields of its messages, which protobuf keeps by number.
static constexpr int kNodeOverload = 8, kFunctionDefaults = 11,
                     kFunctionTypes = 12, kFunctionOverload = 13;

/// The texts or messages in field `number` of `message`, which the library may
/// know or not: protobuf writes both.
static SmallVector<std::string>
getField(const google::protobuf::MessageLite &message, int number) {
  std::string bytes = message.SerializeAsString();
  StringRef rest = bytes;
  SmallVector<std::string> values;
  while (std::optional<WireField> field = readWireField(rest))
    if (field->number == number && field->hasLength)
      values.push_back(field->payload.str());
  return values;
}

/// Appends the messages in field `number` of `function`.
template <typename MessageT>
static LogicalResult readField(const onnx::FunctionProto &function, int number,
                               std::vector<MessageT> &values) {
  google::protobuf::LogSilencer silencer;
  for (const std::string &bytes : getField(function, number))
    if (!values.emplace_back().ParseFromString(bytes))
      return failure();
  return success();
}

/// The text in field `number` of `message`: the last one is what counts.
static std::string getText(const google::protobuf::MessageLite &message,
                           int number) {
  SmallVector<std::string> texts = getField(message, number);
  return texts.empty() ? std::string() : texts.back();
}

StringRef mlir::pad::getOnnxNodeName(const onnx::NodeProto &node) {
  if (!node.name().empty())
    return node.name();
  for (const std::string &output : node.output())
    if (!output.empty())
      return output;
  return node.op_type();
}

const OnnxFunction *OnnxFunctions::find(const onnx::NodeProto &node) const {
  if (functions.empty())
    return nullptr;
  auto found = numbers.find({normalizeDomain(node.domain()), node.op_type(),
                             getText(node, kNodeOverload)});
  return found == numbers.end() ? nullptr : &functions[found->second];
}

LogicalResult OnnxFunctions::read(const onnx::ModelProto &model,
                                  Location fileLoc) {
  for (const onnx::FunctionProto &proto : model.functions()) {
    auto emitFunctionError = [&] {
      return emitError(fileLoc) << "function " << quoteName(proto.name());
    };
    FailureOr<OnnxVersions> versions = readOnnxVersions(
        fileLoc.getContext(), proto.opset_import(), emitFunctionError);
    if (failed(versions))
      return failure();
    OnnxFunction function{&proto, versions->standard, {}, {}};
    if (failed(readField(proto, kFunctionDefaults, function.defaults)) ||
        failed(readField(proto, kFunctionTypes, function.types)))
      return emitFunctionError()
             << " has a default of an attribute or the type of a value that is "
                "damaged or nested too deeply";
    Key key{normalizeDomain(proto.domain()), proto.name(),
            getText(proto, kFunctionOverload)};
    if (!numbers.try_emplace(std::move(key), functions.size()).second)
      return emitFunctionError()
             << " of domain " << quoteName(proto.domain())
             << " is defined twice in the model; each needs one definition";
    functions.push_back(std::move(function));
  }
  return success();
}

/// The deepest nesting of functions and graphs that is read; more would exhaust
/// the stack.
static constexpr size_t kMaxScopes = 256;

LogicalResult OnnxGraphImporter::checkCall(const Call &inner) {
  const onnx::FunctionProto &proto = *inner.function.proto;
  auto emitCallError = [](const Call &call) {
    return emitNodeError(call.loc, call.node)
           << "it calls function " << quoteName(call.function.proto->name());
  };
  if (inner.node.input_size() > proto.input_size() ||
      inner.node.output_size() > proto.output_size())
    return emitCallError(inner)
           << " with " << inner.node.input_size() << " inputs and "
           << inner.node.output_size() << " outputs, but the function has "
           << proto.input_size() << " and " << proto.output_size();
  for (const Call *call = inner.outer; call; call = call->outer)
    if (&call->function == &inner.function)
      return emitError(fileLoc)
             << "function " << quoteName(proto.name())
             << " calls itself, or a function that calls it; functions of an "
                "ONNX model must not be recursive";
  if (scopes.size() >= kMaxScopes)
    return emitCallError(inner) << " in more than " << kMaxScopes
                                << " functions and graphs within one another";
  return success();
}

LogicalResult OnnxGraphImporter::bindAttributes(Call &inner) {
  for (const onnx::AttributeProto &attribute : inner.node.attribute()) {
    FailureOr<const onnx::AttributeProto *> given =
        resolveAttribute(inner.node, inner.loc, attribute);
    if (failed(given))
      return failure();
    if (*given &&
        !inner.attributes.try_emplace(attribute.name(), *given).second)
      return emitAttributeError(inner.loc, inner.node, attribute)
             << "it is given twice";
  }
  for (const onnx::AttributeProto &attribute : inner.function.defaults)
    inner.attributes.try_emplace(attribute.name(), &attribute);
  return success();
}

LogicalResult OnnxGraphImporter::defineResults(const Call &inner,
                                               const Scope &returned) {
  const onnx::FunctionProto &proto = *inner.function.proto;
  for (auto [name, result] :
       llvm::zip_first(inner.node.output(), proto.output())) {
    if (name.empty())
      continue;
    auto emitCallError = [&] { return emitNodeError(inner.loc, inner.node); };
    Value value = returned.values.lookup(result);
    if (!value)
      return emitCallError() << "it calls function " << quoteName(proto.name())
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
  Call inner{function,      call, node, loc, (getNodeName(loc) + "/").str(),
             scopes.size(), {}};
  if (failed(checkCall(inner)) || failed(bindAttributes(inner)))
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
    if (failed(importNodes(proto.node())))
      return failure();
  }
  Scope returned = scopes.pop_back_val();
  return defineResults(inner, returned);
}
