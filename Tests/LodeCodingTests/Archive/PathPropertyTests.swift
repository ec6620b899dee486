import LodeCoding
import LodeTestSupport
import LodeTestTags
import Testing

@Suite("Values at paths are those of the whole archive", .tags(.random))
struct PathPropertyTests {
  @Test
  func `in archives of every shape, for the first one and for those that begin alike`() throws {
    let seed = SeededGenerator().seed
    var random = RandomArchives(seed: seed)
    var found = 0
    for round in 0..<rounds(1_000) {
      let archive = random.archive()
      let encoded = try archive.forStore()
      let bytes = storedByPlaces(encoded)
      let paths = Self.paths(in: archive)
      var reader = ArchivePathReader(paths)
      for (index, path) in (paths + paths).enumerated() {
        let value = try reader.value(of: index % paths.count, in: bytes.span) {
          encoded.schemas[Int($0) - 1]
        }
        let context: Comment = "seed \(seed), round \(round), \(path): \(archive)"
        #expect(value == archive.value(at: path), context)
        if value != Optional.none { found += 1 }
      }
    }
    // One a round at least, and two in the mean.
    #expect(found > rounds(1_000), "seed \(seed)")
  }

  @Test
  func `also in damaged ones that can be read, and no other reader makes a difference`() throws {
    let seed = SeededGenerator().seed
    var random = RandomArchives(seed: seed)
    for round in 0..<rounds(12) {
      let archive = random.archive()
      let encoded = try archive.forStore()
      let stored = storedByPlaces(encoded)
      guard stored.count < 400 else { continue }
      let paths = Array(Self.paths(in: archive).prefix(6))
      let context: Comment = "seed \(seed), round \(round): \(archive)"
      func check(_ damaged: [UInt8]) {
        expectSame(paths, damaged, after: stored, encoded.schemas, context)
      }
      for count in stored.indices { check(Array(stored[..<count])) }
      for bit in 0..<stored.count * 8 {
        var bytes = stored
        bytes[bit / 8] ^= 1 << UInt8(bit % 8)
        check(bytes)
      }
    }
  }

  /// Reads damaged bytes as a whole, and by readers that have and have not read a sound archive
  /// before.
  private func expectSame(
    _ paths: [ArchivePath], _ damaged: [UInt8], after sound: [UInt8], _ schemas: [ArchiveSchema],
    _ context: Comment
  ) {
    let schema: (UInt32) -> ArchiveSchema? = { number in
      schemas.indices.contains(Int(number) - 1) ? schemas[Int(number) - 1] : nil
    }
    let whole = Result { try Archive(stored: damaged.span, schema: schema) }
    for path in paths.indices {
      var new = ArchivePathReader(paths)
      var used = ArchivePathReader(paths)
      _ = try? used.value(of: path, in: sound.span, schema: schema)
      let first = read(path, damaged, &new, schema)
      #expect(read(path, damaged, &new, schema) == first, context)
      #expect(read(path, damaged, &used, schema) == first, context)
      if case .success(let archive) = whole {
        #expect(first == .success(archive.value(at: paths[path])), "\(paths[path]) \(context)")
      }
    }
  }

  private func read(
    _ path: Int, _ bytes: [UInt8], _ reader: inout ArchivePathReader,
    _ schema: (UInt32) -> ArchiveSchema?
  ) -> Result<ArchiveValue?, ArchiveError>? {
    do {
      return .success(try reader.value(of: path, in: bytes.span, schema: schema))
    } catch {
      #expect(error is ArchiveError)
      return (error as? ArchiveError).map { .failure($0) }
    }
  }

  /// Up to forty paths that lead somewhere, and two that do not.
  static func paths(in archive: Archive) -> [ArchivePath] {
    var paths: [ArchivePath] = [ArchivePath([]), "nothing", "f0"]
    var open = [([String](), archive.root)]
    while let (names, value) = open.popLast(), paths.count < 40 {
      let inner = names.count < 4 ? Self.names(in: value, archive) : []
      for name in inner {
        let path = ArchivePath(names + [name])
        paths.append(path)
        open.insert((path.names, archive.value(at: path) ?? .null), at: 0)
      }
    }
    return paths
  }

  private static func names(in value: ArchiveValue, _ archive: Archive) -> [String] {
    switch value.untyped {
    case .object(let object):
      sequence(first: object, next: \.superclass).flatMap { $0.fields.map(\.name) }
    case .dictionary(let entries): entries.keys.compactMap(\.string)
    case .reference(let number):
      archive.objects[number - 1].map { names(in: .object($0), archive) } ?? []
    default: []
    }
  }
}
