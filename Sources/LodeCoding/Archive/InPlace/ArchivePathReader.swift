/// A reader of the values at given paths of stored archives, without the types that wrote them.
///
/// ```swift
/// let bytes = try Archiver().withStored(["name": "Ada"], number: { _ in 1 }) { $0.copied() }
/// var reader = ArchivePathReader(["name"])
/// let name = try reader.value(of: 0, in: bytes.span) { _ in nil }
/// print(name ?? .null)
/// ```
///
/// Create one reader for a scan: a reader reuses what it resolved for previous archives. All
/// archives of a reader must come from one store, so that a number always identifies the same
/// schema.
public struct ArchivePathReader: ~Copyable, Sendable {
  private let limits: ArchiveLimits
  @usableFromInline let maximumSize: Int
  /// The number of paths.
  @usableFromInline let count: Int
  /// The range of each path's names in the list of all names, followed by the UTF-8 of the names.
  private let steps: [Range<Int>]
  private let names: [[UInt8]]
  /// The indexes of paths that lead to no value of an archive.
  private let computed: Set<Int>
  private var schemas: PathSchemas
  /// The prefixes of archives so far, and the prefix of the previous archive.
  private var prefixes: [ArchivePrefix] = []
  @usableFromInline var front = ArchivePrefix()
  /// The cached offsets: one for each path of each prefix.
  @usableFromInline var offsets: [CachedOffset] = []
  /// The values of paths that continue from an absent field's default, by their number.
  private var defaults: [ArchiveValue] = []
  private var defaultPlaces: [DefaultKey: PathLocation] = [:]
  /// Limits on the cached prefixes and schemas, so that archives cannot fill the memory.
  private static let maximumPrefixes = 32
  private static let maximumSchemas = 256

  /// Creates a reader for paths, which calls identify by their index in `paths`.
  public init(_ paths: [ArchivePath], limits: ArchiveLimits = ArchiveLimits()) {
    self.limits = limits
    maximumSize = limits.size
    count = paths.count
    var (steps, names): ([Range<Int>], [String]) = ([], [])
    for path in paths {
      steps.append(names.count..<names.count + path.names.count)
      names += path.names
    }
    self.steps = steps
    computed = Set(paths.indices.filter { !paths[$0].isInArchive })
    self.names = names.map { Array($0.utf8) }
    schemas = PathSchemas(names)
  }

  /// Returns the value at a path, or `nil` if the value is absent or nil.
  ///
  /// An object that lacks a later added field has the default recorded with its schema, as in other
  /// reads. A value is returned without its declared type, as ``ArchiveValue/untyped``. A reference
  /// to a shared object returns the object.
  ///
  /// - Parameters:
  ///   - path: The index of the path in the reader.
  ///   - bytes: The stored archive.
  ///   - schema: Returns the schema with a number.
  /// - Complexity: O(1) for a field of the archived structure; O(names) for other fields;
  ///   O(entries) for a key of a dictionary; in addition, O(n) in the bytes of the value.
  /// - Throws: ``ArchiveError`` for damage that reading the path detects.
  public mutating func value(
    of path: Int, in bytes: Span<UInt8>, schema: (UInt32) -> ArchiveSchema?
  ) throws -> ArchiveValue? {
    try withScalar(of: path, in: bytes, schema: schema) { scalar in try scalar.value() }
  }

  /// Returns whether the archive has a field or a key at a path, whatever its value.
  ///
  /// - Complexity: As `value`, without reading the value.
  /// - Throws: ``ArchiveError`` as `value`.
  package mutating func contains(
    _ path: Int, in bytes: Span<UInt8>, schema: (UInt32) -> ArchiveSchema?
  ) throws -> Bool {
    try limits.check(size: bytes.count)
    if computed.contains(path) { return false }
    if !front.begins(bytes) { try findPrefix(bytes, schema) }
    var walk = try ArchiveCursor(bytes, front, limits: limits)
    for step in steps[path].dropLast() {
      switch try walk.enter(step, names[step], schemas) {
      case .value: continue
      case .nothing: return false
      case .added(let number):
        let rest = names[step + 1..<steps[path].upperBound]
        return place(ofDefault: number, rest).type != .null
      }
    }
    guard let last = steps[path].last else { return true }
    return try walk.has(last, names[last], schemas)
  }

  /// Passes the value at a path to `body`; numbers, texts, and similar values are not copied.
  ///
  /// - Complexity: As `value`, but O(1) for the bytes of texts and data.
  /// - Throws: ``ArchiveError`` as `value`, except that texts are not validated as UTF-8; any error
  ///   of `body`.
  @inlinable @inline(__always)
  public mutating func withScalar<R>(
    of path: Int, in bytes: Span<UInt8>, schema: (UInt32) -> ArchiveSchema?,
    _ body: (borrowing ArchiveScalar) throws -> R
  ) throws -> R {
    let place = try place(of: path, in: bytes, schema: schema)
    if let scalar = ArchiveScalar(place, in: bytes) { return try body(scalar) }
    let value = try other(place, in: bytes, schema: schema)
    // A default is in no archive, so the closure gets the default's own text.
    if case .string(let text) = value {
      return try text.withUTF8Span { try body(.text($0)) }
    }
    return try body(ArchiveScalar(value))
  }

  /// Returns the location of the value at a path.
  @inlinable @inline(__always)
  mutating func place(
    of path: Int, in bytes: Span<UInt8>, schema: (UInt32) -> ArchiveSchema?
  ) throws -> PathLocation {
    precondition(path >= 0 && path < count, "the reader has no such path")
    if front.begins(bytes), bytes.count <= maximumSize,
      let place = offsets[front.firstOffset &+ path].place(in: bytes)
    {
      return place
    }
    return try walk(path, in: bytes, schema: schema)
  }

  /// Traverses the archive from the archived value to the value at a path.
  @usableFromInline @inline(never)
  mutating func walk(
    _ path: Int, in bytes: Span<UInt8>, schema: (UInt32) -> ArchiveSchema?
  ) throws -> PathLocation {
    try limits.check(size: bytes.count)
    if computed.contains(path) {
      throw ArchiveError(.typeMismatch, at: 0, "a computed value is in no archive")
    }
    if !front.begins(bytes) { try findPrefix(bytes, schema) }
    do throws(ArchiveError) {
      return try walk(path, in: bytes)
    } catch {
      throw ArchiveError(error.code, at: error.offset.map { $0 + front.body }, error.message)
    }
  }

  private mutating func walk(
    _ path: Int, in bytes: Span<UInt8>
  ) throws(ArchiveError) -> PathLocation {
    var walk = try ArchiveCursor(bytes, front, limits: limits)
    for step in steps[path] {
      switch try walk.enter(step, names[step], schemas) {
      case .value: continue
      case .nothing: return .none
      case .added(let number):
        return place(ofDefault: number, names[step + 1..<steps[path].upperBound])
      }
    }
    guard try walk.unwrap() else { return .none }
    let (start, end) = (walk.cursor.position, walk.cursor.end)
    if let size = walk.type.fixedSize, size != end - start {
      throw ArchiveError(
        size > end - start ? .truncated : .trailingBytes, at: start,
        "a value of \(size) bytes has \(end - start)")
    }
    if walk.type == .object, walk.isAtReference, try walk.takeReference() == nil { return .none }
    return PathLocation(walk.type, start + front.body, end + front.body)
  }

  // Defaults.

  private struct DefaultKey: Hashable {
    let number: Int
    let names: ArraySlice<[UInt8]>
  }

  /// Returns the location of the value to which names lead from a default.
  private mutating func place(
    ofDefault number: Int, _ names: ArraySlice<[UInt8]>
  ) -> PathLocation {
    let key = DefaultKey(number: number, names: names)
    if let known = defaultPlaces[key] { return known }
    let path = ArchivePath(names.map { String(decoding: $0, as: UTF8.self) })
    var place = PathLocation.none
    if let value = schemas.added[number].value(at: path) {
      place = PathLocation(default: defaults.count)
      defaults.append(value)
    }
    defaultPlaces[key] = place
    return place
  }

  // Prefixes.

  /// Makes the prefix of an archive the reader's current prefix.
  private mutating func findPrefix(
    _ bytes: Span<UInt8>, _ schema: (UInt32) -> ArchiveSchema?
  ) throws(ArchiveError) {
    for known in prefixes where known.begins(bytes) {
      front = known
      return
    }
    if prefixes.count >= Self.maximumPrefixes || schemas.count > Self.maximumSchemas { forget() }
    var new = try ArchivePrefix(bytes, &schemas, schema: schema)
    new.firstOffset = offsets.count
    addOffsets(&new, bytes)
    prefixes.append(new)
    front = new
  }

  private mutating func forget() {
    front = ArchivePrefix()
    prefixes = []
    offsets = []
    defaults = []
    defaultPlaces = [:]
    schemas.removeAll()
  }

  /// Resolves the offsets of all paths in archives with a prefix, and sets the prefix's end.
  private mutating func addOffsets(_ front: inout ArchivePrefix, _ bytes: Span<UInt8>) {
    var end = front.start
    var shape: Int?
    if front.type == .object, !front.hasObjects {
      var cursor = ByteCursor(bytes)
      cursor.position = front.start
      if let number = try? cursor.varint(), number > 0, number <= front.shapes.count,
        schemas.shapes[front.shapes[Int(number) - 1]].kind == .inline
      {
        shape = front.shapes[Int(number) - 1]
        end = cursor.position
      }
    }
    front.end(at: end, of: bytes)
    for (path, steps) in steps.enumerated() {
      if let shape, steps.count == 1, !computed.contains(path) {
        let slot = schemas.slot(steps.lowerBound, in: shape)
        let absent = slot.added.map { place(ofDefault: $0, []) } ?? .none
        offsets.append(CachedOffset(slot, schemas.shapes[shape], start: end, absent: absent))
      } else {
        offsets.append(CachedOffset())
      }
    }
  }

  // Values that must be created.

  /// Creates the value at a location.
  @usableFromInline @inline(never)
  func other(
    _ place: PathLocation, in bytes: Span<UInt8>, schema: (UInt32) -> ArchiveSchema?
  ) throws -> ArchiveValue {
    if let number = place.defaultNumber { return defaults[number] }
    let body = front.body
    return try Unarchiver(limits: limits).reading(stored: bytes, schema: schema) { reader in
      try reader.value(place.type, at: place.start - body..<place.end - body)
    }
  }
}

extension ArchiveReader {
  /// Decodes the value whose payload is in `range`, and the object of a reference.
  fileprivate mutating func value(_ type: ArchiveType, at range: Range<Int>) throws -> ArchiveValue
  {
    cursor.position = range.lowerBound
    cursor.end = range.upperBound
    let value = try value(type)
    guard cursor.isAtEnd else { throw trailingBytes() }
    guard case .reference(let number) = value else { return value.untyped }
    return try sharedObject(number).map { .object($0) } ?? .null
  }
}
