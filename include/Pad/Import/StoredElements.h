//===- StoredElements.h - Elements that files hold --------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The large constants of a model are nearly all of its file, and few of them
// are ever read. They stay where they are: in the file, which is mapped, or in
// a file beside it, which is opened when somebody asks.
//
//===----------------------------------------------------------------------===//

#ifndef PAD_IMPORT_STOREDELEMENTS_H
#define PAD_IMPORT_STOREDELEMENTS_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"
#include "mlir/Support/LLVM.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

namespace mlir {
namespace pad {

/// The least number of bytes that are not copied.
constexpr size_t kLeastStoredBytes = 16384;

/// The bits of an element of `type` in a file.
int64_t getStoredBits(Type type);

/// The bytes that elements of `type`, of `bits` bits each, take in a file; the
/// largest number if they are more. Several in a byte do not cross bytes.
uint64_t countStoredBytes(RankedTensorType type, uint64_t bits);

/// A copy of `bytes` as elements, of which there are as many as `type` says.
/// Several in a byte begin with the low bits.
DenseElementsAttr copyStoredElements(RankedTensorType type,
                                     ArrayRef<char> bytes);

/// The elements of `bytes`, as those of `copyStoredElements`. Many bytes are
/// not copied: they are an attribute `dense_resource`, whose name begins with
/// `name`. They outlive it, or are in `owner`.
ElementsAttr
makeStoredElements(RankedTensorType type, ArrayRef<char> bytes, StringRef name,
                   std::unique_ptr<llvm::MemoryBuffer> owner = nullptr);

/// The attribute of a constant whose elements are in another file, in the place
/// of `value`.
constexpr StringLiteral kExternalElements = "external_data";

/// Elements of `type` that are the `bytes` bytes from `offset` on of the file
/// `path` beside the model.
DictionaryAttr makeExternalElements(RankedTensorType type, StringRef path,
                                    uint64_t offset, uint64_t bytes);

/// Reads `external`, beside a model in `folder`; `name` is that of the
/// constant.
llvm::Expected<ElementsAttr>
readExternalElements(DictionaryAttr external, StringRef folder, StringRef name);

/// Gives `constant` its attribute `value`, if that is in a file beside the one
/// that its location names.
llvm::Error loadExternalElements(Operation *constant);

/// The number that every element of `elements` is; null if they differ, or are
/// not known.
Attribute getUniformElement(ElementsAttr elements);

/// The folder that `file` is in; empty for standard input.
std::string getModelFolder(StringRef file);

/// The `length` bytes from `offset` on of a regular file below `folder`. A path
/// that leaves the folder, even by a symbolic link, is refused, because a model
/// must not read files that its user did not give it.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readDataBeside(StringRef folder, StringRef path, uint64_t offset,
               uint64_t length);

} // namespace pad
} // namespace mlir

#endif // PAD_IMPORT_STOREDELEMENTS_H
