public import LodeCoding

/// A reference to a row of a model, by its key.
///
/// It is archived as the key. Nothing is loaded automatically: `get` with a reference reads the
/// model in the current transaction.
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
  /// The key of the row, which may not be there.
  public let key: Target.PrimaryKey

  /// Refers to the row of a key.
  public init(_ key: Target.PrimaryKey) { self.key = key }

  /// Refers to the row of a model.
  public init(_ model: Target) { key = model.primaryKey }
}

extension Ref: ArchivableValue {
  /// That of the key.
  public static var archiveType: ArchiveType { Target.PrimaryKey.archiveType }

  /// Appends the key.
  public func archive(into writer: inout ArchiveWriter) throws { try key.archive(into: &writer) }

  /// Reads the key.
  public static func unarchive(from reader: inout ArchiveReader) throws -> Ref {
    Ref(try Target.PrimaryKey.unarchive(from: &reader))
  }
}

extension Ref: KeyConvertible, KeyElement {
  /// Appends the key.
  public func encodeKeyElement(into buffer: inout KeyBuffer) {
    key.encodeKeyElement(into: &buffer)
  }

  /// Appends the key as a whole key.
  public func encodeKey(into buffer: inout KeyBuffer) { key.encodeKey(into: &buffer) }

  /// Reads a whole key.
  ///
  /// - Throws: what reading the key throws.
  public static func decodeKey(_ bytes: Span<UInt8>) throws(KeyError) -> Ref {
    Ref(try Target.PrimaryKey.decodeKey(bytes))
  }

  /// Reads the key.
  ///
  /// - Throws: what reading the key throws.
  public static func decodeKeyElement(from reader: inout KeyReader) throws(KeyError) -> Ref {
    Ref(try Target.PrimaryKey.decodeKeyElement(from: &reader))
  }
}

extension Ref: CustomStringConvertible {
  /// The key.
  public var description: String { "\(key)" }
}
