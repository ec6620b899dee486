import Foundation
import LodeTestSupport
import LodeTestTags
import Testing

@Suite("The public surface of the libraries")
struct SurfaceTests {
  /// The types whose calls touch a store.
  private static let owners: Set<String> = [
    "Store", "StoreCollection", "StoreDocuments", "StorePartition", "Snapshot",
    "ReadTransaction", "WriteTransaction", "CollectionReader", "CollectionWriter",
    "CollectionReading", "DocumentReader", "DocumentWriter", "DocumentReading", "DocumentWriting",
    "PartitionReader", "PartitionWriter", "ModelStoring", "ModelReading", "ModelWriting",
    "StoreReading", "StagedSession", "StagedDocuments",
  ]

  private static let calls: Result<[SymbolGraph.Symbol], any Error> = Result {
    try ["LodeStore", "LodeModels"].flatMap(SymbolGraph.symbols).filter { symbol in
      symbol.kind.identifier.contains("method") || symbol.kind.identifier.contains("init")
        || symbol.kind.identifier.contains("property")
        || symbol.kind.identifier.contains("subscript")
    }
  }

  // A caller that does not know the errors of a call catches none, or all.
  @Test func `a call of a store that throws documents its errors and its complexity`() throws {
    let calls = try Self.calls.get().filter { Self.owners.contains($0.owner) && $0.throwsErrors }
    #expect(calls.count > 200)
    let missing = calls.flatMap { call in
      ["- Throws:", "- Complexity:"].filter { !call.documentation.contains($0) }
        .map { "\(call.name) lacks \($0)" }
    }
    #expect(missing.isEmpty, "\(missing.sorted().joined(separator: "\n"))")
  }

  @Test func `a call of a query that throws documents its errors`() throws {
    let calls = try Self.calls.get().filter { $0.owner == "Query" && $0.throwsErrors }
    #expect(!calls.isEmpty)
    for call in calls { #expect(call.documentation.contains("- Throws:"), "\(call.name)") }
  }

  /// The one-line calls of a type without what a task adds to their types.
  private func forms(of owner: String, asynchronous: Bool) throws -> Set<String> {
    let forms = try Self.calls.get().filter {
      $0.owner == owner && $0.kind.identifier.hasSuffix("method")
        && $0.isAsynchronous == asynchronous && $0.throwsErrors
    }
    .map(\.declaration)
    // A task cannot change the caller's variable, and preparing a value is no transaction.
    .filter { !$0.contains("_ model: inout M)") && !$0.contains("func prepare") }
    .map(Self.withoutSendable)
    return Set(forms)
  }

  /// A declaration without what only a task requires.
  private static func withoutSendable(_ declaration: String) -> String {
    let parts = declaration.replacing(") async throws", with: ") throws")
      .replacing(
        #/ & Sendable(Metatype)?|Sendable & |@escaping |@Sendable |@concurrent |any (?=KeyPath)/#,
        with: ""
      )
      .replacing(#/sending |[()]/#, with: "")
      .split(separator: " where ")
    let constraints = parts.dropFirst().flatMap { $0.split(separator: ", ") }
      .filter { !$0.contains(#/ ?: Sendable(Metatype)?$/#) }
    return ([String(parts[0])] + constraints.map(String.init).sorted()).joined(separator: ", ")
  }

  // The asynchronous forms once lacked 15 of 20 calls that the documentation promised.
  @Test(arguments: ["StoreCollection", "StoreDocuments", "ModelStoring"])
  func `each one-line call has a synchronous and an asynchronous form`(_ owner: String) throws {
    let synchronous = try forms(of: owner, asynchronous: false)
    let asynchronous = try forms(of: owner, asynchronous: true)
    #expect(synchronous.count >= 10)
    #expect(synchronous.subtracting(asynchronous).sorted() == [])
    #expect(asynchronous.subtracting(synchronous).sorted() == [])
  }

  // A long list of names hides the few that a program needs.
  @Test(.tags(.process)) func `import Lode adds about fifty types to a program`() throws {
    let exports = try String(
      contentsOf: Compiler.sources.appendingPathComponent("Lode/Exports.swift"), encoding: .utf8)
    let types = exports.split(separator: "\n").filter { $0.hasPrefix("@_exported") }
    #expect(types.count <= 55)
    #expect(!types.contains { $0.contains(#/import \w+$/#) }, "a whole module is exported")
    let own = try SymbolGraph.symbols(of: "Lode").filter { $0.pathComponents.count == 1 }
    let kinds = Set(own.map(\.kind.identifier)).subtracting(["swift.macro"])
    #expect(kinds.count <= 1, "only MacroExpansion and macros are declared by Lode itself")
  }
}
