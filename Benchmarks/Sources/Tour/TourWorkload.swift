public import BenchHarness
internal import Coders
internal import Foundation
internal import LodeCoding
internal import LodeModels
internal import LodeStore
public import PackageIndex

/// The tour of `Docs/Guides/Tour.md`: the package index as documents, with the guide's queries and
/// searches.
///
/// A plain loop over the records gives the answer that each question must get.
public struct TourWorkload: Workload {
  /// The short name.
  public let name = "tour"
  /// One sentence for the report.
  public var about: String {
    "The tour: \(index.records.count) packages of the Debian package index as documents, with the guide's queries and searches"
  }
  /// Documents differ.
  public let valueSize = 0
  /// No engines of bytes.
  public let peers: [Peer]? = []
  /// Lode alone.
  public let entrants: [Entrant]? = [
    Entrant(name: "lode", about: "Lode with its default options: documents, conditions as text")
  ]

  private let index: PackageIndex
  private let descriptions: Descriptions?

  /// Creates the workload.
  ///
  /// - Parameter descriptions: the path of a file that `Benchmarks/records --descriptions` wrote;
  ///   without one there are no searches.
  public init(_ index: PackageIndex, descriptions: String?, limit: Int) throws {
    self.index = index
    self.descriptions = try descriptions.flatMap { try Descriptions($0, limit: limit) }
  }

  /// Runs it.
  public func run(on stage: Stage) async throws {
    let directory = try stage.spareDirectory("store")
    let store = try Store(directory + "/packages.lode")
    try queries(store, stage)
    if let descriptions { try searches(store, descriptions, stage) }
    store.close()
    try removeDirectory(directory)
  }

  private func queries(_ store: Store, _ stage: Stage) throws {
    let packages = store.documents("packages")
    let count = index.records.count
    let json = Data(index.json)
    try once("import packages, a document", count, stage) {
      try packages.importJSON(json, keyField: "Package")
    }
    try once("build four indexes, a document", count, stage) {
      for field in ["Section", "Priority", "Installed-Size", "Maintainer"] {
        try store.createIndex(IndexDefinition(IndexPart(ArchivePath([field]))), on: "packages")
      }
      try store.buildIndexes(of: "packages")
    }
    for question in TourQuestion.all {
      try ask(question.text, expecting: question.expected(index.records), stage) {
        try question.ask(packages)
      }
    }
  }

  private func searches(_ store: Store, _ descriptions: Descriptions, _ stage: Stage) throws {
    let documents = store.documents("descriptions")
    let count = descriptions.all.count
    try once("import descriptions, a document", count, stage) {
      try documents.importJSON(descriptions.json, keyField: nil)
    }
    try once("build the search index, a document", count, stage) {
      let fields: [(ArchivePath, Double)] = [("Package", 4), ("Title", 4), ("Text", 1)]
      let search = fields.map { SearchField($0, weight: $1, tokenizer: .cjk) }
      try store.createIndex(IndexDefinition(search: search), on: "descriptions")
      try store.buildIndexes(of: "descriptions")
    }
    for search in TourSearch.all {
      let expected = search.expected(descriptions.all)
      try ask(search.text, expecting: expected, stage) { try search.ask(documents) }
    }
  }

  private func once(
    _ measure: String, _ count: Int, _ stage: Stage, _ body: () throws -> Void
  ) throws {
    try stage.race([measure], among: ["lode"], name: { $0 }, rounds: { _ in 1 }) { _, _ in
      let (_, time) = try timed(body)
      return [Lap(count, time)]
    }
  }

  /// Asks in each round, and compares the answer.
  private func ask(
    _ measure: String, expecting expected: String, _ stage: Stage, _ body: () throws -> String
  ) throws {
    try stage.race(measure, among: ["lode"], name: { $0 }) { _ in
      let (answer, time) = try timed(body)
      if answer != expected {
        throw BenchFailure("\(measure): found \(answer), expected \(expected)")
      }
      return Lap(1, time)
    }
    stage.answer(measure, "lode", expected)
  }
}
