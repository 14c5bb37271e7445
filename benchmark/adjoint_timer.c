/* Times functions of padc beside memcpy, in turns: see adjoint.py. */
#include <stdint.h>
#include <string.h>
#include <time.h>

typedef void (*Function)(int64_t, int64_t, int64_t, int64_t, int64_t, int64_t,
                         int64_t, int64_t, int64_t, int64_t, int64_t, int64_t,
                         int64_t, int64_t, int64_t, int64_t);

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec + 1e-9 * time.tv_nsec;
}

/* The least times of a call of `function` with arguments `a`, of which it takes
 * as many as it has, and of the floor: the smaller one of source and result is
 * copied, and the rest of the source is read. Seconds. */
void measure(Function function, const int64_t *a, const char *source,
             char *result, int64_t sourceBytes, int64_t resultBytes,
             int64_t calls, int64_t rounds, double *times) {
  times[0] = times[1] = 1e9;
  int64_t copied = sourceBytes < resultBytes ? sourceBytes : resultBytes;
  for (int64_t round = 0; round < rounds; ++round) {
    double start = now();
    for (int64_t i = 0; i < calls; ++i)
      function(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9],
               a[10], a[11], a[12], a[13], a[14], a[15]);
    double middle = now();
    for (int64_t i = 0; i < calls; ++i) {
      memcpy(result, source, copied);
      uint64_t sum = 0;
      for (int64_t k = copied; k + 64 <= sourceBytes; k += 64)
        sum += *(const volatile uint64_t *)(source + k);
      __asm__ volatile("" ::"r"(sum), "r"(result) : "memory");
    }
    double end = now();
    double own = (middle - start) / calls, floor = (end - middle) / calls;
    times[0] = own < times[0] ? own : times[0];
    times[1] = floor < times[1] ? floor : times[1];
  }
}
