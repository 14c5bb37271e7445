//===- OnnxReductions.cpp - Reductions and repetitions of ONNX numbers ----===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OnnxNode.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace mlir::pad;

using Result = IntegerTensors::Result;

/// `tensor` with axis `axis` reduced to one element.
static Result reduceAxis(IntegerTensors &tensors, const IntegerTensor &tensor,
                         int64_t axis, IntegerArithmetic arithmetic) {
  Result reduced;
  for (int64_t i = 0, extent = tensor.shape[axis]; i < extent; ++i) {
    Result part = tensors.slice(tensor, {i}, {i + 1}, {axis}, {1});
    if (part && i > 0)
      part = tensors.combine(arithmetic, *reduced, *part);
    if (!part)
      return std::nullopt;
    reduced = std::move(part);
  }
  return reduced ? reduced
                 : tensors.unknown("it is computed by a reduction of nothing");
}

Result mlir::pad::readOnnxReduction(IntegerTensors &tensors,
                                    const OnnxNode &node) {
  Value input = node.getInput(0);
  Result result = input ? tensors.analyse(input) : std::nullopt;
  if (!result)
    return std::nullopt;
  auto rank = static_cast<int64_t>(result->shape.size());
  // Without axes, it is all of them, or none.
  auto axes = llvm::to_vector(llvm::seq<int64_t>(rank));
  bool isNothing = node.getInteger("noop_with_empty_axes", 0) != 0;
  if (node.getAttr("axes") || node.getInput(1)) {
    auto given = getOnnxIntegers(node, "axes", 1, tensors);
    if (!given)
      return std::nullopt;
    if (!given->empty() || isNothing)
      axes = *given;
  } else if (isNothing) {
    axes.clear();
  }
  IntegerArithmetic arithmetic =
      llvm::StringSwitch<IntegerArithmetic>(node.getType())
          .Case("ReduceMax", IntegerArithmetic::Max)
          .Case("ReduceMin", IntegerArithmetic::Min)
          .Case("ReduceProd", IntegerArithmetic::Mul)
          .Case("ReduceSum", IntegerArithmetic::Add);
  for (int64_t &axis : axes) {
    axis = axis < 0 ? axis + rank : axis;
    if (axis < 0 || axis >= rank)
      return tensors.invalid(
          "it is computed by a reduction of an axis that its "
          "tensor does not have");
    result = reduceAxis(tensors, *result, axis, arithmetic);
    if (!result)
      return std::nullopt;
  }
  return node.getInteger("keepdims", 1) != 0
             ? result
             : tensors.squeeze(*result, ArrayRef<int64_t>(axes));
}

Result mlir::pad::readOnnxTile(IntegerTensors &tensors, const OnnxNode &node) {
  Value input = node.getInput(0), repeats = node.getInput(1);
  Result result = input && repeats ? tensors.analyse(input) : std::nullopt;
  auto times = result ? tensors.analyseConstants(repeats) : std::nullopt;
  if (!times)
    return std::nullopt;
  // Before version 6, both other inputs are scalars.
  if (times->size() != result->shape.size() || node.getInput(2))
    return tensors.unknown("it is computed by a 'Tile' that has not a number "
                           "for each axis");
  for (auto [axis, count] : llvm::enumerate(*times)) {
    constexpr int64_t most = 1024;
    if (count < 1 || count > most)
      return tensors.unknown("it is computed by a 'Tile' of " + Twine(count) +
                             " copies");
    SmallVector<IntegerTensor> copies(count, *result);
    result = tensors.concat(copies, axis);
    if (!result)
      return std::nullopt;
  }
  return result;
}
