//===- Floor.cpp - memcpy and memset, and their streaming twin ------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Native.h"
#include <algorithm>
#include <cstring>
#if defined(__AVX__) || defined(__SSE2__)
#include <immintrin.h>
#endif

namespace {

#if defined(__AVX__)
using Vector = __m256i;
Vector load(const char *p) {
  return _mm256_loadu_si256(reinterpret_cast<const Vector *>(p));
}
void stream(char *p, Vector v) {
  _mm256_stream_si256(reinterpret_cast<Vector *>(p), v);
}
Vector zero() { return _mm256_setzero_si256(); }
void fence() { _mm_sfence(); }
constexpr bool kStreaming = true;
#elif defined(__SSE2__)
using Vector = __m128i;
Vector load(const char *p) {
  return _mm_loadu_si128(reinterpret_cast<const Vector *>(p));
}
void stream(char *p, Vector v) {
  _mm_stream_si128(reinterpret_cast<Vector *>(p), v);
}
Vector zero() { return _mm_setzero_si128(); }
void fence() { _mm_sfence(); }
constexpr bool kStreaming = true;
#else
// Ordinary stores: the twin is then a second measurement of the floor.
struct Vector {
  char bytes[32];
};
Vector load(const char *p) {
  Vector v;
  std::memcpy(&v, p, sizeof(v));
  return v;
}
void stream(char *p, Vector v) { std::memcpy(p, &v, sizeof(v)); }
Vector zero() { return {}; }
void fence() {}
constexpr bool kStreaming = false;
#endif

constexpr int64_t kWidth = sizeof(Vector);
constexpr int64_t kBlock = 4 * kWidth;

} // namespace

int pad_bench_has_streaming(void) { return kStreaming; }

void pad_bench_floor(const void *source, void *result, int64_t copied,
                     int64_t filled) {
  std::memcpy(result, source, copied);
  std::memset(static_cast<char *>(result) + copied, 0, filled);
}

void pad_bench_floor_streaming(const void *source, void *result, int64_t copied,
                               int64_t filled) {
  const char *from = static_cast<const char *>(source);
  char *to = static_cast<char *>(result);
  int64_t i = 0, end = copied + filled;
  for (; i + kBlock <= copied; i += kBlock) {
    Vector a = load(from + i), b = load(from + i + kWidth),
           c = load(from + i + 2 * kWidth), d = load(from + i + 3 * kWidth);
    stream(to + i, a);
    stream(to + i + kWidth, b);
    stream(to + i + 2 * kWidth, c);
    stream(to + i + 3 * kWidth, d);
  }
  std::memcpy(to + i, from + i, copied - i);
  // Ordinary stores up to the next block that has no copied byte.
  int64_t head = std::min(end, (copied + kBlock - 1) / kBlock * kBlock);
  std::memset(to + copied, 0, head - copied);
  for (i = head; i + kWidth <= end; i += kWidth)
    stream(to + i, zero());
  std::memset(to + i, 0, end - i);
  fence();
}
