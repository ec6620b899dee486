#if Macros
  import SwiftDiagnostics
  import SwiftSyntax

  /// The arguments of `@Archivable`, and the same arguments of `@Model`, as source text.
  ///
  /// A missing or empty argument is `nil`.
  struct ArchivableArguments {
    private(set) var name: String?
    private(set) var version: String?
    private(set) var formerNames: String?
    private(set) var superclass: String?
    /// Whether the attribute has the argument `superclass:`, also with the value `nil`.
    private(set) var saysSuperclass = false
    private(set) var problems: [Diagnostic] = []

    init(_ attribute: AttributeSyntax) {
      for argument in attribute.labeledArguments {
        let text = argument.expression.trimmedDescription
        switch argument.label?.text {
        // The unlabeled argument of `@Model` is the name of the collection.
        case nil where !attribute.isNamed("Model") && text != "nil": name = text
        case "archive" where text != "nil": name = text
        case "version":
          version = text
          checkVersion(argument.expression)
        case "was" where text != "[]": formerNames = text
        case "superclass":
          saysSuperclass = true
          superclass = text == "nil" ? nil : argument.expression.namedType ?? text
        default: break
        }
      }
    }

    /// The arguments for the struct `PrimaryKey`: the model's version, and the model's names with
    /// the suffix `.PrimaryKey`.
    var primaryKey: ArchivableArguments {
      var arguments = self
      arguments.name = name.map { "\($0) + \".PrimaryKey\"" }
      arguments.formerNames = formerNames.map { "\($0).map { $0 + \".PrimaryKey\" }" }
      return arguments
    }

    private mutating func checkVersion(_ expression: ExprSyntax) {
      let text = expression.trimmedDescription
      guard let number = Int(text.filter { $0 != "_" && $0 != " " }), number < 0 else { return }
      problems.append(
        Problem.negativeVersion.at(
          expression, fixIts: [FixIt("use version 1", .replaceText(of: expression, with: "1"))]))
    }
  }
#endif
