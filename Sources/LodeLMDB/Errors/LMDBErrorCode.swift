extension LMDBError {
  /// The kind of a failure; an open set, so that a later version can add codes.
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// The code's stable name.
    public let rawValue: String

    /// Creates a code from its stable name.
    @inlinable
    public init(rawValue: String) { self.rawValue = rawValue }
  }
}

// Statuses of LMDB, one to one.
extension LMDBError.Code {
  /// The key exists, and the put must not overwrite it (`MDB_KEYEXIST`).
  public static var keyExists: Self { .init(rawValue: "keyExists") }
  /// A table that was to exist does not (`MDB_NOTFOUND` while opening a table).
  public static var tableNotFound: Self { .init(rawValue: "tableNotFound") }
  /// A page that the tree names is not in the file (`MDB_PAGE_NOTFOUND`): damage.
  public static var pageNotFound: Self { .init(rawValue: "pageNotFound") }
  /// A page is of the wrong kind (`MDB_CORRUPTED`): damage.
  public static var corrupted: Self { .init(rawValue: "corrupted") }
  /// An earlier commit failed half way; the environment must be reopened (`MDB_PANIC`).
  public static var panic: Self { .init(rawValue: "panic") }
  /// The file was written by another format version of LMDB (`MDB_VERSION_MISMATCH`).
  public static var versionMismatch: Self { .init(rawValue: "versionMismatch") }
  /// The file is not an LMDB file (`MDB_INVALID`).
  public static var notAnEnvironment: Self { .init(rawValue: "notAnEnvironment") }
  /// The reserved map is used up (`MDB_MAP_FULL`).
  public static var mapFull: Self { .init(rawValue: "mapFull") }
  /// More tables are in use than were reserved (`MDB_DBS_FULL`).
  public static var tablesFull: Self { .init(rawValue: "tablesFull") }
  /// Every reader slot is taken (`MDB_READERS_FULL`).
  public static var readersFull: Self { .init(rawValue: "readersFull") }
  /// No thread-local key is left (`MDB_TLS_FULL`); cannot happen, readers are not thread-bound.
  public static var threadStorageFull: Self { .init(rawValue: "threadStorageFull") }
  /// One transaction has changed more pages than LMDB can track (`MDB_TXN_FULL`).
  public static var transactionFull: Self { .init(rawValue: "transactionFull") }
  /// The tree is deeper than a cursor can hold (`MDB_CURSOR_FULL`): damage.
  public static var cursorFull: Self { .init(rawValue: "cursorFull") }
  /// A page has no room for its node (`MDB_PAGE_FULL`): damage.
  public static var pageFull: Self { .init(rawValue: "pageFull") }
  /// Another process made the map larger (`MDB_MAP_RESIZED`).
  public static var mapResized: Self { .init(rawValue: "mapResized") }
  /// The table exists with other flags (`MDB_INCOMPATIBLE`), or the file uses something of LMDB
  /// that this library does not work with.
  public static var incompatible: Self { .init(rawValue: "incompatible") }
  /// A reader slot was reused by somebody else (`MDB_BAD_RSLOT`).
  public static var badReaderSlot: Self { .init(rawValue: "badReaderSlot") }
  /// An earlier operation of this write transaction failed, so it can only be aborted
  /// (`MDB_BAD_TXN`).
  public static var transactionFailed: Self { .init(rawValue: "transactionFailed") }
  /// A key or value has a size that LMDB refuses (`MDB_BAD_VALSIZE`).
  public static var badValueSize: Self { .init(rawValue: "badValueSize") }
  /// The table handle is not valid in this transaction (`MDB_BAD_DBI`).
  public static var badTable: Self { .init(rawValue: "badTable") }
}

// Conditions that LMDB does not notice, or names differently.
extension LMDBError.Code {
  /// The environment was closed.
  public static var closed: Self { .init(rawValue: "closed") }
  /// This process has the environment open already.
  public static var alreadyOpen: Self { .init(rawValue: "alreadyOpen") }
  /// The environment was opened before a `fork`, in the parent process.
  public static var forked: Self { .init(rawValue: "forked") }
  /// The data or lock file was deleted or replaced while open, or another process wrote to files
  /// that are open without a lock file.
  public static var replaced: Self { .init(rawValue: "replaced") }
  /// A write was begun inside a write, on the same thread.
  public static var nestedWrite: Self { .init(rawValue: "nestedWrite") }
  /// A key is empty.
  public static var keyEmpty: Self { .init(rawValue: "keyEmpty") }
  /// A key is longer than 511 bytes.
  public static var keyTooLong: Self { .init(rawValue: "keyTooLong") }
  /// A value is longer than ``Environment/maximumValueSize``.
  public static var valueTooLarge: Self { .init(rawValue: "valueTooLarge") }
  /// The file system has no room.
  public static var diskFull: Self { .init(rawValue: "diskFull") }
  /// Reading or writing the file failed.
  public static var inputOutput: Self { .init(rawValue: "inputOutput") }
  /// There is an environment already where a copy was to be written.
  public static var pathInUse: Self { .init(rawValue: "pathInUse") }
  /// The process may not read or write the path.
  public static var permissionDenied: Self { .init(rawValue: "permissionDenied") }
  /// An environment was to be created in a directory that holds other files.
  public static var directoryInUse: Self { .init(rawValue: "directoryInUse") }
  /// There is no environment at the path, and it was not to be created.
  public static var notFound: Self { .init(rawValue: "notFound") }
  /// The path is on a network or user-space file system.
  public static var unsupportedFilesystem: Self { .init(rawValue: "unsupportedFilesystem") }
  /// The linked LMDB is of another major version than 0.
  public static var unsupportedLibrary: Self { .init(rawValue: "unsupportedLibrary") }
  /// The file check found damage; ``LMDBError/context`` names the place.
  public static var damaged: Self { .init(rawValue: "damaged") }
  /// It is not known whether the commit is on disk; the environment must be recovered.
  public static var commitOutcomeUnknown: Self { .init(rawValue: "commitOutcomeUnknown") }
  /// Transactions that are still open keep the operation from being done.
  public static var busy: Self { .init(rawValue: "busy") }
  /// The environment was opened for reading only.
  public static var readOnly: Self { .init(rawValue: "readOnly") }
  /// The table belongs to another environment.
  public static var foreignTable: Self { .init(rawValue: "foreignTable") }
  /// The table was dropped, or a drop of it failed half way; ``Environment/drop(_:)-(Table)`` tells
  /// more.
  public static var tableDropped: Self { .init(rawValue: "tableDropped") }
  /// Another process has the environment open, and the operation needs it alone.
  public static var openElsewhere: Self { .init(rawValue: "openElsewhere") }
  /// There is not enough memory or address space.
  public static var outOfMemory: Self { .init(rawValue: "outOfMemory") }
  /// An option has a value that cannot work.
  public static var invalidOption: Self { .init(rawValue: "invalidOption") }
  /// Another failure of the system; ``LMDBError/status`` is its `errno`.
  public static var system: Self { .init(rawValue: "system") }
}
