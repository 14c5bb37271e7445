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

#include "Pad/Analysis/AxisRuns.h"
#include "Pad/Analysis/TileFormulas.h"
#include "Pad/Analysis/WindowFormulas.h"
#include "Pad/Ranks/PieceFormulas.h"

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
    if (name == "crop")
      return crop(), true;
    if (name == "inBounds")
      return inBounds(), true;
    if (name == "cropOffset")
      return cropOffset(), true;
    if (name == "pieces")
      return pieces(), true;
    if (name == "owner")
      return owner(), true;
    if (name == "partsIn")
      return partsIn(), true;
    if (name == "runIn")
      return runIn(), true;
    if (name == "loopInterior")
      return loopInterior(/*hasOffset=*/false), true;
    if (name == "rowInterior")
      return loopInterior(/*hasOffset=*/true), true;
    if (name == "rowEnds")
      return rowEnds(), true;
    if (name == "blocks")
      return blocks(), true;
    if (name == "tileReads")
      return tileReads(), true;
    if (name == "tileSteps")
      return tileSteps(), true;
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
      if (kind == "slice")
        return slice(named.extension), true;
      if (kind == "hull")
        return hull(named.extension), true;
      if (kind == "data")
        return data(named.extension), true;
      if (kind == "oneRun")
        return oneRun(named.extension), true;
      if (kind == "leftBorder")
        return border(named.extension, /*isLeft=*/true), true;
      if (kind == "rightBorder")
        return border(named.extension, /*isLeft=*/false), true;
      if (kind == "readers")
        return readers(named.extension), true;
      if (kind == "interiorReaders")
        return interiorReaders(named.extension), true;
      if (kind == "readRun")
        return readRun(named.extension), true;
      if (kind == "interiorReadRun")
        return interiorReadRun(named.extension), true;
      if (kind == "window")
        return window(named.extension), true;
      if (kind == "interiorWindow")
        return interiorWindow(named.extension), true;
      if (kind == "readerWindow")
        return readerWindow(named.extension), true;
      if (kind == "interiorReaderWindow")
        return interiorReaderWindow(named.extension), true;
      if (kind == "readOnce")
        return readOnce(named.extension), true;
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
  /// empty, of one that is not, and of one that is longer than its pads.
  void position(PadExtension extension) {
    Number low = io.input("low"), dilated = io.input("dilated"),
           index = io.input("index");
    SourceIndexMap<Number> map(extension, low, dilated, std::nullopt,
                               /*mayBeEmpty=*/true);
    outputRead(map.read(index), index);
    SourceIndexMap<Number> fullMap(extension, low, dilated, std::nullopt,
                                   /*mayBeEmpty=*/false);
    io.output("full-index", fullMap.read(index).index);
    io.output("near-index", fullMap.read(index, /*isNear=*/true).index);
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

  /// A position of a pad, and the same of a slice of the result.
  void slice(PadExtension extension) {
    Number low = io.input("low"), dilated = io.input("dilated"),
           offset = io.input("offset"), index = io.input("index");
    SourceIndexMap<Number> whole(extension, low, dilated, std::nullopt,
                                 /*mayBeEmpty=*/true);
    outputRead(whole.read(index + offset), index);
    SourceIndexMap<Number> part(extension, low - offset, dilated, std::nullopt,
                                /*mayBeEmpty=*/true);
    SourceRead<Number> read = part.read(index);
    io.output("part-index", read.index);
    io.output("part-has",
              read.hasSource ? *read.hasSource : index.condition(true));
  }

  void outputWindow(const WindowAndPads<Number> &window) {
    io.output("offset", window.offset);
    io.output("size", window.size);
    io.output("low", window.low);
    io.output("high", window.high);
  }

  void hull(PadExtension extension) {
    Number extent = io.input("extent"), low = io.input("low"),
           high = io.input("high");
    outputWindow(getHull(extension, extent, low, high));
  }

  void crop() {
    Number extent = io.input("extent"), low = io.input("low"),
           high = io.input("high"), padded = io.input("padded");
    outputWindow(getCropOfSource(extent, low, high, padded,
                                 /*mayExtendLow=*/true,
                                 /*mayExtendHigh=*/true));
    WindowAndPads<Number> kept =
        getCropOfSource(extent, low, high, padded, /*mayExtendLow=*/false,
                        /*mayExtendHigh=*/false);
    io.output("kept-offset", kept.offset);
    io.output("kept-size", kept.size);
  }

  void inBounds() {
    Number extent = io.input("extent"), low = io.input("low"),
           high = io.input("high"), padded = io.input("padded");
    InBoundsRange<Number> range = getInBoundsRange(extent, low, high, padded);
    io.output("begin", range.begin);
    io.output("size", range.size);
    io.output("source", range.sourceBegin);
  }

  void cropOffset() {
    Number whole = io.input("whole"), low = io.input("low"),
           size = io.input("size");
    io.output("offset", getCropOffset(whole, low, size));
  }

  AxisRuns<Number> makeRuns(PadExtension extension) {
    Number low = io.input("low"), dilated = io.input("dilated");
    SourceIndexMap<Number> map(extension, low, dilated, std::nullopt,
                               /*mayBeEmpty=*/true);
    return {map, io.input("extent")};
  }

  /// The result indices that read the data.
  void data(PadExtension extension) {
    AxisRuns<Number> runs = makeRuns(extension);
    io.output("begin", runs.begin);
    io.output("end", runs.end);
  }

  /// What an index of a border reads that is one run.
  void oneRun(PadExtension extension) {
    AxisRuns<Number> runs = makeRuns(extension);
    Number index = io.input("index");
    io.output("left-run", runs.isLeftRun);
    io.output("right-run", runs.isRightRun);
    io.output("left", runs.getRunPosition(index, /*isLeft=*/true));
    io.output("right", runs.getRunPosition(index, /*isLeft=*/false));
    io.output("begin", runs.begin);
    io.output("end", runs.end);
  }

  /// Two neighbouring runs of a border that repeats the data.
  void border(PadExtension extension, bool isLeft) {
    AxisRuns<Number> runs = makeRuns(extension);
    Number first = io.input("first"), last = io.input("last"),
           number = io.input("number");
    RepeatedBorder<Number> border =
        runs.getBorder(first, last, first.condition(isLeft));
    io.output("first-run", border.firstRun);
    io.output("last-run", border.lastRun);
    BorderRun<Number> run = border.getRun(number);
    io.output("begin", run.begin);
    io.output("count", run.count);
    io.output("position", run.position);
    io.output("reverse",
              run.isReverse ? *run.isReverse : first.condition(false));
    io.output("next", border.getRun(number + 1).begin);
  }

  /// The result indices that read an element, without interior pad.
  void readers(PadExtension extension) {
    Number low = io.input("low"), dilated = io.input("dilated"),
           padded = io.input("padded"), element = io.input("element");
    ReaderMap<Number> map(extension, low, dilated, std::nullopt, padded);
    outputReaders("", map.get(element));
  }

  void outputReaders(const std::string &prefix,
                     const Readers<Number> &readers) {
    io.output(prefix + "first", readers.first);
    io.output(prefix + "step", readers.step);
    io.output(prefix + "next-step", readers.nextStep);
    io.output(prefix + "end", readers.end);
  }

  /// Those of an element with interior pad, and those of its position.
  void interiorReaders(PadExtension extension) {
    Number low = io.input("low"), dilated = io.input("dilated"),
           step = io.input("step"), padded = io.input("padded"),
           element = io.input("element");
    ReaderMap<Number> map(extension, low, dilated, step, padded);
    outputReaders("", map.get(element));
    Number position = element * step;
    io.output("position", position);
    ReaderMap<Number> dense(extension, low, dilated, std::nullopt, padded);
    outputReaders("position-", dense.get(position));
  }

  void readOnce(PadExtension extension) {
    Number extent = io.input("extent"), low = io.input("low"),
           padded = io.input("padded");
    ElementRange<Number> range = getReadOnce(extension, extent, low, padded);
    io.output("begin", range.begin);
    io.output("end", range.end);
  }

  /// Two neighbouring pieces of an axis that lies on several ranks.
  void pieces() {
    Number extent = io.input("extent"), parts = io.input("parts"),
           index = io.input("index");
    Piece<Number> piece = getEvenPiece(extent, parts, index);
    io.output("begin", piece.begin);
    io.output("size", piece.size);
    io.output("next", getEvenPiece(extent, parts, index + 1).begin);
  }

  /// What a piece of the result reads of the source, and the pads that make it
  /// of that.
  void window(PadExtension extension) {
    Number low = io.input("low"), extent = io.input("extent");
    Piece<Number> result = {io.input("begin"), io.input("size")};
    SourceIndexMap<Number> map(extension, low, extent, std::nullopt,
                               /*mayBeEmpty=*/true);
    ReadWindow<Number> window = getReadWindow(map, extent, result);
    io.output("begin", window.begin);
    io.output("size", window.size);
    LocalPads<Number> pads = getLocalPads(map, extent, result, window);
    io.output("low", pads.low);
    io.output("high", pads.high);
  }

  /// What a piece of the result reads of a source with interior pad.
  void interiorWindow(PadExtension extension) {
    Number low = io.input("low"), dilated = io.input("dilated"),
           step = io.input("step"), extent = io.input("extent");
    Piece<Number> result = {io.input("begin"), io.input("size")};
    SourceIndexMap<Number> map(extension, low, dilated, step,
                               /*mayBeEmpty=*/true);
    outputWindow("", getReadWindow(map, extent, result));
  }

  void outputWindow(const std::string &prefix,
                    const ReadWindow<Number> &window) {
    io.output(prefix + "begin", window.begin);
    io.output(prefix + "size", window.size);
  }

  /// The result indices that read a piece of the source.
  void readerWindow(PadExtension extension) {
    Number low = io.input("low"), dilated = io.input("dilated"),
           padded = io.input("padded");
    Piece<Number> piece = {io.input("begin"), io.input("size")};
    outputWindow("", getReaderWindow<Number>(extension, low, dilated,
                                             std::nullopt, padded, piece));
  }

  /// The same with interior pad, and those of the positions of the piece.
  void interiorReaderWindow(PadExtension extension) {
    Number low = io.input("low"), dilated = io.input("dilated"),
           step = io.input("step"), padded = io.input("padded");
    Piece<Number> piece = {io.input("begin"), io.input("size")};
    outputWindow("", getReaderWindow<Number>(extension, low, dilated, step,
                                             padded, piece));
    Number first = piece.begin * step,
           last = (piece.begin + piece.size - 1) * step;
    io.output("first", first);
    io.output("last", last);
    outputWindow("position-",
                 getReaderWindow<Number>(extension, low, dilated, std::nullopt,
                                         padded, {first, last - first + 1}));
  }

  /// A tile of rows, and what it reads.
  void tileReads() {
    Number total = io.input("total"), index = io.input("index"),
           full = io.input("full"), stride = io.input("stride"),
           before = io.input("before"), more = io.input("more");
    Number rows = getTileRows(total, index, full);
    io.output("rows", rows);
    TileReads<Number> reads(index, rows, stride, before, more);
    io.output("begin", reads.begin);
    io.output("count", reads.count);
  }

  /// A step of those in which what a tile reads is computed.
  void tileSteps() {
    Number begin = io.input("begin"), count = io.input("count"),
           extent = io.input("extent"), number = io.input("number");
    TileSteps<Number> steps(TileReads<Number>(begin, count), extent);
    io.output("first-step", steps.begin);
    io.output("end-step", steps.end);
    auto [row, size] = steps.get(number);
    io.output("row", row);
    io.output("size", size);
    io.output("first", steps.first);
    io.output("last", steps.last);
  }

  /// The indices of a loop of which windows read no border of an axis, out of
  /// those of which no window reads one of the axes before it.
  void loopInterior(bool hasOffset) {
    Number extent = io.input("extent"), low = io.input("low"),
           high = io.input("high"), padded = io.input("padded"),
           count = io.input("count"), stride = io.input("stride"),
           last = io.input("last");
    std::optional<Number> offset;
    if (hasOffset)
      offset = io.input("offset");
    LoopInterior<Number> interior(count);
    io.output("all-begin", interior.begin);
    io.output("all-end", interior.end);
    interior.begin = io.input("from");
    interior.end = io.input("to");
    interior.keepInside(getInBoundsRange(extent, low, high, padded), stride,
                        last, offset);
    interior.close();
    io.output("begin", interior.begin);
    io.output("end", interior.end);
  }

  /// The ends of a row that are vectors of their own.
  void rowEnds() {
    Number low = io.input("low"), high = io.input("high"),
           first = io.input("first"), last = io.input("last"),
           stride = io.input("stride"), count = io.input("count"),
           extent = io.input("extent"), lanes = io.input("lanes");
    RowEndWidths<Number> widths(low, high, first, last, stride);
    io.output("before", widths.before);
    io.output("behind", widths.behind);
    io.output("holds",
              hasRowEnds(count, extent, stride, widths.more,
                         getLeastRest(widths.before, widths.behind, lanes),
                         getReadOfEnd(low, high, first, stride, lanes), lanes));
  }

  /// A block of a loop, neither the first nor the last one of those that span
  /// borders.
  void blocks() {
    Number count = io.input("count"), before = io.input("before"),
           behind = io.input("behind"), rows = io.input("rows");
    io.output("holds", canSpanBorders(count, before, behind, rows));
    io.output("from", getBlockBetween(io.input("index"), count - rows,
                                      io.input("begin"), rows));
  }

  /// The run of indices from one on that read neighbouring elements, or none.
  void readRun(PadExtension extension) {
    Number low = io.input("low"), dilated = io.input("dilated"),
           index = io.input("index"), end = io.input("end");
    outputRun("", getReadRun(SourceIndexMap<Number>(extension, low, dilated,
                                                    std::nullopt,
                                                    /*mayBeEmpty=*/false),
                             index, end));
  }

  /// The same with interior pad, and the run of positions.
  void interiorReadRun(PadExtension extension) {
    Number low = io.input("low"), dilated = io.input("dilated"),
           step = io.input("step"), index = io.input("index"),
           end = io.input("end");
    outputRun("", getReadRun(SourceIndexMap<Number>(extension, low, dilated,
                                                    step, /*mayBeEmpty=*/false),
                             index, end));
    outputRun("position-", getReadRun(SourceIndexMap<Number>(
                                          extension, low, dilated, std::nullopt,
                                          /*mayBeEmpty=*/false),
                                      index, end));
  }

  void outputRun(const std::string &prefix, const ReadRun<Number> &run) {
    io.output(prefix + "filled", run.isFilled);
    io.output(prefix + "first", run.first);
    io.output(prefix + "count", run.count);
    io.output(prefix + "stride", run.stride);
    io.output(prefix + "element", run.element);
    io.output(prefix + "direction", run.direction);
    io.output(prefix + "next", run.next);
  }

  /// The part of a run that reads elements of a piece.
  void runIn() {
    ReadRun<Number> run;
    run.first = io.input("first");
    run.isFilled = io.input("filled") > 0;
    run.count = io.input("count");
    run.stride = io.input("stride");
    run.element = io.input("element");
    run.direction = io.input("direction");
    run.next = io.input("behind");
    Piece<Number> piece = {io.input("begin"), io.input("size")};
    run = getRunIn(run, piece);
    io.output("count", run.count);
    io.output("next", run.next);
  }

  /// The parts of a window that lie in a piece of the source.
  void partsIn() {
    Number extent = io.input("extent");
    ReadWindow<Number> window = {io.input("from"), io.input("count")};
    Piece<Number> piece = {io.input("begin"), io.input("size")};
    WindowParts<Number> parts = getPartsIn(window, extent, piece);
    io.output("first-begin", parts.first.begin);
    io.output("first-size", parts.first.size);
    io.output("second-begin", parts.second.begin);
    io.output("second-size", parts.second.size);
    io.output("size", parts.getSize());
  }

  /// The piece that holds an element.
  void owner() {
    Number extent = io.input("extent"), parts = io.input("parts"),
           element = io.input("element");
    Number index = getEvenOwner(extent, parts, element);
    io.output("owner", index);
    Piece<Number> piece = getEvenPiece(extent, parts, index);
    io.output("begin", piece.begin);
    io.output("size", piece.size);
  }

  Io &io;
};

} // namespace pad
} // namespace mlir

#endif // PAD_VERIFICATION_PROGRAMS_H
