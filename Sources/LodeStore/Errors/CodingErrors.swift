internal import LodeCoding

// Converts errors of archives, keys, and `Codable` types into errors of the store.
extension StoreError {
  /// Converts an error of decoding stored bytes into a store error.
  ///
  /// Returns every other error unchanged.
  ///
  /// - Parameter place: The row or the index with the bytes, for the message; empty if unknown.
  @inline(never)
  package static func reading(
    _ error: any Error, collection: String?, at place: String = ""
  ) -> any Error {
    let prefix = place.isEmpty ? "" : place + ": "
    switch error {
    case let error as ArchiveError:
      return StoreError(
        Code(reading: error.code), collection: collection, context: prefix + error.detail,
        cause: error)
    case let error as KeyError:
      return StoreError(
        .invalidKey, collection: collection, context: prefix + error.detail, cause: error)
    case let error as DecodingError:
      return StoreError(
        .unarchivingFailed, collection: collection, context: prefix + error.detail)
    default: return error
    }
  }

  /// Converts an error of archiving a value into a store error.
  ///
  /// Returns every other error unchanged.
  @inline(never)
  package static func archiving(_ error: any Error, collection: String?) -> any Error {
    switch error {
    case let error as ArchiveError:
      return StoreError(
        .archivingFailed, collection: collection, context: error.detail, cause: error)
    case let error as EncodingError:
      return StoreError(.archivingFailed, collection: collection, context: error.detail)
    default: return error
    }
  }
}

extension DecodingError {
  /// The path of the value in the encoded type, and the problem.
  fileprivate var detail: String {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context), .dataCorrupted(let context):
      describe(context.codingPath, context.debugDescription)
    @unknown default: "\(self)"
    }
  }
}

extension EncodingError {
  /// The path of the value in the encoded type, and the problem.
  fileprivate var detail: String {
    switch self {
    case .invalidValue(_, let context): describe(context.codingPath, context.debugDescription)
    @unknown default: "\(self)"
    }
  }
}

private func describe(_ path: [any CodingKey], _ problem: String) -> String {
  let place = path.map(\.stringValue).joined(separator: ".")
  return place.isEmpty ? problem : "\(place): \(problem)"
}

extension StoreError {
  /// Returns an `ArchiveError` or a `KeyError` as the cause of a store error.
  ///
  /// Returns `nil` for every other error.
  static func codingCause(_ error: any Error) -> (any Error & Hashable & Sendable)? {
    if let error = error as? ArchiveError { return error }
    return error as? KeyError
  }
}

extension StoreError.Code {
  /// Converts the code of an `ArchiveError` from decoding stored bytes.
  fileprivate init(reading code: ArchiveError.Code) {
    switch code {
    case .typeMismatch: self = .typeMismatch
    case .truncated, .trailingBytes, .notCanonical, .invalidUTF8, .wrongChecksum, .unknownFormat,
      .unknownReference:
      self = .damaged
    default: self = .unarchivingFailed
    }
  }
}

/// Runs `body`, and converts errors of decoding stored bytes into errors of the store.
@inline(__always)
package func readingErrors<R: ~Copyable>(
  collection: String? = nil, _ body: () throws -> R
) throws -> R {
  do {
    return try body()
  } catch {
    throw StoreError.reading(error, collection: collection)
  }
}

/// Runs `body`, and converts errors of archiving a value into errors of the store.
@inline(__always)
package func archivingErrors<R: ~Copyable>(
  collection: String? = nil, _ body: () throws -> R
) throws -> R {
  do {
    return try body()
  } catch {
    throw StoreError.archiving(error, collection: collection)
  }
}
