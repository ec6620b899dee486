internal import LodeCoding
internal import LodeStore

/// The ranges of an index that a plan reads.
struct IndexUse {
  let index: IndexSummary
  /// The ranges of entries, sorted and without overlap.
  private(set) var ranges: [KeyRange]
  /// The number of leading components with fixed values.
  let equalParts: Int
  /// Whether a range of values bounds the component after the fixed components.
  let hasRange: Bool
  /// Whether the fixed components have one combination of values.
  private(set) var hasOneEqualPrefix: Bool
  /// The conditions that every found row satisfies.
  ///
  /// The property is an array, because comparing a few conditions is faster than hashing one
  /// condition.
  let consumed: [Condition]
  /// Whether a row can have several entries in the ranges.
  let mayRepeat: Bool
  /// The number of rows of the collection; `nil` if the plan needed no count.
  let rowCount: Int?

  /// The number of ranges up to which the planner removes the ranges without entries.
  private static let mostProbed = 16

  /// Finds the ranges that contain an entry of every row that matches some conditions; `nil` if
  /// entries may be missing from the index.
  init?(
    _ index: IndexSummary, _ conjuncts: [Condition], partition: [UInt8], rowCount: Int?
  ) {
    let definition = index.definition
    guard definition.condition?.conjuncts.allSatisfy({ $0.isWritten(among: conjuncts) }) ?? true
    else { return nil }
    let componentRanges = ComponentRanges(
      definition.parts, conjuncts, after: partition, isLossy: index.isLossy,
      hasNil: definition.includesNil)
    let boundedParts = componentRanges.boundedParts
    guard boundedParts > 0 || Self.hasAllRows(index, rowCount) else { return nil }
    // Rows without elements have no entries.
    if let each = definition.parts.firstIndex(where: \.isEachElement), each >= boundedParts {
      return nil
    }
    self.init(index, componentRanges, rowCount)
  }

  /// Uses all entries of a one-component index in which only rows with nil have no entry.
  ///
  /// - Returns: `nil` for other indexes.
  init?(lackingNil index: IndexSummary, partition: [UInt8]) {
    let definition = index.definition
    guard definition.kind != .counting, definition.parts.count == 1, definition.condition == nil,
      !definition.parts[0].isEachElement, !definition.includesNil
    else { return nil }
    self.init(
      index,
      ComponentRanges(
        definition.parts, [], after: partition, isLossy: index.isLossy, hasNil: false), nil)
  }

  private init(_ index: IndexSummary, _ componentRanges: ComponentRanges, _ rowCount: Int?) {
    let definition = index.definition
    self.rowCount = rowCount
    self.index = index
    equalParts = componentRanges.equalParts
    hasRange = componentRanges.hasRange
    hasOneEqualPrefix = componentRanges.hasOneEqualPrefix
    consumed = componentRanges.consumed + (definition.condition?.conjuncts ?? [])
    ranges = componentRanges.ranges
    mayRepeat = definition.parts.contains(where: \.isEachElement)
  }

  /// Returns whether the index has exactly one entry for every row, or counts every row once.
  ///
  /// For a partial counting index, only the rows that match the index's condition are counted.
  private static func hasAllRows(_ index: IndexSummary, _ rowCount: Int?) -> Bool {
    let definition = index.definition
    if definition.kind == .counting {
      return definition.includesNil && !definition.parts.contains(where: \.isEachElement)
    }
    return definition.condition == nil && !definition.parts.contains(where: \.isEachElement)
      && index.count == rowCount
  }

  /// Whether the ranges bound any component.
  var isBounded: Bool { equalParts > 0 || hasRange }

  /// The paths of the bounded components.
  var boundedPaths: Set<ArchivePath> {
    Set(index.definition.parts.prefix(equalParts + (hasRange ? 1 : 0)).map(\.path))
  }

  /// Whether the entries come in key order: the plan reads one range in which all components are
  /// fixed.
  ///
  /// In a lossy index, shortened entries with a common beginning are not sorted by key.
  var isInKeyOrder: Bool {
    ranges.count == 1 && equalParts == index.definition.parts.count && !index.isLossy
  }

  /// Returns whether the ranges ensure that every found row satisfies a condition.
  func isWhole(_ condition: Condition) -> Bool {
    condition.conjuncts.allSatisfy(consumed.contains)
  }

  /// Returns the part of a condition that the ranges do not ensure.
  func unmet(_ condition: Condition) -> Condition {
    let conjuncts = condition.conjuncts
    let rest = conjuncts.filter { !consumed.contains($0) }
    if rest.count == conjuncts.count { return condition }
    return rest.isEmpty ? .constant(true) : .and(rest)
  }

  /// Returns the partition and the components of the entry at a page position.
  ///
  /// The index must have the query's order.
  ///
  /// - Returns: `nil` without ranges, or if the entry does not contain the exact order values.
  func place(of position: PagePosition) -> [UInt8]? {
    guard let lower = ranges.first?.lower.bytes else { return nil }
    let partition = Partition.byteCount(in: lower.span)
    var reader = KeyReader(lower.span.extracting(droppingFirst: partition))
    for _ in 0..<equalParts where (try? reader.skipIndexed()) == nil { return nil }
    var buffer = KeyBuffer()
    buffer.append(lower.span.extracting(first: partition + reader.offset))
    for (part, value) in zip(index.definition.parts.dropFirst(equalParts), position.values) {
      if part.isDescending { buffer.append(KeyBuffer.descendingCode) }
      let start = buffer.count
      guard buffer.appendIndexed(value) else { return nil }
      if part.isDescending { buffer.endDescending(from: start) }
    }
    return buffer.bytes.copied()
  }

  /// Returns a copy without the ranges that have no entries; a copy with all ranges if reading an
  /// entry of each would cost too much.
  ///
  /// A range is often empty if a constant has several readings. For example, `'50'` can be a text
  /// or the number 50.
  func withoutEmptyRanges(in access: CollectionAccess) throws -> IndexUse {
    guard (2...Self.mostProbed).contains(ranges.count) else { return self }
    var use = self
    use.ranges = []
    for range in ranges {
      try index.scan(range, in: access) { _ in
        use.ranges.append(range)
        return .stop
      }
    }
    if use.ranges.count == 1 { use.hasOneEqualPrefix = true }
    return use
  }

  /// Returns the number of entries in the ranges, or `most` if the ranges have more entries.
  func count(upTo most: Int, in access: CollectionAccess) throws -> Int {
    var count = 0
    for range in ranges where count < most {
      try index.scan(range, in: access) { _ in
        count += 1
        return count < most ? .next : .stop
      }
    }
    return count
  }
}

extension Condition {
  /// Returns whether the condition occurs among others.
  ///
  /// The comparison is by bytes, so texts that Unicode treats as equal count as different.
  fileprivate func isWritten(among others: [Condition]) -> Bool {
    others.contains { $0 == self && $0.description.utf8.elementsEqual(description.utf8) }
  }
}
