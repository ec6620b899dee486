#include "sqlite_search.h"

#include <sqlite3.h>
#include <stdlib.h>

struct sqlite_search {
  sqlite3 *db;
  bool stores_texts;
  sqlite3_stmt *insert, *delete, *update, *top, *count, *begin, *commit, *rollback;
};

const char *sqlite_search_message(int status) { return sqlite3_errstr(status); }

static int prepare(sqlite3 *db, const char *sql, sqlite3_stmt **statement) {
  return sqlite3_prepare_v3(db, sql, -1, SQLITE_PREPARE_PERSISTENT, statement, NULL);
}

// Runs a statement that returns no rows.
static int run(sqlite3_stmt *statement) {
  int status = sqlite3_step(statement);
  int end = sqlite3_reset(statement);
  return status == SQLITE_DONE ? end : status;
}

static int prepare_all(sqlite_search *store) {
  const struct {
    const char *sql;
    sqlite3_stmt **statement;
  } all[] = {
    {"INSERT INTO texts(rowid, a, b, c) VALUES(?, ?, ?, ?)", &store->insert},
    {"INSERT INTO texts(texts, rowid, a, b, c) VALUES('delete', ?, ?, ?, ?)", &store->delete},
    {"UPDATE texts SET a = ?2, b = ?3, c = ?4 WHERE rowid = ?1", &store->update},
    {"SELECT rowid, -rank FROM texts WHERE texts MATCH ? ORDER BY rank LIMIT ?", &store->top},
    {"SELECT count(*) FROM texts WHERE texts MATCH ?", &store->count},
    {"BEGIN IMMEDIATE", &store->begin},
    {"COMMIT", &store->commit},
    {"ROLLBACK", &store->rollback},
  };
  int status = 0;
  for (size_t i = 0; i < sizeof all / sizeof *all && status == 0; i++)
    status = prepare(store->db, all[i].sql, all[i].statement);
  return status;
}

int sqlite_search_open(const char *path, bool stores_texts, sqlite_search **store) {
  sqlite_search *new = calloc(1, sizeof *new);
  if (new == NULL) return SQLITE_NOMEM;
  new->stores_texts = stores_texts;
  int status = sqlite3_open_v2(
    path, &new->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, NULL);
  // A commit waits for the disk once, as that of a store with relaxed durability does.
  if (status == 0)
    status = sqlite3_exec(new->db,
                          "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
                          "PRAGMA mmap_size=2147418112; PRAGMA cache_size=-65536;",
                          NULL, NULL, NULL);
  const char *create = stores_texts
                         ? "CREATE VIRTUAL TABLE IF NOT EXISTS texts USING fts5(a, b, c)"
                         : "CREATE VIRTUAL TABLE IF NOT EXISTS texts USING fts5(a, b, c, content='')";
  if (status == 0) status = sqlite3_exec(new->db, create, NULL, NULL, NULL);
  if (status == 0) status = prepare_all(new);
  if (status != 0) {
    sqlite_search_close(new);
    return status;
  }
  *store = new;
  return 0;
}

void sqlite_search_close(sqlite_search *store) {
  if (store->db != NULL) {
    // Only those that are ours: FTS5 has statements of its own, and ends them itself.
    sqlite3_stmt *const all[] = {store->insert, store->delete, store->update, store->top,
                                 store->count,  store->begin,  store->commit, store->rollback};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) sqlite3_finalize(all[i]);
    sqlite3_close(store->db);
  }
  free(store);
}

static int run_with(sqlite3_stmt *statement, int64_t id, const search_text *text) {
  int status = sqlite3_bind_int64(statement, 1, id);
  for (int i = 0; i < SEARCH_COLUMNS && status == 0; i++)
    status = sqlite3_bind_text64(statement, i + 2, (const char *)text->columns[i].bytes,
                                 text->columns[i].count, SQLITE_STATIC, SQLITE_UTF8);
  return status == 0 ? run(statement) : status;
}

static int finish(sqlite_search *store, int status) {
  if (status == 0) return run(store->commit);
  run(store->rollback);
  return status;
}

int sqlite_search_insert(sqlite_search *store, const search_text *texts, int64_t first_id,
                         size_t count, size_t batch) {
  int status = 0;
  for (size_t i = 0; i < count && status == 0;) {
    size_t end = count - i < batch ? count : i + batch;
    status = run(store->begin);
    for (; i < end && status == 0; i++)
      status = run_with(store->insert, first_id + (int64_t)i, &texts[i]);
    status = finish(store, status);
  }
  return status;
}

int sqlite_search_update(sqlite_search *store, const int64_t *ids, const search_text *before,
                         const search_text *after, size_t count) {
  int status = run(store->begin);
  for (size_t i = 0; i < count && status == 0; i++) {
    if (store->stores_texts) {
      status = run_with(store->update, ids[i], &after[i]);
      continue;
    }
    // An index alone must be told what it had.
    status = run_with(store->delete, ids[i], &before[i]);
    if (status == 0) status = run_with(store->insert, ids[i], &after[i]);
  }
  return finish(store, status);
}

int sqlite_search_rebuild(sqlite_search *store) {
  return sqlite3_exec(store->db, "INSERT INTO texts(texts) VALUES('rebuild')", NULL, NULL, NULL);
}

int sqlite_search_optimize(sqlite_search *store) {
  int status = sqlite3_exec(store->db, "INSERT INTO texts(texts) VALUES('optimize')", NULL, NULL, NULL);
  if (status != 0) return status;
  return sqlite3_wal_checkpoint_v2(store->db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
}

static int64_t pragma(sqlite_search *store, const char *sql) {
  sqlite3_stmt *statement;
  int64_t value = 0;
  if (prepare(store->db, sql, &statement) != 0) return 0;
  if (sqlite3_step(statement) == SQLITE_ROW) value = sqlite3_column_int64(statement, 0);
  sqlite3_finalize(statement);
  return value;
}

int64_t sqlite_search_bytes(sqlite_search *store) {
  int64_t pages = pragma(store, "PRAGMA page_count") - pragma(store, "PRAGMA freelist_count");
  return pages * pragma(store, "PRAGMA page_size");
}

int sqlite_search_top(sqlite_search *store, const char *query, size_t limit, int64_t *ids,
                      double *scores, size_t *found) {
  int status = sqlite3_bind_text(store->top, 1, query, -1, SQLITE_STATIC);
  if (status == 0) status = sqlite3_bind_int64(store->top, 2, (sqlite3_int64)limit);
  if (status != 0) return status;
  *found = 0;
  while ((status = sqlite3_step(store->top)) == SQLITE_ROW) {
    ids[*found] = sqlite3_column_int64(store->top, 0);
    scores[*found] = sqlite3_column_double(store->top, 1);
    *found += 1;
  }
  int end = sqlite3_reset(store->top);
  return status == SQLITE_DONE ? end : status;
}

int sqlite_search_count(sqlite_search *store, const char *query, int64_t *count) {
  int status = sqlite3_bind_text(store->count, 1, query, -1, SQLITE_STATIC);
  if (status != 0) return status;
  status = sqlite3_step(store->count);
  if (status == SQLITE_ROW) *count = sqlite3_column_int64(store->count, 0);
  int end = sqlite3_reset(store->count);
  return status == SQLITE_ROW ? end : status;
}
