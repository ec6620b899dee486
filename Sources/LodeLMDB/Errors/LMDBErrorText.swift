// The sentences of each code, as one table: what went wrong, and what the reader can do.
extension LMDBError.Code {
  /// What went wrong, without a full stop.
  public var problem: String { Self.texts[self]?.problem ?? "The operation failed: \(rawValue)" }

  /// What to do about it, as a sentence.
  public var remedy: String { Self.texts[self]?.remedy ?? "See the status for the cause." }

  private static let damageRemedy =
    "Stop writing, keep a copy of the file, run a full check and restore from a backup."

  private static let texts: [Self: (problem: String, remedy: String)] = [
    .keyExists: ("The key exists already", "Use a put that overwrites, or another key."),
    .tableNotFound: ("The table does not exist", "Open it with `create: true`."),
    .pageNotFound: ("A page that the tree names is missing", damageRemedy),
    .corrupted: ("A page is damaged", damageRemedy),
    .panic: (
      "An earlier commit failed half way", "Call `recover()`, or close and open the environment."
    ),
    .versionMismatch: (
      "The file has another LMDB format version",
      "Open it with the program that wrote it and export its contents."
    ),
    .notAnEnvironment: ("The file is not an LMDB file", "Check the path."),
    .mapFull: (
      "The reserved map is used up", "Grow it with `growMap(to:)`, or reserve more at opening."
    ),
    .tablesFull: ("More tables are in use than were reserved", "Raise `maximumTables`."),
    .readersFull: (
      "Every reader slot is taken", "End long reads, clear stale readers or raise `maximumReaders`."
    ),
    .threadStorageFull: ("No thread-local key is left", "Report this: it should be impossible."),
    .transactionFull: (
      "One transaction changed too many pages", "Split it: write about 64 MB per transaction."
    ),
    .cursorFull: ("The tree is deeper than LMDB allows", damageRemedy),
    .pageFull: ("A page has no room for its node", damageRemedy),
    .mapResized: ("Another process made the map larger", "Call `adoptMapSize()` and try again."),
    .incompatible: (
      "The table or file was made by other rules",
      "Open it as it was created, or with the program that made it."
    ),
    .badReaderSlot: ("A reader slot was reused", "Do not use a read in a forked process."),
    .transactionFailed: (
      "The transaction cannot go on after an earlier failure", "Let it end and run it again."
    ),
    .badValueSize: ("A key or value has a size that LMDB refuses", "Keep keys to 1...511 bytes."),
    .badTable: ("The table is not valid in this transaction", "Open the table before it begins."),
    .closed: ("The environment is closed", "Open it again before using it."),
    .alreadyOpen: (
      "This process has the environment open already",
      "Keep one environment object and share it; close it before opening again."
    ),
    .forked: (
      "The environment was opened in the parent of this forked process",
      "Open it after the fork, or start the child with posix_spawn."
    ),
    .replaced: (
      "The files were deleted, replaced or changed while open",
      "Close this environment at once and open the path again."
    ),
    .nestedWrite: ("A write was begun inside a write", "Use a savepoint inside the first one."),
    .keyEmpty: ("A key is empty", "Keys have 1 to 511 bytes."),
    .keyTooLong: ("A key is longer than 511 bytes", "Shorten it, or store a hash of its end."),
    .valueTooLarge: ("A value is longer than 1 GiB", "Split it over several keys."),
    .diskFull: (
      "The disk is full", "Free some room and run the write again; nothing was lost."
    ),
    .inputOutput: (
      "Reading or writing the file failed", "Check the disk, then close and open the environment."
    ),
    .directoryInUse: (
      "The directory holds other files",
      "Choose an empty directory or a new path; nothing was changed."
    ),
    .pathInUse: ("There is an environment at the path already", "Choose an empty directory."),
    .permissionDenied: ("The process may not use the path", "Check owner and mode of the path."),
    .notFound: ("There is no environment at the path", "Check the path, or allow creating it."),
    .unsupportedFilesystem: (
      "The path is not on a local file system", "Move it to a local disk, or allow it by option."
    ),
    .unsupportedLibrary: (
      "The linked LMDB is not version 0.9", "Link liblmdb 0.9.24 or later 0.9."
    ),
    .damaged: ("The file is damaged", "It was left as it is. Restore it from a backup."),
    .commitOutcomeUnknown: (
      "It is not known whether the commit is on disk", "Call `recover()` and read back."
    ),
    .busy: ("Open transactions keep this from being done", "End them and try again."),
    .readOnly: ("The environment is open for reading only", "Open it for writing."),
    .foreignTable: ("The table belongs to another environment", "Open it in this environment."),
    .tableDropped: ("The table was dropped", "Open it again by its name."),
    .openElsewhere: (
      "Another process has the environment open",
      "Close it there. To drop a table, clear it instead; to read beside a writer, get write access to lock.mdb."
    ),
    .outOfMemory: ("There is not enough memory", "Free memory or reserve a smaller map."),
    .invalidOption: ("An option cannot work", "Correct the option."),
    .system: ("The system refused", "See the status for the cause."),
  ]
}
