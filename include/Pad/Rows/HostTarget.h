//===- HostTarget.h - What the host is as a target --------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What `host` stands for in options. Those who build pipelines and read options
// call these functions; no pass does.
//
//===----------------------------------------------------------------------===//

#ifndef PAD_ROWS_HOSTTARGET_H
#define PAD_ROWS_HOSTTARGET_H

#include "Pad/Rows/VectorShape.h"

namespace mlir {
namespace pad {

/// The vectors of the host: 128, 256 or 512 bits.
VectorWidth getHostVectorWidth();

/// What the host has for masks and permutations.
VectorISA getHostVectorISA();

/// What the host makes of stores in two cache lines: slow, unless it is AMD's
/// or has no vectors of more than 128 bits.
SplitStores getHostSplitStores();

/// The smallest result, in bytes, for which stores past the caches pay on the
/// host: three eighths of its last-level cache, of which at most
/// `cost::kAssumedCacheBytes` count where Intel made the processor.
int64_t getHostNontemporalThreshold();

} // namespace pad
} // namespace mlir

#endif // PAD_ROWS_HOSTTARGET_H
