#if Macros
  /// The code that makes a type's schema.
  extension Subject {
    var archivedName: String {
      let name = arguments.name ?? "\"\(path)\""
      return isGeneric
        ? "Lode.MacroExpansion.ArchiveSchema.genericName(\(name), \(metatype))" : name
    }

    /// In a class `Self` may be a subclass.
    private var metatype: String { "\(name).self" }

    /// An expression for the schema; `head` is what stands before the fields.
    func schema(
      _ head: [String], properties: [ArchivedProperty], isExtensible: Bool
    ) -> String {
      let fields = properties.map { property in
        let names = property.formerNames.map { ", was: \($0)" } ?? ""
        let isRenamed = property.storedName != "\"\(property.plainName)\""
        let own = isRenamed ? ", property: \"\(property.plainName)\"" : ""
        return ".init(\(property.storedName), \(property.archivedType).self\(names)\(own)"
          + "\(property.defaultArgument)),"
      }
      let list =
        fields.isEmpty ? "fields: []" : "fields: [\n" + SourceText.indented(fields) + "\n]"
      let ends = isExtensible ? ["isExtensible: true"] : []
      let first = (head + version).joined(separator: ", ") + ","
      return "Lode.MacroExpansion.ArchiveSchema(\n"
        + SourceText.indented([first, ([list] + ends).joined(separator: ", ") + ")"])
    }

    /// The version and the type's earlier names, where it says something about them.
    var version: [String] {
      (arguments.version.map { ["version: \($0)"] } ?? [])
        + (arguments.formerNames.map { ["was: \($0)"] } ?? [])
    }

    /// A static property that is made once.
    ///
    /// A generic type has one for each of its arguments, which no stored static property can be.
    func once(_ name: String, type: String, modifier: String, _ value: String) -> String {
      guard isGeneric else { return "\(modifier)static let \(name): \(type) = \(value)" }
      return SourceText.block(
        "\(modifier)static var \(name): \(type)",
        [SourceText.block("Lode.MacroExpansion.ArchiveSchema.cached(for: \(metatype))", [value])])
    }
  }
#endif
