internal import LodeStore

/// The postings of several terms at one position of a phrase, for example the terms of a prefix or
/// a fuzzy word.
///
/// All postings form one block without frequencies. The initializer collects the documents, and
/// iterators read the positions on demand.
final class ManyTerms: TermPostings {
  private let reader: TokenIndexReader
  private let term: ResolvedTerm
  private let documents: [UInt32]

  init(_ term: ResolvedTerm, _ reader: TokenIndexReader) throws {
    self.reader = reader
    self.term = term
    var set = DocumentSet(limit: reader.documentLimit)
    try TermBlocks(term: term, reader: reader).forEach { documents, _, _ in set.insert(documents) }
    documents = set.documents
    super.init()
    estimate = documents.count
    (first, last) = (documents.first ?? Self.end, documents.last ?? Self.end)
  }

  override func seekBlock(_ target: UInt32) -> Bool {
    if target <= last { return false }
    (first, last) = (Self.end, Self.end)
    return true
  }

  override func documents(into documents: inout [UInt32], frequencies: inout [UInt32]) {
    documents = self.documents
    frequencies = []
  }

  override func positions(frequencies: [UInt32], into positions: inout PostingPositions) throws {
    var found: [(document: UInt32, place: UInt64)] = []
    try TermBlocks(term: term, reader: reader).forEach(withPlaces: true) {
      documents, _, positions in
      for (index, document) in documents.enumerated() {
        for place in positions.range(of: index) {
          found.append((document, positions.places[place]))
        }
      }
    }
    found.sort { ($0.document, $0.place) < ($1.document, $1.place) }
    var (places, ends): ([UInt64], [Int]) = ([], [])
    var next = 0
    for document in self.documents {
      let start = places.count
      while next < found.count, found[next].document <= document {
        // Several terms can have the same position.
        let place = found[next].place
        if places.count == start || places.last != place { places.append(place) }
        next += 1
      }
      ends.append(places.count)
    }
    positions = PostingPositions(places: places, ends: ends)
  }
}
