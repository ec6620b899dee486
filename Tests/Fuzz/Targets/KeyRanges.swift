import LodeCoding

/// Two bounds and a key, any bytes: the range of stored forms holds the stored form of every key in
/// the range.
enum KeyRangesTarget: Target {
  static func seeds() throws -> [[UInt8]] {
    let long = [UInt8](repeating: 0x61, count: 495)
    let lengths = [1, 15, 16, 40]
    let keys =
      [[], [0], [0xFF], [0x61]] + lengths.map { long + [UInt8](repeating: 0xFF, count: $0) }
    return (0..<9).flatMap { kind in
      keys.indices.map { at in
        [kind] + input(keys[at], keys[(at + 1) % keys.count], keys[(at + Int(kind)) % keys.count])
      }
    }
  }

  static func run(_ input: [UInt8]) {
    guard let kind = input.first, kind < 9 else { return }
    let parts = parts(of: Array(input.dropFirst()), 3)
    let range = KeyRange(lower: bound(kind / 3, parts[0]), upper: bound(kind % 3, parts[1]))
    let key = parts[2]
    let isInside = range.contains(key.span)
    require(isInside == isBetween(key, range), "\(range) holds \(key) as its bounds say")
    let stored = range.stored
    let form = StoredKey(key.span)
    let isFound = stored.range.contains(form.bytes)
    let isShortened = form.isShortened
    require(form.bytes.count <= 511, "a stored form fits LMDB")
    require(isShortened == (key.count > 510), "only long keys are shortened")
    // With long bounds the full key decides; with short ones the stored form must say the same.
    require(!isInside || isFound, "a scan of \(range) does not miss \(key)")
    require(!stored.isExact || isInside == isFound, "a scan of \(range) finds nothing else")
  }

  private static func bound(_ kind: UInt8, _ bytes: [UInt8]) -> KeyRange.Bound {
    kind == 0 ? .unbounded : kind == 1 ? .included(bytes) : .excluded(bytes)
  }

  private static func isBetween(_ key: [UInt8], _ range: KeyRange) -> Bool {
    let isAbove =
      switch range.lower {
      case .unbounded: true
      case .included(let bytes): !key.lexicographicallyPrecedes(bytes)
      case .excluded(let bytes): bytes.lexicographicallyPrecedes(key)
      }
    let isBelow =
      switch range.upper {
      case .unbounded: true
      case .included(let bytes): !bytes.lexicographicallyPrecedes(key)
      case .excluded(let bytes): key.lexicographicallyPrecedes(bytes)
      }
    return isAbove && isBelow
  }
}
