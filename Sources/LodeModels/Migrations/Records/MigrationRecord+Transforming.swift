public import LodeCoding

extension MigrationRecord {
  /// Makes another value of a field's, and gives it another name if one is given.
  ///
  /// ```swift
  /// try record.transform("birthYear", to: "age") { (year: Int) in 2026 - year }
  /// ```
  ///
  /// A null stays one, and `body` is not asked.
  ///
  /// - Parameter body: gets the value, and returns the new one; `nil` removes the field.
  /// - Returns: whether there was such a field; nothing changes when there was none.
  /// - Throws: `ArchiveError` with `typeMismatch` or `outOfRange` when the value is none of the
  ///   type; what `body` throws.
  @discardableResult
  public mutating func transform<Old: ArchivableValue, New: ArchivableValue>(
    _ name: String, to newName: String? = nil, _ body: (Old) throws -> New?
  ) throws -> Bool {
    try transform(name, to: newName) { (value: ArchiveValue) in
      try body(try value.decoded(as: Old.self)).map { try ArchiveValue(archiving: $0) }
    }
  }

  /// Makes another value of a field's, whatever that is, and gives it another name if one is given.
  ///
  /// As the form for values of one type.
  @discardableResult
  public mutating func transform(
    _ name: String, to newName: String? = nil, _ body: (ArchiveValue) throws -> ArchiveValue?
  ) throws -> Bool {
    guard let value = self[name] else { return false }
    let new = value.untyped == .null ? value : try body(value)
    return replace(name, with: newName ?? name, value: new)
  }

  /// The object as a value of a type that is kept in the program to read it; instances of classes
  /// are not read.
  ///
  /// - Throws: `ArchiveError` when it cannot be read so.
  public func decoded<T: ArchivableValue>(as type: T.Type = T.self) throws -> T {
    try ArchiveValue.object(object).decoded(as: type)
  }

  /// Makes the object what an archive of a value has.
  ///
  /// Groups of fields of extensions that the value does not have stay, when its type has a place
  /// for them.
  ///
  /// - Throws: `ArchiveError` with `typeMismatch` when the value is no object, or holds instances
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
