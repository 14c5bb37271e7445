//===- Programs.h - The formulas that are proved ----------------*- C++ -*-===//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// What the obligations in this directory speak of: calls of the formulas of the
// compiler, from named inputs to named outputs, for every kind of number.
//
//===----------------------------------------------------------------------===//

#ifndef PAD_VERIFICATION_PROGRAMS_H
#define PAD_VERIFICATION_PROGRAMS_H

#include "Pad/IR/PadFormulas.h"

namespace mlir {
namespace pad {

/// The text of a mode, and how it extends an axis.
struct NamedExtension {
  llvm::StringRef mode;
  PadExtension extension;
};
inline constexpr NamedExtension kExtensions[] = {
#define PAD_MODE(NAME, TEXT, EXTENSION, SKIPPED)                               \
  {TEXT, {PadRunKind::EXTENSION, SKIPPED}},
#include "Pad/IR/PadModes.def"
};

/// Calls formulas; `Io` has the members `Number input(name)`,
/// `output(name, Number)` and `output(name, Condition)`.
template <typename Number, typename Io>
class Programs {
public:
  Programs(Io &io) : io(io) {}

  /// Runs the program of that name; returns whether there is one.
  bool run(llvm::StringRef name) {
    if (name == "extents")
      return extents(), true;
    if (name == "result")
      return result(), true;
    auto [kind, mode] = name.split('-');
    for (const NamedExtension &named : kExtensions) {
      if (mode != named.mode)
        continue;
      if (kind == "position")
        return position(named.extension), true;
      if (kind == "interior")
        return interior(named.extension), true;
      if (kind == "limit")
        return limit(named.extension), true;
    }
    return false;
  }

private:
  /// The extent after dilation, and how any interior pad is applied.
  void extents() {
    Number extent = io.input("extent"), interior = io.input("interior");
    io.output("valid", isDilatedExtentValid(extent, interior));
    io.output("dilated", getDilated(extent, interior + 1));
    Number applied = getAppliedInterior(extent, interior);
    io.output("applied", applied);
    io.output("applied-dilated", getDilated(extent, applied + 1));
  }

  /// The extent of the result, as PadGeometry.cpp and SymbolicPadGeometry.cpp
  /// have it.
  void result() {
    Number dilated = io.input("dilated"), low = io.input("low"),
           high = io.input("high");
    io.output("high-valid", isHighPositionValid(dilated, high));
    io.output("low-valid", isLowPositionValid(low));
    io.output("sum-valid", isPaddedExtentValid(dilated, low, high));
    io.output("padded", max(low + (dilated + high), 0));
  }

  void limit(PadExtension extension) {
    io.output("limit", getMirrorLimit(extension, io.input("dilated")));
  }

  void outputRead(const SourceRead<Number> &read, Number any) {
    io.output("index", read.index);
    io.output("has", read.hasSource ? *read.hasSource : any.condition(true));
  }

  /// What a result index reads without interior pad, of an axis that may be
  /// empty, and of one that is not.
  void position(PadExtension extension) {
    Number low = io.input("low"), dilated = io.input("dilated"),
           index = io.input("index");
    SourceIndexMap<Number> map(extension, low, dilated, std::nullopt,
                               /*mayBeEmpty=*/true);
    outputRead(map.read(index), index);
    SourceIndexMap<Number> fullMap(extension, low, dilated, std::nullopt,
                                   /*mayBeEmpty=*/false);
    io.output("full-index", fullMap.read(index).index);
  }

  /// What a result index reads with interior pad: `dilated` is the extent of
  /// the dilated axis.
  void interior(PadExtension extension) {
    Number low = io.input("low"), dilated = io.input("dilated"),
           step = io.input("step"), index = io.input("index");
    SourceIndexMap<Number> map(extension, low, dilated, step,
                               /*mayBeEmpty=*/true);
    outputRead(map.read(index), index);
  }

  Io &io;
};

} // namespace pad
} // namespace mlir

#endif // PAD_VERIFICATION_PROGRAMS_H
