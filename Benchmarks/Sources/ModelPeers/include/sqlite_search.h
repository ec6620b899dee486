// Texts that are searched with SQLite's FTS5. Every loop over texts runs in C.
#ifndef SQLITE_SEARCH_H
#define SQLITE_SEARCH_H

#include "bench_data.h"

enum { SEARCH_COLUMNS = 3 };

// The columns of a document.
typedef struct {
  bench_slice columns[SEARCH_COLUMNS];
} search_text;

typedef struct sqlite_search sqlite_search;

// Opens or creates an index of three columns; `stores_texts`: which keeps the texts too.
int sqlite_search_open(const char *_Nonnull path, bool stores_texts,
                       sqlite_search *_Nullable *_Nonnull store);
// Brings everything into the main file and closes it.
void sqlite_search_close(sqlite_search *_Nonnull store);
const char *_Nonnull sqlite_search_message(int status);

// Adds documents whose ids follow each other, `batch` to a transaction.
int sqlite_search_insert(sqlite_search *_Nonnull store, const search_text *_Nonnull texts,
                         int64_t first_id, size_t count, size_t batch);
// Gives documents other texts, all in one transaction.
int sqlite_search_update(sqlite_search *_Nonnull store, const int64_t *_Nonnull ids,
                         const search_text *_Nonnull before, const search_text *_Nonnull after,
                         size_t count);
// Makes the index of the texts that are stored anew.
int sqlite_search_rebuild(sqlite_search *_Nonnull store);
// Merges everything that was written.
int sqlite_search_optimize(sqlite_search *_Nonnull store);
// The bytes of the pages that are in use.
int64_t sqlite_search_bytes(sqlite_search *_Nonnull store);

// The ids of the `limit` documents with the highest scores, and the scores; `found` says how many there are.
int sqlite_search_top(sqlite_search *_Nonnull store, const char *_Nonnull query, size_t limit,
                      int64_t *_Nonnull ids, double *_Nonnull scores, size_t *_Nonnull found);
int sqlite_search_count(sqlite_search *_Nonnull store, const char *_Nonnull query,
                        int64_t *_Nonnull count);

#endif
