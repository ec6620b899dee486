// Objects with fields, as a C program has them: what the C peers store, and what they make of a row
// they read.
#ifndef MODEL_DATA_H
#define MODEL_DATA_H

#include <bench_data.h>

#include <stdlib.h>

enum { MODEL_NUMBERS = 4, MODEL_TEXTS = 64 };

typedef enum { MODEL_PERSON, MODEL_PACKAGE } model_type;

typedef enum {
  MODEL_INTEGER,
  MODEL_REAL,
  MODEL_TEXT,
  // All texts behind those that have columns: names and values in turn.
  MODEL_PAIRS,
} model_kind;

typedef struct {
  const char *_Nonnull name;
  model_kind kind;
  bool is_optional;
} model_column;

// What the objects of a type consist of: a key and columns. The integers and reals of an object lie in
// the order of their columns, its texts too.
typedef struct {
  const char *_Nonnull table;
  const char *_Nonnull key;
  bool key_is_text;
  const model_column *_Nonnull columns;
  size_t column_count;
  size_t number_count;
} model_shape;

const model_shape *_Nonnull model_shape_of(model_type type);

// A number of 8 bytes; of an optional integer, a negative one means that there is none.
typedef union {
  int64_t integer;
  double real;
  uint64_t bits;
} model_number;

// An object to be stored. A text without bytes is not there.
typedef struct {
  bench_slice key;
  const model_number *_Nonnull numbers;
  const bench_slice *_Nonnull texts;
  size_t text_count;
} model_object;

// A text of its own, as C++'s std::string has it: short ones in place, longer ones in memory of their own.
typedef struct {
  uint8_t *_Nullable bytes;
  size_t count;
  uint8_t near[16];
} model_text;

// An object made from a row. Nothing of it lies in the store.
typedef struct {
  model_text key;
  model_number numbers[MODEL_NUMBERS];
  model_text texts[MODEL_TEXTS];
  size_t number_count;
  size_t text_count;
} model_copy;

static inline bool model_set_text(model_text *_Nonnull text, const void *_Nullable bytes,
                                  size_t count) {
  text->bytes = count <= sizeof text->near ? text->near : malloc(count);
  if (text->bytes == NULL) return false;
  if (count > 0) memcpy(text->bytes, bytes, count);
  text->count = count;
  return true;
}

static inline void model_set_nothing(model_text *_Nonnull text) {
  text->bytes = NULL;
  text->count = 0;
}

static inline void model_free_text(model_text *_Nonnull text) {
  if (text->bytes != NULL && text->bytes != text->near) free(text->bytes);
}

static inline void model_free(model_copy *_Nonnull copy) {
  model_free_text(&copy->key);
  for (size_t i = 0; i < copy->text_count; i++) model_free_text(&copy->texts[i]);
}

// What an object adds to a digest: its key, the bits of its numbers, and how long its texts are. Cheap, so
// that the time is that of reading; whether each byte is right is asked without a clock.
static inline uint64_t model_sum(const model_copy *_Nonnull copy) {
  uint64_t sum = bench_sum(copy->key.bytes, copy->key.count);
  for (size_t i = 0; i < copy->number_count; i++) sum += copy->numbers[i].bits;
  for (size_t i = 0; i < copy->text_count; i++)
    sum += copy->texts[i].bytes == NULL ? 0 : copy->texts[i].count + 1;
  return sum;
}

// Takes an object in and frees its texts.
static inline void model_take(bench_digest *_Nonnull digest, model_copy *_Nonnull copy) {
  digest->count += 1;
  digest->sum += model_sum(copy);
  // Lets the compiler believe that somebody looks at the texts, so that it has to copy them.
  __asm__ volatile("" : : "r"(copy) : "memory");
  model_free(copy);
}

// Whether `copy` is `object`, byte for byte.
bool model_equal(const model_object *_Nonnull object, const model_copy *_Nonnull copy);

#endif
