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
