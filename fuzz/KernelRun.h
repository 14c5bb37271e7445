//===- KernelRun.h - Kernels that run on chosen arrays ----------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_FUZZ_KERNELRUN_H
#define PAD_FUZZ_KERNELRUN_H

#include "FuzzInput.h"

/// Ends the process with the message `reason`.
[[noreturn]] void fail(const std::string &reason);

/// Compiles a pad that `input` chooses, whatever its numbers and texts are.
/// Looks up and frees what it gets.
void createKernel(FuzzInput &input);

/// Infers the extents of a pad that `input` chooses; where there are any and
/// they are small, runs a kernel of the pad and compares each byte of the
/// result, and some before and behind it, with those that the rule gives.
void runKernel(FuzzInput &input);

#endif // PAD_FUZZ_KERNELRUN_H
