//===- BackEndPatternsTest.cpp - Patterns that write pads elsewhere -------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the passes of the back ends do is tested by test/Conversion and
// test/Integration. These are the patterns that a pass of another project adds
// to its own.
//
//===----------------------------------------------------------------------===//

#include "Pad/Conversion/Passes.h"
#include "PadKernel.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "gtest/gtest.h"
#include <set>

using namespace mlir;
using namespace mlir::pad;

/// The names of the ops that pads of modes reflect and constant become by what
/// `populate` adds.
static std::set<std::string>
convert(function_ref<void(RewritePatternSet &)> populate) {
  std::unique_ptr<MLIRContext> context = createKernelContext();
  context->loadDialect<tosa::TosaDialect>();
  // StableHLO and ONNX are not linked in.
  context->allowUnregisteredDialects();
  auto module = parseSourceString<ModuleOp>(R"(
    func.func @f(%x: tensor<4xf32>) -> (tensor<9xf32>, tensor<7xf32>) {
      %r = pad.pad reflect %x low[2] high[3] : tensor<4xf32> to tensor<9xf32>
      %s = pad.pad constant %x low[1] high[2] : tensor<4xf32> to tensor<7xf32>
      return %r, %s : tensor<9xf32>, tensor<7xf32>
    })",
                                            context.get());
  RewritePatternSet patterns(context.get());
  populate(patterns);
  EXPECT_TRUE(succeeded(applyPatternsGreedily(*module, std::move(patterns))));
  std::set<std::string> names;
  module->walk(
      [&](Operation *op) { names.insert(op->getName().getStringRef().str()); });
  EXPECT_EQ(names.count("pad.pad"), 0u);
  return names;
}

TEST(BackEndPatterns, OfStablehlo) {
  std::set<std::string> names = convert([](RewritePatternSet &patterns) {
    populatePadToStablehloPatterns(patterns, /*maxPieces=*/64);
  });
  for (const char *name :
       {"stablehlo.concatenate", "stablehlo.reverse", "stablehlo.pad"})
    EXPECT_EQ(names.count(name), 1u) << name;
}

TEST(BackEndPatterns, OfTosa) {
  std::set<std::string> names = convert([](RewritePatternSet &patterns) {
    populatePadToTosaPatterns(patterns, /*maxPieces=*/64);
  });
  for (const char *name : {"tosa.concat", "tosa.reverse", "tosa.pad"})
    EXPECT_EQ(names.count(name), 1u) << name;
}

TEST(BackEndPatterns, OfOnnx) {
  ConvertPadToOnnxOptions options;
  auto populate = [&](RewritePatternSet &patterns) {
    populatePadToOnnxPatterns(patterns, options);
  };
  EXPECT_EQ(convert(populate).count("onnx.Concat"), 0u);
  options.padModes = false;
  EXPECT_EQ(convert(populate).count("onnx.Concat"), 1u);
}
