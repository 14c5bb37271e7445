//===- NoteVerifier.cpp - What passes note for others ---------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/AdjointOps.h"
#include "Pad/IR/PadOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace mlir::pad;

namespace {
/// A note: a discardable attribute that PadDialect.td describes.
struct Note {
  StringLiteral name;
  /// What has it, and whether `op` is such.
  StringLiteral owner;
  bool (*isOwner)(Operation *op);
  /// What its value is, and whether `value` is such.
  StringLiteral kind;
  bool (*isKind)(Attribute value);
};
} // namespace

template <typename OpTy>
static bool isOp(Operation *op) {
  return isa<OpTy>(op);
}

template <typename AttrTy>
static bool isAttr(Attribute value) {
  return isa<AttrTy>(value);
}

static bool isLoopOfBlocks(Operation *op) {
  return isa<LoopLikeOpInterface>(op) && op->hasAttr("pad.fused_row");
}

static bool isDepth(Attribute value) {
  auto depth = dyn_cast<IntegerAttr>(value);
  return depth && depth.getType().isSignlessInteger(64) && depth.getInt() > 0;
}

static bool hasPads(Operation *op) {
  return isa<PadOpInterface, AdjointOpInterface>(op);
}

static constexpr Note kNotes[] = {
    {"pad.fused_nest", "a loop", isOp<LoopLikeOpInterface>, "unit",
     isAttr<UnitAttr>},
    {"pad.fused_row", "a loop", isOp<LoopLikeOpInterface>, "unit",
     isAttr<UnitAttr>},
    {"pad.fixed_vectors", "a loop with 'pad.fused_row'", isLoopOfBlocks, "unit",
     isAttr<UnitAttr>},
    {"pad.has_pads", "a function", isOp<FunctionOpInterface>, "unit",
     isAttr<UnitAttr>},
    {"pad.has_bf16_pads", "a function", isOp<FunctionOpInterface>, "unit",
     isAttr<UnitAttr>},
    {"pad.manual_deallocation", "a function", isOp<FunctionOpInterface>, "unit",
     isAttr<UnitAttr>},
    {"pad.kernel", "a function", isOp<FunctionOpInterface>, "a string",
     isAttr<StringAttr>},
    {"pad.input_allocation", "a 'memref.alloc'", isOp<memref::AllocOp>, "unit",
     isAttr<UnitAttr>},
    {"pad.nesting_depth", "a 'linalg.index'", isOp<linalg::IndexOp>,
     "an i64 of at least 1", isDepth},
    {"pad.scalar", "a pad or a gradient of one", hasPads, "unit",
     isAttr<UnitAttr>},
};

LogicalResult PadDialect::verifyOperationAttribute(Operation *op,
                                                   NamedAttribute attribute) {
  StringRef name = attribute.getName().strref();
  for (const Note &note : kNotes) {
    if (note.name != name)
      continue;
    if (!note.isOwner(op))
      return op->emitOpError() << "has '" << name << "', which only "
                               << note.owner << " may have; remove it";
    if (!note.isKind(attribute.getValue()))
      return op->emitOpError()
             << "has '" << name << "' with " << attribute.getValue()
             << ", but it must be " << note.kind;
  }
  return success();
}
