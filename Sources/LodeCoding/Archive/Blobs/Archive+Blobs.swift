#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

// Which blobs an archive has, wherever in it they are.
extension Archive {
  /// The numbers of the blobs that the archive names, in ascending order, each once.
  ///
  /// - Complexity: O(bytes).
  /// - Throws: nothing of an archive that was read.
  package func blobNumbers() throws -> [UInt64] { try movingBlobs { _ in nil }.numbers }

  /// The archive with numbers in place of blobs, and all numbers that it names then, in ascending
  /// order, each once.
  ///
  /// - Parameter number: the number for these bytes, or `nil` to leave them where they are.
  /// - Complexity: O(bytes).
  /// - Throws: ``ArchiveError`` with `equalElements` when two elements of a set, or two keys,
  ///   become one; what `number` throws.
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
  /// The value with the bytes of blobs that it only names.
  ///
  /// - Complexity: O(bytes).
  /// - Throws: what the source throws; as `movingBlobs`.
  package func readingBlobs(from source: any BlobSource) throws -> ArchiveValue {
    try replacingObjects { object in
      try object.blobNumber.map { ArchivedObject(Blob(try source.bytes(ofBlob: $0))) }
    }
  }

  /// The value with others in place of the objects for which `body` has one.
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
    .equalElements, "a blob is there twice, once with its bytes and once with its number")
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
  /// Whether there are blobs in it.
  package var hasBlobs: Bool { schemas.contains { $0.name == Blob.name } }
}
