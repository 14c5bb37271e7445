//===- OnnxTypes.cpp - Types of ONNX --------------------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OnnxTypes.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/LLVMIR/LLVMTypes.h"
#include "mlir/IR/Block.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::pad;

Type mlir::pad::getOnnxElementType(MLIRContext *context, int64_t code) {
  if (code == onnx_type::String)
    return LLVM::LLVMPointerType::get(context);
  return getOnnxNumberType(context, code);
}

Type mlir::pad::getUnknownOnnxType(MLIRContext *context) {
  return OpaqueType::get(StringAttr::get(context, "onnx"), "Unknown");
}

static FailureOr<SmallVector<int64_t>>
convertShape(const onnx::TensorShapeProto &shape, EmitError emitError) {
  SmallVector<int64_t> extents;
  for (auto [axis, dim] : llvm::enumerate(shape.dim())) {
    // -1 is how some exporters write an extent that they do not know.
    int64_t extent = dim.has_dim_value() && dim.dim_value() != -1
                         ? dim.dim_value()
                         : ShapedType::kDynamic;
    if (extent < 0 && !(ShapedType::isDynamic(extent) &&
                        dim.dim_value() != ShapedType::kDynamic))
      return emitError() << "the extent of axis " << axis << " is "
                         << dim.dim_value() << ", but must not be negative";
    extents.push_back(extent);
  }
  return extents;
}

FailureOr<Type> mlir::pad::convertOnnxType(MLIRContext *context,
                                           const onnx::TypeProto &type,
                                           EmitError emitError) {
  const onnx::TypeProto::Tensor &tensor = type.tensor_type();
  if (!type.has_tensor_type() || tensor.elem_type() == onnx_type::Undefined)
    return getUnknownOnnxType(context);
  Type element = getOnnxElementType(context, tensor.elem_type());
  if (!element)
    return emitError() << "the element type " << tensor.elem_type()
                       << " is none of ONNX, which has 1 to 26";
  if (!tensor.has_shape())
    return Type(UnrankedTensorType::get(element));
  FailureOr<SmallVector<int64_t>> extents =
      convertShape(tensor.shape(), emitError);
  if (failed(extents))
    return failure();
  return Type(RankedTensorType::get(*extents, element));
}

// Pads need the element type of what they pad, and exporters often write none
// for the values inside of a model. It follows from the operators. Shapes are
// derived here only if they are those of an operand.

/// Where element types come from, and the operators of which they do: the
/// number of an operand; `same`, which is operand 0, whose shape is that of the
/// result too; `point`, the zero point of the result; `to` or `dtype`, an
/// attribute; `region`, what the first region returns; or a type of MLIR.
using SourceEntry = std::pair<StringLiteral, StringLiteral>;

/// Where the element type of the first result comes from, in every version that
/// has the operator.
static constexpr SourceEntry kFirstSources[] = {
    {"same",
     "Abs Acos Acosh Asin Asinh Atan Atanh BatchNormalization BitwiseNot Ceil "
     "Celu Clip Cos Cosh CumSum Dropout Elu Erf Exp Floor Gelu "
     "GroupNormalization HardSigmoid HardSwish Hardmax Identity "
     "InstanceNormalization LRN LayerNormalization LeakyRelu Log LogSoftmax "
     "LpNormalization MeanVarianceNormalization Mish Neg Not Reciprocal Relu "
     "ReverseSequence Round Selu Shrink Sigmoid Sign Sin Sinh Softmax "
     "Softplus Softsign Sqrt Swish Tan Tanh ThresholdedRelu Trilu"},
    {"0",
     "Add AveragePool BitShift BitwiseAnd BitwiseOr BitwiseXor CenterCropPad "
     "Col2Im Compress Concat Conv ConvTranspose DeformConv DepthToSpace Det "
     "Div Einsum Expand Flatten GRU Gather GatherElements GatherND Gemm "
     "GlobalAveragePool GlobalLpPool GlobalMaxPool GridSample LSTM LpPool "
     "MatMul Max MaxPool MaxRoiPool MaxUnpool Mean Min Mod Mul PRelu Pad Pow "
     "RNN Range ReduceL1 ReduceL2 ReduceLogSum ReduceLogSumExp ReduceMax "
     "ReduceMean ReduceMin ReduceProd ReduceSum ReduceSumSquare Reshape "
     "Resize RoiAlign Scatter ScatterElements ScatterND Slice SpaceToDepth "
     "Split Squeeze Sub Sum Tile TopK Transpose Unique Unsqueeze Upsample"},
    {"1", "CastLike DequantizeLinear Where"},
    {"2", "OneHot"},
    {"point", "QLinearConv QLinearMatMul QuantizeLinear"},
    {"to", "Cast"},
    {"dtype", "RandomNormal RandomUniform EyeLike"},
    {"region", "If Loop Scan"},
    {"i1",
     "And Equal Greater GreaterOrEqual IsInf IsNaN Less LessOrEqual Or Xor"},
    {"i32", "ConvInteger MatMulInteger"},
    {"i64", "ArgMax ArgMin NonMaxSuppression NonZero Shape Size"},
    {"f32", "TfIdfVectorizer"}};

/// Where that of another result comes from.
static constexpr SourceEntry kLaterSources[] = {{"0", "GRU LSTM RNN Split"},
                                                {"region", "If Loop Scan"},
                                                {"i64", "MaxPool TopK Unique"}};

/// The source that `table` has for operator `type`; empty if it has none.
static StringRef getSource(ArrayRef<SourceEntry> table, StringRef type) {
  for (const auto &[source, types] : table)
    if (llvm::is_contained(llvm::split(types, ' '), type))
      return source;
  return "";
}

static Type getOperandType(const OperationState &state, unsigned index) {
  return index < state.operands.size() ? state.operands[index].getType()
                                       : Type();
}

static Type getElementType(Type type) {
  auto tensor = dyn_cast_or_null<TensorType>(type);
  return tensor ? tensor.getElementType() : Type();
}

/// The element type of the number in attribute `name`; `otherwise` without it.
static Type getAttributeType(const OperationState &state, StringRef name,
                             Type otherwise) {
  Attribute code = state.attributes.get(name);
  if (!code)
    return otherwise;
  auto integer = dyn_cast<IntegerAttr>(code);
  return integer ? getOnnxElementType(state.getContext(), integer.getInt())
                 : Type();
}

/// The value that the first region of `state` returns for result `index` of
/// operator `type`.
static Type getReturnedType(const OperationState &state, StringRef type,
                            unsigned index) {
  if (state.regions.empty() || state.regions.front()->empty())
    return nullptr;
  // The first value that the body of a loop returns says whether the loop goes
  // on.
  unsigned position = index + (type == "Loop");
  Operation &end = state.regions.front()->front().back();
  if (position >= end.getNumOperands())
    return nullptr;
  Type returned = end.getOperand(position).getType();
  Type element = getElementType(returned);
  // Branches may return different shapes, and loops stack the values that they
  // return.
  return element ? UnrankedTensorType::get(element) : Type();
}

static Type inferElementType(const OperationState &state, StringRef source) {
  Builder builder(state.getContext());
  unsigned operand;
  if (!source.getAsInteger(/*Radix=*/10, operand))
    return getElementType(getOperandType(state, operand));
  Type first = getElementType(getOperandType(state, 0));
  if (source == "same")
    return first;
  if (source == "point") {
    // Without a zero point, results are bytes.
    unsigned last = state.name.getStringRef() == "onnx.QuantizeLinear" ? 2 : 7;
    if (Type zeroPoint = getElementType(getOperandType(state, last)))
      return zeroPoint;
    return getAttributeType(state, "output_dtype",
                            builder.getIntegerType(8, /*isSigned=*/false));
  }
  if (source == "to")
    return getAttributeType(state, "to", Type());
  if (source == "dtype")
    return getAttributeType(state, "dtype",
                            first ? first : Type(builder.getF32Type()));
  return source.empty() ? Type() : parseType(source, state.getContext());
}

Type mlir::pad::inferOnnxType(const OperationState &state, StringRef type,
                              unsigned index) {
  Type unknown = getUnknownOnnxType(state.getContext());
  StringRef source =
      getSource(index == 0 ? ArrayRef(kFirstSources) : kLaterSources, type);
  if (source == "region") {
    Type returned = getReturnedType(state, type, index);
    return returned ? returned : unknown;
  }
  if (type == "ConstantOfShape") {
    auto value = dyn_cast_or_null<ElementsAttr>(state.attributes.get("value"));
    Type element = value ? value.getElementType()
                         : Type(Float32Type::get(state.getContext()));
    return UnrankedTensorType::get(element);
  }
  if (source == "same" && isa_and_nonnull<TensorType>(getOperandType(state, 0)))
    return getOperandType(state, 0);
  Type element = inferElementType(state, source);
  if (type == "DequantizeLinear")
    element = getAttributeType(state, "output_dtype", element);
  if (!element)
    return unknown;
  auto operand = dyn_cast_or_null<RankedTensorType>(getOperandType(state, 0));
  if (type == "Shape" && operand && !state.attributes.get("start") &&
      !state.attributes.get("end"))
    return RankedTensorType::get(operand.getRank(), element);
  bool isElementwise = type == "Cast" || type == "CastLike" ||
                       type == "DequantizeLinear" || type == "QuantizeLinear";
  if (isElementwise && operand)
    return RankedTensorType::get(operand.getShape(), element);
  return UnrankedTensorType::get(element);
}

Type mlir::pad::mergeOnnxTypes(Type declared, Type inferred) {
  if (!declared || declared == getUnknownOnnxType(declared.getContext()))
    return inferred;
  auto ranked = dyn_cast<RankedTensorType>(inferred);
  if (isa<UnrankedTensorType>(declared) && ranked &&
      ranked.getElementType() == getElementType(declared))
    return ranked;
  return declared;
}
