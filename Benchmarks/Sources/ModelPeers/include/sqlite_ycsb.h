// The YCSB workloads on persons in SQLite, as a C program with several threads serves them: a connection for
// each thread, prepared statements, a busy timeout. Every loop runs in C.
#ifndef SQLITE_YCSB_H
#define SQLITE_YCSB_H

#include "sqlite_models.h"

typedef enum { YCSB_READ, YCSB_UPDATE, YCSB_INSERT, YCSB_SCAN, YCSB_MODIFY } ycsb_kind;

// An operation on a person: `number` is the new age of an update, or the limit of a scan.
typedef struct {
  ycsb_kind kind;
  const model_object *_Nonnull person;
  int64_t number;
} ycsb_operation;

typedef struct sqlite_ycsb sqlite_ycsb;

// Opens the database `path` that `sqlite_models_open` created, with a number of connections.
int sqlite_ycsb_open(const char *_Nonnull path, size_t connections,
                     sqlite_ycsb *_Nullable *_Nonnull store);
// Brings the log into the database, and closes all connections.
int sqlite_ycsb_close(sqlite_ycsb *_Nonnull store);

// Runs the operations on threads, each with its share and its connection; one thread is the caller's. Each
// write is a transaction of its own. The digest has the persons that were read, without their ages.
bench_outcome sqlite_ycsb_run(sqlite_ycsb *_Nonnull store,
                              const ycsb_operation *_Nonnull operations, size_t count,
                              size_t threads);
// Makes every person.
bench_outcome sqlite_ycsb_scan(sqlite_ycsb *_Nonnull store);
// Reads the ages of the persons at the keys; a person that is missing is an error.
bench_outcome sqlite_ycsb_ages(sqlite_ycsb *_Nonnull store, bench_rows keys,
                               int64_t *_Nonnull ages);

#endif
