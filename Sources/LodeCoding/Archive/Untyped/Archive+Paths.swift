// The path lookups of `ArchivePathReader`, for a decoded archive.
extension Archive {
  /// Returns the value at a path, or `nil` if the value is absent, nil, or computed.
  ///
  /// The value is returned without its declared type, as ``ArchiveValue/untyped``. A reference to a
  /// shared object returns the object.
  ///
  /// - Complexity: O(names), and O(fields) for each name.
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

  /// Returns the value, or the object of a reference.
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
  /// Returns the field or entry with a name.
  fileprivate func named(_ name: String) -> ArchiveValue? {
    switch self {
    case .object(let object): object.field(named: name)
    case .dictionary(let entries): entries[.string(name)]
    default: nil
    }
  }
}

extension ArchivedObject {
  /// Returns the value of the field whose name has the same UTF-8.
  ///
  /// The innermost level with such a field takes precedence, then the kept field of the innermost
  /// extensible level.
  fileprivate func field(named name: String) -> ArchiveValue? {
    declared(named: name) ?? kept(named: name)
  }

  private func declared(named name: String) -> ArchiveValue? {
    fields.first { $0.name.hasSameUTF8(name) }?.value ?? superclass?.declared(named: name)
  }

  /// Returns a kept field from the group without a label, which is the first group.
  private func kept(named name: String) -> ArchiveValue? {
    guard let extensions else { return superclass?.kept(named: name) }
    guard let first = extensions.first, first.label.isEmpty else { return nil }
    return first.fields.first { $0.name.hasSameUTF8(name) }?.value
  }
}
