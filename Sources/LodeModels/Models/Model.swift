public import LodeCoding
public import LodeStore

/// What a model's key can be: `Int` and the other integers, `String`, `UUID`, `Date`, `Data`, or a
/// type of one's own that is made of these.
public typealias ModelKey = KeyElement & ArchivableValue & Hashable

/// A type whose values are the rows of a collection.
///
/// `@Model` writes the conformance. By hand, a structure or a final class is archivable and says
/// where its rows are and which of its properties is the key:
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
/// Rows lie under their keys, in the order of these. ``SequencedModel`` gets its keys from the
/// store, ``TimestampedModel`` has the times of its rows kept, and ``ValidatedModel`` looks at what
/// is saved.
///
/// Rows are read on whichever thread asks for them, so that the conformance is of no actor.
public protocol Model: ArchivableObject, SendableMetatype {
  /// The type of the key.
  associatedtype PrimaryKey: ModelKey

  /// The name of the collection.
  ///
  /// A type that gets another name in the program keeps its rows as long as this stays.
  static var collectionName: String { get }

  /// The names, as archives have them, of the fields that the key is made of.
  static var keyFields: [String] { get }

  /// The key of the row.
  var primaryKey: PrimaryKey { get }

  /// The indexes of the collection.
  ///
  /// Opening a store for the model, or the first save, makes the collection's indexes these.
  static var indexes: [IndexDefinition] { get }

  /// Whether rows have the times of their making and their last change; ``TimestampedModel`` says
  /// so.
  static var keepsTimestamps: Bool { get }

  /// Whether ``checkSave(_:_:)`` does something; ``ValidatedModel`` says so.
  static var checksSaves: Bool { get }

  /// Looks at a model before it is saved; ``ValidatedModel`` hands it on to `willSave`.
  static func checkSave(_ model: inout Self, _ kind: SaveKind) throws

  /// Whether the store gives the model its key; ``SequencedModel`` says so.
  static var hasSequence: Bool { get }

  /// The model's number in the sequence: zero if it is not assigned yet, `nil` if the key is not a
  /// sequence.
  static func sequenceNumber(of model: Self) -> UInt64?

  /// Gives the model its number in the sequence.
  static func setSequenceNumber(_ number: UInt64, of model: inout Self) throws
}

extension Model {
  /// There are none.
  public static var indexes: [IndexDefinition] { [] }
  /// Rows have no times.
  public static var keepsTimestamps: Bool { false }
  /// Nothing looks at what is saved.
  public static var checksSaves: Bool { false }
  /// Keys are the program's own.
  public static var hasSequence: Bool { false }
  /// Saves everything as it is.
  public static func checkSave(_ model: inout Self, _ kind: SaveKind) throws {}
  /// There is no sequence.
  public static func sequenceNumber(of model: Self) -> UInt64? { nil }
  /// There is no sequence.
  public static func setSequenceNumber(_ number: UInt64, of model: inout Self) throws {}
}
