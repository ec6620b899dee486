#if Macros
  /// The generated members of an enum without raw values.
  struct EnumExpansion {
    let subject: Subject
    let cases: [ArchivedCase]

    var members: [String] { [schemas, archiveCase, encode, initializer] }

    private var modifier: String { subject.access.modifier }

    private var schemas: String {
      let lines = cases.map { one in
        let fields = one.payloads.map { payload in
          let standard = payload.defaultValue.map { ", default: \($0)" } ?? ""
          return ".init(\"\(payload.field)\", \(payload.type).self\(standard))"
        }
        let arguments =
          ["enum: \(subject.archivedName)", "case: \(one.storedName)"] + subject.version
          + ["fields: [\(fields.joined(separator: ", "))]"]
        return ".init(\(arguments.joined(separator: ", "))),"
      }
      let list = "[\n" + SourceText.indented(lines) + "\n]"
      return subject.once(
        "archiveSchemas", type: "[Lode.MacroExpansion.ArchiveSchema]", modifier: modifier, list)
    }

    private var archiveCase: String {
      let lines = cases.enumerated().map { index, one in "case .\(one.name): \(index)" }
      return SourceText.block(
        "\(modifier)var archiveCase: Int", ["switch self {"] + lines + ["}"])
    }

    private var encode: String {
      let head =
        "\(modifier)func encode(to archive: inout Lode.MacroExpansion.ArchiveWriter) throws"
      guard cases.contains(where: { !$0.payloads.isEmpty }) else {
        return SourceText.block(head, [])
      }
      let lines = cases.flatMap { one in
        let body = one.payloads.map { "try archive.encode(\($0.variable))" }
        return ["case .\(one.pattern):", SourceText.indented(body.isEmpty ? ["break"] : body)]
      }
      return SourceText.block(head, ["switch self {"] + lines + ["}"])
    }

    private var initializer: String {
      let head = "\(modifier)init(from archive: inout Lode.MacroExpansion.ArchiveReader) throws"
      let enter = "try archive.enterCase(of: \(subject.name).self)"
      if cases.count == 1 { return SourceText.block(head, ["_ = \(enter)", cases[0].making]) }
      let lines = cases.enumerated().flatMap { index, one in
        // `enterCase` returns only case indexes, but the compiler requires an exhaustive switch.
        let label = index + 1 < cases.count ? "case \(index):" : "default:"
        return [label, SourceText.indented([one.making])]
      }
      return SourceText.block(head, ["switch \(enter) {"] + lines + ["}"])
    }
  }

  extension ArchivedCase {
    /// The pattern that matches the case and binds its associated values.
    fileprivate var pattern: String {
      if payloads.isEmpty { return name }
      return "\(name)(\(payloads.map { "let " + $0.variable }.joined(separator: ", ")))"
    }

    /// The statement that decodes the case in an initializer.
    fileprivate var making: String {
      if payloads.isEmpty { return "self = .\(name)" }
      let arguments = payloads.enumerated().map { index, payload in
        "\(payload.label)archive.decode(\(index))"
      }
      return "self = try .\(name)(\(arguments.joined(separator: ", ")))"
    }
  }
#endif
