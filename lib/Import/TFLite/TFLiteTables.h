//===- TFLiteTables.h - Reading the tables of a TFLite file -----*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// A TFLite file is a flatbuffer: tables, for which flatc makes classes of the
// schema, TFLiteSchema.fbs. Lists and texts that a table need not have are null
// pointers if it has none.
//
//===----------------------------------------------------------------------===//

#ifndef PAD_LIB_IMPORT_TFLITE_TFLITETABLES_H
#define PAD_LIB_IMPORT_TFLITE_TFLITETABLES_H

#include "TFLiteSchema_generated.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/SmallVector.h"

namespace mlir {
namespace pad {

/// The number of elements of a list, or of bytes of a text.
template <typename ListT>
size_t countElements(const ListT *list) {
  return list ? list->size() : 0;
}

/// The numbers of `list`, which the file need not align.
template <typename T>
SmallVector<T> readNumbers(const flatbuffers::Vector<T> *list) {
  SmallVector<T> numbers(countElements(list));
  for (auto [index, number] : llvm::enumerate(numbers))
    number = flatbuffers::ReadScalar<T>(list->Data() + index * sizeof(T));
  return numbers;
}

/// The tables of `list`.
template <typename TableT>
SmallVector<const TableT *>
getTables(const flatbuffers::Vector<flatbuffers::Offset<TableT>> *list) {
  if (!list)
    return {};
  return {list->begin(), list->end()};
}

inline StringRef getText(const flatbuffers::String *text) {
  return text ? StringRef(text->c_str(), text->size()) : StringRef();
}

} // namespace pad
} // namespace mlir

#endif // PAD_LIB_IMPORT_TFLITE_TFLITETABLES_H
