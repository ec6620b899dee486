#include "sqlite_peer.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdlib.h>

typedef struct {
  sqlite3 *db;
  sqlite3_stmt *get, *range, *forward, *backward, *begin, *commit, *rollback;
} reader;

struct sqlite_peer {
  pthread_mutex_t turn;
  sqlite3 *db;
  sqlite3_stmt *insert, *delete, *begin, *commit, *rollback;
  reader readers[SQLITE_PEER_LANES];
};

const char *sqlite_peer_message(int status) { return sqlite3_errstr(status); }
const char *sqlite_peer_version(void) { return sqlite3_libversion(); }

static int prepare(sqlite3 *db, const char *sql, sqlite3_stmt **statement) {
  return sqlite3_prepare_v3(db, sql, -1, SQLITE_PREPARE_PERSISTENT, statement, NULL);
}

static int open_connection(const char *path, sqlite3 **db) {
  int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
  int status = sqlite3_open_v2(path, db, flags, NULL);
  if (status != 0) return status;
  return sqlite3_exec(*db,
                      "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
                      "PRAGMA mmap_size=2147418112; PRAGMA cache_size=-65536;",
                      NULL, NULL, NULL);
}

static int open_writer(sqlite_peer *store, const char *path, bool small_rows) {
  const char *create = small_rows
    ? "CREATE TABLE IF NOT EXISTS rows(key BLOB PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID"
    : "CREATE TABLE IF NOT EXISTS rows(key BLOB PRIMARY KEY, value BLOB NOT NULL)";
  int status = open_connection(path, &store->db);
  if (status == 0) status = sqlite3_exec(store->db, create, NULL, NULL, NULL);
  if (status == 0) status = prepare(store->db, "BEGIN IMMEDIATE", &store->begin);
  if (status == 0) status = prepare(store->db, "COMMIT", &store->commit);
  if (status == 0) status = prepare(store->db, "ROLLBACK", &store->rollback);
  if (status == 0)
    status = prepare(store->db, "INSERT INTO rows(key, value) VALUES(?, ?)", &store->insert);
  if (status == 0)
    status = prepare(store->db, "DELETE FROM rows WHERE key = ?", &store->delete);
  return status;
}

static int open_reader(reader *r, const char *path) {
  int status = open_connection(path, &r->db);
  if (status == 0) status = prepare(r->db, "BEGIN", &r->begin);
  if (status == 0) status = prepare(r->db, "COMMIT", &r->commit);
  if (status == 0) status = prepare(r->db, "ROLLBACK", &r->rollback);
  if (status == 0) status = prepare(r->db, "SELECT value FROM rows WHERE key = ?", &r->get);
  if (status == 0)
    status = prepare(r->db, "SELECT key, value FROM rows WHERE key >= ? ORDER BY key LIMIT ?",
                     &r->range);
  if (status == 0)
    status = prepare(r->db, "SELECT key, value FROM rows ORDER BY key", &r->forward);
  if (status == 0)
    status = prepare(r->db, "SELECT key, value FROM rows ORDER BY key DESC", &r->backward);
  return status;
}

int sqlite_peer_open(const char *path, bool small_rows, sqlite_peer **store) {
  sqlite_peer *new = calloc(1, sizeof *new);
  if (new == NULL) return SQLITE_NOMEM;
  pthread_mutex_init(&new->turn, NULL);
  int status = open_writer(new, path, small_rows);
  for (int i = 0; i < SQLITE_PEER_LANES && status == 0; i++)
    status = open_reader(&new->readers[i], path);
  if (status != 0) {
    sqlite_peer_close(new);
    return status;
  }
  *store = new;
  return 0;
}

static void close_connection(sqlite3 *db) {
  if (db == NULL) return;
  for (sqlite3_stmt *s; (s = sqlite3_next_stmt(db, NULL)) != NULL;) sqlite3_finalize(s);
  sqlite3_close(db);
}

void sqlite_peer_close(sqlite_peer *store) {
  for (int i = 0; i < SQLITE_PEER_LANES; i++) close_connection(store->readers[i].db);
  close_connection(store->db);
  pthread_mutex_destroy(&store->turn);
  free(store);
}

// Runs a statement that returns no rows.
static int run(sqlite3_stmt *statement) {
  int status = sqlite3_step(statement);
  int end = sqlite3_reset(statement);
  return status == SQLITE_DONE ? end : status;
}

static int bind(sqlite3_stmt *statement, int index, bench_slice slice) {
  return sqlite3_bind_blob64(statement, index, slice.bytes, slice.count, SQLITE_STATIC);
}

static int insert(sqlite_peer *store, bench_slice key, bench_slice value) {
  int status = bind(store->insert, 1, key);
  if (status == 0) status = bind(store->insert, 2, value);
  return status == 0 ? run(store->insert) : status;
}

static int commit(sqlite_peer *store, bench_outcome *out) {
  if (out->status != 0) {
    run(store->rollback);
    return out->status;
  }
  uint64_t start = bench_now();
  int status = run(store->commit);
  out->commit_nanoseconds += bench_now() - start;
  return status;
}

bench_outcome sqlite_peer_load(sqlite_peer *store, bench_rows rows, size_t batch) {
  bench_outcome out = {0};
  for (size_t i = 0; i < rows.count && out.status == 0;) {
    size_t end = rows.count - i < batch ? rows.count : i + batch;
    out.status = run(store->begin);
    if (out.status != 0) break;
    for (; i < end && out.status == 0; i++)
      out.status = insert(store, rows.keys[i], rows.values[i]);
    out.status = commit(store, &out);
  }
  return out;
}

bench_outcome sqlite_peer_delete(sqlite_peer *store, bench_rows keys) {
  bench_outcome out = {0};
  out.status = run(store->begin);
  if (out.status != 0) return out;
  for (size_t i = 0; i < keys.count && out.status == 0; i++) {
    out.status = bind(store->delete, 1, keys.keys[i]);
    if (out.status == 0) out.status = run(store->delete);
    if (out.status == 0) out.digest.count += (uint64_t)sqlite3_changes(store->db);
  }
  out.status = commit(store, &out);
  return out;
}

static int get(reader *r, bench_slice key, bench_digest *digest) {
  int status = bind(r->get, 1, key);
  if (status != 0) return status;
  status = sqlite3_step(r->get);
  if (status == SQLITE_ROW)
    bench_add(digest, sqlite3_column_blob(r->get, 0), (size_t)sqlite3_column_bytes(r->get, 0));
  int end = sqlite3_reset(r->get);
  return status == SQLITE_ROW || status == SQLITE_DONE ? end : status;
}

bench_outcome sqlite_peer_get(sqlite_peer *store, bench_rows keys, size_t lane, bool each) {
  bench_outcome out = {0};
  reader *r = &store->readers[lane];
  if (!each) out.status = run(r->begin);
  for (size_t i = 0; i < keys.count && out.status == 0; i++)
    out.status = get(r, keys.keys[i], &out.digest);
  if (!each && out.status == 0) out.status = run(r->commit);
  return out;
}

// Steps `statement` to its end and digests column 1.
static int read_all(sqlite3_stmt *statement, bench_digest *digest) {
  bench_digest found = *digest;
  int status;
  while ((status = sqlite3_step(statement)) == SQLITE_ROW)
    bench_add(&found, sqlite3_column_blob(statement, 1),
              (size_t)sqlite3_column_bytes(statement, 1));
  *digest = found;
  int end = sqlite3_reset(statement);
  return status == SQLITE_DONE ? end : status;
}

bench_outcome sqlite_peer_scan(sqlite_peer *store, bool reverse) {
  bench_outcome out = {0};
  reader *r = &store->readers[0];
  out.status = read_all(reverse ? r->backward : r->forward, &out.digest);
  return out;
}

bench_outcome sqlite_peer_ranges(sqlite_peer *store, bench_rows starts, size_t length) {
  bench_outcome out = {0};
  reader *r = &store->readers[0];
  out.status = run(r->begin);
  for (size_t i = 0; i < starts.count && out.status == 0; i++) {
    out.status = bind(r->range, 1, starts.keys[i]);
    if (out.status == 0) out.status = sqlite3_bind_int64(r->range, 2, (sqlite3_int64)length);
    if (out.status == 0) out.status = read_all(r->range, &out.digest);
  }
  if (out.status == 0) out.status = run(r->commit);
  return out;
}

bench_outcome sqlite_peer_match(sqlite_peer *store, bench_rows rows) {
  bench_outcome out = {0};
  sqlite3_stmt *s = store->readers[0].get;
  for (size_t i = 0; i < rows.count && out.status == 0; i++) {
    out.status = bind(s, 1, rows.keys[i]);
    if (out.status != 0) break;
    if (sqlite3_step(s) == SQLITE_ROW
        && bench_equal(rows.values[i], sqlite3_column_blob(s, 0), (size_t)sqlite3_column_bytes(s, 0)))
      out.digest.count += 1;
    out.status = sqlite3_reset(s);
  }
  return out;
}

static int commit_each(void *argument, bench_rows share) {
  sqlite_peer *store = argument;
  int status = 0;
  for (size_t i = 0; i < share.count && status == 0; i++) {
    pthread_mutex_lock(&store->turn);
    status = insert(store, share.keys[i], share.values[i]);
    pthread_mutex_unlock(&store->turn);
  }
  return status;
}

bench_outcome sqlite_peer_write(sqlite_peer *store, bench_rows rows, size_t writers) {
  bench_outcome out = {0};
  out.status = writers == 1 ? commit_each(store, rows)
                            : bench_on_threads(rows, writers, store, commit_each);
  return out;
}

int sqlite_peer_checkpoint(sqlite_peer *store) {
  return sqlite3_wal_checkpoint_v2(store->db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
}

int sqlite_peer_compact(sqlite_peer *store, const char *path) {
  sqlite3_stmt *vacuum;
  int status = prepare(store->db, "VACUUM INTO ?", &vacuum);
  if (status == 0) status = sqlite3_bind_text(vacuum, 1, path, -1, SQLITE_STATIC);
  if (status == 0) status = run(vacuum);
  sqlite3_finalize(vacuum);
  return status;
}
