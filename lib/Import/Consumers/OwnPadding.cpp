//===- OwnPadding.cpp - Padding that ops have of their own ----------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OwnPadding.h"
#include "Pad/Import/ForeignOps.h"
#include "Pad/Import/TorchValues.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/ScopedPrinter.h"

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

bool TorchWindow::roundsDown(Operation *op) const {
  return ceilMode == 0 || isTorchZero(op->getOperand(ceilMode));
}

bool TorchWindow::countsPadding(Operation *op) const {
  if (divisorOverride != 0 && !isTorchNone(op->getOperand(divisorOverride)))
    return true;
  Operation *flag = op->getOperand(countIncludePad).getDefiningOp();
  return flag && flag->getName().getStringRef() == "torch.constant.bool" &&
         !isTorchZero(op->getOperand(countIncludePad));
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

/// The integers of attribute `name` of `op`; if it has none, `count` times
/// `number`.
static SmallVector<int64_t> getList(Operation *op, StringRef name, size_t count,
                                    int64_t number) {
  Attribute attribute = op->getAttr(name);
  if (!attribute)
    return SmallVector<int64_t>(count, number);
  return getIntegers(attribute).value_or(SmallVector<int64_t>());
}

/// Whether `op`, a node of ONNX without `pads`, says that it pads nothing.
static bool ignoresPads(Operation *op) {
  auto autoPad = op->getAttrOfType<StringAttr>("auto_pad");
  return autoPad && autoPad.getValue() != "NOTSET";
}

/// The spatial axes of the tensor that `op`, a `stablehlo.convolution`, reads.
/// Their order is in `#stablehlo.conv<[b, 0, 1, f]x[...]->[...]>`, an attribute
/// of a dialect that is not linked in, so that it is read as text.
static SmallVector<int64_t> getSpatialAxes(Operation *op, int64_t rank) {
  std::string printed = llvm::to_string(op->getAttr("dimension_numbers"));
  StringRef text = printed;
  if (!text.consume_front("#stablehlo.conv<[") || rank < 2)
    return {};
  SmallVector<StringRef> names;
  text.take_until([](char c) { return c == ']'; }).split(names, ',');
  SmallVector<int64_t> axes(rank - 2, -1);
  size_t entry;
  for (auto [axis, name] : llvm::enumerate(names))
    if (!name.trim().getAsInteger(10, entry) && entry < axes.size())
      axes[entry] = axis;
  bool hasAll = static_cast<int64_t>(names.size()) == rank &&
                !llvm::is_contained(axes, -1);
  return hasAll ? axes : SmallVector<int64_t>();
}

std::optional<OwnPadding> OwnPadding::read(Operation *op, int64_t rank,
                                           std::string &reason) {
  auto [system, type] = op->getName().getStringRef().split('.');
  OwnPadding own;
  own.op = op;
  int64_t first = 0, last = rank;
  StringRef steps;
  std::optional<TorchWindow> torch = TorchWindow::get(op);
  if (system == "tosa") {
    bool isTransposed = type == "transpose_conv2d";
    own.name = isTransposed ? "out_pad" : "pad";
    steps = isTransposed ? "stride" : "";
    first = 1;
    last = rank - 1;
  } else if (system == "stablehlo") {
    own.name = "padding";
    steps = type == "convolution" ? "lhs_dilation" : "base_dilations";
    own.dilation = steps;
  } else if (torch) {
    own.name = "padding";
    own.isTwoSided = true;
    first = torch->rank == 0 ? 2 : rank - torch->rank;
  } else {
    own.name = system == "onnx" ? "pads" : "";
    own.listsSides = true;
    first = 2;
  }
  own.axes = type == "convolution"
                 ? getSpatialAxes(op, rank)
                 : llvm::to_vector(llvm::seq(first, std::max(first, last)));
  size_t count = own.axes.size();
  if (torch) {
    for (int64_t number : torch->getNumbers(op, torch->padding, count))
      own.pads.append(2, number);
  } else {
    own.pads = getList(op, own.name, 2 * count, 0);
  }
  own.steps = getList(op, steps, count, 1);
  // ONNX Runtime: "Pad should be smaller than kernel" (PoolAttributes). The
  // pools of TOSA have the same limit (tosa.max_pool2d, "Precondition").
  bool isPool = type.contains_insensitive("pool") && !own.name.empty();
  if (isPool && torch)
    own.windows = torch->getNumbers(op, torch->kernel, count);
  else if (isPool)
    own.windows = getList(op, system == "tosa" ? "kernel" : "kernel_shape",
                          /*count=*/0, 0);
  if (own.pads.size() != 2 * count || own.steps.size() != count ||
      (isPool && own.windows.size() != count) || first < 0 ||
      (torch && torch->transposed &&
       !isTorchZero(op->getOperand(torch->transposed))) ||
      (op->hasAttr(own.name) && ignoresPads(op))) {
    reason = "its padding contradicts its other attributes";
    return std::nullopt;
  }
  return own;
}

std::string OwnPadding::addAxis(PadOp pad, size_t entry) {
  int64_t axis = axes[entry], &low = at(entry, /*isHigh=*/false),
          &high = at(entry, /*isHigh=*/true), &step = steps[entry];
  PadAxis numbers = getStaticNumbers(pad, axis);
  bool crops = numbers.low < 0 || numbers.high < 0;
  if (dilation.empty() && (crops || numbers.interior != 0))
    return "the pad crops, or pads between elements";
  if (!dilation.empty() && (crops || step != 1)) {
    // An axis without elements has no distances, and a crop of more than there
    // is leaves as much as one of everything.
    if (numbers.extent <= 0 || pad.getType().getDimSize(axis) <= 0)
      return "axis " + std::to_string(axis) + " may be empty";
    // The last element that is cropped is `step` before the first one.
    if ((numbers.low < 0 && low >= step) || (numbers.high < 0 && high >= step))
      return "its padding would bring back what the pad crops";
  }
  int64_t addedLow, addedHigh, gaps;
  if (llvm::MulOverflow(numbers.low, step, addedLow) ||
      llvm::MulOverflow(numbers.high, step, addedHigh) ||
      llvm::AddOverflow(low, addedLow, low) ||
      llvm::AddOverflow(high, addedHigh, high) ||
      llvm::MulOverflow(numbers.interior, step, gaps) ||
      llvm::AddOverflow(step, gaps, step))
    return "the sum of the pads exceeds 64 bits";
  if (isTwoSided && low != high)
    return "PyTorch pads both ends of an axis alike, but " +
           std::to_string(low) + " and " + std::to_string(high) + " of axis " +
           std::to_string(axis) + " differ";
  // PyTorch: "pad should be at most half of kernel size" (Pool.h).
  if (isTwoSided && !windows.empty() && low > windows[entry] / 2)
    return "pads of " + std::to_string(low) +
           " exceed half of its windows, which PyTorch refuses";
  if (!windows.empty() && std::max(low, high) >= windows[entry])
    return "pads of " + std::to_string(std::max(low, high)) +
           " are not narrower than its windows";
  return "";
}

std::string OwnPadding::add(PadOp pad) {
  for (int64_t axis = 0, rank = pad.getRank(); axis < rank; ++axis) {
    PadAxis numbers = getStaticNumbers(pad, axis);
    if (ShapedType::isDynamic(numbers.low) ||
        ShapedType::isDynamic(numbers.high) ||
        ShapedType::isDynamic(numbers.interior))
      return "the pad is known only at run time";
    const int64_t *entry = llvm::find(axes, axis);
    if (entry == axes.end() && !numbers.isUnpadded())
      return "the pad pads axis " + std::to_string(axis) +
             ", which windows do not slide along";
    if (entry == axes.end())
      continue;
    if (std::string reason = addAxis(pad, entry - axes.begin());
        !reason.empty())
      return reason;
  }
  return "";
}

/// `numbers` in the form that attribute `attribute` of the op has.
Attribute OwnPadding::makeList(StringRef attribute,
                               ArrayRef<int64_t> numbers) const {
  Builder builder(op->getContext());
  if (isTwoSided) {
    SmallVector<int64_t> each;
    for (size_t entry = 0; entry < axes.size(); ++entry)
      each.push_back(numbers[2 * entry]);
    return builder.getDenseI64ArrayAttr(each);
  }
  if (listsSides)
    return builder.getI64ArrayAttr(numbers);
  bool isMatrix = attribute == "padding";
  if (!isMatrix &&
      !isa_and_present<DenseIntElementsAttr>(op->getAttr(attribute)))
    return builder.getDenseI64ArrayAttr(numbers);
  int64_t count = axes.size();
  auto type = RankedTensorType::get(isMatrix ? ArrayRef<int64_t>{count, 2}
                                             : ArrayRef<int64_t>{count},
                                    builder.getI64Type());
  return DenseElementsAttr::get(type, numbers);
}

AttributeChanges OwnPadding::getAttributes() const {
  if (name.empty())
    return {};
  AttributeChanges changes = {{name, makeList(name, pads)}};
  if (!dilation.empty() && steps != getList(op, dilation, axes.size(), 1))
    changes.emplace_back(dilation, makeList(dilation, steps));
  if (ignoresPads(op))
    changes.emplace_back("auto_pad", Attribute());
  return changes;
}
