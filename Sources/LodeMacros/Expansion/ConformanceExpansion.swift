#if Macros
  import SwiftSyntax
  import SwiftSyntaxBuilder

  extension ExtensionDeclSyntax {
    /// The extension that makes a type conform to what it lacks of some protocols; none when there
    /// is nothing in it.
    ///
    /// A protocol that the attribute lists has to be named, also where another one implies it.
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
        head, members.isEmpty ? [] : [SourceText.declarations(members)])
      return [try ExtensionDeclSyntax("\(raw: text)")]
    }
  }

  extension TypeSyntax {
    /// Without the module before it.
    fileprivate var lastName: Substring? { trimmedDescription.split(separator: ".").last }
  }
#endif
