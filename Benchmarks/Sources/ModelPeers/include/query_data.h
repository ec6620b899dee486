// What queries ask for, in the form that the C peers take.
#ifndef QUERY_DATA_H
#define QUERY_DATA_H

#include "model_data.h"

// A value of a column: a number or a text, as the column has it.
typedef struct {
  model_number number;
  bench_slice text;
} query_value;

typedef struct {
  const query_value *_Nonnull values;
  size_t count;
} query_values;

// Where a column lies in an object: among its numbers or among its texts.
static inline size_t model_place_of(const model_shape *_Nonnull shape, size_t column) {
  bool is_text = shape->columns[column].kind == MODEL_TEXT;
  size_t place = 0;
  for (size_t i = 0; i < column; i++) place += (shape->columns[i].kind == MODEL_TEXT) == is_text;
  return place;
}

#endif
