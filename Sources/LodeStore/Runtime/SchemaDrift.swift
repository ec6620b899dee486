internal import LodeCoding

/// Decides whether the catalog can record a new schema.
struct SchemaDrift {
  enum Verdict {
    /// The catalog can record the schema.
    ///
    /// The new schema can decode objects of every recorded schema of this type and version, without
    /// losing data. A schema with `ArchiveEvolution.open`, such as the schema of a `Codable` type,
    /// is always new.
    case new
    /// The new schema cannot decode objects of a recorded schema without losing data; the text
    /// lists the reasons.
    case drift(String)
  }

  let verdict: Verdict

  /// Compares a schema with the recorded schemas of the same type and version.
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
