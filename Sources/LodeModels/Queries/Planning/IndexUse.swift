internal import LodeCoding
internal import LodeStore

/// How an index finds the rows that a condition may choose.
struct IndexUse {
  let index: IndexSummary
  /// The stretches of its entries, in their order and apart from each other.
  private(set) var ranges: [KeyRange]
  /// How many of its parts have one value each.
  let equalParts: Int
  /// Whether the parts behind these are bounded by a stretch of values.
  let hasRange: Bool
  /// Whether the equal parts have one combination of values.
  private(set) var hasOneEqualPrefix: Bool
  /// The conditions that hold for every row that is found.
  ///
  /// A list, because there are few, and to hash one takes longer than to compare it.
  let consumed: [Condition]
  /// Whether a row may have several entries in the stretches.
  let mayRepeat: Bool

  /// More are not looked at one by one before the plan is made.
  static let mostProbed = 16

  /// `nil` when some of the rows may have no entry in the index.
  init?(
    _ index: IndexSummary, _ conjuncts: [Condition], partition: [UInt8], rowCount: Int
  ) {
    let definition = index.definition
    guard definition.condition?.conjuncts.allSatisfy({ $0.isWritten(among: conjuncts) }) ?? true
    else { return nil }
    let stretches = ComponentRanges(
      definition.parts, conjuncts, after: partition, isLossy: index.isLossy,
      hasNil: definition.includesNil)
    let boundedParts = stretches.boundedParts
    guard boundedParts > 0 || Self.hasAllRows(index, rowCount) else { return nil }
    // Rows without elements have no entries.
    if let each = definition.parts.firstIndex(where: \.isEachElement), each >= boundedParts {
      return nil
    }
    self.init(index, stretches)
  }

  /// All entries of an index of one part that has every row but those whose value is nil; `nil`
  /// when it is another.
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

  private init(_ index: IndexSummary, _ stretches: ComponentRanges) {
    let definition = index.definition
    self.index = index
    equalParts = stretches.equalParts
    hasRange = stretches.hasRange
    hasOneEqualPrefix = stretches.hasOneEqualPrefix
    consumed = stretches.consumed + (definition.condition?.conjuncts ?? [])
    ranges = stretches.ranges
    mayRepeat = definition.parts.contains(where: \.isEachElement)
  }

  /// Whether every row has exactly one entry, or is counted in one.
  private static func hasAllRows(_ index: IndexSummary, _ rowCount: Int) -> Bool {
    let definition = index.definition
    if definition.kind == .counting {
      return definition.includesNil && !definition.parts.contains(where: \.isEachElement)
    }
    return definition.condition == nil && !definition.parts.contains(where: \.isEachElement)
      && index.count == rowCount
  }

  /// Whether the stretches say something at all.
  var isBounded: Bool { equalParts > 0 || hasRange }

  /// The paths of the parts that the stretches say something of.
  var boundedPaths: Set<ArchivePath> {
    Set(index.definition.parts.prefix(equalParts + (hasRange ? 1 : 0)).map(\.path))
  }

  /// Whether the entries of a stretch are in the order of their rows' keys.
  ///
  /// Among long entries with the same head they are not.
  var isInKeyOrder: Bool {
    ranges.count == 1 && equalParts == index.definition.parts.count && !index.isLossy
  }

  /// Whether a condition holds for every row that is found.
  func isWhole(_ condition: Condition) -> Bool {
    condition.conjuncts.allSatisfy(consumed.contains)
  }

  /// What the entry of a row has before the row's key, in an index that delivers the order; `nil`
  /// when the row's values are not in their own place there.
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

  /// The same with those stretches that have entries.
  func with(_ ranges: [KeyRange]) -> IndexUse {
    var use = self
    use.ranges = ranges
    if ranges.count == 1 { use.hasOneEqualPrefix = true }
    return use
  }
}

extension Condition {
  /// Whether it is among some conditions, by their bytes: texts that Unicode takes for the same are
  /// not.
  fileprivate func isWritten(among others: [Condition]) -> Bool {
    others.contains { $0 == self && $0.description.utf8.elementsEqual(description.utf8) }
  }
}
