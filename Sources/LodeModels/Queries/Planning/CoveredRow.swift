internal import LodeCoding
internal import LodeStore

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// How the values that a query asks for stand in the entries of an index.
struct EntryValues {
  /// Where a value stands.
  private enum Location {
    case part(Int)
    case carried(Int)
  }

  private let definition: IndexDefinition
  /// The values that are wanted as the rows have them, and those that are compared only.
  private let exact: [Location]
  private let compared: [ArchivePath: Location]
  private let partCount: Int
  private let carriedCount: Int

  /// - Parameters:
  ///   - exact: the paths whose values are wanted as the rows have them.
  ///   - compared: those whose values are compared with others only.
  /// - Returns: `nil` when entries do not have all of them.
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

  /// The values of an entry; `nil` for one that the entry does not tell.
  struct Values {
    fileprivate let parts: [ArchiveValue?]
    fileprivate let carried: [ArchiveValue?]
  }

  /// Reads an entry.
  ///
  /// - Throws: `KeyError` when it is damaged.
  func read(_ entry: borrowing IndexEntryView) throws(KeyError) -> Values {
    var (parts, carried): ([ArchiveValue?], [ArchiveValue?]) = ([], [])
    var reader = KeyReader(entry.key.extracting(droppingFirst: Partition.byteCount(in: entry.key)))
    for _ in 0..<partCount { parts.append(try reader.readIndexed()) }
    var carriedReader = KeyReader(entry.carried)
    for _ in 0..<carriedCount {
      carried.append(ArchiveValue(carried: try carriedReader.read(KeyComponent.self)))
    }
    return Values(parts: parts, carried: carried)
  }

  /// The wanted values as the row has them; `nil` when the entry does not tell all of them.
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

  /// The value at a path to compare; `nil` when the entry does not tell it.
  func compared(_ path: ArchivePath, _ values: Values) -> ArchiveValue? {
    switch compared[path] {
    case .part(let part): values.parts[part]
    case .carried(let carried): values.carried[carried]
    case nil: nil
    }
  }

  /// Whether an entry tells all values that are compared.
  func tellsCompared(_ values: Values) -> Bool {
    compared.keys.allSatisfy { compared($0, values) != nil }
  }
}

extension ArchiveValue {
  /// Whether a part of an index gives back what it was made of; of numbers it tells not the kind.
  fileprivate var isItselfInEntries: Bool {
    switch self {
    case .null, .bool, .string, .data, .uuid: true
    case .date(let date): date.timeIntervalSinceReferenceDate != 0
    default: false
    }
  }
}

extension Condition {
  /// Whether values that are worth the same may get different answers, or it is dear to ask again
  /// and again.
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
  /// Whether the operand is calculated, or a number that is another one beside another kind of
  /// numbers.
  ///
  /// A double may stand in an entry as an integer. Beside a double, digits that no double has are
  /// the nearest double.
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
