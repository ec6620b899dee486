internal import LodeLMDB

extension StoreError.Code {
  /// A description of the problem in English, without a full stop.
  public var problem: String {
    Self.texts[self]?.problem ?? LMDBError.Code(rawValue: rawValue).problem
  }

  /// A remedy in English, as one or more sentences.
  public var remedy: String {
    Self.texts[self]?.remedy ?? LMDBError.Code(rawValue: rawValue).remedy
  }

  /// Whether the cause of an error with this code describes the problem, its location, and the
  /// remedy.
  var isExplainedByCause: Bool {
    [
      .invalidCondition, .invalidSearch, .needsIndex, .invalidPageToken, .migrationFailed,
      .stagedConflict, .exchangeFailed,
    ].contains(self)
  }

  /// The texts of the codes.
  ///
  /// Every other code has the texts of the `LMDBError` code with the same name.
  private static let texts: [Self: (problem: String, remedy: String)] = [
    .notFound: ("There is no store at the path", "Check the path, or allow creating it."),
    .notAStore: ("The path does not hold a Lode store", "Nothing was changed. Check the path."),
    .unsupportedVersion: (
      "The store was written by a later version of Lode", "Nothing was changed. Update Lode."
    ),
    .alreadyOpen: (
      "This process has the store open already",
      "Share one store object, or close the store before opening it again."
    ),
    .closed: ("The store is closed", "Open the store again."),
    .forked: (
      "The store was opened by the parent of this forked process",
      "Open the store after the fork, or start the child with posix_spawn."
    ),
    .timeLimitExceeded: (
      "The time limit ended a query or a search",
      "The query changed nothing. Allow more time, add an index, or limit the rows."
    ),
    .cancelled: ("The task was cancelled", "The query changed nothing. Run it again if needed."),
    .readOnly: ("The store is open for reading only", "Open the store without `readOnly`."),
    .noHistory: (
      "The store has no change log",
      "Open the store with the option 'history: .keep()'; later changes are then in the log."
    ),
    .nestedWrite: (
      "A write began inside a write", "Use the outer transaction, or its `savepoint`."
    ),
    .readInsideWrite: (
      "The store was read inside a write, without the changes of the write",
      "Read from the transaction, as in `transaction.get(...)`. For the state before the write, use `snapshot()`."
    ),
    .tooManyWaitingWrites: (
      "Too many writes are waiting", "Try again later, or raise `maximumWaitingWrites`."
    ),
    .readersFull: (
      "All reader slots are in use", "Close snapshots, or raise `maximumReaders` in the options."
    ),
    .busy: (
      "Open snapshots or reads prevent the operation", "Close the snapshots, and try again."
    ),
    .duplicateKey: ("The key exists already", "Use `put` to replace the row, or use another key."),
    .keyChanged: (
      "A change would give a row another key", "Delete the row, and insert the changed row."
    ),
    .ambiguousUpsert: (
      "More than one row has this value",
      "Update the rows by their keys, or delete the surplus rows."
    ),
    .blobNotFound: (
      "An archive names a blob that is not in the store",
      "Read the value from the archive's own store, and put the value."
    ),
    .invalidModel: (
      "The models cannot be used together",
      "Change the names or versions of the models in the message."
    ),
    .revisionConflict: (
      "The row is not at the expected revision", "Read the row again, and repeat the change."
    ),
    .keysOutOfOrder: (
      "The key is not greater than the last key", "Append in ascending order, or use `put`."
    ),
    .keyCollision: (
      "Another long key has the same prefix and hash", "Change the end of the key."
    ),
    .keyEmpty: ("A key is empty", "Use a key of at least one byte."),
    .keyTooLong: ("A key is longer than 65,535 bytes", "Shorten the key."),
    .valueTooLarge: (
      "A value with its key and metadata is longer than 1 GiB", "Split the value over several keys."
    ),
    .keyFormatMismatch: (
      "The collection has keys of the other format",
      "Use either tuple keys or raw keys in one collection."
    ),
    .openElsewhere: (
      "Another process has the store open",
      "Close the store there, or get write access to lock.mdb. A reader beside a writer needs that access."
    ),
    .pathInUse: ("The path is in use", "Choose a path that does not exist."),
    .protectedCollection: (
      "The collection belongs to a model",
      "Save the model, or use another collection. `lode` writes other rows with --force."
    ),
    .typeMismatch: ("The row holds another type", "Ask for the row's type, or read its bytes."),
    .unarchivingFailed: (
      "The row cannot be decoded as the requested type",
      "Ask for another type, or read the row as an `Archive`."
    ),
    .archivingFailed: ("The value cannot be archived", "Nothing was changed. Change the value."),
    .invalidKey: (
      "A stored key is not of the requested type", "Ask for the type of the collection's keys."
    ),
    .schemaDrift: (
      "The fields of a type contradict the stored schema of its version",
      "Nothing was changed. Give the type a new version."
    ),
    .uniqueViolation: (
      "Another row has the same values in a unique index",
      "Change the values, or update the other row."
    ),
    .invalidIndex: (
      "The index definition is not valid", "Nothing was changed. Correct the definition."
    ),
    .unknownFunction: (
      "The function of a computed value is not registered",
      "Open the store with the model that declares the function, or define the index first."
    ),
    .needsMigration: (
      "Rows have a pending migration that this program does not have",
      "Open the store with the models and the plan of the program that began the migration."
    ),
    .indexNotFound: ("The index does not exist", "Check the name."),
    .invalidCondition: ("The condition is invalid", "Correct the condition."),
    .invalidSearch: ("The search is invalid", "Correct the text of the search."),
    .needsIndex: (
      "The query needs an index", "Define an index of the fields of the condition."
    ),
    .invalidPageToken: ("The page token belongs to another query", "Begin with the first page."),
    .migrationFailed: (
      "The migration is not possible, or failed",
      "Nothing was changed. Correct the migration plan or the models."
    ),
    .stagedConflict: (
      "Other writers changed edited rows", "Nothing was changed. Resolve each row, and save again."
    ),
    .exchangeFailed: ("The export or import failed", "Nothing was changed. Correct the documents."),
    .counterOverflow: ("The counter would overflow", "Reset the counter."),
    .invalidName: ("The name cannot be used", "Collection names have up to 480 UTF-8 bytes."),
    .collectionExists: (
      "A collection of that name exists", "Choose another name, or drop the collection first."
    ),
    .collectionNotFound: ("The collection does not exist", "Check the name."),
    .invalidLimit: (
      "A limit or an offset is negative", "Use 0 or more. For all rows, leave out the limit."
    ),
    .mutatedDuringEnumeration: (
      "The collection was changed while it was being enumerated",
      "Stop after the change, or collect the keys first."
    ),
    .damaged: (
      "The store is damaged",
      "Nothing was changed. Run `lode repair`, save the readable rows with `lode salvage`, or restore the store from a backup."
    ),
    .diskFull: ("The disk is full", "Nothing was lost. Free disk space, and run the write again."),
    .inputOutput: (
      "Reading or writing the store failed", "Check the disk, then run the write again."
    ),
    .commitOutcomeUnknown: (
      "The commit may or may not be on disk",
      "Close the store, open the store again, and read the rows."
    ),
    .mapFull: ("The reserved map is used up", "Close snapshots, or reserve more at opening."),
    .tablesFull: (
      "The store has more collections and indexes than the options allow",
      "Open the store with a greater `StoreOptions.maximumCollections`."
    ),
  ]
}
