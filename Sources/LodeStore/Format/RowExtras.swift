internal import LodeCoding

/// The timestamps and the metadata of a row.
///
/// `Docs/Format/Row.md` specifies the bytes.
package struct RowExtras: Hashable, Sendable {
  package var stamp: RowStamp?
  package var metadata: [UInt8]?
  /// Whether the metadata can be timestamps that an earlier version of Lode wrote.
  package var isDoubtful = false

  package init(stamp: RowStamp? = nil, metadata: [UInt8]? = nil, isDoubtful: Bool = false) {
    (self.stamp, self.metadata, self.isDoubtful) = (stamp, metadata, isDoubtful)
  }

  static let none = RowExtras()

  /// Returns whether the encoded bytes begin with a byte of flags.
  ///
  /// Otherwise, all bytes are metadata.
  func isStructured(_ type: ValueType) -> Bool {
    if isDoubtful { return false }
    return stamp != nil || ExtrasLayout.isDoubtful(type, metadata?.count ?? 0)
  }

  /// Returns the encoded bytes, or `nil` if the row has neither timestamps nor metadata.
  func part(_ type: ValueType) -> [UInt8]? {
    guard isStructured(type) else { return metadata }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(1 + RowStamp.size + (metadata?.count ?? 0))
    bytes.append(
      (stamp == nil ? 0 : ExtrasLayout.stampFlag)
        | (metadata == nil ? 0 : ExtrasLayout.metadataFlag))
    if let stamp {
      Self.append(stamp.created, to: &bytes)
      Self.append(stamp.updated, to: &bytes)
    }
    if let metadata { bytes += metadata }
    return bytes
  }

  private static func append(_ time: Int64, to bytes: inout [UInt8]) {
    for byte in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: time >> Int64(8 * byte))) }
  }
}

/// The layout of the encoded timestamps and metadata of a row.
enum ExtrasLayout {
  static let stampFlag: UInt8 = 1
  static let metadataFlag: UInt8 = 2

  /// Returns whether bytes with a byte of flags have valid flags and a valid length.
  static func isValid(_ part: Span<UInt8>) -> Bool {
    guard part.count > 0, (1...3).contains(part[0]) else { return false }
    switch part[0] {
    case stampFlag: return part.count == 1 + RowStamp.size
    case metadataFlag: return true
    default: return part.count >= 1 + RowStamp.size
    }
  }

  /// Returns whether bytes without a byte of flags can be timestamps that an earlier version of
  /// Lode wrote.
  static func isDoubtful(_ type: ValueType, _ count: Int) -> Bool {
    type == .archive && count == RowStamp.size
  }

  /// Returns the timestamps, including timestamps that an earlier version of Lode wrote.
  static func stamp(_ part: Span<UInt8>, _ header: RowHeader) -> RowStamp? {
    if !header.hasMetadata { return nil }
    if !header.isStructured { return isDoubtful(header.type, part.count) ? RowStamp(part) : nil }
    return part[0] & stampFlag == 0 ? nil : RowStamp(part.extracting(1..<1 + RowStamp.size))
  }

  /// Returns the metadata.
  ///
  /// Bytes without a byte of flags are metadata, even if the bytes can be timestamps.
  @_lifetime(copy part)
  static func metadata(_ part: Span<UInt8>, _ header: RowHeader) -> Span<UInt8>? {
    if !header.hasMetadata { return nil }
    if !header.isStructured { return part }
    if part[0] & metadataFlag == 0 { return nil }
    return part.extracting((part[0] & stampFlag == 0 ? 1 : 1 + RowStamp.size)..<part.count)
  }

  /// Returns a copy of the timestamps and the metadata.
  static func extras(_ part: Span<UInt8>, _ header: RowHeader) -> RowExtras {
    let isDoubtful =
      header.hasMetadata && !header.isStructured && Self.isDoubtful(header.type, part.count)
    var metadata: [UInt8]?
    if let bytes = Self.metadata(part, header) { metadata = bytes.copied() }
    return RowExtras(
      stamp: isDoubtful ? nil : stamp(part, header), metadata: metadata, isDoubtful: isDoubtful)
  }
}

/// The rule for the timestamps and metadata of a row after a put.
enum ExtrasRule {
  /// The row gets the given timestamps and metadata.
  ///
  /// With `PutPolicy.replace`, the row keeps the old timestamps and metadata.
  case exactly(RowExtras)
  /// The row keeps the old metadata, and gets the time as `updated`.
  ///
  /// `nil` removes the timestamps.
  case keeping(time: Int64?)

  /// The timestamps and metadata of a new row.
  var ofNewRow: RowExtras {
    switch self {
    case .exactly(let extras): extras
    case .keeping(let time): RowExtras(stamp: time.map { RowStamp(created: $0, updated: $0) })
    }
  }

  /// Returns the timestamps and metadata of a row that replaces another row.
  ///
  /// - Parameters:
  ///   - old: The timestamps and metadata of the replaced row.
  ///   - stamp: The timestamps of the replaced row, including timestamps that an earlier version of
  ///     Lode wrote.
  func extras(after old: RowExtras, stamp: RowStamp?) -> RowExtras {
    switch self {
    case .exactly(let extras): return extras
    case .keeping(nil): return RowExtras(metadata: old.metadata)
    case .keeping(let time?):
      let new = stamp?.updated(at: time) ?? RowStamp(created: time, updated: time)
      return RowExtras(stamp: new, metadata: old.isDoubtful ? nil : old.metadata)
    }
  }
}
