internal import LodeLMDB

extension StoreError.Code {
  /// A description of the problem, without a full stop.
  public var problem: String {
    Self.texts[self]?.problem ?? LMDBError.Code(rawValue: rawValue).problem
  }

  /// A sentence that says how to solve the problem.
  public var remedy: String {
    Self.texts[self]?.remedy ?? LMDBError.Code(rawValue: rawValue).remedy
  }

  // The texts that differ from the texts of LMDB's codes.
  private static let texts: [Self: (problem: String, remedy: String)] = [
    .notFound: ("There is no store at the path", "Check the path, or allow creating it."),
    .notAStore: ("The path does not hold a Lode store", "Check the path; nothing was changed."),
    .unsupportedVersion: (
      "The store was written by a later version of Lode", "Update Lode; nothing was changed."
    ),
    .alreadyOpen: (
      "This process has the store open already",
      "Keep one store object and share it; close it before opening again."
    ),
    .closed: ("The store is closed", "Open it again before using it."),
    .forked: (
      "The store was opened by the parent of this forked process",
      "Open it after the fork, or start the child with posix_spawn."
    ),
    .readOnly: ("The store is open for reading only", "Open it without `readOnly`."),
    .nestedWrite: (
      "A write was begun inside a write", "Use the transaction at hand, or its `savepoint`."
    ),
    .readInsideWrite: (
      "The store was read inside a write, whose changes this read would not see",
      "Use the transaction, as in `transaction.get(...)`. A `snapshot()` has the state from before the write."
    ),
    .tooManyWaitingWrites: (
      "Too many writes are waiting", "Try again later, or raise `maximumWaitingWrites`."
    ),
    .readersFull: (
      "All reader slots are in use", "Close snapshots, or raise `maximumReaders` in the options."
    ),
    .busy: (
      "Open snapshots or reads keep this from being done", "Close them and try again."
    ),
    .duplicateKey: ("The key exists already", "Use `put` to overwrite, or another key."),
    .keyChanged: (
      "A change would give a row another key", "Delete the row and insert the changed one."
    ),
    .ambiguousUpsert: (
      "More than one row has this value",
      "Update the rows by their keys, or delete the surplus ones."
    ),
    .blobNotFound: (
      "An archive names a blob that is not in the store",
      "Read it as a value in its own store, and put that."
    ),
    .invalidModel: (
      "The models cannot be used together", "Change the names or versions that are told."
    ),
    .revisionConflict: (
      "The row is not at the expected revision", "Read it again and repeat the change."
    ),
    .keysOutOfOrder: (
      "The key is not greater than the last one", "Append in ascending order, or use `put`."
    ),
    .keyCollision: (
      "Another long key has the same head and hash", "Change the end of the key."
    ),
    .keyEmpty: ("A key is empty", "Keys have at least one byte."),
    .keyTooLong: ("A key is longer than 65,535 bytes", "Shorten it."),
    .valueTooLarge: ("A value is longer than 1 GiB", "Split it over several keys."),
    .keyFormatMismatch: (
      "The collection has keys of the other format",
      "Use either tuple keys or raw keys in one collection."
    ),
    .openElsewhere: (
      "Another process has the store open",
      "Close it there, or get write access to lock.mdb: readers beside a writer need it."
    ),
    .pathInUse: ("There is a store at the path already", "Choose an empty directory."),
    .protectedCollection: (
      "The collection belongs to a model",
      "Save that model, or use another collection; `lode` writes other rows with --force."
    ),
    .typeMismatch: ("The row holds another type", "Ask for that type, or read its bytes."),
    .schemaDrift: (
      "A type has other fields than the store knows for its version",
      "Give the type a new version; nothing was changed."
    ),
    .uniqueViolation: (
      "Another row has the same values in a unique index",
      "Change the values, or update the row that has them."
    ),
    .invalidIndex: ("The index cannot be kept", "Define it otherwise; nothing was changed."),
    .unknownFunction: (
      "The function of a computed value is not known here",
      "Open the store with the model that declares it, or define the index first."
    ),
    .needsMigration: (
      "Rows wait for a migration that this program does not have",
      "Open the store with the models and the plan of the program that began it."
    ),
    .indexNotFound: ("There is no index of that name", "Check the name."),
    .counterOverflow: ("The counter would overflow", "Reset it."),
    .invalidName: ("The name cannot be used", "Collection names have up to 480 UTF-8 bytes."),
    .collectionExists: (
      "A collection of that name exists", "Choose another name or drop it first."
    ),
    .collectionNotFound: ("There is no collection of that name", "Check the name."),
    .invalidLimit: (
      "A limit or an offset is negative", "Give 0 or more; leave the limit out for all rows."
    ),
    .mutatedDuringEnumeration: (
      "The collection was changed while it was being enumerated",
      "Stop right after the change, or collect the keys first."
    ),
    .damaged: (
      "The store is damaged",
      "It was left as it is. Run `lode verify`, and restore the store from a backup."
    ),
    .diskFull: ("The disk is full", "Free some room and run the write again; nothing was lost."),
    .inputOutput: (
      "Reading or writing the store failed", "Check the disk, then run the write again."
    ),
    .commitOutcomeUnknown: (
      "It is not known whether the commit is on disk", "Close the store, open it and read back."
    ),
    .mapFull: ("The reserved map is used up", "Close snapshots, or reserve more at opening."),
    .tablesFull: (
      "There are more collections and indexes than the open store has room for",
      "Open the store with a greater `StoreOptions.maximumCollections`."
    ),
  ]
}
