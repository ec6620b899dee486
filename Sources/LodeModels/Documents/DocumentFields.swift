internal import LodeCoding

extension [String: ArchiveValue] {
  /// Sets fields by name; a name with dots sets a field of a nested dictionary.
  ///
  /// The name `home.city` sets an existing field `home.city`. Without this field, the name sets
  /// `city` in `home` if `home` is a dictionary. Otherwise, the name adds a field `home.city`.
  mutating func set(_ fields: [String: ArchiveValue]) {
    for (name, value) in fields {
      guard self[name] == nil, let dot = name.firstIndex(of: "."),
        let nested = self[String(name[..<dot])]?.setting(name[name.index(after: dot)...], to: value)
      else {
        self[name] = value
        continue
      }
      self[String(name[..<dot])] = nested
    }
  }
}

extension ArchiveValue {
  /// Returns this dictionary with a value set at a name, which may have dots; `nil` if this value
  /// is not a dictionary.
  fileprivate func setting(_ name: Substring, to value: ArchiveValue) -> ArchiveValue? {
    guard case .dictionary(var values) = self else { return nil }
    let whole = ArchiveValue.string(String(name))
    if values[whole] == nil, let dot = name.firstIndex(of: "."),
      let nested = values[.string(String(name[..<dot]))]?
        .setting(name[name.index(after: dot)...], to: value)
    {
      values[.string(String(name[..<dot]))] = nested
    } else {
      values[whole] = value
    }
    return .dictionary(values)
  }
}
