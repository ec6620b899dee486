internal import LodeCoding

/// What becomes of a schema that the catalog does not have.
struct SchemaDrift {
  enum Verdict {
    /// It is to be added: the first one of its version, or one that takes over all objects of the
    /// others.
    case new
    /// The catalog has this version with fields that would be lost or cannot be read; says which.
    case drift(String)
  }

  let verdict: Verdict

  /// Compares a schema with the recorded schemas of its version.
  init(_ schema: ArchiveSchema, in catalog: SchemaCatalog) {
    guard schema.evolution != .open else {
      verdict = .new
      return
    }
    for (_, recorded) in catalog.related(to: schema).reversed()
    where recorded.version == schema.version {
      let obstacles = schema.obstacles(from: recorded)
      if obstacles.isEmpty { continue }
      verdict = .drift(
        "\(schema.name) version \(schema.version): " + obstacles.joined(separator: "; "))
      return
    }
    verdict = .new
  }
}
