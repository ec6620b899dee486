#if Macros
  import SwiftSyntax

  /// The arguments of `@Stored("name", was: "earlier")` for a property or a case.
  struct StoredName {
    /// The stored name, as an expression; `nil` without a name.
    let name: String?
    /// The array of former names, as an expression; `nil` without former names.
    let formerNames: String?
    /// The syntax of the stored name, for diagnostics; `nil` without a name.
    let nameSyntax: ExprSyntax?
    /// The syntax of the first former name, for diagnostics; `nil` without former names.
    let formerSyntax: LabeledExprSyntax?

    init(_ attributes: AttributeListSyntax) {
      let arguments = attributes.first(named: "Stored")?.labeledArguments ?? []
      let first = arguments.first.flatMap { argument in
        argument.label == nil && argument.expression.trimmedDescription != "nil"
          ? argument.expression : nil
      }
      name = first?.trimmedDescription
      nameSyntax = first
      // Only the first of several former names has the label.
      let former = arguments.drop { $0.label?.text != "was" }
      formerSyntax = former.first
      formerNames =
        former.isEmpty
        ? nil : "[" + former.map { $0.expression.trimmedDescription }.joined(separator: ", ") + "]"
    }
  }
#endif
