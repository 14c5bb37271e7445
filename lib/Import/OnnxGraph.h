//===- OnnxGraph.h - Graphs of ONNX models ----------------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_LIB_IMPORT_ONNXGRAPH_H
#define PAD_LIB_IMPORT_ONNXGRAPH_H

#include "OnnxTypes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringMap.h"

namespace mlir {
namespace pad {

/// Turns the graphs of a model into blocks.
class OnnxGraphImporter {
public:
  /// Names are reported with `fileLoc`; external data is in `folder`.
  OnnxGraphImporter(OpBuilder &builder, Location fileLoc, StringRef folder)
      : builder(builder), fileLoc(fileLoc), folder(folder) {}

  /// Builds the function of the main graph at the insertion point of the
  /// builder.
  FailureOr<func::FuncOp> importFunction(const onnx::GraphProto &graph);

private:
  /// What one graph defines; graphs in its nodes see it.
  struct Scope {
    llvm::StringMap<Value> values;
    /// The types that the file gives.
    llvm::StringMap<const onnx::TypeProto *> types;
  };

  /// Fills `block` with `graph`; the values that it returns.
  FailureOr<SmallVector<Value>> importGraph(const onnx::GraphProto &graph,
                                            Block *block);

  LogicalResult importInputs(const onnx::GraphProto &graph, Block *block);
  LogicalResult importInitializers(const onnx::GraphProto &graph);
  LogicalResult importNode(const onnx::NodeProto &node);

  /// The operands of `node`; an input that is left out is an `onnx.NoValue`.
  LogicalResult importOperands(const onnx::NodeProto &node, Location loc,
                               OperationState &state);
  LogicalResult importAttributes(const onnx::NodeProto &node, Location loc,
                                 OperationState &state);
  LogicalResult importResultTypes(const onnx::NodeProto &node, Location loc,
                                  OperationState &state);
  /// Adds a region to `state` for a graph that is an attribute.
  LogicalResult importRegion(const onnx::GraphProto &graph, Location loc,
                             OperationState &state);

  /// The type that the file gives the value `name` of the innermost graph; null
  /// without one.
  FailureOr<Type> getDeclaredType(StringRef name, EmitError emitError);

  /// The value that the innermost graph which has it calls `name`.
  Value lookUp(StringRef name) const;
  LogicalResult define(StringRef name, Value value, EmitError emitError);
  Value createConstant(Location loc, StringRef attribute, Attribute value);

  Location locate(StringRef name) const;

  OpBuilder &builder;
  Location fileLoc;
  StringRef folder;
  SmallVector<Scope> scopes;
};

} // namespace pad
} // namespace mlir

#endif // PAD_LIB_IMPORT_ONNXGRAPH_H
