#if Macros
  import SwiftDiagnostics
  import SwiftSyntax
  import SwiftParser

  /// A case of an enum, as the generated code needs it.
  struct ArchivedCase {
    struct Payload {
      /// With a colon and a space; empty when there is none.
      let label: String
      /// The name in archives, without quotes.
      let field: String
      /// What the value is called in a pattern.
      let variable: String
      let type: String
      let defaultValue: String?
    }

    /// As the program spells it.
    let name: String
    /// An expression.
    let storedName: String
    let payloads: [Payload]
  }

  /// Finds the cases of an enum, and what is wrong with them.
  struct CaseReader {
    private(set) var cases: [ArchivedCase] = []
    private(set) var problems: [Diagnostic] = []
    private var names: Set<String> = []

    init(_ declaration: EnumDeclSyntax) {
      read(declaration.memberBlock.members, isConditional: false)
    }

    private mutating func read(_ members: MemberBlockItemListSyntax, isConditional: Bool) {
      for member in members {
        if let condition = member.decl.as(IfConfigDeclSyntax.self) {
          for clause in condition.clauses {
            guard case .decls(let inside) = clause.elements else { continue }
            read(inside, isConditional: true)
          }
        } else if let declaration = member.decl.as(EnumCaseDeclSyntax.self) {
          read(declaration, isConditional: isConditional)
        }
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
    /// Values without labels are called `_0`, `_1` and so on, as Codable calls them.
    fileprivate init(_ parameter: EnumCaseParameterSyntax, index: Int) {
      let name = parameter.firstName.flatMap { $0.tokenKind == .wildcard ? nil : $0 }
      label = name.map { $0.text + ": " } ?? ""
      field = name?.identifierText ?? "_\(index)"
      let isFree = field.isValidSwiftIdentifier(for: .variableName) && field != "archive"
      variable = isFree ? field : "_\(index)"
      let type = parameter.type.expressionText
      self.type = type
      defaultValue = parameter.defaultValue?.value.trimmedDescription
    }
  }
#endif
