// Nulls, and values whose case does not determine the archived type.
extension ArchiveValue {
  /// The natural type of the value: the type with which an archive holds the value by default.
  ///
  /// Integers have 64 bits. The elements of arrays and sets, and the keys and values of
  /// dictionaries, are of type ``ArchiveType/any``. An archive stores each of these values together
  /// with the value's own type.
  public var type: ArchiveType {
    switch self {
    case .null: .null
    case .bool: .bool
    case .int: .int64
    case .uint: .uint64
    case .float: .float
    case .double: .double
    case .string: .string
    case .data: .data
    case .date: .date
    case .uuid: .uuid
    case .decimal: .decimal
    case .array: .array(.any)
    case .set: .set(.any)
    case .dictionary: .dictionary(.any, .any)
    case .object, .reference: .object
    case .typed(let type, _): type
    }
  }

  /// Whether the value is null, without an explicit type.
  var isNull: Bool { if case .null = self { true } else { false } }

  /// Returns the wrapped value of a present `optional`, and adds the explicit type that encoding
  /// may need.
  ///
  /// A null without an explicit type would encode as nil. Encoding a field drops an explicit type
  /// that equals the field's type, so the explicit type `optional` needs another explicit type
  /// around it.
  func inside(_ optional: ArchiveType) -> ArchiveValue {
    switch self {
    case .null, .typed(optional, _): .typed(optional.unwrapped, self)
    default: self
    }
  }
}

extension ArchiveType {
  /// Whether `null` is absent from the type and its component types.
  ///
  /// A null occurs only in an any, a value that carries its own type, or as a whole archive.
  var holdsNoNull: Bool {
    var holdsNull = false
    forEachCode { if $0 == Code.null.rawValue { holdsNull = true } }
    return !holdsNull
  }
}
