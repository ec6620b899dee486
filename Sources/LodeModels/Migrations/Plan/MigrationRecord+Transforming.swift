public import LodeCoding

extension MigrationRecord {
  /// Replaces the value of a field with the result of a closure, and optionally renames the field.
  ///
  /// ```swift
  /// try record.transform("birthYear", to: "age") { (year: Int) in 2026 - year }
  /// ```
  ///
  /// If the value is null, the value stays null, and the call does not run `body`. The record does
  /// not change on failure.
  ///
  /// - Parameters:
  ///   - name: The name of the field.
  ///   - newName: The new name of the field; `nil` to keep the name.
  ///   - body: Returns the new value; `nil` removes the field.
  /// - Returns: Whether the field exists; nothing changes if the field does not exist.
  /// - Complexity: O(size of the old and the new value).
  /// - Throws: One of these errors:
  ///   - Any error that `body` throws.
  ///   - `ArchiveError` with one of these codes:
  ///     - `typeMismatch` if the old value is not an `Old`, or the new value holds class instances.
  ///     - `outOfRange` if the old value has a number that does not fit its type in `Old`.
  ///     - `missingField`, `futureVersion`, or `unknownReference` if the old value is an object
  ///       that `Old` cannot read.
  ///     - `tooDeep` or `tooLarge` if the new value exceeds a limit of archives.
  ///     - Another code if the old value cannot be decoded, or the new value cannot be archived.
  @discardableResult
  public mutating func transform<Old: ArchivableValue, New: ArchivableValue>(
    _ name: String, to newName: String? = nil, _ body: (Old) throws -> New?
  ) throws -> Bool {
    try transform(name, to: newName) { (value: ArchiveValue) in
      try body(try value.decoded(as: Old.self)).map { try ArchiveValue(archiving: $0) }
    }
  }

  /// Replaces the untyped value of a field with the result of a closure, and optionally renames the
  /// field.
  ///
  /// If the value is null, the value stays null, and the call does not run `body`. The record does
  /// not change on failure.
  ///
  /// - Parameters:
  ///   - name: The name of the field.
  ///   - newName: The new name of the field; `nil` to keep the name.
  ///   - body: Returns the new value; `nil` removes the field.
  /// - Returns: Whether the field exists; nothing changes if the field does not exist.
  /// - Complexity: O(size of the old and the new value).
  /// - Throws: Any error that `body` throws.
  @discardableResult
  public mutating func transform(
    _ name: String, to newName: String? = nil, _ body: (ArchiveValue) throws -> ArchiveValue?
  ) throws -> Bool {
    guard let value = self[name] else { return false }
    let new = value.untyped == .null ? value : try body(value)
    return replace(name, with: newName ?? name, value: new)
  }

  /// Decodes the object as a type of the program, for example an earlier version of the model.
  ///
  /// - Complexity: O(size of the object).
  /// - Throws: `ArchiveError` with one of these codes:
  ///   - `typeMismatch` if the object or a field has another type.
  ///   - `outOfRange` if a number does not fit its type.
  ///   - `missingField` if the object lacks a field that is not optional and has no default.
  ///   - `futureVersion` if the object has a later version than the type.
  ///   - `unknownReference` if the object refers to a class instance.
  ///   - Another code if a value is not valid for its type.
  public func decoded<T: ArchivableValue>(as type: T.Type = T.self) throws -> T {
    try ArchiveValue.object(object).decoded(as: type)
  }

  /// Replaces the object with the archive of a value.
  ///
  /// If the value's type has a property of type `ArchiveExtensions`, the record keeps each field of
  /// an `ArchiveExtensionField` whose label the value lacks. The record does not change on failure.
  ///
  /// - Complexity: O(size of the value).
  /// - Throws: `ArchiveError` with one of these codes:
  ///   - `typeMismatch` if the value is not archived as an object, or holds class instances.
  ///   - `tooDeep` or `tooLarge` if the value exceeds a limit of archives.
  ///   - Another code if the value cannot be archived.
  public mutating func become<T: Archivable>(_ value: T) throws {
    guard var new = try ArchiveValue(archiving: value).object else {
      throw ArchiveError(.typeMismatch, "\(T.self) is not archived as an object")
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
