#include "lmdb_floor.h"

#include <lmdb.h>
#include <stdlib.h>

struct lmdb_floor {
  MDB_env *env;
  MDB_dbi table;
};

const char *lmdb_floor_message(int status) { return mdb_strerror(status); }
const char *lmdb_floor_version(void) { return mdb_version(NULL, NULL, NULL); }

static MDB_val val(bench_slice slice) {
  return (MDB_val){slice.count, (void *)slice.bytes};
}

static int open_table(lmdb_floor *store) {
  MDB_txn *txn;
  int status = mdb_txn_begin(store->env, NULL, 0, &txn);
  if (status != 0) return status;
  status = mdb_dbi_open(txn, "rows", MDB_CREATE, &store->table);
  if (status == 0) return mdb_txn_commit(txn);
  mdb_txn_abort(txn);
  return status;
}

int lmdb_floor_open(const char *path, size_t map_size, lmdb_floor **store) {
  lmdb_floor *new = calloc(1, sizeof *new);
  if (new == NULL) return -1;
  int status = mdb_env_create(&new->env);
  if (status == 0) status = mdb_env_set_mapsize(new->env, map_size);
  if (status == 0) status = mdb_env_set_maxdbs(new->env, 8);
  if (status == 0) status = mdb_env_open(new->env, path, MDB_NOTLS, 0644);
  if (status == 0) status = open_table(new);
  if (status == 0) {
    *store = new;
    return 0;
  }
  if (new->env != NULL) mdb_env_close(new->env);
  free(new);
  return status;
}

void lmdb_floor_close(lmdb_floor *store) {
  mdb_env_close(store->env);
  free(store);
}

bench_outcome lmdb_floor_load(lmdb_floor *store, bench_rows rows, size_t batch, bool ascending) {
  bench_outcome out = {0};
  unsigned flags = ascending ? MDB_APPEND : 0;
  for (size_t i = 0; i < rows.count && out.status == 0;) {
    size_t end = rows.count - i < batch ? rows.count : i + batch;
    MDB_txn *txn;
    out.status = mdb_txn_begin(store->env, NULL, 0, &txn);
    if (out.status != 0) break;
    for (; i < end && out.status == 0; i++) {
      MDB_val key = val(rows.keys[i]), value = val(rows.values[i]);
      out.status = mdb_put(txn, store->table, &key, &value, flags);
    }
    if (out.status != 0) {
      mdb_txn_abort(txn);
      break;
    }
    uint64_t start = bench_now();
    out.status = mdb_txn_commit(txn);
    out.commit_nanoseconds += bench_now() - start;
  }
  return out;
}

bench_outcome lmdb_floor_get(lmdb_floor *store, bench_rows keys) {
  bench_outcome out = {0};
  MDB_txn *txn;
  out.status = mdb_txn_begin(store->env, NULL, MDB_RDONLY, &txn);
  if (out.status != 0) return out;
  for (size_t i = 0; i < keys.count; i++) {
    MDB_val key = val(keys.keys[i]), value;
    int status = mdb_get(txn, store->table, &key, &value);
    if (status == 0) {
      bench_add(&out.digest, value.mv_data, value.mv_size);
    } else if (status != MDB_NOTFOUND) {
      out.status = status;
      break;
    }
  }
  mdb_txn_abort(txn);
  return out;
}

bench_outcome lmdb_floor_get_each(lmdb_floor *store, bench_rows keys) {
  bench_outcome out = {0};
  MDB_txn *txn;
  out.status = mdb_txn_begin(store->env, NULL, MDB_RDONLY, &txn);
  if (out.status != 0) return out;
  for (size_t i = 0; i < keys.count && out.status == 0; i++) {
    MDB_val key = val(keys.keys[i]), value;
    mdb_txn_reset(txn);
    out.status = mdb_txn_renew(txn);
    if (out.status != 0) break;
    int status = mdb_get(txn, store->table, &key, &value);
    if (status == 0) bench_add(&out.digest, value.mv_data, value.mv_size);
    else if (status != MDB_NOTFOUND) out.status = status;
  }
  mdb_txn_abort(txn);
  return out;
}

// A read transaction with a cursor in it.
typedef struct {
  MDB_txn *txn;
  MDB_cursor *cursor;
} reading;

static int begin_reading(lmdb_floor *store, reading *r) {
  int status = mdb_txn_begin(store->env, NULL, MDB_RDONLY, &r->txn);
  if (status != 0) return status;
  status = mdb_cursor_open(r->txn, store->table, &r->cursor);
  if (status != 0) mdb_txn_abort(r->txn);
  return status;
}

static void end_reading(reading *r) {
  mdb_cursor_close(r->cursor);
  mdb_txn_abort(r->txn);
}

static int scan(MDB_cursor *cursor, MDB_cursor_op first, MDB_cursor_op next, bench_digest *digest) {
  // Local, so that it stays in registers.
  bench_digest found = {0};
  MDB_val key, value;
  int status = mdb_cursor_get(cursor, &key, &value, first);
  while (status == 0) {
    bench_add(&found, value.mv_data, value.mv_size);
    status = mdb_cursor_get(cursor, &key, &value, next);
  }
  *digest = found;
  return status == MDB_NOTFOUND ? 0 : status;
}

bench_outcome lmdb_floor_scan(lmdb_floor *store, bool reverse) {
  bench_outcome out = {0};
  reading r;
  out.status = begin_reading(store, &r);
  if (out.status != 0) return out;
  out.status = reverse ? scan(r.cursor, MDB_LAST, MDB_PREV, &out.digest)
                       : scan(r.cursor, MDB_FIRST, MDB_NEXT, &out.digest);
  end_reading(&r);
  return out;
}

static int read_range(MDB_cursor *cursor, bench_slice start, size_t length, bench_digest *digest) {
  bench_digest found = *digest;
  MDB_val key = val(start), value;
  int status = mdb_cursor_get(cursor, &key, &value, MDB_SET_RANGE);
  for (size_t n = 0; status == 0;) {
    bench_add(&found, value.mv_data, value.mv_size);
    if (++n == length) break;
    status = mdb_cursor_get(cursor, &key, &value, MDB_NEXT);
  }
  *digest = found;
  return status == MDB_NOTFOUND ? 0 : status;
}

bench_outcome lmdb_floor_ranges(lmdb_floor *store, bench_rows starts, size_t length) {
  bench_outcome out = {0};
  reading r;
  out.status = begin_reading(store, &r);
  if (out.status != 0) return out;
  for (size_t i = 0; i < starts.count && out.status == 0; i++)
    out.status = read_range(r.cursor, starts.keys[i], length, &out.digest);
  end_reading(&r);
  return out;
}

bench_outcome lmdb_floor_match(lmdb_floor *store, bench_rows rows) {
  bench_outcome out = {0};
  reading r;
  out.status = begin_reading(store, &r);
  if (out.status != 0) return out;
  for (size_t i = 0; i < rows.count; i++) {
    MDB_val key = val(rows.keys[i]), value;
    if (mdb_cursor_get(r.cursor, &key, &value, MDB_SET) == 0
        && bench_equal(rows.values[i], value.mv_data, value.mv_size))
      out.digest.count += 1;
  }
  end_reading(&r);
  return out;
}

bench_outcome lmdb_floor_delete(lmdb_floor *store, bench_rows keys) {
  bench_outcome out = {0};
  MDB_txn *txn;
  out.status = mdb_txn_begin(store->env, NULL, 0, &txn);
  if (out.status != 0) return out;
  for (size_t i = 0; i < keys.count && out.status == 0; i++) {
    MDB_val key = val(keys.keys[i]);
    int status = mdb_del(txn, store->table, &key, NULL);
    if (status == 0) out.digest.count += 1;
    else if (status != MDB_NOTFOUND) out.status = status;
  }
  if (out.status != 0) {
    mdb_txn_abort(txn);
    return out;
  }
  uint64_t start = bench_now();
  out.status = mdb_txn_commit(txn);
  out.commit_nanoseconds = bench_now() - start;
  return out;
}

static int commit_each(void *store, bench_rows share) {
  return lmdb_floor_load(store, share, 1, false).status;
}

bench_outcome lmdb_floor_write(lmdb_floor *store, bench_rows rows, size_t writers) {
  bench_outcome out = {0};
  out.status = writers == 1 ? commit_each(store, rows)
                            : bench_on_threads(rows, writers, store, commit_each);
  return out;
}

int lmdb_floor_compact(lmdb_floor *store, const char *path) {
  return mdb_env_copy2(store->env, path, MDB_CP_COMPACT);
}
