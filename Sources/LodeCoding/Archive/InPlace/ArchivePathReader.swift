/// Reads the values at some paths of stored archives where they lie, without the types that wrote
/// them.
///
/// ```swift
/// let bytes = try Archiver().withStored(["name": "Ada"], number: { _ in 1 }) { $0.copied() }
/// var reader = ArchivePathReader(["name"])
/// let name = try reader.value(of: 0, in: bytes.span) { _ in nil }
/// print(name ?? .null)
/// ```
///
/// Make one for a scan: it keeps what it found out about the archives before. All archives that it
/// reads are of one store, so that a number always stands for the same schema.
public struct ArchivePathReader: ~Copyable, Sendable {
  private let limits: ArchiveLimits
  @usableFromInline let maximumSize: Int
  /// How many paths there are.
  @usableFromInline let count: Int
  /// The range of each path's names in the list of all names, and the UTF-8 of the names.
  private let steps: [Range<Int>]
  private let names: [[UInt8]]
  /// The paths that lead to no value of an archive.
  private let computed: Set<Int>
  private var schemas: PathSchemas
  /// What archives began with, up to now, and the archive before.
  private var prefixes: [ArchivePrefix] = []
  @usableFromInline var front = ArchivePrefix()
  /// For each front as many as there are paths.
  @usableFromInline var offsets: [CachedOffset] = []
  /// What paths lead to that go on from a field which is not there, by the numbers in places.
  private var defaults: [ArchiveValue] = []
  private var defaultPlaces: [DefaultKey: PathLocation] = [:]
  /// More are not kept, so that archives cannot fill the memory.
  private static let maximumPrefixes = 32
  private static let maximumSchemas = 256

  /// Creates a reader for these paths, which then go by their places among them.
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

  /// The value at a path; `nil` when there is none, or it is nil.
  ///
  /// An object that lacks a field which its type got later has the default that is recorded with
  /// its schema, as in reads. A value comes without the type of the place where it stands, as
  /// ``ArchiveValue/untyped``, and a shared object as the object to which the reference leads.
  ///
  /// - Parameters:
  ///   - path: The index of the path in the reader.
  ///   - bytes: The stored archive.
  ///   - schema: Returns the schema with a number.
  /// - Complexity: O(1) for a field of the archived structure, O(names) for others, and O(entries)
  ///   for a key of a dictionary; and O(bytes) of the value.
  /// - Throws: ``ArchiveError`` when the bytes are damaged, as far as the path shows it.
  public mutating func value(
    of path: Int, in bytes: Span<UInt8>, schema: (UInt32) -> ArchiveSchema?
  ) throws -> ArchiveValue? {
    try withScalar(of: path, in: bytes, schema: schema) { scalar in try scalar.value() }
  }

  /// Whether the archive has a field or a key at a path, whatever its value is.
  ///
  /// - Complexity: as `value`, without reading the value.
  /// - Throws: as `value`.
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

  /// Lends the value at a path, of which numbers, texts and the like need no memory.
  ///
  /// - Complexity: as `value`; O(1) in place of O(bytes) for texts and data.
  /// - Throws: as `value`, but texts are not checked to be UTF-8; what `body` throws.
  @inlinable @inline(__always)
  public mutating func withScalar<R>(
    of path: Int, in bytes: Span<UInt8>, schema: (UInt32) -> ArchiveSchema?,
    _ body: (borrowing ArchiveScalar) throws -> R
  ) throws -> R {
    let place = try place(of: path, in: bytes, schema: schema)
    if let scalar = ArchiveScalar(place, in: bytes) { return try body(scalar) }
    let value = try other(place, in: bytes, schema: schema)
    // A default, which lies in no archive, is lent as any other text.
    if case .string(let text) = value {
      return try text.withUTF8Span { try body(.text($0)) }
    }
    return try body(ArchiveScalar(value))
  }

  /// Where the value at a path lies.
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

  /// Goes from the archived value to that at a path.
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

  /// What stands for the value to which names lead from a default.
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

  // Fronts.

  /// Makes the front of an archive that of the archive before.
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

  /// Finds where each path leads in archives that begin with a front, and ends it.
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

  // Values that have to be made.

  /// Makes the value that lies at a place.
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
  /// Reads the value whose payload lies there, and the object when it is a reference.
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
