/* The C interface of Murmuration: a flock in your program, with the bits of `murmur run`. docs/library.md has an example and says
   what stays between versions.

   Functions return a status; murmur_error() has the text of a failure. Nothing is printed, no exception leaves a function, and the
   floating-point state of the calling thread is as it was. Calls on one flock from several threads take turns, in the order in
   which they come; a murmur_step of many steps lets the others in between two of them. Texts are UTF-8. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The exit codes of the program. */
enum {
  MURMUR_DONE = 0,
  MURMUR_FAILED = 1, /* a file, a device, memory or a number failed */
  MURMUR_WRONG = 2   /* an argument, a scenario or a file is wrong; nothing was done */
};

typedef struct murmur_flock murmur_flock;

/* What a flock runs on. All zero but `size`, or a null pointer in its place: the program's own choice. */
typedef struct murmur_options {
  size_t size; /* sizeof(murmur_options): later versions append members */
  const char*
      backend; /* "auto", "reference", "cpu" or "cuda"; null: "auto", a GPU that works, or else the cpu */
  const char* simd; /* of the cpu: "auto", "scalar", "avx2", "avx512" or "neon"; null: "auto" */
  const char*
      log; /* an event log to write, which `murmur replay` repeats; null: none. A file that is there is refused */
  int32_t threads; /* of the cpu; 0: one for each processor that the process may use */
  int32_t gpu;     /* 0: the first that works; n: the n-th */
} murmur_options;

/* Numbers of all boids where the flock has them. Boids are in the order of their cells, not of their ids. */
typedef struct murmur_column {
  const void* data; /* numbers of the first boid; null without boids */
  int64_t count;    /* boids */
  int64_t stride;   /* bytes from one boid to the next */
  int32_t width;    /* numbers of one boid */
  int32_t type;     /* MURMUR_FLOAT32 or MURMUR_UINT32 */
  int32_t device;   /* -1: the host's memory; else that of the CUDA device with this index */
  int32_t reserved; /* 0 */
} murmur_column;

enum { MURMUR_FLOAT32 = 1, MURMUR_UINT32 = 2 };

/* "0.2.0", of the library that is loaded. */
const char* murmur_version(void);
/* The sentence of the last failure in this thread, until its next one; "" before the first. */
const char* murmur_error(void);

/* A flock of a scenario: its TOML text, a file with it, or the name of a preset. To be given to murmur_free at last. */
int murmur_from_text(const char* toml, const murmur_options* options, murmur_flock** flock);
int murmur_from_file(const char* path, const murmur_options* options, murmur_flock** flock);
int murmur_from_preset(const char* name, const murmur_options* options, murmur_flock** flock);
/* Goes on with a checkpoint, to the same bits. `log` must be null. */
int murmur_load(const char* checkpoint, const murmur_options* options, murmur_flock** flock);
/* Ends the flock and its log. Null is allowed. No other call on the flock may be in progress. */
void murmur_free(murmur_flock* flock);

int murmur_step(murmur_flock* flock, int64_t steps);
/* Changes the flock now. `json` is an event as event logs have them, {"kind":"set","key":"rules.radius","value":"60"}; its step
   may be left out. docs/scenarios.md lists the kinds: scatter, startle, add, remove, convert, gust, set, preset, restart. */
int murmur_event(murmur_flock* flock, const char* json);
/* Writes a checkpoint, which murmur_load and `murmur run --resume` read. */
int murmur_save(const murmur_flock* flock, const char* checkpoint);

/* -1 for a failure. */
int64_t murmur_count(const murmur_flock* flock);
int64_t murmur_step_number(const murmur_flock* flock);
int32_t murmur_dimensions(const murmur_flock* flock);

/* As the program prints it with 16 hex digits. */
int murmur_hash(const murmur_flock* flock, uint64_t* hash);
/* A metric of docs/metrics.md that one state tells, such as "polarisation"; NaN where it is not defined. All are computed at the
   first call after a change. */
int murmur_metric(const murmur_flock* flock, const char* name, double* value);
/* The world's size; the third is 0 in 2D. */
int murmur_world(const murmur_flock* flock, double size[3]);
/* Texts, with their final 0: the present scenario as TOML; the backend with its threads and instruction set. `needed`, null or
   set in any case: bytes of the text. A null `text` only asks for them. A text that does not fit into `size` bytes is not written. */
int murmur_scenario(const murmur_flock* flock, char* text, size_t size, size_t* needed);
int murmur_backend(const murmur_flock* flock, char* text, size_t size, size_t* needed);

/* A column without a copy: "position", "velocity", "id", and what boids keep in scenarios that need it: "alignment", "target",
   "species". It may be read until the next murmur_step, murmur_event or murmur_free of this flock, in any thread. The reference
   backend has none. */
int murmur_view(murmur_flock* flock, const char* column, murmur_column* view);
/* The same in the order of ids, rows without gaps, without "id", and also "predator_position" and "predator_velocity". `bytes`
   must be the size of the column: rows * width * 4. */
int murmur_copy(const murmur_flock* flock, const char* column, void* to, size_t bytes);

#ifdef __cplusplus
}
#endif
