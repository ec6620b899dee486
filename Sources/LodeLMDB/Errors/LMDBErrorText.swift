// The texts of the codes; a code of a later version has the default texts.
extension LMDBError.Code {
  /// What happened, without a full stop.
  public var problem: String { Self.texts[self]?.problem ?? "The operation failed: \(rawValue)" }

  /// What to do, in one or more sentences.
  public var remedy: String { Self.texts[self]?.remedy ?? "See the status for the cause." }

  private static let damageRemedy =
    "Stop writing, keep a copy of the file, run a full check, and restore a backup."

  private static let texts: [Self: (problem: String, remedy: String)] = [
    .keyExists: (
      "The appended key is not greater than the last key of the table",
      "Append keys in ascending order, or use `put` or `insert`."
    ),
    .tableNotFound: ("The table does not exist", "Open the table with `create: true`."),
    .pageNotFound: ("A page of a tree is missing", damageRemedy),
    .corrupted: ("A page is damaged", damageRemedy),
    .panic: (
      "An earlier commit failed partway", "Call `recover()`, or close and open the environment."
    ),
    .versionMismatch: (
      "The file has another LMDB format version",
      "Open the file with the program that wrote it, and export its contents."
    ),
    .notAnEnvironment: ("The file is not an LMDB file", "Check the path."),
    .mapFull: (
      "The reserved map is used up", "Grow the map with `growMap(to:)`, or reserve more at opening."
    ),
    .tablesFull: ("More tables are in use than were reserved", "Raise `maximumTables`."),
    .readersFull: (
      "All reader slots are in use",
      "End long reads, clear stale readers, or raise `maximumReaders`."
    ),
    .threadStorageFull: (
      "No thread-local key is left", "Report this error, which should be impossible."
    ),
    .transactionFull: (
      "One transaction changed too many pages",
      "Split the transaction, and write about 64 MB in each."
    ),
    .cursorFull: ("The tree is deeper than LMDB allows", damageRemedy),
    .pageFull: ("A page has no space for its node", damageRemedy),
    .mapResized: ("Another process enlarged the map", "Call `adoptMapSize()` and try again."),
    .incompatible: (
      "The table or file was created with other flags",
      "Open the table or file with its own flags, or with the program that created it."
    ),
    .badReaderSlot: ("A reader slot was reused", "Do not use a read in a forked process."),
    .transactionFailed: (
      "The transaction cannot continue after an earlier failure",
      "End the transaction, and run it again."
    ),
    .badValueSize: (
      "The name of a table is longer than 511 bytes, or has a zero byte", "Use another name."
    ),
    .badTable: (
      "The table is not valid in this transaction", "Open the table before the transaction begins."
    ),
    .closed: ("The environment is closed", "Open the environment again."),
    .alreadyOpen: (
      "This process has the environment open already",
      "Share one environment object, or close the environment before opening it again."
    ),
    .forked: (
      "The environment was opened in the parent of this forked process",
      "Open the environment after the fork, or start the child with posix_spawn."
    ),
    .replaced: (
      "The files were deleted, replaced, or changed while open",
      "Close this environment at once, and open the path again."
    ),
    .nestedWrite: ("A write began inside a write", "Use a savepoint inside the first write."),
    .keyEmpty: ("A key or the name of a table is empty", "Use 1 to 511 bytes."),
    .keyTooLong: ("A key is longer than 511 bytes", "Shorten the key, or store a hash of its end."),
    .valueTooLarge: ("A value is longer than 1 GiB", "Split the value over several keys."),
    .diskFull: (
      "The disk is full", "Nothing was lost. Free disk space, and run the write again."
    ),
    .inputOutput: (
      "Reading or writing the file failed", "Check the disk, then close and open the environment."
    ),
    .directoryInUse: (
      "The directory holds other files",
      "Nothing was changed. Choose an empty directory or a new path."
    ),
    .pathInUse: ("The path already has an environment", "Choose an empty directory."),
    .permissionDenied: (
      "The process may not use the path", "Check the owner and the mode of the path."
    ),
    .notFound: ("There is no environment at the path", "Check the path, or allow creating it."),
    .unsupportedFilesystem: (
      "The path is not on a local file system",
      "Move the environment to a local disk, or allow the file system in the options."
    ),
    .unsupportedLibrary: (
      "The linked LMDB is not version 0.9", "Link liblmdb 0.9.24 or a later 0.9 release."
    ),
    .damaged: ("The file is damaged", "Nothing was changed. Restore the file from a backup."),
    .commitOutcomeUnknown: (
      "The commit may or may not be on disk", "Call `recover()`, and read the rows."
    ),
    .busy: ("Open transactions prevent the operation", "End the transactions, and try again."),
    .readOnly: ("The environment is open for reading only", "Open the environment for writing."),
    .foreignTable: (
      "The table belongs to another environment", "Open the table in this environment."
    ),
    .tableDropped: ("The table was dropped", "Open the table again by name."),
    .openElsewhere: (
      "Another process has the environment open",
      "Close the environment there. Instead of dropping a table, delete all its rows. To read beside a writer, get write access to lock.mdb."
    ),
    .outOfMemory: ("There is not enough memory", "Free memory, or reserve a smaller map."),
    .invalidOption: ("An option is not valid", "Correct the option."),
    .system: ("A system call failed", "See the status for the cause."),
  ]
}
