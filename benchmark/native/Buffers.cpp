//===- Buffers.cpp - Memory that all contenders share ---------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Native.h"
#include <sys/mman.h>

static constexpr size_t kHugePage = size_t(1) << 21;
static constexpr size_t kPage = 4096;

static size_t mappedBytes(size_t bytes) {
  return (bytes + kHugePage - 1) / kHugePage * kHugePage;
}

void *pad_bench_allocate(size_t bytes) {
  // One huge page more than needed, to cut an aligned piece out of it.
  size_t wanted = mappedBytes(bytes), mapped = wanted + kHugePage;
  void *base = mmap(nullptr, mapped, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (base == MAP_FAILED)
    return nullptr;
  char *begin = static_cast<char *>(base);
  size_t skipped =
      (kHugePage - reinterpret_cast<uintptr_t>(begin) % kHugePage) % kHugePage;
  if (skipped)
    munmap(begin, skipped);
  munmap(begin + skipped + wanted, kHugePage - skipped);
  char *result = begin + skipped;
  // Best effort: without huge pages every contender has the same small pages.
  madvise(result, wanted, MADV_HUGEPAGE);
  for (size_t i = 0; i < wanted; i += kPage)
    static_cast<volatile char *>(result)[i] = 0;
  return result;
}

void pad_bench_free(void *buffer, size_t bytes) {
  munmap(buffer, mappedBytes(bytes));
}
