//===- TextMutator.cpp - Changed programs ---------------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextMutator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include <algorithm>
#include <cctype>
#include <iterator>
#include <vector>

namespace {
/// A token: where it stands, and which tokens may stand there, too.
enum class Kind { Number, Mode, Type, Value, Other };
struct Token {
  size_t begin, size;
  Kind kind;
};
} // namespace

static constexpr const char *kNumbers[] = {"0",
                                           "1",
                                           "2",
                                           "3",
                                           "5",
                                           "8",
                                           "16",
                                           "17",
                                           "64",
                                           "100",
                                           "?",
                                           "-1",
                                           "-2",
                                           "-7",
                                           "2147483647",
                                           "-3",
                                           "256",
                                           "2147483648",
                                           "4294967296",
                                           "1152921504606846976",
                                           "9223372036854775807",
                                           "-9223372036854775807",
                                           "-9223372036854775808",
                                           "4611686018427387904"};
static constexpr const char *kModes[] = {"constant",  "edge", "reflect",
                                         "symmetric", "wrap", "periodic"};
static constexpr const char *kTypes[] = {
    "f32",  "f16", "bf16", "f64",  "f80",          "f128",
    "i1",   "i4",  "i8",   "i33",  "i64",          "f8E4M3FN",
    "si16", "ui8", "i128", "tf32", "complex<f32>", "index"};

template <size_t N>
static bool contains(const char *const (&list)[N], const std::string &text) {
  return std::find(std::begin(list), std::end(list), text) != std::end(list);
}

/// Whether `text` ends, at `end`, with what MLIR trusts the next token of: its
/// parser ends the process at arrays of a type without bits, and takes memory
/// for as many results as the number of one says; its printer takes a tile size
/// of -2^63 for an operand that is not there.
static bool isTrusted(llvm::StringRef text, size_t end) {
  llvm::StringRef before = text.take_front(end);
  llvm::StringRef list = before.take_front(before.find_last_of("[]") + 1);
  return before.ends_with("#") || before.ends_with("array<") ||
         list.ends_with("sizes [");
}

/// The tokens of a program. The extents of a shape are numbers, too: an `x`
/// ends them.
static std::vector<Token> getTokens(const std::string &text) {
  std::vector<Token> tokens;
  auto isWord = [](char c) { return std::isalnum(c) || c == '_' || c == '.'; };
  for (size_t i = 0; i < text.size();) {
    size_t begin = i;
    auto isDigit = [&](size_t at) {
      return at < text.size() && std::isdigit(static_cast<uint8_t>(text[at]));
    };
    if (isDigit(i) || (text[i] == '-' && isDigit(i + 1))) {
      for (++i; isDigit(i);)
        ++i;
      tokens.push_back({begin, i - begin,
                        isTrusted(text, begin) ? Kind::Other : Kind::Number});
      // Of `4xf32`, the rest is a type.
      i += i < text.size() && text[i] == 'x';
      continue;
    }
    if (text[i] == '?') {
      tokens.push_back({begin, 1, Kind::Number});
      i += 1 + (i + 1 < text.size() && text[i + 1] == 'x');
      continue;
    }
    bool isValue = text[i] == '%';
    if (!isValue && !isWord(text[i])) {
      ++i;
      continue;
    }
    for (++i; i < text.size() && isWord(text[i]);)
      ++i;
    std::string word = text.substr(begin, i - begin);
    Kind kind = isValue                  ? Kind::Value
                : isTrusted(text, begin) ? Kind::Other
                : contains(kModes, word) ? Kind::Mode
                : contains(kTypes, word) ? Kind::Type
                                         : Kind::Other;
    tokens.push_back({begin, i - begin, kind});
  }
  return tokens;
}

/// Drops, repeats or moves a line.
static std::string mutateLine(const std::string &text, std::mt19937 &random) {
  std::vector<std::string> lines;
  for (size_t i = 0; i < text.size();) {
    size_t end = std::min(text.find('\n', i), text.size() - 1) + 1;
    lines.push_back(text.substr(i, end - i));
    i = end;
  }
  if (lines.empty())
    return text;
  size_t at = random() % lines.size(), other = random() % lines.size();
  switch (random() % 3) {
  case 0:
    lines.erase(lines.begin() + at);
    break;
  case 1:
    lines.insert(lines.begin() + other, std::string(lines[at]));
    break;
  default:
    std::swap(lines[at], lines[other]);
  }
  std::string result;
  for (const std::string &line : lines)
    result += line;
  return result;
}

std::string mutateText(const std::string &text, std::mt19937 &random) {
  std::vector<Token> tokens = getTokens(text), some;
  Kind kind = static_cast<Kind>(random() % 5);
  llvm::copy_if(tokens, std::back_inserter(some),
                [&](const Token &token) { return token.kind == kind; });
  if (kind == Kind::Other || some.empty())
    return mutateLine(text, random);
  const Token &token = some[random() % some.size()];
  std::string old = text.substr(token.begin, token.size), by;
  switch (kind) {
  case Kind::Number:
    by = kNumbers[random() % std::size(kNumbers)];
    break;
  case Kind::Mode:
    by = kModes[random() % std::size(kModes)];
    if (random() % 4 == 0)
      by = old + " periodic";
    break;
  case Kind::Type:
    by = kTypes[random() % std::size(kTypes)];
    break;
  default: {
    const Token &other = some[random() % some.size()];
    by = text.substr(other.begin, other.size);
  }
  }
  // Everywhere, so that types still agree, or here.
  bool isEverywhere = kind != Kind::Value && random() % 2;
  std::string result;
  size_t end = 0;
  for (const Token &at : some) {
    bool isSame = text.compare(at.begin, at.size, old) == 0;
    if (at.begin != token.begin && !(isEverywhere && isSame))
      continue;
    result += text.substr(end, at.begin - end) + by;
    end = at.begin + at.size;
  }
  return result + text.substr(end);
}
