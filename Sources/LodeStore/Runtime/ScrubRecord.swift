import Foundation
internal import LodeCoding

/// The content of the file `scrub.state`: the position in the current pass, and the findings.
///
/// `Docs/Format/Environment.md` describes the bytes.
struct ScrubRecord: Codable, Equatable {
  /// The inode number of the data file.
  ///
  /// The store ignores a record of another file.
  var inode: UInt64
  /// The number of passes that have ended.
  var passes = 0
  /// The end of the last pass, in seconds since 1970, or `nil` if no pass has ended.
  var finished: Double?
  /// The position of an unfinished pass, or `nil` between two passes.
  var position: Position?
  /// The findings, at most 100.
  var damage: [StoreHealth.Damage] = []

  init(inode: UInt64) { self.inode = inode }

  /// A position in a pass.
  ///
  /// A pass first checks the pages of the tables, by table name, and then the rows of the
  /// collections, by collection number.
  struct Position: Codable, Equatable {
    enum Step: String, Codable { case pages, rows }

    var step = Step.pages
    /// The name of the current table in LMDB, or an empty text before the first table.
    var table = ""
    /// The position in the table: the next key of a check of pages, or the last checked key of a
    /// check of rows.
    ///
    /// The key is empty before the first part of the table, and `nil` after the last part.
    var key: Data?
    /// The size of the checked pages, in bytes.
    var bytes = 0
    /// The number of checked rows.
    var rows = 0
    /// The identities of this pass's findings about rows and indexes.
    var found: Set<String> = []
  }

  private static let heading = "lode-scrub 1 "
  private static let largestCount = 1 << 56

  /// Returns the record in the bytes of a file, or `nil` if the bytes are not a valid record.
  static func decode(_ bytes: [UInt8]) -> ScrubRecord? {
    guard let end = bytes.firstIndex(of: 0x0A) else { return nil }
    let line = bytes[..<end]
    let start = heading.utf8.count + 17
    guard line.count > start, line.starts(with: heading.utf8) else { return nil }
    let json = Array(line[start...])
    guard Array(line[..<start]) == Array(head(of: json).utf8) else { return nil }
    let record = try? JSONDecoder().decode(ScrubRecord.self, from: Data(json))
    return record?.isPlausible == true ? record : nil
  }

  /// Whether all counts are valid, so that no sum of counts can overflow.
  private var isPlausible: Bool {
    var counts = [passes, position?.bytes ?? 0, position?.rows ?? 0]
    for item in damage { counts += [item.rows, item.missingEntries, item.surplusEntries] }
    return counts.allSatisfy { $0 >= 0 && $0 <= Self.largestCount }
      && abs(finished ?? 0) <= Double(Self.largestCount)
  }

  /// Returns the encoded record, or no bytes if encoding fails.
  func encoded() -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    guard let data = try? encoder.encode(self) else { return [] }
    let json = Array(data)
    return Array(Self.head(of: json).utf8) + json + [0x0A]
  }

  /// Returns the encoded record, shortened to a maximum number of bytes.
  ///
  /// The call omits the position first, then findings about rows and indexes, and then findings
  /// about pages. The call never omits findings about pages of the store's own tables.
  func encoded(upTo most: Int) -> [UInt8] {
    var bytes = encoded()
    if bytes.count <= most { return bytes }
    var record = self
    record.position = nil
    bytes = record.encoded()
    while bytes.count > most,
      let last = record.damage.lastIndex(where: { $0.kind != .pages })
        ?? record.damage.lastIndex(where: { !$0.isOfStore })
    {
      record.damage.remove(at: last)
      bytes = record.encoded()
    }
    return bytes
  }

  /// Returns the text before the JSON: the heading, and the checksum of the JSON.
  private static func head(of json: [UInt8]) -> String {
    let sum = String(Checksum.rapidhash(json.span, seed: 0), radix: 16)
    return heading + String(repeating: "0", count: 16 - sum.count) + sum + " "
  }
}
