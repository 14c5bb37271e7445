//===- RunSeeds.cpp - A fuzz target without libFuzzer ---------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Runs a fuzz target on inputs of random bytes: `--seeds=N` of them, which are
// the same every time, and those of the files that are named.
//
//===----------------------------------------------------------------------===//

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <iterator>
#include <random>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int main(int argc, char **argv) {
  size_t numInputs = 0;
  auto run = [&](const std::vector<uint8_t> &bytes) {
    LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
    ++numInputs;
  };
  for (int index = 1; index < argc; ++index) {
    if (std::strncmp(argv[index], "--seeds=", 8) != 0) {
      std::ifstream file(argv[index], std::ios::binary);
      if (!file) {
        std::cerr << "cannot read " << argv[index] << "\n";
        return 1;
      }
      run({std::istreambuf_iterator<char>(file), {}});
      continue;
    }
    for (long seed = 0, end = std::strtol(argv[index] + 8, nullptr, 10);
         seed < end; ++seed) {
      std::mt19937 random(seed);
      std::vector<uint8_t> bytes(16 + random() % 100);
      for (uint8_t &byte : bytes)
        byte = random();
      run(bytes);
    }
  }
  std::cout << numInputs << " inputs\n";
  return 0;
}
