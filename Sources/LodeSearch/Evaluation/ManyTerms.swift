internal import LodeStore

/// The postings of several terms at one place of a phrase: a prefix, a word and what is like it, synonyms.
///
/// Documents are collected as bits when it is made. Places are collected when they are first asked for, of all documents at once.
final class ManyTerms: TermPostings {
  private let reader: TokenIndexReader
  private let term: ResolvedTerm
  /// The documents.
  let set: DocumentSet
  private var details: PlaceTable?

  init(_ term: ResolvedTerm, _ reader: TokenIndexReader) throws {
    self.reader = reader
    self.term = term
    var set = DocumentSet(limit: reader.documentLimit)
    try TermBlocks(term, reader).forEach { documents, _, _ in set.insert(documents) }
    self.set = set
    super.init()
    document = set.first(from: 0) ?? Self.end
    estimate = set.count
  }

  override func seek(_ target: UInt32) {
    if target > document { document = set.first(from: target) ?? Self.end }
  }

  override func frequency() throws -> Int { try table().range(of: document).count }

  override func places(into places: inout [UInt64]) throws {
    let table = try table()
    places.append(contentsOf: table.places[table.range(of: document)])
  }

  private func table() throws -> PlaceTable {
    if let details { return details }
    let made = try PlaceTable(term, reader)
    details = made
    return made
  }
}

/// Where terms are, document by document.
private final class PlaceTable {
  private(set) var places: [UInt64] = []
  /// Where the places of each document end.
  private var ends: [Int]

  init(_ term: ResolvedTerm, _ reader: TokenIndexReader) throws {
    var found: [(document: UInt32, place: UInt64)] = []
    try TermBlocks(term, reader).forEach(withPlaces: true) { documents, _, positions in
      for (index, document) in documents.enumerated() {
        for place in positions.range(of: index) {
          found.append((document, positions.places[place]))
        }
      }
    }
    found.sort { ($0.document, $0.place) < ($1.document, $1.place) }
    ends = []
    var last: (document: UInt32, place: UInt64)?
    for entry in found {
      // Several of the terms may be at one place.
      if let last, last == entry { continue }
      while ends.count < Int(entry.document) { ends.append(places.count) }
      places.append(entry.place)
      last = entry
    }
    if let last { while ends.count <= Int(last.document) { ends.append(places.count) } }
  }

  func range(of document: UInt32) -> Range<Int> {
    let index = Int(document)
    guard index < ends.count else { return 0..<0 }
    return (index == 0 ? 0 : ends[index - 1])..<ends[index]
  }
}
