//===- RunSeeds.cpp - A fuzz target without libFuzzer ---------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Runs a fuzz target on inputs of random bytes: `--seeds=N` of them, which are
// the same every time, and those of the files that are named. If the target has
// a mutator, `--mutants=N` also runs it on N changed forms of the files that
// follow, together, in which the changes add up; `--first=K` begins with number
// K. `--last-input=FILE` keeps the input at hand in a file, where a failure
// leaves it.
//
//===----------------------------------------------------------------------===//

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
extern "C" __attribute__((weak)) size_t LLVMFuzzerCustomMutator(uint8_t *data,
                                                                size_t size,
                                                                size_t maxSize,
                                                                unsigned seed);
/// How many inputs were not refused.
extern "C" __attribute__((weak)) unsigned long padGetNumRead();

using Bytes = std::vector<uint8_t>;

/// The changed form number `index` of one of `files`: a few changes, one after
/// the other.
static Bytes getMutant(const std::vector<Bytes> &files, unsigned index) {
  std::mt19937 random(index);
  Bytes bytes = files[random() % files.size()];
  for (unsigned left = 1 + random() % 4; left; --left) {
    size_t size = bytes.size();
    bytes.resize(size + 4096);
    bytes.resize(
        LLVMFuzzerCustomMutator(bytes.data(), size, bytes.size(), random()));
  }
  return bytes;
}

int main(int argc, char **argv) {
  size_t numInputs = 0;
  std::string lastInput;
  unsigned long numMutants = 0, firstMutant = 0;
  std::vector<Bytes> files;
  auto run = [&](const Bytes &bytes) {
    if (!lastInput.empty())
      std::ofstream(lastInput, std::ios::binary)
          .write(reinterpret_cast<const char *>(bytes.data()), bytes.size());
    LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
    ++numInputs;
  };
  // The value of an option; null if `text` is not that option.
  auto getValue = [](const char *text, const char *option) -> const char * {
    size_t length = std::strlen(option);
    return std::strncmp(text, option, length) == 0 ? text + length : nullptr;
  };
  for (int index = 1; index < argc; ++index) {
    if (const char *number = getValue(argv[index], "--mutants=")) {
      numMutants = std::strtoul(number, nullptr, 10);
    } else if (const char *number = getValue(argv[index], "--first=")) {
      firstMutant = std::strtoul(number, nullptr, 10);
    } else if (const char *name = getValue(argv[index], "--last-input=")) {
      lastInput = name;
    } else if (const char *number = getValue(argv[index], "--seeds=")) {
      for (long seed = 0, end = std::strtol(number, nullptr, 10); seed < end;
           ++seed) {
        std::mt19937 random(seed);
        Bytes bytes(16 + random() % 100);
        for (uint8_t &byte : bytes)
          byte = random();
        run(bytes);
      }
    } else {
      std::ifstream file(argv[index], std::ios::binary);
      if (!file) {
        std::cerr << "cannot read " << argv[index] << "\n";
        return 1;
      }
      files.push_back({std::istreambuf_iterator<char>(file), {}});
      run(files.back());
    }
  }
  if (numMutants && (files.empty() || !&LLVMFuzzerCustomMutator)) {
    std::cerr << "there is nothing to change, or nothing that changes it\n";
    return 1;
  }
  for (unsigned long index = 0; index < numMutants; ++index)
    run(getMutant(files, firstMutant + index));
  std::cout << numInputs << " inputs";
  if (&padGetNumRead)
    std::cout << ", " << padGetNumRead() << " of them read";
  std::cout << "\n";
  return 0;
}
