import CZstd

/// A *digested* dictionary: the form that zstd prepares for compression at one level.
///
/// Sendable: zstd never changes a digested dictionary, and the zstd manual lets threads share a
/// dictionary.
@safe
final class CompressingDictionary: @unchecked Sendable {
  let raw: OpaquePointer

  init?(_ bytes: [UInt8], level: Int) {
    // Unsafe: zstd copies the bytes.
    let made = unsafe bytes.withUnsafeBytes {
      unsafe ZSTD_createCDict($0.baseAddress, $0.count, Int32(level))
    }
    guard let made = unsafe made else { return nil }
    unsafe raw = made
  }

  deinit { unsafe _ = ZSTD_freeCDict(raw) }
}

/// A *digested* dictionary: the form that zstd prepares for decompression.
///
/// Sendable: zstd never changes a digested dictionary, and the zstd manual lets threads share a
/// dictionary.
@safe
final class DecompressingDictionary: @unchecked Sendable {
  let raw: OpaquePointer

  init?(_ bytes: [UInt8]) {
    // Unsafe: zstd copies the bytes.
    let made = unsafe bytes.withUnsafeBytes {
      unsafe ZSTD_createDDict($0.baseAddress, $0.count)
    }
    guard let made = unsafe made else { return nil }
    unsafe raw = made
  }

  deinit { unsafe _ = ZSTD_freeDDict(raw) }
}
