//===- OpBuild.h - Ops that are built of chosen numbers ---------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_FUZZ_OPBUILD_H
#define PAD_FUZZ_OPBUILD_H

#include "FuzzInput.h"

/// Builds a pad.pad or a pad.pad_into that `input` chooses, valid or not. There
/// is an op or there are errors; an op is read back and compared with what it
/// was built of.
void buildOp(FuzzInput &input);

#endif // PAD_FUZZ_OPBUILD_H
