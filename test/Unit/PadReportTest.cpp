//===- PadReportTest.cpp - Reports of pads of several modes ---------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// test/Import has the reports of models; no node of a model has a mode for each
// axis.
//
//===----------------------------------------------------------------------===//

#include "Pad/Import/PadReport.h"
#include "Pad/IR/PadOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/JSON.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::pad;

TEST(PadReports, NameTheModeOfEachAxis) {
  MLIRContext context;
  context.loadDialect<PadDialect, func::FuncDialect>();
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(
      R"mlir(
        func.func @f(%x: tensor<3x4xf32>) -> tensor<5x20xf32> {
          %r = pad.pad [edge, reflect periodic] %x low[1, 8] high[1, 8]
              : tensor<3x4xf32> to tensor<5x20xf32>
          return %r : tensor<5x20xf32>
        })mlir",
      &context);
  ASSERT_TRUE(module);
  std::vector<PadCost> costs = analyzePads(*module);

  std::string text;
  llvm::raw_string_ostream os(text);
  printPadReport(os, costs, /*openPads=*/{}, /*bandwidth=*/1e9);
  EXPECT_NE(text.find("[edge, reflect periodic] low[1, 8] high[1, 8]"),
            std::string::npos)
      << text;

  text.clear();
  printPadReportAsJSON(os, costs, /*openPads=*/{}, /*bandwidth=*/1e9);
  llvm::Expected<llvm::json::Value> report = llvm::json::parse(text);
  ASSERT_TRUE(static_cast<bool>(report)) << text;
  const llvm::json::Object *pad =
      (*report->getAsObject()->getArray("pads"))[0].getAsObject();
  EXPECT_TRUE(*pad->get("mode") == llvm::json::Array({"edge", "reflect"}))
      << text;
  EXPECT_TRUE(*pad->get("periodic") == llvm::json::Array({false, true}))
      << text;
}
