// What the floor of objects has in a row, for the sources of the floor alone.
#ifndef LMDB_ROWS_H
#define LMDB_ROWS_H

#include "lmdb_models.h"

#include <errno.h>
#include <lmdb.h>

struct lmdb_models {
  MDB_env *env;
  MDB_dbi table;
  const model_shape *shape;
};

// In front of each text, in place of its length: the text is not there.
static const uint32_t lmdb_nothing = UINT32_MAX;

static inline MDB_val lmdb_val(bench_slice slice) {
  return (MDB_val){slice.count, (void *)slice.bytes};
}

static inline size_t lmdb_row_size(const lmdb_models *store, const model_object *object) {
  size_t size = store->shape->number_count * sizeof(model_number);
  for (size_t i = 0; i < object->text_count; i++) size += 4 + object->texts[i].count;
  return size;
}

static inline void lmdb_encode_row(const lmdb_models *store, const model_object *object,
                                   uint8_t *out) {
  size_t fixed = store->shape->number_count * sizeof(model_number);
  memcpy(out, object->numbers, fixed);
  out += fixed;
  for (size_t i = 0; i < object->text_count; i++) {
    bench_slice text = object->texts[i];
    uint32_t count = text.bytes == NULL ? lmdb_nothing : (uint32_t)text.count;
    memcpy(out, &count, 4);
    if (text.count > 0) memcpy(out + 4, text.bytes, text.count);
    out += 4 + text.count;
  }
}

// Makes an object; `copy` must be freed whatever the status is.
static inline int lmdb_decode_row(const lmdb_models *store, MDB_val key, MDB_val value,
                                  model_copy *copy) {
  const uint8_t *in = value.mv_data, *end = in + value.mv_size;
  copy->text_count = 0;
  copy->number_count = store->shape->number_count;
  if (!model_set_text(&copy->key, key.mv_data, key.mv_size)) return ENOMEM;
  memcpy(copy->numbers, in, copy->number_count * sizeof(model_number));
  in += copy->number_count * sizeof(model_number);
  while (in < end) {
    uint32_t count;
    memcpy(&count, in, 4);
    in += 4;
    model_text *text = &copy->texts[copy->text_count];
    if (count == lmdb_nothing) {
      model_set_nothing(text);
    } else {
      if (!model_set_text(text, in, count)) return ENOMEM;
      in += count;
    }
    copy->text_count += 1;
  }
  return 0;
}

// Makes an object and takes it in.
static inline int lmdb_take_row(const lmdb_models *store, MDB_val key, MDB_val value,
                                model_copy *copy, bench_digest *digest) {
  int status = lmdb_decode_row(store, key, value, copy);
  if (status == 0) model_take(digest, copy);
  else model_free(copy);
  return status;
}

#endif
