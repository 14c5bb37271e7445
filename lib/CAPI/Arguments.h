//===- Arguments.h - What C passes, checked ---------------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_LIB_CAPI_ARGUMENTS_H
#define PAD_LIB_CAPI_ARGUMENTS_H

#include "mlir/CAPI/Support.h"
#include "pad-c/Ops.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include <cstring>

namespace mlir {
namespace pad {

/// The number of `enumerator`: for C any will do, which C++ must not read as an
/// enumerator.
template <typename Enum>
unsigned readEnumerator(const Enum &enumerator) {
  unsigned number;
  static_assert(sizeof(number) == sizeof(enumerator));
  std::memcpy(&number, &enumerator, sizeof(number));
  return number;
}

/// An error unless `rank` is a number of axes that a pad may have.
inline llvm::Error checkRank(intptr_t rank) {
  if (rank >= 0 && rank <= MLIR_PAD_MAX_RANK)
    return llvm::Error::success();
  return llvm::createStringError("the rank is " + llvm::Twine(rank) +
                                 ", but must be 0 to " +
                                 llvm::Twine(MLIR_PAD_MAX_RANK));
}

/// A list by the name that the header gives it.
using NamedList = std::pair<const char *, const void *>;

/// An error if one of `lists`, each of `number` entries, is not there.
inline llvm::Error checkLists(intptr_t number, ArrayRef<NamedList> lists) {
  for (auto [name, list] : lists)
    if (number != 0 && !list)
      return llvm::createStringError(
          llvm::Twine(name) + " is NULL, but must have " + llvm::Twine(number) +
          (number == 1 ? " entry" : " entries"));
  return llvm::Error::success();
}

/// `text`, which the header calls `name`.
inline llvm::Expected<StringRef> unwrapText(MlirStringRef text,
                                            const char *name) {
  if (text.length != 0 && !text.data)
    return llvm::createStringError(llvm::Twine(name) +
                                   " is NULL, but its length is " +
                                   llvm::Twine(text.length));
  return unwrap(text);
}

} // namespace pad
} // namespace mlir

#endif // PAD_LIB_CAPI_ARGUMENTS_H
