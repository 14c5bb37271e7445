//===- OpenVINOModel.cpp - The graph of an OpenVINO IR file ---------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpenVINOModel.h"
#include "ModelNodes.h"
#include "OpenVINOTypes.h"
#include "Pad/Import/StoredElements.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace mlir::pad;

StringRef OpenVINOFile::getPath() const {
  return sources.getMemoryBuffer(sources.getMainFileID())
      ->getBufferIdentifier();
}

Location OpenVINOFile::getLocation(ptrdiff_t offset) const {
  // The parser may have read a transcoded copy of the file.
  size_t size =
      sources.getMemoryBuffer(sources.getMainFileID())->getBufferSize();
  size_t place = std::min<size_t>(std::max<ptrdiff_t>(offset, 0), size);
  size_t line = llvm::upper_bound(lines, place) - lines.begin();
  return FileLineColLoc::get(context, getPath(), line,
                             place - lines[line - 1] + 1);
}

Location OpenVINOFile::getLocation(pugi::xml_node node) {
  return getLocation(node.offset_debug());
}

LogicalResult OpenVINOFile::parse() {
  StringRef text =
      sources.getMemoryBuffer(sources.getMainFileID())->getBuffer();
  for (size_t end = text.find('\n'); end != StringRef::npos;
       end = text.find('\n', end + 1))
    lines.push_back(end + 1);
  pugi::xml_parse_result result =
      document.load_buffer(text.data(), text.size());
  if (!result)
    return emitError(getLocation(result.offset))
           << "the file is not well-formed XML: " << result.description();
  if (StringRef(getRoot().name()) != "net")
    return emitError(getLocation(getRoot()))
           << "the root element is " << quoteName(getRoot().name())
           << ", but that of OpenVINO IR is 'net'";
  return success();
}

FailureOr<uint64_t> OpenVINOFile::readUnsigned(pugi::xml_node node,
                                               const char *attribute,
                                               const Twine &what) {
  pugi::xml_attribute found = node.attribute(attribute);
  if (!found)
    return emitError(getLocation(node))
           << what << " has no attribute '" << attribute << "'";
  uint64_t value;
  if (StringRef(found.value()).trim().getAsInteger(10, value))
    return emitError(getLocation(node))
           << what << ": " << quoteName(found.value()) << " of attribute '"
           << attribute << "' is not an integer from 0 to 2^64 - 1";
  return value;
}

/// The first of the names in `text`, which are separated by commas; `\` before
/// a comma makes it part of a name.
static std::string getFirstName(StringRef text) {
  std::string name;
  while (!text.empty() && text.front() != ',') {
    if (text.starts_with("\\,"))
      text = text.drop_front();
    name += text.front();
    text = text.drop_front();
  }
  return name;
}

LogicalResult OpenVINOFile::readPorts(OpenVINOLayer &layer) {
  for (pugi::xml_node port : layer.node.child("input").children("port")) {
    FailureOr<uint64_t> id =
        readUnsigned(port, "id", "an input port of " + layer.description);
    if (failed(id))
      return failure();
    if (llvm::is_contained(layer.inputs, *id))
      return emitError(getLocation(port))
             << layer.description << " has two input ports " << *id;
    layer.inputs.push_back(*id);
  }
  for (pugi::xml_node port : layer.node.child("output").children("port")) {
    FailureOr<uint64_t> id =
        readUnsigned(port, "id", "an output port of " + layer.description);
    if (failed(id))
      return failure();
    auto emitPortError = [&] {
      return emitError(getLocation(port))
             << "output port " << *id << " of " << layer.description;
    };
    if (llvm::is_contained(layer.inputs, *id) ||
        llvm::any_of(layer.outputs, [&](const OpenVINOPort &other) {
          return other.id == *id;
        }))
      return emitPortError() << " has the id of another port";
    const char *precision = port.attribute("precision").value();
    Type elementType = getOpenVINOElementType(precision, context);
    if (!elementType)
      return emitPortError() << " has precision " << quoteName(precision)
                             << ", which is no element type of OpenVINO";
    SmallVector<StringRef> dimensions;
    for (pugi::xml_node dimension : port.children("dim"))
      dimensions.push_back(dimension.child_value());
    FailureOr<TensorType> type = makeOpenVINOType(
        dimensions, elementType, [&] { return emitPortError() << ": "; });
    if (failed(type))
      return failure();
    layer.outputs.push_back(
        {*id, *type, getFirstName(port.attribute("names").value())});
  }
  return success();
}

FailureOr<OpenVINOLayer> OpenVINOFile::readLayer(pugi::xml_node node) {
  FailureOr<uint64_t> id = readUnsigned(node, "id", "a layer");
  if (failed(id))
    return failure();
  StringRef type = node.attribute("type").value();
  std::string name = node.attribute("name").value();
  if (name.empty())
    name = (type + "_" + Twine(*id)).str();
  OpenVINOLayer layer{
      {NameLoc::get(StringAttr::get(context, name), getLocation(node)),
       "layer " + quoteName(name) + " (id " + std::to_string(*id) + ")"},
      *id,
      name,
      type,
      node.attribute("version").value(),
      node};
  if (type.empty())
    return layer.emitError() << " has no attribute 'type'";
  if (failed(readPorts(layer)))
    return failure();
  layer.sources.resize(layer.inputs.size());
  return layer;
}

/// The type that the attribute `shape` of `layer` states; fails with a
/// diagnostic.
static FailureOr<TensorType> readShape(const OpenVINOLayer &layer,
                                       Type elementType) {
  return parseOpenVINOShape(
      layer.node.child("data").attribute("shape").value(), elementType, [&] {
        return emitError(layer.loc)
               << "attribute 'shape' of " << layer.description << ": ";
      });
}

FailureOr<Type> OpenVINOFile::readParameterType(const OpenVINOLayer &layer) {
  if (layer.outputs.size() != 1 || !layer.inputs.empty())
    return layer.emitError()
           << " is a Parameter: it has no inputs and one output";
  Type type = layer.outputs[0].type;
  pugi::xml_node data = layer.node.child("data");
  StringRef precision = data.attribute("element_type").value();
  Type elementType = getOpenVINOElementType(precision, context);
  if (!precision.empty() && elementType != getElementTypeOrSelf(type))
    return layer.emitError() << " has element type " << quoteName(precision)
                             << ", but its output port has another precision";
  if (!data.attribute("shape"))
    return type;
  FailureOr<TensorType> declared = readShape(layer, getElementTypeOrSelf(type));
  if (failed(declared))
    return failure();
  if (failed(verifyCompatibleShape(*declared, type)))
    return layer.emitError()
           << " has shape " << quoteName(data.attribute("shape").value())
           << ", but its output port " << type;
  return Type(*declared);
}

LogicalResult OpenVINOFile::readEdge(pugi::xml_node edge,
                                     OpenVINOGraph &graph) {
  uint64_t numbers[4];
  const char *names[] = {"from-layer", "from-port", "to-layer", "to-port"};
  for (auto [number, name] : llvm::zip_equal(numbers, names)) {
    FailureOr<uint64_t> value = readUnsigned(edge, name, "an edge");
    if (failed(value))
      return failure();
    number = *value;
  }
  uint64_t fromLayer = numbers[0], fromPort = numbers[1];
  uint64_t toLayer = numbers[2], toPort = numbers[3];
  auto fail = [&] { return emitError(getLocation(edge)); };
  auto from = graph.numbers.find(fromLayer), to = graph.numbers.find(toLayer);
  if (from == graph.numbers.end() || to == graph.numbers.end())
    return fail() << "an edge names layer "
                  << (from == graph.numbers.end() ? fromLayer : toLayer)
                  << ", which the graph does not have";
  OpenVINOLayer &producer = graph.layers[from->second];
  OpenVINOLayer &consumer = graph.layers[to->second];
  if (producer.type == "Result")
    return fail() << "an edge starts at " << producer.description
                  << ", which is a Result: it has no outputs";
  auto *output = llvm::find_if(producer.outputs, [&](const OpenVINOPort &port) {
    return port.id == fromPort;
  });
  if (output == producer.outputs.end())
    return fail() << "an edge starts at output port " << fromPort << " of "
                  << producer.description << ", which has no such port";
  auto *input = llvm::find(consumer.inputs, toPort);
  if (input == consumer.inputs.end())
    return fail() << "an edge ends at input port " << toPort << " of "
                  << consumer.description << ", which has no such port";
  NodeOutput &source = consumer.sources[input - consumer.inputs.begin()];
  if (source.node != NodeOutput::kNone)
    return fail() << "two edges end at input port " << toPort << " of "
                  << consumer.description;
  source = {from->second,
            static_cast<unsigned>(output - producer.outputs.begin())};
  return success();
}

FailureOr<OpenVINOGraph> OpenVINOFile::readGraph(pugi::xml_node graph) {
  OpenVINOGraph result;
  if (!graph.child("layers"))
    return emitError(getLocation(graph))
           << "element '" << graph.name() << "' has no element 'layers'";
  for (pugi::xml_node node : graph.child("layers").children("layer")) {
    FailureOr<OpenVINOLayer> layer = readLayer(node);
    if (failed(layer))
      return failure();
    auto [other, isNew] =
        result.numbers.try_emplace(layer->id, result.layers.size());
    if (!isNew)
      return layer->emitError()
             << " has the id of " << result.layers[other->second].description;
    if (layer->type == "Result" && layer->inputs.size() != 1)
      return layer->emitError()
             << " is a Result: it has one input, not " << layer->inputs.size();
    if (layer->type == "Parameter")
      result.parameters.push_back(result.layers.size());
    else if (layer->type == "Result")
      result.results.push_back(result.layers.size());
    result.layers.push_back(std::move(*layer));
  }
  for (pugi::xml_node edge : graph.child("edges").children("edge"))
    if (failed(readEdge(edge, result)))
      return failure();
  for (const OpenVINOLayer &layer : result.layers)
    for (auto [id, source] : llvm::zip_equal(layer.inputs, layer.sources))
      if (source.node == NodeOutput::kNone)
        return emitError(layer.loc) << "no edge ends at input port " << id
                                    << " of " << layer.description;
  FailureOr<SmallVector<unsigned>> order = orderGraph(
      result.layers.size(), [&](unsigned number) -> const GraphNode & {
        return result.layers[number];
      });
  if (failed(order))
    return failure();
  result.order = std::move(*order);
  return result;
}

/// The bits of an element in the file; 0 for a type whose elements are not
/// known, or are packed in different ways by versions of OpenVINO.
static unsigned getOpenVINOBits(Type elementType) {
  if (elementType.isInteger(1) && elementType.isSignlessInteger())
    return 8;
  if (!elementType.isIntOrFloat())
    return 0;
  unsigned width = elementType.getIntOrFloatBitWidth();
  return width == 1 || width == 4 || width % 8 == 0 ? width : 0;
}

/// Unpacks elements of one bit, which begin with the high bit of a byte.
static DenseElementsAttr unpackBits(RankedTensorType type,
                                    ArrayRef<char> bytes) {
  SmallVector<APInt> elements;
  for (int64_t i = 0, count = type.getNumElements(); i < count; ++i) {
    auto byte = static_cast<uint8_t>(bytes[i / 8]);
    elements.push_back(APInt(1, (byte >> (7 - i % 8)) & 1));
  }
  return DenseElementsAttr::get(type, elements);
}

/// The bytes of a layer in the .bin file beside the model, at least `needed`.
static FailureOr<std::unique_ptr<llvm::MemoryBuffer>>
readBytes(OpenVINOFile &file, const OpenVINOLayer &layer, pugi::xml_node data,
          uint64_t needed) {
  FailureOr<uint64_t> offset =
      file.readUnsigned(data, "offset", layer.description);
  FailureOr<uint64_t> size = file.readUnsigned(data, "size", layer.description);
  if (failed(offset) || failed(size))
    return failure();
  if (*size < needed)
    return layer.emitError() << " has a size of " << *size
                             << " bytes, but its shape needs " << needed;
  SmallString<128> binary = llvm::sys::path::filename(file.getPath());
  llvm::sys::path::replace_extension(binary, "bin");
  auto contents =
      readDataBeside(getModelFolder(file.getPath()), binary, *offset, *size);
  if (!contents)
    return layer.emitError() << ": " << llvm::toString(contents.takeError());
  return std::move(*contents);
}

FailureOr<DenseElementsAttr>
mlir::pad::readOpenVINOConstant(OpenVINOFile &file,
                                const OpenVINOLayer &layer) {
  pugi::xml_node data = layer.node.child("data");
  auto type = layer.outputs.size() == 1
                  ? dyn_cast<RankedTensorType>(layer.outputs[0].type)
                  : RankedTensorType();
  if (!data || !layer.inputs.empty() || !type || !type.hasStaticShape())
    return layer.emitError()
           << " is a Const: it has an element 'data', no inputs and one output "
              "of static shape";
  Type elementType = getOpenVINOElementType(
      data.attribute("element_type").value(), file.getContext());
  FailureOr<TensorType> declared =
      readShape(layer, elementType ? elementType : type.getElementType());
  if (failed(declared))
    return failure();
  if (!elementType || *declared != type)
    return layer.emitError()
           << " has element type "
           << quoteName(data.attribute("element_type").value()) << " and shape "
           << quoteName(data.attribute("shape").value())
           << ", but its output port " << type;

  unsigned bits = getOpenVINOBits(elementType);
  uint64_t needed = bits == 0 ? 0 : countStoredBytes(type, bits);
  auto buffer = readBytes(file, layer, data, needed);
  if (failed(buffer))
    return failure();
  ArrayRef<char> bytes((*buffer)->getBufferStart(), (*buffer)->getBufferSize());
  if (bits == 0)
    return DenseElementsAttr(DenseIntElementsAttr::get(
        RankedTensorType::get(static_cast<int64_t>(bytes.size()),
                              IntegerType::get(file.getContext(), 8)),
        ArrayRef<int8_t>(reinterpret_cast<const int8_t *>(bytes.data()),
                         bytes.size())));
  ArrayRef<char> elements = bytes.take_front(needed);
  return bits == 1 ? unpackBits(type, elements)
                   : copyStoredElements(type, elements);
}
