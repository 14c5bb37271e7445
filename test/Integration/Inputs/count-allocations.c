/* Linked with --wrap=malloc and --wrap=free: fails a program whose own code frees
   less often than it allocates, or more often. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

void *__real_malloc(size_t);
void __real_free(void *);

static long allocated, freed;

void *__wrap_malloc(size_t size) {
  ++allocated;
  return __real_malloc(size);
}

void __wrap_free(void *buffer) {
  freed += buffer != NULL;
  __real_free(buffer);
}

__attribute__((destructor)) static void report(void) {
  printf("%ld allocated, %ld freed\n", allocated, freed);
  fflush(stdout);
  _exit(allocated != freed);
}
