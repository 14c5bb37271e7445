//===- TextMutator.h - Changed programs ---------------------------*- C++
//-*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_FUZZ_TEXTMUTATOR_H
#define PAD_FUZZ_TEXTMUTATOR_H

#include <random>
#include <string>

/// `text`, a program of MLIR, with one change that often leaves a program: of
/// a number, a mode, a type or a value, here or wherever it stands, or of a
/// line that is dropped, repeated or moved.
std::string mutateText(const std::string &text, std::mt19937 &random);

#endif // PAD_FUZZ_TEXTMUTATOR_H
