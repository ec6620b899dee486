#if Macros
  import SwiftSyntax

  /// What `@Stored("name", was: "earlier")` says of a property or a case.
  struct StoredName {
    let name: String?
    let formerNames: String?
    /// Where the names are, for complaints about them.
    let nameSyntax: ExprSyntax?
    let formerSyntax: LabeledExprSyntax?

    init(_ attributes: AttributeListSyntax) {
      let arguments = attributes.first(named: "Stored")?.labeledArguments ?? []
      let first = arguments.first.flatMap { argument in
        argument.label == nil && argument.expression.trimmedDescription != "nil"
          ? argument.expression : nil
      }
      name = first?.trimmedDescription
      nameSyntax = first
      // The label stands before the first of them only.
      let former = arguments.drop { $0.label?.text != "was" }
      formerSyntax = former.first
      formerNames =
        former.isEmpty
        ? nil : "[" + former.map { $0.expression.trimmedDescription }.joined(separator: ", ") + "]"
    }
  }
#endif
