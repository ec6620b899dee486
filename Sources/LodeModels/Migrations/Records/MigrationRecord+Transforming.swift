public import LodeCoding

extension MigrationRecord {
  /// Replaces the value of a field by the result of a closure, and optionally renames the field.
  ///
  /// ```swift
  /// try record.transform("birthYear", to: "age") { (year: Int) in 2026 - year }
  /// ```
  ///
  /// A null value stays null, without a call of `body`. The record does not change on failure.
  ///
  /// - Parameters:
  ///   - name: The name of the field.
  ///   - newName: The new name; `nil` to keep the name.
  ///   - body: Returns the new value; `nil` removes the field.
  /// - Returns: `false`, and nothing changes, if the field does not exist.
  /// - Complexity: O(size of the values).
  /// - Throws: the errors of `body`; `ArchiveError` with `typeMismatch` or `outOfRange` if the
  ///   value has another type; `ArchiveError` if the new value cannot be archived.
  @discardableResult
  public mutating func transform<Old: ArchivableValue, New: ArchivableValue>(
    _ name: String, to newName: String? = nil, _ body: (Old) throws -> New?
  ) throws -> Bool {
    try transform(name, to: newName) { (value: ArchiveValue) in
      try body(try value.decoded(as: Old.self)).map { try ArchiveValue(archiving: $0) }
    }
  }

  /// Replaces the value of a field, of any type, by the result of a closure, and optionally renames
  /// the field.
  ///
  /// A null value stays null, without a call of `body`. The record does not change on failure.
  ///
  /// - Parameters:
  ///   - name: The name of the field.
  ///   - newName: The new name; `nil` to keep the name.
  ///   - body: Returns the new value; `nil` removes the field.
  /// - Returns: `false`, and nothing changes, if the field does not exist.
  /// - Complexity: O(size of the values).
  /// - Throws: the errors of `body`.
  @discardableResult
  public mutating func transform(
    _ name: String, to newName: String? = nil, _ body: (ArchiveValue) throws -> ArchiveValue?
  ) throws -> Bool {
    guard let value = self[name] else { return false }
    let new = value.untyped == .null ? value : try body(value)
    return replace(name, with: newName ?? name, value: new)
  }

  /// Decodes the object as a type that the program keeps for this purpose.
  ///
  /// Instances of classes cannot be decoded.
  ///
  /// - Complexity: O(size of the object).
  /// - Throws: `ArchiveError` if the object cannot be decoded as the type.
  public func decoded<T: ArchivableValue>(as type: T.Type = T.self) throws -> T {
    try ArchiveValue.object(object).decoded(as: type)
  }

  /// Replaces the object by the archive of a value.
  ///
  /// Fields of extensions that the value does not have are kept, if its type keeps extension
  /// fields. The record does not change on failure.
  ///
  /// - Complexity: O(size of the value).
  /// - Throws: `ArchiveError` with `typeMismatch` if the value is not an object, or holds instances
  ///   of classes.
  public mutating func become<T: Archivable>(_ value: T) throws {
    guard var new = try ArchiveValue(archiving: value).object else {
      throw ArchiveError(.typeMismatch, "\(T.self) is archived as no object")
    }
    if let groups = new.extensions {
      let labels = Set(groups.map(\.label))
      let kept = (object.extensions ?? []).filter { !labels.contains($0.label) }
      new.extensions = (groups + kept).sorted {
        $0.label.utf8.lexicographicallyPrecedes($1.label.utf8)
      }
    }
    object = new
  }
}
