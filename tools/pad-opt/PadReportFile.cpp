//===- PadReportFile.cpp - Remarks on pads as JSON ------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PadReportFile.h"
#include "Pad/IR/PadRemarks.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/Support/ToolOutputFile.h"
#include "llvm/Support/WithColor.h"

using namespace mlir;
using namespace mlir::pad;
using mlir::remark::detail::Remark;

/// A number where `text` is one, and the text otherwise.
static llvm::json::Value getValue(StringRef text) {
  int64_t number;
  if (!text.getAsInteger(10, number))
    return number;
  return llvm::json::fixUTF8(text);
}

static StringRef getKind(const Remark &remark) {
  switch (remark.getRemarkType()) {
  case llvm::remarks::Type::Passed:
    return "passed";
  case llvm::remarks::Type::Missed:
    return "missed";
  case llvm::remarks::Type::Analysis:
    return "analysis";
  default:
    return "other";
  }
}

static llvm::json::Object toJSON(const Remark &remark) {
  llvm::json::Object object{{"name", remark.getRemarkName().str()},
                            {"kind", getKind(remark)},
                            {"function", remark.getFunction().str()}};
  if (auto place = remark.getLocation()->findInstanceOf<FileLineColLoc>()) {
    object["file"] = llvm::json::fixUTF8(place.getFilename());
    object["line"] = place.getLine();
    object["column"] = place.getColumn();
  }
  for (const Remark::Arg &arg : remark.getArgs()) {
    llvm::json::Value value = getValue(arg.val);
    auto [found, isNew] = object.try_emplace(arg.key, value);
    if (isNew)
      continue;
    if (!found->second.getAsArray())
      found->second = llvm::json::Array{std::move(found->second)};
    found->second.getAsArray()->push_back(std::move(value));
  }
  return object;
}

/// Hands the remarks of a context over; passes run by several threads.
class PadReportFile::Streamer final
    : public remark::detail::MLIRRemarkStreamerBase {
public:
  explicit Streamer(PadReportFile &report) : report(report) {}

  void streamOptimizationRemark(const Remark &remark) override {
    llvm::json::Object object = toJSON(remark);
    std::lock_guard<std::mutex> lock(report.mutex);
    report.remarks.push_back(std::move(object));
  }

private:
  PadReportFile &report;
};

void PadReportFile::listen(MLIRContext &context) {
  remark::RemarkCategories categories;
  categories.passed = categories.missed = categories.analysis =
      kRemarkCategory.str();
  (void)remark::enableOptimizationRemarks(
      context, std::make_unique<Streamer>(*this),
      std::make_unique<remark::RemarkEmittingPolicyAll>(), categories);
}

LogicalResult PadReportFile::write() const {
  std::string error;
  std::unique_ptr<llvm::ToolOutputFile> file = openOutputFile(path, &error);
  if (!file) {
    llvm::WithColor::error() << error << "\n";
    return failure();
  }
  file->os() << llvm::formatv("{0:2}\n",
                              llvm::json::Value(llvm::json::Array(remarks)));
  file->keep();
  return success();
}
