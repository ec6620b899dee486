#if Macros
  import SwiftDiagnostics
  import SwiftSyntax

  /// What a macro has to say about a place in the program, with ways out of it.
  struct Problem: DiagnosticMessage {
    let message: String
    let identifier: String
    var severity = DiagnosticSeverity.error

    var diagnosticID: MessageID { MessageID(domain: "Lode", id: identifier) }

    func at(_ node: some SyntaxProtocol, fixIts: [FixIt] = []) -> Diagnostic {
      Diagnostic(node: node, message: self, fixIts: fixIts)
    }
  }

  /// What a fix-it does, as a command.
  struct Remedy: FixItMessage {
    let message: String
    var fixItID: MessageID { MessageID(domain: "Lode", id: message) }
  }
#endif
