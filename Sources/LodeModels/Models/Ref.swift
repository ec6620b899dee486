public import LodeCoding

/// A reference to a row of a model, by its key.
///
/// An archive of a reference contains only the key. To read the model, pass the reference to `get`.
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
  /// The key of the target row, which need not exist.
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
  /// - Throws: `ArchiveError` if the key cannot be archived.
  public func archive(into writer: inout ArchiveWriter) throws { try key.archive(into: &writer) }

  /// Reads a reference from the archive of its key.
  ///
  /// - Complexity: O(size of the key).
  /// - Throws: `ArchiveError` if the bytes are not a key of the target's key type.
  public static func unarchive(from reader: inout ArchiveReader) throws -> Ref {
    Ref(try Target.PrimaryKey.unarchive(from: &reader))
  }
}

extension Ref: KeyConvertible, KeyElement {
  /// Appends the target's key as a component of another key.
  public func encodeKeyElement(into buffer: inout KeyBuffer) {
    key.encodeKeyElement(into: &buffer)
  }

  /// Appends the target's key as a whole key.
  public func encodeKey(into buffer: inout KeyBuffer) { key.encodeKey(into: &buffer) }

  /// Decodes a reference from a whole key.
  ///
  /// - Complexity: O(size of the key).
  /// - Throws: `KeyError` with `typeMismatch` if the bytes are a key of another type, or with
  ///   another code if the bytes are malformed.
  public static func decodeKey(_ bytes: Span<UInt8>) throws(KeyError) -> Ref {
    Ref(try Target.PrimaryKey.decodeKey(bytes))
  }

  /// Decodes a reference from a component of a key.
  ///
  /// - Complexity: O(size of the key).
  /// - Throws: `KeyError` with `typeMismatch` if the component has another type, or with another
  ///   code if the bytes are malformed.
  public static func decodeKeyElement(from reader: inout KeyReader) throws(KeyError) -> Ref {
    Ref(try Target.PrimaryKey.decodeKeyElement(from: &reader))
  }
}

extension Ref: CustomStringConvertible {
  /// The text of the key.
  public var description: String { "\(key)" }
}
