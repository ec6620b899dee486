#if Macros
  import SwiftSyntax

  /// A stored property that is a field of an archive, in the form that code generation needs.
  struct ArchivedProperty {
    enum Way: Equatable {
      case plain
      case transformed(by: String)
      /// A reference, which is read when the referenced object exists.
      case reference(to: String, isConditional: Bool)
    }

    /// The name as written in the program, including backticks.
    let name: String
    /// The stored name and the array of former names, as expressions.
    let storedName: String
    let formerNames: String?
    /// The type of the property, as written in an expression.
    let type: String
    let isOptional: Bool
    let initialValue: ExprSyntax?
    let access: AccessLevel
    let way: Way

    /// The type of the stored value.
    var archivedType: String {
      if case .transformed(let transform) = way { transform + ".Stored" } else { type }
    }

    /// The stored name, if the expression is a plain literal.
    var storedNameText: String? {
      let text = storedName.dropFirst().dropLast()
      let isLiteral =
        storedName.count > 1 && storedName.hasPrefix("\"") && storedName.hasSuffix("\"")
      return isLiteral && !text.contains(where: { "\"\\".contains($0) }) ? String(text) : nil
    }

    var isReference: Bool {
      if case .reference = way { true } else { false }
    }

    /// The name as an argument label, which needs backticks for a few names only.
    var label: String {
      ["`inout`", "`let`", "`var`"].contains(name) ? name : plainName
    }

    /// The name without backticks.
    var plainName: String { name.filter { $0 != "`" } }

    /// The expression for the property where a parameter is called `archive`.
    var member: String { name == "archive" ? "self.archive" : name }

    /// The value for archives that are older than the property.
    var missingValue: String? {
      if isReference { return nil }
      return initialValue?.trimmedDescription ?? (isOptional ? "nil" : nil)
    }
  }
#endif
