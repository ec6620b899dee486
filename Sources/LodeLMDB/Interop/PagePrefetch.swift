public import CLMDB

/// Fetches the pages of a scan into the processor's cache, each when the scan comes to it.
///
/// The rows of a page lie in the order in which they were written, so that the processor cannot
/// guess where the next key is.
@usableFromInline
package struct PagePrefetch {
  @usableFromInline var page: UInt = 0

  @inlinable
  package init() {}

  /// Fetches the page of a key, unless the last key was on it too.
  @inlinable
  package mutating func come(to key: Span<UInt8>) {
    // The address is not read from, only named to the processor.
    unsafe key.withUnsafeBytes { bytes in
      let address = UInt(bitPattern: bytes.baseAddress)
      if address >> 12 == page { return }
      page = address >> 12
      unsafe lode_prefetch_page(bytes.baseAddress)
    }
  }
}
