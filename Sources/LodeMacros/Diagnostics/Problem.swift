#if Macros
  import SwiftDiagnostics
  import SwiftSyntax

  /// An error or a warning that a macro reports, without the location in the program.
  struct Problem: DiagnosticMessage {
    let message: String
    let identifier: String
    var severity = DiagnosticSeverity.error

    var diagnosticID: MessageID { MessageID(domain: "Lode", id: identifier) }

    /// Returns the diagnostic at a syntax node.
    func at(_ node: some SyntaxProtocol, fixIts: [FixIt] = []) -> Diagnostic {
      Diagnostic(node: node, message: self, fixIts: fixIts)
    }
  }

  /// The message of a fix-it, for example "change 'let' to 'var'".
  struct Remedy: FixItMessage {
    let message: String
    var fixItID: MessageID { MessageID(domain: "Lode", id: message) }
  }
#endif
