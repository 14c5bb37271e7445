//===- MpiConstants.h - What differs between MPI libraries ------*- C++ -*-===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PAD_LIB_RANKS_MPICONSTANTS_H
#define PAD_LIB_RANKS_MPICONSTANTS_H

#include "Pad/Ranks/ExchangeKernel.h"
#include "mlir/IR/Builders.h"

namespace mlir {
namespace pad {

/// The handles and constants that mpi.h defines, which differ between MPI
/// libraries: those of MPICH 4.0 and Open MPI 4.1, as Debian 12 has them.
class MpiConstants {
public:
  MpiConstants(MpiLibrary library, ModuleOp module)
      : library(library), module(module) {}

  /// The type of communicators, and of the other handles.
  Type getHandleType() const;
  int64_t getRequestBytes() const { return isMpich() ? 4 : 8; }

  /// MPI_COMM_WORLD.
  Value getWorld(OpBuilder &builder, Location loc) const;
  /// MPI_BYTE, MPI_INT64_T, MPI_MAX.
  Value getByteType(OpBuilder &builder, Location loc) const;
  Value getInt64Type(OpBuilder &builder, Location loc) const;
  Value getMaximum(OpBuilder &builder, Location loc) const;
  /// MPI_STATUSES_IGNORE.
  Value getIgnoredStatuses(OpBuilder &builder, Location loc) const;

  /// MPI_ERR_COMM, MPI_ERR_ARG, MPI_ERR_DIMS, MPI_ERR_NO_MEM.
  int64_t getCommunicatorError() const { return 5; }
  int64_t getArgumentError() const { return isMpich() ? 12 : 13; }
  int64_t getDimensionsError() const { return isMpich() ? 11 : 12; }
  int64_t getMemoryError() const { return isMpich() ? 34 : 39; }

private:
  bool isMpich() const { return library == MpiLibrary::Mpich; }
  /// A number of MPICH, or the address of an object of Open MPI.
  Value getHandle(OpBuilder &builder, Location loc, int32_t number,
                  StringRef object) const;

  MpiLibrary library;
  mutable ModuleOp module;
};

} // namespace pad
} // namespace mlir

#endif // PAD_LIB_RANKS_MPICONSTANTS_H
