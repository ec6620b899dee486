#if Macros
  /// The generated struct `PrimaryKey` of a model with several key properties.
  struct CompoundKeyExpansion {
    let model: Subject
    let fields: [ArchivedProperty]

    var structure: String {
      let coding = StructExpansion(
        subject: model.primaryKey, properties: fields, extensions: nil)
      let members =
        [properties, initializer, encodeElements, decodeElements] + coding.conformance
      return SourceText.block(
        "\(modifier)struct PrimaryKey: Lode.MacroExpansion.CompoundKey, Lode.Archivable, Hashable",
        [members.joined(separator: "\n\n")])
    }

    private var modifier: String { model.access.modifier }

    private var properties: String {
      fields.map { "\(modifier)var \($0.name): \($0.type)" }.joined(separator: "\n")
    }

    private var initializer: String {
      let parameters = fields.map { "\($0.label): \($0.type)" }.joined(separator: ", ")
      return SourceText.block(
        "\(modifier)init(\(parameters))", fields.map { "self.\($0.name) = \($0.name)" })
    }

    private var encodeElements: String {
      SourceText.block(
        "\(modifier)func encodeElements(into buffer: inout Lode.MacroExpansion.KeyBuffer)",
        fields.map { "self.\($0.name).encodeKeyElement(into: &buffer)" })
    }

    private var decodeElements: String {
      SourceText.block(
        "\(modifier)init(elements reader: inout Lode.MacroExpansion.KeyReader) throws(Lode.MacroExpansion.KeyError)",
        fields.map { "self.\($0.name) = try reader.read(\($0.type).self)" })
    }
  }
#endif
