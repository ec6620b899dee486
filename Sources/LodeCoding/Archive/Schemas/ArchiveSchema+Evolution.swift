extension ArchiveSchema {
  /// Why objects of an earlier schema cannot be read as objects of this one without a migration.
  ///
  /// Empty if they can.
  ///
  /// They can when nothing of them is lost, and this one declares what they lack: fields that are
  /// optional or have a default, numbers that are wider, values that may be absent now. A field
  /// that has another name has to say which it had.
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
  /// Whether objects of another kind are read as if they were of this one; a class may get its
  /// first superclass.
  fileprivate func takesOver(_ earlier: Self) -> Bool {
    if case .class = self, earlier == .class(superclass: nil) { return true }
    return self == earlier
  }
}
