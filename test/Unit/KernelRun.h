//===- KernelRun.h - Compiled pads in fenced memory -------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_TEST_UNIT_KERNELRUN_H
#define PAD_TEST_UNIT_KERNELRUN_H

#include "PadKernel.h"

namespace mlir {
namespace pad {

/// Bytes by which an array is shifted: none, or some that leave it between two
/// elements.
int64_t drawShift(Random &random);

/// Memory between two pages that cannot be accessed, `shift` bytes from one of
/// them.
class FencedMemory {
public:
  FencedMemory(int64_t bytes, bool atEnd, int64_t shift = 0);
  FencedMemory(const FencedMemory &) = delete;
  FencedMemory &operator=(const FencedMemory &) = delete;
  ~FencedMemory();

  uint8_t *data;

private:
  uint8_t *base;
  int64_t size;
};

/// From now on an access outside of mapped memory, or another fault of the
/// code, prints what runs and ends the process.
void reportFaults();

/// Kernel `name` runs now, for `reportFaults`.
void announceRun(KernelModule &kernels, StringRef name);

/// Runs kernel `name` and compares every byte of its result, and the ones
/// around it, with the oracle; a difference is a failure of the test that
/// prints the IR. The axes of `test` may differ from those that the kernel was
/// made for where its form takes them as arguments. With `inPlace` the source
/// is the interior of the result: no pad is negative, and no interior positive.
void runAndCompare(KernelModule &kernels, StringRef name, DifferentialCase test,
                   KernelForm form, ArrayRef<int64_t> resultShape,
                   Random &random, bool inPlace = false);

} // namespace pad
} // namespace mlir

#endif // PAD_TEST_UNIT_KERNELRUN_H
