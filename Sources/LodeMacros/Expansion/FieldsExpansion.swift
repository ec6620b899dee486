#if Macros
  /// The generated enum `ArchiveFields` of a type, for queries and for reading single fields.
  struct FieldsExpansion {
    let subject: Subject
    let properties: [ArchivedProperty]

    /// The enum with one static property for each field whose declared property is not private;
    /// empty if no field has such a property.
    var members: [String] {
      // A private property may have a type that is not visible elsewhere.
      let visible = properties.enumerated().filter { $0.element.access != .private }
      guard !visible.isEmpty else { return [] }
      let lines = visible.map { index, property in
        let type = "Lode.MacroExpansion.ArchivedField<\(subject.name), \(property.archivedType)>"
        let modifier = subject.access.modifier(for: property.access)
        return "\(modifier)static var \(property.name): \(type) { .init(\(index)) }"
      }
      return [SourceText.block("\(subject.access.modifier)enum ArchiveFields", lines)]
    }
  }
#endif
