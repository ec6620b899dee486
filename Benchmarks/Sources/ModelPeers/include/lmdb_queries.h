// The floor of indexes: objects in LMDB with indexes written by hand. An index is a table whose keys are the
// value, in bytes that sort as it does, and the key of the row. Every loop runs in C.
#ifndef LMDB_QUERIES_H
#define LMDB_QUERIES_H

#include "query_data.h"

typedef struct lmdb_queries lmdb_queries;

const char *_Nonnull lmdb_queries_message(int status);

// Opens or creates the environment in the directory `path`, without indexes; `checked` as for objects.
int lmdb_queries_open(const char *_Nonnull path, size_t map_size, model_type type, bool checked,
                      lmdb_queries *_Nullable *_Nonnull store);
void lmdb_queries_close(lmdb_queries *_Nonnull store);

// Makes an index of a column from the rows that there are: sorted in memory, then appended.
bench_outcome lmdb_queries_build(lmdb_queries *_Nonnull store, size_t column);
// Removes an index.
bench_outcome lmdb_queries_drop(lmdb_queries *_Nonnull store, size_t column);
// Puts all objects, and the entries of all indexes, in one transaction.
bench_outcome lmdb_queries_insert(lmdb_queries *_Nonnull store,
                                  const model_object *_Nonnull objects, size_t count);
// Sets a number of the objects at the keys in one transaction; the digest counts them.
bench_outcome lmdb_queries_update(lmdb_queries *_Nonnull store, bench_rows keys, size_t column,
                                  query_values numbers);

// Each of the following is one snapshot for all values.

// Makes the objects that have a value.
bench_outcome lmdb_queries_equal(lmdb_queries *_Nonnull store, size_t column, query_values values);
// Makes the first objects from a value on, in the order of the index.
bench_outcome lmdb_queries_range(lmdb_queries *_Nonnull store, size_t column, query_values lows,
                                 size_t limit);
// Counts the objects that have a value, by their entries.
bench_outcome lmdb_queries_count(lmdb_queries *_Nonnull store, size_t column, query_values values);
// Counts the objects from a value to another, by their entries.
bench_outcome lmdb_queries_count_between(lmdb_queries *_Nonnull store, size_t column,
                                         query_values lows, query_values highs);
// Makes the objects that have both values, by merging the entries of two indexes.
bench_outcome lmdb_queries_both(lmdb_queries *_Nonnull store, size_t column, query_values values,
                                size_t other, query_values others);
// Makes the objects that come last in an index, `times` over.
bench_outcome lmdb_queries_last(lmdb_queries *_Nonnull store, size_t column, size_t limit,
                                size_t times);
// Makes the objects whose number is below another, without an index.
bench_outcome lmdb_queries_below(lmdb_queries *_Nonnull store, size_t column, int64_t bound);

#endif
