public import BenchData

// Unchecked, because nothing that its pointers reach changes after it is made. Safe, because
// `storage` keeps all of it alive; only `forC` lets pointers out.

/// Keys with their values, in the order in which they are to be used: a list of slices into arenas,
/// so that the C peers take it as it is.
///
/// Copies and parts share the bytes.
@safe public struct Rows: @unchecked Sendable {
  @safe private final class Storage {
    let arenas: [Arena]
    let keys: UnsafeMutablePointer<bench_slice>
    let values: UnsafeMutablePointer<bench_slice>

    init(_ arenas: [Arena], count: Int) {
      self.arenas = arenas
      unsafe keys = .allocate(capacity: max(count, 1))
      unsafe values = .allocate(capacity: max(count, 1))
    }

    deinit {
      unsafe keys.deallocate()
      unsafe values.deallocate()
    }
  }

  private let storage: Storage
  /// The form in which C peers take the rows; valid as long as the rows are.
  public let forC: bench_rows

  /// Creates rows from the bytes at these places in two arenas.
  public init(
    keys: [Range<Int>], in keyArena: Arena, values: [Range<Int>], in valueArena: Arena
  ) {
    precondition(keys.count == values.count)
    let storage = Storage([keyArena, valueArena], count: keys.count)
    for index in keys.indices {
      unsafe storage.keys[index] = keyArena.slice(keys[index])
      unsafe storage.values[index] = valueArena.slice(values[index])
    }
    self.init(storage, keys.count)
  }

  private init(_ storage: Storage, _ count: Int) {
    self.storage = storage
    unsafe forC = bench_rows(keys: storage.keys, values: storage.values, count: count)
  }

  private init(_ storage: Storage, _ forC: bench_rows) {
    self.storage = storage
    unsafe self.forC = unsafe forC
  }

  /// The number of rows.
  @inlinable public var count: Int { unsafe forC.count }

  /// The bytes of the key at `index`, without a copy; `index` is not checked, as in the C loops.
  @inlinable @_lifetime(borrow self) public func key(_ index: Int) -> Span<UInt8> {
    let slice = unsafe forC.keys[index]
    let span = unsafe Span(_unsafeStart: slice.bytes.unsafelyUnwrapped, count: slice.count)
    return unsafe _overrideLifetime(span, borrowing: self)
  }

  /// The bytes of the value at `index`, without a copy; `index` is not checked, as in the C loops.
  @inlinable @_lifetime(borrow self) public func value(_ index: Int) -> Span<UInt8> {
    let slice = unsafe forC.values[index]
    let span = unsafe Span(_unsafeStart: slice.bytes.unsafelyUnwrapped, count: slice.count)
    return unsafe _overrideLifetime(span, borrowing: self)
  }

  /// Whether the value at `index` has these bytes.
  @inlinable public func value(_ index: Int, equals bytes: Span<UInt8>) -> Bool {
    // The pointer does not outlive the call.
    unsafe bytes.withUnsafeBufferPointer { buffer in
      unsafe bench_equal(forC.values[index], buffer.baseAddress, buffer.count)
    }
  }

  /// The rows of `part`, sharing their bytes with these.
  public subscript(part: Range<Int>) -> Rows {
    precondition(part.lowerBound >= 0 && part.upperBound <= count)
    let rows = unsafe bench_rows(
      keys: forC.keys + part.lowerBound, values: forC.values + part.lowerBound, count: part.count)
    return unsafe Rows(storage, rows)
  }

  /// Part `index` of `parts` almost equal parts.
  public func share(_ index: Int, of parts: Int) -> Rows {
    self[count * index / parts..<count * (index + 1) / parts]
  }

  /// The rows at `indices`, in that order.
  public func picking(_ indices: [Int]) -> Rows {
    let storage = Storage(self.storage.arenas, count: indices.count)
    for (place, index) in indices.enumerated() {
      precondition(index >= 0 && index < count)
      unsafe storage.keys[place] = unsafe forC.keys[index]
      unsafe storage.values[place] = unsafe forC.values[index]
    }
    return Rows(storage, indices.count)
  }

  /// The rows with copies of the keys, one behind the other, as a program has the keys it asks for.
  ///
  /// Keys at random places in memory would take each engine longer to read than a row.
  public func withKeysTogether() -> Rows {
    var keys: [UInt8] = []
    var places: [Range<Int>] = []
    for index in 0..<count {
      let key = key(index)
      let start = keys.count
      for place in key.indices { keys.append(key[place]) }
      places.append(start..<keys.count)
    }
    let arena = Arena(keys)
    let storage = Storage(self.storage.arenas + [arena], count: count)
    for index in 0..<count {
      unsafe storage.keys[index] = arena.slice(places[index])
      unsafe storage.values[index] = unsafe forC.values[index]
    }
    return Rows(storage, count)
  }

  /// The rows in ascending order of their keys' bytes.
  public func sorted() -> Rows {
    picking((0..<count).sorted { unsafe bench_less(forC.keys[$0], forC.keys[$1]) })
  }

  /// What reading all values must give.
  public var digest: Digest {
    var digest = Digest()
    for index in 0..<count { digest.add(value(index)) }
    return digest
  }

  /// The number of bytes of all keys and values.
  public var byteCount: Int {
    (0..<count).reduce(0) { $0 + key($1).count + value($1).count }
  }
}
