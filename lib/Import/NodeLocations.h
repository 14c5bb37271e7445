//===- NodeLocations.h - Places of the nodes of a model ---------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The location of what comes from a node is a NameLoc with the name of the
// node; its child is the place in the file. A node in a function of a model has
// a NameLoc with the name of the function between the two, and its own name
// begins with that of the node that calls the function: `call/inner`.
//
//===----------------------------------------------------------------------===//

#ifndef PAD_LIB_IMPORT_NODELOCATIONS_H
#define PAD_LIB_IMPORT_NODELOCATIONS_H

#include "mlir/IR/Location.h"
#include <string>

namespace mlir {
namespace pad {

/// The name of the node at `loc`; empty if it names none.
StringRef getNodeName(Location loc);

/// What a message says behind the name of the node at `loc`: ` in function
/// 'f'`, or nothing where the node is in no function.
std::string describeFunction(Location loc);

/// What begins a message about the node at `loc`: `node 'x': `, or nothing
/// where it names none.
std::string describeNode(Location loc);

} // namespace pad
} // namespace mlir

#endif // PAD_LIB_IMPORT_NODELOCATIONS_H
