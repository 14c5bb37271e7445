//===- StencilCostModel.h - Thresholds of stencils --------------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Every threshold of loops that read the sources of pads, with what it was
// measured by or what it follows from, as in CostModel.h. Times are parts of
// the time of the form that a comment names, or of the unfused form.
//
//===----------------------------------------------------------------------===//

#ifndef PAD_ROWS_STENCILCOSTMODEL_H
#define PAD_ROWS_STENCILCOSTMODEL_H

#include <cstdint>

namespace mlir {
namespace pad {
namespace stencil {

/// Iterations of reduction loops that are written out, at most: the window of a
/// 7x7 stencil, not the channels of a convolution. And the ops of all copies of
/// them in the code.
inline constexpr int64_t kMaxUnrolledReductions = 64, kMaxUnrolledOps = 640;

/// The greatest stride along rows that vectors are loaded with: as many vectors
/// as the stride says, which are shuffled into one.
inline constexpr int64_t kMaxStride = 4;

/// Elements of a vector of a row of unknown length, at most: rows that are
/// shorter than a vector are not computed by vectors. The second number is that
/// of rows of channels, whose vectors have at least 128 bits all the same.
inline constexpr int64_t kMaxLanesOfAnyRow = 32, kMaxLanesOfChannels = 8;

/// Elements, at least, of a vector of a row that is too short for the vectors
/// of other rows, which are so many times as long.
inline constexpr int64_t kMinLanesOfShortRow = 4, kPartOfShortRow = 4;

/// Elements, at least, of a vector of a row that is padded because it is too
/// short for composed ends. Loads or ops of an element from which on such rows
/// are padded; if there are fewer, shorter vectors compute them in place.
/// 25-point stars and 7x7 boxes take 0.5 to 1.0 of the time of shorter vectors,
/// convolutions 0.4 to 1.0; but 17-point stars up to 2.2, 5-point stencils of
/// f16 1.2. Rows of two or three results of a pool take 0.2 to 0.7 of the time
/// of elements.
inline constexpr int64_t kMinLanesOfPaddedRow = 2, kMinOpsOfPaddedRow = 27;

/// Vectors that an iteration computes, at most, so that loads and sums of one
/// hide the latency of those of the others: all of them with 32 registers and
/// with 16, the rows that they are in, and those of each row.
inline constexpr int64_t kMaxVectors = 8, kMaxVectorsOf16 = 4, kMaxRows = 4,
                         kMaxCopies = 4;

/// Planes of which an iteration computes a row each, where windows run across
/// planes: it loads each row of the source for two planes of the result, and
/// caches of level 1 hold the rows. 7-point stencils take 0.79 to 0.86 of the
/// time of one row, a 13-point star of f64 0.66; a C kernel of four planes took
/// 1.3 times as long where rows of planes lie a power of two apart.
inline constexpr int64_t kMaxPlanes = 2;

/// Bytes of rows from which on several of them are computed at once even if
/// results do not fit a cache of level 2; and the bytes that this cache is
/// taken to have. Convolutions of padded rows read images that do not fit it by
/// blocks of one vector and as many filters as registers hold: 0.37 to 1.12 of
/// the time of four filters with AVX2 (rows of 64 to 512 elements of 64 to 256
/// channels).
inline constexpr int64_t kMinRowBytes = 1024, kMaxCachedBytes = 1 << 20;

/// Rows of channels with weights are computed several at a time, which share
/// the weights, instead of merged, if a row has this many vectors and the
/// result at most this many bytes. Merged rows of larger results are written
/// past the caches. A causal convolution of 4 steps loads 2.75 vectors for each
/// of the result, and 8 if rows are merged: results of 256 KB and 4 MB take
/// 0.65 of the time, with AVX2 0.54 and 0.88; those of 8 MB 0.87 and 1.09.
inline constexpr int64_t kMinVectorsOfWeights = 4, kMaxBytesOfWeights = 8 << 20;

/// Rows of an iteration beside weights that stay in 32 registers. Depthwise
/// convolutions of one vector of channels take 0.55 to 0.97 of the time of four
/// rows: these read and write ten streams, which lie in the same sets of a
/// cache if a row has 16 KB (Zen 4, AVX-512).
inline constexpr int64_t kMaxRowsOfWeights = 2;

/// Columns of channels, and rows of an image that these are in, of which an
/// iteration computes a vector each: they share what their windows have in
/// common. 3x3 maximum pools take 0.64 to 0.8 of the time of two columns of one
/// row with AVX2, and 0.55 to 0.8 with AVX-512; depthwise convolutions 0.63 to
/// 0.98 and 0.6 to 1.0 of that of vectors across columns. Four rows take as
/// long, for twice the code.
inline constexpr int64_t kMaxColumns = 2, kMaxRowsOfColumns = 2;

/// Bytes of a result from which on blocks of sums are one column of `kMaxRows`
/// rows, so that memory serves fewer places at once. Blocks of maxima are so if
/// windows share one column of three and the result fits no cache of level 2.
/// Results of 6 to 11 MB take 0.75 to 0.95 of the time, those of 4 MB 1.04.
/// Rows of an image a multiple of 4096 bytes apart would take 1.5 to 2.3 times
/// as long.
inline constexpr int64_t kMinBytesOfRows = 4 << 20;

/// Bytes of a result up to which maxima of channels are computed by blocks of
/// columns instead of by vectors across them, if vectors of a column have these
/// bits at least. Larger ones are written past the caches by vectors across
/// columns: pools of 15 and 22 MB take 1.8 times as long by columns. All other
/// pools are computed by blocks of columns if they have at most so many columns
/// inside for each column in a border.
inline constexpr int64_t kMaxBytesOfColumns = 8 << 20, kMinBitsOfColumns = 256,
                         kMaxColumnsOfBorder = 3;

/// Loads or ops of the vectors of a block up to which the ends of its rows are
/// computed together, and vectors of a row below which they are: ends are much
/// of a short row, and share what they read. Such stencils take 0.52 to 0.97 of
/// the time with AVX-512, and 0.73 to 0.97 with AVX2. Results of 16-bit floats
/// are rounded after each op, by some ten instructions, so that a processor
/// does not see the next vector while it waits for the sums of one: the ends of
/// their rows are computed together however long these are, and short ones
/// several at once though they share nothing. Rows of 9 to 32 elements take
/// 0.59 to 0.97 of the time.
inline constexpr int64_t kMaxOpsOfEnds = 96, kMaxVectorsOfShortRow = 8;

/// Loads or ops of an iteration from which on it has fewer vectors.
inline constexpr int64_t kMaxOps = 256;

/// Iterations that loops of unknown extent are taken to have, and vectors of
/// rows of unknown length.
inline constexpr int64_t kUnknownExtent = 48, kUnknownVectors = 2;

/// Columns inside of the borders of images of unknown size for which blocks of
/// products are chosen: those of images of 7, 14, 28 and 56 columns and windows
/// of 3.
inline constexpr int64_t kUnknownColumns[] = {5, 12, 26, 54};

/// Cycles of a load of a scalar for all lanes of vectors of AVX-512, where
/// products and sums run beside it. Convolutions of 32 to 256 filters take 0.60
/// to 0.79 of the time with the blocks of one vector that this leads to (Zen
/// 4).
inline constexpr double kCyclesOfScalar = 0.7;

/// With vectors of 256 bits, in units of the time of a product and its sum: the
/// load of a scalar for all lanes, the load of a vector, and the time until the
/// next product can be added to the same sum. From a cache of level 1, Zen 4
/// computes 1.45 products a cycle by four scalars and two vectors, 1.5 by six
/// and two, 1.35 by twelve and one, 1.25 by two and four, and 1.05 by four and
/// one. Convolutions take 0.83 to 1.03 of their time with blocks that are
/// chosen as if everything but a product cost half as much.
inline constexpr double kProductsOfScalar = 0.25, kProductsOfVector = 0.6,
                        kProductsOfSum = 7;

/// Copies of the code of blocks of columns, where the first and the last block
/// include the columns in borders: those two, and the blocks between.
inline constexpr int64_t kSpanningBlocks = 3;

/// Columns from which on weights are packed, and bytes of weights from which
/// on: those of a cache of level 1, of which weights in their own place use few
/// sets. Convolutions of 32 to 256 filters take 0.69 to 1.03 of the time with
/// AVX2, and 0.88 to 1.01 with AVX-512 (Zen 4).
inline constexpr int64_t kMinUsesOfPacked = 32, kMinBytesOfPacked = 32 << 10;

/// Uses of each element of an input from which on it is transposed for vectors,
/// which takes about as long for an element as a product that no vector
/// computes.
inline constexpr int64_t kMinUsesOfTransposed = 8;

/// Elements of a window along a padded row, at most, that are written out
/// inside of loops over its channels and rows, so that the ends of rows are
/// vectors.
inline constexpr int64_t kMaxWindowOfProducts = 7;

/// Columns of a window that is copied up to which they are written out for the
/// same reason, around `split` loops that have borders of their own. im2col of
/// rows of one to 22 vectors takes 0.56 to 1.01 of the unfused time (Zen 4,
/// AVX-512 and AVX2). Upstream's bufferization asks each loop for the type of
/// the one before it several times, so that a column takes 7 times as long as
/// the one before it with one such loop, and 11 times with two: 7 columns took
/// 18 s to compile, 5 take 0.3 s.
constexpr int64_t getMaxWindowOfCopies(int64_t split) {
  return split == 0 ? 7 : 6 - split;
}

/// Sums of a block of a padded row, at most. The ends and borders of rows are
/// blocks of their own, each with all the writes, which upstream's
/// bufferization compares with each other: 13 sums took 8 times as long to
/// compile as the unfused form.
inline constexpr int64_t kMaxProductsOfPaddedRow = 8;

/// Code for AVX2 and AVX-512 has 24 to 34 bytes for each load or op of an
/// element, with its share of indices and conditions, and 8 to 12 bytes where
/// all extents are static.
inline constexpr int64_t kBytesOfOp = 28, kBytesOfStaticOp = 12;

/// The most code of a consumer, which is 3 to 5 times that of the loops over a
/// padded tensor.
inline constexpr int64_t kMaxCodeBytes = 32 << 10;

/// Ops of a consumer of two padded axes inside of a loop that carries tensors,
/// at most. Upstream asks for the buffer type of the carried tensor at each op,
/// and follows the results of all fused loops to answer, which takes 15 times
/// as long for each further axis (0.1 ms for two axes, 1.5 for three, 23 for
/// four).
inline constexpr int64_t kMaxOpsInLoop = 12000, kGrowthInLoop = 15;

/// Ops that an op on 16-bit floats counts as: its operands and its result are
/// converted.
inline constexpr int64_t kOpsOfHalf = 3;

/// Vectors that are copied in the time that one element of a border takes. 129
/// frames of 1024 with 20 such elements each took 1.6 times as long as unfused,
/// unfolded rows of 32 with two of them 1.15 to 1.37.
inline constexpr int64_t kVectorsOfElement = 4;

/// Rows in borders of a loop that moves rows, from which on these borders are
/// read by vectors. LLVM unrolls fewer rows, and then knows what each element
/// reads. Frames of 1024 every 128 take 0.76 to 0.88 of the time with AVX2.
inline constexpr int64_t kMinMovedRows = 5;

/// Elements of a window from which on each element of a border counts as as
/// many vectors as the window has elements, if ends cannot be composed. With
/// AVX2, 25-point stars of f64 with rows of 128 and 256 took 2.0 to 2.2 times
/// as long as unfused, of 512 and 1024 1.2 and 1.1; 17-point stars with rows of
/// 32 1.4, of 512 1.1.
inline constexpr int64_t kMinReadsOfEnds = 16;

/// Ways of a cache of level 1; the distance in bytes at which lines are in the
/// same set of it; and vectors of a row, of 512 bits and of fewer, from which on
/// a source stays padded if its planes have such distances and windows read more
/// of them than there are ways. With AVX-512, 25-point stars whose planes lie a multiple of that apart
/// take 0.64 to 1.04 of the unfused time if their vectors begin where lines do,
/// but 1.02 to 1.9 if they lie 16 bytes behind, as arrays of malloc do, since
/// the two lines of each vector leave the cache before the next one reads them:
/// 28x20x128 of f64 0.97 and 1.7, 28x21x128 0.75 and 0.96. Of rows of one
/// vector, 2048x64x16 of f32 takes 0.48. With AVX2, rows of two and three
/// vectors take 1.4 to 1.75 behind a header of malloc, and 1.2 to 1.4 at a line
/// (Emerald Rapids).
inline constexpr int64_t kWaysOfCache = 8, kBytesOfWay = 4096,
                         kMinVectorsOfSets = 4, kMinShortVectorsOfSets = 2;

/// Elements that a row of unknown length counts as.
inline constexpr int64_t kUnknownRow = 256;

/// Bytes of the first result that a tile has at most, half of a cache of level
/// 2; and bytes of all of that result from which on tiles pay: twice that
/// cache, and much more where arithmetic takes longer than a cache of level 3.
/// Two 7x7 boxes of 1024x1024 f32 took 1.5 times as long by tiles.
inline constexpr int64_t kTileBytes = 512 << 10, kMinTiledBytes = 2 << 20,
                         kMinTiledBytesOfManyOps = 16 << 20;

/// Ops of an element from which on arithmetic does.
inline constexpr int64_t kManyOps = 32;

/// Rows of a tile: at least, at most, and where the bytes of a row are not
/// known. Rows that two tiles read are computed twice, so a tile has at least
/// so many times as many.
inline constexpr int64_t kMinChainRows = 8, kMaxChainRows = 64,
                         kRowsOfUnknownBytes = 32, kOwnRows = 8;

/// Elements of a row below which it is taken for the channels of an image, so
/// that vectors run across rows, which tiles would keep apart.
inline constexpr int64_t kMinRow = 64;

/// The height and the stride of a window that reads rows of tiles, and pads
/// before these rows, at most: greater ones would need tiles that fit no cache.
inline constexpr int64_t kMaxMoreRows = 64;

/// The tile size of a loop whose extent is not known; such an extent counts as
/// this number, too.
inline constexpr int64_t kDynamicExtent = 64;

/// The pads of rows whose ends are composed, and the offsets in their windows,
/// at most, so that sums of them do not overflow.
inline constexpr int64_t kMaxReach = 1 << 30;

/// How far ahead the rows of sources are prefetched: a page, which processors
/// do not cross by themselves.
inline constexpr int64_t kPrefetchBytes = 4096;

/// Bytes of a result from which on the lines that its vectors end in are
/// prefetched: three quarters of a cache of level 1, of which a source needs
/// some, too. And bytes behind a line at which `malloc` begins large arrays, so
/// that vectors of more bytes lie in two lines. Stencils, depthwise
/// convolutions and pools of arrays of `malloc` take 0.3 to 1.03 of the time on
/// an Emerald Rapids (0.87 in the mean of 46), and 0.95 to 1.05 where arrays
/// begin lines.
inline constexpr int64_t kMinPrefetchedBytes = 36 << 10, kBytesOfHeader = 16;

/// Blocks of a row from which on it is written past the caches. The vectors at
/// its ends are not, and a line that is only partly written through the caches
/// costs more than one that is written by one of the two ways.
inline constexpr int64_t kMinStreamedBlocks = 8;

} // namespace stencil
} // namespace pad
} // namespace mlir

#endif // PAD_ROWS_STENCILCOSTMODEL_H
