//===- AxisModes.cpp - The syntax of modes --------------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AxisModes.h"

using namespace mlir;
using namespace mlir::pad;

ParseResult mlir::pad::parsePadMode(AsmParser &parser, PadMode &mode) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef keyword;
  if (failed(parser.parseOptionalKeyword(&keyword)))
    return parser.emitError(loc, "expected a padding mode: ") << listPadModes();
  std::optional<PadMode> known = symbolizePadMode(keyword);
  if (!known)
    return parser.emitError(loc, "unknown padding mode '")
           << keyword << "'; expected " << listPadModes();
  mode = *known;
  return success();
}

void mlir::pad::printPadMode(AsmPrinter &printer, PadMode mode) {
  printer << stringifyPadMode(mode);
}

/// Parses `reflect`, or `reflect periodic`.
static ParseResult parseAxisMode(AsmParser &parser, AxisMode &mode) {
  if (failed(parsePadMode(parser, mode.mode)))
    return failure();
  mode.periodic = succeeded(parser.parseOptionalKeyword("periodic"));
  return success();
}

ParseResult mlir::pad::parseAxisModes(AsmParser &parser,
                                      SmallVectorImpl<AxisMode> &modes) {
  if (failed(parser.parseOptionalLSquare()))
    return parseAxisMode(parser, modes.emplace_back());
  return failure(parser.parseCommaSeparatedList([&] {
    return parseAxisMode(parser, modes.emplace_back());
  }) || parser.parseRSquare());
}

static void printTo(raw_ostream &os, ArrayRef<AxisMode> modes) {
  if (modes.size() == 1) {
    os << modes.front();
    return;
  }
  os << '[';
  llvm::interleaveComma(modes, os);
  os << ']';
}

void mlir::pad::printAxisModes(AsmPrinter &printer, ArrayRef<AxisMode> modes) {
  printTo(printer.getStream(), modes);
}

std::string PadModesAttr::getText() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  printTo(os, getList());
  return text;
}
