package import LodeCoding

/// Computes the entries of a row in an ordered, unique, or counting index.
struct EntryShape {
  private struct Part {
    let field: Int
    let isDescending: Bool
    let isFolded: Bool
  }

  private let parts: [Part]
  /// The index in `parts` of the component with an entry for each element; otherwise `nil`.
  private let each: Int?
  private let includesNil: Bool
  private let condition: Condition?
  private let carried: [Int]

  init(_ definition: IndexDefinition, _ reader: FieldReader) {
    parts = definition.parts.compactMap { part in
      reader.field(part.path).map {
        Part(field: $0, isDescending: part.isDescending, isFolded: part.isFolded)
      }
    }
    each = definition.parts.firstIndex { $0.isEachElement }
    includesNil = definition.includesNil
    condition = definition.condition
    carried = definition.carried.compactMap(reader.field)
  }

  /// Adds the entries of a row that meets the index's condition.
  ///
  /// `key` and `buffer` are scratch buffers. `isLossy` becomes `true` if an entry does not contain
  /// the exact values.
  func add(
    to entries: inout IndexEntries, from row: inout IndexedRow, _ key: inout KeyBuffer,
    _ buffer: inout KeyBuffer, isLossy: inout Bool
  ) throws {
    if let condition, try !row.meets(condition) { return }
    buffer.removeAll()
    for field in carried { appendCarried(try row.value(field), to: &buffer) }
    guard let each else {
      try add(nil, to: &entries, of: &row, &key, buffer, isLossy: &isLossy)
      return
    }
    let value = try row.value(parts[each].field)
    for element in elements(of: value, isFirst: each == 0, isLossy: &isLossy) {
      try add(element, to: &entries, of: &row, &key, buffer, isLossy: &isLossy)
    }
  }

  /// Returns the elements of an array or a set, because each element has an entry.
  ///
  /// Any other value is the only element. A missing value has no elements, unless the component is
  /// the first and the index includes nil.
  private func elements(
    of value: ArchiveValue?, isFirst: Bool, isLossy: inout Bool
  ) -> [ArchiveValue] {
    switch value?.untyped {
    case nil: return isFirst && includesNil ? [.null] : []
    case .array(let elements): return elements
    case .set(let elements): return Array(elements)
    case .string(let text):
      // A condition on a substring finds no entry for the whole text.
      isLossy = true
      return [.string(text)]
    case let value?: return [value]
    }
  }

  /// Adds the entry of an element, or of the row if no component has an entry for each element.
  private func add(
    _ element: ArchiveValue?, to entries: inout IndexEntries, of row: inout IndexedRow,
    _ key: inout KeyBuffer, _ carried: borrowing KeyBuffer, isLossy: inout Bool
  ) throws {
    key.removeAll()
    key.append(row.key.extracting(first: row.partitionCount))
    var hasNil = false
    for (number, part) in parts.enumerated() {
      if part.isDescending { key.append(KeyBuffer.descendingCode) }
      let start = key.count
      let (isExact, isNil) =
        number == each
        ? append(element ?? ArchiveValue.null, part, to: &key)
        : try append(part, of: &row, to: &key)
      if isNil && number == 0 && !includesNil { return }
      if isNil { hasNil = true }
      if !isExact { isLossy = true }
      if part.isDescending { key.endDescending(from: start) }
    }
    let count = key.count
    key.append(row.key.extracting(droppingFirst: row.partitionCount))
    entries.append(key.bytes, partsCount: count, carried: carried.bytes, hasNil: hasNil)
  }

  /// Appends the value of a component.
  ///
  /// - Returns: Whether the encoded value is exact, and whether the value is nil.
  private func append(
    _ part: Part, of row: inout IndexedRow, to key: inout KeyBuffer
  ) throws -> (isExact: Bool, isNil: Bool) {
    if !part.isFolded { return try row.append(part.field, to: &key) }
    return append(try row.value(part.field) ?? ArchiveValue.null, part, to: &key)
  }

  private func append(
    _ value: ArchiveValue, _ part: Part, to key: inout KeyBuffer
  ) -> (isExact: Bool, isNil: Bool) {
    (key.appendIndexed(part.isFolded ? value.folded : value), value.family == .null)
  }

  /// Appends a carried value as a key component.
  ///
  /// A value without a key encoding becomes an empty tuple.
  private func appendCarried(_ value: ArchiveValue?, to buffer: inout KeyBuffer) {
    buffer.append(carried: value ?? .null)
  }
}

extension ArchiveValue {
  /// The folded text, or the array with folded texts.
  ///
  /// Other values stay unchanged.
  package var folded: ArchiveValue {
    switch untyped {
    case .string(let text): .string(FoldedText.folding(text))
    case .array(let elements): .array(elements.map(\.folded))
    case let value: value
    }
  }
}
