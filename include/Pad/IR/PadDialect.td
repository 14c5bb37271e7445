//===- PadDialect.td - The pad dialect ---------------------*- tablegen -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_IR_PADDIALECT_TD
#define PAD_IR_PADDIALECT_TD

include "mlir/IR/OpBase.td"

def Pad_Dialect : Dialect {
  let name = "pad";
  let cppNamespace = "::mlir::pad";
  let summary = "Tensor padding with one meaning for every framework";
  let description = [{
    The dialect has one operation in two forms: `pad.pad` computes a new tensor,
    `pad.pad_into` writes the same elements into a destination (tensor or
    memref). Both have a mode for each axis, signed pads, and interior padding,
    on static and dynamic shapes of any element type. `pad.adjoint` is the
    gradient of a pad, and `pad.sharded_pad` the piece that one rank makes of
    the pad of a tensor on many.

    What the numbers mean, and the constraints C1 to C7 that the operations
    cite, is stated in [Semantics](Semantics.md).
  }];
  let useDefaultAttributePrinterParser = 1;
  let hasOperationAttrVerify = 1;
  // What one pass notes for another; the verifier asks what is written here.
  // Of loops, all are notes of --pad-fuse-into-loops for the passes behind
  // bufferization, which remove them:
  // - `fused_nest`: --pad-share-fused-nests may share its iterations among
  //   threads;
  // - `fused_row`: its iterations are blocks of a row, which may run twice, so
  //   that --pad-stream-fused-rows may order and repeat them;
  // - `fixed_vectors`, with `fused_row`: its vectors may not be moved along the
  //   row, because what they read beside the source repeats, as weights of
  //   channels do.
  // Of functions:
  // - `has_pads`: the buffers that bufferization allocates in it are checked,
  //   and its arithmetic on bf16 is that of f32;
  // - `has_bf16_pads`: its values of bf16 become bits;
  // - `manual_deallocation`: buffer deallocation leaves it alone;
  // - `kernel`, a text: pads of the module share it, and what it is a kernel
  //   for.
  // Of others:
  // - `input_allocation` of a `memref.alloc` in a function with pads: it is the
  //   input's, not of bufferization;
  // - `nesting_depth` of a `linalg.index` in the body of another op that has
  //   indices of its own: how many such bodies there are around its own one;
  // - `scalar` of a pad or of a gradient: it is left to scalar loops.
  let discardableAttrs = (ins
    "::mlir::UnitAttr":$fixed_vectors,
    "::mlir::UnitAttr":$fused_nest,
    "::mlir::UnitAttr":$fused_row,
    "::mlir::UnitAttr":$has_pads,
    "::mlir::UnitAttr":$has_bf16_pads,
    "::mlir::UnitAttr":$input_allocation,
    "::mlir::StringAttr":$kernel,
    "::mlir::UnitAttr":$manual_deallocation,
    "::mlir::IntegerAttr":$nesting_depth,
    "::mlir::UnitAttr":$scalar
  );
  let dependentDialects = [
    "arith::ArithDialect", "shard::ShardDialect", "tensor::TensorDialect"
  ];
  let extraClassDeclaration = [{
    /// Adds the dialect's attributes; called once, on construction.
    void registerAttributes();
    /// Lets bytecode say which version of the dialect wrote it. Older versions
    /// are upgraded as they are read.
    void addBytecodeInterface();
  }];
}

#endif // PAD_IR_PADDIALECT_TD
