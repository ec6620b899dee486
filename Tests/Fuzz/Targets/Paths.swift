import LodeCoding

/// Values at paths in stored archives, compared with the archive that was read as a whole.
enum PathsTarget: Target {
  private static let paths: [ArchivePath] = [
    ArchivePath([]), "name", "age", "mail", "counts.x", "address.street", "address.inner",
    "shape._0", "shape.radius", "label", "weight", "next.label", "next.next.weight",
    "parent.label", "inner.``.a",
  ]

  static func seeds() throws -> [[UInt8]] {
    let document: [String: ArchiveValue] = [
      "name": "a", "age": .typed(.int8, 1), "inner": ["": ["a": .null, "b": true]],
    ]
    return [
      try Archiver().encode(ArchiveInputs.person).stored(number: ArchiveInputs.number),
      try Archiver().encode(ArchiveInputs.tree).stored(number: ArchiveInputs.number),
      try Archiver().encode(document).stored(number: ArchiveInputs.number),
      try Archiver().encode(ArchiveInputs.person.shape).stored(number: ArchiveInputs.number),
    ].map { input($0, $0) }
  }

  static func run(_ input: [UInt8]) {
    // The second archive is read by who has read the first.
    let archives = parts(of: input, 2)
    var reader = ArchivePathReader(paths)
    for bytes in archives {
      let whole = ArchiveInputs.unlessRefused(bytes.count) {
        try Archive(stored: bytes.span, schema: ArchiveInputs.schema)
      }
      for path in paths.indices {
        let value = ArchiveInputs.unlessRefused(bytes.count) {
          try reader.value(of: path, in: bytes.span, schema: ArchiveInputs.schema)
        }
        let again = ArchiveInputs.unlessRefused(bytes.count) {
          var other = ArchivePathReader([paths[path]])
          return try other.value(of: 0, in: bytes.span, schema: ArchiveInputs.schema)
        }
        require(value == again, "another reader finds the same at \(paths[path])")
        if let whole {
          require(value == .some(whole.value(at: paths[path])), "\(paths[path]) in \(whole)")
        }
      }
    }
  }
}
