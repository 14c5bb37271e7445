/* Runs the kernels of scalable_kernels.py without an operating system's library
 * and compares them with the rule of each mode. Exits with the number of the
 * first that differs, from 1 on, modulo 256; 255 for a multiple of that. */
#include <stdint.h>

enum { ROWS = 3, MOST = 130 };
#define CHECK(mode, bits, low, high, step, name)                               \
  void name(const uint##bits##_t *source, int64_t d0, int64_t d1, int64_t l,   \
            int64_t h, int64_t i, uint##bits##_t *result);
#define INNER_BLOCKS(mode, bits, step, name)                                   \
  void name(const uint##bits##_t *source, int64_t d0, int64_t d1, int64_t d2,  \
            uint##bits##_t *result);
#define MODES(outer, mode, bits, name)                                         \
  void name(const uint##bits##_t *source, int64_t d0, int64_t d1,              \
            uint##bits##_t *result);
#include "checks.inc"
#undef CHECK
#undef INNER_BLOCKS
#undef MODES

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

/* Compares one call of each kernel; `low` and `high` of those whose pads are
 * arguments. */
static void check(int64_t d, int64_t low, int64_t high) {
  long number = 0;
#define CHECK(mode, bits, low, high, step, name)                               \
  do {                                                                         \
    static uint##bits##_t source[ROWS * MOST], result[ROWS * 6 * MOST + 2];    \
    int64_t dilated = (d - 1) * (step) + 1, extent = (low) + dilated + (high); \
    int64_t interior = (step) - 1;                                             \
    ++number;                                                                  \
    for (int64_t i = 0; i < ROWS * d; ++i)                                     \
      source[i] = (uint##bits##_t)((i % 101 + 1) * 0x0101010101010101u);       \
    if (extent < 0)                                                            \
      extent = 0;                                                              \
    for (int64_t i = 0; i < ROWS * extent + 2; ++i)                            \
      result[i] = 77;                                                          \
    name(source, ROWS, d, (low), (high), interior, result + 1);                \
    for (int64_t i = -1; i <= ROWS * extent; ++i) {                            \
      uint##bits##_t expected = 77;                                            \
      if (i >= 0 && i < ROWS * extent) {                                       \
        int64_t at = position(mode, i % extent - (low), dilated);              \
        expected =                                                             \
            at < 0 || at % (step) ? 0 : source[i / extent * d + at / (step)];  \
      }                                                                        \
      if (result[i + 1] != expected)                                           \
        leave(number % 256 ? number % 256 : 255);                              \
    }                                                                          \
  } while (0);
#define INNER_BLOCKS(mode, bits, step, name)
#define MODES(outer, mode, bits, name)
#include "checks.inc"
#undef CHECK
#undef INNER_BLOCKS
#undef MODES
}

/* The same of the kernels that move inner blocks of `c`, of `d` columns. */
static void checkInnerBlocks(int64_t d, int64_t c) {
  long number = 0;
#define CHECK(mode, bits, low, high, step, name) ++number;
#define INNER_BLOCKS(mode, bits, step, name)                                   \
  do {                                                                         \
    static uint##bits##_t source[ROWS * 4 * MOST],                             \
        result[ROWS * 10 * MOST + 2];                                          \
    int64_t dilated = (d - 1) * (step) + 1, extent = dilated + 3;              \
    ++number;                                                                  \
    for (int64_t i = 0; i < ROWS * d * c; ++i)                                 \
      source[i] = (uint##bits##_t)((i % 101 + 1) * 0x0101010101010101u);       \
    for (int64_t i = 0; i < ROWS * extent * c + 2; ++i)                        \
      result[i] = 77;                                                          \
    name(source, ROWS, d, c, result + 1);                                      \
    for (int64_t i = -1; i <= ROWS * extent * c; ++i) {                        \
      uint##bits##_t expected = 77;                                            \
      if (i >= 0 && i < ROWS * extent * c) {                                   \
        int64_t row = i / (extent * c), column = i / c % extent;               \
        int64_t at = position(mode, column - 1, dilated);                      \
        expected = at < 0 || at % (step)                                       \
                       ? 0                                                     \
                       : source[(row * d + at / (step)) * c + i % c];          \
      }                                                                        \
      if (result[i + 1] != expected)                                           \
        leave(number % 256 ? number % 256 : 255);                              \
    }                                                                          \
  } while (0);
#define MODES(outer, mode, bits, name)
#include "checks.inc"
#undef CHECK
#undef INNER_BLOCKS
#undef MODES
}

/* The same of the kernels whose axes have different modes, of `rows` rows. */
static void checkModes(int64_t rows, int64_t d) {
  long number = 0;
#define CHECK(mode, bits, low, high, step, name) ++number;
#define INNER_BLOCKS(mode, bits, step, name) ++number;
#define MODES(outer, mode, bits, name)                                         \
  do {                                                                         \
    static uint##bits##_t source[ROWS * MOST],                                 \
        result[(ROWS + 3) * (MOST + 3) + 2];                                   \
    int64_t extent = d + 3, elements = (rows + 3) * extent;                    \
    ++number;                                                                  \
    for (int64_t i = 0; i < rows * d; ++i)                                     \
      source[i] = (uint##bits##_t)((i % 101 + 1) * 0x0101010101010101u);       \
    for (int64_t i = 0; i < elements + 2; ++i)                                 \
      result[i] = 77;                                                          \
    name(source, rows, d, result + 1);                                         \
    for (int64_t i = -1; i <= elements; ++i) {                                 \
      uint##bits##_t expected = 77;                                            \
      if (i >= 0 && i < elements) {                                            \
        int64_t row = position(outer, i / extent - 2, rows);                   \
        int64_t column = position(mode, i % extent - 1, d);                    \
        expected = row < 0 || column < 0 ? 0 : source[row * d + column];       \
      }                                                                        \
      if (result[i + 1] != expected)                                           \
        leave(number % 256 ? number % 256 : 255);                              \
    }                                                                          \
  } while (0);
#include "checks.inc"
}

void _start(void) {
  static const int64_t extents[] = {1, 2, 7, 16, 33, 130},
                       pads[] = {-20, 0, 1, 40, 130};
  for (unsigned i = 0; i < sizeof extents / 8; ++i)
    for (unsigned j = 0; j < sizeof pads / 8; ++j)
      for (unsigned k = 0; k < sizeof pads / 8; ++k)
        check(extents[i], pads[j], pads[k]);
  static const int64_t columns[] = {1, 2, 4}, channels[] = {1, 3, 16, 17, 130};
  for (unsigned i = 0; i < sizeof columns / 8; ++i)
    for (unsigned j = 0; j < sizeof channels / 8; ++j)
      checkInnerBlocks(columns[i], channels[j]);
  for (int64_t rows = 1; rows <= ROWS; ++rows)
    for (unsigned i = 0; i < sizeof extents / 8; ++i)
      checkModes(rows, extents[i]);
  leave(0);
}
