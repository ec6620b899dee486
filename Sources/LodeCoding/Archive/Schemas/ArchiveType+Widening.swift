extension ArchiveType {
  /// Returns whether every value of this type decodes as another type, so that a change needs no
  /// migration.
  ///
  /// A number may become wider, and a value may become optional. A type without objects may become
  /// ``any``. An optional may only become another optional. Elements of collections follow the same
  /// rules.
  public func widens(to other: ArchiveType) -> Bool {
    if self == other { return true }
    if other.code == .optional, let wrapped = other.element {
      return (code == .optional ? element ?? self : self).widens(to: wrapped)
    }
    switch (code, other.code) {
    case (.optional, _): return false
    case (_, .any): return !holdsObjects
    case (.array, .array), (.set, .set):
      guard let element, let wanted = other.element else { return false }
      return element.widens(to: wanted)
    case (.dictionary, .dictionary):
      guard let element, let value, let key = other.element, let wanted = other.value else {
        return false
      }
      return element.widens(to: key) && value.widens(to: wanted)
    default: return Self.wider[code]?.contains(other.code) ?? false
    }
  }

  /// Whether values of the type are objects or contain objects.
  private var holdsObjects: Bool {
    code == .object || element?.holdsObjects == true || value?.holdsObjects == true
  }

  /// For each number type, the other types that represent all of its values exactly; types without
  /// an entry have no wider type.
  private static let wider: [Code: Set<Code>] = [
    .int8: [.int16, .int32, .int64, .float, .double],
    .int16: [.int32, .int64, .float, .double],
    .int32: [.int64, .double],
    .uint8: [.uint16, .uint32, .uint64, .int16, .int32, .int64, .float, .double],
    .uint16: [.uint32, .uint64, .int32, .int64, .float, .double],
    .uint32: [.uint64, .int64, .double],
    .float: [.double],
  ]
}
