//===- CostModel.h - Thresholds of emitted loops ----------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Every threshold of the vector path, with what it was measured by or what it
// follows from; StencilCostModel.h has those of stencils. Times are multiples
// of the floor: one memcpy of the bytes that come from the source and one
// memset of the rest (docs/Performance.md). None of these numbers decides what
// a pad means.
//
//===----------------------------------------------------------------------===//

#ifndef PAD_ROWS_COSTMODEL_H
#define PAD_ROWS_COSTMODEL_H

#include <cstdint>

namespace mlir {
namespace pad {
namespace cost {

//===----------------------------------------------------------------------===//
// Static rows and tiles
//===----------------------------------------------------------------------===//

/// Bytes of an inner block up to which it is part of the row around it; a
/// larger one is a row of its own, long enough to be a plain copy.
inline constexpr int64_t kMaxInnerBlockBytes = 1024;

/// Bytes of an inner block from which on gaps between blocks make each of them
/// a row of its own, between borders of padding values. Interior 1 of f32:
/// 14x14x64 1.09 -> 0.99, 14x14x32 1.19 -> 0.99; ?x?x16 1.41 -> 0.97, ?x?x8
/// 2.3 -> 1.4.
inline constexpr int64_t kMinApartBlockBytes = 32;

/// Runs of a tile up to which each gets code of its own.
inline constexpr int64_t kMaxTileRuns = 16;

/// Vectors of a tile up to which it is composed without a loop. A composed
/// vector is some shuffles, so more of them are more code than time.
inline constexpr int64_t kMaxTileVectors = 32;

/// Bytes of small planes, or of short rows, that are composed as one tile, so
/// that stores begin where a vector does: 8 planes of 9x9 f32 take 81 vectors,
/// 2592 bytes. 512x7x7 padded by 1: i8 1.65 -> 1.2, f16 edge 1.5 -> 1.2, f32
/// reflect 1.4 -> 1.2.
inline constexpr int64_t kMaxTileGroupBytes = 3072;

/// Groups of such rows from which on one more is worth it, if all of them then
/// begin where a vector does: of stores of 32 bytes that do not, every other
/// one crosses two cache lines. Emerald Rapids, padded by 1: 64x64 f32 3.5 ->
/// 1.9, 120x120 1.20 -> 1.03; 1024x13 f32 1.17 -> 1.03, i8 3.1 -> 1.9; 1024x8
/// f16 3.2 -> 2.5.
inline constexpr int64_t kMinAlignedGroups = 8;

/// Vectors of a static row up to which several rows between the borders of the
/// axis around them are composed together. 16x16x16 f32 padded by 1: 1.35 ->
/// 1.15; 17x31 f16 1.18 -> 1.06; rows of 68 i8 1.24 -> 1.11; 96x64x64 f32
/// 1.15 -> 1.11.
inline constexpr int64_t kMaxGroupedRowVectors = 16;

/// Bits of the vectors of static rows and tiles without interior pads: vectors
/// of 512 bits cross a cache line wherever they are not aligned. 512x7x7 padded
/// by 1: f32 1.21 -> 1.0, i8 1.6 -> 0.95; 32x32 f32 1.58 -> 1.25. With interior
/// pads, which shuffles part, wide ones are faster: 128x9x9 f32 1.4, and 1.7
/// by 256 bits.
inline constexpr int64_t kMaxTileBits = 256;

/// Bytes of a plane up to which its border rows are moved after its data rows:
/// those that are copied are then still in the second-level cache.
inline constexpr int64_t kMaxBordersLastBytes = 128 << 10;

/// Interior pads up to which the elements of a vector are parted by shuffles:
/// one store for each of them. Wider gaps are filled first.
inline constexpr int64_t kMaxShuffledInterior = 15;

/// Vectors of a copy of known length from which on its stores are aligned: half
/// of those that are not cross two cache lines. 128x128 f32 1.14 -> 1.07. Where
/// the length is not known, the branches on the alignment cost what it saves.
inline constexpr int64_t kMinAlignedVectors = 12;

/// Vectors of a group of a copy, which has more loads on their way than single
/// vectors have; vectors of a copy, and bytes of a static result, from which on
/// groups pay. Rows of 0.8 to 12 KB: results of 10 to 12 MB 1.05 to 1.25 ->
/// 1.0, of 4 to 8 MB 1.01 to 1.05 -> 1.0. Results that the second-level cache
/// holds lose up to 4 %, as the last group moves some vectors twice.
inline constexpr int64_t kCopyGroupVectors = 8, kMinGroupedCopyVectors = 24,
                         kMinGroupedCopyBytes = 3 << 20;
static_assert(kMinGroupedCopyVectors > kCopyGroupVectors,
              "the last group begins behind the first vector");

//===----------------------------------------------------------------------===//
// Dynamic rows and planes
//===----------------------------------------------------------------------===//

/// Elements and bytes of the narrowest vectors that rows are blended in.
inline constexpr int64_t kMinBlendedElements = 4, kMinBlendedBytes = 8;

/// Vectors of the ends of a row of a gradient that are written out, each with
/// shuffles of its own.
inline constexpr int64_t kMaxKnownEnds = 6;

/// Rows of at most a vector up to which a plane of them is moved by a kernel
/// that gets their numbers in registers. Instructions of a 4x5 f32 plane,
/// reflect by 1: 442 -> 289. 1x3 f32 0.4 of the time, 4x5 0.6, rows of 10 f32:
/// 16 0.66, 32 0.87, 64 1.02; a single row of 14 f32 0.36.
inline constexpr int64_t kMaxFewRows = 32;

/// Rows of such a plane, with and without masks, vectors of a row, and elements
/// of a border up to which the rows are moved run by run. AVX2, reflect f32: a
/// row of 42 0.3 of the time, 10 rows of 19 0.6, 22 of 102 0.95; constant i8:
/// 22 rows of 42 0.6. AVX-512: 2 rows of 37 i8 constant 0.5 of the time, 4 rows
/// of 40 reflect 0.7 to 0.95, 10 rows of 40 i16 1.3.
inline constexpr int64_t kMaxRunRows = 24, kMaxMaskedRunRows = 6,
                         kMaxRunVectors = 64, kMaxRunBorder = 16;

/// The same where the data is less than a vector, and so is moved element by
/// element: elements of a row, and of the plane. AVX2: 15 f32 0.4 of the time,
/// 42 0.6 to 0.85, 84 1.25; a single row of 10 f32 0.63, 18 0.91, 32 1.3.
inline constexpr int64_t kMaxRunElements = 16, kMaxRunPlaneElements = 48;

/// Elements of a tile that is moved by permutations; and how many pieces its
/// table has room for, and rows or planes whose places in the source the table
/// lists, because they are no stride apart.
inline constexpr int64_t kMaxTileElements = 2048, kMaxTilePieces = 160,
                         kMaxTileRows = 1024;

/// Vectors of a row up to which it is moved by permutations, in three cases:
/// masked or blended rows would be possible, and the row is in a group or of
/// mode wrap; the same, and whole planes are permuted, or rows have no pads
/// around them; and only run by run would be possible. Permuted rows are moved
/// column by column, which takes longer than their permutations save: rows of
/// 80 f32 1.2 by masks, 3.3 by permutations.
inline constexpr int64_t kMaxTileRowVectors = 1, kMaxUnitRowVectors = 2,
                         kMaxOnlyTileRowVectors = 8;

/// The part of the lanes of a row's vectors that has to be empty for planes to
/// be tiles: rows of less than 7/8 of their vectors.
inline constexpr int64_t kMinFilledLanes = 7, kMinFilledLanesOf = 8;

/// Bytes of a tile up to which several rows or planes are one tile, and tiles
/// of that size that there have to be. 4096 rows of 14 bytes: 4.8 -> 1.4.
inline constexpr int64_t kGroupedTileBytes = 384, kMinGroupedTiles = 192;

/// The part of a vector's lanes up to which rows are moved in groups where
/// masks move each of them, too: at 1000 rows of 9 f32 groups take 1.36 of the
/// time of masks, of 6 f32 0.8, of 11 i16 0.9, of 14 i16 1.13, of 24 i8 0.9, of
/// 30 i8 1.2. In mode wrap, where masks take three loads: 9 f32 0.45, 11 f32
/// 1.14, 16 i16 0.4, 20 i16 1.05.
inline constexpr int64_t kMaxGroupedRowLanes = 6, kMaxGroupedWrapLanes = 9,
                         kMaxGroupedLanesOf = 16;

/// Planes from which on each of them is one tile: the table of a whole plane
/// takes as long to make as some planes to move.
inline constexpr int64_t kMinTilePlanes = 48;

/// Rows from which on a table pays.
inline constexpr int64_t kMinTileRows = 96;

/// Pieces of a tile that are moved at once, so that the result is written in
/// longer stretches. 256x13x13 i8 1.9 -> 1.7, AVX2 2000x8 f32 2.0 -> 1.65.
inline constexpr int64_t kPiecesAtOnce = 4;

/// Bytes of the result whose tiles are moved piece by piece, so that they stay
/// in the first-level cache.
inline constexpr int64_t kTileBlockBytes = 16 << 10;

//===----------------------------------------------------------------------===//
// Stores past the caches
//===----------------------------------------------------------------------===//

/// Bytes of a result from which on it is written past the caches, where the
/// last-level cache has so many: source and result then no longer fit it
/// together. With a cache of 32 MiB the two ways meet between 9 and 12 MiB.
/// Where a source is smaller, half of both is compared: frames of 15 MB of a
/// source of 2 MB take 0.31 to 0.74 of the time through the caches.
constexpr int64_t getStreamedBytes(int64_t cacheBytes) {
  return cacheBytes / 8 * 3;
}

/// The last-level cache that is assumed where nothing is known of the target,
/// and the most that counts of one of Intel's, which all cores share: a virtual
/// machine of two cores of an Emerald Rapids is told of all 300 MB. Time past
/// the caches to that through them, alone and with a loop behind it that reads
/// the result: 2 MB 0.7 and 1.35, 4 MB 0.8 and 1.1, 8 MB 0.8 and 1.1, 12 MB
/// 0.75 and 1.05, 16 MB 0.65 and 1.0, 24 to 64 MB 0.6 to 0.7 and 0.8.
inline constexpr int64_t kAssumedCacheBytes = 32 << 20;

/// Bytes of a cache line, and of a page of memory. A store across the end of a
/// page waits for all stores past the caches before it, 0.1 us: the stage
/// begins a page, and what is usual fits it.
inline constexpr int64_t kLineBytes = 64, kPageBytes = 4096;

/// Lines of data from which on a row is streamed from its source, if all is
/// known of it or its ends can be permuted: the ends are part of at most two
/// lines each. Results of 27 MB with rows of 472 bytes: known numbers, wrap 1.8
/// -> 1.3, reflect 1.15 -> 1.0, the others 0.95 -> 0.9; dynamic ones,
/// AVX-512 1.5 -> 1.05, AVX2 1.6 -> 1.05.
inline constexpr int64_t kMinStreamedLines = 3;

/// Bytes of data from which on a dynamic row is streamed run by
/// run: shorter ones are written through the caches in less time. Results of 27
/// MB with rows of 472 bytes, AVX2: reflect 1.65 and 1.55.
inline constexpr int64_t kMinStreamedRunBytes = 704;

/// Bytes of a piece of a row that is staged as a whole, and of a border that is
/// staged beside data that is streamed from its source. Both fit the stage.
inline constexpr int64_t kMaxPieceBytes = 3584, kMaxBorderBytes = 8192;

/// How far ahead the source of rows of at most so many bytes is prefetched: the
/// processor does not find the next row by itself. Longer rows lose up to 10 %
/// by it.
inline constexpr int64_t kPrefetchBytes = 1536, kMaxPrefetchedRowBytes = 1023;

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

/// Bytes of a result from which on threads share it. Threads that sleep take
/// 0.1 ms to begin on a virtual machine, and two are faster from 1.5 to 2 MiB
/// on; threads that wait for work from 0.5 MiB on.
inline constexpr int64_t kParallelBytes = 2 << 20;

/// Bytes of a task, and tasks of the largest result.
inline constexpr int64_t kTaskBytes = 64 << 10, kMaxTasks = 4096;
static_assert(4 * kGroupedTileBytes <= kTaskBytes,
              "a task, which has half of its bytes at least, holds a tile");

/// Iterations that outer axes have to give so that inner ones need not be
/// linearized with them: enough for even stretches of any number of threads.
inline constexpr int64_t kManyIterations = 64;

} // namespace cost
} // namespace pad
} // namespace mlir

#endif // PAD_ROWS_COSTMODEL_H
