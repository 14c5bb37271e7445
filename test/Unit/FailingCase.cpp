//===- FailingCase.cpp - Random cases that failed, as files ---------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FailingCase.h"
#include "Pad/Pipelines/Pipelines.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <map>

using namespace mlir;
using namespace mlir::pad;

std::string
mlir::pad::getLoweringCommand(const LowerPadToLLVMOptions &options) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  // Prints braces around all options.
  options.print(stream);
  return "pad-opt %s --lower-pad-to-llvm='" + StringRef(text).trim("{}").str() +
         "'";
}

/// The name of the test that runs, as a file may have it.
static std::string getTestName() {
  const testing::TestInfo *test =
      testing::UnitTest::GetInstance()->current_test_info();
  std::string name = std::string(test->test_suite_name()) + "." + test->name();
  llvm::replace(name, '/', '-');
  return name;
}

std::string mlir::pad::keepFailingCase(StringRef command, const Twine &notes,
                                       StringRef text) {
  // What this process wrote, and how long the IR is.
  static std::map<std::string, size_t> kept;
  SmallString<128> path(PAD_FAILING_CASES);
  std::error_code error = llvm::sys::fs::create_directories(path);
  llvm::sys::path::append(path, getTestName() + ".mlir");
  if (error)
    return "\n  (cannot make " + path.str().str() + ")";
  std::string told = "\n  the smallest case is " + path.str().str();
  auto [place, isFirst] = kept.try_emplace(path.str().str(), text.size());
  if (!isFirst && place->second <= text.size())
    return told;
  place->second = text.size();
  llvm::raw_fd_ostream file(path, error);
  if (error)
    return "\n  (cannot write " + path.str().str() + ")";
  SmallVector<StringRef> lines;
  std::string all = (command + "\n" + notes).str();
  StringRef(all).split(lines, '\n');
  for (StringRef line : lines)
    file << "// " << line << "\n";
  file << "\n" << text << "\n";
  return told;
}
