import LodeLMDB
import Testing

extension String {
  var bytes: [UInt8] { Array(utf8) }
}

extension WriteTransaction {
  mutating func put(_ key: String, _ value: String, in table: Table) throws {
    try put(value.bytes.span, forKey: key.bytes.span, in: table)
  }
}

extension Environment {
  func put(_ key: String, _ value: String, in table: Table) throws {
    try write { transaction in try transaction.put(key, value, in: table) }
  }

  func get(_ key: String, in table: Table) throws -> String? {
    try read { transaction in
      guard let value = try transaction.get(key.bytes.span, in: table) else { return nil }
      return String(decoding: Array(copying: value), as: UTF8.self)
    }
  }

  func count(_ table: Table) throws -> Int {
    try read { transaction in try transaction.count(table) }
  }

  /// Every row of a table, in order, as "key=value".
  func rows(_ table: Table) throws -> [String] {
    try read { transaction in
      var rows: [String] = []
      try transaction.forEach(in: table) { entry in
        rows.append(entry.text)
        return true
      }
      return rows
    }
  }

  /// Writes `count` rows of `size` bytes under growing keys.
  func fill(_ table: Table, _ count: Int, size: Int = 100) throws {
    let value = [UInt8](repeating: 0x5A, count: size)
    try write { transaction in
      for key in 0..<count {
        try transaction.put(value.span, forKey: "\(10_000_000 + key)".bytes.span, in: table)
      }
    }
  }
}

extension Entry {
  var text: String {
    String(decoding: Array(copying: key), as: UTF8.self) + "="
      + String(decoding: Array(copying: value), as: UTF8.self)
  }
}

/// Expects `body` to throw an `LMDBError` with `code`.
func expect(
  _ code: LMDBError.Code, sourceLocation: SourceLocation = #_sourceLocation,
  _ body: () throws -> Void
) {
  let error = #expect(throws: LMDBError.self, sourceLocation: sourceLocation) { try body() }
  #expect(error?.code == code, sourceLocation: sourceLocation)
}

/// The code of the `LMDBError` that `body` throws, if it throws one.
func caught(_ body: () throws -> Void) -> LMDBError.Code? {
  do {
    try body()
    return nil
  } catch {
    return (error as? LMDBError)?.code
  }
}

struct Stop: Error {}
