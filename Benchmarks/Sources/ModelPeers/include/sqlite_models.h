// Typed objects in SQLite as a careful C program keeps them: a table with a column for each field, prepared
// statements. Every loop runs in C.
#ifndef SQLITE_MODELS_H
#define SQLITE_MODELS_H

#include "model_data.h"

typedef struct sqlite_models sqlite_models;

const char *_Nonnull sqlite_models_message(int status);

// Opens or creates the database `path`, with the settings of `sqlite_peer_open`.
int sqlite_models_open(const char *_Nonnull path, model_type type,
                       sqlite_models *_Nullable *_Nonnull store);
void sqlite_models_close(sqlite_models *_Nonnull store);
// Brings the log into the database.
int sqlite_models_checkpoint(sqlite_models *_Nonnull store);

// Inserts all objects in one transaction.
bench_outcome sqlite_models_insert(sqlite_models *_Nonnull store,
                                   const model_object *_Nonnull objects, size_t count);
// Makes the object at each key, in one snapshot for all or in one `each`.
bench_outcome sqlite_models_get(sqlite_models *_Nonnull store, bench_rows keys, bool each);
// Makes every object, in whatever order is fastest.
bench_outcome sqlite_models_scan(sqlite_models *_Nonnull store);
// Deletes the keys in one transaction; the digest counts those that were there.
bench_outcome sqlite_models_delete(sqlite_models *_Nonnull store, bench_rows keys);
// Counts the objects that the store has, byte for byte.
bench_outcome sqlite_models_match(sqlite_models *_Nonnull store,
                                  const model_object *_Nonnull objects, size_t count);

#endif
