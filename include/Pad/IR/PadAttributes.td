//===- PadAttributes.td - Modes as attributes --------------*- tablegen -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_IR_PADATTRIBUTES_TD
#define PAD_IR_PADATTRIBUTES_TD

include "Pad/IR/PadDialect.td"
include "mlir/IR/AttrTypeBase.td"

def Pad_PadModeAttr : AttrDef<Pad_Dialect, "PadMode"> {
  let mnemonic = "mode";
  let summary = "how every axis of a pad is extended";
  let description = [{
    The attribute of the first version of the dialect, for reading its bytecode.
  }];
  let parameters = (ins "::mlir::pad::PadMode":$value);
  let assemblyFormat = "custom<PadMode>($value)";
}

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

#endif // PAD_IR_PADATTRIBUTES_TD
