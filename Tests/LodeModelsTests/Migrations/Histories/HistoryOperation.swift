import LodeModels
import LodeTestSupport

/// One thing that a program does to its rows.
enum HistoryOperation: Sendable {
  case put(Int, Plain)
  /// Sets a field of an existing row.
  case update(Int, key: HistoryKey, field: String, ArchiveValue)
  case delete(Int, key: HistoryKey)

  /// An operation that is possible on the reference's rows, or on rows added since.
  static func random(
    _ reference: HistoryReference, _ lastID: inout Int, _ random: inout SeededGenerator
  ) -> HistoryOperation {
    let names = HistoryShape.current.key
    let known = reference.rows.sorted { $0.key < $1.key }.randomElement(using: &random)
    let fields = HistoryShape.current.fields(.outer).filter { !$0.isFixed }
    guard let (id, row) = known, Int.random(in: 0..<3, using: &random) > 0 else {
      lastID += 1
      return .put(lastID, reference.newRow(lastID, &random))
    }
    let key = HistoryKey(row, names)
    guard let field = fields.randomElement(using: &random),
      Int.random(in: 0..<4, using: &random) > 0
    else { return .delete(id, key: key) }
    return .update(
      id, key: key, field: field.name, reference.newValue(field, id, &random))
  }

  func apply(to reference: inout HistoryReference) {
    switch self {
    case .put(let id, let row): reference[id] = row
    case .update(let id, _, let field, let value): reference[id]?[field] = value
    case .delete(let id, _): reference[id] = nil
    }
  }

  func apply(to store: Store) throws {
    switch self {
    case .put(_, let row): try store.put(HistoryOuter(row))
    case .update(_, let key, let field, let value):
      try store.update(HistoryOuter.self, key) { $0.plain[field] = value }
    case .delete(_, let key): try store.delete(HistoryOuter.self, key)
    }
  }
}
