//===- PadTransformOps.td - Pads in transform scripts ------*- tablegen -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_TRANSFORMOPS_PADTRANSFORMOPS_TD
#define PAD_TRANSFORMOPS_PADTRANSFORMOPS_TD

include "mlir/Dialect/Transform/IR/TransformDialect.td"
include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def PadFuseIntoConsumerOp : Op<Transform_Dialect, "pad.fuse_into_consumer", [
    FunctionalStyleTransformOpTrait, MemoryEffectsOpInterface,
    DeclareOpInterfaceMethods<TransformOpInterface>]> {
  let summary = "Computes pads inside the linalg ops that read them";
  let description = [{
    Each linalg op of the handle that reads a `pad.pad` is split into its
    borders and its interior, which needs no pad, as `--pad-tile-and-fuse` does;
    `tile_sizes` and `parallel` tile the parts, as the options of that pass do.
    The handle is consumed. An op that reads no pad that can be fused is a
    silenceable error, which says why.

    ```mlir
    func.func @blur(%x: tensor<1x8x10x4xf32>, %k: tensor<3x3x4x6xf32>,
                    %init: tensor<1x8x10x6xf32>) -> tensor<1x8x10x6xf32> {
      %p = pad.pad reflect %x low[0, 1, 1, 0] high[0, 1, 1, 0]
          : tensor<1x8x10x4xf32> to tensor<1x10x12x4xf32>
      %r = linalg.conv_2d_nhwc_hwcf
          ins(%p, %k : tensor<1x10x12x4xf32>, tensor<3x3x4x6xf32>)
          outs(%init : tensor<1x8x10x6xf32>) -> tensor<1x8x10x6xf32>
      return %r : tensor<1x8x10x6xf32>
    }
    module attributes {transform.with_named_sequence} {
      transform.named_sequence @__transform_main(
          %root: !transform.any_op {transform.readonly}) {
        %conv = transform.structured.match ops{["linalg.conv_2d_nhwc_hwcf"]}
            in %root : (!transform.any_op) -> !transform.any_op
        transform.pad.fuse_into_consumer %conv tile_sizes = [0, 4]
            : !transform.any_op
        transform.yield
      }
    }
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
    DefaultValuedOptionalAttr<DenseI64ArrayAttr, "{}">:$tile_sizes,
    UnitAttr:$parallel);
  let assemblyFormat = [{
    $target (`tile_sizes` `=` $tile_sizes^)? (`parallel` $parallel^)? attr-dict
    `:` type($target)
  }];
}

class PadTransformOp<string mnemonic> : Op<Transform_Dialect, mnemonic, [
    FunctionalStyleTransformOpTrait, MemoryEffectsOpInterface,
    TransformOpInterface, TransformEachOpTrait]> {
  let extraClassDeclaration = [{
    ::mlir::DiagnosedSilenceableFailure applyToOne(
        ::mlir::transform::TransformRewriter &rewriter,
        ::mlir::Operation *target,
        ::mlir::transform::ApplyToEachResultList &results,
        ::mlir::transform::TransformState &state);
  }];
  let results = (outs TransformHandleTypeInterface:$result);
}

def PadSplitBorderOp : PadTransformOp<"pad.split_border"> {
  let summary = "Makes a concatenation of borders and source of a pad";
  let description = [{
    Each `pad.pad` of the handle becomes, axis by axis, a `tensor.concat` of
    its borders and its source, as `--pad-decompose-borders` does; an axis of at
    most `max_pieces` slices. The handle is consumed; the result is a handle of
    the op that the pad becomes. A pad that cannot be split is a silenceable
    error, which says why.

    ```mlir
    func.func @pad(%x: tensor<4xf32>) -> tensor<7xf32> {
      %p = pad.pad wrap %x low[1] high[2] : tensor<4xf32> to tensor<7xf32>
      return %p : tensor<7xf32>
    }
    module attributes {transform.with_named_sequence} {
      transform.named_sequence @__transform_main(
          %root: !transform.any_op {transform.readonly}) {
        %pad = transform.structured.match ops{["pad.pad"]} in %root
            : (!transform.any_op) -> !transform.any_op
        %concat = transform.pad.split_border %pad
            : (!transform.any_op) -> !transform.any_op
        transform.yield
      }
    }
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
    DefaultValuedAttr<ConfinedAttr<I64Attr, [IntPositive]>, "16">:$max_pieces);
  let assemblyFormat = [{
    $target attr-dict `:` functional-type(operands, results)
  }];
}

def PadProducerIntoPaddedOp : PadTransformOp<"pad.producer_into_padded"> {
  let summary = "Lets the producer of a padded tensor write into the result";
  let description = [{
    The op that makes the source of each `pad.pad` of the handle writes into the
    interior of the padded tensor, and only the borders are left to pad, as
    `--pad-producer-into-padded` does. The handle is consumed; the result is a
    handle of the `pad.pad_into` that fills the borders. A pad whose producer
    cannot do so is a silenceable error, which says why.

    ```mlir
    func.func @relu(%x: tensor<4xf32>) -> tensor<6xf32> {
      %zero = arith.constant dense<0.0> : tensor<4xf32>
      %empty = tensor.empty() : tensor<4xf32>
      %y = linalg.max ins(%x, %zero : tensor<4xf32>, tensor<4xf32>)
          outs(%empty : tensor<4xf32>) -> tensor<4xf32>
      %p = pad.pad edge %y low[1] high[1] : tensor<4xf32> to tensor<6xf32>
      return %p : tensor<6xf32>
    }
    module attributes {transform.with_named_sequence} {
      transform.named_sequence @__transform_main(
          %root: !transform.any_op {transform.readonly}) {
        %pad = transform.structured.match ops{["pad.pad"]} in %root
            : (!transform.any_op) -> !transform.any_op
        %into = transform.pad.producer_into_padded %pad
            : (!transform.any_op) -> !transform.any_op
        transform.yield
      }
    }
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$target);
  let assemblyFormat = [{
    $target attr-dict `:` functional-type(operands, results)
  }];
}

#endif // PAD_TRANSFORMOPS_PADTRANSFORMOPS_TD
