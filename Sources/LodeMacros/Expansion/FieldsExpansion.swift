#if Macros
  /// Names for the fields, by which they are found in an archive without reading the whole object,
  /// and asked for in queries.
  struct FieldsExpansion {
    let subject: Subject
    let properties: [ArchivedProperty]

    /// The type that has them as static properties, when there are any.
    var type: String? {
      // A private property may have a type that nobody else can name.
      let visible = properties.enumerated().filter { $0.element.access != .private }
      guard !visible.isEmpty else { return nil }
      let lines = visible.map { index, property in
        let type = "Lode.MacroExpansion.ArchivedField<\(subject.name), \(property.archivedType)>"
        let modifier = subject.access.modifier(for: property.access)
        return "\(modifier)static var \(property.name): \(type) { .init(\(index)) }"
      }
      return SourceText.block("\(subject.access.modifier)enum ArchiveFields", lines)
    }
  }
#endif
