// How pads that were asked for once are done: `torch_shim.cpp` finds a plan by
// the numbers of a pad, and calls its kernel. Python makes the plans, and has
// no part in their use.

#ifndef PADKERNELS_TORCH_PLANS_H
#define PADKERNELS_TORCH_PLANS_H

#include <pthread.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <cstring>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <system_error>
#include <thread>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

// Of Python's stable ABI, so that it compiles without Python's headers.
struct _object;
typedef _object PyObject;
extern "C" {
int PyGILState_Ensure();
void PyGILState_Release(int);
PyObject *PyObject_CallFunction(PyObject *callable, const char *format, ...);
PyObject *PyTuple_GetItem(PyObject *, ssize_t);
int PyBytes_AsStringAndSize(PyObject *, char **, ssize_t *);
int PyObject_IsTrue(PyObject *);
void Py_DecRef(PyObject *);
PyObject *PyErr_Occurred();
void PyErr_Clear();
int PyThreadState_SetAsyncExc(unsigned long thread, PyObject *exception);
unsigned long PyThread_get_thread_ident();
}

namespace padkernels {

constexpr int64_t maxRank = 8;

/// What a kernel is found by: the op, the type, the bytes of an element, the
/// rank; and for each axis its extent, then the low pads, then the high ones.
struct Key {
  std::array<int64_t, 4 + 3 * maxRank> numbers;
  size_t count = 0;

  void put(int64_t number) { numbers[count++] = number; }
  bool operator==(const Key &other) const {
    return count == other.count &&
           !std::memcmp(numbers.data(), other.numbers.data(),
                        count * sizeof(int64_t));
  }
};

struct KeyHash {
  size_t operator()(const Key &key) const {
    uint64_t hash = key.count;
    for (size_t k = 0; k < key.count; ++k) {
      hash = (hash ^ static_cast<uint64_t>(key.numbers[k])) *
             uint64_t{0x9e3779b97f4a7c15};
      hash ^= hash >> 32;
    }
    return hash;
  }
};

/// Holds the lock of Python.
class Gil {
public:
  Gil() : state(PyGILState_Ensure()) {}
  ~Gil() { PyGILState_Release(state); }
  Gil(const Gil &) = delete;

private:
  int state;
};

/// The bytes of a padding value.
using Element = std::array<char, 16>;

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

/// Threads that share large results with those who ask for them.
class Helpers {
public:
  /// Calls `body` with each number below `count`, and returns when all is done.
  void run(int64_t count, const std::function<void(int64_t)> &body) {
    Job job{body, count};
    std::unique_lock<std::mutex> lock(mutex);
    for (; numThreads < count - 1; ++numThreads) {
      try {
        std::thread([this] { help(); }).detach();
      } catch (const std::system_error &) {
        // The system gives no more threads.
        break;
      }
    }
    jobs.push_back(&job);
    posted.notify_all();
    lock.unlock();
    job.work();
    lock.lock();
    jobs.erase(std::find(jobs.begin(), jobs.end(), &job));
    done.wait(lock, [&] { return job.numHelpers == 0; });
  }

private:
  struct Job {
    const std::function<void(int64_t)> &body;
    int64_t count;
    std::atomic<int64_t> next{0};
    /// Of the lock.
    int64_t numHelpers = 0;

    void work() {
      for (int64_t number; (number = next++) < count;)
        body(number);
    }
  };

  void help() {
    std::unique_lock<std::mutex> lock(mutex);
    for (;;) {
      Job *job = nullptr;
      posted.wait(lock, [&] {
        auto found = std::find_if(jobs.begin(), jobs.end(), [](Job *own) {
          return own->next < own->count;
        });
        job = found == jobs.end() ? nullptr : *found;
        return job != nullptr;
      });
      ++job->numHelpers;
      lock.unlock();
      job->work();
      lock.lock();
      if (--job->numHelpers == 0)
        done.notify_all();
    }
  }

  std::mutex mutex;
  std::condition_variable posted, done;
  std::deque<Job *> jobs;
  int64_t numThreads = 0;
};

// Neither this nor the plans are destroyed: threads use them until the end.
inline Helpers *helpers = new Helpers;

//===----------------------------------------------------------------------===//
// Plans
//===----------------------------------------------------------------------===//

/// The calls of a kernel that do a pad.
class Plan {
public:
  /// `owner` is what `_find` of `_install.py` gave, and keeps the kernel;
  /// `words` is the first part of it.
  Plan(PyObject *owner, const char *words, size_t bytes, int64_t threads)
      : threads(threads), owner(owner), words(bytes / sizeof(int64_t)) {
    std::memcpy(this->words.data(), words, bytes);
    const int64_t *word = this->words.data();
    kernel = reinterpret_cast<void *>(*word++);
    valueBytes = *word++;
    isShared = *word++;
    numNumbers = *word++;
    for (int64_t left = *word++; left > 0; --left) {
      shares.push_back(word);
      word += 1 + *word * (2 + numNumbers);
    }
  }
  ~Plan() {
    Gil gil;
    Py_DecRef(owner);
  }
  Plan(const Plan &) = delete;

  /// Pads `source`; `value` is the padding value.
  void run(const void *source, void *result, const Element &value) const {
    auto runShare = [&](int64_t number) {
      const int64_t *word = shares[number];
      for (int64_t left = *word++; left > 0; --left, word += 2 + numNumbers)
        call(static_cast<const char *>(source) + word[0],
             static_cast<char *>(result) + word[1], word + 2, value);
    };
    if (shares.size() == 1)
      return runShare(0);
    helpers->run(static_cast<int64_t>(shares.size()), runShare);
  }

  /// How many threads it is for, if threads share the result.
  const int64_t threads;
  bool isShared;

private:
  /// The source, the numbers of all axes, the value and the result.
  static constexpr size_t maxArguments = 3 + 4 * maxRank;
  using Caller = void (*)(void *kernel, const int64_t *arguments);

  // Kernels take pointers, integers of 64 bits, and a value of at most that,
  // all of which C passes as it does integers of 64 bits.
  template <size_t... I>
  static void callBy(void *kernel, const int64_t *arguments,
                     std::index_sequence<I...>) {
    reinterpret_cast<void (*)(decltype(static_cast<void>(I), int64_t())...)>(
        kernel)(arguments[I]...);
  }
  template <size_t count>
  static void callBy(void *kernel, const int64_t *arguments) {
    callBy(kernel, arguments, std::make_index_sequence<count>());
  }
  template <size_t... count>
  static constexpr std::array<Caller, sizeof...(count)>
  makeCallers(std::index_sequence<count...>) {
    return {callBy<count>...};
  }

  void call(const char *source, char *result, const int64_t *numbers,
            const Element &value) const {
    static constexpr auto callers =
        makeCallers(std::make_index_sequence<maxArguments + 1>());
    std::array<int64_t, maxArguments> arguments;
    size_t count = 0;
    auto put = [&](const void *address) {
      arguments[count++] = reinterpret_cast<intptr_t>(address);
    };
    put(source);
    for (int64_t k = 0; k < numNumbers; ++k)
      arguments[count++] = numbers[k];
    if (valueBytes > 8) {
      put(value.data());
    } else if (valueBytes) {
      arguments[count] = 0;
      std::memcpy(&arguments[count++], value.data(), valueBytes);
    }
    put(result);
    callers[count](kernel, arguments.data());
  }

  PyObject *owner;
  void *kernel;
  int64_t valueBytes, numNumbers;
  std::vector<int64_t> words;
  /// Where they are in the words: the number of calls, and then for each one
  /// where its arrays begin, in bytes, and its numbers.
  std::vector<const int64_t *> shares;
};

using PlanPointer = std::shared_ptr<const Plan>;

/// The plans of the latest pads. A pad that had one, or had none, stays so:
/// two kernels may add in another order.
class Plans {
public:
  struct Found {
    bool isKnown;
    /// Null where PyTorch has to do it.
    PlanPointer plan;
  };

  Found get(const Key &key) {
    std::lock_guard<std::mutex> guard(mutex);
    if (const auto found = known.find(key); found != known.end())
      return {true, found->second};
    return {failures.count(key) != 0, nullptr};
  }

  /// Keeps `plan`, unless another thread was faster, and gives what is kept. A
  /// failure is one for ever: it could be something else next time.
  PlanPointer add(const Key &key, const PlanPointer &plan, bool isFailure) {
    Map old;
    std::lock_guard<std::mutex> guard(mutex);
    if (known.size() >= most)
      known.swap(old);
    const auto [place, isNew] = known.try_emplace(key, plan);
    if (isFailure && isNew)
      failures.insert(key);
    return place->second;
  }

  /// Takes the place of the plan of a pad that has one.
  void replace(const Key &key, PlanPointer plan) {
    std::lock_guard<std::mutex> guard(mutex);
    if (const auto found = known.find(key); found != known.end())
      found->second.swap(plan);
  }

  /// Forgets plans; PyTorch goes on to do what it had to do.
  void clear() {
    Map old;
    std::lock_guard<std::mutex> guard(mutex);
    known.swap(old);
  }

  void clearFailures() {
    std::lock_guard<std::mutex> guard(mutex);
    failures.clear();
  }

  /// Whether PyTorch has done a pad of the op, the type and the rank that
  /// `kind` has, so that it has no error for them.
  bool accepts(const Key &kind) {
    std::lock_guard<std::mutex> guard(mutex);
    return kinds.count(kind) != 0;
  }
  void accept(const Key &kind) {
    std::lock_guard<std::mutex> guard(mutex);
    kinds.insert(kind);
  }

  /// A child of `fork` has none of the threads that may hold a lock, and none
  /// that help.
  static void watchForks();

private:
  using Map = std::unordered_map<Key, PlanPointer, KeyHash>;

  static constexpr size_t most = 4096;
  // What was kept last is destroyed when the lock is free again: that takes
  // the lock of Python.
  std::mutex mutex;
  Map known;
  std::unordered_set<Key, KeyHash> failures, kinds;
};

inline Plans &plans = *new Plans;

inline void Plans::watchForks() {
  pthread_atfork([] { plans.mutex.lock(); }, [] { plans.mutex.unlock(); },
                 [] {
                   plans.mutex.unlock();
                   helpers = new Helpers;
                 });
}

/// `_find` of `_install.py`.
inline PyObject *findInPython;
/// What `set_num_threads` of padkernels chose, or 0.
inline const int64_t *chosenThreads;

/// What Python knows of a pad that `threads` share, and whether it failed. What
/// Python raises is raised in this thread once PyTorch is done, as nothing of
/// Python's passes through the dispatcher.
inline std::pair<PlanPointer, bool> askPython(const Key &key, int64_t threads) {
  Gil gil;
  PyObject *answer = PyObject_CallFunction(
      findInPython, "LLL",
      static_cast<long long>(reinterpret_cast<intptr_t>(key.numbers.data())),
      static_cast<long long>(key.count), static_cast<long long>(threads));
  if (!answer) {
    PyThreadState_SetAsyncExc(PyThread_get_thread_ident(), PyErr_Occurred());
    PyErr_Clear();
    return {nullptr, true};
  }
  if (!PyObject_IsTrue(answer)) {
    Py_DecRef(answer);
    return {nullptr, true};
  }
  char *words;
  ssize_t bytes;
  PyBytes_AsStringAndSize(PyTuple_GetItem(answer, 0), &words, &bytes);
  if (bytes)
    return {std::make_shared<Plan>(answer, words, bytes, threads), false};
  Py_DecRef(answer);
  return {nullptr, false};
}

/// The plan of a pad that `threads` may share, or null, of which `found` is
/// what was known.
inline PlanPointer find(const Key &key, const Plans::Found &found,
                        int64_t threads) {
  if (found.isKnown &&
      (!found.plan || !found.plan->isShared || found.plan->threads == threads))
    return found.plan;
  const auto [plan, isFailure] = askPython(key, threads);
  if (!found.isKnown)
    return plans.add(key, plan, isFailure);
  if (!plan)
    return found.plan;
  plans.replace(key, plan);
  return plan;
}

} // namespace padkernels

#endif // PADKERNELS_TORCH_PLANS_H
