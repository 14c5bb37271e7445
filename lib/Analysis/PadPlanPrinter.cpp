//===- PadPlanPrinter.cpp - Plans in words ------------------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pad/Analysis/PadPlan.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::pad;

/// A number, or `?`.
static std::string getText(int64_t number) {
  return ShapedType::isDynamic(number) ? "?" : std::to_string(number);
}

static StringRef getText(PadGuard guard) {
  switch (guard) {
  case PadGuard::OperandsAsPlanned:
    return "operands as planned";
  case PadGuard::SourceNotEmpty:
    return "source not empty";
  case PadGuard::InnerBlockSmall:
    return "inner block small";
  case PadGuard::InnerBlockUnpadded:
    return "inner block unpadded";
  case PadGuard::SourceInPlace:
    return "source in place";
  case PadGuard::PlaneOfVectors:
    return "plane of vectors";
  case PadGuard::PlaneOfRuns:
    return "plane of runs";
  case PadGuard::ResultStreamable:
    return "result streamable";
  case PadGuard::ElementsAligned:
    return "elements aligned";
  case PadGuard::RowsStreamable:
    return "rows streamable";
  case PadGuard::ResultShareable:
    return "result shareable";
  }
  llvm_unreachable("unknown guard");
}

static StringRef getText(PadSink sink) {
  switch (sink) {
  case PadSink::Store:
    return "stored";
  case PadSink::StreamRows:
    return "streamed by rows";
  case PadSink::StreamPieces:
    return "streamed in pieces";
  }
  llvm_unreachable("unknown sink");
}

static StringRef getText(SharedWork work) {
  switch (work) {
  case SharedWork::None:
    return "serial";
  case SharedWork::Iterations:
    return "parallel by iterations";
  case SharedWork::PlanesOrRows:
    return "parallel by planes or rows";
  case SharedWork::Rows:
    return "parallel by rows";
  case SharedWork::RowIndices:
    return "parallel by indices";
  case SharedWork::TileGroups:
    return "parallel by tiles";
  }
  llvm_unreachable("unknown work");
}

static StringRef getText(RowStrategy::Kind kind) {
  switch (kind) {
#define PAD_STRATEGY(NAME, TEXT)                                               \
  case RowStrategy::Kind::NAME:                                                \
    return TEXT;
#include "Pad/Analysis/RowStrategies.def"
  }
  llvm_unreachable("unknown strategy");
}

static void printStrategy(raw_ostream &os, const RowStrategy &strategy) {
  if (strategy.isLong)
    os << "long ";
  os << getText(strategy.kind);
  if (strategy.width != 0)
    os << " of " << strategy.width;
}

/// Which axes the rows or tiles of `version` are made of.
static void printRow(raw_ostream &os, const PlannedRow &row,
                     const PadVersion &version) {
  if (!version.isBy(RowStrategy::Kind::StaticTile)) {
    os << " along axis " << row.axis;
  } else {
    os << " of axis " << row.tileBegin;
    if (row.tileBegin != row.axis)
      os << " to " << row.axis;
    if (version.groupsTiles(row))
      os << ", " << row.dataGroup << " at a time";
  }
  if (row.innerBlock != 1)
    os << ", inner blocks of " << getText(row.innerBlock);
  if (!version.isBy(RowStrategy::Kind::StaticTile))
    return;
  static constexpr StringLiteral kRuns[] = {"fill", "forward", "reverse",
                                            "broadcast"};
  if (!row.tile->getRuns().empty())
    os << ", runs";
  for (const PadRun &run : row.tile->getRuns())
    os << ' ' << kRuns[static_cast<int>(run.kind)] << ' ' << run.length;
  if (version.sink != PadSink::Store)
    return;
  if (row.copiesInGroups)
    os << ", copies in groups";
  if (!row.areBordersLast)
    return;
  os << ", borders last";
  if (row.dataGroup != 1)
    os << ", data by " << row.dataGroup
       << (row.areGroupsAligned ? " aligned" : "");
}

void PadPlan::printAxes(raw_ostream &os) const {
  SmallVector<StringRef> modes;
  for (const PlannedAxis &axis : axes)
    modes.push_back(stringifyPadMode(axis.numbers.mode));
  if (llvm::all_equal(modes))
    os << modes.front();
  else
    os << '[' << llvm::join(modes, ", ") << ']';
  os << ", i" << elementBits << ": axes";
  for (const PlannedAxis &axis : axes)
    os << ' ' << getText(axis.numbers.extent) << "->"
       << getText(axis.resultExtent);
}

void PadPlan::printVersion(raw_ostream &os, const PadVersion &version) const {
  if (!version.guards.empty()) {
    os << "if ";
    llvm::interleaveComma(version.guards, os,
                          [&](PadGuard guard) { os << getText(guard); });
    os << ": ";
  }
  llvm::interleave(
      version.strategies, os,
      [&](const RowStrategy &strategy) { printStrategy(os, strategy); },
      " else ");
  if (version.isBy(RowStrategy::Kind::Fill) ||
      version.isBy(RowStrategy::Kind::ScalarLoops))
    return;
  printRow(os, rows[version.row], version);
  if (version.numLoops > 0)
    os << ", in " << version.numLoops
       << (version.numLoops == 1 ? " loop" : " loops");
  os << "; " << getText(version.sink) << "; " << getText(version.sharedWork);
}

void PadPlan::print(raw_ostream &os) const {
  printAxes(os);
  for (const PadVersion &version : versions) {
    os << '\n';
    printVersion(os, version);
  }
}
