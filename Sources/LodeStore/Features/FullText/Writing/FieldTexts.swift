internal import LodeCoding

/// The texts of a row's fields in a full-text index.
struct FieldTexts {
  /// The UTF-8 of all texts.
  private(set) var bytes: [UInt8] = []
  /// The ranges of the texts in each column.
  private(set) var columns: [[Range<Int>]]
  /// Whether the index contains the row as a document.
  var isDocument = false

  init(columnCount: Int) { columns = Array(repeating: [], count: columnCount) }

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    for column in columns.indices where !columns[column].isEmpty {
      columns[column].removeAll(keepingCapacity: true)
    }
    isDocument = false
  }

  mutating func append(_ text: Span<UInt8>, column: Int) {
    let start = bytes.count
    bytes.append(copying: text)
    columns[column].append(start..<bytes.count)
  }

  /// Returns whether the index contains the same texts, or no document, for both rows.
  func hasSameWords(as other: borrowing FieldTexts) -> Bool {
    isDocument == other.isDocument && columns == other.columns && bytes == other.bytes
  }
}

extension IndexedRow {
  /// Appends the texts of a field as a column.
  mutating func appendTexts(
    _ field: Int, column: Int, to texts: inout FieldTexts
  ) throws {
    var made: ArchiveValue?
    try withScalar(field) { scalar in
      switch scalar {
      case .text(let text): texts.append(text, column: column)
      case .other(let value): made = value
      default: break
      }
    }
    switch made?.untyped {
    case .string(let text): text.withUTF8Span { texts.append($0, column: column) }
    case .array(let elements):
      for case .string(let text) in elements.lazy.map(\.untyped) {
        text.withUTF8Span { texts.append($0, column: column) }
      }
    case .set(let elements):
      // A set has no order, so the texts are sorted.
      let all = elements.compactMap { element -> [UInt8]? in
        if case .string(let text) = element.untyped { Array(text.utf8) } else { nil }
      }
      for text in all.sorted(by: { $0.span.byteOrder($1.span) < 0 }) {
        texts.append(text.span, column: column)
      }
    default: break
    }
  }
}

/// The fields and the condition of a full-text index.
struct TextShape {
  private let fields: [Int]
  private let condition: Condition?

  init(_ definition: IndexDefinition, _ reader: FieldReader) {
    fields = definition.search.compactMap { reader.field($0.path) }
    condition = definition.condition
  }

  /// Reads the texts of a row.
  ///
  /// A row that does not meet the index's condition is not a document.
  func take(_ row: inout IndexedRow, into texts: inout FieldTexts) throws {
    texts.removeAll()
    if let condition, try !row.meets(condition) { return }
    texts.isDocument = true
    for (column, field) in fields.enumerated() {
      try row.appendTexts(field, column: column, to: &texts)
    }
  }
}
