//===- NodeLocations.h - Places of the nodes of a model ---------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Ops that come from a node have a NameLoc with the name of the node as
// location; its child is the place in the file. A node in a function of a model
// has a NameLoc with the name of the function between the two, and its own name
// begins with that of the node that calls the function: `call/inner`.
//
//===----------------------------------------------------------------------===//

#ifndef PAD_LIB_IMPORT_FILES_NODELOCATIONS_H
#define PAD_LIB_IMPORT_FILES_NODELOCATIONS_H

#include "mlir/IR/Location.h"
#include "llvm/Support/SourceMgr.h"
#include <string>

namespace mlir {
namespace pad {

/// The place `offset` bytes behind the beginning of the main file of `sources`;
/// its end if the file is shorter.
Location locateOffset(llvm::SourceMgr &sources, size_t offset,
                      MLIRContext *context);

/// The name of the node at `loc`; empty if it names none.
StringRef getNodeName(Location loc);

/// The text of a message after the name of the node at `loc`:
/// ` in function 'f'`, or nothing if the node is in no function.
std::string describeFunction(Location loc);

/// The beginning of a message about the node at `loc`: `node 'x': `, or nothing
/// if `loc` names no node.
std::string describeNode(Location loc);

} // namespace pad
} // namespace mlir

#endif // PAD_LIB_IMPORT_FILES_NODELOCATIONS_H
