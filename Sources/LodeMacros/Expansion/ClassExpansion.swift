#if Macros
  /// The generated members of a class.
  struct ClassExpansion {
    let subject: Subject
    let isFinal: Bool
    let properties: [ArchivedProperty]
    /// The name of the property of type `ArchiveExtensions`; `nil` if the class lacks the property.
    let extensions: String?

    var members: [String] { [level, schema, encode, initializer] + fields }

    /// The enum `ArchiveFields`; empty if all properties are private, and for a subclass, which
    /// inherits the enum.
    private var fields: [String] {
      superclass == nil ? FieldsExpansion(subject: subject, properties: properties).members : []
    }

    private var superclass: String? { subject.arguments.superclass }

    /// The access modifier of overridable members, followed by `override` in a subclass.
    private var modifier: String {
      let access = isFinal ? subject.access.modifier : subject.access.overridableModifier
      return superclass == nil ? access : access + "override "
    }

    /// The keyword of type members: `static` in a final class without an archivable superclass;
    /// otherwise `class`.
    private var typeWord: String { isFinal && superclass == nil ? "static" : "class" }

    /// The enum `ArchiveLevel`, which contains the schema of this class's own fields.
    ///
    /// A level is one class of the inheritance chain. Each level needs its own schema, because
    /// `archiveSchema` returns the schema of the dynamic class. The schema is in an enum, because a
    /// class nested in its superclass sees the superclass's private members. A static property of
    /// the nested class would have to override the superclass's property.
    private var level: String {
      var head = ["class: \(subject.archivedName)"]
      if let superclass { head.append("superclass: \(superclass).archiveSchema.name") }
      let schema = subject.once(
        "schema", type: "Lode.MacroExpansion.ArchiveSchema", modifier: "",
        subject.schema(head, properties: properties, isExtensible: extensions != nil))
      return SourceText.block("private enum ArchiveLevel", [schema])
    }

    private var schema: String {
      "\(modifier)\(typeWord) var archiveSchema: Lode.MacroExpansion.ArchiveSchema { ArchiveLevel.schema }"
    }

    private var encode: String {
      SourceText.block(
        "\(modifier)func encode(to archive: inout Lode.MacroExpansion.ArchiveWriter) throws",
        (superclass == nil ? [] : ["try super.encode(to: &archive)"])
          + ["try archive.beginLevel(ArchiveLevel.schema)"]
          + properties.map(\.encoding)
          + (extensions.map { ["try archive.encode(\($0))"] } ?? []))
    }

    private var initializer: String {
      let enter = "try archive.enterLevel(ArchiveLevel.schema)"
      let deferred = properties.deferredDecodings
      var lines = [enter] + properties.fieldDecodings
      if let extensions { lines.append("\(extensions) = try archive.decodeExtensions()") }
      if superclass != nil { lines.append("try super.init(from: &archive)") }
      if !deferred.isEmpty {
        if superclass != nil { lines.append(enter) }
        lines.append("archive.register(self)")
      }
      let access = subject.access.modifier
      return SourceText.block(
        "\(access)required init(from archive: inout Lode.MacroExpansion.ArchiveReader) throws",
        lines + deferred)
    }
  }
#endif
