//===- ModelNodes.cpp - Names, places and order of nodes ------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModelNodes.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/Unicode.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::pad;

/// The bytes of the character that `text` begins with, if it is one of UTF-8
/// that shows something; 0 otherwise.
static unsigned getPrintableSize(StringRef text) {
  const auto *begin = reinterpret_cast<const llvm::UTF8 *>(text.begin());
  const auto *end = reinterpret_cast<const llvm::UTF8 *>(text.end());
  llvm::UTF32 code;
  const llvm::UTF8 *next = begin;
  if (llvm::convertUTF8Sequence(&next, end, &code, llvm::strictConversion) !=
          llvm::conversionOK ||
      !llvm::sys::unicode::isPrintable(code))
    return 0;
  return next - begin;
}

std::string mlir::pad::quoteName(StringRef name) {
  constexpr size_t most = 200;
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "'";
  size_t printed = 0;
  while (printed < most && !name.empty()) {
    unsigned size = llvm::isASCII(name.front()) ? 0 : getPrintableSize(name);
    if (size != 0)
      os << name.take_front(size);
    else
      os.write_escaped(name.take_front(size = 1));
    printed += size;
    name = name.drop_front(size);
  }
  os << (name.empty() ? "'" : "...'");
  return text;
}

std::string mlir::pad::makeIdentifier(StringRef name) {
  std::string identifier;
  for (char c : name)
    identifier += llvm::isAlnum(c) ? c : '_';
  if (identifier.empty() || llvm::isDigit(identifier.front()))
    identifier.insert(identifier.begin(), '_');
  return identifier;
}

std::string mlir::pad::makeOpName(StringRef system, StringRef domain,
                                  StringRef type, MLIRContext *context) {
  std::string name;
  SmallVector<StringRef> parts;
  domain.split(parts, '.', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (StringRef part : parts)
    name += makeIdentifier(part) + ".";
  StringRef first = StringRef(name).split('.').first;
  if (name.empty() || first == system || first == "builtin" ||
      llvm::is_contained(context->getAvailableDialects(), first) ||
      context->getLoadedDialect(first))
    name = system.str() + "." + name;
  return name + makeIdentifier(type);
}

Value mlir::pad::createNoValue(OpBuilder &builder, Location loc,
                               StringRef system) {
  return builder
      .create(loc, builder.getStringAttr(system + ".NoValue"),
              /*operands=*/{}, builder.getNoneType(),
              builder.getNamedAttr("value", builder.getUnitAttr()))
      ->getResult(0);
}

FileLineColLoc mlir::pad::locateFile(const llvm::SourceMgr &sources,
                                     MLIRContext *context) {
  const llvm::MemoryBuffer *buffer =
      sources.getMemoryBuffer(sources.getMainFileID());
  return FileLineColLoc::get(context, buffer->getBufferIdentifier(), 0, 0);
}

Location mlir::pad::locateOffset(llvm::SourceMgr &sources, size_t offset,
                                 MLIRContext *context) {
  unsigned file = sources.getMainFileID();
  const llvm::MemoryBuffer *buffer = sources.getMemoryBuffer(file);
  const char *position =
      buffer->getBufferStart() + std::min(offset, buffer->getBufferSize());
  auto [line, column] =
      sources.getLineAndColumn(llvm::SMLoc::getFromPointer(position), file);
  return FileLineColLoc::get(context, buffer->getBufferIdentifier(), line,
                             column);
}

StringRef mlir::pad::getNodeName(Location loc) {
  auto name = loc->findInstanceOf<NameLoc>();
  return name ? name.getName().getValue() : StringRef();
}

std::string mlir::pad::describeFunction(Location loc) {
  auto name = loc->findInstanceOf<NameLoc>();
  auto function = name ? dyn_cast<NameLoc>(name.getChildLoc()) : NameLoc();
  return function ? " in function " + quoteName(function.getName()) : "";
}

std::string mlir::pad::describeNode(Location loc) {
  StringRef name = getNodeName(loc);
  return name.empty()
             ? ""
             : "node " + quoteName(name) + describeFunction(loc) + ": ";
}

FailureOr<SmallVector<unsigned>>
mlir::pad::orderGraph(unsigned count,
                      function_ref<const GraphNode &(unsigned)> getNode) {
  enum class State : char { New, Open, Done };
  SmallVector<State> states(count, State::New);
  SmallVector<unsigned> order;
  // The nodes from a root to the current one, each with the number of its
  // sources that have been visited. This is not a recursion, because files may
  // nest deeper than a call stack.
  SmallVector<std::pair<unsigned, unsigned>> path;
  auto open = [&](unsigned node) {
    states[node] = State::Open;
    path.push_back({node, 0});
  };
  for (unsigned root = 0; root < count; ++root) {
    if (states[root] == State::New)
      open(root);
    while (!path.empty()) {
      auto &[node, visited] = path.back();
      ArrayRef<NodeOutput> sources = getNode(node).sources;
      if (visited == sources.size()) {
        states[node] = State::Done;
        order.push_back(node);
        path.pop_back();
        continue;
      }
      unsigned next = sources[visited++].node;
      if (states[next] == State::Open)
        return getNode(next).emitError()
               << " depends on its own result: the graph has a cycle";
      if (states[next] == State::New)
        open(next);
    }
  }
  return order;
}

LogicalResult ResultNames::add(Location loc, StringRef name) {
  constexpr size_t maxBytes = 64 << 20;
  bytes += name.size();
  if (bytes > maxBytes)
    return emitError(loc) << "the names of the results have more than "
                          << maxBytes
                          << " bytes: give the nodes that they are of shorter "
                             "names";
  names.push_back(name.str());
  return success();
}

void mlir::pad::finishFunction(OpBuilder &builder, func::FuncOp function,
                               ArrayRef<Value> results, StringRef attribute,
                               ArrayRef<std::string> argumentNames,
                               ArrayRef<std::string> resultNames) {
  func::ReturnOp::create(builder, function.getLoc(), results);
  function.setType(
      builder.getFunctionType(function.getBody().front().getArgumentTypes(),
                              TypeRange(ValueRange(results))));
  for (auto [index, name] : llvm::enumerate(argumentNames))
    function.setArgAttr(index, attribute, builder.getStringAttr(name));
  for (auto [index, name] : llvm::enumerate(resultNames))
    function.setResultAttr(index, attribute, builder.getStringAttr(name));
}
