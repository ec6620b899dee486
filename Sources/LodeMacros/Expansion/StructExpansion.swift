#if Macros
  /// The generated members of a struct.
  struct StructExpansion {
    let subject: Subject
    let properties: [ArchivedProperty]
    /// The name of the property of type `ArchiveExtensions`; `nil` without the property.
    let extensions: String?

    /// The members in the declaration of a nested struct; empty for other structs.
    ///
    /// The initializer is in the extension, so that the struct keeps its memberwise initializer.
    var body: [String] {
      subject.isNested ? [schema, encode] + fields + reading : []
    }

    /// The members in the generated extension.
    var extensionMembers: [String] {
      subject.isNested ? [initializer] : conformance + fields
    }

    /// The members that make the struct archivable.
    var conformance: [String] { [schema, encode, initializer] }

    private var modifier: String { subject.access.modifier }

    private var fields: [String] {
      FieldsExpansion(subject: subject, properties: properties).members
    }

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

    /// The statements that first read all fields, and then set the properties.
    ///
    /// If an initializer can throw after setting a property, the compiler copies the whole struct
    /// at the end.
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

    /// The enum `ArchiveReading`, with a function for each property with `@Transformed`; empty
    /// without such properties, and for a struct that is not nested.
    ///
    /// The initializer of a nested struct is in an extension, which does not see names in
    /// surrounding types. A transform can have such a name.
    private var reading: [String] {
      let functions = properties.enumerated().filter { isHoisted($0.element) }.map {
        index, property in
        SourceText.block(
          "static func \(property.name)(_ archive: inout Lode.MacroExpansion.ArchiveReader) throws -> \(property.type)",
          [property.decodedValue(index)])
      }
      return functions.isEmpty
        ? [] : [SourceText.block("private enum ArchiveReading", functions)]
    }

    /// Whether a function of `ArchiveReading` reads the property.
    private func isHoisted(_ property: ArchivedProperty) -> Bool {
      subject.isNested && property.isTransformed
    }
  }
#endif
