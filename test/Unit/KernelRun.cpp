//===- KernelRun.cpp - Compiled pads in fenced memory ---------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelRun.h"
#include "FailingCase.h"
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
  running = "// a fault in this code; " + kernels.getCommand().str() + "\n" +
            kernels.print(name) + "\n";
}

int64_t mlir::pad::drawShift(Random &random) {
  constexpr int64_t kShifts[] = {0, 0, 0, 0, 1, 2, 3, 7};
  return kShifts[draw(random, 0, std::size(kShifts) - 1)];
}

FencedMemory::FencedMemory(int64_t bytes, bool atEnd, int64_t shift) {
  int64_t page = sysconf(_SC_PAGESIZE);
  int64_t inside = (bytes + shift + page - 1) / page * page;
  size = inside + 2 * page;
  base = static_cast<uint8_t *>(
      mmap(nullptr, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  if (inside > 0)
    mprotect(base + page, inside, PROT_READ | PROT_WRITE);
  data = base + page + (atEnd ? inside - bytes - shift : shift);
}

FencedMemory::~FencedMemory() { munmap(base, size); }

/// Stores the elements of the case's source at `data`. Of those that share a
/// place the last one is there, and becomes all of them.
static void storeSource(DifferentialCase &test, const Layout &layout,
                        uint8_t *data) {
  auto forEach = [&](auto visit) {
    uint8_t *element = test.source.data();
    forEachIndex(test.sourceShape(), [&](ArrayRef<int64_t> index) {
      visit(element, data + layout.at(index) * test.type.bytes);
      element += test.type.bytes;
    });
  };
  forEach([&](uint8_t *element, uint8_t *place) {
    memcpy(place, element, test.type.bytes);
  });
  forEach([&](uint8_t *element, uint8_t *place) {
    memcpy(element, place, test.type.bytes);
  });
}

void mlir::pad::runAndCompare(KernelModule &kernels, StringRef name,
                              DifferentialCase test, KernelForm form,
                              ArrayRef<int64_t> resultShape, Random &random,
                              bool inPlace) {
  SmallVector<int64_t> sourceShape = test.sourceShape();
  Layouts layouts = getLayouts(random, test, form, resultShape);
  Layout &sourceLayout = layouts.source, &resultLayout = layouts.result;
  if (inPlace)
    sourceLayout = getInteriorLayout(test, resultLayout);
  int64_t bytes = test.type.bytes, begin = kGuardBytes + drawShift(random);
  std::vector<uint8_t> actual(resultLayout.span * bytes + 2 * kGuardBytes,
                              kGuard);
  uint8_t *result = actual.data() + begin;
  FencedMemory fenced(inPlace ? 0 : sourceLayout.span * bytes,
                      draw(random, 0, 1), drawShift(random));
  uint8_t *source = inPlace ? result : fenced.data;
  storeSource(test, sourceLayout, source);
  std::vector<uint8_t> expected(actual.size(), kGuard);
  ExpectedElements elements(test, resultShape);
  forEachIndex(resultShape, [&](ArrayRef<int64_t> index) {
    memcpy(expected.data() + begin + resultLayout.at(index) * bytes,
           elements.get(index), bytes);
  });

  announceRun(kernels, name);
  kernels.run(name, test, form, source, sourceLayout, sourceShape, result,
              resultLayout, resultShape);
  if (actual == expected)
    return;
  auto mismatch =
      std::mismatch(actual.begin(), actual.end(), expected.begin()).first;
  std::string numbers, strides;
  auto describe = [&](StringRef what, const Layout &layout) {
    strides += (" " + what + " strides").str();
    for (int64_t stride : layout.strides)
      strides += " " + std::to_string(stride);
    strides += ", offset " + std::to_string(layout.getOwnOffset()) + ";";
  };
  describe("source", sourceLayout);
  describe("result", resultLayout);
  for (const PadAxis &axis : test.axes)
    numbers += " (" + std::to_string(axis.extent) + ", " +
               std::to_string(axis.low) + ", " + std::to_string(axis.high) +
               ", " + std::to_string(axis.interior) + ")";
  auto hex = [&](ArrayRef<uint8_t> bytes) {
    return llvm::toHex(bytes.drop_front(begin).take_front(32));
  };
  std::string text = kernels.print(name);
  std::string notes =
      "byte " + std::to_string(mismatch - actual.begin() - begin) +
      " of the result differs\n  with (extent, low, high, interior)" + numbers +
      (inPlace ? " in place" : "") + "\n " + strides + "\n  source   " +
      llvm::toHex(test.source) + "\n  value    " + llvm::toHex(test.value) +
      "\n  result   " + hex(actual) + "\n  expected " + hex(expected);
  ADD_FAILURE() << notes << "\n"
                << text << keepFailingCase(kernels.getCommand(), notes, text);
}
