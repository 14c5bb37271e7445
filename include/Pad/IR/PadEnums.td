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
include "mlir/IR/AttrTypeBase.td"
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

/// The attribute of the first version of the dialect, for reading its bytecode.
def Pad_PadModeAttr : EnumAttr<Pad_Dialect, Pad_PadMode, "mode">;

def Pad_PadModesAttr : AttrDef<Pad_Dialect, "PadModes"> {
  let mnemonic = "modes";
  let summary = "how each axis of a pad is extended";
  let description = [{
    One mode for all axes, as `#pad.modes<reflect periodic>`, or one an axis, as
    `#pad.modes<[edge, constant, reflect periodic]>`. A list of equal modes is
    the same attribute as one mode.
  }];
  let parameters = (ins
    ArrayRefParameter<"::mlir::pad::AxisMode">:$list
  );
  let skipDefaultBuilders = 1;
  let builders = [
    AttrBuilder<(ins "::llvm::ArrayRef<::mlir::pad::AxisMode>":$list), [{
      static const ::mlir::pad::AxisMode kDefault;
      if (list.empty())
        list = kDefault;
      return $_get($_ctxt, ::llvm::all_equal(list) ? list.take_front() : list);
    }]>
  ];
  let assemblyFormat = "`<` custom<AxisModes>($list) `>`";
  let extraClassDeclaration = [{
    /// How axis `axis` is extended.
    ::mlir::pad::AxisMode getAxis(int64_t axis) const {
      return getList().size() == 1 ? getList().front() : getList()[axis];
    }
    /// The modes as the ops print them: `edge`, or `[edge, wrap]`.
    std::string getText() const;
    /// Whether some axis is of mode `mode`.
    bool contains(::mlir::pad::PadMode mode) const {
      return ::llvm::any_of(getList(), [&](::mlir::pad::AxisMode axis) {
        return axis.mode == mode;
      });
    }
  }];
}

#endif // PAD_IR_PADENUMS_TD
