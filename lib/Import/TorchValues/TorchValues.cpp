//===- TorchValues.cpp - Values of the torch dialect ----------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Import/TorchValues.h"
#include "Pad/IR/ScalarConstant.h"
#include "Pad/Import/ForeignOps.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ScopedPrinter.h"
#include "llvm/Support/Threading.h"

using namespace mlir;
using namespace mlir::pad;

bool mlir::pad::isTorchType(Type type, StringRef name) {
  auto opaque = dyn_cast<OpaqueType>(type);
  return opaque && opaque.getDialectNamespace() == "torch" &&
         opaque.getTypeData() == name;
}

/// Parses a type without a diagnostic if the text is not a type.
static Type parseQuietly(StringRef text, MLIRContext *context) {
  uint64_t thread = llvm::get_threadid();
  ScopedDiagnosticHandler handler(context, [&](Diagnostic &) {
    return success(llvm::get_threadid() == thread);
  });
  size_t length = 0;
  Type type = parseType(text, context, &length);
  return type && length == text.size() ? type : Type();
}

RankedTensorType mlir::pad::getTorchTensorType(Type type) {
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return tensor;
  auto opaque = dyn_cast<OpaqueType>(type);
  if (!opaque || opaque.getDialectNamespace() != "torch")
    return {};
  StringRef text = opaque.getTypeData();
  if (!text.consume_front("vtensor<[") || !text.consume_back(">"))
    return {};
  // As MLIR spells it.
  auto [extents, element] = text.split("],");
  std::string spelled = "tensor<";
  for (StringRef extent : llvm::split(extents, ','))
    if (!extent.trim().empty())
      spelled += (extent.trim() + "x").str();
  spelled += (element.trim() + ">").str();
  auto tensor = dyn_cast_if_present<RankedTensorType>(
      parseQuietly(spelled, type.getContext()));
  return tensor && !tensor.getEncoding() &&
                 isa<IntegerType, FloatType, ComplexType>(
                     tensor.getElementType())
             ? tensor
             : RankedTensorType();
}

Type mlir::pad::getTorchType(Type type, RankedTensorType shaped) {
  auto opaque = dyn_cast<OpaqueType>(type);
  if (!opaque)
    return cast<RankedTensorType>(type).clone(shaped.getShape());
  std::string text = "vtensor<[";
  llvm::raw_string_ostream os(text);
  llvm::interleave(
      shaped.getShape(), os,
      [&](int64_t extent) {
        if (ShapedType::isDynamic(extent))
          os << "?";
        else
          os << extent;
      },
      ",");
  os << "]," << opaque.getTypeData().split("],").second;
  return OpaqueType::get(opaque.getDialectNamespace(), text);
}

RankedTensorType mlir::pad::getSignless(RankedTensorType type) {
  auto integer = dyn_cast<IntegerType>(type.getElementType());
  if (!integer)
    return type;
  return RankedTensorType::get(
      type.getShape(), IntegerType::get(type.getContext(), integer.getWidth()),
      type.getEncoding());
}

/// The op of name `torch.NAME` that defines `value`, or null.
static Operation *getTorchOp(Value value, StringRef name) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return nullptr;
  StringRef opName = op->getName().getStringRef();
  return opName.consume_front("torch.") && opName == name ? op : nullptr;
}

std::optional<SmallVector<Value>> mlir::pad::getTorchList(Value list) {
  Operation *op = getTorchOp(list, "prim.ListConstruct");
  if (!op)
    return std::nullopt;
  return SmallVector<Value>(op->getOperands());
}

std::optional<int64_t> mlir::pad::getTorchInt(Value value) {
  Operation *op = getTorchOp(value, "constant.int");
  auto number = op ? op->getAttrOfType<IntegerAttr>("value") : IntegerAttr();
  return number ? number.getValue().trySExtValue() : std::nullopt;
}

std::optional<StringRef> mlir::pad::getTorchString(Value value) {
  Operation *op = getTorchOp(value, "constant.str");
  auto text = op ? op->getAttrOfType<StringAttr>("value") : StringAttr();
  return text ? std::optional<StringRef>(text.getValue()) : std::nullopt;
}

StringRef mlir::pad::getAtenName(Operation *op) {
  StringRef name = op->getName().getStringRef();
  if (name == "torch.operator") {
    auto called = dyn_cast_if_present<StringAttr>(getAnyAttr(op, "name"));
    name = called ? called.getValue() : "";
  }
  return name.consume_front("torch.aten.") ? name : "";
}

bool mlir::pad::isTorchConstant(Operation *op) {
  StringRef name = op->getName().getStringRef();
  return name.starts_with("torch.constant.") ||
         name == "torch.prim.ListConstruct" || name == "torch.vtensor.literal";
}

bool mlir::pad::isTorchNone(Value value) {
  return getTorchOp(value, "constant.none");
}

/// The constant number that `value` is, a Python int, float or bool; null if it
/// is none.
static TypedAttr getTorchNumber(Value value) {
  for (StringRef name : {"constant.int", "constant.float", "constant.bool"})
    if (Operation *op = getTorchOp(value, name)) {
      auto number = op->getAttrOfType<TypedAttr>("value");
      return isa_and_nonnull<IntegerAttr, FloatAttr>(number) ? number
                                                             : TypedAttr();
    }
  return {};
}

bool mlir::pad::isTorchZero(Value value) {
  TypedAttr number = getTorchNumber(value);
  if (auto integer = dyn_cast_if_present<IntegerAttr>(number))
    return integer.getValue().isZero();
  auto real = dyn_cast_if_present<FloatAttr>(number);
  return real && real.getValue().isZero();
}

Value mlir::pad::createTorchList(OpBuilder &builder, Location loc,
                                 ArrayRef<int64_t> numbers) {
  auto dialect = builder.getStringAttr("torch");
  SmallVector<Value> elements;
  for (int64_t number : numbers) {
    OperationState state(loc, "torch.constant.int");
    state.addAttribute("value", builder.getI64IntegerAttr(number));
    state.addTypes(OpaqueType::get(dialect, "int"));
    elements.push_back(builder.create(state)->getResult(0));
  }
  OperationState state(loc, "torch.prim.ListConstruct");
  state.addOperands(elements);
  state.addTypes(OpaqueType::get(dialect, "list<int>"));
  return builder.create(state)->getResult(0);
}

Value mlir::pad::createTorchIndex(OpBuilder &builder, Location loc,
                                  Value value) {
  Value integer = createBridge(builder, loc, builder.getI64Type(), value);
  return arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                    integer);
}

/// `number` as one of `type`, converted through f32 if `type` is narrower, as
/// PyTorch does; null if PyTorch raises an error.
static FloatAttr convertToFloat(TypedAttr number, FloatType type) {
  const llvm::fltSemantics &semantics = type.getFloatSemantics();
  bool losesInfo;
  if (auto integer = dyn_cast<IntegerAttr>(number)) {
    APFloat real(type.isF64() ? APFloat::IEEEdouble() : APFloat::IEEEsingle());
    real.convertFromAPInt(integer.getValue(), !integer.getType().isInteger(1),
                          APFloat::rmNearestTiesToEven);
    return convertToFloat(
        FloatAttr::get(
            type.isF64() ? type : Float32Type::get(type.getContext()), real),
        type);
  }
  APFloat real = cast<FloatAttr>(number).getValue();
  APFloat largest = APFloat::getLargest(semantics);
  if (APFloat::semanticsPrecision(real.getSemantics()) <
      APFloat::semanticsPrecision(semantics))
    real.convert(semantics, APFloat::rmNearestTiesToEven, &losesInfo);
  else
    largest.convert(real.getSemantics(), APFloat::rmNearestTiesToEven,
                    &losesInfo);
  if (real.isFinite() && llvm::abs(real) > largest)
    return {};
  if (!type.isF64())
    real.convert(APFloat::IEEEsingle(), APFloat::rmNearestTiesToEven,
                 &losesInfo);
  real.convert(semantics, APFloat::rmNearestTiesToEven, &losesInfo);
  return FloatAttr::get(type, real);
}

/// `number` as one of `type`, rounded towards zero; null if PyTorch raises an
/// error. A negative number wraps round in an unsigned type.
static IntegerAttr convertToInteger(TypedAttr number, IntegerType type) {
  auto real = dyn_cast<FloatAttr>(number);
  unsigned width = type.getWidth();
  // One bit is a truth value: whatever is not zero is true.
  if (width == 1)
    return IntegerAttr::get(
        type, real ? !real.getValue().isZero()
                   : !cast<IntegerAttr>(number).getValue().isZero());
  // Wide enough for what a double or 64 bits hold, and a sign.
  llvm::APSInt least(2048, /*isUnsigned=*/false), greatest = least,
                                                  whole = least;
  if (type.isUnsigned()) {
    greatest = APInt::getLowBitsSet(2048, width);
    least = -greatest;
  } else {
    greatest = APInt::getLowBitsSet(2048, width - 1);
    least = -greatest - 1;
  }
  bool isExact = true;
  if (real) {
    if (!real.getValue().isFinite())
      return {};
    real.getValue().convertToInteger(whole, APFloat::rmTowardZero, &isExact);
    // The fraction matters, because PyTorch compares before it converts.
    bool isNegative = real.getValue().isNegative();
    if (!isExact &&
        (isNegative ? !type.isUnsigned() && whole == least : whole == greatest))
      return {};
  } else {
    const APInt &integer = cast<IntegerAttr>(number).getValue();
    whole =
        number.getType().isInteger(1) ? integer.zext(2048) : integer.sext(2048);
  }
  if (whole < least || whole > greatest)
    return {};
  return IntegerAttr::get(type, whole.trunc(width));
}

/// The constant `number` as an element of `type` by the conversion of PyTorch's
/// `fill_`; null where that raises an error.
static Attribute convertNumber(TypedAttr number, Type type) {
  if (auto floatType = dyn_cast<FloatType>(type))
    return convertToFloat(number, floatType);
  if (auto integerType = dyn_cast<IntegerType>(type))
    return convertToInteger(number, integerType);
  auto part = dyn_cast<FloatType>(cast<ComplexType>(type).getElementType());
  FloatAttr real = part ? convertToFloat(number, part) : FloatAttr();
  if (!real)
    return {};
  Builder builder(type.getContext());
  return builder.getArrayAttr({real, builder.getFloatAttr(part, 0.0)});
}

std::string mlir::pad::explainNotScalar(Value scalar, Type elementType) {
  if (TypedAttr number = getTorchNumber(scalar)) {
    if (convertNumber(number, elementType))
      return "";
    return "is " + llvm::to_string(Attribute(number)) +
           ", which PyTorch does not convert to element type " +
           llvm::to_string(elementType);
  }
  bool fits =
      isTorchType(scalar.getType(), "float")
          ? elementType.isF64() || elementType.isF32()
          : isTorchType(scalar.getType(), "int") && elementType.isInteger(64);
  if (fits)
    return "";
  return "has type " + llvm::to_string(scalar.getType()) +
         " and is not constant: of element type " +
         llvm::to_string(elementType) +
         " only a constant is taken, a run-time !torch.float of f32 and f64, "
         "and a run-time !torch.int of 64-bit integers";
}

Value mlir::pad::createTorchScalar(OpBuilder &builder, Location loc,
                                   Value scalar, Type elementType) {
  Type type = elementType;
  if (auto integer = dyn_cast<IntegerType>(type))
    type = builder.getIntegerType(integer.getWidth());
  if (TypedAttr number = getTorchNumber(scalar))
    return createScalarConstant(builder, loc, type,
                                convertNumber(number, elementType));
  if (isa<IntegerType>(type))
    return createBridge(builder, loc, type, scalar);
  Value real = createBridge(builder, loc, builder.getF64Type(), scalar);
  if (type.isF64())
    return real;
  return arith::TruncFOp::create(builder, loc, type, real);
}
