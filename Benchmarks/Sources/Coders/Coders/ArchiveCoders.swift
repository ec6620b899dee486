public import BenchHarness
internal import LodeCoding

/// The numbers of schemas, as a store keeps them; the loops only look them up.
private final class SchemaNumbers {
  private(set) var schemas: [ArchiveSchema] = []

  func add(_ schema: ArchiveSchema) -> UInt32 {
    if let index = schemas.firstIndex(where: { $0 === schema }) { return UInt32(index + 1) }
    schemas.append(schema)
    return UInt32(schemas.count)
  }
}

extension [ArchiveSchema] {
  @inline(__always)
  fileprivate func number(of schema: ArchiveSchema) -> UInt32 {
    for index in indices where self[index] === schema { return UInt32(index + 1) }
    return 0
  }

  @inline(__always)
  fileprivate func schema(_ number: UInt32) -> ArchiveSchema? {
    number > 0 && number <= count ? self[Int(number) - 1] : nil
  }
}

/// Archives in the form that a store keeps.
func storedCoder<T: Sample>(_ values: [T]) throws -> Coder {
  let numbers = SchemaNumbers()
  let archives = try values.map { value in
    try Archiver().withStored(value, number: { numbers.add($0) }) { $0.copied() }
  }
  let schemas = numbers.schemas
  return Coder(
    entrant: .stored, byteCount: archives.reduce(0) { $0 + $1.count },
    encode: {
      let archiver = Archiver()
      let span = values.span
      var total = 0
      for index in span.indices {
        total &+= try archiver.withStored(
          span[index], number: { schemas.number(of: $0) }, { $0.count })
      }
      return total
    },
    decode: {
      let unarchiver = Unarchiver()
      var sum = 0
      for bytes in archives {
        let value = try unarchiver.unarchive(T.self, stored: bytes.span) { schemas.schema($0) }
        sum &+= value.number
      }
      return sum
    },
    countEqual: {
      try zip(values, archives).count { value, bytes in
        try Unarchiver().unarchive(T.self, stored: bytes.span) { schemas.schema($0) } == value
      }
    },
    fields: fieldCoder(T.self, archives, schemas))
}

/// Fields of archives in the form that a store keeps.
private func fieldCoder<T: Sample>(
  _ type: T.Type, _ archives: [[UInt8]], _ schemas: [ArchiveSchema]
) -> FieldCoder {
  let names = T.archiveSchema.fields.map(\.name)
  let numberPath = ArchivePath([names[T.numberField.index]])
  let textPath = ArchivePath([names[T.textField.index]])
  return FieldCoder(
    number: {
      let field = T.numberField
      var reader = ArchiveFieldReader<T>()
      var sum = 0
      for bytes in archives {
        sum &+= try reader.value(field, in: bytes.span) { schemas.schema($0) }
      }
      return sum
    },
    numberByPath: {
      var reader = ArchivePathReader([numberPath])
      var sum = 0
      for bytes in archives {
        try reader.withScalar(of: 0, in: bytes.span, schema: { schemas.schema($0) }) { scalar in
          if case .int(let value) = scalar { sum &+= Int(value) }
        }
      }
      return sum
    },
    text: {
      let field = T.textField
      var reader = ArchiveFieldReader<T>()
      var size = 0
      for bytes in archives {
        size &+=
          try reader.withBytes(of: field, in: bytes.span, schema: { schemas.schema($0) }) {
            $0.count
          } ?? 0
      }
      return size
    },
    textByPath: {
      var reader = ArchivePathReader([textPath])
      var size = 0
      for bytes in archives {
        try reader.withScalar(of: 0, in: bytes.span, schema: { schemas.schema($0) }) { scalar in
          if case .text(let text) = scalar { size &+= text.count }
        }
      }
      return size
    })
}

/// A value that hides from the archiver that it could archive itself.
private struct OnlyCodable<T: Codable>: Codable {
  let value: T

  init(_ value: T) { self.value = value }

  init(from decoder: any Decoder) throws { value = try T(from: decoder) }

  func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}

/// Archives in the form that a store keeps, made through `Codable`.
func codableCoder<T: Sample>(_ values: [T]) throws -> Coder {
  let hidden = values.map { OnlyCodable($0) }
  let numbers = SchemaNumbers()
  let archives = try hidden.map { value in
    try Archiver().withStored(codable: value, number: { numbers.add($0) }) { $0.copied() }
  }
  let schemas = numbers.schemas
  return Coder(
    entrant: .codable, byteCount: archives.reduce(0) { $0 + $1.count },
    encode: {
      let archiver = Archiver()
      var total = 0
      for value in hidden {
        total &+= try archiver.withStored(
          codable: value, number: { schemas.number(of: $0) }, { $0.count })
      }
      return total
    },
    decode: {
      let unarchiver = Unarchiver()
      var sum = 0
      for bytes in archives {
        let found = try unarchiver.unarchive(
          codable: OnlyCodable<T>.self, stored: bytes.span
        ) { schemas.schema($0) }
        sum &+= found.value.number
      }
      return sum
    },
    countEqual: {
      try zip(values, archives).count { value, bytes in
        try Unarchiver().unarchive(codable: OnlyCodable<T>.self, stored: bytes.span) {
          schemas.schema($0)
        }.value == value
      }
    },
    fields: nil)
}

/// Archives that need nothing else to be read.
func selfContainedCoder<T: Sample>(_ values: [T]) throws -> Coder {
  let archives = try values.map { try Archiver.archive($0) }
  return Coder(
    entrant: .selfContained, byteCount: archives.reduce(0) { $0 + $1.count },
    encode: {
      let archiver = Archiver()
      let span = values.span
      var total = 0
      for index in span.indices { total &+= try archiver.archive(span[index]).count }
      return total
    },
    decode: {
      let unarchiver = Unarchiver()
      var sum = 0
      for bytes in archives { sum &+= try unarchiver.unarchive(T.self, from: bytes.span).number }
      return sum
    },
    countEqual: {
      try zip(values, archives).count { value, bytes in
        try Unarchiver.unarchive(T.self, from: bytes) == value
      }
    },
    fields: nil)
}

extension [Person] {
  /// Archives as a store has them, under ascending keys.
  public func archivedRows() throws -> Rows { try rows(of: self) }
}

extension [PackageRecord] {
  /// Archives as a store has them, under ascending keys.
  public func archivedRows() throws -> Rows { try rows(of: self) }
}

private func rows<T: Sample>(of values: [T]) throws -> Rows {
  let numbers = SchemaNumbers()
  var builder = RowBuilder()
  for (index, value) in values.enumerated() {
    let key = unsafe withUnsafeBytes(of: UInt64(index).bigEndian) { unsafe Array($0) }
    let bytes = try Archiver().withStored(value, number: { numbers.add($0) }) { $0.copied() }
    builder.append(key: key, value: bytes)
  }
  return builder.rows()
}
