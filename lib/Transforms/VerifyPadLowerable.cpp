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
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::pad {
#define GEN_PASS_DEF_VERIFYPADLOWERABLE
#include "Pad/Transforms/Passes.h.inc"
} // namespace mlir::pad

using namespace mlir;
using namespace mlir::pad;

/// Prints `type` into a string.
static std::string print(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

int64_t mlir::pad::getElementBytes(Type type) {
  if (auto complexType = dyn_cast<ComplexType>(type))
    return 2 * getElementBytes(complexType.getElementType());
  if (auto vector = dyn_cast<VectorType>(type))
    return vector.getNumElements() * getElementBytes(vector.getElementType());
  if (auto quantized = dyn_cast<quant::QuantizedType>(type))
    return getElementBytes(quantized.getStorageType());
  if (type.isIntOrFloat())
    return llvm::PowerOf2Ceil(
        llvm::divideCeil(type.getIntOrFloatBitWidth(), 8));
  return 8;
}

/// Whether a buffer of the static extents of `type` may exceed the address
/// space.
static bool exceedsAddressSpace(ShapedType type) {
  int64_t bytes = getElementBytes(type.getElementType());
  for (int64_t extent : type.getShape()) {
    if (ShapedType::isDynamic(extent))
      continue;
    // An empty axis makes an empty buffer, but its strides are products all the
    // same.
    if (llvm::MulOverflow(bytes, std::max<int64_t>(extent, 1), bytes))
      return true;
  }
  return false;
}

/// Why an element of `type` cannot be held in memory or padded with; empty if
/// it can.
static std::string explainElementType(PadOpInterface op) {
  Type type = op.getSourceType().getElementType();
  if (auto vector = dyn_cast<VectorType>(type); vector && vector.isScalable())
    return "element type " + print(type) +
           " has no size at compile time; use fixed-size vectors";
  if (auto quantized = dyn_cast<quant::QuantizedType>(type)) {
    if (!quantized.getStorageType())
      return "element type " + print(type) +
             " has no storage type; quantize it first";
    if (isa<quant::UniformQuantizedSubChannelType>(type))
      return "element type " + print(type) +
             " has a scale for each block; pad its storage type between two "
             "quant.scast";
  } else if (!isa<IntegerType, FloatType, IndexType, ComplexType, VectorType,
                  LLVM::LLVMPointerType>(type)) {
    return "element type " + print(type) +
           " has no memory representation here; convert it to an integer, "
           "float, complex or !llvm.ptr type first";
  }
  if (mayReadPaddingValue(op) && !op.getValue() &&
      !hasDefaultPaddingValue(type))
    return "element type " + print(type) +
           (isa<quant::QuantizedType>(type) ? " has no single zero point"
                                            : " has no zero") +
           " to pad with, and an element may need one; give value(...), or "
           "static non-empty extents in a mode other than constant (C3)";
  return "";
}

std::string mlir::pad::explainNotLowerable(PadOpInterface op) {
  std::string reason = explainElementType(op);
  if (!reason.empty())
    return reason;
  for (ShapedType type : {op.getSourceType(), op.getPaddedType()}) {
    if (auto tensor = dyn_cast<RankedTensorType>(type);
        tensor && tensor.getEncoding())
      return "type " + print(type) +
             " has an encoding; convert it to a dense tensor first";
    if (auto memref = dyn_cast<MemRefType>(type); memref && !memref.isStrided())
      return "type " + print(type) +
             " has a layout without strides; normalize it first "
             "(-normalize-memrefs)";
    if (exceedsAddressSpace(type))
      return "a buffer of type " + print(type) +
             " exceeds the address space of 2^63 bytes; reduce its extents "
             "(C7)";
  }
  return "";
}

namespace {
struct VerifyPadLowerable
    : pad::impl::VerifyPadLowerableBase<VerifyPadLowerable> {
  void runOnOperation() override {
    getOperation()->walk([&](PadOpInterface op) {
      std::string reason = explainNotLowerable(op);
      if (reason.empty())
        return;
      op.emitOpError() << "cannot be lowered: " << reason;
      signalPassFailure();
    });
    markAllAnalysesPreserved();
  }
};
} // namespace
