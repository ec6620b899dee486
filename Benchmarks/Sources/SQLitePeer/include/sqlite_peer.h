// SQLite as a C program would use it: prepared statements kept for the life of the store, blobs
// bound without copies, WAL, a memory-mapped file. Every loop runs in C.
#ifndef SQLITE_PEER_H
#define SQLITE_PEER_H

#include <bench_data.h>

typedef struct sqlite_peer sqlite_peer;

#define SQLITE_PEER_LANES 2

const char *_Nonnull sqlite_peer_message(int status);
const char *_Nonnull sqlite_peer_version(void);

// Opens or creates the database file `path` with synchronous=FULL. Small rows live in the primary
// key's own tree (WITHOUT ROWID), which is SQLite's best layout for them; large ones do not.
int sqlite_peer_open(const char *_Nonnull path, bool small_rows,
                     sqlite_peer *_Nullable *_Nonnull store);
void sqlite_peer_close(sqlite_peer *_Nonnull store);

// As the functions of `lmdb_floor.h`. A lane is a connection: one thread at a time each.
bench_outcome sqlite_peer_load(sqlite_peer *_Nonnull store, bench_rows rows, size_t batch);
bench_outcome sqlite_peer_get(sqlite_peer *_Nonnull store, bench_rows keys, size_t lane, bool each);
bench_outcome sqlite_peer_scan(sqlite_peer *_Nonnull store, bool reverse);
bench_outcome sqlite_peer_ranges(sqlite_peer *_Nonnull store, bench_rows starts, size_t length);
bench_outcome sqlite_peer_delete(sqlite_peer *_Nonnull store, bench_rows keys);
bench_outcome sqlite_peer_match(sqlite_peer *_Nonnull store, bench_rows rows);
// `writers` threads take turns on the one writing connection, a commit each.
bench_outcome sqlite_peer_write(sqlite_peer *_Nonnull store, bench_rows rows, size_t writers);
// Moves what is in the log into the database file.
int sqlite_peer_checkpoint(sqlite_peer *_Nonnull store);
// Writes a compacted copy as the new file `path`.
int sqlite_peer_compact(sqlite_peer *_Nonnull store, const char *_Nonnull path);

#endif
