// The entries of the floor's indexes, for the sources of the floor alone.
#ifndef LMDB_INDEX_H
#define LMDB_INDEX_H

#include "lmdb_rows.h"
#include "query_data.h"

// LMDB takes no longer keys.
enum { ENTRY_SIZE = 511, MOST_INDEXES = 4, ROW_SIZE = 1 << 18 };

typedef struct {
  const model_column *column;
  size_t number;
  // Where the value lies among the numbers, or the texts, of an object.
  size_t place;
  MDB_dbi table;
} lmdb_index;

struct lmdb_queries {
  lmdb_models *models;
  size_t index_count;
  lmdb_index indexes[MOST_INDEXES];
};

static inline lmdb_index *lmdb_index_of(struct lmdb_queries *store, size_t column) {
  for (size_t i = 0; i < store->index_count; i++)
    if (store->indexes[i].number == column) return &store->indexes[i];
  return NULL;
}

// Writes the bytes of a value, which sort as the values do and end where the value ends; returns how many, and 0
// for a value that is not there or too long.
static inline size_t lmdb_value_bytes(const model_column *column, query_value value, uint8_t *out) {
  uint64_t bits = value.number.bits;
  switch (column->kind) {
  case MODEL_INTEGER:
    if (column->is_optional && value.number.integer < 0) return 0;
    bits ^= (uint64_t)1 << 63;
    break;
  case MODEL_REAL: bits ^= bits >> 63 ? UINT64_MAX : (uint64_t)1 << 63; break;
  case MODEL_TEXT:
    if (value.text.bytes == NULL || value.text.count > ENTRY_SIZE / 2) return 0;
    memcpy(out, value.text.bytes, value.text.count);
    out[value.text.count] = 0;
    return value.text.count + 1;
  case MODEL_PAIRS: return 0;
  }
  bits = __builtin_bswap64(bits);
  memcpy(out, &bits, 8);
  return 8;
}

// Writes an entry: a value and the key of its row. An empty one when there is no value.
static inline MDB_val lmdb_entry(const lmdb_index *index, query_value value, MDB_val key,
                                 uint8_t out[ENTRY_SIZE]) {
  size_t count = lmdb_value_bytes(index->column, value, out);
  if (count == 0 || count + key.mv_size > ENTRY_SIZE) return (MDB_val){0, out};
  memcpy(out + count, key.mv_data, key.mv_size);
  return (MDB_val){count + key.mv_size, out};
}

static inline query_value lmdb_value_of_object(const lmdb_index *index,
                                               const model_object *object) {
  if (index->column->kind == MODEL_TEXT) return (query_value){.text = object->texts[index->place]};
  return (query_value){.number = object->numbers[index->place]};
}

static inline query_value lmdb_value_of_row(const lmdb_models *models, const lmdb_index *index,
                                            MDB_val row) {
  query_value value = {0};
  const uint8_t *in = row.mv_data;
  if (index->column->kind != MODEL_TEXT) {
    memcpy(&value.number, in + 8 * index->place, 8);
    return value;
  }
  in += 8 * models->shape->number_count;
  uint32_t count;
  for (size_t i = 0; i < index->place; i++) {
    memcpy(&count, in, 4);
    in += 4 + (count == lmdb_nothing ? 0 : count);
  }
  memcpy(&count, in, 4);
  if (count != lmdb_nothing) value.text = (bench_slice){in + 4, count};
  return value;
}

#endif
