public import LodeCoding

/// A reference to a row of a model, by its key.
///
/// A reference is archived as its key. Nothing is loaded automatically: `get` with a reference
/// reads the model in the current transaction.
///
/// ```swift
/// @Model
/// struct Package {
///   @Key var name: String
///   var depends: [Ref<Package>] = []
/// }
///
/// let needed = try store.read { transaction in
///   let bash = try transaction.get(Package.self, "bash")
///   return try bash?.depends.compactMap { try transaction.get($0) } ?? []
/// }
/// ```
public struct Ref<Target: Model>: Hashable, Sendable {
  /// The key of the row; the row need not exist.
  public let key: Target.PrimaryKey

  /// Creates a reference to the row at a key.
  public init(_ key: Target.PrimaryKey) { self.key = key }

  /// Creates a reference to the row of a model.
  public init(_ model: Target) { key = model.primaryKey }
}

extension Ref: ArchivableValue {
  /// The archived type of the key.
  public static var archiveType: ArchiveType { Target.PrimaryKey.archiveType }

  /// Archives the key.
  ///
  /// - Complexity: O(size of the key).
  /// - Throws: the errors of archiving the key.
  public func archive(into writer: inout ArchiveWriter) throws { try key.archive(into: &writer) }

  /// Reads a reference from the archive of its key.
  ///
  /// - Complexity: O(size of the key).
  /// - Throws: the errors of reading the key.
  public static func unarchive(from reader: inout ArchiveReader) throws -> Ref {
    Ref(try Target.PrimaryKey.unarchive(from: &reader))
  }
}

extension Ref: KeyConvertible, KeyElement {
  /// Appends the key as a component of a key.
  public func encodeKeyElement(into buffer: inout KeyBuffer) {
    key.encodeKeyElement(into: &buffer)
  }

  /// Appends the key as a whole key.
  public func encodeKey(into buffer: inout KeyBuffer) { key.encodeKey(into: &buffer) }

  /// Decodes a whole key.
  ///
  /// - Complexity: O(size of the key).
  /// - Throws: the errors of decoding the key.
  public static func decodeKey(_ bytes: Span<UInt8>) throws(KeyError) -> Ref {
    Ref(try Target.PrimaryKey.decodeKey(bytes))
  }

  /// Decodes a component of a key.
  ///
  /// - Complexity: O(size of the key).
  /// - Throws: the errors of decoding the key.
  public static func decodeKeyElement(from reader: inout KeyReader) throws(KeyError) -> Ref {
    Ref(try Target.PrimaryKey.decodeKeyElement(from: &reader))
  }
}

extension Ref: CustomStringConvertible {
  /// The key.
  public var description: String { "\(key)" }
}
