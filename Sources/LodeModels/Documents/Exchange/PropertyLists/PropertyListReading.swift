package import Foundation
package import LodeCoding

/// A property list reader that does not use a platform's parser.
///
/// For any bytes, the reader returns a value or throws an ``ExchangeError``.
package enum PropertyListReading {
  /// The maximum nesting depth, in levels; greater than the maximum depth of an archived document.
  static let depthLimit = 256

  /// Reads the value of a property list, XML in UTF-8 or binary.
  ///
  /// - Throws: ``ExchangeError`` with one of these codes:
  ///   - `invalidBytes` if the file is malformed or nested more than 256 levels deep.
  ///   - `unsupportedValue` if documents cannot represent a value of a binary property list.
  ///   - `tooLarge` if the values of a binary property list need more memory than 64 MiB plus 64
  ///     times the size of the file.
  package static func value(of data: Data) throws(ExchangeError) -> ArchiveValue {
    let bytes = Array(data)
    if bytes.starts(with: "bplist".utf8) { return try BinaryPropertyList.value(of: bytes) }
    return try XMLPropertyList.value(of: bytes)
  }
}
