// What a reader of paths finds in the bytes, in an archive that has been read.
extension Archive {
  /// The value at a path; `nil` when there is none, or it is nil or computed.
  ///
  /// A value comes without the type of the place where it stands, as ``ArchiveValue/untyped``, and
  /// a shared object as the object to which the reference leads.
  ///
  /// - Complexity: O(names), and O(fields) for each.
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

  /// What stands there, or where the reference leads that does.
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
  /// The field or the entry of a name.
  fileprivate func named(_ name: String) -> ArchiveValue? {
    switch self {
    case .object(let object): object.field(named: name)
    case .dictionary(let entries): entries[.string(name)]
    default: nil
    }
  }
}

extension ArchivedObject {
  /// The value of the field whose name has the same UTF-8, of the innermost level that has one;
  /// else that of a field which the innermost extensible level kept.
  fileprivate func field(named name: String) -> ArchiveValue? {
    declared(named: name) ?? kept(named: name)
  }

  private func declared(named name: String) -> ArchiveValue? {
    fields.first { $0.name.hasSameUTF8(name) }?.value ?? superclass?.declared(named: name)
  }

  /// The group without a label is the first, and has the fields that were kept.
  private func kept(named name: String) -> ArchiveValue? {
    guard let extensions else { return superclass?.kept(named: name) }
    guard let first = extensions.first, first.label.isEmpty else { return nil }
    return first.fields.first { $0.name.hasSameUTF8(name) }?.value
  }
}
