internal import Foundation
internal import LodeCoding
internal import LodeStore

/// The locations, in index entries, of the values that a query names.
struct EntryValues {
  /// The location of a value in an entry.
  private enum Location {
    /// The position of a component of the index.
    case part(Int)
    /// The position in `IndexDefinition.carried`: the fields that entries contain beside the
    /// components.
    case carried(Int)
  }

  private let definition: IndexDefinition
  /// The locations of the values that the query returns.
  private let exact: [Location]
  /// The locations of the values that the query only compares.
  private let compared: [ArchivePath: Location]
  private let partCount: Int
  private let carriedCount: Int

  /// Finds the locations of the values.
  ///
  /// - Parameters:
  ///   - index: The index.
  ///   - exact: The paths of values that must be identical to the row's values.
  ///   - compared: The paths of values that the query only compares with other values.
  /// - Returns: `nil` if entries lack the value at a path, for a counting index, and for an index
  ///   of elements.
  init?(_ index: IndexSummary, exact: [ArchivePath], compared: Set<ArchivePath>) {
    let definition = index.definition
    func place(_ path: ArchivePath) -> Location? {
      if let carried = definition.carried.firstIndex(of: path) { return .carried(carried) }
      let part = definition.parts.firstIndex {
        $0.path == path && !$0.isFolded && !$0.isEachElement
      }
      return index.isLossy ? nil : part.map(Location.part)
    }
    let places = exact.compactMap(place)
    let others = compared.compactMap { path in place(path).map { (path, $0) } }
    guard places.count == exact.count, others.count == compared.count,
      definition.kind != .counting, !definition.parts.contains(where: \.isEachElement)
    else { return nil }
    self.definition = definition
    self.exact = places
    self.compared = Dictionary(others) { $1 }
    var (partCount, carriedCount) = (0, 0)
    for place in places + others.map(\.1) {
      switch place {
      case .part(let part): partCount = max(partCount, part + 1)
      case .carried(let carried): carriedCount = max(carriedCount, carried + 1)
      }
    }
    self.partCount = partCount
    self.carriedCount = carriedCount
  }

  /// The values of an entry; `nil` for a value that the entry does not contain.
  struct Values {
    fileprivate let parts: [ArchiveValue?]
    fileprivate let carried: [ArchiveValue?]
  }

  /// Reads an entry.
  ///
  /// - Throws: `KeyError` if the entry is damaged.
  func read(_ entry: borrowing IndexEntryView) throws(KeyError) -> Values {
    var (parts, carried): ([ArchiveValue?], [ArchiveValue?]) = ([], [])
    var reader = KeyReader(entry.key.extracting(droppingFirst: Partition.byteCount(in: entry.key)))
    for _ in 0..<partCount { parts.append(try reader.readIndexed()) }
    var carriedReader = KeyReader(entry.carried)
    for _ in 0..<carriedCount {
      carried.append(try carriedReader.read(KeyComponent.self).carriedValue)
    }
    return Values(parts: parts, carried: carried)
  }

  /// Returns the exact values of the row, or `nil` if the entry does not contain every exact value.
  func exact(_ values: Values) -> [ArchiveValue]? {
    var all: [ArchiveValue] = []
    for place in exact {
      let value: ArchiveValue?
      switch place {
      case .part(let part):
        value = values.parts[part]
        if value?.isItselfInEntries == false { return nil }
      case .carried(let carried): value = values.carried[carried]
      }
      guard let value else { return nil }
      all.append(value)
    }
    return all
  }

  /// Returns the value at a path for comparisons, or `nil` if the entry does not contain the value.
  func compared(_ path: ArchivePath, _ values: Values) -> ArchiveValue? {
    switch compared[path] {
    case .part(let part): values.parts[part]
    case .carried(let carried): values.carried[carried]
    case nil: nil
    }
  }

  /// Returns whether an entry contains every compared value.
  func tellsCompared(_ values: Values) -> Bool {
    compared.keys.allSatisfy { compared($0, values) != nil }
  }
}

extension ArchiveValue {
  /// Whether an index component restores the original value.
  ///
  /// A component records neither the type of a number nor the sign of zero in a date.
  fileprivate var isItselfInEntries: Bool {
    switch self {
    case .null, .bool, .string, .data, .uuid: true
    case .date(let date): date.timeIntervalSinceReferenceDate != 0
    default: false
    }
  }
}

extension Condition {
  /// Whether the query must evaluate the condition on rows instead of entries.
  ///
  /// Equal numbers of different types can give different results, and an entry does not record the
  /// type. A regular expression is compiled once for all rows, but again for each entry.
  var needsRows: Bool {
    switch self {
    case .and(let all), .or(let all): all.contains(where: \.needsRows)
    case .not(let condition), .isTrue(let condition): condition.needsRows
    case .matches: true
    case .comparison(let a, _, let b): a.needsRow || b.needsRow
    case .between(let a, let b, let c): a.needsRow || b.needsRow || c.needsRow
    case .isIn(let a, let all): a.needsRow || all.contains(where: \.needsRow)
    case .isNil(let a), .like(let a, _), .beginsWith(let a, _, _), .endsWith(let a, _, _),
      .contains(let a, _, _):
      a.needsRow
    case .constant: false
    }
  }
}

extension Operand {
  /// Whether the operand is a calculation, or a literal whose comparison depends on the type of the
  /// other operand.
  ///
  /// An entry may hold an integer for a double of the row. Only a comparison with a double rounds
  /// the literal's digits to the nearest double.
  fileprivate var needsRow: Bool {
    switch self {
    case .path: false
    case .arithmetic: true
    case .value(let value): value.dependsOnKind
    }
  }
}

extension ArchiveValue {
  fileprivate var dependsOnKind: Bool {
    switch untyped {
    case .decimal: true
    case .string(let text):
      switch ArchiveValue(digits: text) {
      case .decimal: true
      case .int(let number): Double(exactly: number) == nil
      case .uint(let number): Double(exactly: number) == nil
      default: false
      }
    default: false
    }
  }
}
