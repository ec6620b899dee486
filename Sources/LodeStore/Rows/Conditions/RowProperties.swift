internal import Foundation
internal import LodeCoding

/// The row properties of a row: the key, the timestamps, and the revision.
struct RowProperties {
  private let key: ArchiveValue
  private let times: RowStamp?
  private let revision: UInt64

  /// Creates the properties of a row that a write is about to put.
  init(_ encoder: borrowing RecordEncoder, _ format: KeyFormat?) throws {
    try self.init(key: encoder.key, format, encoder.stamp, revision: encoder.revision)
  }

  /// Creates the properties of a record with verified metadata.
  init(_ record: borrowing RowRecord, key: Span<UInt8>, _ format: KeyFormat?) throws {
    try self.init(key: key, format, record.stamp, revision: record.header.revision)
  }

  /// Creates the properties from their stored forms.
  init(
    key: Span<UInt8>, _ format: KeyFormat?, _ times: RowStamp?, revision: UInt64
  ) throws {
    self.key = try ArchiveValue(key: key, format ?? .tuple)
    self.times = times
    self.revision = revision
  }

  /// Returns the value of a property, or `nil` for a missing timestamp and for other paths.
  func value(_ path: ArchivePath) -> ArchiveValue? {
    switch path {
    case .key: key
    case .created: times.map { Self.date($0.created) }
    case .updated: times.map { Self.date($0.updated) }
    case .revision: Int64(exactly: revision).map(ArchiveValue.int) ?? .uint(revision)
    default: nil
    }
  }

  private static func date(_ microseconds: Int64) -> ArchiveValue {
    .date(Date(timeIntervalSince1970: Double(microseconds) / 1e6))
  }
}

extension ArchiveValue {
  /// Creates the value of a key without its partition: the value of the only component, or an array
  /// of several components.
  ///
  /// The value of a raw key is its bytes.
  fileprivate init(key: Span<UInt8>, _ format: KeyFormat) throws {
    guard format == .tuple else {
      self = .data(Data(key.copied()))
      return
    }
    var reader = KeyReader(key.extracting(droppingFirst: Partition.byteCount(in: key)))
    var elements: [ArchiveValue] = []
    while !reader.isAtEnd { elements.append(Self.element(try reader.read(KeyComponent.self))) }
    self = elements.count == 1 ? elements[0] : .array(elements)
  }

  private static func element(_ component: KeyComponent) -> ArchiveValue {
    switch component {
    case .tuple(let all): .array(all.map(element))
    case .descending(let inner): element(inner)
    case .partition(let name): .string(name)
    default: component.value ?? .null
    }
  }
}
