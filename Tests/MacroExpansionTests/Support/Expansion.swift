#if Macros
  import SwiftDiagnostics
  import SwiftParser
  import SwiftSyntax
  import SwiftSyntaxBuilder
  import SwiftSyntaxMacroExpansion
  import SwiftSyntaxMacros
  import SwiftSyntaxMacrosGenericTestSupport
  import Testing

  @testable import LodeMacros

  /// What the compiler would give `@Archivable` and `@Model` for a type that conforms to nothing
  /// yet.
  let allProtocols: [String] = [
    "Archivable", "ArchivableEnum", "ArchivableClass", "ArchivableValue", "Model",
    "SequencedModel", "TimestampedModel",
  ]

  /// Checks what the compiler reads in place of a source: without attributes, with members and
  /// extensions.
  ///
  /// `lacking` lists the protocols that the type does not conform to yet; protocols of a superclass
  /// are not listed.
  func expectExpansion(
    of source: String, is expected: String, lacking protocols: [String] = allProtocols,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    assertMacroExpansion(
      source, expandedSource: expected, macroSpecs: macros(lacking: protocols),
      indentationWidth: .spaces(2), failureHandler: record, fileID: fileID, filePath: filePath,
      line: line, column: column)
  }

  /// Checks the extension that a struct or an enum gets, which is all that it gets.
  func expectExtension(
    of source: String, is expected: String, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    var markersOnly = macros(lacking: [])
    markersOnly["Archivable"] = MacroSpec(type: IgnoredMacro.self)
    markersOnly["Model"] = MacroSpec(type: IgnoredMacro.self)
    let untouched = expansion(of: source, with: markersOnly)
    expectExpansion(
      of: source, is: untouched + "\n\n" + expected, fileID: fileID, filePath: filePath, line: line,
      column: column)
  }

  /// Checks that a source is refused: what is said, about which place, and what the fix-it makes of
  /// the source.
  func expectProblem(
    _ message: String, at position: (line: Int, column: Int), in source: String,
    fixIt: String? = nil, makes fixed: String? = nil, isWarning: Bool = false,
    lacking protocols: [String] = allProtocols,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    let diagnostic = DiagnosticSpec(
      message: message, line: position.line, column: position.column,
      severity: isWarning ? .warning : .error,
      fixIts: fixIt.map { [FixItSpec(message: $0)] } ?? [], originatorFileID: fileID,
      originatorFile: filePath, originatorLine: line, originatorColumn: column)
    // Only what is said matters here, not what else is generated.
    assertMacroExpansion(
      source, expandedSource: expansion(of: source, with: macros(lacking: protocols)),
      diagnostics: [diagnostic],
      macroSpecs: macros(lacking: protocols), fixedSource: fixed, indentationWidth: .spaces(2),
      failureHandler: record, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Checks that nothing is said about a source.
  func expectNoProblem(
    in source: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    expectExpansion(
      of: source, is: expansion(of: source, with: macros(lacking: allProtocols)), fileID: fileID,
      filePath: filePath, line: line, column: column)
  }

  /// What the compiler reads in place of a source, for types that conform to nothing yet.
  func expansion(of source: String) -> String {
    expansion(of: source, with: macros(lacking: allProtocols))
  }

  private func macros(lacking protocols: [String]) -> [String: MacroSpec] {
    [
      "Archivable": MacroSpec(
        type: ArchivableMacro.self, conformances: protocols.map { "\(raw: $0)" }),
      "Model": MacroSpec(type: ModelMacro.self, conformances: protocols.map { "\(raw: $0)" }),
      "Key": MacroSpec(type: KeyMacro.self),
      "Index": MacroSpec(type: IndexMacro.self),
      "Unique": MacroSpec(type: UniqueMacro.self),
      "Searchable": MacroSpec(type: SearchableMacro.self),
      "Stored": MacroSpec(type: StoredMacro.self),
      "Ignored": MacroSpec(type: IgnoredMacro.self),
      "Transformed": MacroSpec(type: TransformedMacro.self),
      "Reference": MacroSpec(type: ReferenceMacro.self),
    ]
  }

  private func expansion(of source: String, with macros: [String: MacroSpec]) -> String {
    let file = Parser.parse(source: source)
    let context = BasicMacroExpansionContext(sourceFiles: [
      file: .init(moduleName: "Test", fullFilePath: "Test.swift")
    ])
    return file.expand(
      macroSpecs: macros,
      contextGenerator: { node in
        BasicMacroExpansionContext(
          sharingWith: context, lexicalContext: node.allMacroLexicalContexts())
      },
      indentationWidth: .spaces(2)
    ).description
  }

  private func record(_ failure: TestFailureSpec) {
    Issue.record(
      "\(failure.message)",
      sourceLocation: SourceLocation(
        fileID: failure.location.fileID, filePath: failure.location.filePath,
        line: failure.location.line, column: failure.location.column))
  }
#endif
