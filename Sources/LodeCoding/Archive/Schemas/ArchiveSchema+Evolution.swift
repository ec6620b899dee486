extension ArchiveSchema {
  /// Returns the reasons why objects of an earlier schema need a migration to decode as this
  /// schema.
  ///
  /// An empty result means that no migration is needed: nothing is lost, and this schema accounts
  /// for every difference. New fields must be optional or have a default. Numbers may become wider,
  /// and values may become optional. A renamed field must declare its former name.
  package func obstacles(from earlier: ArchiveSchema) -> [String] {
    var obstacles: [String] = []
    if !kind.takesOver(earlier.kind) { obstacles.append("it was \(earlier), and is \(self)") }
    if earlier.isExtensible && !isExtensible {
      obstacles.append("it does not keep unknown fields any more")
    }
    for old in earlier.fields {
      if let field = fields.first(where: { $0.isNamed(old.name) }) {
        if !old.type.widens(to: field.type) {
          obstacles.append(
            "\(old.name) is \(old.type) in the store and \(field.type) in the program")
        }
      } else if !isExtensible {
        obstacles.append("\(old.name): \(old.type) is in the store and not in the program")
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
  /// Returns whether objects of another kind decode as this kind; a class may gain its first
  /// superclass.
  fileprivate func takesOver(_ earlier: Self) -> Bool {
    if case .class = self, earlier == .class(superclass: nil) { return true }
    return self == earlier
  }
}
