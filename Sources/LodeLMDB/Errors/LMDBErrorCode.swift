extension LMDBError {
  /// The kind of a failure.
  ///
  /// A later version can add codes, so a `switch` over codes needs a default.
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// The code's stable name.
    public let rawValue: String

    /// Creates a code from its stable name.
    @inlinable
    public init(rawValue: String) { self.rawValue = rawValue }
  }
}

// The error statuses of LMDB, one code each.
extension LMDBError.Code {
  /// An appended key is not greater than the last key of the table (`MDB_KEYEXIST`).
  public static var keyExists: Self { .init(rawValue: "keyExists") }
  /// The table does not exist (`MDB_NOTFOUND` while opening a table).
  public static var tableNotFound: Self { .init(rawValue: "tableNotFound") }
  /// The file is damaged: a page of a tree is not in the file (`MDB_PAGE_NOTFOUND`).
  public static var pageNotFound: Self { .init(rawValue: "pageNotFound") }
  /// The file is damaged: a page or a key has the wrong form (`MDB_CORRUPTED`).
  public static var corrupted: Self { .init(rawValue: "corrupted") }
  /// An earlier commit failed partway, and ``Environment/recover()`` is needed (`MDB_PANIC`).
  public static var panic: Self { .init(rawValue: "panic") }
  /// The file has another version of the LMDB format (`MDB_VERSION_MISMATCH`).
  public static var versionMismatch: Self { .init(rawValue: "versionMismatch") }
  /// The file is not an LMDB file, or the path is not a directory (`MDB_INVALID`).
  public static var notAnEnvironment: Self { .init(rawValue: "notAnEnvironment") }
  /// The reserved map is used up (`MDB_MAP_FULL`).
  public static var mapFull: Self { .init(rawValue: "mapFull") }
  /// No more tables can be open; see ``EnvironmentOptions/maximumTables`` (`MDB_DBS_FULL`).
  public static var tablesFull: Self { .init(rawValue: "tablesFull") }
  /// All reader slots are in use (`MDB_READERS_FULL`).
  public static var readersFull: Self { .init(rawValue: "readersFull") }
  /// No thread-local key is left (`MDB_TLS_FULL`).
  ///
  /// Lode never throws this code, because Lode's readers use no thread-local keys.
  public static var threadStorageFull: Self { .init(rawValue: "threadStorageFull") }
  /// One transaction has changed more pages than LMDB can track (`MDB_TXN_FULL`).
  public static var transactionFull: Self { .init(rawValue: "transactionFull") }
  /// The file is damaged: a tree is deeper than a cursor can hold (`MDB_CURSOR_FULL`).
  public static var cursorFull: Self { .init(rawValue: "cursorFull") }
  /// The file is damaged: a page has no space for its node (`MDB_PAGE_FULL`).
  public static var pageFull: Self { .init(rawValue: "pageFull") }
  /// Another process enlarged the map, and ``Environment/adoptMapSize()`` is needed
  /// (`MDB_MAP_RESIZED`).
  public static var mapResized: Self { .init(rawValue: "mapResized") }
  /// The table has keys of another kind, or the file uses a feature of LMDB that Lode does not
  /// support (`MDB_INCOMPATIBLE`).
  public static var incompatible: Self { .init(rawValue: "incompatible") }
  /// The slot of a read belongs to another process or to an open read (`MDB_BAD_RSLOT`).
  public static var badReaderSlot: Self { .init(rawValue: "badReaderSlot") }
  /// An earlier change of this write transaction failed, so the transaction cannot continue
  /// (`MDB_BAD_TXN`).
  public static var transactionFailed: Self { .init(rawValue: "transactionFailed") }
  /// The name of a table is longer than 511 bytes, or has a zero byte (`MDB_BAD_VALSIZE`).
  public static var badValueSize: Self { .init(rawValue: "badValueSize") }
  /// The table was opened after the transaction began (`MDB_BAD_DBI`).
  public static var badTable: Self { .init(rawValue: "badTable") }
}

// Failures that LMDB does not detect, or reports with an `errno`.
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
  /// A key or the name of a table is empty.
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
  /// The path has no environment, and the options do not allow creating an environment; or a file
  /// does not exist.
  public static var notFound: Self { .init(rawValue: "notFound") }
  /// The path is on a network or user-space file system.
  public static var unsupportedFilesystem: Self { .init(rawValue: "unsupportedFilesystem") }
  /// The linked LMDB library has a major version other than 0.
  public static var unsupportedLibrary: Self { .init(rawValue: "unsupportedLibrary") }
  /// A check of the file found damage; ``LMDBError/context`` describes the damage.
  public static var damaged: Self { .init(rawValue: "damaged") }
  /// A commit failed partway; a read after ``Environment/recover()`` shows whether the commit is on
  /// disk.
  public static var commitOutcomeUnknown: Self { .init(rawValue: "commitOutcomeUnknown") }
  /// Open transactions prevent the operation.
  public static var busy: Self { .init(rawValue: "busy") }
  /// The environment was opened for reading only.
  public static var readOnly: Self { .init(rawValue: "readOnly") }
  /// The table belongs to another environment.
  public static var foreignTable: Self { .init(rawValue: "foreignTable") }
  /// The table was dropped, or the commit of a drop failed and the table must be opened again by
  /// name.
  public static var tableDropped: Self { .init(rawValue: "tableDropped") }
  /// Another process has the environment open, but the operation needs the environment alone.
  ///
  /// Dropping a table needs the environment alone, and so does opening without write access to the
  /// lock file.
  public static var openElsewhere: Self { .init(rawValue: "openElsewhere") }
  /// The system refuses memory or address space.
  public static var outOfMemory: Self { .init(rawValue: "outOfMemory") }
  /// The value of an option is not valid.
  public static var invalidOption: Self { .init(rawValue: "invalidOption") }
  /// A system call failed for another reason; ``LMDBError/status`` is the `errno`.
  public static var system: Self { .init(rawValue: "system") }
}
