//===- PadEnums.td - Padding modes -------------------------*- tablegen -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_IR_PADENUMS_TD
#define PAD_IR_PADENUMS_TD

include "Pad/IR/PadDialect.td"
include "mlir/IR/EnumAttr.td"

def Pad_PadMode
    : I32Enum<"PadMode", "what a position outside the source reads", [
        I32EnumCase<"Constant", 0, "constant">,
        I32EnumCase<"Edge", 1, "edge">,
        I32EnumCase<"Reflect", 2, "reflect">,
        I32EnumCase<"Symmetric", 3, "symmetric">,
        I32EnumCase<"Wrap", 4, "wrap">]> {
  let cppNamespace = "::mlir::pad";
}

def Pad_PadModeAttr : EnumAttr<Pad_Dialect, Pad_PadMode, "mode">;

#endif // PAD_IR_PADENUMS_TD
