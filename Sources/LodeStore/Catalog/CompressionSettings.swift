internal import LodeCoding

/// The compression settings of a collection in the catalog.
struct CompressionSettings: Sendable, Hashable {
  /// The collection's policy; `nil` applies the policy of the store's options.
  var policy: Compression?
  /// The number of the dictionary for new rows; 0 without a dictionary.
  var dictionary: UInt32 = 0
  /// The size of the dictionary in bytes; 0 without a dictionary.
  var dictionarySize: UInt32 = 0
  /// The number of rows at the last training, even if the training gave no dictionary.
  var triedAtRows: UInt64 = 0
}

extension CompressionSettings {
  /// The minimum number of rows for the first training.
  static let fewestRows: UInt64 = 1000
  /// The minimum size of the collection's pages for the first training, in bytes.
  static let fewestBytes = 256 << 10

  /// Returns whether training is due for a number of rows and a size of their pages in bytes.
  ///
  /// The first training is due when the collection reaches the minimums. The next training is due
  /// at ten times the rows of the last training.
  func asksForTraining(rows: Int, bytes: Int) -> Bool {
    UInt64(rows) >= Self.fewestRows && UInt64(rows) / 10 >= triedAtRows
      && bytes >= Self.fewestBytes
  }

  /// The number of puts between two checks for training inside a write; also the minimum number of
  /// puts for training.
  static let rowsOfLook = 1000
  /// The minimum size of the collection's pages for training inside a write, in bytes.
  static let fewestBytesInside = 1 << 20

  /// Returns whether a write with a number of puts trains a dictionary in the same transaction.
  ///
  /// The collection must have no dictionary and must reach the minimums. The write must have put at
  /// least an eighth of the rows.
  func asksForTraining(rows: Int, bytes: Int, puts: Int) -> Bool {
    dictionary == 0 && puts >= Self.rowsOfLook && puts >= rows / 8
      && bytes >= Self.fewestBytesInside && asksForTraining(rows: rows, bytes: bytes)
  }
}

// `Docs/Format/Catalog.md` specifies the bytes.
extension CatalogRecord {
  static let compressionKind: UInt8 = 7
  static let dictionaryKind: UInt8 = 8
  static let nextDictionaryKey: [UInt8] = [compressionKind]

  static func compressionKey(_ id: UInt32) -> [UInt8] { key(compressionKind, id) }

  /// Returns the prefix of the keys of a collection's dictionaries.
  static func dictionaryPrefix(_ id: UInt32) -> [UInt8] { key(dictionaryKind, id) }

  static func dictionaryKey(_ number: UInt32, of id: UInt32) -> [UInt8] {
    dictionaryPrefix(id) + withBytes(of: number.bigEndian)
  }

  static func encode(_ settings: CompressionSettings) -> [UInt8] {
    var bytes: [UInt8] = [0, 0, 0, 0, 0, 0]
    if let policy = settings.policy {
      bytes[0] = policy.isOff ? 1 : policy.encodesLiterals ? 2 : 3
      if !policy.isOff {
        bytes[1] = UInt8(policy.level)
        let threshold = UInt32(clamping: policy.threshold)
        bytes.replaceSubrange(2..<6, with: withBytes(of: threshold.littleEndian))
      }
    }
    return bytes + withBytes(of: settings.dictionary.littleEndian)
      + withBytes(of: settings.dictionarySize.littleEndian)
      + withBytes(of: settings.triedAtRows.littleEndian)
  }

  /// Decodes compression settings; returns `nil` if the bytes are damaged.
  static func decodeCompression(_ value: Span<UInt8>) -> CompressionSettings? {
    guard value.count == 22 else { return nil }
    let policy: Compression?
    switch (value[0], value[1]) {
    case (0, 0): policy = nil
    case (1, 0): policy = .off
    case (2...3, 1...19):
      policy = Compression(
        level: Int(value[1]), threshold: Int(value.littleEndianUInt32(at: 2)),
        encodesLiterals: value[0] == 2)
    default: return nil
    }
    return CompressionSettings(
      policy: policy, dictionary: value.littleEndianUInt32(at: 6),
      dictionarySize: value.littleEndianUInt32(at: 10),
      triedAtRows: value.littleEndianUInt64(at: 14))
  }
}
