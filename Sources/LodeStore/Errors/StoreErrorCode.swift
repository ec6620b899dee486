internal import LodeLMDB

extension StoreError {
  /// The kind of an error; an open set, so that a later version can add codes.
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// The code's stable name.
    public let rawValue: String

    /// Creates a code from its stable name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Converts a code of LMDB.
    ///
    /// A code that the switch does not list keeps its name.
    init(lmdb code: LMDBError.Code) {
      switch code {
      case .pageNotFound, .corrupted, .cursorFull, .pageFull: self = .damaged
      case .notAnEnvironment, .versionMismatch: self = .notAStore
      case .panic: self = .commitOutcomeUnknown
      default: self.init(rawValue: code.rawValue)
      }
    }
  }
}

extension StoreError.Code {
  // Opening.

  /// The path has no store, and the options do not create a store.
  public static let notFound = Self(rawValue: "notFound")
  /// The path is not a directory, or its data file is not the file of a store.
  public static let notAStore = Self(rawValue: "notAStore")
  /// A later version of Lode wrote the store.
  public static let unsupportedVersion = Self(rawValue: "unsupportedVersion")
  /// This process already has the store open.
  public static let alreadyOpen = Self(rawValue: "alreadyOpen")
  /// The directory for a new store holds other files.
  public static let directoryInUse = Self(rawValue: "directoryInUse")
  /// Another process has the store open, and this process opens the store read-only without write
  /// permission to the lock file.
  public static let openElsewhere = Self(rawValue: "openElsewhere")
  /// The destination of a copy has a store, or the destination of a salvage exists.
  public static let pathInUse = Self(rawValue: "pathInUse")
  /// The file system is a network or user-space file system.
  public static let unsupportedFilesystem = Self(rawValue: "unsupportedFilesystem")
  /// The process has no permission to read or write the path.
  public static let permissionDenied = Self(rawValue: "permissionDenied")
  /// An option has an invalid value.
  public static let invalidOption = Self(rawValue: "invalidOption")

  // State.

  /// The program has closed the store or the snapshot.
  ///
  /// The code also means that the write transaction has ended.
  public static let closed = Self(rawValue: "closed")
  /// A parent process opened the store, and this process is its fork.
  public static let forked = Self(rawValue: "forked")
  /// The store has no change log.
  public static let noHistory = Self(rawValue: "noHistory")
  /// The change log is damaged, so the batch of the write runs again; no call throws this code.
  static let damagedLog = Self(rawValue: "damagedLog")
  /// The files were deleted or replaced while the store was open.
  ///
  /// The code also means that another process wrote to a store that is open read-only without its
  /// lock file.
  public static let replaced = Self(rawValue: "replaced")
  /// The store is open read-only.
  public static let readOnly = Self(rawValue: "readOnly")
  /// The program started a write, a copy, or a verification inside a write of the same store.
  public static let nestedWrite = Self(rawValue: "nestedWrite")
  /// Inside a write, the program started a read of the same store outside the transaction.
  public static let readInsideWrite = Self(rawValue: "readInsideWrite")
  /// As many writes wait as ``StoreOptions/maximumWaitingWrites`` allows.
  public static let tooManyWaitingWrites = Self(rawValue: "tooManyWaitingWrites")
  /// Open snapshots or reads prevent the operation.
  public static let busy = Self(rawValue: "busy")
  /// No reader slot is free.
  public static let readersFull = Self(rawValue: "readersFull")

  /// The time limit of `Store.withTimeLimit` ended a query or a search.
  public static let timeLimitExceeded = Self(rawValue: "timeLimitExceeded")
  /// The task of an asynchronous read or write was cancelled while a query or a search ran.
  ///
  /// The read or write itself throws `CancellationError`; only its body sees this code.
  public static let cancelled = Self(rawValue: "cancelled")

  // Contents.

  /// The key of an insert already exists, or collides with another key; see ``keyCollision``.
  public static let duplicateKey = Self(rawValue: "duplicateKey")
  /// The row does not have the expected revision.
  public static let revisionConflict = Self(rawValue: "revisionConflict")
  /// The key of an append is not greater than every existing key.
  public static let keysOutOfOrder = Self(rawValue: "keysOutOfOrder")
  /// Another key of over 510 bytes has the same first 495 bytes and the same hash.
  ///
  /// A table stores the first 495 bytes and a hash of each key of over 510 bytes.
  public static let keyCollision = Self(rawValue: "keyCollision")
  /// A key is empty.
  public static let keyEmpty = Self(rawValue: "keyEmpty")
  /// A key is longer than 65,535 bytes.
  public static let keyTooLong = Self(rawValue: "keyTooLong")
  /// The collection belongs to a model that cannot read the row, or to another model.
  public static let protectedCollection = Self(rawValue: "protectedCollection")
  /// A value with its key and metadata is larger than 1 GiB.
  public static let valueTooLarge = Self(rawValue: "valueTooLarge")
  /// The key is a tuple and the collection has raw keys, or the reverse.
  ///
  /// The code also means that the key is raw and the collection has indexes.
  public static let keyFormatMismatch = Self(rawValue: "keyFormatMismatch")
  /// The type of the row differs from the requested type, or the bytes do not decode as the type.
  public static let typeMismatch = Self(rawValue: "typeMismatch")
  /// The archive of a row cannot be decoded as the requested type.
  ///
  /// ``StoreError/cause`` has the `ArchiveError`, or is `nil` if the type threw `DecodingError`.
  public static let unarchivingFailed = Self(rawValue: "unarchivingFailed")
  /// A value cannot be archived.
  ///
  /// ``StoreError/cause`` has the `ArchiveError`, or is `nil` if the type threw `EncodingError`.
  public static let archivingFailed = Self(rawValue: "archivingFailed")
  /// A stored key is not a key of the requested type.
  ///
  /// ``StoreError/cause`` has the `KeyError`.
  public static let invalidKey = Self(rawValue: "invalidKey")
  /// The store has recorded the same version of a type with incompatible fields.
  public static let schemaDrift = Self(rawValue: "schemaDrift")
  /// A change of a row would give the row another key.
  public static let keyChanged = Self(rawValue: "keyChanged")
  /// Several rows match the value of an upsert.
  public static let ambiguousUpsert = Self(rawValue: "ambiguousUpsert")
  /// An archive refers to a blob that the store does not have.
  public static let blobNotFound = Self(rawValue: "blobNotFound")
  /// A model contradicts another model, or the types that the store has recorded.
  public static let invalidModel = Self(rawValue: "invalidModel")
  /// Another row has the same values in a unique index.
  public static let uniqueViolation = Self(rawValue: "uniqueViolation")
  /// The definition of an index is invalid.
  public static let invalidIndex = Self(rawValue: "invalidIndex")
  /// A query or a unique index needs a computed value whose function the program has not
  /// registered.
  public static let unknownFunction = Self(rawValue: "unknownFunction")
  /// The operation needs a pending migration that the program has not registered.
  public static let needsMigration = Self(rawValue: "needsMigration")
  /// The collection has no usable index with the name, or no usable full-text index.
  public static let indexNotFound = Self(rawValue: "indexNotFound")
  /// A condition is malformed, is missing, or does not fit the fields of the rows.
  ///
  /// ``StoreError/cause`` has the ``ConditionError``.
  public static let invalidCondition = Self(rawValue: "invalidCondition")
  /// The text of a search is malformed, or the expression exceeds a limit.
  ///
  /// ``StoreError/cause`` has the `SearchSyntaxError`.
  public static let invalidSearch = Self(rawValue: "invalidSearch")
  /// The query or the store requires an index, but only a scan of all rows answers the query.
  ///
  /// ``StoreError/cause`` has the `QueryError`, which suggests an index.
  public static let needsIndex = Self(rawValue: "needsIndex")
  /// The token of a page belongs to another query.
  ///
  /// ``StoreError/cause`` has the `QueryError`.
  public static let invalidPageToken = Self(rawValue: "invalidPageToken")
  /// A migration to the program's models lacks a step, contradicts the store, or failed.
  ///
  /// ``StoreError/cause`` has the `MigrationError`.
  public static let migrationFailed = Self(rawValue: "migrationFailed")
  /// Other writers changed rows that a staged session has edited.
  ///
  /// ``StoreError/cause`` has the `StagedConflict`, which lists the rows.
  public static let stagedConflict = Self(rawValue: "stagedConflict")
  /// An export or an import of documents failed.
  ///
  /// ``StoreError/cause`` has the `ExchangeError`.
  public static let exchangeFailed = Self(rawValue: "exchangeFailed")
  /// A counter or a sequence would exceed its range.
  public static let counterOverflow = Self(rawValue: "counterOverflow")
  /// The name of a store, a collection, or a migration step is invalid.
  public static let invalidName = Self(rawValue: "invalidName")
  /// A collection with the name already exists.
  public static let collectionExists = Self(rawValue: "collectionExists")
  /// No collection with the name exists.
  public static let collectionNotFound = Self(rawValue: "collectionNotFound")
  /// A limit or an offset is negative.
  public static let invalidLimit = Self(rawValue: "invalidLimit")
  /// The closure of an iteration changed the collection, and continued the iteration.
  public static let mutatedDuringEnumeration = Self(rawValue: "mutatedDuringEnumeration")

  // Disk.

  /// The file or a row is damaged.
  public static let damaged = Self(rawValue: "damaged")
  /// The file system has no free space.
  public static let diskFull = Self(rawValue: "diskFull")
  /// Reading or writing the file failed.
  public static let inputOutput = Self(rawValue: "inputOutput")
  /// The store cannot determine whether the commit is on disk.
  public static let commitOutcomeUnknown = Self(rawValue: "commitOutcomeUnknown")
  /// The map is full, and has its maximum size of 64 TiB.
  public static let mapFull = Self(rawValue: "mapFull")
  /// The system has no memory or address space left.
  public static let outOfMemory = Self(rawValue: "outOfMemory")
  /// The store needs another table, and the capacity for tables cannot grow.
  ///
  /// Open snapshots or reads prevent the growth, or the capacity has its maximum.
  public static let tablesFull = Self(rawValue: "tablesFull")
}
