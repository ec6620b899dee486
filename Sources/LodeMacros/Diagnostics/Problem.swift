#if Macros
  import SwiftDiagnostics
  import SwiftSyntax

  /// A message of a macro about a location in the program.
  struct Problem: DiagnosticMessage {
    let message: String
    let identifier: String
    var severity = DiagnosticSeverity.error

    var diagnosticID: MessageID { MessageID(domain: "Lode", id: identifier) }

    func at(_ node: some SyntaxProtocol, fixIts: [FixIt] = []) -> Diagnostic {
      Diagnostic(node: node, message: self, fixIts: fixIts)
    }
  }

  /// The message of a fix-it, as a command.
  struct Remedy: FixItMessage {
    let message: String
    var fixItID: MessageID { MessageID(domain: "Lode", id: message) }
  }
#endif
