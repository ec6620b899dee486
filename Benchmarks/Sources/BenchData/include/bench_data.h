// The data every engine works on and the digest every engine must return. Both are C, so that the
// hand-written C peers and the Swift adapters run the very same instructions for them.
#ifndef BENCH_DATA_H
#define BENCH_DATA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

// Bytes owned by someone else.
typedef struct {
  const uint8_t *_Nullable bytes;
  size_t count;
} bench_slice;

// `count` keys and as many values, in the order in which they are to be used.
typedef struct {
  const bench_slice *_Nonnull keys;
  const bench_slice *_Nonnull values;
  size_t count;
} bench_rows;

// What a pass over a store found: how many values, and the wrapping sum of their words.
typedef struct {
  uint64_t count;
  uint64_t sum;
} bench_digest;

// The end of one call to a C peer. `status` is the engine's own code, 0 for success;
// `commit_nanoseconds` is the part of the time that was spent in commits.
typedef struct {
  int status;
  bench_digest digest;
  uint64_t commit_nanoseconds;
} bench_outcome;

// The wrapping sum of the little-endian words of `bytes`; the last word overlaps the one before it
// when the count is no multiple of 8, so that every byte counts and no slow tail loop is needed.
static inline uint64_t bench_sum(const uint8_t *_Nullable bytes, size_t count) {
  uint64_t sum = count, word = 0;
  if (count < 8) {
    for (size_t i = 0; i < count; i++) word = word << 8 | bytes[i];
    return sum + word;
  }
  for (size_t i = 0; i < count / 8; i++) {
    memcpy(&word, bytes + 8 * i, 8);
    sum += word;
  }
  if (count % 8 == 0) return sum;
  memcpy(&word, bytes + count - 8, 8);
  return sum + word;
}

static inline void bench_add(bench_digest *_Nonnull digest, const void *_Nullable bytes,
                             size_t count) {
  digest->count += 1;
  digest->sum += bench_sum((const uint8_t *)bytes, count);
}

static inline bool bench_equal(bench_slice slice, const void *_Nullable bytes, size_t count) {
  return slice.count == count && (count == 0 || memcmp(slice.bytes, bytes, count) == 0);
}

// Whether the bytes of `a` sort before those of `b`.
static inline bool bench_less(bench_slice a, bench_slice b) {
  int order = memcmp(a.bytes, b.bytes, a.count < b.count ? a.count : b.count);
  return order < 0 || (order == 0 && a.count < b.count);
}

static inline uint64_t bench_now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

// The CPU time of all threads of the process, in nanoseconds.
static inline uint64_t bench_cpu(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

// Tells the allocator to keep what is freed. Otherwise it depends on the order of the engines whose
// freed pages go back to the system, and the next load pays for faulting them in again.
void bench_keep_freed_memory(void);

// Fills `bytes` with repeatable noise (SplitMix64).
void bench_fill(uint8_t *_Nonnull bytes, size_t count, uint64_t seed);

// Runs `body` on `writers` threads at once, each with its share of `rows`, waits for all, and
// returns the first status that is not 0.
int bench_on_threads(bench_rows rows, size_t writers, void *_Nonnull store,
                     int (*_Nonnull body)(void *_Nonnull store, bench_rows share));

#endif
