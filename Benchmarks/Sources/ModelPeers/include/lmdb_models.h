// The floor of typed objects: what a careful C program gets out of liblmdb that keeps each object as its
// numbers, copied, and its texts behind them. Every loop runs in C.
#ifndef LMDB_MODELS_H
#define LMDB_MODELS_H

#include "model_data.h"

typedef struct lmdb_models lmdb_models;

const char *_Nonnull lmdb_models_message(int status);

// Opens or creates the environment in the directory `path`, with LMDB's default (durable) flags. A
// store that is `checked` promises what Lode promises by default: see lmdb_checked.h.
int lmdb_models_open(const char *_Nonnull path, size_t map_size, model_type type, bool checked,
                     lmdb_models *_Nullable *_Nonnull store);
void lmdb_models_close(lmdb_models *_Nonnull store);

// Puts all objects in one transaction.
bench_outcome lmdb_models_insert(lmdb_models *_Nonnull store, const model_object *_Nonnull objects,
                                 size_t count);
// Makes the object at each key, in one snapshot for all or in one `each`.
bench_outcome lmdb_models_get(lmdb_models *_Nonnull store, bench_rows keys, bool each);
// Makes every object, in the order of the keys.
bench_outcome lmdb_models_scan(lmdb_models *_Nonnull store);
// Deletes the keys in one transaction; the digest counts those that were there.
bench_outcome lmdb_models_delete(lmdb_models *_Nonnull store, bench_rows keys);
// Counts the objects that the store has, byte for byte.
bench_outcome lmdb_models_match(lmdb_models *_Nonnull store, const model_object *_Nonnull objects,
                                size_t count);

#endif
