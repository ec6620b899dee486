internal import CLMDB

/// One page of a mapped file.
///
/// No function of this type reads outside of the page, whatever the page contains. The integer
/// functions return 0 for an offset outside of the page. The read transaction holds the map, so the
/// page stays mapped until the transaction ends.
@safe
struct MappedPage {
  /// The first byte of the page.
  fileprivate let start: UnsafeRawPointer
  /// The page size in bytes: a power of two, at least 256.
  let byteCount: Int

  /// Creates the view of a page; the map must contain all bytes of the page.
  init(start: UnsafeRawPointer, byteCount: Int) {
    unsafe self.start = start
    self.byteCount = byteCount
  }

  /// The page's own number, in the header.
  @inline(__always)
  var number: UInt64 { unsafe start.load(as: UInt64.self) }

  /// The flags, `lower`, and `upper` of the header.
  @inline(__always)
  var header: (flags: UInt16, lower: Int, upper: Int) {
    let word = unsafe UInt64(littleEndian: start.load(fromByteOffset: 8, as: UInt64.self))
    return (
      UInt16(truncatingIfNeeded: word >> 16), Int(word >> 32 & 0xFFFF), Int(word >> 48)
    )
  }

  /// Returns the node `index`, or `nil` if the node's header or key does not lie within the page.
  ///
  /// - Parameter index: At least 0, and below a count of nodes that ``PageSnapshot`` has read from
  ///   the header and checked.
  @inline(__always)
  func node(_ index: Int) -> MappedNode? {
    let offset = nodeOffset(index)
    let room = byteCount &- offset &- Node.headerByteCount
    guard room >= 0 else { return nil }
    // The node's header is within the page.
    let node = unsafe start + offset
    let keyCount = Int(unsafe node.loadUnaligned(fromByteOffset: 6, as: UInt16.self))
    guard keyCount <= room else { return nil }
    return unsafe MappedNode(start: node, keyCount: keyCount, room: room)
  }

  /// Returns the offset of the node `index`; the offset can be wrong.
  ///
  /// - Parameter index: See ``node(_:)``.
  @inline(__always)
  private func nodeOffset(_ index: Int) -> Int {
    let place = PageHeader.byteCount &+ 2 &* index
    // A count of nodes was checked against `upper`, which was checked against the page's size.
    assert(place >= 0 && place + 2 <= byteCount)
    return Int(unsafe start.load(fromByteOffset: place, as: UInt16.self))
  }

  /// Returns `count` bytes after the header; the bytes may continue in the following pages.
  ///
  /// The caller has checked that the map and the file contain the following pages.
  func bytesBehindHeader(_ count: Int) -> MappedBytes {
    unsafe MappedBytes(start: start + PageHeader.byteCount, count: count)
  }

  /// Asks the processor to load the whole page, without waiting.
  @inline(__always)
  func prefetch() { unsafe lode_prefetch(start, byteCount) }

  /// Asks the processor to load a part of the page, without waiting.
  @inline(__always)
  func prefetch(from offset: Int, count: Int) {
    if offset >= 0, offset < byteCount, count <= byteCount {
      unsafe lode_prefetch(start + offset, count)
    }
  }

  /// Asks the processor to load the header and the offsets of the first 56 nodes.
  @inline(__always)
  func prefetchOffsets() { unsafe lode_prefetch(start, 128) }

  /// Asks the processor to load the header and the first bytes of the key of the node `index`.
  ///
  /// - Parameter index: See ``node(_:)``.
  @inline(__always)
  func prefetchKey(_ index: Int) {
    let offset = nodeOffset(index)
    // The bytes can be in two cache lines. An address outside of the page has no effect.
    unsafe lode_prefetch(start + offset, 1)
    unsafe lode_prefetch(start + offset + 15, 1)
  }

  /// Asks the processor to load the first 192 bytes of the node `index`.
  ///
  /// - Parameter index: See ``node(_:)``.
  @inline(__always)
  func prefetchRow(_ index: Int) { unsafe lode_prefetch(start + nodeOffset(index), 192) }
}

extension MappedPage: PageContents {
  func precedes(_ range: Range<Int>, _ other: MappedPage, _ otherRange: Range<Int>) -> Bool {
    guard range.lowerBound >= 0, range.upperBound <= byteCount, otherRange.lowerBound >= 0,
      otherRange.upperBound <= other.byteCount
    else { return false }
    // Both ranges lie within their pages.
    return unsafe lode_compare(
      start + range.lowerBound, range.count, other.start + otherRange.lowerBound, otherRange.count)
      < 0
  }

  @inline(__always)
  func load<T: FixedWidthInteger & BitwiseCopyable>(at offset: Int) -> T {
    guard offset >= 0, offset <= byteCount - MemoryLayout<T>.size else { return 0 }
    // The bytes lie within the page, and any bytes are an integer.
    return unsafe start.loadUnaligned(fromByteOffset: offset, as: T.self)
  }
}

/// One node of a mapped page; the header and the key of the node lie within the page.
@safe
struct MappedNode {
  private let start: UnsafeRawPointer
  /// The length of the key, in bytes.
  let keyCount: Int
  /// The number of bytes between the node's header and the end of the page; at least `keyCount`.
  private let room: Int

  fileprivate init(start: UnsafeRawPointer, keyCount: Int, room: Int) {
    unsafe self.start = start
    self.keyCount = keyCount
    self.room = room
  }

  /// The number of the page below a branch node.
  @inline(__always)
  var child: UInt64 {
    // The length field and the flags field: the number's lower 32 bits and upper 16 bits.
    unsafe UInt64(littleEndian: start.loadUnaligned(as: UInt64.self)) & 0xFFFF_FFFF_FFFF
  }

  /// The flags of a leaf node.
  @inline(__always)
  var flags: UInt16 { unsafe start.loadUnaligned(fromByteOffset: 4, as: UInt16.self) }

  /// The length of a leaf node's value, in bytes.
  @inline(__always)
  var valueCount: Int { Int(unsafe start.loadUnaligned(as: UInt32.self)) }

  /// The bytes of the key.
  @inline(__always)
  var key: MappedBytes { unsafe MappedBytes(start: start + Node.headerByteCount, count: keyCount) }

  /// Returns the key without the prefix of an owner, or `nil` for the key of another owner.
  func key(of prefix: KeyPrefix) -> MappedBytes? {
    if prefix.isNone { return key }
    // The key's bytes are only read during the call.
    guard unsafe prefix.order(of: Span(_unsafeBytes: key.borrowed)) == 0 else { return nil }
    return unsafe MappedBytes(
      start: start + Node.headerByteCount + KeyPrefix.byteCount,
      count: keyCount - KeyPrefix.byteCount)
  }

  /// The bytes of a value in the node, or `nil` if the value does not end within the page.
  @inline(__always)
  var inlineValue: MappedBytes? {
    let count = valueCount
    guard count <= room &- keyCount else { return nil }
    return unsafe MappedBytes(start: start + Node.headerByteCount + keyCount, count: count)
  }

  /// The number of the first overflow page, or `nil` if the number does not end within the page.
  @inline(__always)
  var overflowPage: UInt64? {
    guard room &- keyCount >= 8 else { return nil }
    return unsafe start.loadUnaligned(
      fromByteOffset: Node.headerByteCount &+ keyCount, as: UInt64.self)
  }

  /// Returns the node's value as a table record, or `nil` for another value; `page` must contain
  /// the node.
  func treeRecord(in page: MappedPage) -> TreeRecord? {
    guard flags == Node.treeRecord, valueCount == TreeRecord.byteCount, room - keyCount >= 48
    else { return nil }
    let offset = unsafe start - page.start + Node.headerByteCount + keyCount
    return TreeRecord(page, at: offset)
  }

  /// Compares the key with a searched key.
  ///
  /// - Returns: A negative number, zero, or a positive number if the node's key is less than, equal
  ///   to, or greater than the searched key.
  @inline(__always)
  func order(to key: SearchedKey) -> Int {
    // The first eight bytes of the two keys nearly always decide the order.
    guard room >= 8 else { return wholeOrder(to: key) }
    let word = unsafe start.loadUnaligned(fromByteOffset: Node.headerByteCount, as: UInt64.self)
    let head = word.bigEndian & SearchedKey.mask(keyCount)
    if head != key.head { return head < key.head ? -1 : 1 }
    if keyCount <= 8 || key.count <= 8 { return keyCount &- key.count }
    return wholeOrder(to: key)
  }

  /// Returns whether the key sorts after a searched key.
  ///
  /// `isGreater` uses no branch in nearly all cases, because a processor cannot predict the
  /// branches of a binary search.
  @inline(__always)
  func isGreater(than key: SearchedKey) -> Bool {
    guard room >= 8 else { return wholeOrder(to: key) > 0 }
    let word = unsafe start.loadUnaligned(fromByteOffset: Node.headerByteCount, as: UInt64.self)
    let head = word.bigEndian & SearchedKey.mask(keyCount)
    if head == key.head { return order(to: key) > 0 }
    return head > key.head
  }

  /// Returns whether the key sorts before another node's key.
  func sortsBefore(_ other: MappedNode) -> Bool { order(to: other.key.searched) < 0 }

  @inline(never)
  private func wholeOrder(to key: SearchedKey) -> Int {
    // Both ranges of bytes are readable: the node's key lies within its page, and the searched key
    // outlives the search.
    unsafe Int(
      lode_compare(start + Node.headerByteCount, keyCount, key.bytes.baseAddress, key.count))
  }
}

/// Bytes of a mapped file, valid as long as the read transaction.
@safe
struct MappedBytes {
  private let start: UnsafeRawPointer
  let count: Int

  @inline(__always)
  fileprivate init(start: UnsafeRawPointer, count: Int) {
    unsafe self.start = start
    self.count = count
  }

  /// The bytes in LMDB's form.
  @inline(__always)
  var borrowed: MDB_val {
    unsafe MDB_val(mv_size: count, mv_data: UnsafeMutableRawPointer(mutating: start))
  }

  /// Asks the processor to load the first kilobyte.
  @inline(__always)
  func prefetch() { unsafe lode_prefetch(start, min(count, 1024)) }

  /// Returns a negative number, zero, or a positive number if the bytes sort before, equal, or sort
  /// after other bytes.
  func order(to other: MappedBytes) -> Int {
    unsafe Int(lode_compare(start, count, other.start, other.count))
  }

  /// Returns whether other bytes are the same.
  func isEqual(to other: MappedBytes) -> Bool { count == other.count && order(to: other) == 0 }

  /// The bytes as a key to search for.
  var searched: SearchedKey {
    unsafe SearchedKey(UnsafeRawBufferPointer(start: start, count: count))
  }
}

/// A key that a search compares with the keys of many nodes.
@safe
struct SearchedKey {
  /// The bytes, which must outlive the search.
  let bytes: UnsafeRawBufferPointer
  /// The first eight bytes as a big-endian number; missing bytes are zero.
  let head: UInt64

  @inline(__always)
  init(_ bytes: UnsafeRawBufferPointer) {
    unsafe self.bytes = unsafe bytes
    if bytes.count >= 8 {
      head = unsafe bytes.loadUnaligned(as: UInt64.self).bigEndian
    } else {
      var head: UInt64 = 0
      for index in 0..<bytes.count {
        head |= UInt64(unsafe bytes[index]) << (56 - 8 * UInt64(index))
      }
      self.head = head
    }
  }

  @inline(__always)
  var count: Int { unsafe bytes.count }

  /// Returns a mask of the first `count` bytes of a big-endian number.
  @inline(__always)
  static func mask(_ count: Int) -> UInt64 {
    count >= 8 ? ~0 : ~(~0 >> UInt64(count &* 8))
  }
}
