extension ArchiveSchema {
  /// Returns the reasons why objects of an earlier schema do not decode as this schema without a
  /// migration.
  ///
  /// The array is empty if decoding loses nothing. A new field needs a default unless the field is
  /// optional, and a renamed field needs its former name. The type of a field may change as
  /// ``ArchiveType/widens(to:)`` allows. An extensible schema keeps removed fields.
  ///
  /// - Complexity: O(f · g) for f fields of the earlier schema and g fields of this schema.
  package func obstacles(from earlier: ArchiveSchema) -> [String] {
    var obstacles: [String] = []
    if !kind.takesOver(earlier.kind) { obstacles.append("it was \(earlier), and is now \(self)") }
    if earlier.isExtensible && !isExtensible {
      obstacles.append("it no longer keeps unknown fields")
    }
    for old in earlier.fields {
      if let field = fields.first(where: { $0.isNamed(old.name) }) {
        if !old.type.widens(to: field.type) {
          obstacles.append(
            "\(old.name) is \(old.type) in the store and \(field.type) in the program")
        }
      } else if !isExtensible {
        obstacles.append("\(old.name): \(old.type) is in the store, but not in the program")
      }
    }
    for field in fields where field.type.code != .optional && field.standard == nil {
      if earlier.fields.contains(where: { field.isNamed($0.name) }) { continue }
      obstacles.append("\(field.name): \(field.type) is not in the store and has no default")
    }
    return obstacles
  }
}

extension ArchiveSchema.Kind {
  /// Returns whether objects of another kind decode as this kind.
  ///
  /// The kinds are equal, or a class gained its first superclass.
  fileprivate func takesOver(_ earlier: Self) -> Bool {
    if case .class = self, earlier == .class(superclass: nil) { return true }
    return self == earlier
  }
}
