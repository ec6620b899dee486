internal import LodeLMDB

extension StoreError {
  /// The kind of a failure; an open set, so that a later version can add codes.
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// The code's stable name.
    public let rawValue: String

    /// Creates a code from its stable name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Codes of LMDB keep their names; those that users of a store never meet as such are renamed.
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

  /// There is no store at the path, and it was not to be created.
  public static let notFound = Self(rawValue: "notFound")
  /// The path holds something else than a store.
  public static let notAStore = Self(rawValue: "notAStore")
  /// The store was written by a later version of Lode.
  public static let unsupportedVersion = Self(rawValue: "unsupportedVersion")
  /// This process has the store open already.
  public static let alreadyOpen = Self(rawValue: "alreadyOpen")
  /// A store was to be created in a directory that holds other files.
  public static let directoryInUse = Self(rawValue: "directoryInUse")
  /// Another process has the store open, and this process may not write to the lock file.
  public static let openElsewhere = Self(rawValue: "openElsewhere")
  /// There is a store where a copy was to be made.
  public static let pathInUse = Self(rawValue: "pathInUse")
  /// The file system is a network or user-space one.
  public static let unsupportedFilesystem = Self(rawValue: "unsupportedFilesystem")
  /// The process may not read or write the path.
  public static let permissionDenied = Self(rawValue: "permissionDenied")
  /// An option has a value that cannot work.
  public static let invalidOption = Self(rawValue: "invalidOption")

  // State.

  /// The store was closed.
  public static let closed = Self(rawValue: "closed")
  /// The store was opened by the parent of this forked process.
  public static let forked = Self(rawValue: "forked")
  /// The files were deleted or replaced while open, or another process wrote to a store that is
  /// open read-only without its lock file.
  public static let replaced = Self(rawValue: "replaced")
  /// The store was opened for reading only.
  public static let readOnly = Self(rawValue: "readOnly")
  /// A write was begun inside a write.
  public static let nestedWrite = Self(rawValue: "nestedWrite")
  /// A store was read inside one of its own writes.
  public static let readInsideWrite = Self(rawValue: "readInsideWrite")
  /// More writes are waiting than the options allow.
  public static let tooManyWaitingWrites = Self(rawValue: "tooManyWaitingWrites")
  /// Snapshots or reads that are still open keep the operation from being done.
  public static let busy = Self(rawValue: "busy")

  // Contents.

  /// An insert met an existing key.
  public static let duplicateKey = Self(rawValue: "duplicateKey")
  /// A put that expected a revision met another one.
  public static let revisionConflict = Self(rawValue: "revisionConflict")
  /// An append met a key that is not greater than the last one.
  public static let keysOutOfOrder = Self(rawValue: "keysOutOfOrder")
  /// Two long keys with the same head have the same hash.
  public static let keyCollision = Self(rawValue: "keyCollision")
  /// A key is empty.
  public static let keyEmpty = Self(rawValue: "keyEmpty")
  /// A key is longer than 65,535 bytes.
  public static let keyTooLong = Self(rawValue: "keyTooLong")
  /// A row is not one of the models that the collection belongs to.
  public static let protectedCollection = Self(rawValue: "protectedCollection")
  /// A value with its key and metadata is longer than 1 GiB.
  public static let valueTooLarge = Self(rawValue: "valueTooLarge")
  /// The collection has keys of the other format.
  public static let keyFormatMismatch = Self(rawValue: "keyFormatMismatch")
  /// The row holds a value of another type than was asked for.
  public static let typeMismatch = Self(rawValue: "typeMismatch")
  /// A type has other fields than the store knows for its version.
  public static let schemaDrift = Self(rawValue: "schemaDrift")
  /// A change of a row would give it another key.
  public static let keyChanged = Self(rawValue: "keyChanged")
  /// Several rows have the value by which one is to be found.
  public static let ambiguousUpsert = Self(rawValue: "ambiguousUpsert")
  /// An archive names a blob that the store does not have.
  public static let blobNotFound = Self(rawValue: "blobNotFound")
  /// Models contradict each other, or what the store has.
  public static let invalidModel = Self(rawValue: "invalidModel")
  /// Another row has the values that a unique index allows once.
  public static let uniqueViolation = Self(rawValue: "uniqueViolation")
  /// An index is defined in a way that cannot be kept.
  public static let invalidIndex = Self(rawValue: "invalidIndex")
  /// A computed value is asked for, or must be kept, whose function the program has not named to
  /// the store.
  public static let unknownFunction = Self(rawValue: "unknownFunction")
  /// Rows wait for a migration that this program does not have, and what is asked for cannot be
  /// done without it.
  public static let needsMigration = Self(rawValue: "needsMigration")
  /// The collection has no index of that name.
  public static let indexNotFound = Self(rawValue: "indexNotFound")
  /// A counter would leave the range of 64 bits.
  public static let counterOverflow = Self(rawValue: "counterOverflow")
  /// The name of a store or collection cannot be used.
  public static let invalidName = Self(rawValue: "invalidName")
  /// A collection of that name exists.
  public static let collectionExists = Self(rawValue: "collectionExists")
  /// No collection of that name exists.
  public static let collectionNotFound = Self(rawValue: "collectionNotFound")
  /// A limit or an offset is negative.
  public static let invalidLimit = Self(rawValue: "invalidLimit")
  /// The collection was changed by the body of its own enumeration.
  public static let mutatedDuringEnumeration = Self(rawValue: "mutatedDuringEnumeration")

  // Disk.

  /// The file, or a row of it, is damaged.
  public static let damaged = Self(rawValue: "damaged")
  /// The file system has no room.
  public static let diskFull = Self(rawValue: "diskFull")
  /// Reading or writing the file failed.
  public static let inputOutput = Self(rawValue: "inputOutput")
  /// It is not known whether the commit is on disk.
  public static let commitOutcomeUnknown = Self(rawValue: "commitOutcomeUnknown")
  /// The reserved map is used up and cannot grow.
  public static let mapFull = Self(rawValue: "mapFull")
  /// The system has no memory.
  public static let outOfMemory = Self(rawValue: "outOfMemory")
  /// More collections are in use than the open store has room for.
  public static let tablesFull = Self(rawValue: "tablesFull")
}
