#if Macros
  /// The extension of a struct.
  struct StructExpansion {
    let subject: Subject
    let properties: [ArchivedProperty]
    /// The name of the property that keeps extensions.
    let extensions: String?

    var members: [String] {
      [schema, encode, initializer, fields].compactMap { $0 }
    }

    private var modifier: String { subject.access.modifier }

    private var schema: String {
      subject.once(
        "archiveSchema", type: "LodeCoding.ArchiveSchema", modifier: modifier,
        subject.schema(
          [subject.archivedName], properties: properties, isExtensible: extensions != nil))
    }

    private var encode: String {
      SourceText.block(
        "\(modifier)func encode(to archive: inout LodeCoding.ArchiveWriter) throws",
        properties.map(\.encoding) + (extensions.map { ["try archive.encode(\($0))"] } ?? []))
    }

    private var initializer: String {
      SourceText.block(
        "\(modifier)init(from archive: inout LodeCoding.ArchiveReader) throws",
        properties.fieldDecodings
          + (extensions.map { ["\($0) = try archive.decodeExtensions()"] } ?? []))
    }

    /// Names for the fields, by which they are found in an archive without reading the whole struct.
    private var fields: String? {
      guard !properties.isEmpty else { return nil }
      let lines = properties.enumerated().map { index, property in
        let type = "LodeCoding.ArchivedField<\(subject.name), \(property.archivedType)>"
        let modifier = subject.access.modifier(for: property.access)
        return "\(modifier)static var \(property.name): \(type) { .init(\(index)) }"
      }
      return SourceText.block("\(modifier)enum ArchiveFields", lines)
    }
  }
#endif
