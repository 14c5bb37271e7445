//===- Passes.td - Passes that make machine code -----------*- tablegen -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_TARGET_PASSES_TD
#define PAD_TARGET_PASSES_TD

include "mlir/Pass/PassBase.td"

def PadReportCodeSize : Pass<"pad-report-code-size", "::mlir::ModuleOp"> {
  let summary = "Report the machine code of each function as a remark";
  let description = [{
    Compiles a copy of the module, which must be in the LLVM dialect, for this
    host's CPU or for `cpu`, as `padc` does at `-O3`, and gives each function a
    remark `code` with the bytes of its machine code (`CodeBytes`). A pad whose
    extents are known at run time calls kernels, which are functions that all
    pads of a module with their mode and element width share, and which have
    remarks of their own. A function that was inlined everywhere has 0 bytes. A
    module that LLVM cannot compile has one remark with the `Reason`.

    Nothing is compiled unless somebody listens to remarks of the category
    `pad`: `pad-opt --pad-report=FILE`, or `--remarks-filter=pad`.
    `--lower-pad-to-llvm` ends with this pass. It does not change the module.
  }];
  let options = [
    Option<"cpu", "cpu", "std::string", /*default=*/"",
           "Name of the CPU as LLVM spells it; this host's if it is empty">
  ];
}

#endif // PAD_TARGET_PASSES_TD
