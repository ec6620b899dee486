#if Macros
  import SwiftDiagnostics
  import SwiftParser
  import SwiftSyntax

  /// A check of the names in the string literals of index definitions, such as
  /// `IndexDefinition("city", "-age")` and `SearchField("title")`.
  ///
  /// A literal contains the name of a property or a stored name. A store uses only stored names.
  struct IndexLiterals {
    private let typeName: String
    /// The stored name of each field, by stored name and by property name.
    private let storedNames: [String: String]
    private(set) var problems: [Diagnostic] = []

    /// Creates the check; `nil` if a stored name is not a plain string literal, or if the type has
    /// a property of type `ArchiveExtensions`.
    init?(of subject: Subject, _ reader: PropertyReader) {
      guard reader.extensions == nil else { return nil }
      typeName = subject.name
      var names: [String: String] = [:]
      for property in reader.properties {
        guard let stored = property.storedNameText else { return nil }
        names[property.name.filter { $0 != "`" }] = stored
      }
      for stored in Set(names.values) { names[stored] = stored }
      storedNames = names
    }

    /// Checks an argument of `@Model`, and returns the argument's text with stored names instead of
    /// property names.
    ///
    /// If `areFields` is true, the argument is an array whose strings are paths of fields, as in
    /// `search:`.
    mutating func read(_ argument: ExprSyntax, areFields: Bool) -> String {
      var text = Array(argument.trimmedDescription.utf8)
      let start = argument.positionAfterSkippingLeadingTrivia.utf8Offset
      let literals = FieldLiteral.all(in: argument, areFields: areFields)
      let edits = literals.compactMap { literal in
        check(literal).map { (literal.node, $0) }
      }
      for (node, new) in edits.reversed() {
        let first = node.positionAfterSkippingLeadingTrivia.utf8Offset - start
        text.replaceSubrange(first..<first + node.trimmedLength.utf8Length, with: new.utf8)
      }
      return String(decoding: text, as: UTF8.self)
    }

    /// Checks the string literals of index definitions in the static properties of a type.
    ///
    /// A macro cannot change these literals, so a property name in a literal stays a property name.
    mutating func readStatics(of declaration: some DeclGroupSyntax) {
      for member in declaration.memberBlock.members {
        guard let property = member.decl.as(VariableDeclSyntax.self),
          property.modifier(.static) != nil
        else { continue }
        for literal in FieldLiteral.all(in: property, areFields: false) { _ = check(literal) }
      }
    }

    /// Checks a string literal, and returns the new literal if a stored name replaces a property
    /// name; otherwise `nil`.
    private mutating func check(_ literal: FieldLiteral) -> String? {
      guard let (before, name, after) = literal.parts else { return nil }
      if let stored = storedNames[name] {
        return stored == name ? nil : "\"\(before)\(literal.spelled(stored))\(after)\""
      }
      let nearest = NearestName.of(name, among: storedNames.keys)
      let fixIts = nearest.map { nearest in
        let fixed = "\"\(before)\(literal.spelled(nearest))\(after)\""
        return [FixIt("use \"\(nearest)\"", .replaceText(of: literal.node, with: fixed))]
      }
      problems.append(
        Problem.unknownField(name, in: typeName, nearest: nearest, all: Set(storedNames.values))
          .at(literal.node, fixIts: fixIts ?? []))
      return nil
    }
  }

  /// A string literal of an index definition: a field name, or a path that begins with a field
  /// name.
  private struct FieldLiteral {
    let node: StringLiteralExprSyntax
    /// Whether the whole text is one field name, in which `.`, `-`, `~`, and `[]` have no meaning.
    ///
    /// If the text is a path, `-` means descending order, `~` means ignoring case and
    /// accents, and `[]` means one entry for each element.
    let isName: Bool

    static func all(in node: some SyntaxProtocol, areFields: Bool) -> [FieldLiteral] {
      let finder = LiteralFinder(viewMode: .sourceAccurate)
      if areFields { finder.add(node.as(ExprSyntax.self)) }
      finder.walk(node)
      return finder.found
    }

    /// The first field name, with the text before and after the name; `nil` if the check cannot
    /// read a field name.
    var parts: (before: String, name: String, after: String)? {
      guard let text = node.representedLiteralValue, !text.isEmpty else { return nil }
      if isName { return ("", text, "") }
      let before = text.prefix { $0 == "-" || $0 == "~" }
      var after = ""
      var path = text.dropFirst(before.count)
      if path.hasSuffix("[]") {
        path.removeLast(2)
        after = "[]"
      }
      let name = path.prefix { $0 != "." }
      // Excludes, for example, `$revision`, computed values, and names in backticks.
      guard let first = name.first, first != "$", !name.contains(where: { "`(\"\\".contains($0) })
      else { return nil }
      return (String(before), String(name), String(path.dropFirst(name.count)) + after)
    }

    /// Returns the spelling of a name in the literal.
    ///
    /// In a path, backticks enclose a name with characters other than letters, digits, and `_`.
    func spelled(_ name: String) -> String {
      let isPlain = name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
      return isName || isPlain ? name : "`\(name)`"
    }
  }

  /// A visitor that finds the string literals in definitions of indexes.
  private final class LiteralFinder: SyntaxVisitor {
    private(set) var found: [FieldLiteral] = []

    /// Adds a string literal, or the string literals of an array.
    ///
    /// If `isName` is true, an array contains the names of one path, and the call adds only the
    /// first name.
    func add(_ expression: ExprSyntax?, isName: Bool = false) {
      if let literal = expression?.as(StringLiteralExprSyntax.self) {
        found.append(FieldLiteral(node: literal, isName: isName))
      } else if let array = expression?.as(ArrayExprSyntax.self) {
        for element in array.elements.prefix(isName ? 1 : .max) {
          add(element.expression, isName: isName)
        }
      }
    }

    override func visit(_ call: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
      switch call.calledName {
      case "IndexDefinition", "IndexPart", "SearchField", "descending", "folded", "each",
        "carrying", "counting":
        for argument in call.arguments
        where [nil, "parts", "search"].contains(argument.label?.text) { add(argument.expression) }
        return .visitChildren
      case "ArchivePath":
        for argument in call.arguments where argument.label == nil {
          add(argument.expression, isName: true)
        }
        return .skipChildren
      case "computed": return .skipChildren
      case "only":
        walk(call.calledExpression)
        return .skipChildren
      default: return .visitChildren
      }
    }
  }

  extension FunctionCallExprSyntax {
    /// The name of the called function, without the expression before the dot.
    fileprivate var calledName: String? {
      calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text
        ?? calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
    }
  }
#endif
