//===- ImportPasses.td - Conversions into the pad dialect --*- tablegen -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_CONVERSION_IMPORTPASSES_TD
#define PAD_CONVERSION_IMPORTPASSES_TD

include "mlir/Pass/PassBase.td"

/// A pass that turns the pads of another dialect into `pad.pad`.
class ImportPass<string mnemonic> : Pass<mnemonic> {
  let options = [
    Option<"verify", "verify", "bool", /*default=*/"false",
           "A pad that cannot be converted is an error instead of a remark">
  ];
  let dependentDialects = [
    "arith::ArithDialect", "pad::PadDialect", "tensor::TensorDialect"
  ];
}

#endif // PAD_CONVERSION_IMPORTPASSES_TD
