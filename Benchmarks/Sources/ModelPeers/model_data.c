#include "model_data.h"

static const model_column person_columns[] = {
  {"name", MODEL_TEXT, false},     {"email", MODEL_TEXT, false}, {"city", MODEL_TEXT, false},
  {"age", MODEL_INTEGER, false},   {"street", MODEL_TEXT, false}, {"income", MODEL_REAL, false},
  {"visits", MODEL_INTEGER, false}, {"latitude", MODEL_REAL, false}, {"notes", MODEL_TEXT, false},
};

static const model_column package_columns[] = {
  {"version", MODEL_TEXT, false},       {"architecture", MODEL_TEXT, false},
  {"section", MODEL_TEXT, false},       {"priority", MODEL_TEXT, false},
  {"maintainer", MODEL_TEXT, false},    {"description", MODEL_TEXT, false},
  {"size", MODEL_INTEGER, false},       {"installedSize", MODEL_INTEGER, true},
  {"filename", MODEL_TEXT, true},       {"descriptionMD5", MODEL_TEXT, true},
  {"md5", MODEL_TEXT, true},            {"sha256", MODEL_TEXT, true},
  {"homepage", MODEL_TEXT, true},       {"depends", MODEL_TEXT, true},
  {"source", MODEL_TEXT, true},         {"tag", MODEL_TEXT, true},
  {"multiArch", MODEL_TEXT, true},      {"suggests", MODEL_TEXT, true},
  {"recommends", MODEL_TEXT, true},     {"provides", MODEL_TEXT, true},
  {"replaces", MODEL_TEXT, true},       {"breaks", MODEL_TEXT, true},
  {"conflicts", MODEL_TEXT, true},      {"preDepends", MODEL_TEXT, true},
  {"others", MODEL_PAIRS, false},
};

static const model_shape shapes[] = {
  [MODEL_PERSON] = {"person", "id", false, person_columns,
                    sizeof person_columns / sizeof person_columns[0], 4},
  [MODEL_PACKAGE] = {"packageRecord", "package", true, package_columns,
                     sizeof package_columns / sizeof package_columns[0], 2},
};

const model_shape *model_shape_of(model_type type) { return &shapes[type]; }

static bool text_equal(bench_slice slice, const model_text *text) {
  if (slice.bytes == NULL || text->bytes == NULL) return slice.bytes == NULL && text->bytes == NULL;
  return bench_equal(slice, text->bytes, text->count);
}

bool model_equal(const model_object *object, const model_copy *copy) {
  if (!text_equal(object->key, &copy->key) || object->text_count != copy->text_count) return false;
  for (size_t i = 0; i < copy->number_count; i++)
    if (object->numbers[i].bits != copy->numbers[i].bits) return false;
  for (size_t i = 0; i < copy->text_count; i++)
    if (!text_equal(object->texts[i], &copy->texts[i])) return false;
  return true;
}
