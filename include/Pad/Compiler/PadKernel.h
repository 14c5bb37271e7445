//===- PadKernel.h - One pad as a function, from text -----------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_COMPILER_PADKERNEL_H
#define PAD_COMPILER_PADKERNEL_H

#include "Pad/IR/PadOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/Error.h"

namespace mlir {
namespace pad {

/// A pad as a command line states it. Lists have one entry per axis;
/// `ShapedType::kDynamic` is an extent or amount known only at run time.
struct PadKernelSpec {
  std::string name = "pad";
  /// One for all axes, or one an axis.
  SmallVector<AxisMode> modes;
  Type elementType;
  SmallVector<int64_t> shape;
  SmallVector<int64_t> low;
  SmallVector<int64_t> high;
  /// Empty for zeros.
  SmallVector<int64_t> interior;
  /// The padding value: a number, or an array of two for complex; null for
  /// zero.
  Attribute value;
  /// Whether the padding value is an argument instead.
  bool isValueDynamic = false;
  /// Whether the function is the gradient of the pad instead: `pad.adjoint`.
  bool isAdjoint = false;
};

/// Reads modes: "edge", or one an axis, "edge,wrap". With `periodic`, reflect
/// and symmetric repeat for ever.
llvm::Expected<SmallVector<AxisMode>> parseKernelModes(StringRef text,
                                                       bool periodic);

/// Reads an element type, as MLIR writes it: "f32", "complex<f32>".
llvm::Expected<Type> parseKernelType(StringRef text, MLIRContext *context);

/// Reads extents: "?x64x112x112", or "" for a scalar.
llvm::Expected<SmallVector<int64_t>> parseKernelShape(StringRef text);

/// Reads amounts: "0,-1,?", or "" for none.
llvm::Expected<SmallVector<int64_t>> parseKernelAmounts(StringRef text);

/// Reads a number of `elementType`: "1.5", "-0.0", "nan", "0x1p-3", "-128",
/// "true"; "re,im" for complex. Refuses what the type cannot hold; a decimal
/// fraction is rounded to the nearest value.
llvm::Expected<Attribute> parseKernelValue(StringRef text, Type elementType);

/// Reads the padding value of `spec`, whose element type is known: what
/// `parseKernelValue` reads, or "?" for an argument.
llvm::Error readKernelValue(StringRef text, PadKernelSpec &spec);

/// Builds a module with the function that pads as `spec` says. Arguments are
/// `source`, then the dynamic amounts as `low0`, ..., `high0`, ...,
/// `interior0`, ..., then `value` if it is one: the names are their locations.
/// Those of an adjoint are `gradient`, the dynamic extents of the source as
/// `extent0`, ..., and the amounts. Null after an error from the verifier, or
/// for a value of an adjoint.
OwningOpRef<ModuleOp> buildPadKernel(MLIRContext *context,
                                     const PadKernelSpec &spec);

} // namespace pad
} // namespace mlir

#endif // PAD_COMPILER_PADKERNEL_H
