//===- NGraphTypes.h - Types and constants of nGraph files ------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_LIB_IMPORT_NGRAPH_NGRAPHTYPES_H
#define PAD_LIB_IMPORT_NGRAPH_NGRAPHTYPES_H

#include "NGraphModel.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"

namespace mlir {
namespace pad {

/// The element type that `value` says: a C type ("float", "char" for booleans),
/// a short name ("f32"), or an object with `c_type_string`, `bitwidth`,
/// `is_real` and `is_signed`. Null if it says none.
Type getNGraphElementType(const llvm::json::Value &value, MLIRContext *context);

/// The tensor type of a shape: a list with null or -1 for what is known only
/// at run time; null, or the list of -2 alone, for an unknown rank. Null if
/// `value` is none.
TensorType getNGraphType(const llvm::json::Value &value, Type elementType);

/// The type that a Parameter or Constant declares, in itself or in
/// `value_type`; fails with a diagnostic.
FailureOr<TensorType> readNGraphType(const NGraphNode &node,
                                     MLIRContext *context);

/// The elements of a Constant: as many as its shape has, or one for all, as
/// text or as numbers. Fails with a diagnostic.
FailureOr<DenseElementsAttr> readNGraphConstant(const NGraphNode &node,
                                                MLIRContext *context);

/// What the outputs of a node that is neither are, by its inputs.
/// Files state at most `output_shapes`, and not always these; an output whose
/// shape is neither stated nor known has no rank.
SmallVector<Type> inferNGraphTypes(const NGraphNode &node, ValueRange inputs,
                                   MLIRContext *context);

} // namespace pad
} // namespace mlir

#endif // PAD_LIB_IMPORT_NGRAPH_NGRAPHTYPES_H
