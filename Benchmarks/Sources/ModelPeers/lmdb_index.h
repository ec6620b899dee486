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

// The value of an entry in its index: its check in a checked store, and nothing in others.
static inline MDB_val lmdb_entry_value(const lmdb_models *models, const lmdb_index *index,
                                       MDB_val entry, uint32_t *check) {
  if (models->checks == NULL) return (MDB_val){0, NULL};
  *check = lmdb_checks_of_entry(index->number, entry);
  return (MDB_val){ENTRY_CHECK, check};
}

// Whether an entry is as it was written.
static inline bool lmdb_entry_is_intact(const lmdb_index *index, MDB_val entry, MDB_val value) {
  uint32_t check;
  if (value.mv_size != ENTRY_CHECK) return false;
  memcpy(&check, value.mv_data, ENTRY_CHECK);
  return check == lmdb_checks_of_entry(index->number, entry);
}

// Reads the value of a row. Only texts are decompressed.
static inline int lmdb_value_of_row(const lmdb_models *models, const lmdb_index *index,
                                    lmdb_row *row, query_value *value) {
  *value = (query_value){0};
  if (index->column->kind != MODEL_TEXT) {
    memcpy(&value->number, row->numbers + 8 * index->place, 8);
    return 0;
  }
  int status = lmdb_open_texts(models, row);
  if (status != 0) return status;
  const uint8_t *in = row->texts.bytes;
  uint32_t count;
  for (size_t i = 0; i < index->place; i++) {
    memcpy(&count, in, 4);
    in += 4 + (count == lmdb_nothing ? 0 : count);
  }
  memcpy(&count, in, 4);
  if (count != lmdb_nothing) value->text = (bench_slice){in + 4, count};
  return 0;
}

#endif
