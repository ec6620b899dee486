// Behind a whole tuple come only type codes, which are below `FF`. So `FF` after a tuple's bytes is
// behind every longer tuple that begins with it, but before the keys whose last string goes on
// with an escaped NUL (`00 FF`), which counting up the last byte would let in.

extension KeyRange {
  /// All string keys that begin with `text`, and, with `key`, all keys of its elements and such a
  /// string.
  ///
  /// `prefix("Os")` holds `"Os"`, `"Oslo"`, and `("Oslo", 1)`. The beginning is compared by Unicode
  /// scalars: "e" finds "e\u{301}" too. Use ``under(_:)`` for keys whose first elements are known
  /// as a whole.
  public static func prefix(_ text: String, after key: Key = Key()) -> KeyRange {
    bytes(prefix: open(text, after: key))
  }

  /// All byte-string keys that begin with `bytes`, and, with `key`, all keys of its elements and
  /// such a byte string.
  public static func prefix(_ bytes: [UInt8], after key: Key = Key()) -> KeyRange {
    self.bytes(prefix: open(bytes, after: key))
  }

  /// All keys whose first elements are these whole elements, with or without more behind them.
  ///
  /// `under("a", 1)` holds `("a", 1)` and `("a", 1, 2)`, and neither `("a", 10)` nor `("ab", 1)`. A
  /// ``Key`` is one element, a nested tuple.
  public static func under<each E: KeyElement>(_ elements: repeat each E) -> KeyRange {
    under(key: Key(repeat each elements))
  }

  /// All keys that begin with the elements of `key`, itself included.
  public static func under(key: Key) -> KeyRange {
    key.bytes.isEmpty ? .all : KeyRange(lower: .included(key.bytes), upper: behind(key.bytes))
  }

  /// All keys whose encoded bytes begin with `prefix`; for raw keys.
  public static func bytes(prefix: [UInt8]) -> KeyRange {
    prefix.isEmpty
      ? .all : KeyRange(lower: .included(prefix), upper: end(ofBytePrefix: prefix))
  }

  /// All keys that begin with `key`, continue with a component in `range`, and end with anything.
  public static func elements<E: KeyElement>(
    _ range: ClosedRange<E>, after key: Key = Key()
  ) -> KeyRange {
    KeyRange(
      lower: .included(joined(key, range.lowerBound)),
      upper: behind(joined(key, range.upperBound)))
  }

  /// All keys that begin with `key`, continue with a component in `range`, and end with anything.
  public static func elements<E: KeyElement>(
    _ range: Range<E>, after key: Key = Key()
  ) -> KeyRange {
    KeyRange(
      lower: .included(joined(key, range.lowerBound)),
      upper: .excluded(joined(key, range.upperBound)))
  }

  /// All keys that begin with `key` and continue with a component that is at least the bound, or of
  /// a later type.
  public static func elements<E: KeyElement>(
    _ range: PartialRangeFrom<E>, after key: Key = Key()
  ) -> KeyRange {
    KeyRange(lower: .included(joined(key, range.lowerBound)), upper: under(key: key).upper)
  }

  /// All keys that begin with `key` and continue with a component that is at most the bound, or of
  /// an earlier type.
  public static func elements<E: KeyElement>(
    _ range: PartialRangeThrough<E>, after key: Key = Key()
  ) -> KeyRange {
    KeyRange(lower: .excluded(key.bytes), upper: behind(joined(key, range.upperBound)))
  }

  /// All keys that begin with `key` and continue with a component below the bound, or of an earlier
  /// type.
  public static func elements<E: KeyElement>(
    _ range: PartialRangeUpTo<E>, after key: Key = Key()
  ) -> KeyRange {
    KeyRange(lower: .excluded(key.bytes), upper: .excluded(joined(key, range.upperBound)))
  }

  /// All keys that begin with `key` and continue with a component above `bound`, or of a later
  /// type.
  public static func elements<E: KeyElement>(above bound: E, after key: Key = Key()) -> KeyRange {
    let start = behind(joined(key, bound)).bytes.map(Bound.included) ?? .unbounded
    return KeyRange(lower: start, upper: under(key: key).upper)
  }

  private static func behind(_ tuple: [UInt8]) -> Bound { .excluded(tuple + [0xFF]) }

  private static func joined(_ key: Key, _ element: some KeyElement) -> [UInt8] {
    var buffer = KeyBuffer()
    buffer.append(key.bytes.span)
    element.encodeKeyElement(into: &buffer)
    return buffer.bytes.copied()
  }

  /// A string or byte string after `key`, without the byte that ends it.
  private static func open(_ element: some KeyElement, after key: Key) -> [UInt8] {
    Array(joined(key, element).dropLast())
  }
}

extension KeyRange {
  /// The keys of `range`, by the order of their bytes.
  public init<K: KeyConvertible & Comparable>(_ range: Range<K>) {
    self.init(
      lower: .included(Self.key(range.lowerBound)), upper: .excluded(Self.key(range.upperBound)))
  }

  /// The keys of `range`, by the order of their bytes.
  public init<K: KeyConvertible & Comparable>(_ range: ClosedRange<K>) {
    self.init(
      lower: .included(Self.key(range.lowerBound)), upper: .included(Self.key(range.upperBound)))
  }

  /// The keys from the bound on, by the order of their bytes.
  public init<K: KeyConvertible & Comparable>(_ range: PartialRangeFrom<K>) {
    self.init(lower: .included(Self.key(range.lowerBound)))
  }

  /// The keys before the bound, by the order of their bytes.
  public init<K: KeyConvertible & Comparable>(_ range: PartialRangeUpTo<K>) {
    self.init(upper: .excluded(Self.key(range.upperBound)))
  }

  /// The keys up to and including the bound, by the order of their bytes.
  public init<K: KeyConvertible & Comparable>(_ range: PartialRangeThrough<K>) {
    self.init(upper: .included(Self.key(range.upperBound)))
  }

  private static func key(_ key: some KeyConvertible) -> [UInt8] {
    key.withKeyBytes { $0.copied() }
  }
}
