//===- VerifyPadLowerable.cpp - Refusal of what cannot be lowered ---------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/PaddingValue.h"
#include "Pad/Transforms/Lowerability.h"
#include "Pad/Transforms/Passes.h"
#include "mlir/Analysis/DataFlow/IntegerRangeAnalysis.h"
#include "mlir/Analysis/DataFlow/Utils.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/RegionKindInterface.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/ScopedPrinter.h"

namespace mlir::pad {
#define GEN_PASS_DEF_VERIFYPADLOWERABLE
#include "Pad/Transforms/Passes.h.inc"
} // namespace mlir::pad

using namespace mlir;
using namespace mlir::pad;

/// The largest element, in bytes: that of LLVM's widest integer type, which has
/// 2^23 bits.
static constexpr int64_t kLargestElement = 1 << 20;

/// The bytes of `extents` elements of type `type`, if they fit.
static std::optional<int64_t> getBytes(Type type, ArrayRef<int64_t> extents) {
  SmallVector<int64_t> factors(extents);
  factors.push_back(getElementBytes(type).value_or(ShapedType::kDynamic));
  return multiplyExtents(factors);
}

std::optional<int64_t> mlir::pad::getElementBytes(Type type) {
  if (auto complexType = dyn_cast<ComplexType>(type))
    return getBytes(complexType.getElementType(), 2);
  if (auto vector = dyn_cast<VectorType>(type))
    return getBytes(vector.getElementType(), vector.getShape());
  if (auto quantized = dyn_cast<quant::QuantizedType>(type);
      quantized && quantized.getStorageType())
    return getElementBytes(quantized.getStorageType());
  if (type.isIntOrFloat())
    return llvm::PowerOf2Ceil(std::max<int64_t>(
        llvm::divideCeil(type.getIntOrFloatBitWidth(), 8), 1));
  return 8;
}

/// Whether a buffer of the static extents of `type` may exceed the address
/// space.
static bool exceedsAddressSpace(ShapedType type) {
  // An empty axis makes an empty buffer, but its strides are products all the
  // same.
  SmallVector<int64_t> extents;
  for (int64_t extent : type.getShape())
    if (ShapedType::isStatic(extent))
      extents.push_back(std::max<int64_t>(extent, 1));
  return !getBytes(type.getElementType(), extents);
}

/// Whether `type` is or holds a type for which `holds` is true.
template <typename TypeT>
static bool holdsType(Type type, llvm::function_ref<bool(TypeT)> holds) {
  return type
      .walk([&](TypeT inner) {
        return holds(inner) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Whether `type` is or holds a type of float that LLVM does not have.
static bool holdsTF32(Type type) {
  return holdsType<FloatTF32Type>(type, [](FloatTF32Type) { return true; });
}

/// Why an element of `type` cannot be held in memory; empty if it can.
static std::string explainElementType(Type type) {
  if (auto vector = dyn_cast<VectorType>(type); vector && vector.isScalable())
    return "element type " + llvm::to_string(type) +
           " has no size at compile time; use fixed-size vectors";
  if (auto quantized = dyn_cast<quant::QuantizedType>(type)) {
    if (!quantized.getStorageType())
      return "element type " + llvm::to_string(type) +
             " has no storage type; quantize it first";
    if (isa<quant::UniformQuantizedSubChannelType>(type))
      return "element type " + llvm::to_string(type) +
             " has a scale for each block; pad its storage type between two "
             "quant.scast";
  } else if (!isa<IntegerType, FloatType, IndexType, ComplexType, VectorType,
                  LLVM::LLVMPointerType>(type)) {
    return "element type " + llvm::to_string(type) +
           " has no memory representation here; convert it to an integer, "
           "float, complex or !llvm.ptr type first";
  }
  if (holdsType<IntegerType>(
          type, [](IntegerType integer) { return integer.getWidth() == 0; }))
    return "element type " + llvm::to_string(type) +
           " has no bits, and LLVM has no such type; use i1 or wider";
  if (holdsTF32(type))
    return "element type " + llvm::to_string(type) +
           " has no LLVM type; pad it as f32, which holds all of its values";
  std::optional<int64_t> bytes = getElementBytes(type);
  if (!bytes || *bytes > kLargestElement)
    return "element type " + llvm::to_string(type) +
           " exceeds 2^23 bits, the most that LLVM takes for one value; make "
           "an axis of its parts";
  return "";
}

/// Why the size of a buffer that the result of `op` may need, with elements of
/// `type`, is not known; empty if it is. Upstream computes the bytes of static
/// buffers by the data layout of the module, or else by LLVM's default one,
/// where integers of more than 64 bits are aligned to 4 bytes; targets align
/// them to 16.
static std::string explainUnknownSize(PadOpInterface op, Type type) {
  auto complexType = dyn_cast<ComplexType>(type);
  auto integer =
      dyn_cast<IntegerType>(complexType ? complexType.getElementType() : type);
  auto module = op->getParentOfType<ModuleOp>();
  int64_t bytes = integer ? llvm::divideCeil(integer.getWidth(), 8) : 0;
  if (isa<MemRefType>(op.getPaddedType()) || bytes <= 8 ||
      llvm::alignTo(bytes, 4) == llvm::alignTo(bytes, 16) ||
      (module && module->hasAttr(LLVM::LLVMDialect::getDataLayoutAttrName())))
    return "";
  return "element type " + llvm::to_string(type) +
         " takes as many bytes as the data layout of the target says; give the "
         "module the attribute llvm.data_layout, as padc does, or extend the "
         "elements to a multiple of 128 bits";
}

/// Why `op` has no padding value although it may need one; empty if it has.
static std::string explainNoValue(PadOpInterface op) {
  Type type = op.getSourceType().getElementType();
  if (mayReadPaddingValue(op) && !op.getValue() &&
      !hasDefaultPaddingValue(type))
    return "element type " + llvm::to_string(type) +
           (isa<quant::QuantizedType>(type) ? " has no single zero point"
                                            : " has no zero") +
           " to pad with, and an element may need one; give value(...), or "
           "static non-empty extents in a mode other than constant (C3)";
  return "";
}

/// Whether `space`, null for the default, becomes an address space of LLVM.
static bool isAddressSpace(Attribute space) {
  auto number = dyn_cast_or_null<IntegerAttr>(space);
  return !space || (number && number.getValue().isIntN(24));
}

/// Why a tensor or memref of `type` cannot be a buffer; empty if it can.
static std::string explainBuffer(ShapedType type) {
  if (auto tensor = dyn_cast<RankedTensorType>(type);
      tensor && tensor.getEncoding())
    return "type " + llvm::to_string(type) +
           " has an encoding; convert it to a dense tensor first";
  if (auto memref = dyn_cast<MemRefType>(type); memref && !memref.isStrided())
    return "type " + llvm::to_string(type) +
           " has a layout without strides; normalize it first "
           "(-normalize-memrefs)";
  if (auto memref = dyn_cast<MemRefType>(type);
      memref && !isAddressSpace(memref.getMemorySpace()))
    return "type " + llvm::to_string(type) +
           " has a memory space that is not a number of LLVM's address "
           "spaces, 0 to 16777215; map it to one first";
  if (exceedsAddressSpace(type))
    return "a buffer of type " + llvm::to_string(type) +
           " exceeds the address space of 2^63 bytes; reduce its extents "
           "(C7)";
  return "";
}

/// The first reason of an element type and of buffers.
static std::string explainBuffers(ArrayRef<ShapedType> types) {
  std::string reason = explainElementType(types.front().getElementType());
  for (ShapedType type : types)
    if (reason.empty())
      reason = explainBuffer(type);
  return reason;
}

std::string mlir::pad::explainNotLowerable(PadOpInterface op) {
  Type type = op.getSourceType().getElementType();
  std::string reason = explainElementType(type);
  if (reason.empty())
    reason = explainUnknownSize(op, type);
  if (reason.empty())
    reason = explainNoValue(op);
  return reason.empty()
             ? explainBuffers({op.getSourceType(), op.getPaddedType()})
             : reason;
}

std::string mlir::pad::explainNotLowerable(AdjointOpInterface op) {
  Type type = op.getGradientType().getElementType();
  if (!hasNativeSum(type))
    return "element type " + llvm::to_string(type) +
           " is not added by the processors that this lowers for; convert the "
           "gradient to f16, bf16, f32 or f64 first (A3)";
  SmallVector<ShapedType> types{op.getGradientType()};
  for (Value value : op->getResults())
    if (auto shaped = dyn_cast<ShapedType>(value.getType()))
      types.push_back(shaped);
  if (auto into = dyn_cast<AdjointIntoOp>(op.getOperation()))
    types.push_back(cast<ShapedType>(into.getInit().getType()));
  return explainBuffers(types);
}

/// Which type of `op` LLVM does not have; empty if there is none. Upstream
/// makes structs of null types of complex numbers of such.
static std::string explainTypes(Operation *op) {
  SmallVector<Type> types(op->getResultTypes());
  if (auto function = dyn_cast<FunctionOpInterface>(op))
    types.push_back(function.getFunctionType());
  for (Type type : types)
    if (holdsTF32(type))
      return "LLVM has no tf32, which is in " + llvm::to_string(type) +
             "; use f32, which holds all of its values";
  return "";
}

/// Why upstream must not lower `op`, whose fill and copy leave the result where
/// a pad is negative; empty if none can be, by the ranges that `solver` knows.
static std::string explainCrop(tensor::PadOp op, DataFlowSolver &solver) {
  for (auto [name, pads] : {std::pair("low", op.getMixedLowPad()),
                            std::pair("high", op.getMixedHighPad())})
    for (auto [axis, pad] : llvm::enumerate(pads)) {
      std::optional<int64_t> number = getConstantIntValue(pad);
      if (number ? *number >= 0
                 : succeeded(dataflow::staticallyNonNegative(solver,
                                                             cast<Value>(pad))))
        continue;
      return llvm::formatv(
          "{0}[{1}] is {2}, and upstream's lowering of tensor.pad writes "
          "outside of the result where a pad is negative; make it a pad.pad "
          "(option 'import', or --convert-tensor-to-pad before any other pass)",
          name, axis,
          number ? std::to_string(*number)
                 : "known only at run time and may be negative");
    }
  return "";
}

/// Why `op` has no place in the code of a function; empty if it has one. An op
/// of a graph region may be its own source: upstream would add up the pads of
/// its extent for ever.
static std::string explainRegion(Operation *op) {
  if (mayHaveSSADominance(*op->getParentRegion()))
    return "";
  return "the ops of '" + op->getParentOp()->getName().getStringRef().str() +
         "' have no order, so that its source may depend on its result; put it "
         "into a function";
}

namespace {
struct VerifyPadLowerable
    : pad::impl::VerifyPadLowerableBase<VerifyPadLowerable> {
  void runOnOperation() override {
    bool isRefused = false;
    auto refuse = [&](Operation *op, const std::string &reason) {
      if (reason.empty())
        return;
      op->emitOpError() << "cannot be lowered: " << reason;
      isRefused = true;
      signalPassFailure();
    };
    SmallVector<tensor::PadOp> upstreamPads;
    getOperation()->walk([&](Operation *op) {
      if (isa<PadOpInterface, AdjointOpInterface>(op))
        refuse(op, explainRegion(op));
      if (auto pad = dyn_cast<PadOpInterface>(op))
        refuse(op, explainNotLowerable(pad));
      else if (auto adjoint = dyn_cast<AdjointOpInterface>(op))
        refuse(op, explainNotLowerable(adjoint));
      else if (auto pad = dyn_cast<tensor::PadOp>(op))
        upstreamPads.push_back(pad);
    });
    // A pad says more than the function that it is in.
    getOperation()->walk([&](Operation *op) {
      if (!isRefused)
        refuse(op, explainTypes(op));
    });
    if (upstreamPads.empty())
      return markAllAnalysesPreserved();
    DataFlowSolver ranges;
    dataflow::loadBaselineAnalyses(ranges);
    ranges.load<dataflow::IntegerRangeAnalysis>();
    if (failed(ranges.initializeAndRun(getOperation())))
      return signalPassFailure();
    for (tensor::PadOp pad : upstreamPads)
      refuse(pad, explainCrop(pad, ranges));
    markAllAnalysesPreserved();
  }
};
} // namespace
