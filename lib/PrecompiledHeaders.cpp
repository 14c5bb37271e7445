//===- PrecompiledHeaders.cpp - Owner of the precompiled header -----------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// CMake compiles a precompiled header with a target of C++ files: this one.
