#include "bench_data.h"

#include <pthread.h>
#include <stdlib.h>

#ifdef __GLIBC__
#include <malloc.h>

void bench_keep_freed_memory(void) {
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
  mallopt(M_MMAP_THRESHOLD, 1 << 30);
}
#else
void bench_keep_freed_memory(void) {}
#endif

void bench_fill(uint8_t *bytes, size_t count, uint64_t seed) {
  for (size_t i = 0; i < count; i += 8) {
    seed += 0x9E3779B97F4A7C15u;
    uint64_t z = seed;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    z ^= z >> 31;
    memcpy(bytes + i, &z, count - i < 8 ? count - i : 8);
  }
}

typedef struct {
  pthread_t thread;
  void *store;
  bench_rows share;
  int (*body)(void *store, bench_rows share);
  int status;
} worker;

static void *run(void *argument) {
  worker *w = argument;
  w->status = w->body(w->store, w->share);
  return NULL;
}

int bench_on_threads(bench_rows rows, size_t writers, void *store,
                     int (*body)(void *store, bench_rows share)) {
  worker *workers = calloc(writers, sizeof *workers);
  if (workers == NULL) return -1;
  int status = 0;
  size_t started = 0;
  for (; started < writers; started++) {
    worker *w = &workers[started];
    size_t from = rows.count * started / writers, to = rows.count * (started + 1) / writers;
    w->store = store;
    w->share = (bench_rows){rows.keys + from, rows.values + from, to - from};
    w->body = body;
    status = pthread_create(&w->thread, NULL, run, w);
    if (status != 0) break;
  }
  for (size_t i = 0; i < started; i++) {
    pthread_join(workers[i].thread, NULL);
    if (status == 0) status = workers[i].status;
  }
  free(workers);
  return status;
}
