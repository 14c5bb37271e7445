//===- HostTarget.cpp - What the host is as a target ----------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Rows/HostTarget.h"
#include "Pad/Rows/CostModel.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/TargetParser/Host.h"
#include <algorithm>

using namespace mlir;
using namespace mlir::pad;

VectorWidth mlir::pad::getHostVectorWidth() {
  llvm::StringMap<bool> features = llvm::sys::getHostCPUFeatures();
  if (features.lookup("avx512f"))
    return VectorWidth::Bits512;
  return features.lookup("avx2") ? VectorWidth::Bits256 : VectorWidth::Bits128;
}

VectorISA mlir::pad::getHostVectorISA() {
  llvm::StringMap<bool> features = llvm::sys::getHostCPUFeatures();
  auto hasAll = [&](ArrayRef<StringRef> names) {
    return llvm::all_of(names,
                        [&](StringRef name) { return features.lookup(name); });
  };
  if (hasAll({"avx512f", "avx512vl", "avx512bw"}))
    return hasAll({"avx512vbmi"}) ? VectorISA::AVX512VBMI : VectorISA::AVX512;
  return hasAll({"avx2"}) ? VectorISA::AVX2 : VectorISA::None;
}

/// Whether Intel made the host's processor.
static bool isIntel() {
  using llvm::sys::detail::x86::VendorSignatures;
  return llvm::sys::detail::x86::getVendorSignature() ==
         VendorSignatures::GENUINE_INTEL;
}

SplitStores mlir::pad::getHostSplitStores() {
  return isIntel() && llvm::sys::getHostCPUFeatures().lookup("avx")
             ? SplitStores::Slow
             : SplitStores::Fast;
}

int64_t mlir::pad::getHostNontemporalThreshold() {
  // The kernel knows the slice that this host's cores share; the processor
  // reports all slices together.
  int64_t lastLevelCache = cost::kAssumedCacheBytes;
  // As a stream, because sysfs reports the size of a page for each file.
  auto size = llvm::MemoryBuffer::getFileAsStream(
      "/sys/devices/system/cpu/cpu0/cache/index3/size");
  int64_t kibibytes;
  if (size &&
      !(*size)->getBuffer().trim().rtrim('K').getAsInteger(10, kibibytes))
    lastLevelCache = kibibytes << 10;
  if (isIntel())
    lastLevelCache = std::min(lastLevelCache, cost::kAssumedCacheBytes);
  return cost::getStreamedBytes(lastLevelCache);
}
