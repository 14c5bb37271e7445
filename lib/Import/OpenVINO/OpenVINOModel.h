//===- OpenVINOModel.h - The graph of an OpenVINO IR file -------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The contents of the .xml file of OpenVINO IR, checked, but without a meaning
// for any layer: layers with their ports, and where each input comes from.
//
//===----------------------------------------------------------------------===//

#ifndef PAD_LIB_IMPORT_OPENVINO_OPENVINOMODEL_H
#define PAD_LIB_IMPORT_OPENVINO_OPENVINOMODEL_H

#include "ModelNodes.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"

// Debian's library throws in XPath only; without it, and without exceptions,
// its interface is what it was compiled with.
#define PUGIXML_NO_EXCEPTIONS
#define PUGIXML_NO_XPATH
#include <pugixml.hpp>

namespace mlir {
namespace pad {

/// An output of a layer: the id by which edges name it, its type, and the first
/// name of its tensor, or none.
struct OpenVINOPort {
  uint64_t id;
  Type type;
  std::string name;
};

/// One layer of a graph, with a source for each of `inputs`.
struct OpenVINOLayer : GraphNode {
  uint64_t id;
  std::string name;
  StringRef type;
  StringRef version;
  pugi::xml_node node;
  SmallVector<uint64_t> inputs = {};
  SmallVector<OpenVINOPort> outputs = {};
};

/// Layers in the order of the file, and an order in which each follows those
/// that it reads.
struct OpenVINOGraph {
  SmallVector<OpenVINOLayer, 0> layers;
  SmallVector<unsigned> order;
  /// The layers that are arguments and results, by number.
  SmallVector<unsigned> parameters, results;
  DenseMap<uint64_t, unsigned> numbers;
};

/// A file's elements, checked, with their locations.
class OpenVINOFile {
public:
  OpenVINOFile(llvm::SourceMgr &sources, MLIRContext *context)
      : sources(sources), context(context) {}

  /// Parses the file's text; fails with a diagnostic.
  LogicalResult parse();

  /// Reads the `layers` and `edges` of a `net` or of a body; fails with a
  /// diagnostic.
  FailureOr<OpenVINOGraph> readGraph(pugi::xml_node graph);

  /// The type of a Parameter. Its `shape` attribute states more than its port,
  /// and must not contradict it. Fails with a diagnostic.
  FailureOr<Type> readParameterType(const OpenVINOLayer &layer);

  /// The element that holds the whole graph.
  pugi::xml_node getRoot() const { return document.document_element(); }

  /// The path of the file, or how the tool calls its standard input.
  StringRef getPath() const;

  /// Where `node` starts.
  Location getLocation(pugi::xml_node node);

  /// The value of an attribute that is an integer from 0 to 2^64 - 1; fails
  /// with a diagnostic that calls the element `what`.
  FailureOr<uint64_t> readUnsigned(pugi::xml_node node, const char *attribute,
                                   const Twine &what);

  MLIRContext *getContext() const { return context; }

private:
  FailureOr<OpenVINOLayer> readLayer(pugi::xml_node node);
  LogicalResult readPorts(OpenVINOLayer &layer);
  LogicalResult readEdge(pugi::xml_node edge, OpenVINOGraph &graph);
  Location getLocation(ptrdiff_t offset) const;

  llvm::SourceMgr &sources;
  MLIRContext *context;
  pugi::xml_document document;
  /// Where the lines of the file begin. `llvm::SourceMgr` looks for the
  /// beginning of a line each time, and all of the file may be one.
  SmallVector<size_t> lines = {0};
};

/// The elements of a Const layer, from the .bin file beside the .xml file. If
/// MLIR does not have the type, or its packing is not known (u2, u3, u6, nf4,
/// string), these are its bytes as `i8`. Fails with a diagnostic.
FailureOr<DenseElementsAttr> readOpenVINOConstant(OpenVINOFile &file,
                                                  const OpenVINOLayer &layer);

} // namespace pad
} // namespace mlir

#endif // PAD_LIB_IMPORT_OPENVINO_OPENVINOMODEL_H
