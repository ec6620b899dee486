internal import LodeCoding
internal import LodeStore

/// The starts of a phrase in the documents of a window.
///
/// A start is the position of the first token of the phrase; see `PostingPositions`. A window is a
/// range of documents in which each term of the phrase has one block of postings.
struct PhraseStarts {
  /// The starts in all documents, document by document.
  private(set) var places: [UInt64] = []
  /// The end of each document's starts, as an index in `places`.
  private var ends: [Int] = []

  /// Returns the range of a document's starts in `places`.
  ///
  /// `document` is an index in the `documents` of the last `take` or `keep`.
  func range(of document: Int) -> Range<Int> {
    (document == 0 ? 0 : ends[document - 1])..<ends[document]
  }

  /// Adds the possible starts in `documents`, from the positions of the phrase's rarest term.
  ///
  /// A start is a position minus `offset`, the distance of the term from the start of the phrase.
  /// The call omits starts before the first token of a column, and starts outside `columns`. The
  /// call also omits starts that are not at the offset `first` of a column. `nil` for `columns` or
  /// `first` omits no starts.
  mutating func take(
    _ documents: [UInt32], _ block: BlockDocuments<TermPostings>, _ positions: PostingPositions,
    offset: UInt64, _ first: UInt32?, _ columns: ColumnSet?
  ) {
    let (all, found) = (block.documents.span, positions.places.span)
    var index = block.index
    for document in documents {
      while all[index] < document { index += 1 }
      for number in positions.range(of: index) {
        let place = found[number]
        guard UInt64(PostingPositions.offset(place)) >= offset else { continue }
        let start = place - offset
        if let first, PostingPositions.offset(start) != first { continue }
        if let columns, !columns.contains(PostingPositions.column(start)) { continue }
        places.append(start)
      }
      ends.append(places.count)
    }
  }

  /// Keeps only the starts that have the block's term at the distance `offset`.
  ///
  /// Removes documents without a remaining start from `documents`.
  mutating func keep(
    _ documents: inout [UInt32], _ block: BlockDocuments<TermPostings>,
    _ positions: PostingPositions, offset: UInt64
  ) {
    let (all, found) = (block.documents.span, positions.places.span)
    var index = block.index
    var (keptDocuments, keptPlaces, next) = (0, 0, 0)
    for number in documents.indices {
      let document = documents[number]
      while all[index] < document { index += 1 }
      let others = positions.range(of: index)
      var other = others.lowerBound
      let before = keptPlaces
      for place in next..<ends[number] {
        let wanted = places[place] + offset
        while other < others.upperBound, found[other] < wanted { other += 1 }
        guard other < others.upperBound else { break }
        if found[other] == wanted {
          places[keptPlaces] = places[place]
          keptPlaces += 1
        }
      }
      next = ends[number]
      if keptPlaces > before {
        documents[keptDocuments] = document
        ends[keptDocuments] = keptPlaces
        keptDocuments += 1
      }
    }
    documents.removeLast(documents.count - keptDocuments)
    ends.removeLast(ends.count - keptDocuments)
    places.removeLast(places.count - keptPlaces)
  }
}
