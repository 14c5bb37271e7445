//===- TimeLimit.h - The time that an input may take ------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_FUZZ_TIMELIMIT_H
#define PAD_FUZZ_TIMELIMIT_H

#include <csignal>
#include <cstdlib>
#include <sys/time.h>

/// Makes the input that begins now a failure if it takes more than 30 seconds
/// of a processor. Those that other programs take do not count, as they do for
/// libFuzzer's limit, which is of the clock.
inline void limitTime() {
  std::signal(SIGPROF, [](int) { std::abort(); });
  const itimerval limit = {{0, 0}, {30, 0}};
  setitimer(ITIMER_PROF, &limit, nullptr);
}

#endif // PAD_FUZZ_TIMELIMIT_H
