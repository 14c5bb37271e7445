//===- CWrappers.cpp - C functions around lowered ones --------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/CInterface/CInterface.h"
#include "Pad/CInterface/CTypes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/Verifier.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace mlir::pad;

namespace {
/// Emits the C functions of one lowered function.
class WrapperBuilder {
public:
  WrapperBuilder(ModuleOp module, const CFunction &described,
                 LLVM::LLVMFuncOp implementation, LLVM::LLVMFuncOp shape)
      : described(described), implementation(implementation), shape(shape),
        builder(OpBuilder::atBlockEnd(module.getBody())),
        loc(implementation.getLoc()), i64(builder.getI64Type()),
        pointer(LLVM::LLVMPointerType::get(module.getContext())) {}

  /// `void NAME(...)`.
  LogicalResult emitFunction();
  /// `void NAME_shape(..., int64_t *result_shape)`.
  void emitShapeFunction();

private:
  /// Starts a C function with the parameters that `include` accepts, and notes
  /// their values.
  LLVM::LLVMFuncOp beginFunction(StringRef name,
                                 function_ref<bool(const CParameter &)> include,
                                 ArrayRef<Type> more = {});
  /// The value of a parameter.
  Value get(CParameterRole role, unsigned number, int64_t axis = 0) const {
    return values.lookup({static_cast<int>(role), number, axis});
  }
  Value constant(int64_t value) {
    return LLVM::ConstantOp::create(builder, loc, i64,
                                    builder.getI64IntegerAttr(value));
  }
  /// Type by which C passes a parameter.
  Type getParameterType(const CParameter &parameter) const;
  /// The scalar argument `number` as `type`, the one the lowered function has.
  Value emitScalar(unsigned number, Type type);
  /// Appends the descriptor of a shaped argument.
  void appendArgument(unsigned number, ShapedType type,
                      SmallVectorImpl<Value> &operands);
  /// Appends the descriptor of a tensor result; its dynamic extents are taken
  /// from `extents`.
  void appendResult(unsigned number, RankedTensorType type,
                    ArrayRef<Value> &extents, SmallVectorImpl<Value> &operands);
  void appendDescriptor(Value data, Value offset, ArrayRef<Value> sizes,
                        ArrayRef<Value> strides,
                        SmallVectorImpl<Value> &operands);
  /// Strides of a dense, row-major array.
  SmallVector<Value> emitDenseStrides(ArrayRef<Value> sizes);
  /// The dynamic extents of the tensor results.
  SmallVector<Value> emitResultExtents();
  /// The `count` values that `call` returns.
  SmallVector<Value> unpack(LLVM::CallOp call, size_t count);

  const CFunction &described;
  LLVM::LLVMFuncOp implementation, shape;
  OpBuilder builder;
  Location loc;
  Type i64, pointer;
  DenseMap<std::tuple<int, unsigned, int64_t>, Value> values;
};
} // namespace

Type WrapperBuilder::getParameterType(const CParameter &parameter) const {
  switch (parameter.role) {
  case CParameterRole::Data:
  case CParameterRole::Result:
    return pointer;
  case CParameterRole::Extent:
  case CParameterRole::Stride:
    return i64;
  case CParameterRole::Scalar:
    break;
  }
  Type type = parameter.type;
  CType cType = *getCType(type);
  if (cType.count > 1 || isa<LLVM::LLVMPointerType>(type))
    return pointer;
  if (type.isF32() || type.isF64())
    return type;
  return IntegerType::get(type.getContext(), cType.bits);
}

LLVM::LLVMFuncOp
WrapperBuilder::beginFunction(StringRef name,
                              function_ref<bool(const CParameter &)> include,
                              ArrayRef<Type> more) {
  SmallVector<Type> types;
  for (const CParameter &parameter : described.parameters)
    if (include(parameter))
      types.push_back(getParameterType(parameter));
  llvm::append_range(types, more);
  Type none = LLVM::LLVMVoidType::get(builder.getContext());
  auto function = LLVM::LLVMFuncOp::create(
      builder, loc, name, LLVM::LLVMFunctionType::get(none, types));
  Block *entry = function.addEntryBlock(builder);
  builder.setInsertionPointToStart(entry);
  values.clear();
  unsigned next = 0;
  // Results overlap nothing. An argument may overlap a memref that is written,
  // as its interior. Where none is, arguments may only overlap each other,
  // which `noalias` allows what is only read. LLVM's schedulers take time
  // quadratic in a block's loads of pointers without it.
  bool writesArgument =
      llvm::any_of(described.parameters, [](const CParameter &parameter) {
        return parameter.role == CParameterRole::Data && !parameter.readOnly;
      });
  for (const CParameter &parameter : described.parameters) {
    if (!include(parameter))
      continue;
    if (parameter.role == CParameterRole::Result ||
        (parameter.role == CParameterRole::Data && !writesArgument))
      function.setArgAttr(next, LLVM::LLVMDialect::getNoAliasAttrName(),
                          builder.getUnitAttr());
    if (parameter.role == CParameterRole::Data && parameter.readOnly)
      function.setArgAttr(next, LLVM::LLVMDialect::getReadonlyAttrName(),
                          builder.getUnitAttr());
    values[{static_cast<int>(parameter.role), parameter.number,
            parameter.axis}] = entry->getArgument(next++);
  }
  return function;
}

Value WrapperBuilder::emitScalar(unsigned number, Type type) {
  Value value = get(CParameterRole::Scalar, number);
  if (value.getType() == type)
    return value;
  if (isa<LLVM::LLVMStructType>(type))
    return LLVM::LoadOp::create(builder, loc, type, value, /*alignment=*/1);
  unsigned width = type.getIntOrFloatBitWidth();
  if (width < value.getType().getIntOrFloatBitWidth())
    value = LLVM::TruncOp::create(
        builder, loc, IntegerType::get(builder.getContext(), width), value);
  if (value.getType() == type)
    return value;
  return LLVM::BitcastOp::create(builder, loc, type, value);
}

SmallVector<Value> WrapperBuilder::emitDenseStrides(ArrayRef<Value> sizes) {
  SmallVector<Value> strides(sizes.size());
  Value stride = constant(1);
  for (size_t axis = sizes.size(); axis-- > 0;) {
    strides[axis] = stride;
    if (axis > 0)
      stride = LLVM::MulOp::create(builder, loc, stride, sizes[axis]);
  }
  return strides;
}

void WrapperBuilder::appendDescriptor(Value data, Value offset,
                                      ArrayRef<Value> sizes,
                                      ArrayRef<Value> strides,
                                      SmallVectorImpl<Value> &operands) {
  operands.append({data, data, offset});
  operands.append(sizes.begin(), sizes.end());
  operands.append(strides.begin(), strides.end());
}

void WrapperBuilder::appendArgument(unsigned number, ShapedType type,
                                    SmallVectorImpl<Value> &operands) {
  SmallVector<Value> sizes;
  for (auto [axis, extent] : llvm::enumerate(type.getShape()))
    sizes.push_back(ShapedType::isDynamic(extent)
                        ? get(CParameterRole::Extent, number, axis)
                        : constant(extent));
  Value data = get(CParameterRole::Data, number);
  auto memref = dyn_cast<MemRefType>(type);
  if (!memref || memref.getLayout().isIdentity()) {
    appendDescriptor(data, constant(0), sizes, emitDenseStrides(sizes),
                     operands);
    return;
  }
  auto [staticStrides, offset] = memref.getStridesAndOffset();
  SmallVector<Value> strides;
  for (auto [axis, stride] : llvm::enumerate(staticStrides))
    strides.push_back(ShapedType::isDynamic(stride)
                          ? get(CParameterRole::Stride, number, axis)
                          : constant(stride));
  // The pointer is to element [0, ..., 0]; the lowered function adds the offset
  // that the type states.
  if (ShapedType::isDynamic(offset))
    offset = 0;
  if (offset != 0) {
    CType element = *getCType(type.getElementType());
    int64_t bytes = element.count * element.bits / 8;
    data = LLVM::GEPOp::create(
        builder, loc, pointer, builder.getI8Type(), data,
        ArrayRef<LLVM::GEPArg>{LLVM::GEPArg(constant(-offset * bytes))});
  }
  appendDescriptor(data, constant(offset), sizes, strides, operands);
}

void WrapperBuilder::appendResult(unsigned number, RankedTensorType type,
                                  ArrayRef<Value> &extents,
                                  SmallVectorImpl<Value> &operands) {
  SmallVector<Value> sizes;
  for (int64_t extent : type.getShape()) {
    if (ShapedType::isStatic(extent)) {
      sizes.push_back(constant(extent));
      continue;
    }
    sizes.push_back(extents.front());
    extents = extents.drop_front();
  }
  appendDescriptor(get(CParameterRole::Result, number), constant(0), sizes,
                   emitDenseStrides(sizes), operands);
}

SmallVector<Value> WrapperBuilder::unpack(LLVM::CallOp call, size_t count) {
  if (count == 0)
    return {};
  Value packed = call.getResult();
  if (count == 1)
    return {packed};
  SmallVector<Value> parts;
  for (size_t i = 0; i < count; ++i)
    parts.push_back(LLVM::ExtractValueOp::create(builder, loc, packed, i));
  return parts;
}

SmallVector<Value> WrapperBuilder::emitResultExtents() {
  if (!described.hasShapeFunction)
    return {};
  SmallVector<Value> operands;
  for (const CParameter &parameter : described.parameters) {
    if (parameter.decidesExtents)
      appendArgument(parameter.number,
                     cast<ShapedType>(described.arguments[parameter.number]),
                     operands);
    else if (parameter.role == CParameterRole::Extent)
      operands.push_back(
          get(CParameterRole::Extent, parameter.number, parameter.axis));
    else if (parameter.role == CParameterRole::Scalar)
      operands.push_back(
          emitScalar(parameter.number,
                     shape.getFunctionType().getParamType(operands.size())));
  }
  size_t count = 0;
  for (Type result : described.results)
    if (auto tensor = dyn_cast<RankedTensorType>(result))
      count += tensor.getNumDynamicDims();
  return unpack(LLVM::CallOp::create(builder, loc, shape, operands), count);
}

LogicalResult WrapperBuilder::emitFunction() {
  LLVM::LLVMFuncOp wrapper =
      beginFunction(described.name, [](const CParameter &) { return true; });
  SmallVector<Value> operands;
  LLVM::LLVMFunctionType type = implementation.getFunctionType();
  for (auto [number, argument] : llvm::enumerate(described.arguments)) {
    if (isa<RankedTensorType, MemRefType>(argument))
      appendArgument(number, cast<ShapedType>(argument), operands);
    else if (operands.size() < type.getNumParams())
      operands.push_back(
          emitScalar(number, type.getParamType(operands.size())));
  }
  SmallVector<Value> extentValues = emitResultExtents();
  ArrayRef<Value> extents = extentValues;
  for (auto [number, result] : llvm::enumerate(described.results))
    if (auto tensor = dyn_cast<RankedTensorType>(result))
      appendResult(number, tensor, extents, operands);
  if (ValueRange(operands).getTypes() != TypeRange(type.getParams()))
    return implementation.emitError()
           << "'@" << described.name << "' was lowered to " << type
           << ", which its plain C signature does not match";

  size_t scalars = llvm::count_if(described.results, [](Type result) {
    return !isa<RankedTensorType>(result);
  });
  SmallVector<Value> returned = unpack(
      LLVM::CallOp::create(builder, loc, implementation, operands), scalars);
  auto *next = returned.begin();
  for (auto [number, result] : llvm::enumerate(described.results)) {
    if (isa<RankedTensorType>(result))
      continue;
    Value value = *next++;
    // A byte holds an integer of fewer bits; its high bits are zero.
    if (auto integer = dyn_cast<IntegerType>(value.getType());
        integer && integer.getWidth() < 8)
      value = LLVM::ZExtOp::create(builder, loc, builder.getI8Type(), value);
    LLVM::StoreOp::create(builder, loc, value,
                          get(CParameterRole::Result, number), /*alignment=*/1);
  }
  LLVM::ReturnOp::create(builder, loc, ValueRange());
  builder.setInsertionPointAfter(wrapper);
  return success();
}

void WrapperBuilder::emitShapeFunction() {
  LLVM::LLVMFuncOp function = beginFunction(
      getShapeFunctionName(described.name),
      [](const CParameter &parameter) { return parameter.isInShape(); },
      pointer);
  Value destination = function.getBody().front().getArguments().back();
  SmallVector<Value> extentValues = emitResultExtents();
  auto *next = extentValues.begin();
  int32_t position = 0;
  for (Type result : described.results) {
    auto tensor = dyn_cast<RankedTensorType>(result);
    if (!tensor)
      continue;
    for (int64_t extent : tensor.getShape()) {
      Value value = ShapedType::isDynamic(extent) ? *next++ : constant(extent);
      Value address =
          LLVM::GEPOp::create(builder, loc, pointer, i64, destination,
                              ArrayRef<LLVM::GEPArg>{position++});
      LLVM::StoreOp::create(builder, loc, value, address);
    }
  }
  LLVM::ReturnOp::create(builder, loc, ValueRange());
  builder.setInsertionPointAfter(function);
}

/// Makes symbols internal that other object files need not see.
static void hide(LLVM::LLVMFuncOp function) {
  function.setLinkage(LLVM::Linkage::Internal);
}

/// Renames each of `functions` to `NAME.impl`, and their uses, in one walk. A
/// function without uses is called only by its wrapper; it is inlined before it
/// is optimized, because it would otherwise be optimized twice, unless it has
/// LLVM's own attributes, which may say that it must not be.
static void renameImplementations(ArrayRef<LLVM::LLVMFuncOp> functions,
                                  ModuleOp module) {
  DenseMap<StringAttr, FlatSymbolRefAttr> renamed;
  for (LLVM::LLVMFuncOp function : functions) {
    StringAttr name = function.getSymNameAttr();
    auto target = StringAttr::get(name.getContext(), name.strref() + ".impl");
    renamed[name] = FlatSymbolRefAttr::get(target);
    function.setSymNameAttr(target);
  }
  llvm::SmallPtrSet<Attribute, 4> used;
  AttrTypeReplacer replacer;
  replacer.addReplacement(
      [&](FlatSymbolRefAttr use) -> std::optional<Attribute> {
        FlatSymbolRefAttr target = renamed.lookup(use.getAttr());
        if (!target)
          return std::nullopt;
        used.insert(target.getAttr());
        return target;
      });
  replacer.recursivelyReplaceElementsIn(module);
  for (LLVM::LLVMFuncOp function : functions)
    if (!used.contains(function.getSymNameAttr()) && !function.getPassthrough())
      function.setAlwaysInline(true);
}

LogicalResult mlir::pad::emitCWrappers(ModuleOp module,
                                       ArrayRef<CFunction> functions) {
  for (auto function : module.getOps<LLVM::LLVMFuncOp>())
    if (function.isPrivate() && !function.isExternal())
      hide(function);
  SymbolTable symbols(module);
  SmallVector<LLVM::LLVMFuncOp> implementations;
  for (const CFunction &described : functions) {
    auto implementation = symbols.lookup<LLVM::LLVMFuncOp>(described.name);
    hide(implementation);
    implementations.push_back(implementation);
  }
  renameImplementations(implementations, module);
  for (auto [described, implementation] :
       llvm::zip_equal(functions, implementations)) {
    WrapperBuilder builder(
        module, described, implementation,
        symbols.lookup<LLVM::LLVMFuncOp>(described.name + ".shape"));
    if (failed(builder.emitFunction()))
      return failure();
    if (described.hasShapeFunction)
      builder.emitShapeFunction();
  }
  return verify(module);
}
