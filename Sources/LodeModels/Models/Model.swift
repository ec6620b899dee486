public import LodeCoding
public import LodeStore

/// The type of a model's key: an integer, `String`, `UUID`, `Date`, `Data`, or a type composed of
/// these types.
public typealias ModelKey = KeyElement & ArchivableValue & Hashable

/// A type whose values are the rows of a collection.
///
/// `@Model` writes the conformance. Without the macro, an archivable structure or final class names
/// its collection and its key:
///
/// ```swift
/// struct City: Archivable, Model {
///   var name: String
///   var people = 0
///
///   static let collectionName = "city"
///   static let keyFields = ["name"]
///   var primaryKey: String { name }
///
///   static let archiveSchema = ArchiveSchema(
///     "City", fields: [.init("name", String.self), .init("people", Int.self)])
///   func encode(to archive: inout ArchiveWriter) throws {
///     try archive.encode(name)
///     try archive.encode(people)
///   }
///   init(from archive: inout ArchiveReader) throws {
///     name = try archive.decode(0)
///     people = try archive.decode(1)
///   }
/// }
/// ```
///
/// Rows are sorted by their keys. A ``SequencedModel`` gets its keys from the store, a
/// ``TimestampedModel`` has timestamps, and a ``ValidatedModel`` checks each save.
///
/// Rows are decoded on the thread that reads them, so the conformance must not be isolated to an
/// actor.
public protocol Model: ArchivableObject, SendableMetatype {
  /// The type of the key.
  associatedtype PrimaryKey: ModelKey

  /// The name of the collection.
  ///
  /// A type that is renamed in the program keeps its rows if the collection name stays the same.
  static var collectionName: String { get }

  /// The names, in archives, of the fields that form the key.
  static var keyFields: [String] { get }

  /// The key of the row.
  var primaryKey: PrimaryKey { get }

  /// The indexes of the collection.
  ///
  /// Opening a store with the model, or the first save, replaces the collection's declared indexes.
  static var indexes: [IndexDefinition] { get }

  /// Whether rows have timestamps; true for a ``TimestampedModel``.
  static var keepsTimestamps: Bool { get }

  /// Whether ``checkSave(_:_:)`` checks models; true for a ``ValidatedModel``.
  static var checksSaves: Bool { get }

  /// Checks and completes a model before it is saved; a ``ValidatedModel`` calls `willSave`.
  ///
  /// - Throws: any error, which cancels the save.
  static func checkSave(_ model: inout Self, _ kind: SaveKind) throws

  /// Whether the store assigns the model's key; true for a ``SequencedModel``.
  static var hasSequence: Bool { get }

  /// Returns the model's number in the sequence.
  ///
  /// The number is zero if it is not assigned yet, and `nil` if the key is not a sequence.
  static func sequenceNumber(of model: Self) -> UInt64?

  /// Sets the model's number in the sequence.
  ///
  /// - Throws: `StoreError` with `counterOverflow` if the key's type cannot represent the number.
  static func setSequenceNumber(_ number: UInt64, of model: inout Self) throws
}

extension Model {
  /// No indexes.
  public static var indexes: [IndexDefinition] { [] }
  /// No timestamps.
  public static var keepsTimestamps: Bool { false }
  /// No checks.
  public static var checksSaves: Bool { false }
  /// No sequence.
  public static var hasSequence: Bool { false }
  /// Accepts every model unchanged.
  ///
  /// - Complexity: O(1).
  /// - Throws: no error.
  public static func checkSave(_ model: inout Self, _ kind: SaveKind) throws {}
  /// Returns `nil`: the key is not a sequence.
  public static func sequenceNumber(of model: Self) -> UInt64? { nil }
  /// Has no effect: the key is not a sequence.
  ///
  /// - Complexity: O(1).
  /// - Throws: no error.
  public static func setSequenceNumber(_ number: UInt64, of model: inout Self) throws {}
}
