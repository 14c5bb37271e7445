//===- TFLiteOperators.cpp - Names and options of TFLite's operators ------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TFLiteOperators.h"
#include "ImportNames.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace mlir::pad;

/// The names in `enum BuiltinOperator` of schema.fbs, by number, up to those of
/// StableHLO, which TFLite mostly does not run.
static constexpr StringLiteral kNames[] = {
    "ADD",
    "AVERAGE_POOL_2D",
    "CONCATENATION",
    "CONV_2D",
    "DEPTHWISE_CONV_2D",
    "DEPTH_TO_SPACE",
    "DEQUANTIZE",
    "EMBEDDING_LOOKUP",
    "FLOOR",
    "FULLY_CONNECTED",
    "HASHTABLE_LOOKUP",
    "L2_NORMALIZATION",
    "L2_POOL_2D",
    "LOCAL_RESPONSE_NORMALIZATION",
    "LOGISTIC",
    "LSH_PROJECTION",
    "LSTM",
    "MAX_POOL_2D",
    "MUL",
    "RELU",
    "RELU_N1_TO_1",
    "RELU6",
    "RESHAPE",
    "RESIZE_BILINEAR",
    "RNN",
    "SOFTMAX",
    "SPACE_TO_DEPTH",
    "SVDF",
    "TANH",
    "CONCAT_EMBEDDINGS",
    "SKIP_GRAM",
    "CALL",
    "CUSTOM",
    "EMBEDDING_LOOKUP_SPARSE",
    "PAD",
    "UNIDIRECTIONAL_SEQUENCE_RNN",
    "GATHER",
    "BATCH_TO_SPACE_ND",
    "SPACE_TO_BATCH_ND",
    "TRANSPOSE",
    "MEAN",
    "SUB",
    "DIV",
    "SQUEEZE",
    "UNIDIRECTIONAL_SEQUENCE_LSTM",
    "STRIDED_SLICE",
    "BIDIRECTIONAL_SEQUENCE_RNN",
    "EXP",
    "TOPK_V2",
    "SPLIT",
    "LOG_SOFTMAX",
    "DELEGATE",
    "BIDIRECTIONAL_SEQUENCE_LSTM",
    "CAST",
    "PRELU",
    "MAXIMUM",
    "ARG_MAX",
    "MINIMUM",
    "LESS",
    "NEG",
    "PADV2",
    "GREATER",
    "GREATER_EQUAL",
    "LESS_EQUAL",
    "SELECT",
    "SLICE",
    "SIN",
    "TRANSPOSE_CONV",
    "SPARSE_TO_DENSE",
    "TILE",
    "EXPAND_DIMS",
    "EQUAL",
    "NOT_EQUAL",
    "LOG",
    "SUM",
    "SQRT",
    "RSQRT",
    "SHAPE",
    "POW",
    "ARG_MIN",
    "FAKE_QUANT",
    "REDUCE_PROD",
    "REDUCE_MAX",
    "PACK",
    "LOGICAL_OR",
    "ONE_HOT",
    "LOGICAL_AND",
    "LOGICAL_NOT",
    "UNPACK",
    "REDUCE_MIN",
    "FLOOR_DIV",
    "REDUCE_ANY",
    "SQUARE",
    "ZEROS_LIKE",
    "FILL",
    "FLOOR_MOD",
    "RANGE",
    "RESIZE_NEAREST_NEIGHBOR",
    "LEAKY_RELU",
    "SQUARED_DIFFERENCE",
    "MIRROR_PAD",
    "ABS",
    "SPLIT_V",
    "UNIQUE",
    "CEIL",
    "REVERSE_V2",
    "ADD_N",
    "GATHER_ND",
    "COS",
    "WHERE",
    "RANK",
    "ELU",
    "REVERSE_SEQUENCE",
    "MATRIX_DIAG",
    "QUANTIZE",
    "MATRIX_SET_DIAG",
    "ROUND",
    "HARD_SWISH",
    "IF",
    "WHILE",
    "NON_MAX_SUPPRESSION_V4",
    "NON_MAX_SUPPRESSION_V5",
    "SCATTER_ND",
    "SELECT_V2",
    "DENSIFY",
    "SEGMENT_SUM",
    "BATCH_MATMUL",
    "PLACEHOLDER_FOR_GREATER_OP_CODES",
    "CUMSUM",
    "CALL_ONCE",
    "BROADCAST_TO",
    "RFFT2D",
    "CONV_3D",
    "IMAG",
    "REAL",
    "COMPLEX_ABS",
    "HASHTABLE",
    "HASHTABLE_FIND",
    "HASHTABLE_IMPORT",
    "HASHTABLE_SIZE",
    "REDUCE_ALL",
    "CONV_3D_TRANSPOSE",
    "VAR_HANDLE",
    "READ_VARIABLE",
    "ASSIGN_VARIABLE",
    "BROADCAST_ARGS",
    "RANDOM_STANDARD_NORMAL",
    "BUCKETIZE",
    "RANDOM_UNIFORM",
    "MULTINOMIAL",
    "GELU",
    "DYNAMIC_UPDATE_SLICE",
    "RELU_0_TO_1",
    "UNSORTED_SEGMENT_PROD",
    "UNSORTED_SEGMENT_MAX",
    "UNSORTED_SEGMENT_SUM",
    "ATAN2",
    "UNSORTED_SEGMENT_MIN",
    "SIGN",
    "BITCAST",
    "BITWISE_XOR",
    "RIGHT_SHIFT",
};

/// The numbers of CUSTOM, and of two that come behind.
static constexpr int32_t kCustom = 32, kStablehloPad = 195, kDilate = 203;

std::string mlir::pad::getTFLiteOperatorName(const tflite::OperatorCode &code) {
  // "This field will be used when the value of the extended builtin_code field
  // has less than PLACEHOLDER_FOR_GREATER_OP_CODES": of the two, the larger.
  int32_t number = std::max<int32_t>(
      code.getNumber<int8_t>(tflite::OperatorCode::DeprecatedCode),
      code.getNumber<int32_t>(tflite::OperatorCode::BuiltinCode));
  if (number == kCustom)
    return "tflite.custom." +
           makeIdentifier(code.getText(tflite::OperatorCode::CustomCode));
  if (number >= 0 && number < static_cast<int32_t>(std::size(kNames)))
    return ("tflite." + kNames[number]).str();
  if (number == kStablehloPad)
    return "tflite.STABLEHLO_PAD";
  if (number == kDilate)
    return "tflite.DILATE";
  return "tflite.BUILTIN_" + std::to_string(number);
}

void mlir::pad::addTFLiteOptions(const tflite::Operator &op,
                                 OperationState &state) {
  Builder builder(state.getContext());
  constexpr auto options2 = tflite::Operator::Options2;
  if (op.getOptions2Type() == tflite::Options2Type::StablehloPad &&
      op.has(options2)) {
    using Lists = tflite::StablehloPadOptions;
    const auto *table = op.getTable<Lists>(options2);
    for (auto [name, field] :
         {std::pair<StringRef, unsigned>("edge_padding_low", Lists::Low),
          {"edge_padding_high", Lists::High},
          {"interior_padding", Lists::Interior}})
      state.addAttribute(name, builder.getDenseI64ArrayAttr(
                                   table->getNumbers<int64_t>(field)));
    return;
  }
  constexpr auto options = tflite::Operator::Options;
  using Type = tflite::OptionsType;
  Type type = op.getOptionsType();
  if (!op.has(options))
    return;
  if (type == Type::MirrorPad) {
    // enum MirrorPadMode.
    auto mode =
        op.getTable<tflite::MirrorPadOptions>(options)->getNumber<int8_t>(
            tflite::MirrorPadOptions::Mode);
    state.addAttribute(
        "mode", builder.getStringAttr(mode == 0   ? "REFLECT"
                                      : mode == 1 ? "SYMMETRIC"
                                                  : std::to_string(mode)));
    return;
  }
  auto addSubgraph = [&](unsigned field, StringRef name) {
    state.addAttribute(name, builder.getI64IntegerAttr(
                                 op.getTable<tflite::SubgraphOptions>(options)
                                     ->getNumber<int32_t>(field)));
  };
  using Fields = tflite::SubgraphOptions;
  if (type == Type::Call || type == Type::CallOnce)
    addSubgraph(Fields::First, "subgraph");
  if (type == Type::If) {
    addSubgraph(Fields::First, "then_subgraph");
    addSubgraph(Fields::Second, "else_subgraph");
  }
  if (type == Type::While) {
    addSubgraph(Fields::First, "cond_subgraph");
    addSubgraph(Fields::Second, "body_subgraph");
  }
}
