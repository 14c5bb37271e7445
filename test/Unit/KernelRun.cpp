//===- KernelRun.cpp - Compiled pads in fenced memory ---------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelRun.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"
#include <csignal>
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

using namespace mlir;
using namespace mlir::pad;

static constexpr uint8_t kGuard = 0xA5;
static constexpr int64_t kGuardBytes = 64;

/// What runs now, for the handler of an invalid access.
static std::string running;

static void reportFault(int) {
  [[maybe_unused]] ssize_t written =
      write(STDERR_FILENO, running.data(), running.size());
  _exit(1);
}

void mlir::pad::reportFaults() {
  for (int number : {SIGSEGV, SIGBUS, SIGFPE, SIGILL})
    signal(number, reportFault);
}

void mlir::pad::announceRun(KernelModule &kernels, StringRef name) {
  running = "fault in " + kernels.print(name) + "\n";
}

FencedMemory::FencedMemory(int64_t bytes, bool atEnd) {
  int64_t page = sysconf(_SC_PAGESIZE);
  int64_t inside = (bytes + page - 1) / page * page;
  size = inside + 2 * page;
  base = static_cast<uint8_t *>(
      mmap(nullptr, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  if (inside > 0)
    mprotect(base + page, inside, PROT_READ | PROT_WRITE);
  data = base + page + (atEnd ? inside - bytes : 0);
}

FencedMemory::~FencedMemory() { munmap(base, size); }

/// The layout of the source that is the interior of a result of `layout`.
static Layout getInteriorLayout(const DifferentialCase &test, Layout layout) {
  for (auto [axis, stride] : llvm::zip_equal(test.axes, layout.strides))
    layout.offset += axis.low * stride;
  return layout;
}

/// Stores the elements of the case's source at `data`.
static void storeSource(const DifferentialCase &test, const Layout &layout,
                        uint8_t *data) {
  int64_t bytes = test.type.bytes, next = 0;
  forEachIndex(test.sourceShape(), [&](ArrayRef<int64_t> index) {
    memcpy(data + layout.at(index) * bytes, test.source.data() + next, bytes);
    next += bytes;
  });
}

void mlir::pad::runAndCompare(KernelModule &kernels, StringRef name,
                              const DifferentialCase &test, KernelForm form,
                              ArrayRef<int64_t> resultShape, Random &random,
                              bool inPlace) {
  SmallVector<int64_t> sourceShape = test.sourceShape();
  Layout sourceLayout = drawLayout(random, sourceShape, form);
  Layout resultLayout = drawLayout(random, resultShape, form);
  if (inPlace)
    sourceLayout = getInteriorLayout(test, resultLayout);
  int64_t bytes = test.type.bytes;

  std::vector<uint8_t> actual(resultLayout.span * bytes + 2 * kGuardBytes,
                              kGuard);
  std::vector<uint8_t> expected = actual;
  forEachIndex(resultShape, [&](ArrayRef<int64_t> index) {
    memcpy(expected.data() + kGuardBytes + resultLayout.at(index) * bytes,
           getExpected(test, index), bytes);
  });
  uint8_t *result = actual.data() + kGuardBytes;
  FencedMemory fenced(inPlace ? 0 : sourceLayout.span * bytes,
                      draw(random, 0, 1));
  uint8_t *source = inPlace ? result : fenced.data;
  storeSource(test, sourceLayout, source);

  announceRun(kernels, name);
  kernels.run(name, test, form, source, sourceLayout, sourceShape, result,
              resultLayout, resultShape);
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
                << (inPlace ? " in place" : "") << "\n  result   "
                << hex(actual) << "\n  expected " << hex(expected);
}
