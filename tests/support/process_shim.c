/* A library that changes what a process shares, as -ffast-math, plug-ins and language runtimes do. Loaded with LD_PRELOAD.
 * PROCESS=WORD   when the library is loaded and at the start of each thread: flush (denormals become 0), up, down or zero (rounding),
 *                trap (each floating-point exception ends the program). */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fenv.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

static void change(void) {
  const char* word = getenv("PROCESS");
  if (!word) return;
  if (!strcmp(word, "up")) fesetround(FE_UPWARD);
  if (!strcmp(word, "down")) fesetround(FE_DOWNWARD);
  if (!strcmp(word, "zero")) fesetround(FE_TOWARDZERO);
  if (!strcmp(word, "trap")) feenableexcept(FE_ALL_EXCEPT);
#if defined(__x86_64__)
  if (!strcmp(word, "flush")) _mm_setcsr(_mm_getcsr() | 0x8040);
#endif
}

__attribute__((constructor)) static void loaded(void) { change(); }

struct Start {
  void* (*run)(void*);
  void* argument;
};

static void* changed(void* at) {
  const struct Start start = *(struct Start*)at;
  free(at);
  change();
  return start.run(start.argument);
}

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*run)(void*), void* argument) {
  int (*create)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*) = dlsym(RTLD_NEXT, "pthread_create");
  struct Start* start = malloc(sizeof *start);
  if (!start) return create(thread, attributes, run, argument);
  *start = (struct Start){run, argument};
  return create(thread, attributes, changed, start);
}
