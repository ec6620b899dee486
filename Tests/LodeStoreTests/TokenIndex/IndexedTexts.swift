import LodeCoding
import LodeTestSupport
import Testing

@testable import LodeStore

/// A search index as a plain dictionary: for each term the rows that have it, and where.
typealias PlainIndex = [String: [Int: [Place]]]

/// A place in a row's texts.
struct Place: Hashable, Comparable, CustomStringConvertible {
  var column: Int
  var offset: Int

  static func < (a: Place, b: Place) -> Bool { (a.column, a.offset) < (b.column, b.offset) }

  var description: String { "\(column):\(offset)" }
}

/// A row of texts, for the fields `title` and `body`.
func article(_ title: String?, _ body: String? = nil) -> [String: ArchiveValue] {
  var fields: [String: ArchiveValue] = ["other": .int(1)]
  if let title { fields["title"] = .string(title) }
  if let body { fields["body"] = .string(body) }
  return fields
}

/// The words of plain English text, as the tests' index has them.
func words(_ text: String) -> [String] { text.lowercased().split(separator: " ").map(String.init) }

/// What an index of some fields should have of these rows.
func plainIndex(_ rows: [Int: [String: ArchiveValue]], fields: [String]) -> PlainIndex {
  var index: PlainIndex = [:]
  for (key, row) in rows {
    for (column, field) in fields.enumerated() {
      var base = 0
      for text in texts(row[field]) {
        let words = words(text)
        for (offset, word) in words.enumerated() {
          index[word, default: [:]][key, default: []].append(
            Place(column: column, offset: base + offset))
        }
        base += words.count + 1
      }
    }
  }
  return index
}

func texts(_ value: ArchiveValue?) -> [String] {
  switch value {
  case .string(let text): [text]
  case .array(let elements): elements.flatMap { texts($0) }
  default: []
  }
}

extension CollectionAccess {
  /// The contents of a search index for existing rows.
  func plainIndex(_ name: String? = nil) throws -> PlainIndex {
    try withTokenIndex(name) { try $0.plainIndex() }
  }
}

extension TokenIndexReader {
  fileprivate func plainIndex() throws -> PlainIndex {
    var terms: [[UInt8]] = []
    try forEachTerm(from: [UInt8]().span) { term, _ in
      terms.append(term.copied())
      return true
    }
    var index: PlainIndex = [:]
    for term in terms {
      guard let cursor = try PostingCursor(term.span, self) else { throw StoreError(.damaged) }
      let rows = try rows(of: cursor)
      if !rows.isEmpty { index[String(decoding: term, as: UTF8.self)] = rows }
    }
    return index
  }

  private func rows(of cursor: PostingCursor) throws -> [Int: [Place]] {
    var rows: [Int: [Place]] = [:]
    var (documents, frequencies) = ([UInt32](), [UInt32]())
    var positions = PostingPositions()
    repeat {
      try cursor.documents(into: &documents, frequencies: &frequencies)
      try cursor.positions(frequencies: frequencies, into: &positions)
      for (number, document) in documents.enumerated() {
        if try isDeleted(document) { continue }
        guard let key = try key(of: document), try self.document(of: key.span) == document else {
          throw StoreError(.damaged)
        }
        let places = positions.range(of: number).map { positions.places[$0] }
        #expect(places.count == Int(frequencies[number]))
        rows[try Int.decodeKey(key.span)] = places.map {
          Place(
            column: PostingPositions.column($0), offset: Int(PostingPositions.offset($0)))
        }
      }
    } while try cursor.nextBlock()
    return rows
  }
}

extension Store {
  /// All that a search index has.
  func plainIndex(_ name: String? = nil, of collection: String = "articles") throws -> PlainIndex {
    try read { try $0[collection].access.plainIndex(name) }
  }
}
