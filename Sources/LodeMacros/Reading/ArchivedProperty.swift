#if Macros
  import SwiftSyntax

  /// A stored property that is a field of an archive, in the form that code generation needs.
  struct ArchivedProperty {
    /// The form of a property in an archive.
    enum Way: Equatable {
      case plain
      case transformed(by: String)
      /// A reference, which decoding sets after the property's object and the referenced object
      /// exist.
      ///
      /// A conditional reference alone does not add the referenced object to an archive; see
      /// `Candidate.reference(inClass:)`.
      case reference(to: String, isConditional: Bool)
    }

    /// The name as written in the program, including backticks.
    let name: String
    /// The stored name, as an expression.
    let storedName: String
    /// The array of former names, as an expression; `nil` without former names.
    let formerNames: String?
    /// The type of the property, as written in an expression.
    let type: String
    let isOptional: Bool
    let initialValue: ExprSyntax?
    let access: AccessLevel
    let way: Way

    /// The type of the value in the archive: the transform's type `Stored`, or the property's type.
    var archivedType: String {
      if case .transformed(let transform) = way { transform + ".Stored" } else { type }
    }

    /// The stored name, if the expression is a string literal without escapes and interpolations;
    /// otherwise `nil`.
    var storedNameText: String? {
      let text = storedName.dropFirst().dropLast()
      let isLiteral =
        storedName.count > 1 && storedName.hasPrefix("\"") && storedName.hasSuffix("\"")
      return isLiteral && !text.contains(where: { "\"\\".contains($0) }) ? String(text) : nil
    }

    var isReference: Bool {
      if case .reference = way { true } else { false }
    }

    /// The name as an argument label; a label needs backticks only for `inout`, `let`, and `var`.
    var label: String {
      ["`inout`", "`let`", "`var`"].contains(name) ? name : plainName
    }

    /// The name without backticks.
    var plainName: String { name.filter { $0 != "`" } }

    /// The expression for the property inside a function with the parameter `archive`.
    var member: String { name == "archive" ? "self.archive" : name }

    /// The value for archives that lack the property, as an expression; `nil` for a reference, and
    /// without a value.
    var missingValue: String? {
      if isReference { return nil }
      return initialValue?.trimmedDescription ?? (isOptional ? "nil" : nil)
    }
  }
#endif
