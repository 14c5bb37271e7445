//===- Timing.cpp - Calls a kernel in a timed loop ------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Native.h"
#include <array>
#include <chrono>
#include <utility>

namespace {

using Caller = void (*)(void *, const intptr_t *);

template <size_t... I>
void callWith(void *kernel, const intptr_t *arguments,
              std::index_sequence<I...>) {
  using Kernel = void (*)(decltype(static_cast<intptr_t>(I))...);
  reinterpret_cast<Kernel>(kernel)(arguments[I]...);
}

template <size_t N>
void call(void *kernel, const intptr_t *arguments) {
  callWith(kernel, arguments, std::make_index_sequence<N>());
}

template <size_t... N>
constexpr std::array<Caller, sizeof...(N)> callers(std::index_sequence<N...>) {
  return {call<N>...};
}

constexpr auto kCallers =
    callers(std::make_index_sequence<PAD_BENCH_MAX_ARGUMENTS + 1>());

} // namespace

int64_t pad_bench_time(void *kernel, const intptr_t *arguments, int64_t count,
                       int64_t calls) {
  if (count < 0 || count > PAD_BENCH_MAX_ARGUMENTS)
    return -1;
  Caller caller = kCallers[count];
  auto start = std::chrono::steady_clock::now();
  for (int64_t i = 0; i < calls; ++i)
    caller(kernel, arguments);
  auto elapsed = std::chrono::steady_clock::now() - start;
  return std::chrono::duration_cast<std::chrono::nanoseconds>(elapsed).count();
}
