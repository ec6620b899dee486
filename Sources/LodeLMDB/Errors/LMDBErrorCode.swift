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

// The statuses of LMDB, one code each.
extension LMDBError.Code {
  /// The key exists, and the put must not overwrite it (`MDB_KEYEXIST`).
  public static var keyExists: Self { .init(rawValue: "keyExists") }
  /// The table does not exist (`MDB_NOTFOUND` while opening a table).
  public static var tableNotFound: Self { .init(rawValue: "tableNotFound") }
  /// A page of a tree is not in the file (`MDB_PAGE_NOTFOUND`): damage.
  public static var pageNotFound: Self { .init(rawValue: "pageNotFound") }
  /// A page is of the wrong kind (`MDB_CORRUPTED`): damage.
  public static var corrupted: Self { .init(rawValue: "corrupted") }
  /// An earlier commit failed partway, and the environment must be reopened (`MDB_PANIC`).
  public static var panic: Self { .init(rawValue: "panic") }
  /// The file was written by another format version of LMDB (`MDB_VERSION_MISMATCH`).
  public static var versionMismatch: Self { .init(rawValue: "versionMismatch") }
  /// The file is not an LMDB file (`MDB_INVALID`).
  public static var notAnEnvironment: Self { .init(rawValue: "notAnEnvironment") }
  /// The reserved map is used up (`MDB_MAP_FULL`).
  public static var mapFull: Self { .init(rawValue: "mapFull") }
  /// More tables are in use than were reserved (`MDB_DBS_FULL`).
  public static var tablesFull: Self { .init(rawValue: "tablesFull") }
  /// All reader slots are in use (`MDB_READERS_FULL`).
  public static var readersFull: Self { .init(rawValue: "readersFull") }
  /// No thread-local key is left (`MDB_TLS_FULL`); impossible, because readers are not bound to
  /// threads.
  public static var threadStorageFull: Self { .init(rawValue: "threadStorageFull") }
  /// One transaction has changed more pages than LMDB can track (`MDB_TXN_FULL`).
  public static var transactionFull: Self { .init(rawValue: "transactionFull") }
  /// The tree is deeper than a cursor can hold (`MDB_CURSOR_FULL`): damage.
  public static var cursorFull: Self { .init(rawValue: "cursorFull") }
  /// A page has no space for its node (`MDB_PAGE_FULL`): damage.
  public static var pageFull: Self { .init(rawValue: "pageFull") }
  /// Another process enlarged the map (`MDB_MAP_RESIZED`).
  public static var mapResized: Self { .init(rawValue: "mapResized") }
  /// The table exists with other flags, or the file uses an unsupported feature of LMDB
  /// (`MDB_INCOMPATIBLE`).
  public static var incompatible: Self { .init(rawValue: "incompatible") }
  /// Another process or thread reused a reader slot (`MDB_BAD_RSLOT`).
  public static var badReaderSlot: Self { .init(rawValue: "badReaderSlot") }
  /// An earlier operation of this write transaction failed, so the transaction can only abort
  /// (`MDB_BAD_TXN`).
  public static var transactionFailed: Self { .init(rawValue: "transactionFailed") }
  /// A key or value has a size that LMDB refuses (`MDB_BAD_VALSIZE`).
  public static var badValueSize: Self { .init(rawValue: "badValueSize") }
  /// The table handle is not valid in this transaction (`MDB_BAD_DBI`).
  public static var badTable: Self { .init(rawValue: "badTable") }
}

// Conditions that LMDB does not detect, or names differently.
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
  /// A write began inside a write on the same thread.
  public static var nestedWrite: Self { .init(rawValue: "nestedWrite") }
  /// A key is empty.
  public static var keyEmpty: Self { .init(rawValue: "keyEmpty") }
  /// A key is longer than 511 bytes.
  public static var keyTooLong: Self { .init(rawValue: "keyTooLong") }
  /// A value is longer than ``Environment/maximumValueSize``.
  public static var valueTooLarge: Self { .init(rawValue: "valueTooLarge") }
  /// The disk is full.
  public static var diskFull: Self { .init(rawValue: "diskFull") }
  /// Reading or writing the file failed.
  public static var inputOutput: Self { .init(rawValue: "inputOutput") }
  /// The target path of a copy already has an environment.
  public static var pathInUse: Self { .init(rawValue: "pathInUse") }
  /// The process may not read or write the path.
  public static var permissionDenied: Self { .init(rawValue: "permissionDenied") }
  /// A new environment was requested in a directory with other files.
  public static var directoryInUse: Self { .init(rawValue: "directoryInUse") }
  /// The path has no environment, and the options do not create one.
  public static var notFound: Self { .init(rawValue: "notFound") }
  /// The path is on a network or user-space file system.
  public static var unsupportedFilesystem: Self { .init(rawValue: "unsupportedFilesystem") }
  /// The linked LMDB has a major version other than 0.
  public static var unsupportedLibrary: Self { .init(rawValue: "unsupportedLibrary") }
  /// The file check found damage; ``LMDBError/context`` has the position.
  public static var damaged: Self { .init(rawValue: "damaged") }
  /// The commit may or may not be on disk; the environment must be recovered.
  public static var commitOutcomeUnknown: Self { .init(rawValue: "commitOutcomeUnknown") }
  /// Open transactions prevent the operation.
  public static var busy: Self { .init(rawValue: "busy") }
  /// The environment was opened for reading only.
  public static var readOnly: Self { .init(rawValue: "readOnly") }
  /// The table belongs to another environment.
  public static var foreignTable: Self { .init(rawValue: "foreignTable") }
  /// The table was dropped, or a drop of the table failed partway; see
  /// ``Environment/drop(_:)-(Table)``.
  public static var tableDropped: Self { .init(rawValue: "tableDropped") }
  /// Another process has the environment open, and the operation needs exclusive access.
  public static var openElsewhere: Self { .init(rawValue: "openElsewhere") }
  /// There is not enough memory or address space.
  public static var outOfMemory: Self { .init(rawValue: "outOfMemory") }
  /// The value of an option is not valid.
  public static var invalidOption: Self { .init(rawValue: "invalidOption") }
  /// Another failure of a system call; ``LMDBError/status`` is its `errno`.
  public static var system: Self { .init(rawValue: "system") }
}
