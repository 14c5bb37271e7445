//===- ImportNames.cpp - Names of models in modules -----------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ImportNames.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::pad;

std::string mlir::pad::quoteName(StringRef name) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "'";
  os.write_escaped(name.take_front(200));
  os << (name.size() > 200 ? "...'" : "'");
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
