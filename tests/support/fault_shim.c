/* Makes one call of the C library fail, for tests of what a program does then. Loaded with LD_PRELOAD.
 * FAULT=KIND:N   the N-th call of this kind fails (N from 1; 0: none). Kinds: the names in the list below.
 * FAULT_COUNT=F  the number of calls of the kind is written to F when the program ends.
 * FAULT_TRACE=F  a line in F for each write to a file, fsync and rename, in their order: "write /x/m.csv".
 * Calls are counted from the start of main(), in all threads. Of malloc, those by HDF5 are left out: that library does
 * not look at each of its own (H5_hash_string in 1.10). The kind `large` is malloc of a MiB and more: arrays of boids. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

enum Kind { kOpen, kFwrite, kFflush, kPwrite, kFsync, kRename, kTruncate, kFallocate, kMalloc, kLarge, kKinds };
static const char* const kNames[kKinds] = {"open",   "fwrite",   "fflush",    "pwrite", "fsync",
                                           "rename", "truncate", "fallocate", "malloc", "large"};
static int chosen = -1;
static long wanted;
static atomic_long counted;
static atomic_int in_main;
static uintptr_t hdf5_begin, hdf5_end;
static int trace = -1;

static int find_hdf5(struct dl_phdr_info* info, size_t size, void* unused) {
  (void)size;
  (void)unused;
  if (!strstr(info->dlpi_name, "libhdf5")) return 0;
  for (int k = 0; k < info->dlpi_phnum; ++k) {
    if (info->dlpi_phdr[k].p_type != PT_LOAD) continue;
    const uintptr_t begin = info->dlpi_addr + info->dlpi_phdr[k].p_vaddr,
                    end = begin + info->dlpi_phdr[k].p_memsz;
    if (hdf5_begin == 0 || begin < hdf5_begin) hdf5_begin = begin;
    if (end > hdf5_end) hdf5_end = end;
  }
  return 1;
}

__attribute__((constructor)) static void read_wish(void) {
  const char* wish = getenv("FAULT_TRACE");
  if (wish)
    trace =
        ((__typeof__(&open))dlsym(RTLD_NEXT, "open"))(wish, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  wish = getenv("FAULT");
  if (!wish) return;
  dl_iterate_phdr(find_hdf5, NULL);
  for (int kind = 0; kind < kKinds; ++kind) {
    const size_t size = strlen(kNames[kind]);
    if (strncmp(wish, kNames[kind], size) == 0 && wish[size] == ':') {
      wanted = atol(wish + size + 1);
      chosen = kind;
    }
  }
}

__attribute__((destructor)) static void report(void) {
  const char* path = getenv("FAULT_COUNT");
  const int kind = chosen;
  chosen = -1;
  if (!path || kind < 0) return;
  FILE* file = fopen(path, "w");
  if (!file) return;
  fprintf(file, "%ld\n", (long)counted);
  fclose(file);
}

static void note(const char* what, const char* path) {
  if (trace >= 0 && atomic_load(&in_main)) dprintf(trace, "%s %s\n", what, path);
}
static void note_file(const char* what, int file) {
  if (trace < 0) return;
  char link[40], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  const ssize_t size = readlink(link, path, sizeof path - 1);
  if (size <= 0) return;
  path[size] = '\0';
  note(what, path);
}

static int fails(enum Kind kind) {
  return atomic_load(&in_main) && (int)kind == chosen && atomic_fetch_add(&counted, 1) + 1 == wanted;
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define REFUSE(kind, code, value) \
  if (fails(kind)) {              \
    errno = code;                 \
    return value;                 \
  }

static mode_t mode_of(int flags, va_list arguments) {
  return flags & (O_CREAT | O_TMPFILE) ? va_arg(arguments, mode_t) : 0;
}

int open(const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = mode_of(flags, arguments);
  va_end(arguments);
  REFUSE(kOpen, EACCES, -1)
  return NEXT(open)(path, flags, mode);
}
int open64(const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = mode_of(flags, arguments);
  va_end(arguments);
  REFUSE(kOpen, EACCES, -1)
  return NEXT(open64)(path, flags, mode);
}
FILE* fopen(const char* path, const char* mode) {
  REFUSE(kOpen, EACCES, NULL)
  return NEXT(fopen)(path, mode);
}
FILE* fopen64(const char* path, const char* mode) {
  REFUSE(kOpen, EACCES, NULL)
  return NEXT(fopen64)(path, mode);
}
size_t fwrite(const void* data, size_t size, size_t count, FILE* file) {
  REFUSE(kFwrite, ENOSPC, 0)
  note_file("write", fileno(file));
  return NEXT(fwrite)(data, size, count, file);
}
int fflush(FILE* file) {
  REFUSE(kFflush, ENOSPC, EOF)
  return NEXT(fflush)(file);
}
ssize_t pwrite(int file, const void* data, size_t size, off_t at) {
  REFUSE(kPwrite, ENOSPC, -1)
  note_file("write", file);
  return NEXT(pwrite)(file, data, size, at);
}
ssize_t pwrite64(int file, const void* data, size_t size, off64_t at) {
  REFUSE(kPwrite, ENOSPC, -1)
  note_file("write", file);
  return NEXT(pwrite64)(file, data, size, at);
}
int fsync(int file) {
  REFUSE(kFsync, EIO, -1)
  note_file("sync", file);
  return NEXT(fsync)(file);
}
int rename(const char* from, const char* to) {
  REFUSE(kRename, EACCES, -1)
  note("rename", to);
  return NEXT(rename)(from, to);
}
int renameat2(int from_folder, const char* from, int to_folder, const char* to, unsigned flags) {
  REFUSE(kRename, EACCES, -1)
  note("rename", to);
  return NEXT(renameat2)(from_folder, from, to_folder, to, flags);
}
int ftruncate(int file, off_t size) {
  REFUSE(kTruncate, EIO, -1)
  return NEXT(ftruncate)(file, size);
}
int ftruncate64(int file, off64_t size) {
  REFUSE(kTruncate, EIO, -1)
  return NEXT(ftruncate64)(file, size);
}
/* A file system without it: every call fails, from the N-th on. */
int fallocate(int file, int mode, off_t at, off_t size) {
  if (chosen == kFallocate && wanted > 0 && atomic_fetch_add(&counted, 1) + 1 >= wanted) {
    errno = EOPNOTSUPP;
    return -1;
  }
  return NEXT(fallocate)(file, mode, at, size);
}
int fallocate64(int file, int mode, off64_t at, off64_t size) {
  if (chosen == kFallocate && wanted > 0 && atomic_fetch_add(&counted, 1) + 1 >= wanted) {
    errno = EOPNOTSUPP;
    return -1;
  }
  return NEXT(fallocate64)(file, mode, at, size);
}
extern void* __libc_malloc(size_t);
static _Thread_local int for_hdf5;
#define FROM_HDF5 ((uintptr_t)__builtin_return_address(0) - hdf5_begin < hdf5_end - hdf5_begin)
void* malloc(size_t size) {
  if (!for_hdf5 && !FROM_HDF5) REFUSE(kMalloc, ENOMEM, NULL)
  if (size >= 1 << 20) REFUSE(kLarge, ENOMEM, NULL)
  return __libc_malloc(size);
}
char* strdup(const char* text) {
  const size_t size = strlen(text) + 1;
  char* const copy = FROM_HDF5 ? __libc_malloc(size) : malloc(size);
  return copy ? memcpy(copy, text, size) : NULL;
}
int vasprintf(char** text, const char* format, va_list arguments) {
  for_hdf5 = FROM_HDF5;
  const int size = NEXT(vasprintf)(text, format, arguments);
  for_hdf5 = 0;
  return size;
}

static int (*real_main)(int, char**, char**);
static int noted_main(int count, char** arguments, char** environment) {
  atomic_store(&in_main, 1);
  return real_main(count, arguments, environment);
}
typedef int Start(int (*)(int, char**, char**), int, char**, void (*)(void), void (*)(void), void (*)(void),
                  void*);
int __libc_start_main(int (*program)(int, char**, char**), int count, char** arguments, void (*begin)(void),
                      void (*end)(void), void (*loader_end)(void), void* stack_end) {
  real_main = program;
  Start* const start = (Start*)dlsym(RTLD_NEXT, "__libc_start_main");
  return start(noted_main, count, arguments, begin, end, loader_end, stack_end);
}
