import LodeCoding
import LodeLMDB

@testable import LodeStore

extension Store {
  /// The contents of all rows of the table of a search index, by key.
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
        guard let content = index.content(row.key, row.value) else { throw StoreError(.damaged) }
        rows[row.key.copied()] = content.copied()
        entry = try cursor.move(.next)
      }
      return rows
    }
  }

  /// Writes a row of the table of a search index, with a right check; `nil` deletes the row.
  func setTokenRow(_ key: [UInt8], _ content: [UInt8]?) throws {
    try write { transaction in
      let context = transaction.context
      guard let index = context.catalog.collections["articles"]?.index(named: "text") else {
        return
      }
      if let content {
        let value = index.value(content, for: key.span)
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
