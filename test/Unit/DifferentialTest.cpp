//===- DifferentialTest.cpp - Compiled pads against the oracle ------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Random pads through the whole pipeline, every lowering, in every form, bit
// for bit against PadGeometry. Sources end or start at a page that cannot be
// read, and destinations have guard words around and between their elements.
//
//===----------------------------------------------------------------------===//

#include "PadKernel.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"
#include <csignal>
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

using namespace mlir;
using namespace mlir::pad;

namespace {
/// The vectors of batch `batch`: every width, in cached and in streamed stores.
Way getVectorWay(int batch) {
  static constexpr std::pair<VectorWidth, const char *> kWidths[] = {
      {VectorWidth::Bits128, "128"},
      {VectorWidth::Bits256, "256"},
      {VectorWidth::Bits512, "512"}};
  auto [width, bits] = kWidths[batch % 3];
  bool streams = batch / 3 % 2;
  return {std::string("vector, ") + bits + " bits" +
              (streams ? ", streamed" : ""),
          PadLowering::Vector, width, streams ? 1 : INT64_MAX};
}

constexpr uint8_t kGuard = 0xA5;
constexpr int64_t kGuardBytes = 64;

/// What runs now, for the handler of an invalid access.
std::string running;

void reportInvalidAccess(int) {
  [[maybe_unused]] ssize_t written =
      write(STDERR_FILENO, running.data(), running.size());
  _exit(1);
}

/// Memory between two pages that cannot be accessed, flush against one of them.
class FencedMemory {
public:
  FencedMemory(int64_t bytes, bool atEnd) {
    int64_t page = sysconf(_SC_PAGESIZE);
    int64_t inside = (bytes + page - 1) / page * page;
    size = inside + 2 * page;
    base = static_cast<uint8_t *>(
        mmap(nullptr, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    if (inside > 0)
      mprotect(base + page, inside, PROT_READ | PROT_WRITE);
    data = base + page + (atEnd ? inside - bytes : 0);
  }
  FencedMemory(const FencedMemory &) = delete;
  FencedMemory &operator=(const FencedMemory &) = delete;
  ~FencedMemory() { munmap(base, size); }

  uint8_t *data;

private:
  uint8_t *base;
  int64_t size;
};

/// Runs kernel `name` and compares; prints the IR that reproduces a difference.
/// `axes` may differ from the case that the kernel was made for where its form
/// takes pads as arguments.
void runAndCompare(KernelModule &kernels, StringRef name,
                   const DifferentialCase &test, KernelForm form,
                   ArrayRef<int64_t> resultShape, Random &random) {
  SmallVector<int64_t> sourceShape = test.sourceShape();
  Layout sourceLayout = drawLayout(random, sourceShape, form);
  Layout resultLayout = drawLayout(random, resultShape, form);
  int64_t bytes = test.type.bytes;

  FencedMemory source(sourceLayout.span * bytes, draw(random, 0, 1));
  int64_t next = 0;
  forEachIndex(sourceShape, [&](ArrayRef<int64_t> index) {
    memcpy(source.data + sourceLayout.at(index) * bytes,
           test.source.data() + next, bytes);
    next += bytes;
  });

  std::vector<uint8_t> actual(resultLayout.span * bytes + 2 * kGuardBytes,
                              kGuard);
  std::vector<uint8_t> expected = actual;
  forEachIndex(resultShape, [&](ArrayRef<int64_t> index) {
    memcpy(expected.data() + kGuardBytes + resultLayout.at(index) * bytes,
           getExpected(test, index), bytes);
  });

  running = "invalid access in " + kernels.print(name) + "\n";
  kernels.run(name, test, form, source.data, sourceLayout, sourceShape,
              actual.data() + kGuardBytes, resultLayout, resultShape);

  if (actual == expected)
    return;
  auto mismatch =
      std::mismatch(actual.begin(), actual.end(), expected.begin()).first;
  std::string numbers;
  for (const PadAxis &axis : test.axes)
    numbers += " (" + std::to_string(axis.extent) + ", " +
               std::to_string(axis.low) + ", " + std::to_string(axis.high) +
               ", " + std::to_string(axis.interior) + ")";
  auto hex = [](ArrayRef<uint8_t> bytes) {
    return llvm::toHex(bytes.drop_front(kGuardBytes).take_front(32));
  };
  ADD_FAILURE() << "byte " << (mismatch - actual.begin() - kGuardBytes)
                << " of the result of " << kernels.print(name)
                << "\n  with (extent, low, high, interior)" << numbers
                << "\n  result   " << hex(actual) << "\n  expected "
                << hex(expected);
}

class Differential : public testing::TestWithParam<int> {
protected:
  static void SetUpTestSuite() { signal(SIGSEGV, reportInvalidAccess); }
};

constexpr int kBatches = 48;
constexpr int kCasesPerBatch = 64;

/// Runs every case in `forms` by `ways`. The forms of a case are those whose
/// place modulo `stride` is the case's.
void runCases(ArrayRef<DifferentialCase> cases, ArrayRef<KernelForm> forms,
              size_t stride, ArrayRef<Way> ways, bool optimize,
              Random &random) {
  std::unique_ptr<MLIRContext> context = createKernelContext();
  KernelModule kernels(*context);
  struct Kernel {
    std::string name;
    const DifferentialCase &test;
    KernelForm form;
  };
  std::vector<Kernel> added;
  for (auto [i, test] : llvm::enumerate(cases)) {
    for (size_t k = i % stride; k < forms.size(); k += stride) {
      // A type without a zero has nothing to pad an axis with that turns out to
      // be empty.
      if (isDynamicForm(forms[k]) && !test.type.hasZero && !test.hasValue)
        continue;
      std::string name = "case" + std::to_string(i) + "_" + std::to_string(k);
      kernels.add(name, test, forms[k]);
      added.push_back({name, test, forms[k]});
    }
  }
  for (const Way &way : ways) {
    SCOPED_TRACE(way.name);
    ASSERT_TRUE(kernels.compile(way, optimize));
    for (const Kernel &kernel : added)
      runAndCompare(kernels, kernel.name, kernel.test, kernel.form,
                    kernel.test.resultShape(), random);
  }
}

/// 3072 cases, each in four forms through scf and linalg, and in one static and
/// one dynamic form through vectors, which take longer to compile.
TEST_P(Differential, EveryFormMatchesTheOracle) {
  Random random(GetParam());
  std::vector<DifferentialCase> cases;
  for (int i = 0; i < kCasesPerBatch; ++i)
    cases.push_back(drawCase(random));
  bool optimize = GetParam() % 8 == 0;
  constexpr KernelForm kForms[] = {
      KernelForm::StaticTensor, KernelForm::DynamicTensor,
      KernelForm::StaticMemRef, KernelForm::StridedMemRef};
  const Way kScalar[] = {{"scf", PadLowering::SCF},
                         {"linalg", PadLowering::Linalg}};
  runCases(cases, kForms, /*stride=*/1, kScalar, optimize, random);
  constexpr KernelForm kVectorForms[] = {
      KernelForm::StaticTensor, KernelForm::StaticMemRef,
      KernelForm::StridedRows, KernelForm::DynamicTensor};
  runCases(cases, kVectorForms, /*stride=*/2, getVectorWay(GetParam()),
           optimize, random);
}
INSTANTIATE_TEST_SUITE_P(Seeds, Differential, testing::Range(0, kBatches));

/// Operands that break C2, C5, C6 and C7 and destinations of any extents: the
/// result is the rule's wherever the rule has one, and nothing outside of the
/// operands is touched.
TEST_P(Differential, AnyOperandIsSafe) {
  Random random(1000 + GetParam());
  std::unique_ptr<MLIRContext> context = createKernelContext();
  KernelModule kernels(*context);
  std::vector<DifferentialCase> cases;
  for (int i = 0; i < 16; ++i) {
    DifferentialCase test = drawCase(random);
    if (!test.type.hasZero && !test.hasValue)
      continue;
    kernels.add("case" + std::to_string(cases.size()), test,
                KernelForm::StridedRows);
    cases.push_back(test);
  }
  constexpr int64_t kExtremes[] = {
      INT64_MIN, INT64_MIN + 1, INT64_MIN / 2, -1000,         -1,
      0,         1000,          INT64_MAX / 2, INT64_MAX - 1, INT64_MAX};
  auto drawExtreme = [&] {
    return kExtremes[draw(random, 0, std::size(kExtremes) - 1)];
  };
  const Way kWays[] = {{"scf", PadLowering::SCF},
                       {"linalg", PadLowering::Linalg},
                       getVectorWay(GetParam())};
  for (const Way &way : kWays) {
    SCOPED_TRACE(way.name);
    ASSERT_TRUE(kernels.compile(way, /*optimize=*/GetParam() % 2 == 0));
    for (auto [i, test] : llvm::enumerate(cases)) {
      DifferentialCase wild = test;
      bool hasRule = true;
      SmallVector<int64_t> shape;
      for (PadAxis &axis : wild.axes) {
        axis.low = draw(random, 0, 1) ? drawExtreme() : draw(random, -30, 30);
        axis.high = drawExtreme();
        if (draw(random, 0, 3) == 0)
          axis.interior = drawExtreme();
        shape.push_back(draw(random, 0, 4));
        int64_t extent = shape.back(), last;
        hasRule &= getDilatedExtent(axis.extent, axis.interior).has_value() &&
                   !llvm::SubOverflow(extent, axis.low, last);
      }
      std::string name = "case" + std::to_string(i);
      if (hasRule) {
        runAndCompare(kernels, name, wild, KernelForm::StridedRows, shape,
                      random);
        continue;
      }
      // No rule: compare nothing but the memory around.
      SmallVector<int64_t> sourceShape = wild.sourceShape();
      Layout sourceLayout = getContiguousLayout(sourceShape);
      Layout layout = getContiguousLayout(shape);
      FencedMemory source(sourceLayout.span * wild.type.bytes, true);
      FencedMemory result(layout.span * wild.type.bytes, true);
      running = "invalid access in " + kernels.print(name) + "\n";
      kernels.run(name, wild, KernelForm::StridedRows, source.data,
                  sourceLayout, sourceShape, result.data, layout, shape);
    }
  }
}
} // namespace
