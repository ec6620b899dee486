public import CLMDB

/// Prefetches each page of a scan into the processor's cache when the scan reaches the page.
///
/// LMDB stores the rows of a page in the order of their insertion, so the processor cannot predict
/// the address of the next key.
@usableFromInline
package struct PagePrefetch {
  /// The number of the memory page that was prefetched last.
  @usableFromInline var page: UInt = 0

  @inlinable
  package init() {}

  /// Prefetches the page of a key, unless the previous key was on the same page.
  @inlinable
  package mutating func come(to key: Span<UInt8>) {
    // The address is only a hint to the processor, which ignores an invalid address.
    unsafe key.withUnsafeBytes { bytes in
      let address = UInt(bitPattern: bytes.baseAddress)
      if address >> 12 == page { return }
      page = address >> 12
      unsafe lode_prefetch_page(bytes.baseAddress)
    }
  }
}
