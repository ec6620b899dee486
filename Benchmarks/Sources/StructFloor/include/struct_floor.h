// The floor under every way to turn values into bytes: a C struct is copied, and the text that it points to
// behind it. Nothing is named, checked or looked up.
#ifndef STRUCT_FLOOR_H
#define STRUCT_FLOOR_H

#include <bench_data.h>

// A struct's own bytes, and the texts that it points to.
typedef struct {
  bench_slice fixed;
  const bench_slice *_Nonnull texts;
  size_t text_count;
} floor_record;

// Room for one record: its own bytes, the places of its texts, and the texts.
typedef struct {
  uint8_t fixed[512];
  bench_slice texts[64];
  uint8_t *_Nonnull bytes;
  size_t capacity;
} floor_room;

// Makes room for records of up to `capacity` bytes; NULL without memory.
floor_room *_Nullable floor_room_new(size_t capacity);
void floor_room_free(floor_room *_Nonnull room);

// How many bytes a record takes.
size_t floor_size(const floor_record *_Nonnull record);
// Copies a record to `out`, which has room for it; returns where it ends.
uint8_t *_Nonnull floor_encode(const floor_record *_Nonnull record, uint8_t *_Nonnull out);
// Copies each record into the room, one over the other; returns how many bytes they took together.
size_t floor_encode_all(const floor_record *_Nonnull records, size_t count, floor_room *_Nonnull room);
// Copies what was encoded into the room, record after record; returns the sum of the first numbers of all.
uint64_t floor_decode_all(const floor_record *_Nonnull shapes, size_t count, const uint8_t *_Nonnull bytes,
                          floor_room *_Nonnull room);
// Reads the integer at `offset` of each record that begins at one of `places`; returns the sum.
uint64_t floor_field_all(const uint8_t *_Nonnull bytes, const size_t *_Nonnull places, size_t count,
                         size_t offset);
// Whether what was encoded is exactly these records.
bool floor_matches(const floor_record *_Nonnull records, size_t count, const uint8_t *_Nonnull bytes,
                   floor_room *_Nonnull room);

#endif
