// Values at paths in a decoded archive.
extension Archive {
  /// Returns the value at a path, or `nil` if the value is absent or nil.
  ///
  /// Returns `nil` for the path of a computed value, or of a row property such as `$key`. Returns a
  /// value inside ``ArchiveValue/typed(_:_:)`` without the type. For a reference to an instance of
  /// a class, returns the instance.
  ///
  /// - Complexity: O(d · f) for a path of d names and f fields of each object.
  public func value(at path: ArchivePath) -> ArchiveValue? {
    if !path.isInArchive { return nil }
    var value = followed(root)
    for name in path.names {
      guard let inner = value.named(name) else { return nil }
      value = followed(inner)
    }
    if value.isNull { return nil }
    return value
  }

  /// Returns the value without its type; for a reference, returns the instance, or null if the
  /// instance was not archived.
  private func followed(_ value: ArchiveValue) -> ArchiveValue {
    let value = value.untyped
    guard case .reference(let number) = value else { return value }
    guard objects.indices.contains(number - 1), let object = objects[number - 1] else {
      return .null
    }
    return .object(object)
  }
}

extension ArchiveValue {
  /// Returns the value of a field or a text key, or `nil` for an absent name or another kind of
  /// value.
  fileprivate func named(_ name: String) -> ArchiveValue? {
    switch self {
    case .object(let object): object.field(named: name)
    case .dictionary(let entries): entries[.string(name)]
    default: nil
    }
  }
}

extension ArchivedObject {
  /// Returns the value of the field whose name has the UTF-8 of `name`, or `nil` if no field has
  /// the name.
  ///
  /// The field of a subclass takes precedence over the field of a superclass. A *kept field*, which
  /// no class declares, comes last.
  fileprivate func field(named name: String) -> ArchiveValue? {
    declared(named: name) ?? kept(named: name)
  }

  /// Returns the value of a field that the object or a superclass declares.
  private func declared(named name: String) -> ArchiveValue? {
    fields.first { $0.name.hasSameUTF8(name) }?.value ?? superclass?.declared(named: name)
  }

  /// Returns the value of a kept field.
  ///
  /// Kept fields are in the `ArchivedObject.Group` with the empty label. Decoding sorts the groups
  /// by label, so this group is the first group.
  private func kept(named name: String) -> ArchiveValue? {
    guard let extensions else { return superclass?.kept(named: name) }
    guard let first = extensions.first, first.label.isEmpty else { return nil }
    return first.fields.first { $0.name.hasSameUTF8(name) }?.value
  }
}
