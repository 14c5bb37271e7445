//===- CInterface.h - Functions as C calls them -----------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// A public function `@f` becomes a C function `f` that returns nothing and
// takes plain pointers and numbers, in the order of the arguments:
//   - a tensor or memref: a pointer to its first element, then an `int64_t` for
//     each dynamic extent, then one for each dynamic stride (in elements);
//   - a scalar: itself; complex: a pointer to its real and imaginary part;
//   - then for each result a pointer that it is written to: a tensor dense and
//     row-major, a scalar as one object.
// If some tensor result has a dynamic extent, `f_shape` takes the extents and
// scalars of `f` and writes every extent of every tensor result.
//
//===----------------------------------------------------------------------===//

#ifndef PAD_CINTERFACE_CINTERFACE_H
#define PAD_CINTERFACE_CINTERFACE_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Support/LLVM.h"
#include <string>
#include <vector>

namespace mlir {
namespace pad {

/// What a C parameter stands for.
enum class CParameterRole {
  /// Pointer to the first element of an argument.
  Data,
  /// A dynamic extent of an argument, at least 0.
  Extent,
  /// A dynamic stride of an argument, in elements.
  Stride,
  /// A scalar argument.
  Scalar,
  /// Pointer to where a result is written.
  Result
};

/// One parameter of a C function.
struct CParameter {
  CParameterRole role;
  std::string name;
  /// Data, Result: the element type; Scalar: its type; else `index`.
  Type type;
  /// Number of the argument, or of the result.
  unsigned number;
  /// Extent, Stride: the axis.
  int64_t axis = 0;
  /// Data: whether the function never writes to it.
  bool readOnly = false;
  /// Data: whether its elements decide extents of results.
  bool decidesExtents = false;

  /// Whether `NAME_shape` has it, too.
  bool isInShape() const {
    return role == CParameterRole::Extent || role == CParameterRole::Scalar ||
           decidesExtents;
  }
};

/// A function as C calls it.
struct CFunction {
  std::string name;
  /// Types of the MLIR function before lowering.
  SmallVector<Type> arguments, results;
  std::vector<CParameter> parameters;
  /// Whether `NAME_shape` exists.
  bool hasShapeFunction = false;
  /// What it does, from its IR: lines for the header's comment.
  std::vector<std::string> comment;
};

/// Name of the C function that computes the extents of the results of `name`.
std::string getShapeFunctionName(StringRef name);

/// Describes each public function of `module` that has a body, after inlining
/// the calls in it. Emits an error for each that cannot have such a signature
/// (vector and unranked arguments, memref results, layouts without strides,
/// names that are not free in C and C++, clashes of names). The error gives the
/// reason and says what to do.
FailureOr<std::vector<CFunction>> describeCInterface(ModuleOp module);

/// Prepares the functions of `functions` in `module` for the lowering. Their
/// tensor arguments are marked as never written, and each shape function is
/// added as a private function on extents, scalars and tensors that hold pads.
/// Emits an error for a dynamic extent that these do not determine.
LogicalResult prepareCInterface(ModuleOp module, ArrayRef<CFunction> functions);

/// Adds the C functions to `module`, which has been lowered to the LLVM dialect
/// with results as out-params. The former `@f` is internal afterwards.
LogicalResult emitCWrappers(ModuleOp module, ArrayRef<CFunction> functions);

/// Writes a header for C11 and C++17 that declares and documents `functions`.
/// `name` is the file name, from which the include guard is made.
void writeCHeader(raw_ostream &os, StringRef name,
                  ArrayRef<CFunction> functions);

} // namespace pad
} // namespace mlir

#endif // PAD_CINTERFACE_CINTERFACE_H
