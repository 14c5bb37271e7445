//===- PadBytecode.cpp - Versions of the dialect in bytecode --------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// What each version of the dialect wrote. Version 1 wrote no number: its ops
// had one mode, and `periodic` as an attribute of its own. Version 2 has a list
// of modes.
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/PadOps.h"
#include "mlir/Bytecode/BytecodeImplementation.h"

using namespace mlir;
using namespace mlir::pad;

namespace {
/// A version of the dialect.
struct PadDialectVersion : DialectVersion {
  explicit PadDialectVersion(uint64_t number) : number(number) {}
  uint64_t number;
};

/// The version that this code writes, and the newest that it reads.
constexpr uint64_t kCurrentVersion = 2;

/// The version of bytecode in which the sizes of operand segments are an array
/// of integers; an attribute before.
constexpr int64_t kNativeSegmentSizes = 6;

struct PadBytecodeInterface : BytecodeDialectInterface {
  PadBytecodeInterface(Dialect *dialect) : BytecodeDialectInterface(dialect) {}

  void writeVersion(DialectBytecodeWriter &writer) const override {
    writer.writeVarInt(kCurrentVersion);
  }

  std::unique_ptr<DialectVersion>
  readVersion(DialectBytecodeReader &reader) const override {
    uint64_t number;
    if (failed(reader.readVarInt(number)))
      return nullptr;
    if (number > kCurrentVersion) {
      reader.emitError() << "version " << number
                         << " of the pad dialect is newer than "
                         << kCurrentVersion
                         << ", the one of this tool; read it with a newer one";
      return nullptr;
    }
    return std::make_unique<PadDialectVersion>(number);
  }
};
} // namespace

void PadDialect::addBytecodeInterface() {
  addInterfaces<PadBytecodeInterface>();
}

/// The version of the dialect that `reader` reads.
static uint64_t getVersion(DialectBytecodeReader &reader) {
  FailureOr<const DialectVersion *> version =
      reader.getDialectVersion<PadDialect>();
  return succeeded(version)
             ? static_cast<const PadDialectVersion *>(*version)->number
             : 1;
}

/// Reads the sizes of operand segments that are an attribute.
template <size_t N>
static LogicalResult readSegmentSizes(DialectBytecodeReader &reader,
                                      std::array<int32_t, N> &sizes) {
  DenseI32ArrayAttr attribute;
  if (failed(reader.readAttribute(attribute)))
    return failure();
  if (attribute.size() != static_cast<int64_t>(N))
    return reader.emitError("an op of the pad dialect has ")
           << attribute.size() << " sizes of operand segments, not " << N;
  llvm::copy(attribute.asArrayRef(), sizes.begin());
  return success();
}

/// Reads what version 1 wrote.
template <typename Properties>
static LogicalResult readVersion1(DialectBytecodeReader &reader,
                                  Properties &properties) {
  PadModeAttr mode;
  UnitAttr periodic;
  if (failed(reader.readAttribute(mode)) ||
      (reader.getBytecodeVersion() < kNativeSegmentSizes &&
       failed(readSegmentSizes(reader, properties.operandSegmentSizes))) ||
      failed(reader.readOptionalAttribute(periodic)) ||
      failed(reader.readAttribute(properties.static_high)) ||
      failed(reader.readOptionalAttribute(properties.static_interior)) ||
      failed(reader.readAttribute(properties.static_low)))
    return failure();
  properties.modes = PadModesAttr::get(
      mode.getContext(), AxisMode{mode.getValue(), periodic != nullptr});
  if (reader.getBytecodeVersion() < kNativeSegmentSizes)
    return success();
  return reader.readSparseArray(
      MutableArrayRef<int32_t>(properties.operandSegmentSizes));
}

template <typename Properties>
static LogicalResult readVersion2(DialectBytecodeReader &reader,
                                  Properties &properties) {
  if (failed(reader.readAttribute(properties.modes)) ||
      failed(reader.readAttribute(properties.static_low)) ||
      failed(reader.readAttribute(properties.static_high)) ||
      failed(reader.readOptionalAttribute(properties.static_interior)))
    return failure();
  if (reader.getBytecodeVersion() < kNativeSegmentSizes)
    return readSegmentSizes(reader, properties.operandSegmentSizes);
  return reader.readSparseArray(
      MutableArrayRef<int32_t>(properties.operandSegmentSizes));
}

template <typename OpTy>
static LogicalResult readPadProperties(DialectBytecodeReader &reader,
                                       OperationState &state) {
  auto &properties = state.getOrAddProperties<typename OpTy::Properties>();
  return getVersion(reader) == 1 ? readVersion1(reader, properties)
                                 : readVersion2(reader, properties);
}

template <typename Properties>
static void writePadProperties(DialectBytecodeWriter &writer,
                               const Properties &properties) {
  writer.writeAttribute(properties.modes);
  writer.writeAttribute(properties.static_low);
  writer.writeAttribute(properties.static_high);
  writer.writeOptionalAttribute(properties.static_interior);
  ArrayRef<int32_t> sizes(properties.operandSegmentSizes);
  if (writer.getBytecodeVersion() < kNativeSegmentSizes)
    writer.writeAttribute(
        DenseI32ArrayAttr::get(properties.modes.getContext(), sizes));
  else
    writer.writeSparseArray(sizes);
}

LogicalResult PadOp::readProperties(DialectBytecodeReader &reader,
                                    OperationState &state) {
  return readPadProperties<PadOp>(reader, state);
}

void PadOp::writeProperties(DialectBytecodeWriter &writer) {
  writePadProperties(writer, getProperties());
}

LogicalResult PadIntoOp::readProperties(DialectBytecodeReader &reader,
                                        OperationState &state) {
  return readPadProperties<PadIntoOp>(reader, state);
}

void PadIntoOp::writeProperties(DialectBytecodeWriter &writer) {
  writePadProperties(writer, getProperties());
}
