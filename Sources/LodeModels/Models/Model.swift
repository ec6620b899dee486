public import LodeCoding
public import LodeStore

/// The type of a model's key, for example an integer, `String`, `UUID`, `Date`, `Data`, or a
/// `CompoundKey` of several values.
public typealias ModelKey = KeyElement & ArchivableValue & Hashable

/// A type whose values are the rows of a collection.
///
/// `@Model` generates the conformance. Without the macro, an archivable structure or final class
/// names its collection and its key:
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
/// A collection sorts its rows by key. A ``SequencedModel`` gets its keys from the store, a
/// ``TimestampedModel`` has timestamps, and a ``ValidatedModel`` checks each save.
///
/// No actor may isolate the conformance, because any thread can read and decode rows.
public protocol Model: ArchivableObject, SendableMetatype {
  /// The type of the values that identify rows.
  associatedtype PrimaryKey: ModelKey

  /// The name of the collection, at most 480 bytes of UTF-8 and not empty.
  ///
  /// A renamed type keeps its rows if the collection name stays the same and the type's schema
  /// lists the former name.
  static var collectionName: String { get }

  /// The names of the fields that form the key, in the order of the key's components.
  static var keyFields: [String] { get }

  /// The value that identifies the model's row.
  var primaryKey: PrimaryKey { get }

  /// The declared indexes of the collection.
  ///
  /// Opening a store for writing with the model creates the missing indexes. If the program opens
  /// the store without the model, the first write of the model creates the indexes. The opening or
  /// the write also drops indexes that only an earlier version of the model declared.
  static var indexes: [IndexDefinition] { get }

  /// Whether rows have timestamps: `true` for a ``TimestampedModel``, by default `false`.
  static var keepsTimestamps: Bool { get }

  /// Whether each save calls ``checkSave(_:_:)``: `true` for a ``ValidatedModel``, by default
  /// `false`.
  static var checksSaves: Bool { get }

  /// Checks and completes a model before its save; for a ``ValidatedModel``, calls `willSave`.
  ///
  /// - Throws: Any error, which cancels the save.
  static func checkSave(_ model: inout Self, _ kind: SaveKind) throws

  /// Whether the store assigns the model's keys: `true` for a ``SequencedModel``, by default
  /// `false`.
  static var hasSequence: Bool { get }

  /// Returns the model's number in the sequence, or zero if the model has no number yet.
  ///
  /// The result is `nil` if the model has no sequence, or if the key is negative or exceeds 64
  /// bits.
  static func sequenceNumber(of model: Self) -> UInt64?

  /// Sets the model's number in the sequence.
  ///
  /// - Throws: `StoreError` with `counterOverflow` if the key's type cannot represent the number.
  static func setSequenceNumber(_ number: UInt64, of model: inout Self) throws
}

extension Model {
  /// `[]`: by default, a model declares no indexes.
  public static var indexes: [IndexDefinition] { [] }
  /// `false`: by default, rows have no timestamps.
  public static var keepsTimestamps: Bool { false }
  /// `false`: by default, saves check nothing.
  public static var checksSaves: Bool { false }
  /// `false`: by default, the program sets the key.
  public static var hasSequence: Bool { false }
  /// Accepts every model unchanged.
  ///
  /// - Complexity: O(1).
  /// - Throws: no error.
  public static func checkSave(_ model: inout Self, _ kind: SaveKind) throws {}
  /// Returns `nil`, because the model has no sequence.
  public static func sequenceNumber(of model: Self) -> UInt64? { nil }
  /// Has no effect, because the model has no sequence.
  ///
  /// - Complexity: O(1).
  /// - Throws: no error.
  public static func setSequenceNumber(_ number: UInt64, of model: inout Self) throws {}
}
