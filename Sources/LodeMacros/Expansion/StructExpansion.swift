#if Macros
  /// The extension of a struct.
  struct StructExpansion {
    let subject: Subject
    let properties: [ArchivedProperty]
    /// The name of the property that keeps extensions.
    let extensions: String?

    /// What stands in the struct itself: where it is inside of another type, all that names types,
    /// but not the initializer, for which the implicit one would go.
    var body: [String] {
      subject.isNested ? [schema, encode, fields, reading].compactMap { $0 } : []
    }

    /// What stands in the extension.
    var extensionMembers: [String] {
      subject.isNested ? [initializer] : conformance + (fields.map { [$0] } ?? [])
    }

    /// What makes it archivable.
    var conformance: [String] { [schema, encode, initializer] }

    private var modifier: String { subject.access.modifier }

    private var fields: String? { FieldsExpansion(subject: subject, properties: properties).type }

    private var schema: String {
      subject.once(
        "archiveSchema", type: "Lode.MacroExpansion.ArchiveSchema", modifier: modifier,
        subject.schema(
          [subject.archivedName], properties: properties, isExtensible: extensions != nil))
    }

    private var encode: String {
      SourceText.block(
        "\(modifier)func encode(to archive: inout Lode.MacroExpansion.ArchiveWriter) throws",
        properties.map(\.encoding) + (extensions.map { ["try archive.encode(\($0))"] } ?? []))
    }

    private var initializer: String {
      SourceText.block(
        "\(modifier)init(from archive: inout Lode.MacroExpansion.ArchiveReader) throws", decodings)
    }

    /// Reads all fields before any property is set: an initializer that sets one and then throws
    /// copies the whole struct at its end.
    private var decodings: [String] {
      var members = properties.map(\.member)
      var values = properties.enumerated().map { index, property in
        isHoisted(property)
          ? "try ArchiveReading.\(property.name)(&archive)" : property.decodedValue(index)
      }
      if let extensions {
        members.append(extensions)
        values.append("try archive.decodeExtensions()")
      }
      guard members.count > 1 else {
        return zip(members, values).map { "\($0) = \($1)" }
      }
      return ["(\(members.joined(separator: ", "))) = ("]
        + values.dropLast().map { "  \($0)," } + values.suffix(1).map { "  \($0)" } + [")"]
    }

    /// What the initializer would have to name.
    private var reading: String? {
      let functions = properties.enumerated().filter { isHoisted($0.element) }.map {
        index, property in
        SourceText.block(
          "static func \(property.name)(_ archive: inout Lode.MacroExpansion.ArchiveReader) throws -> \(property.type)",
          [property.decodedValue(index)])
      }
      return functions.isEmpty ? nil : SourceText.block("private enum ArchiveReading", functions)
    }

    private func isHoisted(_ property: ArchivedProperty) -> Bool {
      subject.isNested && property.isTransformed
    }
  }
#endif
