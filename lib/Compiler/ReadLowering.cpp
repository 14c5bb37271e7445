//===- ReadLowering.cpp - Options of the lowering from text ---------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Compiler/Compiler.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace mlir::pad;

/// What `option` takes, in words, if `text` is not that; empty if it is. LLVM's
/// own parsers would print it.
template <typename T>
static std::string explainValue(mlir::detail::PassOptions::Option<T> &option,
                                StringRef text) {
  if constexpr (std::is_enum_v<T>) {
    auto &parser = option.getParser();
    unsigned number = parser.getNumOptions();
    if (parser.findOption(text) != number)
      return "";
    std::string known;
    for (unsigned index = 0; index < number; ++index)
      known += (index == 0            ? ""
                : index + 1 == number ? " or "
                                      : ", ") +
               parser.getOption(index).str();
    return known;
  } else if constexpr (std::is_same_v<T, bool>) {
    bool isKnown = llvm::StringSwitch<bool>(text)
                       .Cases({"true", "TRUE", "True", "1"}, true)
                       .Cases({"false", "FALSE", "False", "0"}, true)
                       .Default(false);
    return isKnown ? "" : "true or false";
  } else {
    T number;
    return text.getAsInteger(0, number) ? "an integer of 64 bits" : "";
  }
}

/// What is wrong with option `name` and its value `text`; empty if nothing is.
static std::string explainOption(LowerPadToLLVMOptions &options, StringRef name,
                                 StringRef text) {
  std::optional<std::string> expected;
  auto visit = [&](auto &...list) {
    auto visitOne = [&](auto &option) {
      if (option.ArgStr == name)
        expected = explainValue(option, text);
    };
    (visitOne(list), ...);
  };
  visit(options.import, options.lowering, options.fuse, options.contract,
        options.vectorWidth, options.vectorISA, options.splitStores,
        options.nontemporalThreshold, options.threads,
        options.parallelThreshold, options.results, options.runtimeVerification,
        options.trace, options.emitCInterface);
  if (!expected)
    return ("there is no '" + name + "'").str();
  if (!expected->empty())
    return ("'" + name + "' is '" + text + "', but must be " + *expected).str();
  return "";
}

llvm::Error mlir::pad::readLowering(StringRef text,
                                    LowerPadToLLVMOptions &options) {
  auto fail = [](const Twine &reason) {
    return llvm::createStringError("cannot use the options of the lowering: " +
                                   reason);
  };
  SmallVector<StringRef> names, parts;
  llvm::SplitString(text, parts);
  for (StringRef part : parts) {
    auto [name, value] = part.split('=');
    if (std::string reason = explainOption(options, name, value);
        !reason.empty())
      return fail(reason);
    if (llvm::is_contained(names, name))
      return fail("'" + name + "' is given twice; give it once");
    names.push_back(name);
  }
  std::string reason;
  llvm::raw_string_ostream os(reason);
  if (failed(options.parseFromString(llvm::join(parts, " "), os)))
    return fail(reason);
  return llvm::Error::success();
}
