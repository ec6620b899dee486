#include "lmdb_checked.h"

#include "lmdb_rows.h"

#include <zdict.h>
#include <zstd.h>

enum {
  LEVEL = 3,
  DICTIONARY_SIZE = 1 << 16,
  // The fewest objects of an insert that trains, and the most samples.
  SAMPLES = 1000,
  SAMPLE_BYTES = 1 << 20,
  // Shorter texts are not compressed.
  THRESHOLD = 64,
  // The tables' numbers in checksums: that of the objects, then those of the columns' indexes.
  OBJECTS = 1,
};

// How the texts of a row are stored; the form of a row is that and their length, times four.
enum { PLAIN, COMPRESSED, WITH_DICTIONARY };

typedef struct {
  uint8_t *bytes;
  size_t size;
} buffer;

struct lmdb_checks {
  const model_shape *shape;
  MDB_dbi table;
  ZSTD_CCtx *compressor;
  ZSTD_DCtx *decompressor;
  ZSTD_CDict *compressing;
  ZSTD_DDict *decompressing;
  // The dictionary's transaction has not ended.
  bool is_new;
  buffer texts, row, read;
};

static bool reserve(buffer *buffer, size_t size) {
  if (size <= buffer->size) return true;
  free(buffer->bytes);
  buffer->size = 2 * size;
  buffer->bytes = malloc(buffer->size);
  if (buffer->bytes == NULL) buffer->size = 0;
  return buffer->bytes != NULL;
}

// The hash: multiplications of 64 by 64 bits, whose halves are combined. Long input has four
// chains of them, which the processor computes at the same time.

static const uint64_t odd[4] = {0x6a09e667f3bcc909, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b,
                                0xa54ff53a5f1d36f1};

static inline uint64_t word(const uint8_t *bytes) {
  uint64_t word;
  memcpy(&word, bytes, 8);
  return word;
}

static inline uint64_t half(const uint8_t *bytes) {
  uint32_t half;
  memcpy(&half, bytes, 4);
  return half;
}

// The factors take part again, so that a factor of zero does not hide the other one.
static inline uint64_t mix(uint64_t a, uint64_t b) {
  unsigned __int128 product = (unsigned __int128)a * b;
  return (a ^ (uint64_t)product) ^ (b ^ (uint64_t)(product >> 64));
}

static inline uint64_t hash(const uint8_t *bytes, size_t count, uint64_t seed) {
  uint64_t a = 0, b = 0;
  seed ^= mix(seed ^ odd[0], count ^ odd[1]);
  if (count > 16) {
    size_t left = count;
    if (left > 64) {
      uint64_t lanes[4] = {seed, seed, seed, seed};
      do {
        for (size_t i = 0; i < 4; i++)
          lanes[i] = mix(word(bytes + 16 * i) ^ odd[i], word(bytes + 16 * i + 8) ^ lanes[i]);
        bytes += 64;
        left -= 64;
      } while (left > 64);
      seed = (lanes[0] ^ lanes[1]) + (lanes[2] ^ lanes[3]);
    }
    for (; left > 16; bytes += 16, left -= 16)
      seed = mix(word(bytes) ^ odd[2], word(bytes + 8) ^ seed);
    // The last 16 bytes, of which some may have been read.
    a = word(bytes + left - 16);
    b = word(bytes + left - 8);
  } else if (count >= 8) {
    a = word(bytes);
    b = word(bytes + count - 8);
  } else if (count >= 4) {
    a = half(bytes);
    b = half(bytes + count - 4);
  } else if (count > 0) {
    a = (uint64_t)bytes[0] << 16 | (uint64_t)bytes[count / 2] << 8 | bytes[count - 1];
  }
  return mix(mix(a ^ odd[1], b ^ seed) ^ odd[3], count ^ odd[2]);
}

static inline uint64_t checksum(MDB_val key, MDB_val row) {
  uint64_t seed = hash(key.mv_data, key.mv_size, OBJECTS);
  return hash((const uint8_t *)row.mv_data + 8, row.mv_size - 8, seed);
}

void lmdb_checks_stamp(MDB_val key, MDB_val row) {
  uint64_t sum = checksum(key, row);
  memcpy(row.mv_data, &sum, 8);
}

bool lmdb_checks_row(MDB_val key, MDB_val row) {
  return row.mv_size >= CHECKED_HEAD && word(row.mv_data) == checksum(key, row);
}

uint32_t lmdb_checks_of_entry(size_t column, MDB_val entry) {
  return (uint32_t)hash(entry.mv_data, entry.mv_size, OBJECTS + 1 + column);
}

static bool set_dictionary(lmdb_checks *checks, const void *bytes, size_t count) {
  checks->compressing = ZSTD_createCDict(bytes, count, LEVEL);
  checks->decompressing = ZSTD_createDDict(bytes, count);
  return checks->compressing != NULL && checks->decompressing != NULL &&
         !ZSTD_isError(ZSTD_CCtx_refCDict(checks->compressor, checks->compressing));
}

static void forget_dictionary(lmdb_checks *checks) {
  ZSTD_CCtx_refCDict(checks->compressor, NULL);
  ZSTD_freeCDict(checks->compressing);
  ZSTD_freeDDict(checks->decompressing);
  checks->compressing = NULL;
  checks->decompressing = NULL;
}

static int load_dictionary(lmdb_checks *checks, MDB_env *env) {
  MDB_txn *txn;
  int status = mdb_txn_begin(env, NULL, 0, &txn);
  if (status != 0) return status;
  MDB_val key = {strlen(checks->shape->table), (void *)checks->shape->table}, value;
  status = mdb_dbi_open(txn, "dictionary", MDB_CREATE, &checks->table);
  if (status == 0) {
    status = mdb_get(txn, checks->table, &key, &value);
    if (status == 0 && !set_dictionary(checks, value.mv_data, value.mv_size)) status = ENOMEM;
    if (status == MDB_NOTFOUND) status = 0;
  }
  if (status == 0) return mdb_txn_commit(txn);
  mdb_txn_abort(txn);
  return status;
}

// The row has the size and a checksum already. The parameter for unencoded literals is
// experimental: a zstd without the parameter encodes literals.
static bool set_up(ZSTD_CCtx *compressor) {
  if (compressor == NULL) return false;
  ZSTD_CCtx_setParameter(compressor, ZSTD_c_compressionLevel, LEVEL);
  ZSTD_CCtx_setParameter(compressor, ZSTD_c_contentSizeFlag, 0);
  ZSTD_CCtx_setParameter(compressor, ZSTD_c_checksumFlag, 0);
  ZSTD_CCtx_setParameter(compressor, ZSTD_c_dictIDFlag, 0);
  ZSTD_CCtx_setParameter(compressor, ZSTD_c_experimentalParam5, 2);
  return true;
}

int lmdb_checks_open(MDB_env *env, const model_shape *shape, lmdb_checks **checks) {
  lmdb_checks *new = calloc(1, sizeof *new);
  if (new == NULL) return ENOMEM;
  new->shape = shape;
  new->compressor = ZSTD_createCCtx();
  new->decompressor = ZSTD_createDCtx();
  int status = set_up(new->compressor) && new->decompressor != NULL ? 0 : ENOMEM;
  if (status == 0) status = load_dictionary(new, env);
  if (status == 0) *checks = new;
  else lmdb_checks_close(new);
  return status;
}

void lmdb_checks_close(lmdb_checks *checks) {
  if (checks == NULL) return;
  ZSTD_freeCCtx(checks->compressor);
  ZSTD_freeDCtx(checks->decompressor);
  ZSTD_freeCDict(checks->compressing);
  ZSTD_freeDDict(checks->decompressing);
  free(checks->texts.bytes);
  free(checks->row.bytes);
  free(checks->read.bytes);
  free(checks);
}

static int train(lmdb_checks *checks, MDB_txn *txn, const model_object *objects, size_t count,
                 uint8_t *samples, uint8_t *dictionary) {
  size_t sizes[SAMPLES], used = 0;
  unsigned taken = 0;
  for (; taken < SAMPLES; taken++) {
    const model_object *object = &objects[taken * count / SAMPLES];
    size_t size = lmdb_texts_size(object);
    if (used + size > SAMPLE_BYTES) break;
    lmdb_encode_texts(object, samples + used);
    sizes[taken] = size;
    used += size;
  }
  size_t made = ZDICT_trainFromBuffer(dictionary, DICTIONARY_SIZE, samples, sizes, taken);
  // Samples that have nothing in common give no dictionary.
  if (ZDICT_isError(made)) return 0;
  MDB_val key = {strlen(checks->shape->table), (void *)checks->shape->table};
  MDB_val value = {made, dictionary};
  int status = mdb_put(txn, checks->table, &key, &value, 0);
  if (status != 0) return status;
  checks->is_new = true;
  return set_dictionary(checks, dictionary, made) ? 0 : ENOMEM;
}

int lmdb_checks_train(lmdb_checks *checks, MDB_txn *txn, const model_object *objects,
                      size_t count) {
  if (checks->compressing != NULL || count < SAMPLES) return 0;
  uint8_t *samples = malloc(SAMPLE_BYTES), *dictionary = malloc(DICTIONARY_SIZE);
  int status = samples == NULL || dictionary == NULL
                 ? ENOMEM
                 : train(checks, txn, objects, count, samples, dictionary);
  free(samples);
  free(dictionary);
  return status;
}

void lmdb_checks_end(lmdb_checks *checks, bool committed) {
  if (checks->is_new && !committed) forget_dictionary(checks);
  checks->is_new = false;
}

int lmdb_checks_encode(lmdb_checks *checks, const model_object *object, MDB_val *row) {
  size_t fixed = checks->shape->number_count * sizeof(model_number);
  size_t size = lmdb_texts_size(object), room = ZSTD_compressBound(size);
  if (!reserve(&checks->texts, size) || !reserve(&checks->row, CHECKED_HEAD + fixed + room))
    return ENOMEM;
  uint8_t *out = checks->row.bytes + CHECKED_HEAD + fixed;
  uint32_t form = PLAIN;
  size_t written = size;
  if (size >= THRESHOLD) {
    lmdb_encode_texts(object, checks->texts.bytes);
    written = ZSTD_compress2(checks->compressor, out, room, checks->texts.bytes, size);
    if (ZSTD_isError(written)) return ENOMEM;
    if (written <= size - size / 8)
      form = (uint32_t)size << 2 | (checks->compressing ? WITH_DICTIONARY : COMPRESSED);
  }
  if (form == PLAIN) {
    lmdb_encode_texts(object, out);
    written = size;
  }
  memcpy(checks->row.bytes + 8, &form, 4);
  memcpy(checks->row.bytes + CHECKED_HEAD, object->numbers, fixed);
  *row = (MDB_val){CHECKED_HEAD + fixed + written, checks->row.bytes};
  lmdb_checks_stamp(lmdb_val(object->key), *row);
  return 0;
}

int lmdb_checks_decompress(lmdb_checks *checks, uint32_t form, bench_slice *texts) {
  size_t size = form >> 2;
  if (!reserve(&checks->read, size)) return ENOMEM;
  const ZSTD_DDict *dictionary = (form & 3) == WITH_DICTIONARY ? checks->decompressing : NULL;
  size_t made = ZSTD_decompress_usingDDict(checks->decompressor, checks->read.bytes, size,
                                           texts->bytes, texts->count, dictionary);
  *texts = (bench_slice){checks->read.bytes, size};
  return made == size ? 0 : MDB_CORRUPTED;
}

// The bytes of the character that begins here, or 0 for bytes that are none.
static size_t character(const uint8_t *in, size_t left) {
  uint8_t first = in[0];
  if (first < 0x80) return 1;
  size_t count = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
  if (count == 0 || count > left) return 0;
  for (size_t i = 1; i < count; i++)
    if ((in[i] & 0xc0) != 0x80) return 0;
  // Longer than necessary, half of a UTF-16 pair, or beyond Unicode.
  if ((first == 0xe0 && in[1] < 0xa0) || (first == 0xed && in[1] > 0x9f)) return 0;
  if ((first == 0xf0 && in[1] < 0x90) || (first == 0xf4 && in[1] > 0x8f)) return 0;
  return count;
}

bool lmdb_is_utf8(const uint8_t *bytes, size_t count) {
  const uint64_t high = 0x8080808080808080;
  size_t i = 0;
  for (;;) {
    for (; count - i >= 8 && (word(bytes + i) & high) == 0; i += 8) {}
    if (i == count) return true;
    // The last word of a long text overlaps what was read.
    if (count - i < 8 && count >= 8 && (word(bytes + count - 8) & high) == 0) return true;
    size_t step = character(bytes + i, count - i);
    if (step == 0) return false;
    i += step;
  }
}
