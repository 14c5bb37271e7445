//===- ModelMutator.h - Changed models --------------------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_FUZZ_MODELMUTATOR_H
#define PAD_FUZZ_MODELMUTATOR_H

#include <random>
#include <string>

/// `model` with one change that leaves its file one of the format: of a number,
/// a string or a field of ONNX (protobuf), OpenVINO (XML), nGraph (JSON) or
/// TFLite (FlatBuffers), or a part that is dropped, repeated or another one.
std::string mutateModel(const std::string &model, std::mt19937_64 &random);

#endif // PAD_FUZZ_MODELMUTATOR_H
