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

  /// The archive with numbers in place of blobs, and all numbers that it names then, in ascending order, each once.
  ///
  /// - Parameter number: the number for these bytes, or `nil` to leave them where they are.
  /// - Complexity: O(bytes).
  /// - Throws: ``ArchiveError`` with `equalElements` when two elements of a set, or two keys, become one; what `number` throws.
  package func movingBlobs(
    _ number: (Data) throws -> UInt64?
  ) throws -> (archive: Archive, numbers: [UInt64]) {
    var numbers: Set<UInt64> = []
    var archive = self
    archive.root = try root.movingBlobs(number, &numbers)
    archive.objects = try objects.map { try $0?.movingBlobs(number, &numbers) }
    return (archive, numbers.sorted())
  }
}

extension ArchiveValue {
  fileprivate func movingBlobs(
    _ number: (Data) throws -> UInt64?, _ numbers: inout Set<UInt64>
  ) throws -> ArchiveValue {
    switch self {
    case .array(let values):
      return .array(try values.map { try $0.movingBlobs(number, &numbers) })
    case .set(let values):
      let moved = Set(try values.map { try $0.movingBlobs(number, &numbers) })
      if moved.count < values.count { throw Self.equalBlobs }
      return .set(moved)
    case .dictionary(let entries):
      var moved: [ArchiveValue: ArchiveValue] = [:]
      for (key, value) in entries {
        let key = try key.movingBlobs(number, &numbers)
        let isTaken = moved.updateValue(try value.movingBlobs(number, &numbers), forKey: key)
        if isTaken != nil { throw Self.equalBlobs }
      }
      return .dictionary(moved)
    case .object(let object): return .object(try object.movingBlobs(number, &numbers))
    case .typed(let type, let value):
      return .typed(type, try value.movingBlobs(number, &numbers))
    default: return self
    }
  }

  private static let equalBlobs = ArchiveError(
    .equalElements, "a blob is there twice, once with its bytes and once with its number")
}

extension ArchivedObject {
  fileprivate func movingBlobs(
    _ number: (Data) throws -> UInt64?, _ numbers: inout Set<UInt64>
  ) throws -> ArchivedObject {
    if let known = blobNumber {
      numbers.insert(known)
      return self
    }
    if let blob {
      guard let number = try number(blob.data) else { return self }
      numbers.insert(number)
      return ArchivedObject(blobNumber: number)
    }
    var moved = self
    moved.fields = try fields.map { try $0.movingBlobs(number, &numbers) }
    moved.extensions = try extensions?.map { group in
      var group = group
      group.fields = try group.fields.map { try $0.movingBlobs(number, &numbers) }
      return group
    }
    moved.superclass = try superclass?.movingBlobs(number, &numbers)
    return moved
  }
}

extension ArchivedObject.Field {
  fileprivate func movingBlobs(
    _ number: (Data) throws -> UInt64?, _ numbers: inout Set<UInt64>
  ) throws -> ArchivedObject.Field {
    var moved = self
    moved.value = try value.movingBlobs(number, &numbers)
    return moved
  }
}

extension EncodedArchive {
  /// Whether there are blobs in it.
  package var hasBlobs: Bool { schemas.contains { $0.name == Blob.name } }
}
