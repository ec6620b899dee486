#if Macros
  // The generated code of a type's schema.
  extension Subject {
    /// The expression for the name of the type in archives.
    var archivedName: String {
      let name = arguments.name ?? "\"\(path)\""
      return isGeneric
        ? "Lode.MacroExpansion.ArchiveSchema.genericName(\(name), \(metatype))" : name
    }

    /// The metatype by name, because `Self` in a class may be a subclass.
    private var metatype: String { "\(name).self" }

    /// Returns an expression for the schema; `head` has the arguments before the version.
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

    /// The schema's arguments for the version and the former names; empty if the attribute has
    /// neither.
    var version: [String] {
      (arguments.version.map { ["version: \($0)"] } ?? [])
        + (arguments.formerNames.map { ["was: \($0)"] } ?? [])
    }

    /// Returns the declaration of a static property that computes its value once for each type.
    ///
    /// A generic type cannot have stored static properties. In a generic type, the property caches
    /// one value for each combination of generic arguments.
    func once(_ name: String, type: String, modifier: String, _ value: String) -> String {
      guard isGeneric else { return "\(modifier)static let \(name): \(type) = \(value)" }
      return SourceText.block(
        "\(modifier)static var \(name): \(type)",
        [SourceText.block("Lode.MacroExpansion.ArchiveSchema.cached(for: \(metatype))", [value])])
    }
  }
#endif
