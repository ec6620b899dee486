#if Macros
  import SwiftDiagnostics
  import SwiftSyntax
  import SwiftParser

  /// A case of an enum, in the form that code generation needs.
  struct ArchivedCase {
    /// An associated value.
    struct Payload {
      /// The label with a colon and a space; empty without a label.
      let label: String
      /// The stored name, without quotes.
      let field: String
      /// The variable that a pattern binds.
      let variable: String
      let type: String
      let defaultValue: String?
    }

    /// The name as written in the program, including backticks.
    let name: String
    /// The stored name, as an expression.
    let storedName: String
    let payloads: [Payload]
  }

  /// The cases of an enum, and their problems.
  struct CaseReader {
    private(set) var cases: [ArchivedCase] = []
    private(set) var problems: [Diagnostic] = []
    private var names: Set<String> = []

    init(_ declaration: EnumDeclSyntax) {
      for member in declaration.memberBlock.members.declarations {
        guard let found = member.syntax.as(EnumCaseDeclSyntax.self) else { continue }
        read(found, isConditional: member.isConditional)
      }
    }

    private mutating func read(_ declaration: EnumCaseDeclSyntax, isConditional: Bool) {
      let stored = StoredName(declaration.attributes)
      if let former = stored.formerSyntax { problems.append(Problem.renamedCase.at(former)) }
      for element in declaration.elements {
        if isConditional {
          problems.append(Problem.conditional(element.name.text).at(element.name))
          continue
        }
        let found = ArchivedCase(
          name: element.name.text,
          storedName: stored.name ?? "\"\(element.name.identifierText)\"",
          payloads: payloads(of: element))
        if names.insert(found.storedName).inserted {
          cases.append(found)
        } else {
          problems.append(Problem.sameName(found.storedName).at(element.name))
        }
      }
    }

    private mutating func payloads(of element: EnumCaseElementSyntax) -> [ArchivedCase.Payload] {
      guard let parameters = element.parameterClause?.parameters else { return [] }
      return parameters.enumerated().map { index, parameter in
        if let found = UnarchivableType(in: parameter.type) {
          problems.append(Problem.unarchivable(found.kind).at(found.type))
        }
        return ArchivedCase.Payload(parameter, index: index)
      }
    }
  }

  extension ArchivedCase.Payload {
    /// Creates an associated value; without a label, the stored name is `_` and `index`, as in
    /// Codable.
    fileprivate init(_ parameter: EnumCaseParameterSyntax, index: Int) {
      let name = parameter.firstName.flatMap { $0.tokenKind == .wildcard ? nil : $0 }
      label = name.map { $0.text + ": " } ?? ""
      field = name?.identifierText ?? "_\(index)"
      let isFree = field.isValidSwiftIdentifier(for: .variableName) && field != "archive"
      variable = isFree ? field : "_\(index)"
      type = parameter.type.expressionText
      defaultValue = parameter.defaultValue?.value.trimmedDescription
    }
  }
#endif
