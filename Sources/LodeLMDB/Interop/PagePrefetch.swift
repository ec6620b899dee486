public import CLMDB

/// Prefetches the pages of a scan into the processor's cache, each when the scan reaches the page.
///
/// The rows of a page are in the order of their insertion, so the processor cannot predict the
/// position of the next key.
@usableFromInline
package struct PagePrefetch {
  @usableFromInline var page: UInt = 0

  @inlinable
  package init() {}

  /// Prefetches the page of a key, unless the previous key was on the same page.
  @inlinable
  package mutating func come(to key: Span<UInt8>) {
    // The address is not dereferenced, only passed to the processor.
    unsafe key.withUnsafeBytes { bytes in
      let address = UInt(bitPattern: bytes.baseAddress)
      if address >> 12 == page { return }
      page = address >> 12
      unsafe lode_prefetch_page(bytes.baseAddress)
    }
  }
}
