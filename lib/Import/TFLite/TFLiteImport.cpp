//===- TFLiteImport.cpp - TFLite files as a module ------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Every subgraph becomes a function, and every operator an unregistered op
// `tflite.<NAME>`. Of its options, the mode of MIRROR_PAD is read, and which
// subgraphs an operator calls, by number. If an operand or a result is
// quantized, it also has `operand_quantization` and `result_quantization`,
// lists of what TFLiteFile::readQuantization returns for each; the elements of
// the tensors are the stored integers. Operators have no names in the file, so
// the first tensor that one computes names it; in subgraphs but the first, that
// of the subgraph comes before: `body/border`. Constants are `tflite.Const`,
// variables `tflite.Variable`, and omitted inputs `tflite.NoValue`.
//
//===----------------------------------------------------------------------===//

#include "ModelNodes.h"
#include "Pad/Import/GraphPads.h"
#include "Pad/Import/Import.h"
#include "Pad/Import/ImportPasses.h"
#include "TFLiteModel.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace mlir::pad;

namespace {
/// Fills a function with the operators of a subgraph.
class SubgraphImporter {
public:
  SubgraphImporter(TFLiteFile &file, const tflite::SubGraph &graph,
                   func::FuncOp function, bool isFirst)
      : file(file), graph(graph), function(function),
        prefix(isFirst ? "" : function.getName().str() + "/"),
        builder(file.getContext()), values(countElements(graph.tensors())) {}

  LogicalResult import();

private:
  const tflite::Tensor &getTensor(int32_t number) {
    return *graph.tensors()->Get(number);
  }
  /// The name of a tensor in the file, or its number.
  std::string getName(int32_t number);
  /// What diagnostics call a tensor.
  std::string describe(int32_t number) {
    return "tensor " + quoteName(prefix + getName(number));
  }
  Location getLocation(int32_t number) {
    return NameLoc::get(builder.getStringAttr(prefix + getName(number)),
                        file.getLocation());
  }
  /// Sets `numbers` to the numbers of tensors in `list`, which diagnostics call
  /// `what`: all of them are numbers of tensors, or -1 if these `mayBeOmitted`.
  LogicalResult readTensors(const flatbuffers::Vector<int32_t> *list,
                            const Twine &what, SmallVector<int32_t> &numbers,
                            bool mayBeOmitted = false);
  /// The type of a tensor that is computed or given, and that has no value yet.
  FailureOr<TensorType> readNewType(int32_t number);
  /// The value of a tensor, which `reader` reads: what was computed, or a
  /// constant. That of an omitted input has no type.
  FailureOr<Value> getValue(int32_t number, const Twine &reader);
  /// Makes a constant the value of a tensor.
  FailureOr<Value> createConstant(int32_t number, ArrayRef<char> data,
                                  const Twine &reader);
  LogicalResult importOperator(const tflite::Operator &op, size_t number);
  void addQuantization(StringRef name, ArrayRef<int32_t> tensors,
                       SmallVectorImpl<NamedAttribute> &lists);

  TFLiteFile &file;
  const tflite::SubGraph &graph;
  func::FuncOp function;
  std::string prefix;
  OpBuilder builder;
  /// By the number of the tensor; null where nothing has defined it yet.
  SmallVector<Value> values;
};
} // namespace

std::string SubgraphImporter::getName(int32_t number) {
  StringRef name = getText(getTensor(number).name());
  return name.empty() ? "tensor_" + std::to_string(number) : name.str();
}

LogicalResult
SubgraphImporter::readTensors(const flatbuffers::Vector<int32_t> *list,
                              const Twine &what, SmallVector<int32_t> &numbers,
                              bool mayBeOmitted) {
  numbers = readNumbers(list);
  for (int32_t number : numbers)
    if ((number < 0 || static_cast<size_t>(number) >= values.size()) &&
        !(mayBeOmitted && number == -1))
      return emitError(file.getLocation())
             << what << " of subgraph " << quoteName(function.getName())
             << " names tensor " << number << ", but the subgraph has "
             << values.size();
  return success();
}

FailureOr<TensorType> SubgraphImporter::readNewType(int32_t number) {
  if (values[number])
    return emitError(getLocation(number))
           << describe(number)
           << " is an input, or is computed by an operator, twice";
  return file.readType(getTensor(number), describe(number),
                       /*isConstant=*/false);
}

FailureOr<Value> SubgraphImporter::createConstant(int32_t number,
                                                  ArrayRef<char> data,
                                                  const Twine &reader) {
  const tflite::Tensor &tensor = getTensor(number);
  Location loc = getLocation(number);
  bool isVariable = tensor.is_variable();
  FailureOr<TensorType> type =
      file.readType(tensor, describe(number), /*isConstant=*/!isVariable);
  if (failed(type))
    return failure();
  OperationState state(loc, isVariable ? "tflite.Variable" : "tflite.Const");
  state.addTypes(*type);
  if (!isVariable) {
    auto ranked = cast<RankedTensorType>(*type);
    if (data.empty() && !llvm::is_contained(ranked.getShape(), 0))
      return emitError(loc) << reader << " reads " << describe(number)
                            << ", which is no input and no constant, and which "
                               "no operator before computes";
    if (!ranked.hasStaticShape())
      return emitError(loc) << describe(number) << " is a constant of type "
                            << ranked << ", whose shape is not known";
    DenseElementsAttr elements;
    if (!tensor.sparsity()) {
      FailureOr<DenseElementsAttr> read =
          readTFLiteConstant(ranked, data, loc, describe(number));
      if (failed(read))
        return failure();
      elements = *read;
    }
    if (elements)
      state.addAttribute("value", elements);
    else
      // Strings, and elements of sparse tensors without those that are zero.
      state.addAttribute(
          "bytes",
          builder.getDenseI8ArrayAttr(ArrayRef<int8_t>(
              reinterpret_cast<const int8_t *>(data.data()), data.size())));
  }
  return values[number] = builder.create(state)->getResult(0);
}

FailureOr<Value> SubgraphImporter::getValue(int32_t number,
                                            const Twine &reader) {
  if (number == -1)
    return createNoValue(builder, file.getLocation(), "tflite");
  if (values[number])
    return values[number];
  FailureOr<ArrayRef<char>> data =
      file.readData(getTensor(number), describe(number));
  if (failed(data))
    return failure();
  return createConstant(number, *data, reader);
}

void SubgraphImporter::addQuantization(StringRef name,
                                       ArrayRef<int32_t> tensors,
                                       SmallVectorImpl<NamedAttribute> &lists) {
  SmallVector<Attribute> list;
  for (int32_t number : tensors)
    list.push_back(number == -1 ? builder.getDictionaryAttr({})
                                : file.readQuantization(getTensor(number)));
  lists.push_back(builder.getNamedAttr(name, builder.getArrayAttr(list)));
}

LogicalResult SubgraphImporter::importOperator(const tflite::Operator &op,
                                               size_t number) {
  const tflite::Model &model = file.getModel();
  std::string what = "operator " + std::to_string(number);
  uint32_t code = op.opcode_index();
  size_t numCodes = countElements(model.operator_codes());
  if (code >= numCodes)
    return emitError(file.getLocation())
           << what << " of subgraph " << quoteName(function.getName())
           << " has operator code " << code << ", but the model has "
           << numCodes;
  std::string name = getTFLiteOperatorName(*model.operator_codes()->Get(code));
  what += " (" + StringRef(name).split('.').second.str() + ")";
  SmallVector<int32_t> inputs, outputs;
  if (failed(readTensors(op.inputs(), what, inputs, /*mayBeOmitted=*/true)) ||
      failed(readTensors(op.outputs(), what, outputs)))
    return failure();
  OperationState state(outputs.empty() ? file.getLocation()
                                       : getLocation(outputs.front()),
                       name);
  for (int32_t input : inputs) {
    FailureOr<Value> value = getValue(input, what);
    if (failed(value))
      return failure();
    state.addOperands(*value);
  }
  for (int32_t output : outputs) {
    FailureOr<TensorType> type = readNewType(output);
    if (failed(type))
      return failure();
    state.addTypes(*type);
  }
  addTFLiteOptions(op, state);
  SmallVector<NamedAttribute> quantization;
  addQuantization("operand_quantization", inputs, quantization);
  addQuantization("result_quantization", outputs, quantization);
  if (llvm::any_of(quantization, [](NamedAttribute list) {
        return llvm::any_of(
            cast<ArrayAttr>(list.getValue()),
            [](Attribute one) { return !cast<DictionaryAttr>(one).empty(); });
      }))
    state.addAttributes(quantization);
  Operation *created = builder.create(state);
  for (auto [output, result] :
       llvm::zip_equal(outputs, created->getResults())) {
    if (values[output])
      return readNewType(output);
    values[output] = result;
  }
  return success();
}

LogicalResult SubgraphImporter::import() {
  Block *block = function.addEntryBlock();
  builder.setInsertionPointToStart(block);
  SmallVector<int32_t> inputs, outputs;
  if (failed(readTensors(graph.inputs(), "an input", inputs)) ||
      failed(readTensors(graph.outputs(), "an output", outputs)))
    return failure();
  for (int32_t input : inputs) {
    FailureOr<TensorType> type = readNewType(input);
    if (failed(type))
      return failure();
    values[input] = block->addArgument(*type, getLocation(input));
  }
  // "All operators, in execution order": schema.fbs.
  for (auto [number, op] : llvm::enumerate(getTables(graph.operators())))
    if (failed(importOperator(*op, number)))
      return failure();

  SmallVector<Value> results;
  auto getTensorName = [&](int32_t number) { return getName(number); };
  for (int32_t output : outputs) {
    FailureOr<Value> value = getValue(output, "the subgraph");
    if (failed(value))
      return failure();
    results.push_back(*value);
  }
  finishFunction(builder, function, results, "tflite.name",
                 llvm::map_to_vector(inputs, getTensorName),
                 llvm::map_to_vector(outputs, getTensorName));
  return success();
}

static OwningOpRef<ModuleOp> readTFLite(llvm::SourceMgr &sources,
                                        MLIRContext *context) {
  TFLiteFile file(sources, context);
  if (failed(file.parse()))
    return {};
  Location loc = file.getLocation();
  auto graphs = getTables(file.getModel().subgraphs());
  if (graphs.empty()) {
    emitError(loc) << "the model has no subgraph";
    return {};
  }
  OpBuilder builder(context);
  OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
  llvm::StringSet<> names;
  for (auto [i, graph] : llvm::enumerate(graphs)) {
    // The names are "used for debugging" and need not differ.
    StringRef given = getText(graph->name());
    std::string name = !given.empty() ? given.str()
                       : i == 0       ? "main"
                                      : "subgraph_" + std::to_string(i);
    while (!names.insert(name).second)
      name += "_" + std::to_string(i);
    builder.setInsertionPointToEnd(module->getBody());
    auto function = func::FuncOp::create(builder, loc, name,
                                         builder.getFunctionType({}, {}));
    if (failed(SubgraphImporter(file, *graph, function, /*isFirst=*/i == 0)
                   .import()))
      return {};
  }
  return module;
}

const ModelFormat mlir::pad::kTFLiteFormat = {
    "import-tflite",    "Read a TFLite model (.tflite), pads as pad.pad",
    ".tflite",          readTFLite,
    convertTFLiteToPad, isSharedArithmetic};
