// What SQLite's objects and queries have in common, for their sources alone.
#ifndef SQLITE_ROWS_H
#define SQLITE_ROWS_H

#include "sqlite_models.h"

#include <sqlite3.h>
#include <stdio.h>

enum { SQL_SIZE = 2048, PAIRS_SIZE = 1 << 16 };

struct sqlite_models {
  const model_shape *shape;
  sqlite3 *db;
  sqlite3_stmt *insert, *get, *scan, *delete, *begin, *commit, *rollback;
  // The pairs of the object that is being inserted.
  uint8_t pairs[PAIRS_SIZE];
};

static inline int sqlite_prepare(sqlite3 *db, const char *sql, sqlite3_stmt **statement) {
  return sqlite3_prepare_v3(db, sql, -1, SQLITE_PREPARE_PERSISTENT, statement, NULL);
}

// Writes `text` behind what is in `sql`, which has room for it.
static inline void sqlite_append(char sql[SQL_SIZE], const char *text) {
  size_t used = strlen(sql);
  snprintf(sql + used, SQL_SIZE - used, "%s", text);
}

static inline void sqlite_write_select(const model_shape *shape, char sql[SQL_SIZE]) {
  snprintf(sql, SQL_SIZE, "SELECT %s", shape->key);
  for (size_t i = 0; i < shape->column_count; i++) {
    sqlite_append(sql, ", ");
    sqlite_append(sql, shape->columns[i].name);
  }
  sqlite_append(sql, " FROM ");
  sqlite_append(sql, shape->table);
}

static inline void sqlite_write_at_key(const model_shape *shape, char sql[SQL_SIZE]) {
  sqlite_append(sql, " WHERE ");
  sqlite_append(sql, shape->key);
  sqlite_append(sql, " = ?");
}

// Runs a statement that returns no rows.
static inline int sqlite_run(sqlite3_stmt *statement) {
  int status = sqlite3_step(statement);
  int end = sqlite3_reset(statement);
  return status == SQLITE_DONE ? end : status;
}

static inline int sqlite_bind_text(sqlite3_stmt *statement, int index, bench_slice text) {
  return sqlite3_bind_text64(statement, index, (const char *)text.bytes, text.count, SQLITE_STATIC,
                             SQLITE_UTF8);
}

static inline int sqlite_bind_key(const sqlite_models *store, sqlite3_stmt *statement, bench_slice key) {
  return store->shape->key_is_text
           ? sqlite_bind_text(statement, 1, key)
           : sqlite3_bind_blob64(statement, 1, key.bytes, key.count, SQLITE_STATIC);
}

static inline bool sqlite_copy_text(sqlite3_stmt *statement, int index, model_text *text) {
  const void *bytes = sqlite3_column_blob(statement, index);
  return model_set_text(text, bytes, (size_t)sqlite3_column_bytes(statement, index));
}

static inline bool sqlite_copy_pairs(sqlite3_stmt *statement, int index, model_copy *copy) {
  const uint8_t *in = sqlite3_column_blob(statement, index);
  const uint8_t *end = in + sqlite3_column_bytes(statement, index);
  while (in < end) {
    uint32_t count;
    memcpy(&count, in, 4);
    if (!model_set_text(&copy->texts[copy->text_count], in + 4, count)) return false;
    copy->text_count += 1;
    in += 4 + count;
  }
  return true;
}

static inline bool sqlite_copy_column(sqlite3_stmt *statement, int index, const model_column *column,
                        model_copy *copy) {
  bool is_null = column->is_optional && sqlite3_column_type(statement, index) == SQLITE_NULL;
  switch (column->kind) {
  case MODEL_INTEGER:
    copy->numbers[copy->number_count++].integer =
      is_null ? -1 : sqlite3_column_int64(statement, index);
    return true;
  case MODEL_REAL:
    copy->numbers[copy->number_count++].real = sqlite3_column_double(statement, index);
    return true;
  case MODEL_TEXT:
    if (is_null) model_set_nothing(&copy->texts[copy->text_count]);
    else if (!sqlite_copy_text(statement, index, &copy->texts[copy->text_count])) return false;
    copy->text_count += 1;
    return true;
  case MODEL_PAIRS: return sqlite_copy_pairs(statement, index, copy);
  }
  return false;
}

// Makes the object of the row that `statement` is at; `copy` must be freed whatever the status is.
static inline int sqlite_decode(const sqlite_models *store, sqlite3_stmt *statement, model_copy *copy) {
  copy->number_count = copy->text_count = 0;
  if (!sqlite_copy_text(statement, 0, &copy->key)) return SQLITE_NOMEM;
  for (size_t i = 0; i < store->shape->column_count; i++)
    if (!sqlite_copy_column(statement, (int)i + 1, &store->shape->columns[i], copy)) return SQLITE_NOMEM;
  return 0;
}

// Steps `statement` to its end and takes the objects in.
static inline int sqlite_read_all(const sqlite_models *store, sqlite3_stmt *statement, bench_digest *digest) {
  bench_digest found = *digest;
  model_copy copy;
  int status;
  while ((status = sqlite3_step(statement)) == SQLITE_ROW) {
    status = sqlite_decode(store, statement, &copy);
    if (status != 0) {
      model_free(&copy);
      break;
    }
    model_take(&found, &copy);
  }
  *digest = found;
  int end = sqlite3_reset(statement);
  return status == SQLITE_DONE ? end : status;
}

static inline int sqlite_finish(sqlite_models *store, bench_outcome *out) {
  if (out->status != 0) {
    sqlite_run(store->rollback);
    return out->status;
  }
  uint64_t start = bench_now();
  int status = sqlite_run(store->commit);
  out->commit_nanoseconds = bench_now() - start;
  return status;
}

#endif
