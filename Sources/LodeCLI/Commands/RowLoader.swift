internal import Foundation
internal import LodeCoding
internal import LodeModels
internal import LodeStore

/// The numbers of imported rows and bytes.
struct ImportSummary {
  var inserted = 0
  var updated = 0
  var unchanged = 0
  /// The size of the documents' text in bytes; for formats other than JSON Lines, the size of the
  /// file.
  var bytes = 0

  var rows: Int { inserted + updated + unchanged }

  /// Counts a document of `count` bytes.
  mutating func add(_ outcome: PutOutcome, _ count: Int) {
    switch outcome {
    case .inserted: inserted += 1
    case .updated: updated += 1
    case .unchanged: unchanged += 1
    }
    bytes += count
  }
}

/// The writer of an import, which puts documents into one collection.
struct RowLoader {
  /// A document read from the file.
  struct Entry {
    /// The key of the row, or `nil` for a generated key.
    ///
    /// A generated key is the highest key plus 1. If the highest key is a UUID, the generated key
    /// is a time-ordered UUID.
    let key: Key?
    let fields: [String: ArchiveValue]
    /// The size of the document's text in bytes; 0 for formats other than JSON Lines.
    let size: Int
    /// The number of the line in JSON Lines, or of the document in other formats; counted from 1.
    let number: Int
  }

  private let collection: String
  /// The partition of the documents, or the rows without a partition.
  private let place: RowLocation
  private let overwrites: Bool
  /// The name of the file and of its parts in messages, such as `orders.jsonl, line`.
  private let unit: String
  private let rows: WriteAccess
  /// The last generated key; `nil` before the first generated key, and after `Int64.max`.
  private var lastKey: LastKey?
  /// Whether each document so far had a higher key than all rows before the document.
  ///
  /// If `true`, the loader tries to append the next document. Appending fills pages completely.
  private var isSorted = true
  private(set) var summary = ImportSummary()

  init(
    _ scope: WriteScope, _ collection: String, partition: String?, overwrites: Bool, unit: String
  ) {
    self.collection = collection
    self.overwrites = overwrites
    self.unit = unit
    place = RowLocation(partition)
    rows = scope.access(to: collection)
  }

  /// Puts a document into the collection.
  ///
  /// - Throws: One of these errors:
  ///   - `Failure` for the codes `duplicateKey`, `protectedCollection`, `keyTooLong`,
  ///     `keyCollision`, and `valueTooLarge` of the store's error.
  ///   - `Failure` if the entry has no key, and the highest key is neither a UUID nor an integer
  ///     below `Int64.max`.
  ///   - `StoreError` for every other error of the store.
  mutating func add(_ entry: Entry) throws {
    let key = try entry.key ?? nextKey()
    let place = place
    do {
      let outcome = try place.withKey(key) { try put(entry.fields, $0) }
      summary.add(outcome, entry.size)
    } catch let error as StoreError where Self.isAboutTheEntry(error.code) {
      let remedy =
        error.code == .duplicateKey
        ? "Without --no-overwrite, the row is replaced." : error.code.remedy
      throw Failure(
        "\(unit) \(entry.number): \(error.code.problem) (\(error.context))",
        remedy: "Nothing was imported. \(remedy)")
    }
  }

  private mutating func put(
    _ fields: [String: ArchiveValue], _ key: Span<UInt8>
  ) throws -> PutOutcome {
    if isSorted {
      do {
        _ = try rows.put(fields, forKey: key, .append, isStamped: true)
        return .inserted
      } catch let error as StoreError where error.code == .keysOutOfOrder {
        isSorted = false
      }
    }
    let policy: PutPolicy = overwrites ? .overwrite : .insert
    return try rows.put(fields, forKey: key, policy, isStamped: true) ?? .unchanged
  }

  /// The highest key: a number, or any UUID.
  private enum LastKey { case number(Int64), uuid }

  /// Returns a key for a document whose entry has no key.
  private mutating func nextKey() throws -> Key {
    let last = try lastKey ?? highestKey()
    guard case .number(let number) = last else {
      lastKey = .uuid
      return Key(UUID.timeOrdered())
    }
    // After `Int64.max`, the next call of `nextKey` throws the error of `highestKey`.
    lastKey = number + 1 < .max ? .number(number + 1) : nil
    return Key(number + 1)
  }

  /// Returns the highest key of the rows at `place`, or `.number(0)` if no row exists.
  ///
  /// - Throws: `Failure` if the highest key is neither a UUID nor an integer below `Int64.max`;
  ///   `StoreError` if the row cannot be read.
  private func highestKey() throws -> LastKey {
    var last: LastKey?
    var other: RowKey?
    let own = place
    try rows.reading.scan(own.range(.all), reversed: true, limit: 1, as: .stored) { row in
      // The code after the scan throws for any other key.
      if let number = try? own.key(row.keyBytes, as: Int64.self, of: collection), number < .max {
        last = .number(number)
      } else if (try? own.key(row.keyBytes, as: UUID.self, of: collection)) != nil {
        last = .uuid
      }
      other = own.key(row.keyBytes)
      return .stop
    }
    guard let other else { return .number(0) }
    guard let last else {
      throw Failure(
        "Rows cannot be numbered: the last key in \(quotedJSON(collection)) is \(other)",
        remedy: "Name the field of the key with --key.")
    }
    return last
  }

  /// Returns whether an error with this code concerns one document, which the failure names.
  private static func isAboutTheEntry(_ code: StoreError.Code) -> Bool {
    [.duplicateKey, .protectedCollection, .keyTooLong, .keyCollision, .valueTooLarge].contains(code)
  }
}
