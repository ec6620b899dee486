// In a longer tuple, a type code follows the bytes of the shorter tuple. All type codes are below
// `FF`. The bytes of a tuple followed by `FF` are therefore an upper bound of all longer tuples
// that begin with the tuple. An incremented last byte would be too high: the range of "a" would
// contain "a\0".

extension KeyRange {
  /// Returns the range of all keys with the elements of `key`, followed by a string that begins
  /// with `text`.
  ///
  /// `prefix("Os")` contains `"Os"`, `"Oslo"`, and `("Oslo", 1)`. Prefixes compare by Unicode
  /// scalars, so "e" also matches "e\u{301}". Use ``under(_:)`` to match whole elements.
  ///
  /// - Parameters:
  ///   - text: The beginning of the string.
  ///   - key: The elements before the string.
  public static func prefix(_ text: String, after key: Key = Key()) -> KeyRange {
    bytes(prefix: open(text, after: key))
  }

  /// Returns the range of all keys with the elements of `key`, followed by a byte string that
  /// begins with `bytes`.
  ///
  /// - Parameters:
  ///   - bytes: The beginning of the byte string.
  ///   - key: The elements before the byte string.
  public static func prefix(_ bytes: [UInt8], after key: Key = Key()) -> KeyRange {
    self.bytes(prefix: open(bytes, after: key))
  }

  /// Returns the range of all keys that begin with the given elements.
  ///
  /// `under("a", 1)` contains `("a", 1)` and `("a", 1, 2)`, but neither `("a", 10)` nor
  /// `("ab", 1)`. A ``Key`` argument is one element, a nested tuple.
  public static func under<each E: KeyElement>(_ elements: repeat each E) -> KeyRange {
    under(key: Key(repeat each elements))
  }

  /// Returns the range of all keys that begin with the elements of `key`, including `key`.
  ///
  /// The range of the key without elements contains every key.
  public static func under(key: Key) -> KeyRange {
    key.bytes.isEmpty ? .all : KeyRange(lower: .included(key.bytes), upper: behind(key.bytes))
  }

  /// Returns the range of all keys whose encoded bytes begin with `prefix`.
  ///
  /// Use this range for raw keys. For tuples, use `under(_:)` or `prefix(_:after:)`.
  public static func bytes(prefix: [UInt8]) -> KeyRange {
    prefix.isEmpty
      ? .all : KeyRange(lower: .included(prefix), upper: end(ofBytePrefix: prefix))
  }

  /// Returns the range of all keys that begin with `key` and continue with an element in `range`.
  ///
  /// More elements may follow.
  ///
  /// - Parameters:
  ///   - range: The values of the element.
  ///   - key: The elements before this element.
  public static func elements<E: KeyElement>(
    _ range: ClosedRange<E>, after key: Key = Key()
  ) -> KeyRange {
    KeyRange(
      lower: .included(joined(key, range.lowerBound)),
      upper: behind(joined(key, range.upperBound)))
  }

  /// Returns the range of all keys that begin with `key` and continue with an element in `range`.
  ///
  /// More elements may follow.
  ///
  /// - Parameters:
  ///   - range: The values of the element.
  ///   - key: The elements before this element.
  public static func elements<E: KeyElement>(
    _ range: Range<E>, after key: Key = Key()
  ) -> KeyRange {
    KeyRange(
      lower: .included(joined(key, range.lowerBound)),
      upper: .excluded(joined(key, range.upperBound)))
  }

  /// Returns the range of all keys that begin with `key` and continue with an element at or above
  /// the bound.
  ///
  /// Elements of types that sort later are also in the range.
  ///
  /// - Parameters:
  ///   - range: The values of the element.
  ///   - key: The elements before this element.
  public static func elements<E: KeyElement>(
    _ range: PartialRangeFrom<E>, after key: Key = Key()
  ) -> KeyRange {
    KeyRange(lower: .included(joined(key, range.lowerBound)), upper: under(key: key).upper)
  }

  /// Returns the range of all keys that begin with `key` and continue with an element at or below
  /// the bound.
  ///
  /// Elements of types that sort earlier are also in the range.
  ///
  /// - Parameters:
  ///   - range: The values of the element.
  ///   - key: The elements before this element.
  public static func elements<E: KeyElement>(
    _ range: PartialRangeThrough<E>, after key: Key = Key()
  ) -> KeyRange {
    KeyRange(lower: .excluded(key.bytes), upper: behind(joined(key, range.upperBound)))
  }

  /// Returns the range of all keys that begin with `key` and continue with an element below the
  /// bound.
  ///
  /// Elements of types that sort earlier are also in the range.
  ///
  /// - Parameters:
  ///   - range: The values of the element.
  ///   - key: The elements before this element.
  public static func elements<E: KeyElement>(
    _ range: PartialRangeUpTo<E>, after key: Key = Key()
  ) -> KeyRange {
    KeyRange(lower: .excluded(key.bytes), upper: .excluded(joined(key, range.upperBound)))
  }

  /// Returns the range of all keys that begin with `key` and continue with an element above
  /// `bound`.
  ///
  /// Elements of types that sort later are also in the range.
  ///
  /// - Parameters:
  ///   - bound: The value that the element exceeds.
  ///   - key: The elements before this element.
  public static func elements<E: KeyElement>(above bound: E, after key: Key = Key()) -> KeyRange {
    let start = behind(joined(key, bound)).bytes.map(Bound.included) ?? .unbounded
    return KeyRange(lower: start, upper: under(key: key).upper)
  }

  /// Returns the upper bound of all keys that begin with `tuple`.
  private static func behind(_ tuple: [UInt8]) -> Bound { .excluded(tuple + [0xFF]) }

  /// Returns the bytes of `key` followed by `element`.
  private static func joined(_ key: Key, _ element: some KeyElement) -> [UInt8] {
    var buffer = KeyBuffer()
    buffer.append(key.bytes.span)
    element.encodeKeyElement(into: &buffer)
    return buffer.bytes.copied()
  }

  /// Returns the bytes of `key` followed by a string or byte string without its end byte.
  private static func open(_ element: some KeyElement, after key: Key) -> [UInt8] {
    Array(joined(key, element).dropLast())
  }
}

extension KeyRange {
  /// Creates a range from the lower bound up to, but not including, the upper bound.
  ///
  /// Longer keys that begin with the upper bound are outside the range.
  public init<K: KeyConvertible & Comparable>(_ range: Range<K>) {
    self.init(
      lower: .included(Self.key(range.lowerBound)), upper: .excluded(Self.key(range.upperBound)))
  }

  /// Creates a range from the lower bound through the upper bound.
  ///
  /// Longer keys that begin with the upper bound are outside the range.
  public init<K: KeyConvertible & Comparable>(_ range: ClosedRange<K>) {
    self.init(
      lower: .included(Self.key(range.lowerBound)), upper: .included(Self.key(range.upperBound)))
  }

  /// Creates a range of all keys at or above the bound.
  public init<K: KeyConvertible & Comparable>(_ range: PartialRangeFrom<K>) {
    self.init(lower: .included(Self.key(range.lowerBound)))
  }

  /// Creates a range of all keys below the bound.
  public init<K: KeyConvertible & Comparable>(_ range: PartialRangeUpTo<K>) {
    self.init(upper: .excluded(Self.key(range.upperBound)))
  }

  /// Creates a range of all keys at or below the bound.
  ///
  /// Longer keys that begin with the bound are outside the range.
  public init<K: KeyConvertible & Comparable>(_ range: PartialRangeThrough<K>) {
    self.init(upper: .included(Self.key(range.upperBound)))
  }

  private static func key(_ key: some KeyConvertible) -> [UInt8] {
    key.withKeyBytes { $0.copied() }
  }
}
