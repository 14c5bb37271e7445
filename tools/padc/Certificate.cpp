//===- Certificate.cpp - What the positions of pads rest on ---------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Certificate.h"
#include "Pad/IR/AdjointOps.h"
#include "Pad/IR/PadOps.h"
#include "Pad/IR/SymbolicPadGeometry.h"
#include "Pad/Version.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace mlir::pad;

#if PAD_HAS_CERTIFICATES
namespace {
/// An obligation of verification/, as certificate.py writes it.
struct CertifiedObligation {
  /// The mode that it is of; empty for any.
  llvm::StringLiteral mode;
  /// `interior` or `dense`, if it is only of axes with or without interior pad.
  llvm::StringLiteral kind;
  /// Numbers of the axis that have to be positive, or else there is nothing to
  /// prove; null behind the last one.
  const char *positive[4];
  /// Its variables, and the numbers that they are.
  struct Variable {
    const char *name, *number;
  } variables[6];
  /// The queries. What is known goes where `kNumbers` is.
  llvm::StringLiteral text;
};

constexpr llvm::StringLiteral kNumbers = "; numbers\n";
} // namespace

#include "Certificates.inc"

/// The numbers of axis `axis` of `op` that are known, by their names in
/// certificate.py.
static llvm::StringMap<int64_t> getNumbers(PadOpInterface op, int64_t axis) {
  PadAxis known = getKnownNumbers(op, axis);
  llvm::StringMap<int64_t> numbers;
  auto add = [&](StringRef name, int64_t number) {
    if (ShapedType::isStatic(number))
      numbers[name] = number;
  };
  add("source", known.extent);
  add("low", known.low);
  add("high", known.high);
  add("interior", known.interior);
  if (ShapedType::isStatic(known.interior))
    add("step", known.interior + 1);
  if (ShapedType::isStatic(known.extent) &&
      ShapedType::isStatic(known.interior))
    if (auto dilated = getDilatedExtent(known.extent, known.interior))
      add("dilated", *dilated);
  add("padded", op.getPaddedType().getDimSize(axis));
  return numbers;
}

/// Writes the obligations of axis `axis` of `op`.
static void writeAxis(PadOpInterface op, int64_t axis, raw_ostream &os) {
  llvm::StringMap<int64_t> numbers = getNumbers(op, axis);
  StringRef mode = stringifyPadMode(op.getMode(axis));
  os << "\n; Axis " << axis << ", mode " << mode << ":";
  for (StringRef name : {"source", "low", "high", "interior", "padded"}) {
    os << " " << name << " ";
    if (auto known = numbers.find(name); known != numbers.end())
      os << known->second;
    else
      os << "?";
  }
  os << "\n";
  StringRef kind = numbers.contains("interior") && numbers["interior"] == 0
                       ? "dense"
                       : "interior";
  for (const CertifiedObligation &obligation : kObligations) {
    if ((!obligation.mode.empty() && obligation.mode != mode) ||
        (!obligation.kind.empty() && obligation.kind != kind))
      continue;
    // A border that there is not, or a result without elements.
    bool isVacuous = false;
    for (const char *const *name = obligation.positive; *name; ++name)
      if (auto known = numbers.find(*name); known != numbers.end())
        isVacuous |= known->second <= 0;
    if (isVacuous)
      continue;
    auto [before, behind] = obligation.text.split(kNumbers);
    os << before;
    for (const auto *variable = obligation.variables; variable->name;
         ++variable) {
      auto known = numbers.find(variable->number);
      if (known == numbers.end())
        continue;
      int64_t number = known->second;
      os << "(assert (= " << variable->name << " ";
      if (number < 0)
        os << "(- " << -static_cast<uint64_t>(number) << ")";
      else
        os << number;
      os << "))\n";
    }
    os << behind;
  }
}

LogicalResult mlir::pad::writeCertificate(ModuleOp module, raw_ostream &os) {
  os << "; Certificate of padc " PAD_VERSION_STRING
        ". A solver, such as z3 or cvc5 --incremental, has to answer what the\n"
        "; :status in front of each check-sat says: unsat for what is proved, "
        "and sat for hypotheses, which\n; do not contradict each other. "
        "docs/Proof.md says what the names stand for. t1, t2, ... are what "
        "the\n"
        "; code computes; numbers that are not known are any of 64 bits.\n"
        "(set-logic ALL)\n\n; Lemmas of products.\n"
     << kLemmas << "\n; What a program may know of products, and the rule.\n"
     << kRule;
  bool hasAxes = false;
  WalkResult result = module.walk([&](Operation *op) {
    if (isa<AdjointOpInterface>(op)) {
      op->emitError("is a gradient, which has no certificate; those of pads "
                    "have; scripts/prove proves both for all numbers");
      return WalkResult::interrupt();
    }
    auto pad = dyn_cast<PadOpInterface>(op);
    for (int64_t axis = 0; pad && axis < pad.getPaddedType().getRank(); ++axis)
      if (!getKnownNumbers(pad, axis).isUnpadded()) {
        hasAxes = true;
        writeAxis(pad, axis, os);
      }
    return WalkResult::advance();
  });
  if (result.wasInterrupted())
    return failure();
  if (!hasAxes)
    return module.emitError("no axis is padded, so that there is nothing to "
                            "certify; give a pad that is not zero");
  return success();
}
#else
LogicalResult mlir::pad::writeCertificate(ModuleOp module, raw_ostream &os) {
  return module.emitError("this padc has no certificates, because it was built "
                          "without Python; build it where CMake finds Python3");
}
#endif
