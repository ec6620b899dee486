#include "sqlite_queries.h"

#include "sqlite_rows.h"

// A statement of a question, and what it gave.
typedef struct {
  sqlite_models *store;
  sqlite3_stmt *statement;
  char sql[SQL_SIZE];
  bench_outcome out;
} question;

static const model_column *column_of(const question *asked, size_t column) {
  return &asked->store->shape->columns[column];
}

static void start(question *asked, sqlite_models *store, const char *head) {
  asked->store = store;
  asked->statement = NULL;
  asked->out = (bench_outcome){0};
  if (head == NULL) sqlite_write_select(store->shape, asked->sql);
  else snprintf(asked->sql, SQL_SIZE, "%s %s", head, store->shape->table);
}

static void add(question *asked, const char *before, size_t column, const char *after) {
  sqlite_append(asked->sql, before);
  sqlite_append(asked->sql, column_of(asked, column)->name);
  sqlite_append(asked->sql, after);
}

// Compiles what was written, and begins a snapshot for all values.
static bool begin(question *asked) {
  asked->out.status = sqlite_prepare(asked->store->db, asked->sql, &asked->statement);
  if (asked->out.status == 0) asked->out.status = sqlite_run(asked->store->begin);
  return asked->out.status == 0;
}

static bench_outcome end(question *asked) {
  asked->out.status = sqlite_finish(asked->store, &asked->out);
  sqlite3_finalize(asked->statement);
  return asked->out;
}

static bool bind(question *asked, int index, size_t column, query_value value) {
  switch (column_of(asked, column)->kind) {
  case MODEL_INTEGER:
    asked->out.status = sqlite3_bind_int64(asked->statement, index, value.number.integer);
    break;
  case MODEL_REAL:
    asked->out.status = sqlite3_bind_double(asked->statement, index, value.number.real);
    break;
  default: asked->out.status = sqlite_bind_text(asked->statement, index, value.text);
  }
  return asked->out.status == 0;
}

static bool bind_count(question *asked, int index, int64_t count) {
  asked->out.status = sqlite3_bind_int64(asked->statement, index, count);
  return asked->out.status == 0;
}

static bool take_all(question *asked) {
  asked->out.status = sqlite_read_all(asked->store, asked->statement, &asked->out.digest);
  return asked->out.status == 0;
}

static bool take_count(question *asked) {
  int status = sqlite3_step(asked->statement);
  if (status == SQLITE_ROW)
    asked->out.digest.count += (uint64_t)sqlite3_column_int64(asked->statement, 0);
  asked->out.status = sqlite3_reset(asked->statement);
  return asked->out.status == 0;
}

static bench_outcome execute(sqlite_models *store, const char *sql) {
  return (bench_outcome){.status = sqlite3_exec(store->db, sql, NULL, NULL, NULL)};
}

bench_outcome sqlite_queries_build(sqlite_models *store, size_t column) {
  const char *name = store->shape->columns[column].name;
  char sql[SQL_SIZE];
  snprintf(sql, SQL_SIZE, "CREATE INDEX by_%s ON %s(%s)", name, store->shape->table, name);
  return execute(store, sql);
}

bench_outcome sqlite_queries_drop(sqlite_models *store, size_t column) {
  char sql[SQL_SIZE];
  snprintf(sql, SQL_SIZE, "DROP INDEX by_%s", store->shape->columns[column].name);
  return execute(store, sql);
}

bench_outcome sqlite_queries_analyze(sqlite_models *store) { return execute(store, "ANALYZE"); }

bench_outcome sqlite_queries_update(sqlite_models *store, bench_rows keys, size_t column,
                                    query_values numbers) {
  question asked;
  start(&asked, store, "UPDATE");
  add(&asked, " SET ", column, " = ?2");
  sqlite_write_at_key(store->shape, asked.sql);
  sqlite_append(asked.sql, "1");
  if (!begin(&asked)) return end(&asked);
  for (size_t i = 0; i < keys.count; i++) {
    asked.out.status = sqlite_bind_key(store, asked.statement, keys.keys[i]);
    if (asked.out.status != 0 || !bind(&asked, 2, column, numbers.values[i])) break;
    asked.out.status = sqlite_run(asked.statement);
    if (asked.out.status != 0) break;
    asked.out.digest.count += (uint64_t)sqlite3_changes(store->db);
  }
  return end(&asked);
}

bench_outcome sqlite_queries_equal(sqlite_models *store, size_t column, query_values values) {
  question asked;
  start(&asked, store, NULL);
  add(&asked, " WHERE ", column, " = ?");
  if (!begin(&asked)) return end(&asked);
  for (size_t i = 0; i < values.count; i++)
    if (!bind(&asked, 1, column, values.values[i]) || !take_all(&asked)) break;
  return end(&asked);
}

bench_outcome sqlite_queries_range(sqlite_models *store, size_t column, query_values lows,
                                   size_t limit) {
  question asked;
  start(&asked, store, NULL);
  add(&asked, " WHERE ", column, " >= ?");
  add(&asked, " ORDER BY ", column, " LIMIT ?");
  if (!begin(&asked) || !bind_count(&asked, 2, (int64_t)limit)) return end(&asked);
  for (size_t i = 0; i < lows.count; i++)
    if (!bind(&asked, 1, column, lows.values[i]) || !take_all(&asked)) break;
  return end(&asked);
}

bench_outcome sqlite_queries_count(sqlite_models *store, size_t column, query_values values) {
  question asked;
  start(&asked, store, "SELECT count(*) FROM");
  add(&asked, " WHERE ", column, " = ?");
  if (!begin(&asked)) return end(&asked);
  for (size_t i = 0; i < values.count; i++)
    if (!bind(&asked, 1, column, values.values[i]) || !take_count(&asked)) break;
  return end(&asked);
}

bench_outcome sqlite_queries_count_between(sqlite_models *store, size_t column, query_values lows,
                                           query_values highs) {
  question asked;
  start(&asked, store, "SELECT count(*) FROM");
  add(&asked, " WHERE ", column, " BETWEEN ? AND ?");
  if (!begin(&asked)) return end(&asked);
  for (size_t i = 0; i < lows.count; i++) {
    if (!bind(&asked, 1, column, lows.values[i]) || !bind(&asked, 2, column, highs.values[i]))
      break;
    if (!take_count(&asked)) break;
  }
  return end(&asked);
}

bench_outcome sqlite_queries_both(sqlite_models *store, size_t column, query_values values,
                                  size_t other, query_values others) {
  question asked;
  start(&asked, store, NULL);
  add(&asked, " WHERE ", column, " = ?");
  add(&asked, " AND ", other, " = ?");
  if (!begin(&asked)) return end(&asked);
  for (size_t i = 0; i < values.count; i++) {
    if (!bind(&asked, 1, column, values.values[i]) || !bind(&asked, 2, other, others.values[i]))
      break;
    if (!take_all(&asked)) break;
  }
  return end(&asked);
}

bench_outcome sqlite_queries_last(sqlite_models *store, size_t column, size_t limit,
                                  size_t times) {
  question asked;
  start(&asked, store, NULL);
  add(&asked, " ORDER BY ", column, " DESC LIMIT ?");
  if (!begin(&asked) || !bind_count(&asked, 1, (int64_t)limit)) return end(&asked);
  for (size_t i = 0; i < times; i++)
    if (!take_all(&asked)) break;
  return end(&asked);
}

bench_outcome sqlite_queries_below(sqlite_models *store, size_t column, int64_t bound) {
  question asked;
  start(&asked, store, NULL);
  add(&asked, " WHERE ", column, " < ?");
  if (begin(&asked) && bind_count(&asked, 1, bound)) take_all(&asked);
  return end(&asked);
}
