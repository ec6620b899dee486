internal import LodeCoding

/// What the catalog says of how a collection's values are compressed.
struct CompressionSettings: Sendable, Hashable {
  /// `nil`: as the options of the store say.
  var policy: Compression?
  /// The dictionary of new rows; zero is none.
  var dictionary: UInt32 = 0
  var dictionarySize: UInt32 = 0
  /// How many rows the collection had when a dictionary was last trained or tried.
  var triedAtRows: UInt64 = 0
}

extension CompressionSettings {
  /// The number of rows at which Lode trains the first dictionary of a collection.
  static let fewestRows: UInt64 = 1000
  /// How many bytes its pages take before that.
  static let fewestBytes = 256 << 10

  /// Whether this number of rows requires training: the first time, and at ten times the rows of
  /// the last training.
  func asksForTraining(rows: Int, bytes: Int) -> Bool {
    UInt64(rows) >= Self.fewestRows && UInt64(rows) / 10 >= triedAtRows
      && bytes >= Self.fewestBytes
  }

  /// How many rows a write puts before it looks whether to train a dictionary inside itself, and
  /// looks again.
  static let rowsOfLook = 1000
  /// How many bytes the collection's pages take before a write does so.
  static let fewestBytesInside = 1 << 20

  /// Whether a write that put this number of rows trains a dictionary in the same transaction.
  ///
  /// It does if the collection has no dictionary and the write's rows are a large part of the
  /// sample.
  func asksForTraining(rows: Int, bytes: Int, puts: Int) -> Bool {
    dictionary == 0 && puts >= Self.rowsOfLook && puts >= rows / 8
      && bytes >= Self.fewestBytesInside && asksForTraining(rows: rows, bytes: bytes)
  }
}

// The bytes are in `Docs/Format/Catalog.md`.
extension CatalogRecord {
  static let compressionKind: UInt8 = 7
  static let dictionaryKind: UInt8 = 8
  static let nextDictionaryKey: [UInt8] = [compressionKind]

  static func compressionKey(_ id: UInt32) -> [UInt8] {
    [compressionKind] + withBytes(of: id.bigEndian)
  }

  /// What the keys of a collection's dictionaries begin with.
  static func dictionaryPrefix(_ id: UInt32) -> [UInt8] {
    [dictionaryKind] + withBytes(of: id.bigEndian)
  }

  static func dictionaryKey(_ number: UInt32, of id: UInt32) -> [UInt8] {
    dictionaryPrefix(id) + withBytes(of: number.bigEndian)
  }

  static func encode(_ settings: CompressionSettings) -> [UInt8] {
    var bytes: [UInt8] = [0, 0, 0, 0, 0, 0]
    if let policy = settings.policy {
      bytes[0] = policy.isOff ? 1 : 2
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

  static func decodeCompression(_ value: Span<UInt8>) -> CompressionSettings? {
    guard value.count == 22 else { return nil }
    let policy: Compression?
    switch (value[0], value[1]) {
    case (0, 0): policy = nil
    case (1, 0): policy = .off
    case (2, 1...19):
      policy = Compression(
        level: Int(value[1]), threshold: Int(value.littleEndianUInt32(at: 2)))
    default: return nil
    }
    return CompressionSettings(
      policy: policy, dictionary: value.littleEndianUInt32(at: 6),
      dictionarySize: value.littleEndianUInt32(at: 10),
      triedAtRows: value.littleEndianUInt64(at: 14))
  }
}
