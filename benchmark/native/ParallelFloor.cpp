//===- ParallelFloor.cpp - The floors on several threads ------------------===//
//
// Part of the Pad project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Native.h"
#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <sched.h>
#include <thread>
#include <vector>

namespace {

using Floor = void (*)(const void *, void *, int64_t, int64_t);

/// One split floor: what each thread has to do, by its number.
struct Work {
  Floor floor = nullptr;
  const char *source = nullptr;
  char *result = nullptr;
  int64_t copied = 0, filled = 0;
};

/// Binds the calling thread to CPU `index` of those that `available` has. It
/// stays where it is if that is refused: the floor is then noisy, not wrong.
void bindToCpu(const cpu_set_t &available, int64_t index) {
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu)
    if (CPU_ISSET(cpu, &available) && index-- == 0) {
      cpu_set_t one;
      CPU_ZERO(&one);
      CPU_SET(cpu, &one);
      sched_setaffinity(0, sizeof(one), &one);
      return;
    }
}

/// Threads that wait for a floor, spin for a while and then sleep. Each has a
/// CPU of its own, all but the first, which is for the thread that calls.
class Pool {
public:
  void start(int64_t threads) {
    stop();
    stopping = false;
    cpu_set_t available;
    CPU_ZERO(&available);
    sched_getaffinity(0, sizeof(available), &available);
    for (int64_t i = 1; i < threads; ++i)
      workers.emplace_back(
          [this, i, available, seen = generation.load()]() mutable {
            bindToCpu(available, i);
            while (wait(seen))
              part(i), pending.fetch_sub(1, std::memory_order_release);
          });
  }
  ~Pool() { stop(); }

  void run(const Work &next) {
    work = next;
    pending.store(workers.size());
    {
      std::lock_guard<std::mutex> lock(mutex);
      generation.fetch_add(1);
    }
    wake.notify_all();
    part(0);
    while (pending.load(std::memory_order_acquire) != 0)
      std::this_thread::yield();
  }

private:
  static constexpr int kSpins = 2000;

  /// Waits for a generation after `seen`; false if the pool ends.
  bool wait(uint64_t &seen) {
    for (int i = 0; i < kSpins && generation.load() == seen; ++i)
      std::this_thread::yield();
    std::unique_lock<std::mutex> lock(mutex);
    wake.wait(lock, [&] { return stopping || generation.load() != seen; });
    seen = generation.load();
    return !stopping;
  }

  /// Does the share of thread `index`: whole blocks of the result, so that no
  /// two threads write one cache line.
  void part(int64_t index) {
    constexpr int64_t kAlign = 4096;
    int64_t total = work.copied + work.filled;
    int64_t threads = static_cast<int64_t>(workers.size()) + 1;
    int64_t share = (total / threads + kAlign - 1) / kAlign * kAlign;
    int64_t begin = std::min(total, index * share);
    int64_t end = index + 1 == threads ? total : std::min(total, begin + share);
    int64_t border = std::clamp(work.copied, begin, end);
    work.floor(work.source + begin, work.result + begin, border - begin,
               end - border);
  }

  void stop() {
    {
      std::lock_guard<std::mutex> lock(mutex);
      stopping = true;
    }
    wake.notify_all();
    for (std::thread &worker : workers)
      worker.join();
    workers.clear();
  }

  Work work;
  std::vector<std::thread> workers;
  std::mutex mutex;
  std::condition_variable wake;
  std::atomic<uint64_t> generation{0};
  std::atomic<size_t> pending{0};
  bool stopping = false;
};

Pool pool;

void runParallel(Floor floor, const void *source, void *result, int64_t copied,
                 int64_t filled) {
  pool.run({floor, static_cast<const char *>(source),
            static_cast<char *>(result), copied, filled});
}

} // namespace

void pad_bench_set_threads(int64_t threads) { pool.start(threads); }

void pad_bench_floor_parallel(const void *source, void *result, int64_t copied,
                              int64_t filled) {
  runParallel(pad_bench_floor, source, result, copied, filled);
}

void pad_bench_floor_parallel_streaming(const void *source, void *result,
                                        int64_t copied, int64_t filled) {
  runParallel(pad_bench_floor_streaming, source, result, copied, filled);
}
