#include "struct_floor.h"

#include <stdlib.h>

// Lets the compiler believe that somebody looks at the bytes, so that it has to write them.
static inline void look_at(const void *bytes) { __asm__ volatile("" : : "r"(bytes) : "memory"); }

floor_room *floor_room_new(size_t capacity) {
  floor_room *room = malloc(sizeof *room);
  uint8_t *bytes = malloc(capacity);
  if (room == NULL || bytes == NULL) {
    free(room);
    free(bytes);
    return NULL;
  }
  room->bytes = bytes;
  room->capacity = capacity;
  return room;
}

void floor_room_free(floor_room *room) {
  free(room->bytes);
  free(room);
}

size_t floor_size(const floor_record *record) {
  size_t size = record->fixed.count;
  for (size_t i = 0; i < record->text_count; i++) size += 4 + record->texts[i].count;
  return size;
}

uint8_t *floor_encode(const floor_record *record, uint8_t *out) {
  memcpy(out, record->fixed.bytes, record->fixed.count);
  out += record->fixed.count;
  for (size_t i = 0; i < record->text_count; i++) {
    uint32_t count = (uint32_t)record->texts[i].count;
    memcpy(out, &count, 4);
    memcpy(out + 4, record->texts[i].bytes, count);
    out += 4 + count;
  }
  return out;
}

size_t floor_encode_all(const floor_record *records, size_t count, floor_room *room) {
  size_t total = 0;
  for (size_t i = 0; i < count; i++) {
    total += (size_t)(floor_encode(&records[i], room->bytes) - room->bytes);
    look_at(room->bytes);
  }
  return total;
}

// Copies one record of the shape's sizes out of the bytes; returns where it ends there.
static const uint8_t *decode(const floor_record *shape, const uint8_t *in, floor_room *room) {
  memcpy(room->fixed, in, shape->fixed.count);
  in += shape->fixed.count;
  uint8_t *out = room->bytes;
  for (size_t i = 0; i < shape->text_count; i++) {
    uint32_t count;
    memcpy(&count, in, 4);
    memcpy(out, in + 4, count);
    room->texts[i] = (bench_slice){out, count};
    in += 4 + count;
    out += count;
  }
  look_at(room);
  look_at(room->bytes);
  return in;
}

uint64_t floor_decode_all(const floor_record *shapes, size_t count, const uint8_t *bytes,
                          floor_room *room) {
  uint64_t sum = 0;
  for (size_t i = 0; i < count; i++) {
    bytes = decode(&shapes[i], bytes, room);
    uint64_t first;
    memcpy(&first, room->fixed, 8);
    sum += first;
  }
  return sum;
}

uint64_t floor_field_all(const uint8_t *bytes, const size_t *places, size_t count, size_t offset) {
  uint64_t sum = 0;
  for (size_t i = 0; i < count; i++) {
    uint64_t value;
    memcpy(&value, bytes + places[i] + offset, 8);
    sum += value;
  }
  return sum;
}

bool floor_matches(const floor_record *records, size_t count, const uint8_t *bytes,
                   floor_room *room) {
  for (size_t i = 0; i < count; i++) {
    bytes = decode(&records[i], bytes, room);
    if (!bench_equal(records[i].fixed, room->fixed, records[i].fixed.count)) return false;
    for (size_t text = 0; text < records[i].text_count; text++) {
      if (!bench_equal(records[i].texts[text], room->texts[text].bytes, room->texts[text].count))
        return false;
    }
  }
  return true;
}
