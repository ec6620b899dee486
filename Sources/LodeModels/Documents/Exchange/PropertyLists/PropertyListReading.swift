internal import Foundation
internal import LodeCoding

/// Property lists, read without a platform's parser: whatever the bytes are, the answer is a value
/// or a typed error.
enum PropertyListReading {
  /// The deepest nesting; a document archives less.
  static let depthLimit = 256

  /// The value of a property list, XML in UTF-8 or binary.
  ///
  /// - Throws: ``ExchangeError`` with `invalidBytes` and the byte, `unsupportedValue`, `tooLarge`.
  static func value(of data: Data) throws(ExchangeError) -> ArchiveValue {
    let bytes = Array(data)
    if bytes.starts(with: "bplist".utf8) { return try BinaryPropertyList.value(of: bytes) }
    return try XMLPropertyList.value(of: bytes)
  }
}
