internal import LodeCoding
internal import LodeStore

/// The ranges of an index that contain every row matching a condition.
struct IndexUse {
  let index: IndexSummary
  /// The ranges of entries, sorted and without overlap.
  private(set) var ranges: [KeyRange]
  /// The number of leading components with fixed values.
  let equalParts: Int
  /// Whether the component after the fixed components is bounded by a range of values.
  let hasRange: Bool
  /// Whether the fixed components have one combination of values.
  private(set) var hasOneEqualPrefix: Bool
  /// The conditions that every found row satisfies.
  ///
  /// An array is used because comparing a few conditions is faster than hashing one condition.
  let consumed: [Condition]
  /// Whether a row can have several entries in the ranges.
  let mayRepeat: Bool

  /// The maximum number of ranges that the planner probes one by one for entries.
  static let mostProbed = 16

  /// Finds the ranges for some conditions; `nil` if matching rows may be missing from the index.
  init?(
    _ index: IndexSummary, _ conjuncts: [Condition], partition: [UInt8], rowCount: Int
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
    self.init(index, componentRanges)
  }

  /// Uses all entries of an index with one component that lacks only the rows with nil.
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
        definition.parts, [], after: partition, isLossy: index.isLossy, hasNil: false))
  }

  private init(_ index: IndexSummary, _ componentRanges: ComponentRanges) {
    let definition = index.definition
    self.index = index
    equalParts = componentRanges.equalParts
    hasRange = componentRanges.hasRange
    hasOneEqualPrefix = componentRanges.hasOneEqualPrefix
    consumed = componentRanges.consumed + (definition.condition?.conjuncts ?? [])
    ranges = componentRanges.ranges
    mayRepeat = definition.parts.contains(where: \.isEachElement)
  }

  /// Returns whether every row has exactly one entry, or is counted in exactly one entry.
  private static func hasAllRows(_ index: IndexSummary, _ rowCount: Int) -> Bool {
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

  /// Whether the entries of a range are sorted by the keys of their rows.
  ///
  /// In a lossy index, shortened entries with a common beginning are not sorted by key.
  var isInKeyOrder: Bool {
    ranges.count == 1 && equalParts == index.definition.parts.count && !index.isLossy
  }

  /// Returns whether every found row satisfies a condition.
  func isWhole(_ condition: Condition) -> Bool {
    condition.conjuncts.allSatisfy(consumed.contains)
  }

  /// Returns the bytes before the row's key in a row's entry, for an index that has the query's
  /// order.
  ///
  /// - Returns: `nil` if the entry does not contain the exact values.
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

  /// Returns a copy with other ranges, from which the ranges without entries are removed.
  func with(_ ranges: [KeyRange]) -> IndexUse {
    var use = self
    use.ranges = ranges
    if ranges.count == 1 { use.hasOneEqualPrefix = true }
    return use
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
