#include "lmdb_queries.h"

#include "lmdb_index.h"

// A walk over the entries of one value. In a checked store it verifies each entry that it reads.
typedef struct {
  const lmdb_index *index;
  bool checked;
  MDB_cursor *cursor;
  uint8_t prefix[ENTRY_SIZE];
  size_t count;
  MDB_val entry;
} walk;

static MDB_val row_key(const walk *walk) {
  return (MDB_val){walk->entry.mv_size - walk->count,
                   (uint8_t *)walk->entry.mv_data + walk->count};
}

static bool is_within(const walk *walk) {
  return walk->entry.mv_size >= walk->count &&
         memcmp(walk->entry.mv_data, walk->prefix, walk->count) == 0;
}

// Whether the entry's value is not beyond another.
static bool is_up_to(const walk *walk, const uint8_t *high, size_t count) {
  size_t shorter = walk->entry.mv_size < count ? walk->entry.mv_size : count;
  return memcmp(walk->entry.mv_data, high, shorter) <= 0;
}

static int step(walk *walk, MDB_cursor_op op) {
  MDB_val value;
  int status = mdb_cursor_get(walk->cursor, &walk->entry, &value, op);
  if (status != 0 || !walk->checked) return status;
  return lmdb_entry_is_intact(walk->index, walk->entry, value) ? 0 : MDB_CORRUPTED;
}

// Goes to the first entry of a value or, when it has none, of a greater one.
static int seek(walk *walk, query_value value) {
  walk->count = lmdb_value_bytes(walk->index->column, value, walk->prefix);
  walk->entry = (MDB_val){walk->count, walk->prefix};
  if (!walk->checked) return step(walk, MDB_SET_RANGE);
  // A damaged entry may have moved before the range: the entry there is verified, too.
  MDB_val nothing;
  int status = mdb_cursor_get(walk->cursor, &walk->entry, &nothing, MDB_SET_RANGE);
  if (status != 0 && status != MDB_NOTFOUND) return status;
  int before = step(walk, status == 0 ? MDB_PREV : MDB_LAST);
  if (before != 0 && before != MDB_NOTFOUND) return before;
  if (status != 0) return status;
  return step(walk, before == 0 ? MDB_NEXT : MDB_FIRST);
}

static int take(MDB_txn *txn, const lmdb_models *models, MDB_val key, model_copy *copy,
                bench_digest *digest) {
  MDB_val row;
  int status = mdb_get(txn, models->table, &key, &row);
  return status == 0 ? lmdb_take_row(models, key, row, copy, digest) : status;
}

static int put_entry(const lmdb_models *models, MDB_txn *txn, const lmdb_index *index,
                     MDB_val entry) {
  uint32_t check;
  MDB_val value = lmdb_entry_value(models, index, entry, &check);
  return mdb_put(txn, index->table, &entry, &value, 0);
}

static int put_entries(lmdb_queries *store, MDB_txn *txn, const model_object *object) {
  uint8_t bytes[ENTRY_SIZE];
  for (size_t i = 0; i < store->index_count; i++) {
    lmdb_index *index = &store->indexes[i];
    MDB_val entry =
      lmdb_entry(index, lmdb_value_of_object(index, object), lmdb_val(object->key), bytes);
    if (entry.mv_size == 0) continue;
    int status = put_entry(store->models, txn, index, entry);
    if (status != 0) return status;
  }
  return 0;
}

bench_outcome lmdb_queries_insert(lmdb_queries *store, const model_object *objects, size_t count) {
  bench_outcome out = {0};
  MDB_txn *txn;
  out.status = mdb_txn_begin(store->models->env, NULL, 0, &txn);
  if (out.status != 0) return out;
  out.status = lmdb_begin_rows(store->models, txn, objects, count);
  for (size_t i = 0; i < count && out.status == 0; i++) {
    out.status = lmdb_put_row(store->models, txn, &objects[i]);
    if (out.status == 0) out.status = put_entries(store, txn, &objects[i]);
  }
  lmdb_end_write(store->models, txn, &out);
  return out;
}

// Sets a number of one row, with its entry.
static int update(lmdb_queries *store, MDB_txn *txn, const lmdb_index *index, MDB_val key,
                  query_value number, uint8_t *buffer) {
  const lmdb_models *models = store->models;
  uint8_t bytes[ENTRY_SIZE];
  MDB_val stored;
  lmdb_row row;
  query_value old;
  int status = mdb_get(txn, models->table, &key, &stored);
  if (status == 0) status = lmdb_open_row(models, key, stored, &row);
  if (status == 0) status = lmdb_value_of_row(models, index, &row, &old);
  if (status != 0) return status;
  if (stored.mv_size > ROW_SIZE) return MDB_BAD_VALSIZE;
  memcpy(buffer, stored.mv_data, stored.mv_size);
  memcpy(buffer + lmdb_head(models) + 8 * index->place, &number.number, 8);
  stored.mv_data = buffer;
  if (models->checks != NULL) lmdb_checks_stamp(key, stored);
  status = mdb_put(txn, models->table, &key, &stored, 0);
  if (status != 0 || old.number.bits == number.number.bits) return status;
  MDB_val entry = lmdb_entry(index, old, key, bytes);
  if (entry.mv_size > 0) status = mdb_del(txn, index->table, &entry, NULL);
  if (status != 0) return status;
  entry = lmdb_entry(index, number, key, bytes);
  return entry.mv_size > 0 ? put_entry(models, txn, index, entry) : 0;
}

bench_outcome lmdb_queries_update(lmdb_queries *store, bench_rows keys, size_t column,
                                  query_values numbers) {
  bench_outcome out = {0};
  const lmdb_index *index = lmdb_index_of(store, column);
  uint8_t *buffer = malloc(ROW_SIZE);
  MDB_txn *txn;
  out.status = index == NULL || buffer == NULL ? EINVAL : 0;
  if (out.status == 0) out.status = mdb_txn_begin(store->models->env, NULL, 0, &txn);
  if (out.status != 0) {
    free(buffer);
    return out;
  }
  for (size_t i = 0; i < keys.count && out.status == 0; i++) {
    out.status = update(store, txn, index, lmdb_val(keys.keys[i]), numbers.values[i], buffer);
    out.digest.count += 1;
  }
  lmdb_end_write(store->models, txn, &out);
  free(buffer);
  return out;
}

// Questions: each opens a snapshot with a cursor of an index, and closes them.

typedef struct {
  MDB_txn *txn;
  const lmdb_models *models;
  walk walk;
  model_copy copy;
  bench_outcome out;
} question;

static bool begin(question *asked, lmdb_queries *store, size_t column) {
  asked->out = (bench_outcome){0};
  asked->txn = NULL;
  asked->models = store->models;
  asked->walk.index = lmdb_index_of(store, column);
  asked->walk.checked = store->models->checks != NULL;
  if (asked->walk.index == NULL) asked->out.status = EINVAL;
  else asked->out.status = mdb_txn_begin(store->models->env, NULL, MDB_RDONLY, &asked->txn);
  if (asked->out.status == 0)
    asked->out.status = mdb_cursor_open(asked->txn, asked->walk.index->table, &asked->walk.cursor);
  return asked->out.status == 0;
}

static bench_outcome end(question *asked) {
  if (asked->txn != NULL) {
    mdb_cursor_close(asked->walk.cursor);
    mdb_txn_abort(asked->txn);
  }
  return asked->out;
}

static int take_entry(question *asked) {
  return take(asked->txn, asked->models, row_key(&asked->walk), &asked->copy, &asked->out.digest);
}

// What is not found is no failure.
static int found(int status) { return status == MDB_NOTFOUND ? 0 : status; }

bench_outcome lmdb_queries_equal(lmdb_queries *store, size_t column, query_values values) {
  question asked;
  if (!begin(&asked, store, column)) return end(&asked);
  for (size_t i = 0; i < values.count && asked.out.status == 0; i++) {
    int status = seek(&asked.walk, values.values[i]);
    while (status == 0 && is_within(&asked.walk)) {
      status = take_entry(&asked);
      if (status == 0) status = step(&asked.walk, MDB_NEXT);
    }
    asked.out.status = found(status);
  }
  return end(&asked);
}

bench_outcome lmdb_queries_range(lmdb_queries *store, size_t column, query_values lows,
                                 size_t limit) {
  question asked;
  if (!begin(&asked, store, column)) return end(&asked);
  for (size_t i = 0; i < lows.count && asked.out.status == 0; i++) {
    int status = seek(&asked.walk, lows.values[i]);
    for (size_t n = 0; n < limit && status == 0; n++) {
      status = take_entry(&asked);
      if (status == 0 && n + 1 < limit) status = step(&asked.walk, MDB_NEXT);
    }
    asked.out.status = found(status);
  }
  return end(&asked);
}

bench_outcome lmdb_queries_count(lmdb_queries *store, size_t column, query_values values) {
  return lmdb_queries_count_between(store, column, values, values);
}

bench_outcome lmdb_queries_count_between(lmdb_queries *store, size_t column, query_values lows,
                                         query_values highs) {
  question asked;
  if (!begin(&asked, store, column)) return end(&asked);
  uint8_t high[ENTRY_SIZE];
  for (size_t i = 0; i < lows.count && asked.out.status == 0; i++) {
    size_t count = lmdb_value_bytes(asked.walk.index->column, highs.values[i], high);
    uint64_t counted = 0;
    int status = seek(&asked.walk, lows.values[i]);
    while (status == 0 && is_up_to(&asked.walk, high, count)) {
      counted += 1;
      status = step(&asked.walk, MDB_NEXT);
    }
    asked.out.digest.count += counted;
    asked.out.status = found(status);
  }
  return end(&asked);
}

// Merges the entries of two values, which both are in the order of their rows' keys.
static int merge(question *asked, walk *other) {
  int status = 0;
  while (status == 0 && is_within(&asked->walk) && is_within(other)) {
    MDB_val left = row_key(&asked->walk), right = row_key(other);
    size_t shorter = left.mv_size < right.mv_size ? left.mv_size : right.mv_size;
    int order = memcmp(left.mv_data, right.mv_data, shorter);
    if (order == 0) order = (left.mv_size > right.mv_size) - (left.mv_size < right.mv_size);
    if (order == 0) status = take_entry(asked);
    if (order <= 0 && status == 0) status = step(&asked->walk, MDB_NEXT);
    if (order >= 0 && status == 0) status = step(other, MDB_NEXT);
  }
  return status;
}

bench_outcome lmdb_queries_both(lmdb_queries *store, size_t column, query_values values,
                                size_t other, query_values others) {
  question asked;
  walk second = {.index = lmdb_index_of(store, other), .checked = store->models->checks != NULL};
  if (!begin(&asked, store, column)) return end(&asked);
  asked.out.status = second.index == NULL
                       ? EINVAL
                       : mdb_cursor_open(asked.txn, second.index->table, &second.cursor);
  if (asked.out.status != 0) return end(&asked);
  for (size_t i = 0; i < values.count && asked.out.status == 0; i++) {
    int status = seek(&asked.walk, values.values[i]);
    if (status == 0) status = seek(&second, others.values[i]);
    if (status == 0) status = merge(&asked, &second);
    asked.out.status = found(status);
  }
  mdb_cursor_close(second.cursor);
  return end(&asked);
}

bench_outcome lmdb_queries_last(lmdb_queries *store, size_t column, size_t limit, size_t times) {
  question asked;
  if (!begin(&asked, store, column)) return end(&asked);
  // The length of a value tells where the key of its row begins.
  if (asked.walk.index->column->kind == MODEL_TEXT) asked.out.status = EINVAL;
  asked.walk.count = 8;
  for (size_t i = 0; i < times && asked.out.status == 0; i++) {
    int status = step(&asked.walk, MDB_LAST);
    for (size_t n = 0; n < limit && status == 0; n++) {
      status = take_entry(&asked);
      if (status == 0) status = step(&asked.walk, MDB_PREV);
    }
    asked.out.status = found(status);
  }
  return end(&asked);
}

bench_outcome lmdb_queries_below(lmdb_queries *store, size_t column, int64_t bound) {
  bench_outcome out = {0};
  bench_digest digest = {0};
  MDB_txn *txn;
  MDB_cursor *cursor;
  const lmdb_models *models = store->models;
  size_t place = 8 * model_place_of(models->shape, column);
  out.status = mdb_txn_begin(models->env, NULL, MDB_RDONLY, &txn);
  if (out.status != 0) return out;
  int status = mdb_cursor_open(txn, models->table, &cursor);
  if (status == 0) {
    MDB_val key, stored;
    uintptr_t page = 0;
    lmdb_row row;
    model_copy copy;
    status = lmdb_next_row(models, cursor, MDB_FIRST, &key, &stored, &page);
    while (status == 0) {
      int64_t number;
      status = lmdb_open_row(models, key, stored, &row);
      if (status != 0) break;
      memcpy(&number, row.numbers + place, 8);
      if (number < bound) status = lmdb_take_opened(models, key, &row, &copy, &digest);
      if (status == 0) status = lmdb_next_row(models, cursor, MDB_NEXT, &key, &stored, &page);
    }
    mdb_cursor_close(cursor);
  }
  mdb_txn_abort(txn);
  out.status = found(status);
  out.digest = digest;
  return out;
}
