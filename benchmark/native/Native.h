//===- Native.h - The compiled part of the benchmark ------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_BENCHMARK_NATIVE_H
#define PAD_BENCHMARK_NATIVE_H

#include <cstddef>
#include <cstdint>

extern "C" {

/// The most arguments that a timed kernel may have.
enum { PAD_BENCH_MAX_ARGUMENTS = 40 };

/// Calls `kernel` with the `count` integer or pointer `arguments`, `calls`
/// times, and returns the nanoseconds that took; -1 if there are more arguments
/// than PAD_BENCH_MAX_ARGUMENTS.
int64_t pad_bench_time(void *kernel, const intptr_t *arguments, int64_t count,
                       int64_t calls);

/// Maps `bytes` zeroed bytes aligned to a huge page, asks for huge pages, and
/// touches every page. Returns null if the memory cannot be had.
void *pad_bench_allocate(size_t bytes);

/// Unmaps what pad_bench_allocate(bytes) returned.
void pad_bench_free(void *buffer, size_t bytes);

/// The floor: copies `copied` bytes of `source` to `result` and sets the
/// `filled` bytes after them to zero, with memcpy and memset.
void pad_bench_floor(const void *source, void *result, int64_t copied,
                     int64_t filled);

/// The same with stores that bypass the caches. `result` is aligned to 64
/// bytes.
void pad_bench_floor_streaming(const void *source, void *result, int64_t copied,
                               int64_t filled);

/// Starts the threads of the two parallel floors: `threads` in all, the caller
/// included. Not to be called again while a floor runs.
void pad_bench_set_threads(int64_t threads);

/// The same split evenly among the threads.
void pad_bench_floor_parallel(const void *source, void *result, int64_t copied,
                              int64_t filled);

/// The same split evenly among the threads, with streaming stores.
void pad_bench_floor_parallel_streaming(const void *source, void *result,
                                        int64_t copied, int64_t filled);

/// A pad of `mode`, a number of PadModes.def, of elements of `bytes` and of
/// `rank` axes, as loops around memcpy: a kernel of the source, the result, the
/// extent, low and high pad of each axis, 64 bits each, and the address of the
/// padding value. No pad is negative or repeats the data more than once. Null
/// if there is none of such bytes or rank.
void *pad_bench_get_loops(int64_t mode, int64_t bytes, int64_t rank);

/// True if this build has stores that bypass the caches.
int pad_bench_has_streaming(void);
}

#endif // PAD_BENCHMARK_NATIVE_H
