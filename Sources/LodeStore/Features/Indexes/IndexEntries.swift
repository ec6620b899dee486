internal import LodeCoding

/// The entries of one or several rows in one index, in a reusable buffer.
struct IndexEntries: ~Copyable {
  /// The location of an entry in the buffer.
  struct Location {
    var key: Range<Int>
    /// The offset in the buffer where the component values end and the row's key begins.
    var partsEnd: Int
    /// The encoded values of the fields of ``IndexDefinition/carried``.
    var carried: Range<Int>
    /// Whether a component is nil, so that a unique index allows other rows with equal values.
    var hasNil: Bool
  }

  private(set) var bytes = KeyBuffer()
  private(set) var places: [Location] = []

  mutating func removeAll() {
    bytes.removeAll()
    places.removeAll(keepingCapacity: true)
  }

  /// Adds an entry.
  mutating func append(
    _ key: Span<UInt8>, partsCount: Int, carried: Span<UInt8>, hasNil: Bool
  ) {
    let start = bytes.count
    bytes.append(key)
    let end = bytes.count
    bytes.append(carried)
    places.append(
      Location(
        key: start..<end, partsEnd: start + partsCount, carried: end..<bytes.count,
        hasNil: hasNil))
  }

  /// Passes an entry to a closure.
  ///
  /// `partsCount` is the number of bytes of `key` before the row's key: the `Partition`, if any,
  /// and the component values.
  func withEntry<R, E>(
    _ place: Location,
    _ body: (_ key: Span<UInt8>, _ partsCount: Int, _ carried: Span<UInt8>) throws(E) -> R
  ) throws(E) -> R {
    let all = bytes.bytes
    return try body(
      all.extracting(place.key), place.partsEnd - place.key.lowerBound,
      all.extracting(place.carried))
  }

  /// Compares an entry with an entry of another list, by key: negative, zero, or positive.
  func order(_ place: Location, _ other: Location, in others: borrowing IndexEntries) -> Int {
    let (left, right) = (bytes.bytes, others.bytes.bytes)
    return left.extracting(place.key).byteOrder(right.extracting(other.key))
  }

  /// Returns whether an entry has the same carried values as an entry of another list.
  func carriesSame(_ place: Location, as other: Location, in others: borrowing IndexEntries) -> Bool
  {
    let (left, right) = (bytes.bytes, others.bytes.bytes)
    return left.extracting(place.carried).byteOrder(right.extracting(other.carried)) == 0
  }

  /// Sorts the entries by key, and keeps one of several entries with equal keys.
  mutating func sort() {
    if places.count < 2 { return }
    let copy = bytes.bytes.copied()
    places.sort { copy.span.extracting($0.key).byteOrder(copy.span.extracting($1.key)) < 0 }
    var kept: [Location] = []
    for place in places {
      if let last = kept.last,
        copy.span.extracting(last.key).byteOrder(copy.span.extracting(place.key)) == 0
      {
        continue
      }
      kept.append(place)
    }
    places = kept
  }
}
