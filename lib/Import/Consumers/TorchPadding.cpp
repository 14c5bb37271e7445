//===- TorchPadding.cpp - The padding operands of torch's ops -------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TorchPadding.h"
#include "Pad/Import/TorchValues.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::pad;

std::optional<TorchWindow> TorchWindow::get(Operation *op) {
  // The count of operands, and where they are.
  static constexpr std::pair<unsigned, TorchWindow> kWindows[] = {
      {9, {"torch.aten.convolution", 4, 0, 0, 0, 0, /*transposed=*/6, 0}},
      {7, {"torch.aten.conv1d", 4, 0, 0, 0, 0, 0, 1}},
      {7, {"torch.aten.conv2d", 4, 0, 0, 0, 0, 0, 2}},
      {7, {"torch.aten.conv3d", 4, 0, 0, 0, 0, 0, 3}},
      {6, {"torch.aten.max_pool1d", 3, 1, 5, 0, 0, 0, 1}},
      {6, {"torch.aten.max_pool2d", 3, 1, 5, 0, 0, 0, 2}},
      {6, {"torch.aten.max_pool3d", 3, 1, 5, 0, 0, 0, 3}},
      {6, {"torch.aten.avg_pool1d", 3, 1, 4, 5, 0, 0, 1}},
      {7, {"torch.aten.avg_pool2d", 3, 1, 4, 5, 6, 0, 2}},
      {7, {"torch.aten.avg_pool3d", 3, 1, 4, 5, 6, 0, 3}}};
  for (const auto &[count, window] : kWindows)
    if (op->getName().getStringRef() == window.name &&
        op->getNumOperands() == count)
      return window;
  return std::nullopt;
}

/// Whether operand `operand` of `op` is the constant `false`.
static bool isFalse(Operation *op, unsigned operand) {
  return isTorchZero(op->getOperand(operand));
}

bool TorchWindow::roundsDown(Operation *op) const {
  return ceilMode == 0 || isFalse(op, ceilMode);
}

bool TorchWindow::countsPadding(Operation *op) const {
  if (divisorOverride != 0 && !isTorchNone(op->getOperand(divisorOverride)))
    return true;
  Operation *flag = op->getOperand(countIncludePad).getDefiningOp();
  return flag && flag->getName().getStringRef() == "torch.constant.bool" &&
         !isFalse(op, countIncludePad);
}

SmallVector<int64_t> TorchWindow::getNumbers(Operation *op, unsigned operand,
                                             size_t count) const {
  std::optional<SmallVector<Value>> list =
      getTorchList(op->getOperand(operand));
  SmallVector<int64_t> numbers;
  for (Value value : list.value_or(SmallVector<Value>())) {
    std::optional<int64_t> number = getTorchInt(value);
    if (!number)
      return {};
    numbers.push_back(*number);
  }
  // One number is that of all axes.
  if (numbers.size() == 1)
    numbers.assign(count, numbers.front());
  return numbers;
}
