//===- MemRefLayout.cpp - Where the elements of a memref are --------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemRefLayout.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include <algorithm>

using namespace mlir;
using namespace mlir::pad;

int64_t mlir::pad::draw(Random &random, int64_t low, int64_t high) {
  return std::uniform_int_distribution<int64_t>(low, high)(random);
}

int64_t Layout::at(ArrayRef<int64_t> index) const {
  int64_t position = offset;
  for (auto [i, stride] : llvm::zip_equal(index, strides))
    position += i * stride;
  return position;
}

Layout mlir::pad::getContiguousLayout(ArrayRef<int64_t> shape) {
  Layout layout;
  layout.strides.assign(shape.size(), 1);
  layout.span = 1;
  for (int64_t axis = static_cast<int64_t>(shape.size()) - 1; axis >= 0;
       --axis) {
    layout.strides[axis] = layout.span;
    layout.span *= shape[axis];
  }
  return layout;
}

Layout mlir::pad::drawLayout(Random &random, ArrayRef<int64_t> shape,
                             bool hasDenseRows, bool isSource) {
  auto isOneIn = [&](int64_t n) { return draw(random, 1, n) == 1; };
  Layout layout;
  layout.strides.assign(shape.size(), 1);
  // From inner to outer.
  SmallVector<int64_t> order(llvm::reverse(llvm::seq<int64_t>(shape.size())));
  bool keepsRow = hasDenseRows && !shape.empty();
  // Some turn out to have no gaps.
  bool isContiguous = isOneIn(3);
  if (!isContiguous)
    std::shuffle(order.begin() + keepsRow, order.end(), random);
  bool mayTurn = !isContiguous && !isOneIn(3);
  // From the lowest element to the highest one.
  int64_t reach = 1;
  for (auto [place, axis] : llvm::enumerate(order)) {
    int64_t &stride = layout.strides[axis];
    int64_t steps = std::max<int64_t>(shape[axis], 1) - 1;
    bool isFixed = keepsRow && place == 0;
    stride = reach + (isContiguous || isFixed ? 0 : draw(random, 0, 2));
    if (isSource && !isFixed && mayTurn && isOneIn(4))
      stride = isOneIn(3) ? 1 : 0;
    reach += steps * stride;
    if (isFixed || !mayTurn || !isOneIn(3))
      continue;
    layout.offset += steps * stride;
    stride = -stride;
  }
  int64_t before = draw(random, 0, 5);
  layout.offset += before;
  layout.span = before + reach + (isOneIn(2) ? draw(random, 1, 3) : 0);
  if (isOneIn(2))
    layout.base = layout.offset;
  // Nothing may be read where there are no elements.
  if (llvm::is_contained(shape, 0))
    layout.span = 0;
  return layout;
}
