#if Macros
  import SwiftDiagnostics
  import SwiftParser
  import SwiftSyntax

  /// The arguments of `@Model` that `@Archivable` does not have.
  struct ModelArguments {
    /// The name of the collection, as an expression; `nil` for the name of the type.
    private(set) var collection: String?
    private(set) var keepsTimes = false
    /// The argument `indexes:`, for indexes without `@Index` and `@Unique`; `nil` if missing.
    private(set) var indexes: ExprSyntax?
    /// The argument `search:`, for searchable fields without `@Searchable`; `nil` if missing.
    private(set) var search: ExprSyntax?
    private(set) var problems: [Diagnostic] = []

    init(_ attribute: AttributeSyntax) {
      for argument in attribute.labeledArguments {
        let text = argument.expression.trimmedDescription
        switch argument.label?.text {
        case nil where text != "nil":
          collection = text
          checkCollection(argument, of: attribute)
        case "timestamps": readTimes(argument.expression)
        case "indexes": indexes = argument.expression
        case "search": search = argument.expression
        default: break
        }
      }
    }

    private mutating func checkCollection(
      _ argument: LabeledExprSyntax, of attribute: AttributeSyntax
    ) {
      let literal = argument.expression.as(StringLiteralExprSyntax.self)
      guard let name = literal?.representedLiteralValue, !(1...480).contains(name.utf8.count) else {
        return
      }
      problems.append(
        Problem.collectionName(bytes: name.utf8.count).at(
          argument.expression, fixIts: [.remove(argument, from: attribute)]))
    }

    private mutating func readTimes(_ expression: ExprSyntax) {
      switch expression.trimmedDescription {
      case "true": keepsTimes = true
      case "false": break
      default:
        // With `false`, the compiler would report further errors where the program uses timestamps.
        keepsTimes = true
        problems.append(
          Problem.timestamps.at(
            expression, fixIts: [FixIt("use true", .replaceText(of: expression, with: "true"))]))
      }
    }
  }
#endif
