//===- NodeLocations.cpp - Places of the nodes of a model -----------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NodeLocations.h"
#include "ImportNames.h"

using namespace mlir;
using namespace mlir::pad;

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
