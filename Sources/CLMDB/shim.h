// Thin static-inline forms of the hot LMDB calls. They return results by value, so that Swift code
// needs no `var v = MDB_val()` passed by address: such a variable ends in a heap box per call once
// a Span depends on it (it halves the speed of a scan).
#ifndef LODE_CLMDB_SHIM_H
#define LODE_CLMDB_SHIM_H

#include <lmdb.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct {
  int status;  // zero, or the errno
  unsigned long long device;
  unsigned long long inode;
} lode_identity;

#ifdef __linux__
#include <errno.h>
#include <fcntl.h>
#include <linux/stat.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

// Which file a path names, and nothing else of it. Asking for a file's times, as stat(2) does, makes the
// next write give it a finer time and the next fdatasync a third slower (Linux 6.13 and later).
static inline lode_identity lode_file_identity(const char *_Nonnull path) {
  struct statx raw;
  lode_identity r = {0, 0, 0};
  if (syscall(SYS_statx, AT_FDCWD, path, 0, STATX_INO, &raw) != 0) {
    r.status = errno;
    return r;
  }
  // The layout of st_dev that the C library uses.
  r.device = ((unsigned long long)(raw.stx_dev_major & 0xFFFFF000u) << 32) |
             ((unsigned long long)(raw.stx_dev_major & 0xFFFu) << 8) |
             ((unsigned long long)(raw.stx_dev_minor & 0xFFFFFF00u) << 12) |
             (raw.stx_dev_minor & 0xFFu);
  r.inode = raw.stx_ino;
  return r;
}

// The number of the file system that holds a path, as in statfs(2); zero when unknown. Swift's C library
// module leaves the header out.
static inline long lode_filesystem_type(const char *_Nonnull path) {
  struct statfs raw;
  return statfs(path, &raw) == 0 ? (long)raw.f_type & 0xFFFFFFFFL : 0;
}
#else
#include <errno.h>
#include <sys/stat.h>

static inline lode_identity lode_file_identity(const char *_Nonnull path) {
  struct stat raw;
  lode_identity r = {0, 0, 0};
  if (stat(path, &raw) != 0) {
    r.status = errno;
    return r;
  }
  r.device = (unsigned long long)raw.st_dev;
  r.inode = (unsigned long long)raw.st_ino;
  return r;
}
#endif

// Whether bit `index` of a set is set. Threads may set bits of the same set at the same time.
static inline int lode_bit_is_set(const uint64_t *_Nonnull bits, size_t index) {
  return (__atomic_load_n(&bits[index >> 6], __ATOMIC_RELAXED) >> (index & 63)) & 1;
}

static inline void lode_set_bit(uint64_t *_Nonnull bits, size_t index) {
  __atomic_fetch_or(&bits[index >> 6], (uint64_t)1 << (index & 63), __ATOMIC_RELAXED);
}

typedef struct {
  int status;
  MDB_val value;
} lode_value;

typedef struct {
  int status;
  MDB_val key;
  MDB_val value;
} lode_entry;

// The number of commits after a read's snapshot. The second one overwrites the meta page of the snapshot.
static inline long lode_newer_commits(MDB_txn *_Nonnull txn) {
  MDB_envinfo info;
  return mdb_env_info(mdb_txn_env(txn), &info) == 0 ? (long)(info.me_last_txnid - mdb_txn_id(txn)) : 0;
}

static inline lode_value lode_get(MDB_txn *_Nonnull txn, MDB_dbi table, const void *_Nullable key,
                                  size_t key_count) {
  MDB_val k = {key_count, (void *)key};
  lode_value r = {0, {0, NULL}};
  r.status = mdb_get(txn, table, &k, &r.value);
  return r;
}

// On MDB_KEYEXIST (flag MDB_NOOVERWRITE) `value` holds the bytes that are there.
static inline lode_value lode_put(MDB_txn *_Nonnull txn, MDB_dbi table, const void *_Nullable key,
                                  size_t key_count, const void *_Nullable value,
                                  size_t value_count, unsigned int flags) {
  MDB_val k = {key_count, (void *)key};
  lode_value r = {0, {value_count, (void *)value}};
  r.status = mdb_put(txn, table, &k, &r.value, flags);
  return r;
}

// Below zero, zero or above zero, as LMDB orders keys: by unsigned bytes, a prefix before its extensions.
static inline int lode_compare(const void *_Nullable a, size_t a_count, const void *_Nullable b,
                               size_t b_count) {
  size_t common = a_count < b_count ? a_count : b_count;
  int order = common ? memcmp(a, b, common) : 0;
  return order ? order : (a_count > b_count) - (a_count < b_count);
}

static inline int lode_delete(MDB_txn *_Nonnull txn, MDB_dbi table, const void *_Nullable key,
                              size_t key_count) {
  MDB_val k = {key_count, (void *)key};
  return mdb_del(txn, table, &k, NULL);
}

// Asks the processor for `count` bytes, and goes on without them. Never faults.
static inline void lode_prefetch(const void *_Nullable start, size_t count) {
  for (size_t line = 0; line < count; line += 64) __builtin_prefetch((const char *)start + line);
}

static inline lode_entry lode_cursor_get(MDB_cursor *_Nonnull cursor, MDB_cursor_op op) {
  lode_entry r = {0, {0, NULL}, {0, NULL}};
  r.status = mdb_cursor_get(cursor, &r.key, &r.value, op);
  return r;
}

static inline lode_entry lode_cursor_seek(MDB_cursor *_Nonnull cursor, MDB_cursor_op op,
                                          const void *_Nullable key, size_t key_count) {
  lode_entry r = {0, {key_count, (void *)key}, {0, NULL}};
  r.status = mdb_cursor_get(cursor, &r.key, &r.value, op);
  return r;
}

// On MDB_KEYEXIST (flag MDB_NOOVERWRITE) `value` holds the bytes that are there, and the cursor
// stands on them, so that a put with MDB_CURRENT needs no second descent.
static inline lode_value lode_cursor_put(MDB_cursor *_Nonnull cursor, const void *_Nullable key,
                                         size_t key_count, const void *_Nullable value,
                                         size_t value_count, unsigned int flags) {
  MDB_val k = {key_count, (void *)key};
  lode_value r = {0, {value_count, (void *)value}};
  r.status = mdb_cursor_put(cursor, &k, &r.value, flags);
  return r;
}

#endif
