//===- NGraphText.cpp - What the parser of JSON does not tell -------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ImportNames.h"
#include "NGraphModel.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/JSON.h"
#include <cmath>

using namespace mlir;
using namespace mlir::pad;

namespace {
/// One pass over a text.
class Scanner {
public:
  explicit Scanner(StringRef text)
      : text(text), functionDepth(text.ltrim().starts_with("[") ? 2 : 1) {}

  NGraphTextScan run();

private:
  bool open(size_t offset);
  void readKey();
  void readNumber(size_t &offset);
  void addFault(size_t offset, const Twine &message);

  StringRef text;
  /// Functions are in a list, or the file is one function.
  unsigned functionDepth;
  /// The keys of each list or object around the current place; a list has none.
  SmallVector<llvm::StringSet<>> keys;
  /// The last string, and where it starts; the last key of a function.
  StringRef string, functionKey;
  size_t stringOffset = 0;
  NGraphTextScan scan;
};
} // namespace

void Scanner::addFault(size_t offset, const Twine &message) {
  if (scan.fault)
    return;
  scan.fault = NGraphTextFault{offset, message.str()};
  if (scan.nodeOffsets.empty())
    return;
  scan.fault->function = scan.nodeOffsets.size() - 1;
  if (keys.size() > functionDepth + 1 && functionKey == "ops" &&
      !scan.nodeOffsets.back().empty())
    scan.fault->node = scan.nodeOffsets.back().size() - 1;
}

/// Enters the list or object at `offset`; false if that is too deep.
bool Scanner::open(size_t offset) {
  keys.emplace_back();
  if (keys.size() > kMaxNGraphTextDepth) {
    scan.tooDeep = offset;
    return false;
  }
  if (text[offset] != '{')
    return true;
  if (keys.size() == functionDepth)
    scan.nodeOffsets.emplace_back();
  if (keys.size() == functionDepth + 2 && functionKey == "ops" &&
      !scan.nodeOffsets.empty())
    scan.nodeOffsets.back().push_back(offset);
  return true;
}

/// The last string is a key.
void Scanner::readKey() {
  if (keys.empty())
    return;
  if (keys.size() == functionDepth)
    functionKey = string;
  // Escapes spell one key in several ways.
  std::string key = string.str();
  if (string.contains('\\')) {
    llvm::Expected<llvm::json::Value> parsed =
        llvm::json::parse("\"" + key + "\"");
    if (!parsed)
      llvm::consumeError(parsed.takeError());
    else if (std::optional<StringRef> unescaped = parsed->getAsString())
      key = unescaped->str();
  }
  if (!keys.back().insert(key).second)
    addFault(stringOffset, "the key " + quoteName(key) +
                               " appears twice in one object, but may appear "
                               "once");
}

/// Reads the number at `offset`, and moves that to its last character.
void Scanner::readNumber(size_t &offset) {
  StringRef number = text.substr(offset).take_while([](char c) {
    return llvm::isDigit(c) || StringRef("+-.eE").contains(c);
  });
  double value;
  if (!number.getAsDouble(value) && std::isinf(value))
    addFault(offset,
             "the number " + number +
                 " is larger in magnitude than 1.7976931348623157e+308, "
                 "the largest double; write infinity as the text "
                 "\"inf\"");
  offset += number.size() - 1;
}

NGraphTextScan Scanner::run() {
  for (size_t i = 0; i < text.size(); ++i) {
    switch (text[i]) {
    case '"':
      stringOffset = i;
      for (++i; i < text.size() && text[i] != '"'; ++i)
        if (text[i] == '\\')
          ++i;
      string = text.slice(stringOffset + 1, i);
      break;
    case ':':
      readKey();
      break;
    case '{':
    case '[':
      if (!open(i))
        return std::move(scan);
      break;
    case '}':
    case ']':
      if (!keys.empty())
        keys.pop_back();
      break;
    default:
      if (llvm::isDigit(text[i]) || text[i] == '-')
        readNumber(i);
      break;
    }
  }
  return std::move(scan);
}

NGraphTextScan mlir::pad::scanNGraphText(StringRef text) {
  return Scanner(text).run();
}
