import LodeCoding
import LodeLMDB

@testable import LodeStore

extension Store {
  /// All rows of the table of a search index, as bytes.
  func tokenRows(_ name: String = "text", of collection: String = "articles") throws
    -> [[UInt8]: [UInt8]]
  {
    try read { transaction in
      guard let index = transaction.catalog.catalog.collections[collection]?.index(named: name)
      else { return [:] }
      var rows: [[UInt8]: [UInt8]] = [:]
      let cursor = try CursorHandle(transaction.handle, over: index.table.place)
      defer { cursor.close() }
      var entry = try cursor.move(.first)
      while let row = entry {
        rows[row.key.copied()] = row.value.copied()
        entry = try cursor.move(.next)
      }
      return rows
    }
  }

  /// Writes over a row of the table of a search index; `nil` deletes it.
  func setTokenRow(_ key: [UInt8], _ value: [UInt8]?) throws {
    try write { transaction in
      let context = transaction.context
      guard let index = context.catalog.collections["articles"]?.index(named: "text") else {
        return
      }
      if let value {
        _ = try context.handle.put(
          value.span, forKey: key.span, in: index.table, mode: .overwrite)
      } else {
        _ = try context.handle.delete(key.span, in: index.table)
      }
      context.hasChanges = true
    }
  }

  /// Changes the segments of the search index.
  func changeSegments(_ body: (inout SegmentMaintenance) throws -> Void) throws {
    try write { transaction in
      let context = transaction.context
      guard let info = context.catalog.collections["articles"],
        let index = info.index(named: "text")
      else { return }
      let reader = try TokenIndexReader(index, of: "articles", context.handle)
      defer { reader.close() }
      let cursor = try CursorHandle(context.handle, over: index.table.place)
      defer { cursor.close() }
      let table = TokenIndexTable(cursor: cursor, index: index)
      var maintenance = SegmentMaintenance(table: table, reader: reader, state: reader.state)
      try body(&maintenance)
      try table.put(maintenance.state.bytes, TokenKey.state)
      context.hasChanges = true
    }
  }

  /// What the search index says of itself.
  func tokenState() throws -> TokenIndexState {
    guard let bytes = try tokenRows()[TokenKey.state] else { return TokenIndexState() }
    guard let state = TokenIndexState(bytes.span) else { throw StoreError(.damaged) }
    return state
  }
}
