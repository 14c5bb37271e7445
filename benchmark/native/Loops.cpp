//===- Loops.cpp - Pads as loops around memcpy ----------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// What a pad is without a library: a function template of the mode, the type
// and the rank, whose rows are a memcpy between two loops over the borders.
//
//===----------------------------------------------------------------------===//

#include "Native.h"
#include <array>
#include <cstring>

namespace {

enum class Mode {
#define PAD_MODE(NAME, TEXT, EXTENSION, SKIPPED) NAME,
#include "Pad/IR/PadModes.def"
};

/// The position that position `i` of an axis of `n` reads; -1 for the padding
/// value. No pad repeats the data more than once.
template <Mode kMode>
int64_t read(int64_t i, int64_t n) {
  if (i >= 0 && i < n)
    return i;
  bool isLeft = i < 0;
  switch (kMode) {
  case Mode::Constant:
    return -1;
  case Mode::Edge:
    return isLeft ? 0 : n - 1;
  case Mode::Reflect:
    return isLeft ? -i : 2 * (n - 1) - i;
  case Mode::Symmetric:
    return isLeft ? -1 - i : 2 * n - 1 - i;
  case Mode::Wrap:
    return isLeft ? i + n : i - n;
  }
}

/// `axes` has the extent, the low and the high pad of each.
template <Mode kMode, typename T, int kRank>
void padAxes(const T *source, T *result, const int64_t *axes, T value,
             const int64_t *sourceStrides, const int64_t *resultStrides) {
  int64_t n = axes[0], low = axes[1], high = axes[2];
  if constexpr (kRank == 1) {
    auto border = [&](int64_t first, int64_t last) {
      for (int64_t i = first; i < last; ++i)
        result[low + i] =
            kMode == Mode::Constant ? value : source[read<kMode>(i, n)];
    };
    border(-low, 0);
    std::memcpy(result + low, source, n * sizeof(T));
    border(n, n + high);
  } else {
    for (int64_t i = -low; i < n + high; ++i, result += *resultStrides) {
      int64_t from = read<kMode>(i, n);
      if (from < 0)
        for (int64_t k = 0; k < *resultStrides; ++k)
          result[k] = value;
      else
        padAxes<kMode, T, kRank - 1>(source + from * *sourceStrides, result,
                                     axes + 3, value, sourceStrides + 1,
                                     resultStrides + 1);
    }
  }
}

template <Mode kMode, typename T, int kRank>
void pad(const T *source, T *result, const int64_t *axes, const T *value) {
  int64_t sourceStrides[kRank], resultStrides[kRank];
  int64_t sourceSize = 1, resultSize = 1;
  for (int k = kRank - 1; k >= 0; --k) {
    sourceStrides[k] = sourceSize;
    resultStrides[k] = resultSize;
    sourceSize *= axes[3 * k];
    resultSize *= axes[3 * k] + axes[3 * k + 1] + axes[3 * k + 2];
  }
  padAxes<kMode, T, kRank>(source, result, axes, *value, sourceStrides,
                           resultStrides);
}

template <Mode kMode, typename T>
void *getOfRank(int64_t rank) {
  std::array<void (*)(const T *, T *, const int64_t *, const T *), 5> pads = {
      pad<kMode, T, 1>, pad<kMode, T, 2>, pad<kMode, T, 3>, pad<kMode, T, 4>,
      pad<kMode, T, 5>};
  if (rank < 1 || rank > static_cast<int64_t>(pads.size()))
    return nullptr;
  return reinterpret_cast<void *>(pads[rank - 1]);
}

template <Mode kMode>
void *getOfBytes(int64_t bytes, int64_t rank) {
  switch (bytes) {
  case 1:
    return getOfRank<kMode, uint8_t>(rank);
  case 2:
    return getOfRank<kMode, uint16_t>(rank);
  case 4:
    return getOfRank<kMode, uint32_t>(rank);
  case 8:
    return getOfRank<kMode, uint64_t>(rank);
  default:
    return nullptr;
  }
}

} // namespace

void *pad_bench_get_loops(int64_t mode, int64_t bytes, int64_t rank) {
  switch (static_cast<Mode>(mode)) {
#define PAD_MODE(NAME, TEXT, EXTENSION, SKIPPED)                               \
  case Mode::NAME:                                                             \
    return getOfBytes<Mode::NAME>(bytes, rank);
#include "Pad/IR/PadModes.def"
  }
  return nullptr;
}
