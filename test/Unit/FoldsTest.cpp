//===- FoldsTest.cpp - Folds, executed before and after -------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/PadCanonicalization.h"
#include "PadKernel.h"
#include "RewriteHarness.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest-spi.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::pad;

TEST(PadFolds, NoOp) {
  Rewrite rewrite("no-op");
  rewrite.apply = foldOps;
  rewrite.build = [](CaseBuilder &b) {
    AxisMode mode = b.chooseMode();
    std::optional<PadAxis> axis = b.chooseAxis(mode);
    if (!axis)
      return false;
    Value x = b.addTensor({axis->extent}, b.f32(), b.choose(0, 1));
    b.finish(b.choose(0, 1) ? b.addPad(x, *axis) : b.addPadInto(x, *axis));
    return true;
  };
  runRewrite(rewrite);
}

/// A rewrite by pattern `pattern` of the operands' family.
static Rewrite makeRewrite(std::string name, std::string pattern) {
  Rewrite rewrite(std::move(name));
  rewrite.populate = populatePadOperandPatterns;
  rewrite.pattern = std::move(pattern);
  return rewrite;
}

TEST(PadFolds, MakePadsStatic) {
  Rewrite rewrite = makeRewrite("constant operands", "makePadsStatic");
  rewrite.build = [](CaseBuilder &b) {
    AxisMode mode = b.chooseMode();
    PadAxis axis = b.chooseAnyAxis(mode);
    Value x = b.addTensor({axis.extent}, b.f32(), b.choose(0, 1));
    b.finish(b.addPadOfEitherForm(x, axis, {}, Known::Constant));
    return true;
  };
  runRewrite(rewrite);
}

TEST(PadFolds, AbsorbSourceCast) {
  Rewrite rewrite = makeRewrite("cast of the source", "absorbSourceCast");
  rewrite.build = [](CaseBuilder &b) {
    AxisMode mode = b.chooseMode();
    PadAxis axis = b.chooseAnyAxis(mode);
    Value x = b.addTensor({axis.extent}, b.f32());
    Value cast = tensor::CastOp::create(
        b.builder, b.loc,
        RankedTensorType::get({ShapedType::kDynamic}, b.f32()), x);
    b.finish(b.addPadOfEitherForm(cast, axis));
    return true;
  };
  runRewrite(rewrite);
}

TEST(PadFolds, KeepPadsDynamic) {
  Rewrite rewrite = makeRewrite("pads that a cast shields", "keepPadsDynamic");
  rewrite.build = [](CaseBuilder &b) {
    AxisMode mode = b.chooseMode();
    PadAxis axis = b.chooseAnyAxis(mode);
    Value x = b.addTensor({axis.extent}, b.f32());
    auto type = RankedTensorType::get({ShapedType::kDynamic}, b.f32());
    Value cast = tensor::CastOp::create(b.builder, b.loc, type, x);
    b.finish(b.addPadInto(cast, axis, {}, Known::Attribute, type));
    return true;
  };
  runRewrite(rewrite);
}

TEST(PadFolds, AbsorbInitCast) {
  Rewrite rewrite = makeRewrite("cast of the destination", "absorbInitCast");
  rewrite.build = [](CaseBuilder &b) {
    AxisMode mode = b.chooseMode();
    std::optional<PadAxis> axis = b.chooseAxis(mode);
    if (!axis)
      return false;
    Value x = b.addTensor({axis->extent}, b.f32(), b.choose(0, 1));
    Value init = b.addTensor({*getPaddedExtent(*axis)}, b.f32());
    Value cast = tensor::CastOp::create(
        b.builder, b.loc,
        RankedTensorType::get({ShapedType::kDynamic}, b.f32()), init);
    b.finish(PadIntoOp::create(b.builder, b.loc, x, cast, mode.mode,
                               b.addIndex(axis->low), b.addIndex(axis->high),
                               b.addIndex(axis->interior), {}, mode.periodic)
                 .getResult());
    return true;
  };
  runRewrite(rewrite);
}

TEST(PadFolds, RefineResultType) {
  Rewrite rewrite = makeRewrite("result type", "refineResultType");
  rewrite.build = [](CaseBuilder &b) {
    AxisMode mode = b.chooseMode();
    std::optional<PadAxis> axis = b.chooseAxis(mode);
    if (!axis)
      return false;
    Value x = b.addTensor({axis->extent}, b.f32());
    auto type = RankedTensorType::get({ShapedType::kDynamic}, b.f32());
    b.finish(PadOp::create(b.builder, b.loc, type, x, mode.mode,
                           b.addIndex(axis->low), b.addIndex(axis->high),
                           b.addIndex(axis->interior), {}, mode.periodic)
                 .getResult());
    return true;
  };
  runRewrite(rewrite);
}

TEST(PadFolds, AbsorbResultCast) {
  Rewrite rewrite = makeRewrite("cast of the result", "absorbResultCast");
  rewrite.build = [](CaseBuilder &b) {
    AxisMode mode = b.chooseMode();
    PadAxis axis = b.chooseAnyAxis(mode);
    bool isDynamic = b.choose(0, 1);
    Value x = b.addTensor({axis.extent}, b.f32(), isDynamic);
    Value pad =
        b.addPad(x, axis, {}, isDynamic ? Known::Attribute : Known::Argument);
    auto type = RankedTensorType::get({*getPaddedExtent(axis)}, b.f32());
    b.finish(tensor::CastOp::create(b.builder, b.loc, type, pad).getResult());
    return true;
  };
  runRewrite(rewrite);
}

/// The padding value, where one may be given: none, or a scalar.
static Value chooseValue(CaseBuilder &b, ArrayRef<PadAxis> axes) {
  bool isUsed = llvm::any_of(axes, [](const PadAxis &axis) {
    return axis.mode == PadMode::Constant || axis.interior > 0;
  });
  return isUsed && b.choose(0, 1) ? b.addScalar(b.f32(), 0x42280000) : Value();
}

TEST(PadFolds, DropInterior) {
  Rewrite rewrite = makeRewrite("interior without effect", "dropInterior");
  rewrite.drawn = 40000;
  rewrite.build = [](CaseBuilder &b) {
    AxisMode mode = b.chooseMode();
    std::optional<PadAxis> first = b.chooseAxis(mode);
    auto [otherMode, periodic] = b.chooseOther(mode);
    PadAxis second = {b.choose(0, 2), 0,         b.choose(-1, 1),
                      b.choose(0, 1), otherMode, periodic};
    if (!first)
      return false;
    PadAxis axes[] = {*first, second};
    auto type = RankedTensorType::get(
        {first->extent, b.choose(0, 1) ? second.extent : ShapedType::kDynamic},
        b.f32());
    Value x = b.addTensor(type, {first->extent, second.extent});
    Known known = b.pick({Known::Attribute, Known::Argument});
    Value value = chooseValue(b, axes);
    b.finish(b.addPadOfEitherForm(x, axes, value, known));
    return true;
  };
  runRewrite(rewrite);
}

TEST(PadFolds, UnifyModes) {
  Rewrite rewrite = makeRewrite("modes without a say", "unifyPadModes");
  rewrite.drawn = 30000;
  rewrite.build = [](CaseBuilder &b) {
    AxisMode mode = b.chooseMode();
    std::optional<PadAxis> first = b.chooseAxis(mode);
    if (!first)
      return false;
    auto [otherMode, periodic] = b.chooseMode();
    PadAxis second = {b.choose(0, 3), 0, 0, 0, otherMode, periodic};
    bool isFirst = b.choose(0, 1);
    PadAxis axes[] = {isFirst ? *first : second, isFirst ? second : *first};
    auto chooseExtent = [&](const PadAxis &axis) {
      return b.choose(0, 1) ? axis.extent : ShapedType::kDynamic;
    };
    auto type = RankedTensorType::get(
        {chooseExtent(axes[0]), chooseExtent(axes[1])}, b.f32());
    Value x = b.addTensor(type, {axes[0].extent, axes[1].extent});
    Known known = b.pick({Known::Attribute, Known::Constant});
    Value value = chooseValue(b, axes);
    b.finish(b.addPadOfEitherForm(x, axes, value, known));
    return true;
  };
  runRewrite(rewrite);
}

TEST(PadFolds, DropDefaultValue) {
  Rewrite rewrite = makeRewrite("default value", "dropDefaultValue");
  rewrite.drawn = 30000;
  rewrite.build = [](CaseBuilder &b) {
    AxisMode mode = b.chooseMode();
    std::optional<PadAxis> axis = b.chooseAxis(mode);
    if (!axis || (mode.mode != PadMode::Constant && axis->interior == 0))
      return false;
    Value x = b.addTensor({axis->extent}, b.f32(), b.choose(0, 1));
    // +0.0, -0.0, 1.0, a NaN.
    Value value = b.addConstant(
        b.f32(), b.pick({0x0u, 0x80000000u, 0x3F800000u, 0x7FC00001u}));
    b.finish(b.addPadOfEitherForm(x, *axis, value));
    return true;
  };
  runRewrite(rewrite);
}

// Every pattern of `-canonicalize` has a test that names it, here or in the
// other files of rewrites; eraseSelfCopy, on memrefs, in canonicalize.mlir.
TEST(PadFolds, EveryPatternIsTested) {
  MLIRContext context;
  context.loadDialect<PadDialect>();
  RewritePatternSet patterns(&context);
  PadOp::getCanonicalizationPatterns(patterns, &context);
  std::vector<std::string> names;
  for (auto &pattern : patterns.getNativePatterns())
    names.push_back(pattern->getDebugName().str());
  llvm::sort(names);
  std::vector<std::string> tested = {
      "absorbInitCast",   "absorbResultCast",   "absorbSourceCast",
      "addPadOfPad",      "dropDefaultValue",   "dropEmptyPad",
      "dropEmptySlice",   "dropInterior",       "eraseSelfCopy",
      "fillMissedSource", "fillSliceOfPadding", "foldPadOfOnlySlice",
      "keepPadsDynamic",  "makePadsStatic",     "padEmpty",
      "padFill",          "padWhatWasCropped",  "refineResultType",
      "sliceSource",      "unifyPadModes"};
  EXPECT_EQ(names, tested);
}

/// A pad of the right type is not its source: stock `tensor.pad` is folded so.
static FailureOr<bool> foldEqualTypes(func::FuncOp function) {
  bool changed = false;
  function.walk([&](PadOp op) {
    if (op.getSource().getType() != op.getType())
      return;
    op.replaceAllUsesWith(op.getSource());
    op.erase();
    changed = true;
  });
  return changed;
}

TEST(RewriteHarness, FindsAWrongFold) {
  Rewrite rewrite("a wrong fold");
  rewrite.apply = foldEqualTypes;
  rewrite.build = [](CaseBuilder &b) {
    AxisMode mode = b.chooseMode();
    std::optional<PadAxis> axis = b.chooseAxis(mode);
    if (!axis)
      return false;
    b.finish(b.addPad(b.addTensor({axis->extent}, b.f32()), *axis));
    return true;
  };
  EXPECT_NONFATAL_FAILURE(runRewrite(rewrite), "the results differ");

  // The case is a file that can be run.
  const char *path = PAD_FAILING_CASES "/RewriteHarness.FindsAWrongFold.mlir";
  auto file = llvm::MemoryBuffer::getFile(path);
  ASSERT_TRUE(static_cast<bool>(file));
  StringRef text = (*file)->getBuffer();
  EXPECT_TRUE(text.starts_with("// pad-opt %s --canonicalize\n")) << text.str();
  std::unique_ptr<MLIRContext> context = createKernelContext();
  EXPECT_TRUE(
      static_cast<bool>(parseSourceString<ModuleOp>(text, context.get())));
  llvm::sys::fs::remove(path);
}
