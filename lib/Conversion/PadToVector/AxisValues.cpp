//===- AxisValues.cpp - One axis at run time ------------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AxisValues.h"
#include "Pad/Rows/Loops.h"

using namespace mlir;
using namespace mlir::pad;

SourceRead<ArithValue> AxisValues::emitRead(ArithValue index) const {
  if (step)
    return positions.read(index);
  ArithValue position = index - positions.low;
  // Without a source, the index is negative.
  ArithValue none = index.constant(-1);
  ArithValue source = emitEither(
      {index.getBuilder(), index.getLoc()}, ult(position, dilated),
      [&] { return position; },
      [&] {
        SourceRead<ArithValue> outside = positions.read(index);
        ArithValue source = outside.index;
        if (outside.hasSource)
          source = select(*outside.hasSource, source, none);
        return source;
      });
  return {source, source >= 0};
}

ArithValue AxisValues::emitIsUnpadded() const {
  if (!isPadded)
    return dilated.condition(true);
  ArithValue isUnpadded = eq(positions.low, 0) & eq(dilated, resultExtent);
  return step ? isUnpadded & eq(*step, 1) : isUnpadded;
}
