//===- AllInterfaces.h - External models of the dialect ---------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_INTERFACES_ALLINTERFACES_H
#define PAD_INTERFACES_ALLINTERFACES_H

namespace mlir {
class DialectRegistry;

namespace pad {

/// Registers bufferization of pads and of their gradients.
void registerBufferizableOpInterfaceExternalModels(DialectRegistry &registry);

/// Lets memrefs hold `!llvm.ptr` (tensors of strings, in ONNX).
void registerPointerElementInterfaceExternalModels(DialectRegistry &registry);

/// Registers the checks of A1, C2, C4 to C7 at run time.
void registerRuntimeVerifiableOpInterfaceExternalModels(
    DialectRegistry &registry);

/// Registers how `pad.pad` of a tensor on a grid of ranks becomes
/// `pad.sharded_pad`, by the passes of upstream's shard dialect.
void registerShardingInterfaceExternalModels(DialectRegistry &registry);

/// Registers tiling of `pad.pad` and `pad.pad_into`, of which a tile is a pad
/// of the same source, and of `pad.adjoint` and `pad.adjoint_into`, along the
/// axes without pads.
void registerTilingInterfaceExternalModels(DialectRegistry &registry);

/// Registers bounds of the extents of `pad.pad` and `pad.adjoint`.
void registerValueBoundsOpInterfaceExternalModels(DialectRegistry &registry);

/// Registers every external model of the project.
void registerAllInterfaceExternalModels(DialectRegistry &registry);

} // namespace pad
} // namespace mlir

#endif // PAD_INTERFACES_ALLINTERFACES_H
