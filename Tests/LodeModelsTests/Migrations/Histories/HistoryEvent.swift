import LodeModels
import LodeTestSupport

/// What happens while a version of a program has its store.
enum HistoryEvent: Sendable {
  case operation(HistoryOperation)
  /// Rows are looked at.
  case check
  /// All rows that wait are migrated.
  case migrating
  /// The program is started again.
  case reopening
  /// A program without models reads all rows and writes one that is new, or stands for another.
  case other(Int, Plain)

  static func random(
    _ reference: HistoryReference, _ lastID: inout Int, _ random: inout SeededGenerator
  ) -> HistoryEvent {
    switch Int.random(in: 0..<9, using: &random) {
    case 0: return .check
    case 1: return .reopening
    case 3: return .migrating
    case 2:
      let known = reference.rows.keys.sorted().randomElement(using: &random)
      if Bool.random(using: &random) || known == nil { lastID += 1 }
      let id = Bool.random(using: &random) ? known ?? lastID : lastID
      return .other(id, reference.newRow(id, like: reference[id], &random))
    default: return .operation(.random(reference, &lastID, &random))
    }
  }

  func apply(to reference: inout HistoryReference) {
    switch self {
    case .operation(let operation): operation.apply(to: &reference)
    case .other(let id, let row): reference[id] = row
    case .check, .migrating, .reopening: break
    }
  }
}

extension Store {
  /// Reads all rows as a program without models, and writes one as such.
  func passThrough(_ row: Plain, count: Int) throws -> Bool {
    let shape = HistoryShape.current
    let archive = try Archive(archiving: HistoryOuter(row))
    return try write { transaction in
      let rows = transaction[shape.collection]
      var read = 0
      for key in try rows.keys() where try rows.archive(key) != nil { read += 1 }
      try rows.putArchive(try archive.forStore(), forKey: HistoryKey(row, shape.key))
      return read == count
    }
  }
}
