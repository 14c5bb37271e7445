//===- TFLiteOperators.cpp - Names and options of TFLite's operators ------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ImportNames.h"
#include "TFLiteModel.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace mlir::pad;

std::string mlir::pad::getTFLiteOperatorName(const tflite::OperatorCode &code) {
  // "This field will be used when the value of the extended builtin_code field
  // has less than PLACEHOLDER_FOR_GREATER_OP_CODES": of the two, the larger.
  auto number = std::max(
      static_cast<tflite::BuiltinOperator>(code.deprecated_builtin_code()),
      code.builtin_code());
  if (number == tflite::BuiltinOperator::CUSTOM)
    return "tflite.custom." + makeIdentifier(getText(code.custom_code()));
  StringRef name = tflite::EnumNameBuiltinOperator(number);
  return name.empty()
             ? "tflite.BUILTIN_" + std::to_string(static_cast<int32_t>(number))
             : ("tflite." + name).str();
}

void mlir::pad::addTFLiteOptions(const tflite::Operator &op,
                                 OperationState &state) {
  Builder builder(state.getContext());
  auto addSubgraph = [&](StringRef name, int64_t number) {
    state.addAttribute(name, builder.getI64IntegerAttr(number));
  };
  auto addList = [&](StringRef name, const flatbuffers::Vector<int64_t> *list) {
    state.addAttribute(name, builder.getDenseI64ArrayAttr(readNumbers(list)));
  };
  if (const auto *pad = op.builtin_options_2_as_StablehloPadOptions()) {
    addList("edge_padding_low", pad->edge_padding_low());
    addList("edge_padding_high", pad->edge_padding_high());
    addList("interior_padding", pad->interior_padding());
  } else if (const auto *pad = op.builtin_options_as_MirrorPadOptions()) {
    StringRef mode = tflite::EnumNameMirrorPadMode(pad->mode());
    state.addAttribute(
        "mode", builder.getStringAttr(mode.empty()
                                          ? Twine(static_cast<int>(pad->mode()))
                                          : Twine(mode)));
  } else if (const auto *call = op.builtin_options_as_CallOptions()) {
    addSubgraph("subgraph", call->subgraph());
  } else if (const auto *call = op.builtin_options_as_CallOnceOptions()) {
    addSubgraph("subgraph", call->init_subgraph_index());
  } else if (const auto *branch = op.builtin_options_as_IfOptions()) {
    addSubgraph("then_subgraph", branch->then_subgraph_index());
    addSubgraph("else_subgraph", branch->else_subgraph_index());
  } else if (const auto *loop = op.builtin_options_as_WhileOptions()) {
    addSubgraph("cond_subgraph", loop->cond_subgraph_index());
    addSubgraph("body_subgraph", loop->body_subgraph_index());
  }
}
