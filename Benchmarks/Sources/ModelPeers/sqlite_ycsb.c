#include "sqlite_ycsb.h"

#include "sqlite_rows.h"

#include <pthread.h>

// Longer than a thread ever waits for the commits of the others.
enum { BUSY_MILLISECONDS = 10000 };

typedef struct {
  sqlite_models *models;
  sqlite3_stmt *range, *update, *begin;
} session;

struct sqlite_ycsb {
  size_t count;
  session *sessions;
};

static int open_session(session *s, const char *path) {
  int status = sqlite_models_open(path, MODEL_PERSON, &s->models);
  if (status != 0) return status;
  sqlite3 *db = s->models->db;
  status = sqlite3_busy_timeout(db, BUSY_MILLISECONDS);
  char sql[SQL_SIZE];
  sqlite_write_select(s->models->shape, sql);
  sqlite_append(sql, " WHERE id >= ? ORDER BY id LIMIT ?");
  if (status == 0) status = sqlite_prepare(db, sql, &s->range);
  if (status == 0)
    status = sqlite_prepare(db, "UPDATE person SET age = ?2 WHERE id = ?1", &s->update);
  // A transaction that reads first and writes then must have the lock of the writer from the beginning.
  if (status == 0) status = sqlite_prepare(db, "BEGIN IMMEDIATE", &s->begin);
  return status;
}

static void close_sessions(sqlite_ycsb *store) {
  for (size_t i = 0; i < store->count; i++)
    if (store->sessions[i].models != NULL) sqlite_models_close(store->sessions[i].models);
  free(store->sessions);
  free(store);
}

int sqlite_ycsb_open(const char *path, size_t connections, sqlite_ycsb **store) {
  sqlite_ycsb *new = calloc(1, sizeof *new);
  session *sessions = calloc(connections, sizeof *sessions);
  if (new == NULL || sessions == NULL) {
    free(new);
    free(sessions);
    return SQLITE_NOMEM;
  }
  *new = (sqlite_ycsb){connections, sessions};
  int status = 0;
  for (size_t i = 0; i < connections && status == 0; i++) status = open_session(&sessions[i], path);
  if (status != 0) {
    close_sessions(new);
    return status;
  }
  *store = new;
  return 0;
}

int sqlite_ycsb_close(sqlite_ycsb *store) {
  int status = sqlite_models_checkpoint(store->sessions[0].models);
  close_sessions(store);
  return status;
}

// Steps `statement` to its end and takes the persons in, all but their ages, which others change. `age` is that
// of the last one.
static int read_persons(session *s, sqlite3_stmt *statement, bench_digest *digest, int64_t *age) {
  bench_digest found = *digest;
  model_copy copy;
  int status;
  while ((status = sqlite3_step(statement)) == SQLITE_ROW) {
    status = sqlite_decode(s->models, statement, &copy);
    if (status != 0) {
      model_free(&copy);
      break;
    }
    *age = copy.numbers[0].integer;
    found.sum -= copy.numbers[0].bits;
    model_take(&found, &copy);
  }
  *digest = found;
  int end = sqlite3_reset(statement);
  return status == SQLITE_DONE ? end : status;
}

static int get(session *s, bench_slice key, bench_digest *digest, int64_t *age) {
  sqlite3_stmt *statement = s->models->get;
  int status = sqlite_bind_key(s->models, statement, key);
  return status == 0 ? read_persons(s, statement, digest, age) : status;
}

static int scan(session *s, bench_slice key, int64_t limit, bench_digest *digest) {
  int64_t age;
  int status = sqlite_bind_key(s->models, s->range, key);
  if (status == 0) status = sqlite3_bind_int64(s->range, 2, limit);
  return status == 0 ? read_persons(s, s->range, digest, &age) : status;
}

static int update(session *s, bench_slice key, int64_t age) {
  int status = sqlite_bind_key(s->models, s->update, key);
  if (status == 0) status = sqlite3_bind_int64(s->update, 2, age);
  if (status == 0) status = sqlite_run(s->update);
  if (status != 0) return status;
  return sqlite3_changes(s->models->db) == 1 ? 0 : SQLITE_NOTFOUND;
}

// Reads a person and makes it a year older, in one transaction.
static int modify(session *s, bench_slice key, bench_digest *digest) {
  int64_t age = 0;
  int status = sqlite_run(s->begin);
  if (status != 0) return status;
  bench_outcome out = {0};
  out.status = get(s, key, digest, &age);
  if (out.status == 0) out.status = update(s, key, age + 1);
  return sqlite_finish(s->models, &out);
}

static int perform(session *s, const ycsb_operation *operation, bench_digest *digest) {
  int64_t age;
  bench_slice key = operation->person->key;
  switch (operation->kind) {
  case YCSB_READ: return get(s, key, digest, &age);
  case YCSB_UPDATE: return update(s, key, operation->number);
  case YCSB_INSERT: return sqlite_models_insert(s->models, operation->person, 1).status;
  case YCSB_SCAN: return scan(s, key, operation->number, digest);
  case YCSB_MODIFY: return modify(s, key, digest);
  }
  return SQLITE_MISUSE;
}

typedef struct {
  pthread_t thread;
  session *session;
  const ycsb_operation *operations;
  size_t count;
  bench_digest digest;
  int status;
} worker;

static void *work(void *argument) {
  worker *w = argument;
  for (size_t i = 0; i < w->count && w->status == 0; i++)
    w->status = perform(w->session, &w->operations[i], &w->digest);
  return NULL;
}

static void take(bench_outcome *out, const worker *w) {
  out->digest.count += w->digest.count;
  out->digest.sum += w->digest.sum;
  if (out->status == 0) out->status = w->status;
}

bench_outcome sqlite_ycsb_run(sqlite_ycsb *store, const ycsb_operation *operations, size_t count,
                              size_t threads) {
  bench_outcome out = {0};
  worker *workers = calloc(threads, sizeof *workers);
  if (workers == NULL || threads > store->count) {
    free(workers);
    out.status = SQLITE_NOMEM;
    return out;
  }
  size_t started = 0;
  for (size_t i = 0; i < threads && out.status == 0; i++) {
    size_t from = count * i / threads, to = count * (i + 1) / threads;
    worker *w = &workers[i];
    w->session = &store->sessions[i];
    w->operations = operations + from;
    w->count = to - from;
    if (threads == 1) work(w);
    else if (pthread_create(&w->thread, NULL, work, w) != 0) out.status = SQLITE_ERROR;
    started += out.status == 0;
  }
  for (size_t i = 0; i < started; i++) {
    if (threads > 1) pthread_join(workers[i].thread, NULL);
    take(&out, &workers[i]);
  }
  free(workers);
  return out;
}

bench_outcome sqlite_ycsb_scan(sqlite_ycsb *store) {
  return sqlite_models_scan(store->sessions[0].models);
}

bench_outcome sqlite_ycsb_ages(sqlite_ycsb *store, bench_rows keys, int64_t *ages) {
  bench_outcome out = {0};
  for (size_t i = 0; i < keys.count && out.status == 0; i++) {
    uint64_t before = out.digest.count;
    out.status = get(&store->sessions[0], keys.keys[i], &out.digest, &ages[i]);
    if (out.status == 0 && out.digest.count == before) out.status = SQLITE_NOTFOUND;
  }
  return out;
}
