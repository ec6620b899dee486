internal import LodeCoding
internal import LodeStore

/// What an import did.
struct ImportSummary {
  var inserted = 0
  var updated = 0
  var unchanged = 0
  /// The bytes of the values.
  var bytes = 0

  var rows: Int { inserted + updated + unchanged }

  mutating func add(_ outcome: PutOutcome, _ count: Int) {
    switch outcome {
    case .inserted: inserted += 1
    case .updated: updated += 1
    case .unchanged: unchanged += 1
    }
    bytes += count
  }
}

/// Puts lines of JSON into a collection.
struct LineImporter {
  private let fields: KeyFields
  private let isNumbered: Bool
  private let overwrites: Bool

  init(key: [String], overwrites: Bool) {
    fields = KeyFields(key)
    isNumbered = key.isEmpty
    self.overwrites = overwrites
  }

  /// Puts every line of an input.
  ///
  /// - Throws: ``Failure`` that names the line; nothing may be kept of what was put then.
  func run(
    _ input: Input, into rows: borrowing CollectionWriter, _ progress: inout Progress
  ) throws -> ImportSummary {
    var summary = ImportSummary()
    var lines = try input.lines()
    var number = isNumbered ? try highestNumber(in: rows) : 0
    // Lines in key order, as an export has them, are appended, which fills pages completely.
    var isSorted = true
    while let line = try lines.next() {
      if isBlank(line.span) { continue }
      var (key, range) = try parse(line.span, lines)
      if isNumbered {
        number += 1
        key = Key(number)
      }
      let value = JSONBytes(
        line[(line.startIndex + range.lowerBound)..<(line.startIndex + range.upperBound)])
      do {
        let outcome = try put(value, key, into: rows, &isSorted)
        summary.add(outcome, range.count)
      } catch let error as StoreError where Self.isAboutTheLine(error.code) {
        throw failure(error, lines)
      }
      progress.step(lines.byteCount, rows: summary.rows)
    }
    return summary
  }

  private func put(
    _ value: JSONBytes, _ key: Key, into rows: borrowing CollectionWriter, _ isSorted: inout Bool
  ) throws -> PutOutcome {
    if isSorted {
      do {
        try rows.append(value, forKey: key)
        return .inserted
      } catch let error as StoreError where error.code == .keysOutOfOrder {
        isSorted = false
      }
    }
    if overwrites { return try rows.put(value, forKey: key) }
    try rows.insert(value, forKey: key)
    return .inserted
  }

  private func isBlank(_ line: Span<UInt8>) -> Bool {
    for index in line.indices where line[index] > 0x20 { return false }
    return true
  }

  private func parse(
    _ line: Span<UInt8>, _ lines: LineReader
  ) throws -> (key: Key, range: Range<Int>) {
    do throws(KeyFields.Problem) {
      return try fields.key(of: line)
    } catch {
      switch error {
      case .notAnObject(let cause):
        throw lines.failure("not a JSON object: \(cause)", remedy: "Nothing was imported.")
      case .missing(let name):
        throw lines.failure(
          "the key field \(quotedJSON(name)) is missing",
          remedy: "Nothing was imported; name another field with --key.")
      case .unusable(let name, let reason):
        throw lines.failure(
          "the key field \(quotedJSON(name)) cannot be a key: \(reason)",
          remedy: "Nothing was imported; keys are strings, numbers, booleans and null.")
      }
    }
  }

  private func highestNumber(in rows: borrowing CollectionWriter) throws -> Int64 {
    guard let last = try rows.keys(reversed: true, limit: 1).first else { return 0 }
    do {
      return try last.decode(Int64.self)
    } catch {
      throw Failure(
        "Rows cannot be numbered: \(quotedJSON(rows.name)) has the key \(last.description)",
        remedy: "Name the field that is the key with --key.")
    }
  }

  private static func isAboutTheLine(_ code: StoreError.Code) -> Bool {
    [.duplicateKey, .keyTooLong, .keyCollision, .valueTooLarge].contains(code)
  }

  private func failure(_ error: StoreError, _ lines: LineReader) -> Failure {
    let remedy =
      error.code == .duplicateKey
      ? "Nothing was imported; without --no-overwrite the row would be replaced."
      : "Nothing was imported. \(error.code.remedy)"
    return lines.failure("\(error.code.problem) (\(error.context))", remedy: remedy)
  }
}
