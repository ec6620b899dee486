#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

// A store keeps the bytes of a blob once and numbers the blob. In an archive, a blob is an object
// with either the bytes or the number.
extension Archive {
  /// Returns the numbers of the blobs that the archive refers to.
  ///
  /// The numbers are in ascending order without duplicates.
  ///
  /// - Complexity: O(n) for n bytes of the archive.
  /// - Throws: Nothing.
  package func blobNumbers() throws -> [UInt64] { try movingBlobs { _ in nil }.numbers }

  /// Returns the archive with the bytes of blobs replaced by numbers, and the numbers of all blobs
  /// in the new archive.
  ///
  /// The numbers are in ascending order without duplicates.
  ///
  /// - Parameter number: Returns the number for the given bytes, or `nil` to keep the bytes.
  /// - Complexity: O(n) for n bytes of the archive.
  /// - Throws: Any error that `number` throws, and ``ArchiveError`` with `equalElements` if two
  ///   elements of a set, or two keys of a dictionary, become equal.
  package func movingBlobs(
    _ number: (Data) throws -> UInt64?
  ) throws -> (archive: Archive, numbers: [UInt64]) {
    var numbers: Set<UInt64> = []
    func move(_ object: ArchivedObject) throws -> ArchivedObject? {
      if let known = object.blobNumber {
        numbers.insert(known)
        return object
      }
      guard let blob = object.blob else { return nil }
      guard let number = try number(blob.data) else { return object }
      numbers.insert(number)
      return ArchivedObject(blobNumber: number)
    }
    var archive = self
    archive.root = try root.replacingObjects(move)
    archive.objects = try objects.map { try $0?.replacingObjects(move) }
    return (archive, numbers.sorted())
  }
}

extension ArchiveValue {
  /// Returns the value with all blob numbers replaced by the bytes of the blobs.
  ///
  /// - Complexity: O(n) for n bytes of the new value.
  /// - Throws: Any error that the source throws, and ``ArchiveError`` with `equalElements` if two
  ///   elements of a set, or two keys of a dictionary, become equal.
  package func readingBlobs(from source: any BlobSource) throws -> ArchiveValue {
    try replacingObjects { object in
      try object.blobNumber.map { ArchivedObject(Blob(try source.bytes(ofBlob: $0))) }
    }
  }

  /// Returns the value with each object replaced by the object that `body` returns.
  ///
  /// If `body` returns `nil`, the object stays, and the method replaces the objects inside it.
  fileprivate func replacingObjects(
    _ body: (ArchivedObject) throws -> ArchivedObject?
  ) throws -> ArchiveValue {
    switch self {
    case .array(let values): return .array(try values.map { try $0.replacingObjects(body) })
    case .set(let values):
      let replaced = Set(try values.map { try $0.replacingObjects(body) })
      if replaced.count < values.count { throw Self.equalBlobs }
      return .set(replaced)
    case .dictionary(let entries):
      var replaced: [ArchiveValue: ArchiveValue] = [:]
      for (key, value) in entries {
        let key = try key.replacingObjects(body)
        let isTaken = replaced.updateValue(try value.replacingObjects(body), forKey: key)
        if isTaken != nil { throw Self.equalBlobs }
      }
      return .dictionary(replaced)
    case .object(let object): return .object(try object.replacingObjects(body))
    case .typed(let type, let value): return .typed(type, try value.replacingObjects(body))
    default: return self
    }
  }

  private static let equalBlobs = ArchiveError(
    .equalElements, "the archive contains a blob twice: once with its bytes, once with its number")
}

extension ArchivedObject {
  fileprivate func replacingObjects(
    _ body: (ArchivedObject) throws -> ArchivedObject?
  ) throws -> ArchivedObject {
    if let other = try body(self) { return other }
    var replaced = self
    replaced.fields = try Self.replacingObjects(in: fields, body)
    replaced.extensions = try extensions?.map { group in
      var group = group
      group.fields = try Self.replacingObjects(in: group.fields, body)
      return group
    }
    replaced.superclass = try superclass?.replacingObjects(body)
    return replaced
  }

  private static func replacingObjects(
    in fields: [Field], _ body: (ArchivedObject) throws -> ArchivedObject?
  ) throws -> [Field] {
    try fields.map { field in
      var field = field
      field.value = try field.value.replacingObjects(body)
      return field
    }
  }
}

extension EncodedArchive {
  /// Whether the archive may contain blobs: `true` if a schema has the type name of blobs.
  package var hasBlobs: Bool { schemas.contains { $0.name == Blob.name } }
}
