//===- FloatFit.cpp - Numbers that a float type has -----------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/IR/FloatFit.h"
#include "llvm/Support/Error.h"

using namespace mlir;
using namespace mlir::pad;

static APFloat convert(APFloat number, const llvm::fltSemantics &semantics) {
  bool losesInfo;
  number.convert(semantics, APFloat::rmNearestTiesToEven, &losesInfo);
  return number;
}

/// Whether the finite `number` rounds to more than the largest float of
/// `semantics`, which have neither infinity nor NaN: LLVM rounds it to the
/// largest one. That one is odd, so that the middle rounds up.
static bool exceedsLargest(const APFloat &number,
                           const llvm::fltSemantics &semantics) {
  APFloat below = APFloat::getLargest(semantics);
  below.next(/*nextDown=*/true);
  auto widen = [](const APFloat &narrow) {
    return convert(narrow, APFloat::IEEEquad());
  };
  APFloat largest = widen(APFloat::getLargest(semantics));
  APFloat half =
      scalbn(largest - widen(below), -1, APFloat::rmNearestTiesToEven);
  return abs(widen(number)) >= largest + half;
}

FloatFit mlir::pad::getFloatFit(const APFloat &number,
                                const llvm::fltSemantics &semantics) {
  auto fitIf = [](bool has) {
    return has ? FloatFit::Nearest : FloatFit::None;
  };
  bool hasNaN = APFloat::semanticsHasNaN(semantics);
  bool hasInfinity = APFloat::semanticsHasInf(semantics);
  if (number.isNaN())
    return fitIf(hasNaN);
  if (number.isNegative() && !APFloat::semanticsHasSignedRepr(semantics))
    return FloatFit::None;
  if (number.isInfinity())
    return fitIf(hasInfinity);
  if (number.isZero())
    return fitIf(APFloat::semanticsHasZero(semantics) &&
                 convert(number, semantics).isNegative() ==
                     number.isNegative());
  bool isFinite = hasNaN || hasInfinity ? convert(number, semantics).isFinite()
                                        : !exceedsLargest(number, semantics);
  return isFinite ? FloatFit::Nearest : FloatFit::TooLarge;
}

std::optional<APFloat> mlir::pad::readFloat(StringRef text,
                                            const llvm::fltSemantics &semantics,
                                            FloatFit &fit) {
  APFloat exact(APFloat::IEEEquad()), number(semantics);
  for (APFloat *parsed : {&exact, &number}) {
    auto status = parsed->convertFromString(text, APFloat::rmNearestTiesToEven);
    if (!status) {
      llvm::consumeError(status.takeError());
      return std::nullopt;
    }
    fit =
        *status & APFloat::opOverflow ? FloatFit::TooLarge : FloatFit::Nearest;
  }
  if (fit == FloatFit::Nearest)
    fit = getFloatFit(exact, semantics);
  return number;
}
