//===- PadDialect.cpp - Dialect registration ------------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AxisModes.h"
#include "Pad/IR/AdjointOps.h"
#include "Pad/IR/ShardedPadOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/Transforms/InliningUtils.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::pad;

#include "Pad/IR/PadDialect.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "Pad/IR/PadAttributes.cpp.inc"

namespace {
/// Pads may be inlined into any region: they refer to nothing but operands.
struct PadInlinerInterface : DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;

  bool isLegalToInline(Operation *, Region *, bool,
                       IRMapping &) const override {
    return true;
  }
};
} // namespace

void PadDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "Pad/IR/PadAttributes.cpp.inc"
      >();
}

void PadDialect::initialize() {
  registerAttributes();
  addOperations<
#define GET_OP_LIST
#include "Pad/IR/PadOps.cpp.inc"
      ,
#define GET_OP_LIST
#include "Pad/IR/ShardedPadOps.cpp.inc"
      ,
#define GET_OP_LIST
#include "Pad/IR/AdjointOps.cpp.inc"
      >();
  addInterfaces<PadInlinerInterface>();
  addBytecodeInterface();
}
