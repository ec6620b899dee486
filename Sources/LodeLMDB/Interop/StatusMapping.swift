internal import CLMDB

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension LMDBError {
  /// Returns the error for a status of LMDB or an `errno`.
  ///
  /// `from` is not inlined, so that the check after each successful call of LMDB is one compare and
  /// one branch.
  @usableFromInline @inline(never)
  static func from(status: Int32, context: String = "") -> LMDBError {
    LMDBError(code(ofStatus: status), status: status, context: context)
  }

  /// Returns the error for the status of an LMDB function that uses a transaction.
  ///
  /// LMDB returns `EINVAL` for a table that was opened after the transaction began, so `EINVAL`
  /// becomes `badTable`.
  @usableFromInline @inline(never)
  static func inTransaction(status: Int32) -> LMDBError {
    status == EINVAL ? LMDBError(.badTable, status: status) : from(status: status)
  }

  private static func code(ofStatus status: Int32) -> Code {
    switch status {
    case MDB_KEYEXIST: .keyExists
    case MDB_NOTFOUND: .tableNotFound
    case MDB_PAGE_NOTFOUND: .pageNotFound
    case MDB_CORRUPTED: .corrupted
    case MDB_PANIC: .panic
    case MDB_VERSION_MISMATCH: .versionMismatch
    case MDB_INVALID: .notAnEnvironment
    case MDB_MAP_FULL: .mapFull
    case MDB_DBS_FULL: .tablesFull
    case MDB_READERS_FULL: .readersFull
    case MDB_TLS_FULL: .threadStorageFull
    case MDB_TXN_FULL: .transactionFull
    case MDB_CURSOR_FULL: .cursorFull
    case MDB_PAGE_FULL: .pageFull
    case MDB_MAP_RESIZED: .mapResized
    case MDB_INCOMPATIBLE: .incompatible
    case MDB_BAD_RSLOT: .badReaderSlot
    case MDB_BAD_TXN: .transactionFailed
    case MDB_BAD_VALSIZE: .badValueSize
    case MDB_BAD_DBI: .badTable
    default: code(ofErrno: status)
    }
  }

  private static func code(ofErrno number: Int32) -> Code {
    switch number {
    case ENOSPC, EDQUOT: .diskFull
    case EIO, EFBIG: .inputOutput
    case EACCES, EPERM, EROFS: .permissionDenied
    case ENOENT: .notFound
    case ENOMEM: .outOfMemory
    case EBUSY: .busy
    default: .system
    }
  }
}

/// Throws the error for a status of LMDB, unless the status is zero.
@inlinable
package func check(_ status: Int32) throws(LMDBError) {
  if status != 0 { throw LMDBError.from(status: status) }
}
