// The floor: what a careful C program gets out of liblmdb. Every loop runs in C.
#ifndef LMDB_FLOOR_H
#define LMDB_FLOOR_H

#include <bench_data.h>

typedef struct lmdb_floor lmdb_floor;

const char *_Nonnull lmdb_floor_message(int status);
const char *_Nonnull lmdb_floor_version(void);

// Opens or creates the environment in the directory `path`, with LMDB's default (durable) flags.
int lmdb_floor_open(const char *_Nonnull path, size_t map_size,
                    lmdb_floor *_Nullable *_Nonnull store);
void lmdb_floor_close(lmdb_floor *_Nonnull store);

// Puts the rows, `batch` to a transaction; `ascending` keys are appended.
bench_outcome lmdb_floor_load(lmdb_floor *_Nonnull store, bench_rows rows, size_t batch,
                              bool ascending);
// Gets each key, in one transaction or each in a snapshot of its own.
bench_outcome lmdb_floor_get(lmdb_floor *_Nonnull store, bench_rows keys);
bench_outcome lmdb_floor_get_each(lmdb_floor *_Nonnull store, bench_rows keys);
bench_outcome lmdb_floor_scan(lmdb_floor *_Nonnull store, bool reverse);
// Reads `length` entries from each key on.
bench_outcome lmdb_floor_ranges(lmdb_floor *_Nonnull store, bench_rows starts, size_t length);
// Deletes the keys in one transaction; the digest counts those that were there.
bench_outcome lmdb_floor_delete(lmdb_floor *_Nonnull store, bench_rows keys);
// Counts the rows that the store holds byte for byte.
bench_outcome lmdb_floor_match(lmdb_floor *_Nonnull store, bench_rows rows);
// Commits each row on its own, from `writers` threads at once.
bench_outcome lmdb_floor_write(lmdb_floor *_Nonnull store, bench_rows rows, size_t writers);
// Writes a compacted copy into the existing directory `path`.
int lmdb_floor_compact(lmdb_floor *_Nonnull store, const char *_Nonnull path);

#endif
