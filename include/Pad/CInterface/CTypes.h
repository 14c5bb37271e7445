//===- CTypes.h - Element types as C sees them ------------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_CINTERFACE_CTYPES_H
#define PAD_CINTERFACE_CTYPES_H

#include "mlir/IR/Types.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace mlir {
namespace pad {

/// How C holds one element of a tensor or memref, or a scalar.
struct CType {
  /// The name of the C type: `float`, `int32_t`, `void *`.
  llvm::StringRef name;
  /// Bits of one object of that type.
  unsigned bits;
  /// Objects for one element: 2 for complex (real, imaginary), else 1.
  unsigned count = 1;
  /// A comment on what the name does not say, such as "bf16, as its bits";
  /// empty if there is nothing to say.
  std::string note = {};
};

/// The C type of elements of `type`; nullopt where C11 has none that holds them
/// as memory does (vectors, `f80`, `i24`, ...). Types without a C twin of their
/// own are their bits: `f16` is `uint16_t`, `f8E4M3FN` is `uint8_t`; integers
/// of less than 8 bits take a byte, high bits zero; quantized types are their
/// storage.
std::optional<CType> getCType(Type type);

} // namespace pad
} // namespace mlir

#endif // PAD_CINTERFACE_CTYPES_H
