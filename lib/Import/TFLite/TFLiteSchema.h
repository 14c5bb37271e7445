//===- TFLiteSchema.h - The tables of TFLite files --------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// A TFLite file is a flatbuffer: tables, whose fields have numbers in the order
// in which the schema lists them (a union has two, the first for its type). The
// schema is tensorflow/lite/schema/schema.fbs, version 3:
// https://github.com/tensorflow/tensorflow/blob/master/tensorflow/compiler/mlir/lite/schema/schema.fbs
//
// Here is a class for each table that is read, with the numbers of the fields
// that are read, in the style of what flatbuffers' own compiler generates:
// `Verify`, as `flatbuffers::Verifier` calls it, checks that the fields lie in
// the file, and must have succeeded before any other function is called.
//
//===----------------------------------------------------------------------===//

#ifndef PAD_LIB_IMPORT_TFLITE_TFLITESCHEMA_H
#define PAD_LIB_IMPORT_TFLITE_TFLITESCHEMA_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <flatbuffers/flatbuffers.h>
#include <optional>

namespace mlir {
namespace pad {
namespace tflite {

/// A list of tables.
template <typename TableT>
using Tables = flatbuffers::Vector<flatbuffers::Offset<TableT>>;

/// Reads fields by their numbers.
class Table : flatbuffers::Table {
public:
  /// Whether `field` is given.
  bool has(unsigned field) const { return CheckField(getSlot(field)); }

  /// The number in `field`, or `byDefault` if it is not given.
  template <typename T>
  T getNumber(unsigned field, T byDefault = T()) const {
    return GetField<T>(getSlot(field), byDefault);
  }

  /// The list of numbers in `field`, which the file need not align; empty if it
  /// is not given.
  template <typename T>
  llvm::SmallVector<T> getNumbers(unsigned field) const {
    llvm::SmallVector<T> numbers;
    if (const auto *list = getPointer<flatbuffers::Vector<T>>(field))
      for (size_t i = 0, size = list->size(); i < size; ++i)
        numbers.push_back(
            flatbuffers::ReadScalar<T>(list->Data() + i * sizeof(T)));
    return numbers;
  }

  /// The bytes of the list or text in `field`.
  llvm::ArrayRef<char> getBytes(unsigned field) const {
    const auto *list = getPointer<flatbuffers::Vector<uint8_t>>(field);
    if (!list)
      return {};
    return {reinterpret_cast<const char *>(list->Data()), list->size()};
  }
  llvm::StringRef getText(unsigned field) const {
    llvm::ArrayRef<char> bytes = getBytes(field);
    return {bytes.data(), bytes.size()};
  }

  /// The number of elements of the list or text in `field`.
  size_t countElements(unsigned field) const { return getBytes(field).size(); }

  /// The table in `field`; null if it is not given.
  template <typename TableT>
  const TableT *getTable(unsigned field) const {
    return getPointer<TableT>(field);
  }

  /// The number of tables of the list in `field`, and one of them.
  template <typename TableT>
  size_t countTables(unsigned field) const {
    const auto *list = getPointer<Tables<TableT>>(field);
    return list ? list->size() : 0;
  }
  template <typename TableT>
  const TableT &getTable(unsigned field, size_t index) const {
    return *getPointer<Tables<TableT>>(field)->Get(index);
  }

protected:
  using Verifier = flatbuffers::Verifier;

  bool begin(Verifier &verifier) const { return VerifyTableStart(verifier); }

  template <typename T>
  bool verifyNumber(Verifier &verifier, unsigned field) const {
    return VerifyField<T>(verifier, getSlot(field), sizeof(T));
  }
  template <typename T>
  bool verifyNumbers(Verifier &verifier, unsigned field) const {
    return VerifyOffset(verifier, getSlot(field)) &&
           verifier.VerifyVector(getPointer<flatbuffers::Vector<T>>(field));
  }
  bool verifyText(Verifier &verifier, unsigned field) const {
    return VerifyOffset(verifier, getSlot(field)) &&
           verifier.VerifyString(getPointer<flatbuffers::String>(field));
  }
  template <typename TableT>
  bool verifyTable(Verifier &verifier, unsigned field) const {
    return VerifyOffset(verifier, getSlot(field)) &&
           verifier.VerifyTable(getPointer<TableT>(field));
  }
  template <typename TableT>
  bool verifyTables(Verifier &verifier, unsigned field) const {
    if (!VerifyOffset(verifier, getSlot(field)))
      return false;
    const auto *list = getPointer<Tables<TableT>>(field);
    return verifier.VerifyVector(list) && verifier.VerifyVectorOfTables(list);
  }

private:
  /// Where the table of fields has the place of `field`: behind two numbers.
  static flatbuffers::voffset_t getSlot(unsigned field) {
    return 2 * sizeof(flatbuffers::voffset_t) +
           field * sizeof(flatbuffers::voffset_t);
  }
  template <typename T>
  const T *getPointer(unsigned field) const {
    return GetPointer<const T *>(getSlot(field));
  }
};

// The verifier calls functions of this name.
// NOLINTBEGIN(readability-identifier-naming)

/// `table QuantizationParameters`.
struct Quantization : Table {
  enum : unsigned { Scale = 2, ZeroPoint = 3, DetailsType = 4, Dimension = 6 };

  bool Verify(Verifier &verifier) const {
    return begin(verifier) && verifyNumbers<float>(verifier, Scale) &&
           verifyNumbers<int64_t>(verifier, ZeroPoint) &&
           verifyNumber<uint8_t>(verifier, DetailsType) &&
           verifyNumber<int32_t>(verifier, Dimension) && verifier.EndTable();
  }
};

/// `table Tensor`.
struct Tensor : Table {
  enum : unsigned {
    Shape = 0,
    Type = 1,
    BufferIndex = 2,
    Name = 3,
    Parameters = 4,
    IsVariable = 5,
    Sparsity = 6,
    ShapeSignature = 7,
    HasRank = 8
  };

  bool Verify(Verifier &verifier) const {
    return begin(verifier) && verifyNumbers<int32_t>(verifier, Shape) &&
           verifyNumber<int8_t>(verifier, Type) &&
           verifyNumber<uint32_t>(verifier, BufferIndex) &&
           verifyText(verifier, Name) &&
           verifyTable<Quantization>(verifier, Parameters) &&
           verifyNumber<uint8_t>(verifier, IsVariable) &&
           verifyNumbers<int32_t>(verifier, ShapeSignature) &&
           verifyNumber<uint8_t>(verifier, HasRank) && verifier.EndTable();
  }
};

/// `table OperatorCode`.
struct OperatorCode : Table {
  enum : unsigned { DeprecatedCode = 0, CustomCode = 1, BuiltinCode = 3 };

  bool Verify(Verifier &verifier) const {
    return begin(verifier) && verifyNumber<int8_t>(verifier, DeprecatedCode) &&
           verifyText(verifier, CustomCode) &&
           verifyNumber<int32_t>(verifier, BuiltinCode) && verifier.EndTable();
  }
};

/// The options of operators that are read: `table MirrorPadOptions {mode:byte}`
/// and those that begin with one or two numbers of subgraphs, which are
/// CallOptions, IfOptions, WhileOptions and CallOnceOptions.
struct MirrorPadOptions : Table {
  enum : unsigned { Mode = 0 };

  bool Verify(Verifier &verifier) const {
    return begin(verifier) && verifyNumber<int8_t>(verifier, Mode) &&
           verifier.EndTable();
  }
};
struct SubgraphOptions : Table {
  enum : unsigned { First = 0, Second = 1 };

  bool Verify(Verifier &verifier) const {
    return begin(verifier) && verifyNumber<int32_t>(verifier, First) &&
           verifyNumber<int32_t>(verifier, Second) && verifier.EndTable();
  }
};

/// `table StablehloPadOptions`.
struct StablehloPadOptions : Table {
  enum : unsigned { Low = 0, High = 1, Interior = 2 };

  bool Verify(Verifier &verifier) const {
    return begin(verifier) && verifyNumbers<int64_t>(verifier, Low) &&
           verifyNumbers<int64_t>(verifier, High) &&
           verifyNumbers<int64_t>(verifier, Interior) && verifier.EndTable();
  }
};

/// Numbers of `union BuiltinOptions2`.
enum class Options2Type : uint8_t { StablehloPad = 10 };

/// Numbers of `union BuiltinOptions`.
enum class OptionsType : uint8_t {
  Call = 16,
  MirrorPad = 77,
  If = 92,
  While = 93,
  CallOnce = 103
};

/// `table Operator`.
struct Operator : Table {
  enum : unsigned {
    CodeIndex = 0,
    Inputs = 1,
    Outputs = 2,
    TypeOfOptions = 3,
    Options = 4,
    TypeOfOptions2 = 11,
    Options2 = 12
  };

  OptionsType getOptionsType() const {
    return static_cast<OptionsType>(getNumber<uint8_t>(TypeOfOptions));
  }
  Options2Type getOptions2Type() const {
    return static_cast<Options2Type>(getNumber<uint8_t>(TypeOfOptions2));
  }

  bool Verify(Verifier &verifier) const {
    return begin(verifier) && verifyNumber<uint32_t>(verifier, CodeIndex) &&
           verifyNumbers<int32_t>(verifier, Inputs) &&
           verifyNumbers<int32_t>(verifier, Outputs) &&
           verifyNumber<uint8_t>(verifier, TypeOfOptions) &&
           verifyOptions(verifier) &&
           verifyNumber<uint8_t>(verifier, TypeOfOptions2) &&
           (getOptions2Type() != Options2Type::StablehloPad ||
            verifyTable<StablehloPadOptions>(verifier, Options2)) &&
           verifier.EndTable();
  }

private:
  bool verifyOptions(Verifier &verifier) const {
    switch (getOptionsType()) {
    case OptionsType::MirrorPad:
      return verifyTable<MirrorPadOptions>(verifier, Options);
    case OptionsType::Call:
    case OptionsType::If:
    case OptionsType::While:
    case OptionsType::CallOnce:
      return verifyTable<SubgraphOptions>(verifier, Options);
    }
    // Those of other operators are not read.
    return true;
  }
};

/// `table SubGraph`.
struct Subgraph : Table {
  enum : unsigned {
    Tensors = 0,
    Inputs = 1,
    Outputs = 2,
    Operators = 3,
    Name = 4
  };

  bool Verify(Verifier &verifier) const {
    return begin(verifier) && verifyTables<Tensor>(verifier, Tensors) &&
           verifyNumbers<int32_t>(verifier, Inputs) &&
           verifyNumbers<int32_t>(verifier, Outputs) &&
           verifyTables<Operator>(verifier, Operators) &&
           verifyText(verifier, Name) && verifier.EndTable();
  }
};

/// `table Buffer`.
struct Buffer : Table {
  enum : unsigned { Data = 0, Offset = 1, Size = 2 };

  bool Verify(Verifier &verifier) const {
    return begin(verifier) && verifyNumbers<uint8_t>(verifier, Data) &&
           verifyNumber<uint64_t>(verifier, Offset) &&
           verifyNumber<uint64_t>(verifier, Size) && verifier.EndTable();
  }
};

/// `table Model`, the root of a file.
struct Model : Table {
  enum : unsigned {
    Version = 0,
    OperatorCodes = 1,
    Subgraphs = 2,
    Buffers = 4
  };

  bool Verify(Verifier &verifier) const {
    return begin(verifier) && verifyNumber<uint32_t>(verifier, Version) &&
           verifyTables<OperatorCode>(verifier, OperatorCodes) &&
           verifyTables<Subgraph>(verifier, Subgraphs) &&
           verifyTables<Buffer>(verifier, Buffers) && verifier.EndTable();
  }
};

// NOLINTEND(readability-identifier-naming)

} // namespace tflite
} // namespace pad
} // namespace mlir

#endif // PAD_LIB_IMPORT_TFLITE_TFLITESCHEMA_H
