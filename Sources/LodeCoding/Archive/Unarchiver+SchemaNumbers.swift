// The numbers in the list of schemas at the beginning of a stored archive.
extension Unarchiver {
  /// Returns the numbers of the schemas that a stored archive uses, in the order of the archive.
  ///
  /// - Complexity: O(s) for s schemas of the archive.
  /// - Throws: ``ArchiveError`` with `unknownFormat`, `truncated`, or `notCanonical` if the bytes
  ///   do not begin like a stored archive.
  public static func schemaNumbers(stored bytes: Span<UInt8>) throws(ArchiveError) -> [UInt32] {
    var cursor = ByteCursor(bytes)
    var numbers: [UInt32] = []
    for _ in 0..<(try beginList(&cursor).count) { numbers.append(try cursor.varint()) }
    return numbers
  }

  /// Returns whether a stored archive uses any of the given schemas.
  ///
  /// - Complexity: O(s) for s schemas of the archive.
  /// - Throws: ``ArchiveError`` with `unknownFormat`, `truncated`, or `notCanonical` if the bytes
  ///   do not begin like a stored archive.
  package static func refers(
    stored bytes: Span<UInt8>, toAny wanted: Set<UInt32>
  ) throws(ArchiveError) -> Bool {
    var cursor = ByteCursor(bytes)
    var found = false
    for _ in 0..<(try beginList(&cursor).count) {
      if wanted.contains(try cursor.varint()) { found = true }
    }
    return found
  }

  /// Returns whether a stored archive uses one of two schemas.
  ///
  /// Returns `false` for bytes that do not begin like a stored archive.
  ///
  /// - Complexity: O(s) for s schemas of the archive.
  package static func refers(stored bytes: Span<UInt8>, to a: UInt32, or b: UInt32) -> Bool {
    var cursor = ByteCursor(bytes)
    do throws(ArchiveError) {
      for _ in 0..<(try beginList(&cursor).count) {
        let number = try cursor.varint()
        if number == a || number == b { return true }
      }
    } catch {}
    return false
  }

  /// Reads the bytes before the list, and returns the number of its entries.
  @inline(__always)
  private static func beginList(
    _ cursor: inout ByteCursor
  ) throws(ArchiveError) -> (hasObjects: Bool, count: Int) {
    let hasObjects = try ArchiveHead.takeHead(&cursor, isSelfContained: false)
    return (hasObjects, try ArchiveHead.takeCount(&cursor, size: 1))
  }

  /// Returns the schema number of the object that a stored archive holds.
  ///
  /// For an instance of a class, the number identifies the class itself instead of a superclass.
  /// Returns `nil` if the archive holds another kind of value, such as a dictionary, or if the
  /// reference or the schema index is damaged.
  ///
  /// - Complexity: O(s + l) for s schemas of the archive and l classes in the inheritance chain of
  ///   the object.
  /// - Throws: ``ArchiveError`` with `unknownFormat`, `truncated`, or `notCanonical` if the bytes
  ///   do not begin like a stored archive.
  package static func rootSchema(stored bytes: Span<UInt8>) throws(ArchiveError) -> UInt32? {
    var cursor = ByteCursor(bytes)
    let (hasObjects, count) = try beginList(&cursor)
    let list = cursor.position
    for _ in 0..<count { _ = try cursor.varint() }
    let body = cursor.position
    guard try cursor.byte() == ArchiveType.Code.object.rawValue else { return nil }
    var index = try cursor.varint()
    if index == 0 {
      guard hasObjects, let found = try classOfShared(try cursor.varint(), body, &cursor) else {
        return nil
      }
      index = found
    }
    guard index > 0, index <= count else { return nil }
    cursor.position = list
    for _ in 1..<index { _ = try cursor.varint() }
    return try cursor.varint()
  }

  /// Returns the index, from 1, of an instance's own class in the archive's list of schemas.
  private static func classOfShared(
    _ number: UInt32, _ body: Int, _ cursor: inout ByteCursor
  ) throws(ArchiveError) -> UInt32? {
    guard cursor.end - body >= 4 else { return nil }
    let count = Int(cursor.bytes.littleEndianUInt32(at: cursor.end - 4))
    let table = cursor.end - 4 - 4 * count
    guard number > 0, Int(number) <= count, table >= body else { return nil }
    let offset = cursor.bytes.littleEndianUInt32(at: table + 4 * (Int(number) - 1))
    guard body + Int(offset) < table else { return nil }
    cursor.position = body + Int(offset)
    var own: UInt32?
    for _ in 0..<(try cursor.byte()) {
      own = try cursor.varint()
      let length = try cursor.take(4)
      _ = try cursor.take(Int(cursor.bytes.littleEndianUInt32(at: length)))
    }
    return own
  }
}
