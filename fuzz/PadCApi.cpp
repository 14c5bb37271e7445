//===- PadCApi.cpp - Inputs of the C API for libFuzzer --------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Drives the functions of pad-c/Geometry.h, pad-c/Kernel.h and pad-c/Ops.h with
// what the bytes of an input choose. Most inputs are cheap; few compile a
// kernel.
//
//===----------------------------------------------------------------------===//

#include "KernelRun.h"
#include "OpBuild.h"
#include "TimeLimit.h"
#include "pad-c/Geometry.h"
#include "pad-c/Kernel.h"
#include <algorithm>
#include <vector>

/// Functions of modules, before some of their bytes are changed.
static constexpr const char *kModules[] = {
    "func.func @f(%x: tensor<?x4xf32>, %n: index) -> tensor<?x6xf32> {\n"
    "  %r = pad.pad [constant, wrap] %x low[%n, 1] high[2, 1]\n"
    "    : tensor<?x4xf32> to tensor<?x6xf32>\n"
    "  return %r : tensor<?x6xf32>\n"
    "}\n",
    "func.func @g(%x: memref<?xi8, strided<[?], offset: 3>>,\n"
    "             %r: memref<9xi8>) {\n"
    "  pad.pad_into reflect periodic %x into %r low[2] high[-1] interior[1]\n"
    "    : memref<?xi8, strided<[?], offset: 3>> into memref<9xi8>\n"
    "  return\n"
    "}\n",
    "func.func @h(%x: tensor<2x3xf16>, %v: f16) -> tensor<7x7xf16> {\n"
    "  %0 = pad.pad constant %x value(%v) low[1, 2] high[1, 0] interior[1, 2]\n"
    "    : tensor<2x3xf16> to tensor<5x9xf16>\n"
    "  %r = pad.pad symmetric %0 low[1, -1] high[1, -1]\n"
    "    : tensor<5x9xf16> to tensor<7x7xf16>\n"
    "  return %r : tensor<7x7xf16>\n"
    "}\n",
    "func.func private @p(index)\n"
    "func.func @q(%b: i1, %c: complex<f32>) -> (i1, complex<f32>) {\n"
    "  return %b, %c : i1, complex<f32>\n"
    "}\n"};

__extension__ using Wide = __int128;

/// The extents of a pad of any numbers, checked against the rule in arithmetic
/// that does not overflow.
static void inferExtents(FuzzInput &input) {
  int64_t numAxes = input.take(0, 5);
  std::vector<MlirPadAxisMode> modes;
  std::vector<int64_t> lists[4], result(numAxes, -1);
  for (int64_t axis = 0; axis < numAxes; ++axis) {
    modes.push_back(
        {static_cast<MlirPadMode>(input.take(0, 4)), input.takeBool()});
    for (std::vector<int64_t> &list : lists)
      list.push_back(input.takeNumber());
  }
  intptr_t rank = input.takeByte() == 255 ? input.takeNumber() : numAxes;
  // Lists have as many entries as the rank says, or are not there.
  bool areThere = rank <= numAxes || rank > MLIR_PAD_MAX_RANK;
  auto list = [&](std::vector<int64_t> &numbers) {
    return areThere && input.takeByte() != 255 ? numbers.data() : nullptr;
  };
  int64_t *extents = list(lists[0]), *low = list(lists[1]),
          *high = list(lists[2]), *interior = list(lists[3]),
          *to = list(result);
  std::string reason;
  MlirLogicalResult done = mlirPadInferExtents(
      rank, rank == numAxes && input.takeBool() ? rank : 1,
      numAxes == 0 ? nullptr : modes.data(), extents, low, high, interior, to,
      [](MlirStringRef text, void *where) {
        static_cast<std::string *>(where)->append(text.data, text.length);
      },
      &reason);
  if (mlirLogicalResultIsSuccess(done) != reason.empty())
    fail("extents and a reason: " + reason);
  if (mlirLogicalResultIsFailure(done))
    return;
  if (rank < 0)
    fail("extents of a negative rank");
  for (intptr_t axis = 0; axis < rank; ++axis) {
    Wide extent = extents[axis], gaps = interior ? interior[axis] : 0;
    Wide dilated = extent == 0 ? 0 : (extent - 1) * (gaps + 1) + 1;
    Wide padded = std::max<Wide>(0, dilated + low[axis] + high[axis]);
    if (padded != to[axis])
      fail("extent of axis " + std::to_string(axis));
  }
}

static void compileModule(FuzzInput &input) {
  std::string module =
      input.takeBool()
          ? input.change(kModules[input.takeByte() % std::size(kModules)])
          : input.takeText(255);
  std::string lowering =
      input.takeText({"", "lowering=scf", "lowering=linalg", "vector-width=256",
                      "runtime-verification=true", "import=true", "fuse=true",
                      "results=out-params"});
  if (input.takeBool()) {
    mlirPadLowerToLLVMIR(toC(module), toC(lowering), nullptr, nullptr, nullptr);
    return;
  }
  MlirPadKernel kernel = mlirPadKernelCreateFromModule(
      toC(module), toC(lowering), nullptr, nullptr);
  mlirPadKernelLookup(kernel, toC("f"));
  mlirPadKernelDestroy(kernel);
}

/// Loads an object file that was changed, and one that was not.
static void loadObject(FuzzInput &input) {
  static const std::string object = [] {
    MlirPadKernel kernel = mlirPadKernelCreateFromModule(
        toC(kModules[1]), toC(""), nullptr, nullptr);
    MlirStringRef bytes = mlirPadKernelGetObject(kernel);
    std::string copy(bytes.data, bytes.length);
    mlirPadKernelDestroy(kernel);
    return copy;
  }();
  std::string changed = input.change(object);
  MlirPadKernel kernel =
      mlirPadKernelCreateFromObject(toC(changed), nullptr, nullptr);
  if (mlirPadKernelIsNull(kernel) == (changed == object))
    fail(changed == object ? "an object file is refused"
                           : "a damaged object file is loaded");
  mlirPadKernelDestroy(kernel);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  limitTime();
  FuzzInput input(data, size);
  uint8_t choice = input.takeByte();
  if (choice < 48)
    inferExtents(input);
  else if (choice < 96)
    buildOp(input);
  else if (choice < 200)
    runKernel(input);
  else if (choice < 216)
    loadObject(input);
  else if (choice < 236)
    compileModule(input);
  else
    createKernel(input);
  return 0;
}
