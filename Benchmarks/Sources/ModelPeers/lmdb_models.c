#include "lmdb_rows.h"

const char *lmdb_models_message(int status) { return mdb_strerror(status); }

static int open_table(lmdb_models *store) {
  MDB_txn *txn;
  int status = mdb_txn_begin(store->env, NULL, 0, &txn);
  if (status != 0) return status;
  status = mdb_dbi_open(txn, store->shape->table, MDB_CREATE, &store->table);
  if (status == 0) return mdb_txn_commit(txn);
  mdb_txn_abort(txn);
  return status;
}

int lmdb_models_open(const char *path, size_t map_size, model_type type, bool checked,
                     lmdb_models **store) {
  lmdb_models *new = calloc(1, sizeof *new);
  if (new == NULL) return ENOMEM;
  new->shape = model_shape_of(type);
  int status = mdb_env_create(&new->env);
  if (status == 0) status = mdb_env_set_mapsize(new->env, map_size);
  if (status == 0) status = mdb_env_set_maxdbs(new->env, 8);
  if (status == 0) status = mdb_env_open(new->env, path, MDB_NOTLS, 0644);
  if (status == 0) status = open_table(new);
  if (status == 0 && checked) status = lmdb_checks_open(new->env, new->shape, &new->checks);
  if (status == 0) {
    *store = new;
    return 0;
  }
  if (new->env != NULL) mdb_env_close(new->env);
  free(new);
  return status;
}

void lmdb_models_close(lmdb_models *store) {
  lmdb_checks_close(store->checks);
  mdb_env_close(store->env);
  free(store);
}

bench_outcome lmdb_models_insert(lmdb_models *store, const model_object *objects, size_t count) {
  bench_outcome out = {0};
  MDB_txn *txn;
  out.status = mdb_txn_begin(store->env, NULL, 0, &txn);
  if (out.status != 0) return out;
  out.status = lmdb_begin_rows(store, txn, objects, count);
  for (size_t i = 0; i < count && out.status == 0; i++)
    out.status = lmdb_put_row(store, txn, &objects[i]);
  lmdb_end_write(store, txn, &out);
  return out;
}

bench_outcome lmdb_models_get(lmdb_models *store, bench_rows keys, bool each) {
  bench_outcome out = {0};
  MDB_txn *txn;
  model_copy copy;
  out.status = mdb_txn_begin(store->env, NULL, MDB_RDONLY, &txn);
  if (out.status != 0) return out;
  for (size_t i = 0; i < keys.count && out.status == 0; i++) {
    if (each) {
      mdb_txn_reset(txn);
      out.status = mdb_txn_renew(txn);
      if (out.status != 0) break;
    }
    MDB_val key = lmdb_val(keys.keys[i]), value;
    int status = mdb_get(txn, store->table, &key, &value);
    if (status == 0) out.status = lmdb_take_row(store, key, value, &copy, &out.digest);
    else if (status != MDB_NOTFOUND) out.status = status;
  }
  mdb_txn_abort(txn);
  return out;
}

static int scan(const lmdb_models *store, MDB_cursor *cursor, bench_digest *digest) {
  // Local, so that it stays in registers.
  bench_digest found = {0};
  model_copy copy;
  MDB_val key, value;
  uintptr_t page = 0;
  int status = lmdb_next_row(store, cursor, MDB_FIRST, &key, &value, &page);
  while (status == 0) {
    status = lmdb_take_row(store, key, value, &copy, &found);
    if (status == 0) status = lmdb_next_row(store, cursor, MDB_NEXT, &key, &value, &page);
  }
  *digest = found;
  return status == MDB_NOTFOUND ? 0 : status;
}

bench_outcome lmdb_models_scan(lmdb_models *store) {
  bench_outcome out = {0};
  MDB_txn *txn;
  out.status = mdb_txn_begin(store->env, NULL, MDB_RDONLY, &txn);
  if (out.status != 0) return out;
  MDB_cursor *cursor;
  out.status = mdb_cursor_open(txn, store->table, &cursor);
  if (out.status == 0) {
    out.status = scan(store, cursor, &out.digest);
    mdb_cursor_close(cursor);
  }
  mdb_txn_abort(txn);
  return out;
}

bench_outcome lmdb_models_delete(lmdb_models *store, bench_rows keys) {
  bench_outcome out = {0};
  MDB_txn *txn;
  out.status = mdb_txn_begin(store->env, NULL, 0, &txn);
  if (out.status != 0) return out;
  for (size_t i = 0; i < keys.count && out.status == 0; i++) {
    MDB_val key = lmdb_val(keys.keys[i]);
    int status = mdb_del(txn, store->table, &key, NULL);
    if (status == 0) out.digest.count += 1;
    else if (status != MDB_NOTFOUND) out.status = status;
  }
  lmdb_end_write(store, txn, &out);
  return out;
}

bench_outcome lmdb_models_match(lmdb_models *store, const model_object *objects, size_t count) {
  bench_outcome out = {0};
  MDB_txn *txn;
  model_copy copy;
  out.status = mdb_txn_begin(store->env, NULL, MDB_RDONLY, &txn);
  if (out.status != 0) return out;
  for (size_t i = 0; i < count && out.status == 0; i++) {
    MDB_val key = lmdb_val(objects[i].key), value;
    if (mdb_get(txn, store->table, &key, &value) != 0) continue;
    lmdb_row row;
    out.status = lmdb_open_row(store, key, value, &row);
    if (out.status != 0) break;
    out.status = lmdb_copy_row(store, key, &row, &copy);
    if (out.status == 0 && model_equal(&objects[i], &copy)) out.digest.count += 1;
    model_free(&copy);
  }
  mdb_txn_abort(txn);
  return out;
}
