#if Macros
  import SwiftSyntax
  import SwiftSyntaxBuilder

  extension ExtensionDeclSyntax {
    /// Returns one extension of a type with the missing conformances and with `members`.
    ///
    /// Returns an empty array if no conformance is missing and `members` is empty. The extension
    /// names each protocol of `conformances` that is also in `protocols`.
    ///
    /// - Parameters:
    ///   - conformances: The names of the protocols that the generated members satisfy.
    ///   - protocols: The protocols to which, according to the compiler, the type does not conform.
    static func extensions(
      of type: some TypeSyntaxProtocol, conformingTo conformances: [String],
      lacking protocols: [TypeSyntax], members: [String]
    ) throws -> [ExtensionDeclSyntax] {
      let lacking = conformances.filter { name in
        protocols.contains { $0.lastName == name.split(separator: ".").last }
      }
      guard !lacking.isEmpty || !members.isEmpty else { return [] }
      let head =
        "extension \(type.trimmedDescription)" + (lacking.isEmpty ? "" : ": ")
        + lacking.joined(separator: ", ")
      let text = SourceText.block(
        head, members.isEmpty ? [] : [members.joined(separator: "\n\n")])
      return [try ExtensionDeclSyntax("\(raw: text)")]
    }
  }

  extension TypeSyntax {
    /// The name of the type without its module.
    fileprivate var lastName: Substring? { trimmedDescription.split(separator: ".").last }
  }
#endif
