/// A reader of the values at given paths in stored archives, without the Swift types of the values.
///
/// ```swift
/// let bytes = try Archiver().withStored(["name": "Ada"], number: { _ in 1 }) { $0.copied() }
/// var reader = ArchivePathReader(["name"])
/// let name = try reader.value(of: 0, in: bytes.span) { _ in nil }
/// print(name ?? .null)
/// ```
///
/// Create one reader for a scan, because a reader caches the schemas of previous archives. All
/// archives of a reader must come from one store, so that a number always identifies the same
/// schema. One thread at a time may use a reader.
public struct ArchivePathReader: ~Copyable, Sendable {
  private let limits: ArchiveLimits
  /// The maximum size of an archive in bytes.
  @usableFromInline let maximumSize: Int
  /// The number of paths.
  @usableFromInline let count: Int
  /// Whether the next archives are only fixed parts; see `fixedEnd(of:schema:)`.
  @usableFromInline var readsFixedParts = false
  /// The range of each path in `names`, which holds the names of all paths as UTF-8.
  private let steps: [Range<Int>]
  private let names: [[UInt8]]
  /// The indexes of the paths of computed values and row properties, which no archive contains.
  private let computed: Set<Int>
  /// The schemas of the archives so far, with the location of each path's fields.
  private var schemas: PathSchemas
  /// The *prefixes* of the archives so far, each the bytes before the fields of the archived value.
  ///
  /// `front` is the prefix of the previous archive.
  private var prefixes: [ArchivePrefix] = []
  @usableFromInline var front = ArchivePrefix()
  /// The location of each path's value in archives with a prefix, for all prefixes.
  @usableFromInline var offsets: [CachedOffset] = []
  /// The values at paths that lead into the default of an absent field.
  private var defaults: [ArchiveValue] = []
  /// The location of each value in `defaults`, by field and remaining path.
  private var defaultPlaces: [DefaultKey: PathLocation] = [:]
  /// Limits on the cached prefixes and schemas, so that varied archives cannot fill the memory.
  private static let maximumPrefixes = 32
  private static let maximumSchemas = 256

  /// Creates a reader of the values at `paths`.
  ///
  /// - Parameters:
  ///   - paths: The paths; the reader's methods take the index of a path in this array.
  ///   - limits: The limits on archives.
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
  /// A field that the type added after the object was archived has the default that the store
  /// recorded. Returns a value inside ``ArchiveValue/typed(_:_:)`` without the type. For a
  /// reference to an instance of a class, returns the instance. The reader does not detect damage
  /// outside the path.
  ///
  /// - Parameters:
  ///   - path: The index of the path in the reader; an index out of range is a programming error.
  ///   - bytes: The archive.
  ///   - schema: Returns the schema with a number, or `nil` if the store has no schema with the
  ///     number.
  /// - Complexity: O(n) for n bytes of the value, plus the cost of finding the value:
  ///   - O(1) for a field of the archived structure.
  ///   - O(d) for a field d names deep.
  ///   - O(e) for a key among e dictionary entries.
  /// - Throws: ``ArchiveError`` with one of these codes:
  ///   - `typeMismatch` if the path is a computed value or a row property.
  ///   - `typeMismatch` if an object has a schema of another kind, such as a structure with the
  ///     schema of a class.
  ///   - `tooLarge` or `tooDeep` if the archive or the value exceeds a limit.
  ///   - `unknownReference` if `schema` returns `nil` for a number, or a reference leads to no
  ///     object.
  ///   - `unknownFormat`, `truncated`, `trailingBytes`, `notCanonical`, `invalidUTF8`, or
  ///     `invalidValue` if the bytes are damaged.
  public mutating func value(
    of path: Int, in bytes: Span<UInt8>, schema: (UInt32) -> ArchiveSchema?
  ) throws -> ArchiveValue? {
    try withScalar(of: path, in: bytes, schema: schema) { scalar in try scalar.value() }
  }

  /// Returns whether the archive has the field or key at a path, even with a nil value.
  ///
  /// A field with a recorded default counts as a field of the archive. A nil field of a class
  /// instance counts as absent. So does a structure's *kept field*, which another version of the
  /// type declared. Returns `false` for the path of a computed value or a row property. The reader
  /// does not detect damage outside the path.
  ///
  /// - Complexity: O(d) for a field d names deep, plus O(e) to find a key among e dictionary
  ///   entries.
  /// - Throws: ``ArchiveError`` with one of these codes:
  ///   - `typeMismatch` if an object has a schema of another kind, such as a structure with the
  ///     schema of a class.
  ///   - `tooLarge` or `tooDeep` if the archive exceeds a limit.
  ///   - `unknownReference` if `schema` returns `nil` for a number, or a reference leads to no
  ///     object.
  ///   - `unknownFormat`, `truncated`, `trailingBytes`, `notCanonical`, or `invalidValue` if the
  ///     bytes are damaged.
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

  /// Passes the value at a path to `body`, and copies only decimals, collections, and objects.
  ///
  /// The scalar is valid only inside `body`. The reader does not validate texts as UTF-8, and does
  /// not detect damage outside the path.
  ///
  /// - Parameters:
  ///   - path: The index of the path in the reader; an index out of range is a programming error.
  ///   - bytes: The archive.
  ///   - schema: Returns the schema with a number, or `nil` if the store has no schema with the
  ///     number.
  ///   - body: Receives the value.
  /// - Complexity: O(n) for n copied bytes, plus the cost of finding the value:
  ///   - O(1) for a field of the archived structure.
  ///   - O(d) for a field d names deep.
  ///   - O(e) for a key among e dictionary entries.
  /// - Throws: Any error that `body` throws, and ``ArchiveError`` with one of these codes:
  ///   - `typeMismatch` if the path is a computed value or a row property.
  ///   - `typeMismatch` if an object has a schema of another kind, such as a structure with the
  ///     schema of a class.
  ///   - `tooLarge` or `tooDeep` if the archive or the value exceeds a limit.
  ///   - `unknownReference` if `schema` returns `nil` for a number, or a reference leads to no
  ///     object.
  ///   - `unknownFormat`, `truncated`, `trailingBytes`, `notCanonical`, `invalidUTF8`, or
  ///     `invalidValue` if the bytes are damaged.
  @inlinable @inline(__always)
  public mutating func withScalar<R>(
    of path: Int, in bytes: Span<UInt8>, schema: (UInt32) -> ArchiveSchema?,
    _ body: (borrowing ArchiveScalar) throws -> R
  ) throws -> R {
    let place = try place(of: path, in: bytes, schema: schema)
    if let scalar = ArchiveScalar(place, in: bytes) { return try body(scalar) }
    let value = try other(place, in: bytes, schema: schema)
    // A default is in no archive, so `body` receives the default's own text.
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
    precondition(path >= 0 && path < count, "the reader has no path with this index")
    if front.begins(bytes), bytes.count <= maximumSize,
      let place = offsets[front.firstOffset &+ path].place(
        in: bytes, isFixedPart: readsFixedParts)
    {
      return place
    }
    return try walk(path, in: bytes, schema: schema)
  }

  /// Finds the location of the value at a path by following the path from the archived value.
  @usableFromInline @inline(never)
  mutating func walk(
    _ path: Int, in bytes: Span<UInt8>, schema: (UInt32) -> ArchiveSchema?
  ) throws -> PathLocation {
    try limits.check(size: bytes.count)
    if computed.contains(path) {
      throw ArchiveError(.typeMismatch, at: 0, "no archive contains a computed value")
    }
    if !front.begins(bytes) { try findPrefix(bytes, schema) }
    do throws(ArchiveError) {
      return try walk(path, in: bytes)
    } catch {
      throw ArchiveError(error.code, at: error.offset.map { $0 + front.body }, error.message)
    }
  }

  /// Follows the path in an archive that begins with `front`; offsets in errors count from the
  /// body.
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
        "a value has \(end - start) bytes instead of \(size)")
    }
    if walk.type == .object, walk.isAtReference, try walk.takeReference() == nil { return .none }
    return PathLocation(walk.type, start + front.body, end + front.body)
  }

  // Defaults.

  /// A default, and the rest of the path inside the default.
  private struct DefaultKey: Hashable {
    let number: Int
    let names: ArraySlice<[UInt8]>
  }

  /// Returns the location of the value inside a default to which the rest of a path leads.
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

  /// Makes the prefix of an archive the current prefix, `front`.
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

  /// Empties all caches.
  private mutating func forget() {
    front = ArchivePrefix()
    prefixes = []
    offsets = []
    defaults = []
    defaultPlaces = [:]
    schemas.removeAll()
  }

  /// Caches the location of each path's value in archives with a prefix, and sets the end of the
  /// prefix.
  private mutating func addOffsets(_ front: inout ArchivePrefix, _ bytes: Span<UInt8>) {
    var end = front.start
    var shape: Int?
    if front.type == .object, !front.hasObjects {
      var cursor = ByteCursor(bytes)
      cursor.position = front.start
      if let number = try? cursor.varint(), number > 0, number <= front.shapes.count,
        schemas.shapes[front.shapes[Int(number) - 1]].kind == .inline
      {
        let found = front.shapes[Int(number) - 1]
        shape = found
        end = cursor.position
        let sizes = schemas.shapes[found].sizes
        if sizes.variableCount > 0 { front.fixedEnd = end + sizes.fixedEnd }
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
    front.hasFixedPaths =
      front.fixedEnd > 0 && offsets[front.firstOffset...].allSatisfy { $0.isFixed }
  }

  // Fixed parts.

  /// Returns the length in bytes of an archive's *fixed part*: everything before the end table of
  /// the archived structure, with all fixed-width fields.
  ///
  /// Returns 0 if the archived value is no structure with variable-width fields, if instances of
  /// classes follow, or if the bytes are damaged.
  ///
  /// - Complexity: O(1) for an archive with the schemas of the previous archive.
  package mutating func fixedEnd(
    of bytes: Span<UInt8>, schema: (UInt32) -> ArchiveSchema?
  ) -> Int {
    if !front.begins(bytes), (try? findPrefix(bytes, schema)) == nil { return 0 }
    return front.fixedEnd <= bytes.count ? front.fixedEnd : 0
  }

  /// Prepares the reader for the fixed part of an archive, until the next call of
  /// ``endFixedPart()``.
  ///
  /// - Returns: `true` if the bytes are a fixed part of at least 8 bytes, and no path of the reader
  ///   leads to a value outside the fixed part. Otherwise, the reader reads whole archives.
  package mutating func beginFixedPart(
    _ bytes: Span<UInt8>, schema: (UInt32) -> ArchiveSchema?
  ) -> Bool {
    if !front.begins(bytes), (try? findPrefix(bytes, schema)) == nil { return false }
    readsFixedParts =
      front.hasFixedPaths && bytes.count == front.fixedEnd && front.begins(bytes)
    return readsFixedParts
  }

  /// Prepares the reader for whole archives again.
  package mutating func endFixedPart() { readsFixedParts = false }

  // Values that must be created.

  /// Decodes the value at a location, or returns the default that the location denotes.
  @usableFromInline @inline(never)
  func other(
    _ place: PathLocation, in bytes: Span<UInt8>, schema: (UInt32) -> ArchiveSchema?
  ) throws -> ArchiveValue {
    if let number = place.defaultNumber { return defaults[number] }
    let body = front.body
    return try Unarchiver(limits: limits).reading(stored: bytes, schema: schema) { reader in
      var values = UntypedReader(reader.cursor, reader.session)
      return try values.value(place.type, at: place.start - body..<place.end - body)
    }
  }
}

extension UntypedReader {
  /// Decodes the value whose payload is in `range`; for a reference, returns the instance.
  fileprivate mutating func value(_ type: ArchiveType, at range: Range<Int>) throws -> ArchiveValue
  {
    cursor.position = range.lowerBound
    cursor.end = range.upperBound
    let value = try value(type)
    guard cursor.isAtEnd else { throw cursor.trailingBytes() }
    guard case .reference(let number) = value else { return value.untyped }
    return try sharedObject(number).map { .object($0) } ?? .null
  }
}
