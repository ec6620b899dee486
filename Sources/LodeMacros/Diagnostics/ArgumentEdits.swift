#if Macros
  import SwiftDiagnostics
  import SwiftSyntax

  // Fix-its for the arguments of an attribute.
  extension FixIt {
    static func addArgument(_ text: String, to attribute: AttributeSyntax) -> FixIt {
      let arguments = attribute.labeledArguments
      let change: Change =
        if let last = arguments.last {
          .insert(", " + text, after: last)
        } else if let parenthesis = attribute.leftParen {
          .insert(text, after: parenthesis)
        } else {
          .insert("(\(text))", after: attribute.attributeName)
        }
      return FixIt("add '\(text)'", change)
    }

    /// Adds the argument `superclass:`, or names the class in the existing argument.
    static func nameSuperclass(_ name: String, in attribute: AttributeSyntax) -> FixIt {
      let argument = attribute.labeledArguments.first { $0.label?.text == "superclass" }
      guard let argument else { return addArgument("superclass: \(name).self", to: attribute) }
      return FixIt(
        "name '\(name)'", .replaceText(of: argument.expression, with: "\(name).self"))
    }

    static func removeArguments(of attribute: AttributeSyntax) -> FixIt {
      let start = attribute.attributeName.endPositionBeforeTrailingTrivia
      let range = start..<attribute.endPositionBeforeTrailingTrivia
      return FixIt(
        "remove the arguments", .replaceText(range: range, with: "", in: Syntax(attribute)))
    }

    /// Removes an argument with its comma, or the only argument with its parentheses.
    static func remove(_ argument: LabeledExprSyntax, from attribute: AttributeSyntax) -> FixIt {
      let arguments = Array(attribute.labeledArguments)
      if arguments.count == 1 { return removeArguments(of: attribute) }
      let index = arguments.firstIndex(of: argument) ?? 0
      let range =
        index == 0
        ? argument.position..<arguments[1].position
        : arguments[index - 1].expression.endPosition..<argument.expression.endPosition
      let label = argument.label.map { "'\($0.text)'" } ?? "the argument"
      return FixIt("remove \(label)", .replaceText(range: range, with: "", in: Syntax(attribute)))
    }
  }
#endif
