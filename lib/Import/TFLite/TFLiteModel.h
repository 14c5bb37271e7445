//===- TFLiteModel.h - A TFLite file, checked -------------------*- C++ -*-===//
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

#ifndef PAD_LIB_IMPORT_TFLITE_TFLITEMODEL_H
#define PAD_LIB_IMPORT_TFLITE_TFLITEMODEL_H

#include "TFLiteSchema_generated.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OperationSupport.h"

namespace llvm {
class SourceMgr;
} // namespace llvm

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

/// The tables of a file, which lie in the file, and what they say of tensors.
class TFLiteFile {
public:
  TFLiteFile(llvm::SourceMgr &sources, MLIRContext *context);

  /// Checks the file, and fails with a diagnostic. Nothing else may be called
  /// unless this has succeeded.
  LogicalResult parse();

  const tflite::Model &getModel() const;

  MLIRContext *getContext() const { return context; }

  /// The file; positions in it mean nothing to its user.
  Location getLocation() const { return loc; }

  /// The type of `tensor`, which diagnostics call `name`. A dimension that the
  /// file does not know is dynamic, and so is the rank of a tensor without a
  /// shape that is neither `isConstant` nor known to be a scalar. Fails with a
  /// diagnostic.
  FailureOr<TensorType> readType(const tflite::Tensor &tensor, StringRef name,
                                 bool isConstant);

  /// The data of `tensor`; empty if it is not constant. Fails with a
  /// diagnostic.
  FailureOr<ArrayRef<char>> readData(const tflite::Tensor &tensor,
                                     StringRef name);

  /// How `tensor` is quantized, or an empty dictionary: `scale` and
  /// `zero_point`, lists of one number or of one for each index of axis `axis`,
  /// and `custom` if these do not count.
  DictionaryAttr readQuantization(const tflite::Tensor &tensor);

private:
  StringRef text;
  MLIRContext *context;
  Location loc;
};

/// The elements of a constant of `type`, of which the file has `bytes`; null if
/// MLIR has no such constants, as of strings. Fails with a diagnostic at `loc`
/// that calls the constant `name`.
FailureOr<DenseElementsAttr> readTFLiteConstant(RankedTensorType type,
                                                ArrayRef<char> bytes,
                                                Location loc, StringRef name);

/// The name of the unregistered op for an operator: `tflite.CONV_2D`,
/// `tflite.custom.NAME`, or `tflite.BUILTIN_NUMBER` where the name is not
/// known.
std::string getTFLiteOperatorName(const tflite::OperatorCode &code);

/// Adds the options of `op` that are read as attributes: the mode of
/// MIRROR_PAD, the lists of STABLEHLO_PAD, and the numbers of the subgraphs
/// that an operator calls.
void addTFLiteOptions(const tflite::Operator &op, OperationState &state);

} // namespace pad
} // namespace mlir

#endif // PAD_LIB_IMPORT_TFLITE_TFLITEMODEL_H
