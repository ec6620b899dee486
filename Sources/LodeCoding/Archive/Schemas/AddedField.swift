/// The store's record of a field that a type added after objects were archived.
package struct AddedField: Sendable {
  /// The current name, followed by the former names.
  package let names: [String]
  /// The self-contained archive of the default; empty without a default.
  package let archive: [UInt8]
  /// Whether the program's default varies from call to call, as `UUID()` does.
  ///
  /// If the default varies, reads use the recorded default.
  package let isVarying: Bool
  /// The decoded default, without its Swift type, or `nil` without a default.
  let value: Archive?

  /// Creates a field from its record.
  ///
  /// - Throws: ``ArchiveError`` if `archive` is neither empty nor a self-contained archive.
  package init(names: [String], archive: [UInt8], isVarying: Bool = false) throws {
    self.names = names
    self.archive = archive
    self.isVarying = isVarying
    value = archive.isEmpty ? nil : try Archive(archive.span)
  }

  /// The current name of the field.
  package var name: String { names[0] }

  /// Whether the default also replaces a nil value, because the field is no longer optional.
  var replacesNil: Bool { value.map { $0.rootType.code != .optional } ?? false }
}

extension AddedField: Hashable {
  /// Returns whether both records have equal `names`, `archive`, and `isVarying`.
  package static func == (a: AddedField, b: AddedField) -> Bool {
    a.names == b.names && a.archive == b.archive && a.isVarying == b.isVarying
  }

  /// Hashes the names and the default.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(names)
    hasher.combine(archive)
  }
}
