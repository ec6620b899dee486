// What the floor of objects has in a row, for the sources of the floor alone.
#ifndef LMDB_ROWS_H
#define LMDB_ROWS_H

#include "lmdb_checked.h"
#include "lmdb_models.h"

#include <errno.h>

struct lmdb_models {
  MDB_env *env;
  MDB_dbi table;
  const model_shape *shape;
  // NULL for the floor, which promises nothing.
  lmdb_checks *checks;
};

enum { SCANNED_PAGE = 4096 };

// In front of each text, in place of its length: the text is not there.
static const uint32_t lmdb_nothing = UINT32_MAX;

static inline MDB_val lmdb_val(bench_slice slice) {
  return (MDB_val){slice.count, (void *)slice.bytes};
}

// A stored row: its numbers as they lie in the store, and its texts.
typedef struct {
  const uint8_t *numbers;
  bench_slice texts;
  // Whether the texts are still compressed, and how; 0 if they are not.
  uint32_t form;
} lmdb_row;

static inline size_t lmdb_texts_size(const model_object *object) {
  size_t size = 0;
  for (size_t i = 0; i < object->text_count; i++) size += 4 + object->texts[i].count;
  return size;
}

static inline void lmdb_encode_texts(const model_object *object, uint8_t *out) {
  for (size_t i = 0; i < object->text_count; i++) {
    bench_slice text = object->texts[i];
    uint32_t count = text.bytes == NULL ? lmdb_nothing : (uint32_t)text.count;
    memcpy(out, &count, 4);
    if (text.count > 0) memcpy(out + 4, text.bytes, text.count);
    out += 4 + text.count;
  }
}

// Begins to put objects.
static inline int lmdb_begin_rows(const lmdb_models *store, MDB_txn *txn,
                                  const model_object *objects, size_t count) {
  return store->checks == NULL ? 0 : lmdb_checks_train(store->checks, txn, objects, count);
}

// Puts an object that must be new.
static inline int lmdb_put_row(const lmdb_models *store, MDB_txn *txn,
                               const model_object *object) {
  MDB_val key = lmdb_val(object->key), value;
  if (store->checks != NULL) {
    int status = lmdb_checks_encode(store->checks, object, &value);
    return status == 0 ? mdb_put(txn, store->table, &key, &value, MDB_NOOVERWRITE) : status;
  }
  size_t fixed = store->shape->number_count * sizeof(model_number);
  value.mv_size = fixed + lmdb_texts_size(object);
  int status = mdb_put(txn, store->table, &key, &value, MDB_RESERVE | MDB_NOOVERWRITE);
  if (status != 0) return status;
  memcpy(value.mv_data, object->numbers, fixed);
  lmdb_encode_texts(object, (uint8_t *)value.mv_data + fixed);
  return 0;
}

// Commits, or aborts if there was a failure.
static inline void lmdb_end_write(const lmdb_models *store, MDB_txn *txn, bench_outcome *out) {
  if (out->status == 0) {
    uint64_t start = bench_now();
    out->status = mdb_txn_commit(txn);
    out->commit_nanoseconds = bench_now() - start;
  } else {
    mdb_txn_abort(txn);
  }
  if (store->checks != NULL) lmdb_checks_end(store->checks, out->status == 0);
}

// Where the numbers of a stored row begin.
static inline size_t lmdb_head(const lmdb_models *store) {
  return store->checks == NULL ? 0 : CHECKED_HEAD;
}

// Finds the parts of a stored row, after its checksum was verified.
static inline int lmdb_open_row(const lmdb_models *store, MDB_val key, MDB_val value,
                                lmdb_row *row) {
  size_t head = lmdb_head(store), fixed = store->shape->number_count * sizeof(model_number);
  const uint8_t *in = value.mv_data;
  row->form = 0;
  if (store->checks != NULL) {
    if (!lmdb_checks_row(key, value) || value.mv_size < head + fixed) return MDB_CORRUPTED;
    memcpy(&row->form, in + 8, 4);
  }
  row->numbers = in + head;
  row->texts = (bench_slice){in + head + fixed, value.mv_size - head - fixed};
  return 0;
}

// Moves to the next row of a scan, or to the first one. A checked scan reads all bytes of a page:
// it prefetches them when it reaches the page, as Lode does.
static inline int lmdb_next_row(const lmdb_models *store, MDB_cursor *cursor, MDB_cursor_op op,
                                MDB_val *key, MDB_val *value, uintptr_t *page) {
  int status = mdb_cursor_get(cursor, key, value, op);
  if (store->checks == NULL || status != 0) return status;
  uintptr_t reached = (uintptr_t)key->mv_data & ~(uintptr_t)(SCANNED_PAGE - 1);
  if (reached != *page)
    for (uintptr_t line = 0; line < SCANNED_PAGE; line += 64)
      __builtin_prefetch((const void *)(reached + line));
  *page = reached;
  return 0;
}

static inline int lmdb_open_texts(const lmdb_models *store, lmdb_row *row) {
  if (row->form == 0) return 0;
  int status = lmdb_checks_decompress(store->checks, row->form, &row->texts);
  row->form = 0;
  return status;
}

static inline int lmdb_copy_texts(bench_slice texts, model_copy *copy, bool checked) {
  const uint8_t *in = texts.bytes, *end = in + texts.count;
  while (in < end) {
    uint32_t count;
    if (checked && (end - in < 4 || copy->text_count == MODEL_TEXTS)) return MDB_CORRUPTED;
    memcpy(&count, in, 4);
    in += 4;
    model_text *text = &copy->texts[copy->text_count];
    if (count == lmdb_nothing) {
      model_set_nothing(text);
    } else {
      if (checked && ((size_t)(end - in) < count || !lmdb_is_utf8(in, count))) return MDB_CORRUPTED;
      if (!model_set_text(text, in, count)) return ENOMEM;
      in += count;
    }
    copy->text_count += 1;
  }
  return 0;
}

// Makes an object; `copy` must be freed whatever the status is.
static inline int lmdb_copy_row(const lmdb_models *store, MDB_val key, lmdb_row *row,
                                model_copy *copy) {
  copy->text_count = 0;
  copy->number_count = store->shape->number_count;
  if (!model_set_text(&copy->key, key.mv_data, key.mv_size)) return ENOMEM;
  memcpy(copy->numbers, row->numbers, copy->number_count * sizeof(model_number));
  // Two loops, so that the floor asks nothing of a text.
  if (store->checks == NULL) return lmdb_copy_texts(row->texts, copy, false);
  if (store->shape->key_is_text && !lmdb_is_utf8(key.mv_data, key.mv_size)) return MDB_CORRUPTED;
  int status = lmdb_open_texts(store, row);
  return status == 0 ? lmdb_copy_texts(row->texts, copy, true) : status;
}

// Makes an object of an opened row and takes it in.
static inline int lmdb_take_opened(const lmdb_models *store, MDB_val key, lmdb_row *row,
                                   model_copy *copy, bench_digest *digest) {
  int status = lmdb_copy_row(store, key, row, copy);
  if (status == 0) model_take(digest, copy);
  else model_free(copy);
  return status;
}

// Makes an object and takes it in.
static inline int lmdb_take_row(const lmdb_models *store, MDB_val key, MDB_val value,
                                model_copy *copy, bench_digest *digest) {
  lmdb_row row;
  int status = lmdb_open_row(store, key, value, &row);
  return status == 0 ? lmdb_take_opened(store, key, &row, copy, digest) : status;
}

#endif
