internal import LodeCoding

extension [String: ArchiveValue] {
  /// Sets fields by name; a name with dots sets a field of a nested dictionary.
  ///
  /// A field whose own name has dots is set as a whole. Without such a field, `place.shelf` sets
  /// `shelf` in `place`, if `place` is a dictionary.
  mutating func set(_ fields: [String: ArchiveValue]) {
    for (name, value) in fields { set(name, value) }
  }

  private mutating func set(_ name: String, _ value: ArchiveValue) {
    guard self[name] == nil, let dot = name.firstIndex(of: "."),
      case .dictionary(var nested)? = self[String(name[..<dot])]
    else {
      self[name] = value
      return
    }
    nested.set(String(name[name.index(after: dot)...]), value)
    self[String(name[..<dot])] = .dictionary(nested)
  }
}
