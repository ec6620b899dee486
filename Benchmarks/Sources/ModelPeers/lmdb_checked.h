// What a checked store adds to the floor: the promises that Lode makes by default.
//
// A row begins with the checksum of its table's number, its key, and the rest of the row. Then come
// the form of the texts, the numbers, and the texts, which zstd compresses if they shrink.
//
// Each entry of an index has a check. A read of a range verifies the entries on both sides.
//
// Lode keeps more that these stores lack: the sum of a table's checksums, and schemas of the rows.
#ifndef LMDB_CHECKED_H
#define LMDB_CHECKED_H

#include "model_data.h"

#include <lmdb.h>

typedef struct lmdb_checks lmdb_checks;

enum {
  // The bytes before the numbers of a row: the checksum and the form of the texts.
  CHECKED_HEAD = 12,
  // The bytes of the check of an index entry.
  ENTRY_CHECK = 4,
};

// Creates the contexts and loads the dictionary of a store, if it has one.
int lmdb_checks_open(MDB_env *env, const model_shape *shape, lmdb_checks **checks);
void lmdb_checks_close(lmdb_checks *checks);

// Trains a dictionary from the objects of a large insert, unless the store has one, and puts it.
int lmdb_checks_train(lmdb_checks *checks, MDB_txn *txn, const model_object *objects, size_t count);
// Ends a write: a dictionary of a write without a commit is forgotten.
void lmdb_checks_end(lmdb_checks *checks, bool committed);

// Makes the row of an object. The row is valid until the next call.
int lmdb_checks_encode(lmdb_checks *checks, const model_object *object, MDB_val *row);
// Writes the checksum of a row whose other bytes are complete.
void lmdb_checks_stamp(MDB_val key, MDB_val row);
// Whether a row is as it was written.
bool lmdb_checks_row(MDB_val key, MDB_val row);
// Decompresses texts of a form other than 0. They are valid until the next call.
int lmdb_checks_decompress(lmdb_checks *checks, uint32_t form, bench_slice *texts);

// The check of an entry in the index of a column.
uint32_t lmdb_checks_of_entry(size_t column, MDB_val entry);

bool lmdb_is_utf8(const uint8_t *bytes, size_t count);

#endif
