#if Macros
  import SwiftDiagnostics
  import SwiftSyntax

  /// An error or a warning that a macro reports, without the location in the program.
  struct Problem: DiagnosticMessage {
    let diagnosticID: MessageID
    let message: String
    let severity: DiagnosticSeverity

    init(_ identifier: String, _ message: String, severity: DiagnosticSeverity = .error) {
      diagnosticID = MessageID(domain: "Lode", id: identifier)
      self.message = message
      self.severity = severity
    }

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
