//===- OnnxVersions.cpp - Versions of ONNX's operators --------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OnnxVersions.h"
#include "ImportNames.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace mlir::pad;

bool mlir::pad::isOnnxDomain(StringRef domain) {
  return domain.empty() || domain == "ai.onnx";
}

FailureOr<OnnxVersions> mlir::pad::readOnnxVersions(
    MLIRContext *context,
    const google::protobuf::RepeatedPtrField<onnx::OperatorSetIdProto> &imports,
    EmitError emitError) {
  Builder builder(context);
  OnnxVersions versions;
  for (const onnx::OperatorSetIdProto &imported : imports) {
    StringRef domain = imported.domain();
    int64_t version = imported.version();
    auto number = builder.getI64IntegerAttr(version);
    bool isStandard = isOnnxDomain(domain);
    if (isStandard ? versions.standard.value_or(version) != version
                   : versions.others.get(domain) &&
                         versions.others.get(domain) != number)
      return emitError() << " imports two versions of the operators of "
                         << quoteName(domain);
    if (isStandard)
      versions.standard = version;
    else
      versions.others.set(domain, number);
  }
  if (versions.standard && *versions.standard < 1)
    return emitError() << " imports version " << *versions.standard
                       << " of the operators, but the first is 1";
  return versions;
}
