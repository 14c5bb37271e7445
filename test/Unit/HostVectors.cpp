//===- HostVectors.cpp - Vectors that this host can run -------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostVectors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/TargetParser/Host.h"

using namespace mlir;
using namespace mlir::pad;

ArrayRef<TestedVectors> mlir::pad::getTestedVectors() {
  static const SmallVector<TestedVectors> vectors = [] {
    llvm::StringMap<bool> features = llvm::sys::getHostCPUFeatures();
    bool hasAVX2 = features.lookup("avx2");
    bool hasAVX512 = features.lookup("avx512f") &&
                     features.lookup("avx512vl") && features.lookup("avx512bw");
    bool hasVBMI = hasAVX512 && features.lookup("avx512vbmi");
    constexpr VectorWidth k128 = VectorWidth::Bits128,
                          k256 = VectorWidth::Bits256,
                          k512 = VectorWidth::Bits512;
    return SmallVector<TestedVectors>{
        {"128", k128, VectorISA::None, 128, true},
        {"256", k256, VectorISA::None, 256, true},
        {"512", k512, VectorISA::None, 512, true},
        {"avx2", k256, VectorISA::AVX2, 256, hasAVX2},
        {"256 vl", k256, VectorISA::AVX512VBMI, 256, hasVBMI},
        {"512 bw", k512, VectorISA::AVX512, 512, hasAVX512},
        {"512 vbmi", k512, VectorISA::AVX512VBMI, 512, hasVBMI}};
  }();
  return vectors;
}

static ArrayRef<const TestedVectors *> listHostVectors() {
  static const SmallVector<const TestedVectors *> onHost = [] {
    SmallVector<const TestedVectors *> list;
    for (const TestedVectors &vectors : getTestedVectors())
      if (vectors.isOnHost)
        list.push_back(&vectors);
    return list;
  }();
  return onHost;
}

const TestedVectors &mlir::pad::getHostVectors(int64_t number) {
  return *listHostVectors()[number % countHostVectors()];
}

int64_t mlir::pad::countHostVectors() { return listHostVectors().size(); }
