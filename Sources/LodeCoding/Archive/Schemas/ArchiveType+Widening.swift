extension ArchiveType {
  /// Whether every value of this type can be read as one of another, so that a field may change so
  /// without a step.
  ///
  /// Numbers become wider ones, values become optional, anything but objects becomes ``any``, and
  /// what collections hold does so in them.
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

  /// Whether there are objects in a value of this type, as far as the type tells.
  private var holdsObjects: Bool {
    code == .object || element?.holdsObjects == true || value?.holdsObjects == true
  }

  /// The numbers that have every value of another kind of number, exactly.
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
