//===- ExchangeHeader.h - C declarations of exchanges -----------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_CINTERFACE_EXCHANGEHEADER_H
#define PAD_CINTERFACE_EXCHANGEHEADER_H

#include "Pad/Ranks/ExchangeKernel.h"

namespace mlir {
namespace pad {

/// Writes a header for C11 and C++17 that declares and documents the functions
/// of `emitExchange`, of elements of type `elementType`, which has a C type.
/// `name` is the file name, from which the include guard is made.
void writeExchangeHeader(raw_ostream &os, StringRef name,
                         const ExchangeSpec &spec, Type elementType);

} // namespace pad
} // namespace mlir

#endif // PAD_CINTERFACE_EXCHANGEHEADER_H
