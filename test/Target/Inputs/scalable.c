/* Runs kernels without an operating system's library and compares them with
 * the rule of each mode. Exits with the number of the first that differs. */
#include <stdint.h>

enum { ROWS = 3, MOST = 300 };
#define KERNEL(name, type)                                                     \
  void name(const type *source, int64_t d0, int64_t d1, int64_t low,           \
            int64_t high, type *result);
KERNEL(constant, float)
KERNEL(edge, int8_t)
KERNEL(reflect, int16_t)
KERNEL(symmetric, float)
KERNEL(wrap, double)
KERNEL(interior, float)

/* What compilers call. */
void *memset(void *to, int value, uint64_t bytes) {
  for (volatile uint8_t *byte = to; bytes--; ++byte)
    *byte = value;
  return to;
}
void *memcpy(void *to, const void *from, uint64_t bytes) {
  const uint8_t *source = from;
  for (volatile uint8_t *byte = to; bytes--; ++byte)
    *byte = *source++;
  return to;
}

static void leave(long code) {
#if defined(__riscv)
  register long a0 __asm__("a0") = code;
  register long a7 __asm__("a7") = 93;
  __asm__ volatile("ecall" : : "r"(a0), "r"(a7));
#else
  register long x0 __asm__("x0") = code;
  register long x8 __asm__("x8") = 93;
  __asm__ volatile("svc 0" : : "r"(x0), "r"(x8));
#endif
  __builtin_unreachable();
}

static int64_t mod(int64_t a, int64_t b) { return (a % b + b) % b; }

/* The position that `j` reads, or -1. */
static int64_t position(int mode, int64_t j, int64_t d) {
  int64_t m;
  if (j >= 0 && j < d)
    return j;
  switch (mode) {
  case 1:
    return j < 0 ? 0 : d - 1;
  case 2:
    if (d == 1)
      return 0;
    m = mod(j, 2 * d - 2);
    return m < d ? m : 2 * d - 2 - m;
  case 3:
    m = mod(j, 2 * d);
    return m < d ? m : 2 * d - 1 - m;
  case 4:
    return mod(j, d);
  default:
    return -1;
  }
}

#define CHECK(code, name, type, mode, step)                                    \
  do {                                                                         \
    static type source[ROWS * MOST], result[ROWS * 4 * MOST];                  \
    int64_t dilated = (d - 1) * (step) + 1, extent = low + dilated + high;     \
    for (int64_t i = 0; i < ROWS * d; ++i)                                     \
      source[i] = (type)(i % 101 + 1);                                         \
    for (int64_t i = 0; i < ROWS * 4 * MOST; ++i)                              \
      result[i] = 77;                                                          \
    if (extent < 0)                                                            \
      extent = 0;                                                              \
    name(source, ROWS, d, low, high, result + 1);                              \
    for (int64_t i = -1; i <= ROWS * extent; ++i) {                            \
      type expected = 77;                                                      \
      if (i >= 0 && i < ROWS * extent) {                                       \
        int64_t at = position(mode, i % extent - low, dilated);                \
        expected = at < 0 || at % (step) ? 0                                   \
                                         : source[i / extent * d + at / (step)]; \
      }                                                                        \
      if (result[i + 1] != expected)                                           \
        leave(code);                                                           \
    }                                                                          \
  } while (0)

void _start(void) {
  static const int64_t extents[] = {1, 2, 7, 16, 33, 64, 129, 300},
                       pads[] = {-20, -1, 0, 1, 5, 40, 130};
  for (unsigned i = 0; i < sizeof extents / 8; ++i)
    for (unsigned j = 0; j < sizeof pads / 8; ++j)
      for (unsigned k = 0; k < sizeof pads / 8; ++k) {
        int64_t d = extents[i], low = pads[j], high = pads[k];
        CHECK(1, constant, float, 0, 1);
        CHECK(2, edge, int8_t, 1, 1);
        CHECK(3, reflect, int16_t, 2, 1);
        CHECK(4, symmetric, float, 3, 1);
        CHECK(5, wrap, double, 4, 1);
        CHECK(6, interior, float, 0, 3);
      }
  leave(0);
}
