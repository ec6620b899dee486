#include "lmdb_index.h"

#include "lmdb_queries.h"

#include <stdio.h>

const char *lmdb_queries_message(int status) { return mdb_strerror(status); }

int lmdb_queries_open(const char *path, size_t map_size, model_type type, bool checked,
                      lmdb_queries **store) {
  lmdb_queries *new = calloc(1, sizeof *new);
  if (new == NULL) return ENOMEM;
  int status = lmdb_models_open(path, map_size, type, checked, &new->models);
  if (status != 0) {
    free(new);
    return status;
  }
  *store = new;
  return 0;
}

void lmdb_queries_close(lmdb_queries *store) {
  lmdb_models_close(store->models);
  free(store);
}

// The entries of all rows, one behind the other.
typedef struct {
  uint8_t *bytes;
  size_t count, capacity;
  bench_slice *entries;
  size_t entry_count, entry_capacity;
} gathered;

static bool gather(gathered *all, MDB_val entry) {
  if (all->count + entry.mv_size > all->capacity) {
    all->capacity = 2 * all->capacity + (1 << 20);
    uint8_t *bytes = realloc(all->bytes, all->capacity);
    if (bytes == NULL) return false;
    all->bytes = bytes;
  }
  if (all->entry_count == all->entry_capacity) {
    all->entry_capacity = 2 * all->entry_capacity + 1024;
    bench_slice *entries = realloc(all->entries, all->entry_capacity * sizeof *entries);
    if (entries == NULL) return false;
    all->entries = entries;
  }
  memcpy(all->bytes + all->count, entry.mv_data, entry.mv_size);
  // The memory may still move: for now it is the place in it.
  all->entries[all->entry_count++] =
    (bench_slice){(const uint8_t *)(uintptr_t)all->count, entry.mv_size};
  all->count += entry.mv_size;
  return true;
}

static int order(const void *left, const void *right) {
  const bench_slice *a = left, *b = right;
  int order = memcmp(a->bytes, b->bytes, a->count < b->count ? a->count : b->count);
  return order != 0 ? order : (a->count > b->count) - (a->count < b->count);
}

static int gather_all(const lmdb_models *models, MDB_txn *txn, const lmdb_index *index,
                      gathered *all) {
  MDB_cursor *cursor;
  MDB_val key, stored;
  uintptr_t page = 0;
  uint8_t bytes[ENTRY_SIZE];
  int status = mdb_cursor_open(txn, models->table, &cursor);
  if (status != 0) return status;
  status = lmdb_next_row(models, cursor, MDB_FIRST, &key, &stored, &page);
  while (status == 0) {
    lmdb_row row;
    query_value value;
    status = lmdb_open_row(models, key, stored, &row);
    if (status == 0) status = lmdb_value_of_row(models, index, &row, &value);
    if (status != 0) break;
    MDB_val entry = lmdb_entry(index, value, key, bytes);
    if (entry.mv_size > 0 && !gather(all, entry)) status = ENOMEM;
    if (status == 0) status = lmdb_next_row(models, cursor, MDB_NEXT, &key, &stored, &page);
  }
  mdb_cursor_close(cursor);
  return status == MDB_NOTFOUND ? 0 : status;
}

static int append_all(const lmdb_models *models, MDB_txn *txn, const lmdb_index *index,
                      const gathered *all) {
  MDB_cursor *cursor;
  int status = mdb_cursor_open(txn, index->table, &cursor);
  if (status != 0) return status;
  for (size_t i = 0; i < all->entry_count && status == 0; i++) {
    uint32_t check;
    MDB_val entry = lmdb_val(all->entries[i]);
    MDB_val value = lmdb_entry_value(models, index, entry, &check);
    status = mdb_cursor_put(cursor, &entry, &value, MDB_APPEND);
  }
  mdb_cursor_close(cursor);
  return status;
}

static int fill(lmdb_queries *store, MDB_txn *txn, const lmdb_index *index) {
  gathered all = {0};
  int status = gather_all(store->models, txn, index, &all);
  if (status == 0 && all.entry_count > 0) {
    for (size_t i = 0; i < all.entry_count; i++)
      all.entries[i].bytes = all.bytes + (uintptr_t)all.entries[i].bytes;
    qsort(all.entries, all.entry_count, sizeof *all.entries, order);
    status = append_all(store->models, txn, index, &all);
  }
  free(all.bytes);
  free(all.entries);
  return status;
}

bench_outcome lmdb_queries_build(lmdb_queries *store, size_t column) {
  bench_outcome out = {0};
  if (store->index_count == MOST_INDEXES) return (bench_outcome){.status = ENOMEM};
  const model_shape *shape = store->models->shape;
  lmdb_index index = {&shape->columns[column], column, model_place_of(shape, column), 0};
  char name[32];
  snprintf(name, sizeof name, "by %s", index.column->name);
  MDB_txn *txn;
  out.status = mdb_txn_begin(store->models->env, NULL, 0, &txn);
  if (out.status != 0) return out;
  out.status = mdb_dbi_open(txn, name, MDB_CREATE, &index.table);
  if (out.status == 0) out.status = mdb_drop(txn, index.table, 0);
  if (out.status == 0) out.status = fill(store, txn, &index);
  if (out.status == 0) out.status = mdb_txn_commit(txn);
  else mdb_txn_abort(txn);
  if (out.status == 0) store->indexes[store->index_count++] = index;
  return out;
}

bench_outcome lmdb_queries_drop(lmdb_queries *store, size_t column) {
  bench_outcome out = {0};
  lmdb_index *index = lmdb_index_of(store, column);
  if (index == NULL) return (bench_outcome){.status = EINVAL};
  MDB_txn *txn;
  out.status = mdb_txn_begin(store->models->env, NULL, 0, &txn);
  if (out.status != 0) return out;
  out.status = mdb_drop(txn, index->table, 0);
  if (out.status == 0) out.status = mdb_txn_commit(txn);
  else mdb_txn_abort(txn);
  if (out.status == 0) *index = store->indexes[--store->index_count];
  return out;
}
