#include "sqlite_rows.h"

const char *sqlite_models_message(int status) { return sqlite3_errstr(status); }

static const char *type_of(model_column column) {
  switch (column.kind) {
  case MODEL_INTEGER: return column.is_optional ? " INTEGER" : " INTEGER NOT NULL";
  case MODEL_REAL: return " REAL NOT NULL";
  case MODEL_TEXT: return column.is_optional ? " TEXT" : " TEXT NOT NULL";
  case MODEL_PAIRS: return " BLOB NOT NULL";
  }
  return "";
}

static void write_create(const model_shape *shape, char sql[SQL_SIZE]) {
  snprintf(sql, SQL_SIZE, "CREATE TABLE IF NOT EXISTS %s(%s %s PRIMARY KEY NOT NULL", shape->table,
           shape->key, shape->key_is_text ? "TEXT" : "BLOB");
  for (size_t i = 0; i < shape->column_count; i++) {
    sqlite_append(sql, ", ");
    sqlite_append(sql, shape->columns[i].name);
    sqlite_append(sql, type_of(shape->columns[i]));
  }
  sqlite_append(sql, ")");
}

static void write_insert(const model_shape *shape, char sql[SQL_SIZE]) {
  snprintf(sql, SQL_SIZE, "INSERT INTO %s VALUES(?", shape->table);
  for (size_t i = 0; i < shape->column_count; i++) sqlite_append(sql, ", ?");
  sqlite_append(sql, ")");
}

static int open_database(sqlite_models *store, const char *path) {
  int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
  int status = sqlite3_open_v2(path, &store->db, flags, NULL);
  if (status != 0) return status;
  char sql[SQL_SIZE];
  write_create(store->shape, sql);
  status = sqlite3_exec(store->db,
                        "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
                        "PRAGMA mmap_size=2147418112; PRAGMA cache_size=-65536;",
                        NULL, NULL, NULL);
  return status == 0 ? sqlite3_exec(store->db, sql, NULL, NULL, NULL) : status;
}

static int prepare_all(sqlite_models *store) {
  const model_shape *shape = store->shape;
  char sql[SQL_SIZE];
  write_insert(shape, sql);
  int status = sqlite_prepare(store->db, sql, &store->insert);
  sqlite_write_select(shape, sql);
  if (status == 0) status = sqlite_prepare(store->db, sql, &store->scan);
  sqlite_write_at_key(shape, sql);
  if (status == 0) status = sqlite_prepare(store->db, sql, &store->get);
  snprintf(sql, SQL_SIZE, "DELETE FROM %s", shape->table);
  sqlite_write_at_key(shape, sql);
  if (status == 0) status = sqlite_prepare(store->db, sql, &store->delete);
  if (status == 0) status = sqlite_prepare(store->db, "BEGIN", &store->begin);
  if (status == 0) status = sqlite_prepare(store->db, "COMMIT", &store->commit);
  if (status == 0) status = sqlite_prepare(store->db, "ROLLBACK", &store->rollback);
  return status;
}

int sqlite_models_open(const char *path, model_type type, sqlite_models **store) {
  sqlite_models *new = calloc(1, sizeof *new);
  if (new == NULL) return SQLITE_NOMEM;
  new->shape = model_shape_of(type);
  int status = open_database(new, path);
  if (status == 0) status = prepare_all(new);
  if (status != 0) {
    sqlite_models_close(new);
    return status;
  }
  *store = new;
  return 0;
}

void sqlite_models_close(sqlite_models *store) {
  if (store->db != NULL) {
    for (sqlite3_stmt *s; (s = sqlite3_next_stmt(store->db, NULL)) != NULL;) sqlite3_finalize(s);
    sqlite3_close(store->db);
  }
  free(store);
}

int sqlite_models_checkpoint(sqlite_models *store) {
  return sqlite3_wal_checkpoint_v2(store->db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
}

// The texts from `first` on, each behind its length.
static int bind_pairs(sqlite_models *store, int index, const model_object *object, size_t first) {
  size_t used = 0;
  for (size_t i = first; i < object->text_count; i++) {
    uint32_t count = (uint32_t)object->texts[i].count;
    if (used + 4 + count > PAIRS_SIZE) return SQLITE_TOOBIG;
    memcpy(store->pairs + used, &count, 4);
    if (count > 0) memcpy(store->pairs + used + 4, object->texts[i].bytes, count);
    used += 4 + count;
  }
  return sqlite3_bind_blob64(store->insert, index, store->pairs, used, SQLITE_STATIC);
}

static int insert(sqlite_models *store, const model_object *object) {
  int status = sqlite_bind_key(store, store->insert, object->key);
  size_t number = 0, text = 0;
  for (size_t i = 0; i < store->shape->column_count && status == 0; i++) {
    const model_column *column = &store->shape->columns[i];
    int index = (int)i + 2;
    switch (column->kind) {
    case MODEL_INTEGER: {
      int64_t integer = object->numbers[number++].integer;
      status = column->is_optional && integer < 0
                 ? sqlite3_bind_null(store->insert, index)
                 : sqlite3_bind_int64(store->insert, index, integer);
      break;
    }
    case MODEL_REAL:
      status = sqlite3_bind_double(store->insert, index, object->numbers[number++].real);
      break;
    case MODEL_TEXT: {
      bench_slice slice = object->texts[text++];
      status = slice.bytes == NULL ? sqlite3_bind_null(store->insert, index)
                                   : sqlite_bind_text(store->insert, index, slice);
      break;
    }
    case MODEL_PAIRS: status = bind_pairs(store, index, object, text); break;
    }
  }
  return status == 0 ? sqlite_run(store->insert) : status;
}

bench_outcome sqlite_models_insert(sqlite_models *store, const model_object *objects,
                                   size_t count) {
  bench_outcome out = {0};
  out.status = sqlite_run(store->begin);
  if (out.status != 0) return out;
  for (size_t i = 0; i < count && out.status == 0; i++) out.status = insert(store, &objects[i]);
  out.status = sqlite_finish(store, &out);
  return out;
}

bench_outcome sqlite_models_get(sqlite_models *store, bench_rows keys, bool each) {
  bench_outcome out = {0};
  if (!each) out.status = sqlite_run(store->begin);
  for (size_t i = 0; i < keys.count && out.status == 0; i++) {
    out.status = sqlite_bind_key(store, store->get, keys.keys[i]);
    if (out.status == 0) out.status = sqlite_read_all(store, store->get, &out.digest);
  }
  if (!each && out.status == 0) out.status = sqlite_run(store->commit);
  return out;
}

bench_outcome sqlite_models_scan(sqlite_models *store) {
  bench_outcome out = {0};
  out.status = sqlite_read_all(store, store->scan, &out.digest);
  return out;
}

bench_outcome sqlite_models_delete(sqlite_models *store, bench_rows keys) {
  bench_outcome out = {0};
  out.status = sqlite_run(store->begin);
  if (out.status != 0) return out;
  for (size_t i = 0; i < keys.count && out.status == 0; i++) {
    out.status = sqlite_bind_key(store, store->delete, keys.keys[i]);
    if (out.status == 0) out.status = sqlite_run(store->delete);
    if (out.status == 0) out.digest.count += (uint64_t)sqlite3_changes(store->db);
  }
  out.status = sqlite_finish(store, &out);
  return out;
}

bench_outcome sqlite_models_match(sqlite_models *store, const model_object *objects,
                                  size_t count) {
  bench_outcome out = {0};
  model_copy copy;
  for (size_t i = 0; i < count && out.status == 0; i++) {
    out.status = sqlite_bind_key(store, store->get, objects[i].key);
    if (out.status != 0) break;
    if (sqlite3_step(store->get) == SQLITE_ROW) {
      out.status = sqlite_decode(store, store->get, &copy);
      if (out.status == 0 && model_equal(&objects[i], &copy)) out.digest.count += 1;
      model_free(&copy);
    }
    int end = sqlite3_reset(store->get);
    if (out.status == 0) out.status = end;
  }
  return out;
}
