// Indexes and queries of objects in SQLite, by prepared statements. Every loop runs in C.
#ifndef SQLITE_QUERIES_H
#define SQLITE_QUERIES_H

#include "query_data.h"
#include "sqlite_models.h"

// The calls do what those of `lmdb_queries.h` do, on a store that `sqlite_models_open` opened.

bench_outcome sqlite_queries_build(sqlite_models *_Nonnull store, size_t column);
bench_outcome sqlite_queries_drop(sqlite_models *_Nonnull store, size_t column);
// Lets the planner look at the indexes.
bench_outcome sqlite_queries_analyze(sqlite_models *_Nonnull store);
bench_outcome sqlite_queries_update(sqlite_models *_Nonnull store, bench_rows keys, size_t column,
                                    query_values numbers);
bench_outcome sqlite_queries_equal(sqlite_models *_Nonnull store, size_t column,
                                   query_values values);
bench_outcome sqlite_queries_range(sqlite_models *_Nonnull store, size_t column, query_values lows,
                                   size_t limit);
bench_outcome sqlite_queries_count(sqlite_models *_Nonnull store, size_t column,
                                   query_values values);
bench_outcome sqlite_queries_count_between(sqlite_models *_Nonnull store, size_t column,
                                           query_values lows, query_values highs);
bench_outcome sqlite_queries_both(sqlite_models *_Nonnull store, size_t column, query_values values,
                                  size_t other, query_values others);
bench_outcome sqlite_queries_last(sqlite_models *_Nonnull store, size_t column, size_t limit,
                                  size_t times);
bench_outcome sqlite_queries_below(sqlite_models *_Nonnull store, size_t column, int64_t bound);

#endif
