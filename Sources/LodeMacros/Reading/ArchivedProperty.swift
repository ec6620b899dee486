#if Macros
  import SwiftSyntax

  /// A stored property that is a field of an archive, as the generated code needs it.
  struct ArchivedProperty {
    enum Way: Equatable {
      case plain
      case transformed(by: String)
      /// Read once the referenced object exists.
      case reference(to: String, isConditional: Bool)
    }

    /// As the program spells it, with backticks when it has them.
    let name: String
    /// Expressions: the name in archives, and an array of earlier ones.
    let storedName: String
    let formerNames: String?
    /// The type of the property, as an expression can have it.
    let type: String
    let isOptional: Bool
    let initialValue: ExprSyntax?
    let access: AccessLevel
    let way: Way

    /// The type that archives have.
    var archivedType: String {
      if case .transformed(let transform) = way { transform + ".Stored" } else { type }
    }

    /// The name in archives, when it is a plain literal.
    var storedNameText: String? {
      let text = storedName.dropFirst().dropLast()
      let isLiteral =
        storedName.count > 1 && storedName.hasPrefix("\"") && storedName.hasSuffix("\"")
      return isLiteral && !text.contains(where: { "\"\\".contains($0) }) ? String(text) : nil
    }

    var isReference: Bool {
      if case .reference = way { true } else { false }
    }

    /// The property as the label of an argument, where the compiler wants few backticks.
    var label: String {
      ["`inout`", "`let`", "`var`"].contains(name) ? name : plainName
    }

    /// The name without backticks.
    var plainName: String { name.filter { $0 != "`" } }

    /// What stands for the property where a parameter is called `archive`.
    var member: String { name == "archive" ? "self.archive" : name }

    /// The value when the archive is older than the property.
    var missingValue: String? {
      if isReference { return nil }
      return initialValue?.trimmedDescription ?? (isOptional ? "nil" : nil)
    }
  }
#endif
