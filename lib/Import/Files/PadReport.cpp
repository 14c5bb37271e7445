//===- PadReport.cpp - The cost of pads as text and JSON ------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Import/PadReport.h"
#include "ModelNodes.h"
#include "Pad/IR/PadTraffic.h"
#include "Pad/Import/PadConsumers.h"
#include "Pad/Transforms/Lowerability.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/ManagedStatic.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace mlir::pad;

/// Whether `op` reads each element of a tensor once.
static bool isElementwise(Operation *op) {
  // Names of several systems, without case and underscores.
  constexpr StringLiteral types =
      "abs add cast ceil clamp clip convert cos dequantize div divide elu "
      "erf exp floor gelu hardswish hardtanh hswish leakyrelu log logistic "
      "max maximum min minimum mish mul multiply neg negative not pow power "
      "prelu quantize relu relu6 relun1to1 round rsqrt select selectv2 selu "
      "sigmoid sign sin softplus sqrt square squareddifference sub subtract "
      "swish tanh where";
  // An operator of another domain may mean anything.
  auto [system, type] = op->getName().getStringRef().split('.');
  std::string name = type.lower();
  llvm::erase(name, '_');
  return llvm::is_contained({"onnx", "openvino", "ngraph", "tflite"}, system) &&
         llvm::is_contained(llvm::split(types, ' '), name);
}

/// What `reader`, a node of a model, could do with `pad`.
static PadConsumer::Kind classify(PadReader reader, PadOp pad) {
  std::string reason;
  if (takePadOver(reader, pad, reason))
    return PadConsumer::Kind::TakesPad;
  return readsWindows(reader) || isElementwise(reader.first)
             ? PadConsumer::Kind::CanFuse
             : PadConsumer::Kind::NeedsTensor;
}

/// The pad for which the importer made `op`, which has the place of the same
/// node: a slice that crops before the pad, or a number that it pads by. Null
/// if there is none.
static PadOp findPadOfNode(Operation *op) {
  SmallVector<Operation *> worklist = {op};
  DenseSet<Operation *> visited;
  while (!worklist.empty()) {
    Operation *made = worklist.pop_back_val();
    if (made->isRegistered() && made->getLoc() == op->getLoc() &&
        visited.insert(made).second) {
      if (auto pad = dyn_cast<PadOp>(made))
        return pad;
      llvm::append_range(worklist, made->getUsers());
    }
  }
  return {};
}

/// Adds the ops that read elements of `pad`, of each node one.
static void addReadingNodes(PadOp pad, SmallVectorImpl<PadReader> &nodes) {
  SmallVector<PadReader> readers;
  addReaders(pad, readers);
  for (PadReader reader : readers) {
    if (isa<tensor::DimOp>(reader.first))
      continue;
    if (PadOp other = findPadOfNode(reader.first))
      reader = {other, other.getSource()};
    if (!reader.first->isRegistered() || !llvm::is_contained(nodes, reader))
      nodes.push_back(reader);
  }
}

std::vector<PadCost> mlir::pad::analyzePads(ModuleOp model) {
  std::vector<PadCost> costs;
  model.walk([&](PadOp pad) {
    PadTraffic traffic =
        getTraffic(pad, getElementBytes(pad.getSourceType().getElementType()));
    PadCost cost;
    cost.pad = pad;
    cost.node = getNodeName(pad.getLoc());
    cost.bytesRead = traffic.read;
    cost.bytesWritten = traffic.written;
    SmallVector<PadReader> readers;
    addReadingNodes(pad, readers);
    for (PadReader reader : readers)
      cost.consumers.push_back(PadConsumer{
          getNodeName(reader.first->getLoc()).str(),
          reader.first->getName().getStringRef().str(), classify(reader, pad)});
    costs.push_back(std::move(cost));
  });
  return costs;
}

/// The bytes that a pad moves at least.
static std::optional<int64_t> getMovedBytes(const PadCost &cost) {
  if (!cost.bytesRead || !cost.bytesWritten)
    return std::nullopt;
  return *cost.bytesRead + *cost.bytesWritten;
}

/// What a consumer can do, in JSON and as the end of a sentence about it.
static std::pair<StringRef, StringRef> describeKind(PadConsumer::Kind kind) {
  switch (kind) {
  case PadConsumer::Kind::TakesPad:
    return {"takes-pad", "has a padding attribute that can take the pad over"};
  case PadConsumer::Kind::CanFuse:
    return {"can-fuse", "can have the pad fused into it"};
  case PadConsumer::Kind::NeedsTensor:
    return {"needs-tensor", "needs the padded tensor"};
  }
  llvm_unreachable("unknown kind of consumer");
}

namespace {
struct Sum {
  int64_t bytesRead = 0, bytesWritten = 0;
  size_t numUnknown = 0;
};
} // namespace

static Sum addUp(ArrayRef<PadCost> costs) {
  Sum sum;
  for (const PadCost &cost : costs) {
    if (!getMovedBytes(cost)) {
      ++sum.numUnknown;
      continue;
    }
    sum.bytesRead += *cost.bytesRead;
    sum.bytesWritten += *cost.bytesWritten;
  }
  return sum;
}

static std::string formatBytes(std::optional<int64_t> bytes) {
  return bytes ? std::to_string(*bytes) + " bytes"
               : "a number of bytes known at run time";
}

/// `bytes` moved at `bandwidth`, in microseconds.
static void printFloor(raw_ostream &os, std::optional<int64_t> bytes,
                       double bandwidth) {
  if (bytes)
    os << llvm::format("%.3f us", *bytes / bandwidth * 1e6);
  else
    os << "unknown";
}

/// A list of static numbers, `?` for those of run time.
static void printAmounts(raw_ostream &os, ArrayRef<int64_t> amounts) {
  os << "[";
  llvm::interleaveComma(amounts, os, [&](int64_t amount) {
    if (ShapedType::isDynamic(amount))
      os << "?";
    else
      os << amount;
  });
  os << "]";
}

void mlir::pad::printPadReport(raw_ostream &os, ArrayRef<PadCost> costs,
                               ArrayRef<OpenPad> openPads, double bandwidth) {
  for (const PadCost &cost : costs) {
    PadOp pad = cost.pad;
    os << quoteName(cost.node) << ": " << pad.getModes().getText() << " low";
    printAmounts(os, pad.getStaticLow());
    os << " high";
    printAmounts(os, pad.getStaticHigh());
    if (pad.hasInterior()) {
      os << " interior";
      printAmounts(os, pad.getStaticInterior());
    }
    os << ", " << Type(pad.getSourceType()) << " to "
       << Type(pad.getPaddedType()) << "\n  reads "
       << formatBytes(cost.bytesRead) << ", writes "
       << formatBytes(cost.bytesWritten) << ", floor ";
    printFloor(os, getMovedBytes(cost), bandwidth);
    os << "\n";
    for (const PadConsumer &consumer : cost.consumers) {
      os << "  read by " << consumer.opName;
      if (!consumer.node.empty())
        os << " " << quoteName(consumer.node);
      os << ", which " << describeKind(consumer.kind).second << "\n";
    }
  }
  for (const OpenPad &pad : openPads)
    os << quoteName(getNodeName(pad.loc)) << ": stays as it is: " << pad.reason
       << "\n";
  Sum sum = addUp(costs);
  os << costs.size() << (costs.size() == 1 ? " pad: reads " : " pads: read ")
     << sum.bytesRead << " bytes, "
     << (costs.size() == 1 ? "writes " : "write ") << sum.bytesWritten
     << " bytes, floor ";
  printFloor(os, sum.bytesRead + sum.bytesWritten, bandwidth);
  os << llvm::format(" at %.1f GB/s", bandwidth / 1e9);
  if (sum.numUnknown)
    os << "; without " << sum.numUnknown << " of extents known at run time";
  if (!openPads.empty())
    os << "; " << openPads.size()
       << (openPads.size() == 1 ? " more stays" : " more stay");
  os << "\n";
}

/// `amounts` as JSON, with null for those of run time.
static llvm::json::Array toJSON(ArrayRef<int64_t> amounts) {
  llvm::json::Array array;
  for (int64_t amount : amounts)
    array.push_back(ShapedType::isDynamic(amount) ? llvm::json::Value(nullptr)
                                                  : llvm::json::Value(amount));
  return array;
}

static llvm::json::Value toJSON(std::optional<int64_t> bytes) {
  return bytes ? llvm::json::Value(*bytes) : llvm::json::Value(nullptr);
}

/// What `get` says of the mode of all axes, or a list of what it says of each.
template <typename Get>
static llvm::json::Value toJSON(PadModesAttr modes, Get get) {
  ArrayRef<AxisMode> list = modes.getList();
  if (list.size() == 1)
    return get(list.front());
  llvm::json::Array array;
  for (AxisMode mode : list)
    array.push_back(get(mode));
  return array;
}

static llvm::json::Value toJSON(const PadCost &cost, double bandwidth) {
  PadOp pad = cost.pad;
  std::string elementType;
  llvm::raw_string_ostream(elementType) << pad.getSourceType().getElementType();
  llvm::json::Array consumers;
  for (const PadConsumer &consumer : cost.consumers)
    consumers.push_back(
        llvm::json::Object{{"node", llvm::json::fixUTF8(consumer.node)},
                           {"op", consumer.opName},
                           {"can", describeKind(consumer.kind).first}});
  auto getMode = [](AxisMode mode) {
    return llvm::json::Value(stringifyPadMode(mode.mode));
  };
  auto isPeriodic = [](AxisMode mode) {
    return llvm::json::Value(mode.periodic);
  };
  llvm::json::Object object{{"node", llvm::json::fixUTF8(cost.node)},
                            {"mode", toJSON(pad.getModes(), getMode)},
                            {"periodic", toJSON(pad.getModes(), isPeriodic)},
                            {"type", elementType},
                            {"source", toJSON(pad.getSourceType().getShape())},
                            {"result", toJSON(pad.getPaddedType().getShape())},
                            {"low", toJSON(pad.getStaticLow())},
                            {"high", toJSON(pad.getStaticHigh())},
                            {"interior", toJSON(pad.getStaticInterior())},
                            {"bytesRead", toJSON(cost.bytesRead)},
                            {"bytesWritten", toJSON(cost.bytesWritten)},
                            {"floorSeconds", nullptr},
                            {"consumers", std::move(consumers)}};
  if (std::optional<int64_t> moved = getMovedBytes(cost))
    object["floorSeconds"] = *moved / bandwidth;
  return object;
}

void mlir::pad::printPadReportAsJSON(raw_ostream &os, ArrayRef<PadCost> costs,
                                     ArrayRef<OpenPad> openPads,
                                     double bandwidth) {
  llvm::json::Array pads, open;
  for (const PadCost &cost : costs)
    pads.push_back(toJSON(cost, bandwidth));
  for (const OpenPad &pad : openPads)
    open.push_back(
        llvm::json::Object{{"node", llvm::json::fixUTF8(getNodeName(pad.loc))},
                           {"reason", llvm::json::fixUTF8(pad.reason)}});
  Sum sum = addUp(costs);
  os << llvm::formatv(
      "{0:2}\n",
      llvm::json::Value(llvm::json::Object{
          {"bandwidth", bandwidth},
          {"open", std::move(open)},
          {"pads", std::move(pads)},
          {"sum",
           llvm::json::Object{
               {"bytesRead", sum.bytesRead},
               {"bytesWritten", sum.bytesWritten},
               {"floorSeconds", (sum.bytesRead + sum.bytesWritten) / bandwidth},
               {"unknown", static_cast<int64_t>(sum.numUnknown)}}}}));
}

namespace {
struct ReportCLOptions {
  llvm::cl::opt<double> bandwidth{
      "bandwidth",
      llvm::cl::desc("The bytes that memory reads or writes in a second, in "
                     "GB/s, for the floors of --report (default: 10)"),
      llvm::cl::init(10)};
};
} // namespace

static llvm::ManagedStatic<ReportCLOptions> reportCLOptions;

using PrintReport = void (*)(raw_ostream &, ArrayRef<PadCost>,
                             ArrayRef<OpenPad>, double);

static LogicalResult report(const std::shared_ptr<llvm::SourceMgr> &sources,
                            raw_ostream &os, MLIRContext *context,
                            PrintReport print) {
  const llvm::MemoryBuffer &buffer =
      *sources->getMemoryBuffer(sources->getMainFileID());
  double gigabytes = reportCLOptions->bandwidth;
  if (!(gigabytes > 0) || std::isinf(gigabytes))
    return emitError(UnknownLoc::get(context), "--bandwidth is ")
           << llvm::formatv("{0}", gigabytes).str()
           << ", but must be a positive number of GB/s";
  const ModelFormat *format = findModelFormat(buffer.getBufferIdentifier());
  if (!format)
    return emitError(UnknownLoc::get(context))
           << quoteName(buffer.getBufferIdentifier())
           << " is no model: its name must end in .onnx, .xml (OpenVINO), "
              ".json (nGraph) or .tflite";
  SourceMgrDiagnosticHandler handler(*sources, context);
  std::vector<OpenPad> openPads;
  ImportOptions options;
  options.openPads = &openPads;
  OwningOpRef<ModuleOp> model =
      importModel(*format, *sources, context, options);
  if (!model)
    return failure();
  print(os, analyzePads(*model), openPads, gigabytes * 1e9);
  return success();
}

void mlir::pad::registerPadReports() {
  *reportCLOptions;
  auto reportBy = [](PrintReport print) {
    return [print](const std::shared_ptr<llvm::SourceMgr> &sources,
                   raw_ostream &os, MLIRContext *context) {
      return report(sources, os, context, print);
    };
  };
  TranslateRegistration text(
      "report", "Say what each pad of a model costs, and what reads it",
      reportBy(printPadReport));
  TranslateRegistration json("report-json", "The same as JSON",
                             reportBy(printPadReportAsJSON));
}
