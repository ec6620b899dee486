internal import LodeCoding

/// What a row has beside its value: its times, and the metadata that the program gave it.
///
/// `Docs/Format/Row.md` has the bytes.
package struct RowExtras: Hashable, Sendable {
  package var stamp: RowStamp?
  package var metadata: [UInt8]?
  /// Whether an earlier version wrote the metadata, which may be a stamp instead.
  package var isDoubtful = false

  package init(stamp: RowStamp? = nil, metadata: [UInt8]? = nil, isDoubtful: Bool = false) {
    (self.stamp, self.metadata, self.isDoubtful) = (stamp, metadata, isDoubtful)
  }

  static let none = RowExtras()

  /// Whether the bytes begin with a byte that says what they are; else they are metadata as a
  /// whole.
  func isStructured(_ type: ValueType) -> Bool {
    if isDoubtful { return false }
    return stamp != nil || ExtrasLayout.isDoubtful(type, metadata?.count ?? 0)
  }

  /// The bytes; `nil` when there is nothing.
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

/// How the bytes beside a value are read.
enum ExtrasLayout {
  static let stampFlag: UInt8 = 1
  static let metadataFlag: UInt8 = 2

  /// Whether bytes that begin with what they are can be taken apart.
  static func isValid(_ part: Span<UInt8>) -> Bool {
    guard part.count > 0, (1...3).contains(part[0]) else { return false }
    switch part[0] {
    case stampFlag: return part.count == 1 + RowStamp.size
    case metadataFlag: return true
    default: return part.count >= 1 + RowStamp.size
    }
  }

  /// Whether metadata without such a byte may be a stamp of an earlier version.
  static func isDoubtful(_ type: ValueType, _ count: Int) -> Bool {
    type == .archive && count == RowStamp.size
  }

  /// The stamp; that of an earlier version too.
  static func stamp(_ part: Span<UInt8>, _ header: RowHeader) -> RowStamp? {
    if !header.hasMetadata { return nil }
    if !header.isStructured { return isDoubtful(header.type, part.count) ? RowStamp(part) : nil }
    return part[0] & stampFlag == 0 ? nil : RowStamp(part.extracting(1..<1 + RowStamp.size))
  }

  /// The metadata.
  ///
  /// Bytes of an earlier version are metadata even if they could be timestamps.
  @_lifetime(copy part)
  static func metadata(_ part: Span<UInt8>, _ header: RowHeader) -> Span<UInt8>? {
    if !header.hasMetadata { return nil }
    if !header.isStructured { return part }
    if part[0] & metadataFlag == 0 { return nil }
    return part.extracting((part[0] & stampFlag == 0 ? 1 : 1 + RowStamp.size)..<part.count)
  }

  /// Everything, copied.
  static func extras(_ part: Span<UInt8>, _ header: RowHeader) -> RowExtras {
    let isDoubtful =
      header.hasMetadata && !header.isStructured && Self.isDoubtful(header.type, part.count)
    var metadata: [UInt8]?
    if let bytes = Self.metadata(part, header) { metadata = bytes.copied() }
    return RowExtras(
      stamp: isDoubtful ? nil : stamp(part, header), metadata: metadata, isDoubtful: isDoubtful)
  }
}

/// What a put makes of what a row has beside its value.
enum ExtrasRule {
  /// The given metadata; a put that replaces a row keeps the row's metadata.
  case exactly(RowExtras)
  /// The metadata stays. The timestamps are set to now, or removed without a clock.
  case keeping(time: Int64?)

  /// What a new row gets.
  var ofNewRow: RowExtras {
    switch self {
    case .exactly(let extras): extras
    case .keeping(let time): RowExtras(stamp: time.map { RowStamp(created: $0, updated: $0) })
    }
  }

  /// What a row gets that has these now.
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
