//===- DifferentialCase.cpp - Random pads and their oracle ----------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DifferentialCase.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace mlir;
using namespace mlir::pad;

static constexpr ElementType kTypes[] = {
    {"f32", 4},
    {"f64", 8},
    {"f16", 2},
    {"bf16", 2},
    {"f8E5M2", 1},
    {"f8E4M3FN", 1},
    {"f8E5M2FNUZ", 1},
    {"f8E4M3FNUZ", 1},
    {"f8E4M3B11FNUZ", 1},
    {"f8E8M0FNU", 1, 0xFF, /*hasZero=*/false},
    {"f4E2M1FN", 1, 0x0F},
    {"i1", 1, 0x01},
    {"i4", 1, 0x0F},
    {"i8", 1},
    {"i16", 2},
    {"i32", 4},
    {"i64", 8},
    {"si8", 1},
    {"si64", 8},
    {"ui8", 1},
    {"ui32", 4},
    {"index", 8},
    {"complex<f32>", 8},
    {"complex<f64>", 16},
    {"i128", 16},
    {"!llvm.ptr", 8},
};

ArrayRef<ElementType> mlir::pad::getElementTypes() { return kTypes; }

void DifferentialCase::setMode(PadMode mode, bool periodic) {
  for (PadAxis &axis : axes) {
    axis.mode = mode;
    axis.periodic = periodic;
  }
}

bool DifferentialCase::takesValue() const {
  // Without axes, the op is of constant mode.
  return axes.empty() || llvm::any_of(axes, [](const PadAxis &axis) {
           return axis.mode == PadMode::Constant || axis.interior != 0;
         });
}

SmallVector<int64_t> DifferentialCase::sourceShape() const {
  return llvm::map_to_vector(axes, [](const PadAxis &a) { return a.extent; });
}

/// `axis` as run time applies it (C2).
static PadAxis getApplied(PadAxis axis) {
  axis.interior = std::max<int64_t>(axis.interior, 0);
  return axis;
}

SmallVector<int64_t> DifferentialCase::resultShape() const {
  return llvm::map_to_vector(
      axes, [](const PadAxis &a) { return *getPaddedExtent(getApplied(a)); });
}

Layout mlir::pad::getInteriorLayout(const DifferentialCase &test,
                                    Layout layout) {
  for (auto [axis, stride] : llvm::zip_equal(test.axes, layout.strides))
    layout.offset += axis.low * stride;
  return layout;
}

bool mlir::pad::isValidAxis(const PadAxis &axis) {
  PadAxis applied = getApplied(axis);
  int64_t dilated = *getDilatedExtent(applied.extent, applied.interior);
  std::optional<int64_t> limit = getPadLimit(axis.mode, axis.periodic, dilated);
  if (limit && (axis.low > *limit || axis.high > *limit))
    return false;
  return axis.mode == PadMode::Constant || dilated > 0 ||
         *getPaddedExtent(applied) == 0;
}

SmallVector<AxisMode> mlir::pad::drawModes(Random &random, int64_t rank) {
  auto drawMode = [&]() -> AxisMode {
    auto mode = kPadModes[draw(random, 0, std::size(kPadModes) - 1)];
    return {mode, draw(random, 0, 2) == 0};
  };
  bool isMixed = draw(random, 0, 1);
  SmallVector<AxisMode> modes(rank, drawMode());
  if (isMixed)
    for (AxisMode &mode : modes)
      mode = drawMode();
  return modes;
}

/// An axis that satisfies C5 and C6 for the mode.
static PadAxis drawAxis(Random &random, AxisMode mode, int64_t largest,
                        bool interior) {
  while (true) {
    PadAxis axis;
    axis.mode = mode.mode;
    axis.periodic = mode.periodic;
    axis.extent = draw(random, 0, 15) == 0 ? 0 : draw(random, 1, largest);
    // Mostly a few, sometimes more than a vector has lanes.
    axis.interior = interior ? draw(random, 0, draw(random, 0, 7) ? 3 : 40) : 0;
    if (draw(random, 0, 3) != 0) {
      // Long rows mostly have short borders.
      int64_t reach =
          draw(random, 0, 3) ? std::min<int64_t>(largest, 9) : largest;
      axis.low = draw(random, -reach, reach + 2);
      axis.high = draw(random, -reach, reach + 2);
    }
    if (isValidAxis(axis))
      return axis;
  }
}

static int64_t count(ArrayRef<int64_t> shape) {
  int64_t product = 1;
  for (int64_t extent : shape)
    product *= extent;
  return product;
}

DifferentialCase mlir::pad::drawCase(Random &random) {
  constexpr int64_t kMostElements = 3000;
  DifferentialCase test;
  do {
    test.type = kTypes[draw(random, 0, std::size(kTypes) - 1)];
    int64_t rank = draw(random, 0, 5);
    SmallVector<AxisMode> modes = drawModes(random, rank);
    // Some are many small planes.
    bool isMany = rank == 3 && draw(random, 0, 3) == 0;
    int64_t largest = isMany ? 2 : rank <= 2 ? 9 : rank == 3 ? 5 : 3;
    bool interior = draw(random, 0, 3) == 0;
    test.axes.clear();
    for (int64_t axis = 0; axis < rank; ++axis) {
      if (axis == 0 && isMany) {
        test.axes.push_back(PadAxis{draw(random, 1, 2) * 32});
        test.axes.back().mode = modes[axis].mode;
        continue;
      }
      // Some rows are many vectors long.
      bool isLong = !isMany && axis + 1 == rank && draw(random, 0, 3) == 0;
      test.axes.push_back(
          drawAxis(random, modes[axis], isLong ? 150 : largest, interior));
    }
  } while (count(test.resultShape()) > kMostElements);

  bool takesValue = test.takesValue();
  bool needsValue =
      !test.type.hasZero &&
      (takesValue ||
       llvm::any_of(test.axes, [](const PadAxis &a) { return a.extent == 0; }));
  // Without a zero, and where no value may be given, there is nothing to pad
  // with.
  if (needsValue && !takesValue)
    return drawCase(random);
  test.hasValue = takesValue && (needsValue || draw(random, 0, 1));
  drawData(random, test);
  return test;
}

void mlir::pad::drawData(Random &random, DifferentialCase &test) {
  auto drawByte = [&] {
    return static_cast<uint8_t>(draw(random, 0, 255)) & test.type.mask;
  };
  test.source.resize(count(test.sourceShape()) * test.type.bytes);
  std::generate(test.source.begin(), test.source.end(), drawByte);
  test.value.assign(test.type.bytes, test.type.defaultByte);
  if (test.hasValue)
    std::generate(test.value.begin(), test.value.end(), drawByte);
}

ExpectedElements::ExpectedElements(const DifferentialCase &test,
                                   ArrayRef<int64_t> resultShape)
    : test(test), offsets(resultShape.size()) {
  int64_t stride = 1;
  for (int64_t k = static_cast<int64_t>(resultShape.size()) - 1; k >= 0; --k) {
    PadAxis axis = getApplied(test.axes[k]);
    for (int64_t i = 0; i < resultShape[k]; ++i) {
      std::optional<int64_t> &offset =
          offsets[k].emplace_back(getSourceIndex(axis, i));
      if (offset)
        *offset *= stride;
    }
    stride *= test.axes[k].extent;
  }
}

const uint8_t *ExpectedElements::get(ArrayRef<int64_t> index) const {
  int64_t element = 0;
  for (size_t axis = 0; axis < index.size(); ++axis) {
    std::optional<int64_t> offset = offsets[axis][index[axis]];
    if (!offset)
      return test.value.data();
    element += *offset;
  }
  return test.source.data() + element * test.type.bytes;
}

void mlir::pad::forEachIndex(
    ArrayRef<int64_t> shape,
    llvm::function_ref<void(ArrayRef<int64_t>)> visit) {
  if (llvm::is_contained(shape, 0))
    return;
  SmallVector<int64_t> index(shape.size(), 0);
  while (true) {
    visit(index);
    int64_t axis = static_cast<int64_t>(shape.size()) - 1;
    while (axis >= 0 && ++index[axis] == shape[axis])
      index[axis--] = 0;
    if (axis < 0)
      return;
  }
}
